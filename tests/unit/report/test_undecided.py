"""UNKNOWN for people: which of several reasons is named, and what is advised."""

from __future__ import annotations

import pytest

from threadproof.report.undecided import SearchLimits, undecided

LIMITS = SearchLimits(30.0, ("p.c:8",))


@pytest.mark.parametrize(
    ("reasons", "obstacle", "advice"),
    [
        ({"explicit": "unsupported: inline assembly (hlt) at f.c:2:40"}, "unsupported: inline assembly (hlt) at f", "--model"),
        (
            {"ordering": "timeout", "explicit": "f may do anything, being defined in no given file; say --extern pure if it "
             "does not at f.c:3"}, "f may do anything, being defined in no given file", "--extern pure",
        ),
        ({"explicit": "recursion: deeper than 200 calls at f.c:4"}, "calls nest at f.c:4: deeper than 200 calls", "--unwind"),
        ({"explicit": "threads: more than 64 (--threads) at f.c:4"}, "threads at f.c:4: more than 64", "--threads"),
        ({"explicit": "memory"}, "the limit of memory was met", "--memory"),
        ({"impact": "timeout", "explicit": "inputs: x of type u32 at f.c:7"}, "the loop at p.c:8: no constant", "f.c:7: a"),
        ({"explicit": "inputs: x of type u32 at f.c:7"}, "the input x at f.c:7 may have too many values", "__VERIFIER_assume"),
        ({"bmc": "bound 4"}, "bound 4", ""),
    ],
)  # fmt: skip
def test_the_nearest_obstacle(reasons: dict[str, str], obstacle: str, advice: str) -> None:
    found = undecided(reasons, {}, LIMITS)
    assert found.obstacle.startswith(obstacle), found
    assert any(advice in step for step in found.next) or not advice, found


def test_what_is_known_and_how_long_more_takes() -> None:
    counters = {"clear_bound": 4, "ordering_clear_seconds": 6.0, "ordering_clear_growth": 3.0, "explicit_states": 1200.0}
    reasons = {"ordering": "timeout", "modular": "assertion fails: x (reach-error at p.c:9) is not excluded thread by thread"}
    found = undecided(reasons, counters, SearchLimits(30.0))
    assert found.known == (
        "no violation was found with up to 4 iterations of each loop",
        "none in the 1 200 states that explicit has visited",
        "modular, thread by thread, is left with the check at p.c:9",
    )
    assert found.next[0].startswith("more time: raise --timeout; for this there were 30 s (8 iterations take about 18 s ")
    assert "too many interleavings" in found.obstacle
