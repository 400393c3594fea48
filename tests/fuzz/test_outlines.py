"""A few programs of oracle (e); `tests/fuzz/outlines.py` explains it."""

import pytest

from tests.fuzz.outlines import check_batch


@pytest.mark.parametrize("seed", range(8))
def test_what_is_proved_thread_by_thread_is_not_refuted(seed):
    assert check_batch([seed], 20.0).failures == []
