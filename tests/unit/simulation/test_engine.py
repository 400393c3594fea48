"""The engine on the regression programs of the literature, and how much it explores."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.simulation.models import UNSAFE, counts, orders, simulate
from threadproof.report.outcome import FALSE, TRUE

RING = """
event E1, EM; int token;
thread master { int local; while (true) { token = ?(int); local = token; notify E1; wait EM; assert token == local + 1; } }
thread transmit { while (true) { wait E1; token = token + 1; notify EM; } }
main { start; }
"""


@pytest.mark.parametrize("name", UNSAFE)
def test_regressions_in_every_order_of_threads(name: str, tmp_path: Path) -> None:
    for text in orders(name):
        assert simulate(text, tmp_path).verdict == FALSE, text


def test_a_model_that_never_ends_is_proved(tmp_path: Path) -> None:
    outcome = simulate(RING, tmp_path)
    assert (outcome.verdict, outcome.counters["transitions"]) == (TRUE, 9)


def test_names_of_inputs_do_not_matter(tmp_path: Path) -> None:
    assert counts("token-ring.1", tmp_path, match="esm") == counts("token-ring.1", tmp_path, match="esmh") == (TRUE, 9)


def test_an_operand_of_the_kernel_may_have_a_few_values(tmp_path: Path) -> None:
    text = "u8 n = ?(u8); thread A { assume n < 4; wait_time n; assert @time == n && n != 3; } main { start; }"
    assert simulate(text, tmp_path).verdict == FALSE
    assert simulate(text.replace("n != 3", "n != 4"), tmp_path).verdict == TRUE


def test_an_operand_of_the_kernel_with_many_values_is_unknown(tmp_path: Path) -> None:
    outcome = simulate("uint n = ?(uint); thread A { wait_time n; } main { start; }", tmp_path)
    assert outcome.reason.startswith("more than 32 values of")
