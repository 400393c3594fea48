"""Visited states as a proof: accepted, also with ghosts; what was changed so that it proves nothing any more is not."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from bench.ivl.families import program as family

from tests.unit.engines.simulation.models import CORPUS
from threadproof.budget import Budget
from threadproof.certify import certificate
from threadproof.config.options import Config
from threadproof.engines.simulation import export
from threadproof.evidence.result import Result, Safe, Unknown, Unsafe
from threadproof.report.outcome import Certified, RunOutcome
from threadproof.report.text import explanation
from threadproof.run import pipeline
from threadproof.run.checks import Unconfirmed, searched_plainly
from threadproof.run.pipeline import certify, quietly, verify

LOST = """
event e;
i32 low; i32 high;
thread sender {
    i32 x = ?(i32);
    assume(x >= 0 && x < 100);
    low = x + 1;
    high = x + 2;
    x = 7;
    while (true) { wait_time(1); notify(e); }
}
thread receiver { while (true) { wait(e); assert(low < high && high < 102); } }
main { start; }
"""
"""What x was is remembered by nobody, but low and high depend on it."""

SEQUENTIAL = """
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int n = __VERIFIER_nondet_int(), a, b;
    if (n < 0 || n > 1000) return 0;
    a = n + 3; b = n + 4; n = 0;
    while (__VERIFIER_nondet_int()) { if (a + 1 != b) { __VERIFIER_assert(0); } n = !n; }
    return 0;
}
"""

PARTLY = """
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int a[4], i = 0;
    a[i + 1] = 7;
    while (__VERIFIER_nondet_int()) { if (a[1] != 7) { __VERIFIER_assert(0); } i = !i; a[i * 2] = a[3]; }
    return 0;
}
"""
"""What the array was before it was written to is in no variable."""


def proved(folder: Path, text: str, suffix: str = "ivl", **options: Any) -> tuple[Path, RunOutcome]:
    file = folder / f"program.{suffix}"
    file.write_text(text)
    outcome = verify(str(file), Config(engine="simulation", certificate="wanted", timeout=60, **options))
    assert outcome.verdict == "TRUE", outcome
    return file, outcome


def checked(folder: Path, file: Path, text: str) -> Certified:
    path = folder / "certificate.json"
    path.write_text(text)
    return certify(str(file), str(path), Config(timeout=60), quietly)


@pytest.mark.parametrize(
    "name", ["token-ring.3", "kundu", "toy-sym", "pc-sfifo-sym-1", "bist-cell", "symbolic-counter.1.3", "transmitter-safe.5"]
)
def test_families(tmp_path: Path, name: str) -> None:
    file, outcome = proved(tmp_path, family(name))
    assert outcome.checked == "re-checked"
    assert checked(tmp_path, file, outcome.certificate).exit_code() == 0


@pytest.mark.parametrize(("text", "suffix"), [(LOST, "ivl"), (SEQUENTIAL, "c"), (PARTLY, "c")])
@pytest.mark.parametrize("match", ["adaptive", "sbc-cv", "ess", "esmh"])
def test_ghosts(tmp_path: Path, text: str, suffix: str, match: str) -> None:
    file, outcome = proved(tmp_path, text, suffix, match=match)
    assert outcome.checked == "re-checked"
    assert certificate.read(outcome.certificate)["ghosts"]
    assert checked(tmp_path, file, outcome.certificate).exit_code() == 0


@pytest.mark.parametrize("name", ["deadlock_ordered", "atomic_c11", "barrier"])
def test_threads(tmp_path: Path, name: str) -> None:
    """Where the reduction is not confirmed, a second search makes a proof that is."""
    _, outcome = proved(tmp_path, (CORPUS / f"{name}.c").read_text(), "c")
    assert outcome.checked == "re-checked"


@pytest.mark.parametrize("name", ["rbuf2-2", "rbuf-2"])
def test_rotating_buffers(tmp_path: Path, name: str) -> None:
    """Updates that commute are independent for the search, and not for the check; sums of bits are equal after a rotation."""
    file, outcome = proved(tmp_path, family(name))
    assert outcome.checked == "re-checked"
    assert ("plain search" in outcome.times) == (name == "rbuf2-2")
    assert checked(tmp_path, file, outcome.certificate).exit_code() == 0


@pytest.mark.parametrize("found", [Unsafe("unreach-call", "", ()), Unknown("why"), Safe()])
def test_a_second_search_without_a_proof(found: Result) -> None:
    """It makes no proof better; a violation means that the first one has lost it."""
    arguments: tuple[Config, Budget, dict[str, float]] = (Config(), Budget(60), {})
    if isinstance(found, Unsafe):
        with pytest.raises(Unconfirmed, match="left out"):
            searched_plainly(lambda budget: found, *arguments)
    else:
        assert searched_plainly(lambda budget: found, *arguments) is None


def test_no_time_for_a_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the answer says so."""
    monkeypatch.setattr(export, "SHARE", -1.0)
    monkeypatch.setattr(pipeline, "enumerated", lambda *arguments: None)
    _, outcome = proved(tmp_path, family("kundu"))
    assert outcome.checked.startswith("not re-checked (time") and outcome.checked in explanation(outcome)


def test_forged(tmp_path: Path) -> None:
    file, outcome = proved(tmp_path, LOST)
    content = certificate.read(outcome.certificate)

    def forged(**entries: Any) -> str:
        return certificate.write({**copy.deepcopy(content), **entries})

    wrong: list[dict[str, Any]] = [
        {"ghosts": []},
        {"ghosts": [entry.replace("?", "low ") for entry in content["ghosts"]]},
        {"ghosts": ["low i32", *content["ghosts"][1:]]},
        {"ghosts": [entry.replace("i32", "i64") for entry in content["ghosts"]]},
        {"values": ["5:i32" for _ in content["values"]], "variables": variables(content, "values")},
        {"nodes": [{key: value for key, value in node.items() if key != "with"} for node in content["nodes"]]},
        {"nodes": [{**node, "with": [[0, [0], []]]} for node in content["nodes"]]},
        {"nodes": [{**node, "with": [[99, [], []]]} for node in content["nodes"]]},
        {"monotonic": True},
        {"blocks": True},
        {"facts": ["false" for _ in content["facts"]], "variables": variables(content, "facts")},
    ]
    assert checked(tmp_path, file, forged()).exit_code() == 0
    for entries in wrong:
        assert checked(tmp_path, file, forged(**entries)).rejected, entries


def variables(content: dict[str, Any], without: str) -> list[str]:
    """Those that the other list mentions."""
    texts = " ".join([*content["terms"], *content["facts" if without == "values" else "values"]])
    return [name for name in content["variables"] if name in texts]


def test_threads_that_were_not_followed(tmp_path: Path) -> None:
    """Of a tentative proof that is no reason to refuse it, and none to accept it."""
    file, outcome = proved(tmp_path, family("kundu"))
    content = certificate.read(outcome.certificate)
    for node in content["nodes"]:
        if len(node["next"]) > 1 and "threads" not in node and "with" not in node and " -1 0)" in node["at"]:
            node["threads"], node["next"] = [], []
    found = checked(tmp_path, file, certificate.write(content))
    assert found.exit_code() == 2 and "reduction" in str(found)
