"""`--suggest-fences`: the smallest number of full fences that repair a program under a weak memory model.

Candidates are the places around the pairs of accesses that are out of order on a critical cycle (`passes.delays`). A
counterexample names those that one of its threads passes while it holds back a write: with a fence there it could not happen,
and with fences only elsewhere it still does, since those find nothing held back. So a repair has to contain one place of each
counterexample. A smallest set that does is tried, by verifying the program with these fences like any other; it is the answer, or
there is another counterexample. A set that could not be decided is left out; the answer then says that it may not be the
smallest. Nothing is called a repair that was not verified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from threadproof.report.outcome import FALSE, TRUE, Outcome, Repair

Verify = Callable[[tuple[str, ...]], Outcome]  # with fences at these places
MOST_OPEN = 3  # sets that could not be decided before the search is given up


def repair(first: Outcome, verify: Verify, sequential: Callable[[], Outcome]) -> Repair:
    """`first`: what is to be repaired. `sequential`: the same under sc, where fences change nothing."""
    if first.verdict != FALSE:
        return Repair("not needed" if first.verdict == TRUE else "unknown", reason=first.reason)
    if sequential().verdict == FALSE:
        return Repair("impossible", reason="it is violated under sc, too")
    search = _Search()
    outcome = first
    chosen: tuple[str, ...] = ()
    while True:
        if outcome.verdict == TRUE:
            smaller = min((len(places) for places in search.undecided), default=len(chosen))
            return Repair("repaired", search.described(chosen), search.tried, smallest=smaller >= len(chosen))
        if outcome.verdict == FALSE and not search.learn(outcome):
            return Repair("impossible", reason="a violation needs no late write", tried=search.tried)
        if outcome.verdict not in (TRUE, FALSE):
            search.undecided[frozenset(chosen)] = outcome.reason
        following = search.next() if len(search.undecided) < MOST_OPEN else None
        if following is None:
            return Repair("unknown", tried=search.tried, reason="; ".join(dict.fromkeys(search.undecided.values())))
        chosen = following
        search.tried += 1
        outcome = verify(chosen)


class _Search:
    def __init__(self) -> None:
        self.tried = 0
        self.undecided: dict[frozenset[str], str] = {}
        self._known: dict[str, dict[str, object]] = {}
        self._sets: list[frozenset[str]] = []

    def learn(self, outcome: Outcome) -> bool:
        """Whether a fence could have prevented it."""
        passed = {str(place["place"]): place for place in outcome.passed}
        self._known.update(passed)
        self._sets.append(frozenset(passed))
        return bool(passed)

    def next(self) -> tuple[str, ...] | None:
        found = (places for places in hitting(self._sets) if frozenset(places) not in self.undecided)
        return next(found, None)

    def described(self, places: tuple[str, ...]) -> tuple[dict[str, object], ...]:
        return tuple(self._known[place] for place in places)


def hitting(sets: Iterable[frozenset[str]]) -> Iterator[tuple[str, ...]]:
    """Sets with an element of each, smallest first; what is in most of them and behind a write is tried first."""
    wanted = list(sets)
    count: dict[str, int] = {}
    for places in wanted:
        for place in places:
            count[place] = count.get(place, 0) + 1
    order = sorted(count, key=lambda place: (-count[place], not place.startswith("after"), _line(place)))
    for size in range(1, len(order) + 1):
        for chosen in combinations(order, size):
            if all(not places.isdisjoint(chosen) for places in wanted):
                yield tuple(sorted(chosen, key=_line))


def _line(place: str) -> tuple[int, ...]:
    return tuple(int(word) for word in place.split(":") if word.isdigit())
