"""The axioms agree with the table, and on random litmus tests with the store buffers: no outcome more, none less."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.litmus.axiomatic import MODELS, PRESERVED, Outcome, allows, outcomes
from tests.litmus.shapes import SHAPES, Litmus
from tests.litmus.test_litmus import verify
from threadproof import memory_models
from threadproof.report.outcome import FALSE, TRUE


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_table(shape: Litmus) -> None:
    assert [model for model in MODELS if allows(shape, model)] == shape.allowed.split()


def test_the_oracle_knows_every_model() -> None:
    """It says by itself what is preserved, and the records agree."""
    assert MODELS == memory_models.MODELS
    for name, pairs in PRESERVED.items():
        assert pairs == memory_models.named(name).keeps


def draw(number: int) -> Litmus:
    """Two or three threads of two to four steps, at most five writes; from 1000 on with dependencies; from 2000 on for models
    that delay reads, too."""
    if number >= 2000:
        return draw_relaxed(number)
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


HOW = {
    "W": ("", "", "", ".rel", ".rlx", ".sc"),
    "R": ("", "", "", "", ".acq", ".sc"),
    "S": ("", ".asm"),
    "I": (".ctrl", ".ctrl", ""),
}
DEPENDS = {"W": (".data", ".ctrl", ".addr"), "R": (".ctrl", ".addr")}


def draw_relaxed(number: int, conditional: bool = False) -> Litmus:
    """Up to four threads, at most four writes and four reads; `conditional`: with steps that only happen sometimes."""
    chance = random.Random(number)
    threads, left = [], {"W": 4, "X": 1, "R": 4}
    for _ in range(chance.choice((2, 2, 3, 4))):
        steps: list[str] = []
        for _ in range(chance.randint(1, 5)):
            seen = any(step[0] == "R" for step in steps)
            kind = chance.choice("WWRRFLSIAX" if chance.random() < 0.4 else "WR")
            if left.get(kind, 1) == 0 or (kind == "I" and not seen):
                continue
            if kind in left:
                left[kind] -= 1
            how = chance.choice(HOW.get(kind, ("",)))
            if kind in DEPENDS and seen and chance.random() < 0.6:
                how = chance.choice(DEPENDS[kind])
            if conditional and seen and kind not in "AX" and chance.random() < 0.3:
                how = ".if"
            place = chance.choice("xyz" if chance.random() < 0.3 else "xy") if kind in "WRX" else ""
            steps.append(kind + place + (str(chance.randint(1, 2)) if kind in "WX" else "") + how)
        threads.append(" ".join(steps) or "F")
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
