"""The search for fences, with a verifier that is a table: sets of which a repair contains one element each."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from threadproof.engines.ordering.fencing import Demands, smallest
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN, RunOutcome
from threadproof.run.repair import repair

PLACES = [f"{kind}:{line}:1" for line in (3, 5, 8, 9) for kind in ("after", "before")]


def violated(*places: str) -> RunOutcome:
    return RunOutcome(FALSE, passed=tuple({"place": place} for place in places))


class Table:
    """Violated as long as the fences leave out one of the sets; undecided for some choices."""

    def __init__(self, *sets: set[str], undecided: tuple[set[str], ...] = ()) -> None:
        self.sets, self.undecided, self.asked = sets, undecided, []

    def __call__(self, fences: tuple[str, ...], seconds: float = 0.0) -> RunOutcome:
        self.asked.append(set(fences))
        if set(fences) in self.undecided:
            return RunOutcome(UNKNOWN, reason="timeout")
        left = next((places for places in self.sets if places.isdisjoint(fences)), None)
        return RunOutcome(TRUE) if left is None else violated(*sorted(left))


def nothing() -> tuple[Demands, dict[str, dict[str, object]]]:
    return Demands(()), {}


def safe() -> RunOutcome:
    return RunOutcome(TRUE)


@pytest.mark.parametrize("seed", range(30))
def test_smallest(seed: int) -> None:
    chance = random.Random(seed)
    table = Table(*({*chance.sample(PLACES, chance.randint(1, 4))} for _ in range(chance.randint(1, 6))))
    found = repair(table(()), table, safe, nothing)
    chosen = {str(place["place"]) for place in found.places}
    assert found.status == "repaired" and found.smallest and table(tuple(chosen)).verdict == TRUE
    fewer = [few for size in range(len(chosen)) for few in combinations(PLACES, size)]
    assert all(table(few).verdict == FALSE for few in fewer)


def test_undecided_is_no_repair() -> None:
    table = Table({"after:3:1"}, undecided=({"after:3:1"},))
    found = repair(table(()), table, safe, nothing)
    assert found.status == "unknown" and not found.places and found.reason == "timeout"


def test_undecided_is_left_out() -> None:
    table = Table({"after:3:1", "after:5:1"}, {"after:3:1", "after:8:1"}, undecided=({"after:3:1"},))
    found = repair(table(()), table, safe, nothing)
    assert [place["place"] for place in found.places] != ["after:3:1"] and found.status == "repaired" and not found.smallest


def test_more_than_enough_where_no_choice_is_decided() -> None:
    """All fences, without those that can be shown to be too many."""
    needed = {"after:3:1", "after:9:1"}

    def verify(fences: tuple[str, ...], seconds: float) -> RunOutcome:
        return RunOutcome(TRUE) if needed <= set(fences) else RunOutcome(UNKNOWN, reason="timeout")

    known = {place: {"place": place} for place in PLACES}
    found = repair(violated(), verify, safe, lambda: (Demands((frozenset({"after:3:1", "after:5:1"}),)), known))
    assert {place["place"] for place in found.places} == needed and found.status == "repaired" and not found.smallest


def test_nothing_to_do() -> None:
    never = Table()
    assert repair(RunOutcome(TRUE), never, safe, nothing).status == "not needed"
    assert repair(violated("after:3:1"), never, violated, nothing).status == "impossible"
    assert repair(violated(), never, safe, nothing).status == "unknown"
    assert repair(violated(), never, safe, lambda: (Demands((frozenset(),)), {})).status == "impossible"
    assert never.asked == []


def test_demands_are_known_before() -> None:
    """What the ordering engine has found out saves counterexamples."""
    table = Table({"after:3:1", "after:5:1"}, {"after:3:1", "after:8:1"}, {"before:9:1"})
    known = {place: {"place": place} for place in PLACES}
    found = repair(violated(), table, safe, lambda: (Demands(tuple(map(frozenset, table.sets))), known))
    assert [place["place"] for place in found.places] == ["after:3:1", "before:9:1"] and found.tried == 1


def test_smallest_prefers_places_behind_writes() -> None:
    assert smallest([frozenset({"before:2:1", "after:3:1"})]) == ("after:3:1",)
    assert smallest([frozenset({"before:2:1", "after:3:1"})], [frozenset({"after:3:1"})]) == ("before:2:1",)
