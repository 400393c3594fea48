"""A few of the disturbances of `python -m tests.faults`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.faults.kinds import RANDOM, unwritable

pytestmark = pytest.mark.wall_clock

NUMBERS = {"interrupt": range(5), "kill": range(2), "memory": [4], "bench": [0]}


@pytest.mark.parametrize(("kind", "number"), [(kind, number) for kind, chosen in NUMBERS.items() for number in chosen])
def test_disturbed(tmp_path: Path, kind: str, number: int) -> None:
    fault = RANDOM[kind](random.Random(f"test {kind} {number}"), tmp_path)
    assert not fault.wrong, str(fault)


@pytest.mark.parametrize("option", ["--certificate", "--out"])
def test_outputs_that_cannot_be_written(tmp_path: Path, option: str) -> None:
    for fault in unwritable(tmp_path, [option]):
        assert not fault.wrong, str(fault)
