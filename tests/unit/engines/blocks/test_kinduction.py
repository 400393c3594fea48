"""`--engine kinduction` through the pipeline: what needs k > 0, violations, the bound, and proofs that are re-checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.budget import Budget
from threadproof.certify.answer import Rejected
from threadproof.certify.graph.proof import check
from threadproof.config.options import Config
from threadproof.engines.blocks.kinduction import KInductionEngine
from threadproof.evidence.result import Safe
from threadproof.evidence.task import Task
from threadproof.run.pipeline import Clock, prepare, quietly, verify

ROTATING = """
int reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 2, c = 3;
  while (__VERIFIER_nondet_int()) {
    int t = a; a = b; b = c; c = t;
    if (a == BAD) reach_error();
  }
}
"""


def rotating(folder: Path, bad: str, **options: object) -> tuple[str, str, float]:
    file = folder / "rotating.c"
    file.write_text(ROTATING.replace("BAD", bad))
    config = Config(engine="kinduction", values="off", timeout=30.0, **options)  # type: ignore[arg-type]
    outcome = verify(str(file), config)
    return outcome.verdict, outcome.checked or outcome.reason, outcome.counters["k"]


def test_two_iterations_are_needed(tmp_path: Path) -> None:
    assert rotating(tmp_path, "b") == ("TRUE", "re-checked", 2)


def test_the_bound(tmp_path: Path) -> None:
    assert rotating(tmp_path, "c + 7", bound=1)[0] == "UNKNOWN"


def test_a_violation_in_the_third_iteration(tmp_path: Path) -> None:
    assert rotating(tmp_path, "1")[0] == "FALSE"


def test_a_smaller_depth_is_refused(tmp_path: Path) -> None:
    """The proof of k = 2, stated as one of k = 1 and of k = 0."""
    from threadproof.certify.graph.document import encode

    file = tmp_path / "rotating.c"
    file.write_text(ROTATING.replace("BAD", "b"))
    config = Config(engine="kinduction", values="off")
    program = prepare(str(file), config, Clock(quietly))
    found = KInductionEngine().check(program, Task("unreach-call", config.task_options()), Budget(30.0), {})
    assert isinstance(found, Safe) and found.proof is not None
    proof = found.proof
    data = json.loads(json.dumps(encode(proof)))  # type: ignore[arg-type]
    lowered = proof.system.program
    assert data["depth"] == 2 and not check(lowered, 64, data).open
    for depth in (0, 1):
        with pytest.raises(Rejected):
            check(lowered, 64, {**data, "depth": depth})


@pytest.mark.parametrize(("name", "verdict"), [("cover_expansion", "FALSE"), ("litmus_mp", "TRUE"), ("litmus_sb", "TRUE")])
def test_corpus(name: str, verdict: str) -> None:
    outcome = verify(str(CORPUS / f"{name}.c"), Config(engine="kinduction", timeout=20.0))
    assert outcome.verdict in (verdict, "UNKNOWN")
    assert outcome.verdict != "TRUE" or outcome.checked == "re-checked"
