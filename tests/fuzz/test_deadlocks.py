"""A few programs of `tests/fuzz/deadlocks.py`."""

import pytest

from tests.fuzz.deadlocks import disagreement


@pytest.mark.parametrize("seed", range(8))
def test_no_deadlock_that_is_excluded(seed: int) -> None:
    assert disagreement(seed)[1] == ""


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(8, 80))
def test_no_deadlock_that_is_excluded_in_more_programs(seed: int) -> None:
    assert disagreement(seed)[1] == ""
