"""A violation that the interpreter does not follow: every engine says so, for every property, and never TRUE."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.config.engines import ENGINES
from threadproof.config.options import Config
from threadproof.counterexample import claims, concretise
from threadproof.counterexample.claims import Lost
from threadproof.counterexample.concretise import Follower
from threadproof.engines.simulation import counterexample
from threadproof.properties import DEADLOCK, MEMSAFETY, OVERFLOW, RACE, UNREACH
from threadproof.run import pipeline

VIOLATED = {
    UNREACH: ("mutex_missing.c", "ivl_cyclic.ivl"),
    RACE: ("mutex_missing.c", ""),
    MEMSAFETY: ("memory_after_free.c", "ivl_error_dangling.ivl"),
    OVERFLOW: ("overflow_add.c", "ivl_error_overflow.ivl"),
    DEADLOCK: ("deadlock_order.c", "ivl_deadlock_stuck.ivl"),
}
CASES = [
    (engine.name, property_, file)
    for engine in ENGINES
    if engine.name != "explicit" and "FALSE" in engine.answers  # that one enumerates what the interpreter does
    for property_ in engine.properties
    for file in VIOLATED[property_]
    if file and ("systemc" if file.endswith(".ivl") else "preemptive") in engine.schedulers
]


@pytest.mark.parametrize(("engine", "property_", "file"), CASES)
def test_every_engine_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, engine: str, property_: str, file: str) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Follower, "turn", lambda self, thread: False)
    for module in (concretise, counterexample):
        monkeypatch.setattr(module, "take_turns", lambda *rest: Lost.NOT_FOLLOWED)
    config = Config(engine=engine, property=property_, timeout=30.0, memory=40_000)
    outcome = pipeline.verify(str(CORPUS / file), config)
    assert outcome.verdict == "UNKNOWN" and outcome.reason.startswith(claims.NOT_FOLLOWED), outcome.reason
    assert outcome.claim and [path for path in tmp_path.iterdir() if path.name.startswith("threadproof-bug-")]


def test_all_engines_and_properties_are_here() -> None:
    finding = {engine.name for engine in ENGINES if "FALSE" in engine.answers}
    assert {engine for engine, _, _ in CASES} == finding - {"explicit"}
    assert set(VIOLATED) == {property_ for engine in ENGINES for property_ in engine.properties}
