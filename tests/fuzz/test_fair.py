"""A short run of the oracles on random models of FairThreads: plain generators, lowering, symbolic simulation."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz import engines, ivl
from tests.fuzz.fair_oracle import c_text, final_states, model_text, random_body
from threadproof.config.options import Config
from threadproof.engines.explicit import IncompleteSearch, outcomes
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.properties import DEADLOCK, UNREACH
from threadproof.run.loading import load

FAIR = ivl.Knobs(assertions=1.0, fair=True)


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_final_states_are_those_of_plain_generators(first: int) -> None:
    for seed in range(first, first + 10):
        rng = random.Random(seed)
        bodies = [random_body(rng, 3) for _ in range(3)]
        suspended = rng.choice((0, 0, 1, 2))
        text = model_text(bodies, suspended)
        assert outcomes(translate(text, "model.ivl", IvlOptions()), ["h"]) == final_states(bodies, suspended), text


def test_c_programs_have_the_same_final_states(tmp_path: Path) -> None:
    """Without a limit of instants, which C does not have; some have more values in an instant than are explored."""
    checked = 0
    for seed in range(100, 115):
        rng = random.Random(seed)
        bodies = [random_body(rng, 3) for _ in range(3)]
        path = tmp_path / "program.c"
        path.write_text(c_text(bodies, seed % 3))
        try:
            found = outcomes(load(str(path), Config()), ["h"])
        except IncompleteSearch:
            continue
        assert found == final_states(bodies, seed % 3, 100), path.read_text()
        checked += 1
    assert checked > 10


def test_lowering() -> None:
    report = ivl.check_stages(list(range(20)), FAIR)
    assert not report.failures and report.passed == 20, report.failures


@pytest.mark.parametrize("property_", [UNREACH, DEADLOCK])
def test_simulation(property_: str) -> None:
    """Two configurations per model, other ones each time."""
    configs = engines.configurations("simulation", property_, ["por=*", "match=*"], 3.0)
    report = ivl.check_engine(list(range(200, 210)), configs, FAIR, 2)
    assert not report.failures, report.failures
    assert report.passed > 7
