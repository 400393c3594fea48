"""A few programs of oracle (d); `tests/fuzz/many.py` explains it."""

import pytest

from tests.fuzz.many import disagreement


@pytest.mark.parametrize("seed", range(12))
def test_any_number_of_threads_includes_few(seed):
    assert disagreement(seed, 20.0)[1] == ""
