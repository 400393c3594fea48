"""Fences that are literals: a smallest choice repairs the program, and no smaller one does."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from tests.litmus.shapes import SHAPES
from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.engines.ordering.fencing import smallest
from threadproof.records import replace
from threadproof.report.outcome import FALSE, TRUE
from threadproof.run import pipeline

CASES = [
    ("SB", "tso", 2),
    ("MP", "pso", 1),
    ("R", "pso", 2),
    ("LB", "rmo", 2),
    ("MP+store-fence+po", "rmo", 1),
    ("MP", "power", 2),
    ("R+store-fence+fence", "power", 1),
    ("WRC+data+addr", "power", 1),
    ("IRIW+addrs", "power", 2),
]


@pytest.mark.parametrize("name, model, count", CASES)
def test_smallest(name: str, model: str, count: int, tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(next(shape for shape in SHAPES if shape.name == name).c())
    config = validate(Config(engine="ordering", memory_model=model, suggest_fences=True, timeout=100.0))
    demands, places = pipeline.demanded(str(file), config)
    chosen = smallest(demands.sets)
    assert not demands.why and len(chosen) == count and set(chosen) <= set(places)

    def verdict(fences: tuple[str, ...]) -> str:
        return pipeline.verify(str(file), replace(config, fence=fences, suggest_fences=False)).verdict

    assert verdict(chosen) == TRUE
    for fewer in combinations(chosen, count - 1):
        assert verdict(fewer) == FALSE


def test_nothing_helps(tmp_path: Path) -> None:
    shape = next(shape for shape in SHAPES if shape.name == "SB")
    file = tmp_path / "p.c"
    file.write_text(shape.c("r0 <= 1"))
    config = validate(Config(engine="ordering", memory_model="tso", suggest_fences=True))
    assert frozenset() in pipeline.demanded(str(file), config)[0].sets
