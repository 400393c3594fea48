"""Engines and checks fill the counters that `threadproof.counters` declares for them, and no others."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.places import ROOT
from threadproof.config.engines import ENGINES
from threadproof.config.options import Config
from threadproof.counters import COUNTERS, PROOF, Name
from threadproof.run.pipeline import make_engine, verify


def declared(who: str) -> set[str]:
    return {name for name, counter in COUNTERS.items() if who in counter.filled_by.split()}


def test_every_name_is_declared_once() -> None:
    assert set(get_args(Name)) == set(COUNTERS)
    known = {"check", *(engine.name for engine in ENGINES)}
    for name, counter in COUNTERS.items():
        assert counter.unit and counter.meaning and set(counter.filled_by.split()) <= known, name
        assert name.endswith("seconds") == (counter.unit == "seconds"), name


CASES = [
    ("c/peterson.c", "unreach-call", "explicit abstraction ordering impact bmc predicate kinduction simulation"),
    ("c/data_race.c", "no-data-race", "explicit abstraction ordering impact bmc predicate kinduction simulation"),
    ("c/counter.c", "no-data-race", "modular"),
    ("ivl/traffic_light.ivl", "unreach-call", "explicit abstraction impact simulation esst"),
]
RUNS = [(engine, program, property_) for program, property_, engines in CASES for engine in engines.split()]


def test_every_engine_is_made_and_run() -> None:
    assert [make_engine(row.name).name for row in ENGINES] == [row.name for row in ENGINES]
    assert {engine for engine, _, _ in RUNS} == {row.name for row in ENGINES}


@pytest.mark.parametrize(("engine", "program", "property_"), RUNS)
def test_engines_fill_what_they_declare(engine: str, program: str, property_: str) -> None:
    filled = verify(str(ROOT / "examples" / program), Config(engine=engine, property=property_, timeout=20.0)).counters
    own = {name for name in filled if not name.startswith(PROOF)}
    assert own and own <= declared(engine), f"not declared for {engine}: {own - declared(engine)}"
    checked = {name.removeprefix(PROOF) for name in filled if name.startswith(PROOF)}
    assert checked <= declared("check"), f"not declared for checks: {checked - declared('check')}"
