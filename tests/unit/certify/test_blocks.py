"""Proofs by blocks are refused if something is missing in them."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from typing import Any

import pytest

from threadproof.certify.document import encode
from threadproof.certify.proof import Rejected, check
from threadproof.config import Config
from threadproof.engines.base import Budget, Safe, Task
from threadproof.ir.program import Program
from threadproof.pipeline import Clock, make_engine, prepare, quietly

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
    file = tmp_path_factory.mktemp("blocks") / "program.c"
    file.write_text(TEXT)
    config = Config(engine=request.param)
    program = prepare(str(file), config, Clock(quietly))
    found = make_engine(request.param).check(program, Task("unreach-call", config.task_options()), Budget(30.0), {})
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
