"""A short run of the oracles on random models of FairThreads: plain generators, lowering, symbolic simulation."""

from __future__ import annotations

import random

import pytest

from tests.fuzz import engines, ivl
from tests.fuzz.fair_oracle import final_states, model_text, random_body
from threadproof.engines.explicit import outcomes
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.properties import DEADLOCK, UNREACH

FAIR = ivl.Knobs(assertions=1.0, fair=True)


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_final_states_are_those_of_plain_generators(first: int) -> None:
    for seed in range(first, first + 10):
        rng = random.Random(seed)
        bodies = [random_body(rng, 3) for _ in range(3)]
        suspended = rng.choice((0, 0, 1, 2))
        text = model_text(bodies, suspended)
        assert outcomes(translate(text, "model.ivl", IvlOptions()), ["h"]) == final_states(bodies, suspended), text


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
