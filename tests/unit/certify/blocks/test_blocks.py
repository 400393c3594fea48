"""Proofs by blocks are refused if something is missing in them."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from threadproof.budget import Budget
from threadproof.certify.answer import Rejected
from threadproof.certify.format import FormatError
from threadproof.certify.graph.document import encode
from threadproof.certify.graph.proof import check
from threadproof.config.options import Config
from threadproof.evidence.result import Safe
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.run.pipeline import Clock, make_engine, prepare, quietly

TEXT = """
#include <pthread.h>
int reach_error(void);
int x, y;
void *work(void *arg) { x = 1; y = x + 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int seen = y;
  while (seen < 5) seen++;
  if (seen > 5) reach_error();
  if (y == 2 && x != 1) reach_error();
}
"""


@pytest.fixture(scope="module", params=["bmc", "predicate"])
def proof(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, dict[str, Any]]:
    return proof_of(TEXT, request.param, tmp_path_factory.mktemp("blocks") / "program.c")


def proof_of(text: str, engine: str, file: Path, **options: str) -> tuple[Program, dict[str, Any]]:
    file.write_text(text)
    config = Config(engine=engine, **options)  # type: ignore[arg-type]
    program = prepare(str(file), config, Clock(quietly))
    found = make_engine(engine).check(program, Task("unreach-call", config.task_options()), Budget(30.0), {})
    assert isinstance(found, Safe) and found.proof is not None
    return found.proof.system.program, json.loads(json.dumps(encode(found.proof)))  # type: ignore[arg-type]


def test_accepted(proof: tuple[Program, dict[str, Any]]) -> None:
    assert not check(proof[0], 64, proof[1]).open


def test_no_step_may_be_missing(proof: tuple[Program, dict[str, Any]]) -> None:
    program, data = proof
    refused = 0
    for number, node in enumerate(data["nodes"]):
        for place, target in enumerate(node["next"]):
            if target >= 0:
                changed = copy.deepcopy(data)
                changed["nodes"][number]["next"][place] = -1
                with pytest.raises(Rejected):
                    check(program, 64, changed)
                refused += 1
        if refused > 12:
            break
    assert refused


def test_no_step_may_lead_elsewhere(proof: tuple[Program, dict[str, Any]]) -> None:
    program, data = proof
    for number, node in enumerate(data["nodes"][:8]):
        for place, target in enumerate(node["next"]):
            if target >= 0:
                changed = copy.deepcopy(data)
                changed["nodes"][number]["next"][place] = 0
                with pytest.raises(Rejected):
                    check(program, 64, changed)


def test_the_threads_that_were_left_out_matter(proof: tuple[Program, dict[str, Any]]) -> None:
    """A thread that is not followed where it should be leaves the proof open, or is refused."""
    program, data = proof
    changed = copy.deepcopy(data)
    both = [n for n in changed["nodes"] if "threads" not in n and len(n["next"]) > 1 and " work:" in n["at"]]
    node = both[0]
    node["threads"], node["next"] = [1], node["next"][-1:]
    with suppress(Rejected):
        assert check(program, 64, changed).open


def test_facts_must_hold(proof: tuple[Program, dict[str, Any]]) -> None:
    program, data = proof
    changed = copy.deepcopy(data)
    changed["facts"].append("(eq x 7:i32)")
    changed["variables"] = sorted({*changed["variables"], "x"})
    changed["nodes"][-1]["facts"].append(len(changed["facts"]) - 1)
    with pytest.raises(Rejected):
        check(program, 64, changed)


WAITING = """
#include <pthread.h>
int reach_error(void);
_Bool __VERIFIER_nondet_bool(void);
int x, y, go;
void *work(void *arg) { while (!go) {} if (x != 1) reach_error(); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  x = 1;
  go = 1;
  while (__VERIFIER_nondet_bool()) y = 1 - y;
  if (y > 1) reach_error();
}
"""


@pytest.fixture(scope="module", params=["on", "off"])
def waiting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, dict[str, Any]]:
    """A proof in which steps lead again to states."""
    return proof_of(WAITING, "bmc", tmp_path_factory.mktemp("again") / "program.c", values=request.param)


def again(data: dict[str, Any]) -> list[tuple[int, int]]:
    """Node and position of each such step."""
    return [(number, place) for number, node in enumerate(data["nodes"]) for place in range(len(node.get("again", ())))]


def test_steps_may_lead_again_to_a_state(waiting: tuple[Program, dict[str, Any]]) -> None:
    program, data = waiting
    assert len(again(data)) > 2
    assert not check(program, 64, data).open


def test_what_leads_again_is_not_just_left_out(waiting: tuple[Program, dict[str, Any]]) -> None:
    program, data = waiting
    for number, place in again(data):
        changed = copy.deepcopy(data)
        del changed["nodes"][number]["again"][place]
        with pytest.raises(Rejected):
            check(program, 64, changed)


def test_the_state_must_be_the_same(waiting: tuple[Program, dict[str, Any]]) -> None:
    """Every step that leads somewhere, as if it led to another node at the same control instead."""
    program, data = waiting
    places: dict[str, list[int]] = {}
    for number, node in enumerate(data["nodes"]):
        places.setdefault(node["at"], []).append(number)
    refused = 0
    for number, node in enumerate(data["nodes"]):
        for place, target in enumerate(node["next"]):
            for other in places[data["nodes"][target]["at"]] if target >= 0 else ():
                if other != target:
                    changed = copy.deepcopy(data)
                    changed["nodes"][number]["next"][place] = -1
                    changed["nodes"][number].setdefault("again", []).append([place, other])
                    refused += _wrong(program, changed)
    assert refused


def _wrong(program: Program, data: dict[str, Any]) -> bool:
    """Whether a proof is refused. If not, it is one: paths to the two nodes have the same states."""
    try:
        check(program, 64, data)
    except Rejected:
        return True
    return False


@pytest.mark.parametrize("target", [0, 1])
def test_not_to_another_control(waiting: tuple[Program, dict[str, Any]], target: int) -> None:
    program, data = waiting
    number, place = again(data)[-1]
    changed = copy.deepcopy(data)
    changed["nodes"][number]["again"][place][1] = target
    with pytest.raises(Rejected):
        check(program, 64, changed)


def test_a_thread_that_is_postponed_for_ever(waiting: tuple[Program, dict[str, Any]]) -> None:
    """Only the thread that waits is followed where it waits."""
    program, data = waiting
    changed = copy.deepcopy(data)
    found = 0
    for node in changed["nodes"]:
        if "again" in node and "threads" not in node and len(node["next"]) > 2:
            count = 2  # steps of the thread that waits: on, or out of the loop
            node["threads"], node["next"] = [1], node["next"][-count:]
            kept = [[place - len(node["next"]) + count, *nodes] for place, *nodes in node["again"]]
            node["again"] = [entry for entry in kept if entry[0] >= 0]
            found += 1
    assert found
    with suppress(Rejected, FormatError):
        assert check(program, 64, changed).open
