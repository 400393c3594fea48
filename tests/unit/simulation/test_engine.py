"""The engine on the regression programs of the literature, and how much it explores."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.simulation.models import UNSAFE, counts, orders, simulate
from threadproof.config import MATCHERS
from threadproof.report.outcome import FALSE, TRUE

RING = """
event E1, EM; int token;
thread master { int local; while (true) { token = ?(int); local = token; notify E1; wait EM; assert token == local + 1; } }
thread transmit { while (true) { wait E1; token = token + 1; notify EM; } }
main { start; }
"""


SETS = ("none", "ct", "stub", "stub2", "ct-min", "stub-min", "stub2-min")


@pytest.mark.parametrize("name", UNSAFE)
def test_regressions_in_every_order_of_threads(name: str, tmp_path: Path) -> None:
    """Each order with another reduction and matcher, and each reduction and matcher with some order."""
    texts = orders(name)
    for number in range(max(len(texts), len(SETS), len(MATCHERS))):
        text, por, match = texts[number % len(texts)], SETS[number % len(SETS)], MATCHERS[number % len(MATCHERS)]
        assert simulate(text, tmp_path, por=por, match=match).verdict == FALSE, (text, por, match)


def test_a_model_that_never_ends_is_proved(tmp_path: Path) -> None:
    outcome = simulate(RING, tmp_path)
    assert (outcome.verdict, outcome.counters["transitions"]) == (TRUE, 9)


@pytest.mark.parametrize(("size", "expected"), [(6, 58), (9, 100), (13, 170)])
def test_token_rings_with_stubborn_sets(size: int, expected: int, tmp_path: Path) -> None:
    assert counts(f"token-ring.{size}", tmp_path, por="stub") == (TRUE, expected)


def test_names_of_inputs_do_not_matter(tmp_path: Path) -> None:
    assert counts("token-ring.1", tmp_path, match="esm") == counts("token-ring.1", tmp_path, match="esmh") == (TRUE, 9)


def test_an_operand_of_the_kernel_may_have_a_few_values(tmp_path: Path) -> None:
    text = "u8 n = ?(u8); thread A { assume n < 4; wait_time n; assert @time == n && n != 3; } main { start; }"
    assert simulate(text, tmp_path).verdict == FALSE
    assert simulate(text.replace("n != 3", "n != 4"), tmp_path).verdict == TRUE


def test_an_operand_of_the_kernel_with_many_values_is_unknown(tmp_path: Path) -> None:
    outcome = simulate("uint n = ?(uint); thread A { wait_time n; } main { start; }", tmp_path)
    assert outcome.reason.startswith("more than 32 values of")
