"""The axioms agree with the table, and on random litmus tests with the store buffers: no outcome more, none less."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.litmus.axiomatic import PRESERVED, Outcome, allows, outcomes
from tests.litmus.shapes import SHAPES, Litmus
from tests.litmus.test_litmus import verify
from threadproof.report.outcome import FALSE, TRUE


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_table(shape: Litmus) -> None:
    assert [model for model in PRESERVED if allows(shape, model)] == shape.allowed.split()


def draw(number: int) -> Litmus:
    """Two or three threads of two to four steps, at most five writes; from 1000 on with dependencies."""
    chance = random.Random(number)
    threads, left = [], 5
    for _ in range(chance.choice((2, 2, 2, 3))):
        steps: list[str] = []
        for _ in range(chance.randint(2, 4)):
            kind = chance.choice("WWWRRRFSX" if chance.random() < 0.4 else "WR")
            if kind in "WX" and left == 0:
                kind = "R"
            left -= kind in "WX"
            how = chance.choice(("", "", "", ".sc", ".rel", ".rlx")) if kind == "W" else ""
            value = str(chance.randint(1, 2)) if kind in "WX" else ""
            if number >= 1000 and kind in "WR" and any(step[0] == "R" for step in steps):
                how = chance.choice(("", *((".data", ".ctrl") if kind == "W" else (".ctrl", ".addr"))))
            steps.append(kind + (chance.choice("xy") if kind in "WRX" else "") + value + how)
        threads.append(" ".join(steps))
    return Litmus(f"random-{number}", " | ".join(threads), "")


def condition(outcome: Outcome) -> str:
    values, finals = outcome
    packed = [f"r{n} == {sum(value << 2 * i for i, value in enumerate(reversed(row)))}" for n, row in enumerate(values) if row]
    return " && ".join([*packed, *(f"last_{place} == {value}" for place, value in finals)])


def compare(number: int, model: str, tmp_path: Path, engine: str = "explicit") -> None:
    shape = draw(number)
    allowed = sorted(outcomes(shape, model))
    others = f"!({' || '.join(f'({condition(outcome)})' for outcome in allowed)})"
    assert verify(shape.c(others), model, tmp_path, engine).verdict == TRUE, shape
    new = sorted(set(allowed) - outcomes(shape, "sc")) or allowed
    one = random.Random(number).choice(new)
    assert verify(shape.c(condition(one)), model, tmp_path, engine).verdict == FALSE, (shape, one)


@pytest.mark.parametrize("model", ("tso", "pso"))
@pytest.mark.parametrize("number", range(8))
def test_random(number: int, model: str, tmp_path: Path) -> None:
    compare(number, model, tmp_path)
