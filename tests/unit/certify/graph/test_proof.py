"""Proofs of the engine are accepted; what was changed so that it proves nothing any more is not."""

from __future__ import annotations

import copy
import json
import random
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from tests.unit.engines.abstraction.test_engine import ARRAY, HEAD, INPUT, LOCKED, LOOP
from threadproof.budget import Budget
from threadproof.certify.answer import ProofCheck, Rejected
from threadproof.certify.graph.document import encode
from threadproof.certify.graph.proof import check
from threadproof.engines.abstraction.engine import AbstractionEngine
from threadproof.evidence.result import Safe
from threadproof.evidence.task import Task
from threadproof.frontend.c import COptions, load
from threadproof.ir.types import LP64
from threadproof.passes import runner

T = TypeVar("T")
INDEPENDENT = """
int a, b;
void *f(void *arg) { a = 1; a = 2; a = 3; return 0; }
void *g(void *arg) { b = 1; b = 2; b = 3; return 0; }
int main(void) {
    pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);
    pthread_join(t, 0); pthread_join(u, 0); assert(a == 3 && b == 3); return 0;
}
"""
PROGRAMS = {
    "loop": LOOP % "0",
    "locked": LOCKED % ("pthread_mutex_lock(&m)", "pthread_mutex_unlock(&m);"),
    "input": INPUT % 1000,
    "array": ARRAY % 1,
    "independent": INDEPENDENT,
}


class Proved:
    """The proof of a program, as data."""

    def __init__(self, folder: Path, text: str, por: str, domain: str = "product") -> None:
        path = folder / "program.c"
        path.write_text(HEAD + text)
        program = runner.run(load(str(path), COptions(data_model=LP64)), runner.ANALYSE)
        options = {"por": por, "domain": domain}
        result = AbstractionEngine().check(program, Task("unreach-call", options), Budget(60), {})
        assert isinstance(result, Safe) and result.proof is not None, result
        self.program = result.proof.system.program
        self.threads = result.proof.system.thread_limit
        self.data = json.loads(json.dumps(encode(result.proof)))

    def check(self, data: object = None) -> ProofCheck:
        return check(self.program, self.threads, self.data if data is None else data)  # type: ignore[arg-type]


def some(values: Sequence[T]) -> list[T]:
    """A sample that stays the same."""
    return random.Random(1).sample(values, min(8, len(values)))


@cache
def proved(text: str, por: str) -> Proved:
    with tempfile.TemporaryDirectory() as folder:
        return Proved(Path(folder), text, por)


@pytest.mark.parametrize("por", ["none", "static", "abstract"])
@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_proofs_hold(text: str, por: str) -> None:
    assert proved(text, por).check().open == ""


@pytest.fixture
def proofs() -> list[Proved]:
    return [proved(text, por) for text in PROGRAMS.values() for por in ("none", "abstract")]


def test_a_smaller_graph_is_used(proofs: list[Proved]) -> None:
    full, reduced = proofs[-2:]
    assert any("threads" in node for node in reduced.data["nodes"])
    assert len(reduced.data["nodes"]) * 2 < len(full.data["nodes"])


def test_the_proof_of_another_program(proofs: list[Proved]) -> None:
    for proof in proofs[::2]:
        for other in proofs[::2]:
            if other is not proof:
                with pytest.raises(Rejected):
                    proof.check(other.data)


def test_dropping_a_control(proofs: list[Proved]) -> None:
    for proof in proofs:
        for place in some(sorted({node["at"] for node in proof.data["nodes"]})):
            data = copy.deepcopy(proof.data)
            for node in data["nodes"]:
                if node["at"] == place:
                    node["at"] = "nowhere"
            with pytest.raises(Rejected):
                proof.check(data)


def test_stronger_invariants(proofs: list[Proved]) -> None:
    """A node that claims a contradiction is left out by whoever leads to it."""
    for proof in proofs:
        places = [node["at"] for node in proof.data["nodes"]]
        for number in some(range(len(places))):
            if places.count(places[number]) == 1:
                data = copy.deepcopy(proof.data)
                data["facts"].append("false")
                data["nodes"][number]["facts"].append(len(data["facts"]) - 1)
                with pytest.raises(Rejected):
                    proof.check(data)


def test_weaker_invariants(proofs: list[Proved]) -> None:
    """Without any facts nothing holds the errors off."""
    for proof in proofs:
        data = copy.deepcopy(proof.data)
        for node in data["nodes"]:
            node["facts"] = []
        data["facts"], data["terms"], data["variables"] = [], [], []
        with pytest.raises(Rejected):
            proof.check(data)


def test_hints_are_only_hints(proofs: list[Proved]) -> None:
    choose = random.Random(3)
    for proof in proofs:
        data = copy.deepcopy(proof.data)
        for node in data["nodes"]:
            node["next"] = [choose.randrange(-1, len(data["nodes"])) for _ in node["next"]]
        assert proof.check(data).open == ""


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop("facts"),
        lambda d: d.pop("nodes"),
        lambda d: d.update(nodes=[]),
        lambda d: d.update(nodes=[5]),
        lambda d: d["nodes"][0].update(facts=[len(d["facts"])]),
        lambda d: d["nodes"][0].update(facts=["0"]),
        lambda d: d["nodes"][0].update(next=[len(d["nodes"])]),
        lambda d: d["nodes"][0].update(next=[0] * 100),
        lambda d: d["nodes"][0].update(threads=[-1]),
        lambda d: d["nodes"][0].update(surprise=1),
        lambda d: d["nodes"][0].pop("at"),
        lambda d: d["facts"].append("5:i32"),
        lambda d: d["facts"].append("(eq nobody 5:i32)"),
        lambda d: d["variables"].append("x"),
        lambda d: d["variables"].clear(),
    ],
)
def test_what_is_no_proof_at_all(proofs: list[Proved], change) -> None:
    data = copy.deepcopy(proofs[0].data)
    change(data)
    with pytest.raises(Rejected):
        proofs[0].check(data)
