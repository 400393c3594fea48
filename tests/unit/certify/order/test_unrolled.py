"""Certificates of the ordering engine: written, checked from scratch, tampered with."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import ROOT
from tests.cli.test_certify import changed, checked
from threadproof.budget import Budget
from threadproof.certify import certificate
from threadproof.certify.order.unrolled import asked, encode
from threadproof.config.options import Config
from threadproof.engines.ordering.solve import solve
from threadproof.events.world import UnrollingLimits
from threadproof.evidence.refutation import Lemmas, Refutation, Refuted
from threadproof.passes import runner
from threadproof.passes.options import DEFAULTS
from threadproof.records import replace
from threadproof.run.checks import subject
from threadproof.run.loading import load
from threadproof.run.pipeline import verify

EXAMPLES = ROOT / "examples" / "c"
LOOP = """
#include <assert.h>
#include <pthread.h>
int x, y, a, b, n;
void *one(void *arg) { x = 1; a = y; return arg; }
void *two(void *arg) { y = 1; b = x; int last = x; for (int i = 0; i <= last; i++) n++; return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert((a || b) && n <= 2);
}
"""


def written(file: Path, **options: Any) -> str:
    return verify(str(file), Config(**{"engine": "ordering", "certificate": "wanted", "timeout": 60, **options})).certificate


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("program") / "loop.c"
    file.write_text(LOOP)
    return file


@pytest.fixture(scope="module")
def proof(loop: Path) -> str:
    return written(loop)


@pytest.mark.parametrize("property_", ["unreach-call", "no-data-race", "no-deadlock"])
@pytest.mark.parametrize("solver", ["eager", "prop", "basic"])
def test_every_property_and_solver(tmp_path: Path, property_: str, solver: str) -> None:
    text = written(EXAMPLES / "barrier.c", property=property_, order_solver=solver)
    found = checked(tmp_path, EXAMPLES / "barrier.c", text)
    assert found.exit_code() == 0 and found.counters["questions"] == 1, found


def test_another_process_asks_the_same_questions(tmp_path: Path, loop: Path, proof: str) -> None:
    out = tmp_path / "proof.json"
    out.write_text(proof)
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "threadproof", "certify", str(loop), str(out)]
        run = subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": seed})
        assert run.stdout.splitlines()[-1].startswith("CERTIFICATE: TRUE(") and "questions" in run.stdout, run


def test_every_line_counts(tmp_path: Path, loop: Path, proof: str) -> None:
    lines = proof.splitlines(keepends=True)
    assert len(lines) > 30
    for number, line in enumerate(lines):
        for other in ("", line.replace("1", "2").replace("0", "1"), line * 2):
            if other != line:
                found = checked(tmp_path, loop, "".join([*lines[:number], other, *lines[number + 1 :]]))
                assert found.rejected, f"line {number + 1}: {line.strip()} -> {other.strip()}"


def test_limits_are_proved(tmp_path: Path, loop: Path, proof: str) -> None:
    """A smaller bound with questions and axioms of its own, everything as it should be: but executions go further."""
    content = certificate.read(proof)
    program = runner.run(load(str(loop), Config()), runner.named(content["passes"]))
    for limits, message in (
        (UnrollingLimits(1, 64, 16), "an execution after all: exceeded"),
        (UnrollingLimits(9, 64, 1), "not unrolled completely"),
    ):
        small: dict[str, Any] = {"unwind": limits.unwind, "static": limits.static}
        if limits.static > 1:
            problems = list(asked(program, "unreach-call", limits, float("inf")))
            found = [Refuted(question, problem, Lemmas()) for question, problem in problems]
            for refuted in found:
                solve(refuted.problem, "eager", Budget(), {}, True, refuted.lemmas)
            small = encode(Refutation(program, limits, tuple(found), True))
        assert message in checked(tmp_path, loop, changed(proof, **small)).rejected


def test_forged(tmp_path: Path, loop: Path, proof: str) -> None:
    content = certificate.read(proof)
    questions, choices, lemmas = (content[name] for name in ("questions", "choices", "lemmas"))
    forged: list[dict[str, Any]] = [
        {"questions": []},
        {"questions": questions[:-1]},
        {"questions": questions[::-1]},
        {"questions": [*questions, questions[-1]]},
        {"questions": "none"},
        {"lemmas": []},
        {"lemmas": [*lemmas, "0: 1"]},
        {"lemmas": [*lemmas, "0: 999999"]},
        {"lemmas": [*lemmas, "0: "]},
        {"lemmas": [*lemmas, "9: 1"]},
        {"lemmas": [*lemmas, "0: x"]},
        {"lemmas": [*lemmas, 5]},
        {"choices": []},
        {"choices": ["0: 1 0 1", *choices]},
        {"choices": [*choices, choices[0]]},
        {"choices": [*choices, "0: 999999 0 0"]},
        {"choices": [*choices, "0: 999999 0 99"]},
        {"choices": [*choices, "0: 999999"]},
        {"threads": 0},
        {"threads": "many"},
        {"threads": 1},
        {"unwind": 0},
        {"property": "no-data-race"},
        {"property": "no-deadlock"},
        {"options": {**content["options"], "memory_model": "tso"}},
        {"passes": content["passes"][:-2]},
    ]
    for entries in forged:
        assert checked(tmp_path, loop, changed(proof, **entries)).rejected, entries


def test_no_pass_hides_a_race(tmp_path: Path) -> None:
    """Slicing removes what nobody looks at: the unrolled program has no race any more, but the program has."""
    file = tmp_path / "race.c"
    file.write_text(RACE)
    config = Config(engine="ordering", property="no-data-race")
    assert verify(str(file), config).verdict == "FALSE"
    passes = [*runner.ANALYSE, *(step for step in runner.LOWER if step is not runner.REACHABLE)]
    for rejected in (False, True):
        text = RACE.replace("x = 2", "y = 2") if not rejected else RACE
        file.write_text(text)
        program = runner.run(load(str(file), config), passes, replace(DEFAULTS, all_accesses=True))
        limits = UnrollingLimits(1, 64)
        assert not list(asked(program, "no-data-race", limits, float("inf")))
        content = {"verdict": "TRUE", **subject(program, config), **encode(Refutation(program, limits, (), True))}
        assert bool(checked(tmp_path, file, certificate.write(content)).rejected) == rejected
        passes.insert(passes.index(runner.BLOCKS), runner.SLICE)


RACE = """
#include <pthread.h>
int x, y;
void *one(void *arg) { x = 1; return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  x = 2;
}
"""
FENCED = """
#include <assert.h>
#include <pthread.h>
int x, y, a, b;
void *one(void *arg) { x = 1; __sync_synchronize(); a = y; return arg; }
void *two(void *arg) { y = 1; __sync_synchronize(); b = x; return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a || b);
}
"""


def test_memory_models(tmp_path: Path) -> None:
    """A proof for one model is none for another, and one for sc is none for a program that needs its fences."""
    fenced, bare = tmp_path / "fenced.c", tmp_path / "bare.c"
    fenced.write_text(FENCED)
    bare.write_text(FENCED.replace("__sync_synchronize();", ""))
    for model in ("tso", "pso", "rmo"):
        text = written(fenced, memory_model=model)
        assert "fences" in certificate.read(text)["passes"]
        assert checked(tmp_path, fenced, text).exit_code() == 0
        assert checked(tmp_path, bare, text).rejected
    plain = written(bare)
    assert checked(tmp_path, bare, plain).exit_code() == 0
    content = certificate.read(plain)
    for passes in (
        content["passes"],
        ["fences", *content["passes"]],
        ["buffers", *content["passes"]],
        [*content["passes"], "buffers"],
    ):
        forged = changed(plain, options={**content["options"], "memory_model": "tso"}, passes=passes)
        assert checked(tmp_path, bare, forged).rejected
        with suppress(Exception):  # buffers in a lowered program are nothing that anybody thought of
            program = runner.run(load(str(bare), Config(memory_model="tso")), runner.named(passes))
        forged = changed(forged, program=certificate.fingerprint(program))
        assert checked(tmp_path, bare, forged).rejected, passes


def test_what_a_clause_says_matters(tmp_path: Path, loop: Path, proof: str) -> None:
    """Every literal of every clause: turned round, the clause does not follow, or it does and nothing is lost."""
    content = certificate.read(proof)
    rejected = 0
    for number, line in enumerate(content["lemmas"][:40]):
        question, literals = line.split(": ")
        wrong = [str(-int(literal)) for literal in literals.split()]
        lemmas = [*content["lemmas"][:number], f"{question}: {' '.join(wrong)}", *content["lemmas"][number + 1 :]]
        rejected += bool(checked(tmp_path, loop, changed(proof, lemmas=lemmas)).rejected)
    assert rejected >= min(40, len(content["lemmas"])) * 0.9
