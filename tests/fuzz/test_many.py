"""A few programs of oracle (d); `tests/fuzz/many.py` explains it."""

import pytest

from tests.fuzz.many import disagreement


@pytest.mark.parametrize("seed", range(12))
def test_any_number_of_threads_includes_few(seed):
    assert disagreement(seed, 20.0)[1] == ""


@pytest.mark.parametrize("seed", [0, 5, 9])
def test_threads_are_counted(seed):
    assert disagreement(seed, 20.0, "modular", counting=True)[1] == ""


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 160))
def test_threads_are_counted_in_many_programs(seed):
    assert disagreement(seed, 20.0, "modular", counting=True)[1] == ""
