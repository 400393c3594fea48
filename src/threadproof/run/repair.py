"""`--suggest-fences`: the smallest number of full fences that repair a program under a weak memory model.

Candidates are the places around the pairs of accesses that are out of order on a critical cycle (`weak.delay_sets`). The ordering
engine finds out what a repair has to contain (`engines.ordering.fencing`): sets of places, one of each of which must get a fence.
A smallest choice is tried, by verifying the program with these fences like any other; it is the answer, or there is another
counterexample, which names places that one of its threads passes while it holds back a write: with a fence there it could not
happen, and with fences only elsewhere it still does. A choice that could not be decided is left out; the answer then says that
it may not be the smallest. If no smallest choice is decided (loops that no bound unwinds, for which engines need more fences than
the program does), a fence at every place is the choice, of which as many are taken away as can be proved to be too many. Nothing
is called a repair that was not verified.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from threadproof.engines.ordering.fencing import Demand, Demands, line, smallest
from threadproof.report.outcome import FALSE, TRUE, Repair, RunOutcome

Verify = Callable[[tuple[str, ...], float], RunOutcome]  # with fences at these places, in so many seconds at most
Places = dict[str, dict[str, object]]  # described, by name
MOST_OPEN = 3  # choices that could not be decided before the search for a smallest one is given up
PATIENCE = 3.0  # times as long as with all fences, and a second, is what the proof with fewer of them may take


def repair(
    first: RunOutcome, verify: Verify, sequential: Callable[[], RunOutcome], demanded: Callable[[], tuple[Demands, Places]]
) -> Repair:
    """`first`: what is to be repaired. `sequential`: the same under sc, where fences change nothing."""
    if first.verdict != FALSE:
        return Repair("not needed" if first.verdict == TRUE else "unknown", reason=first.reason)
    if sequential().verdict == FALSE:
        return Repair("impossible", reason="it is violated under sc, too")
    demands, known = demanded()
    if frozenset() in demands.sets:
        return Repair("impossible", reason="a violation needs no access that is out of order")
    search = _FenceSearch(demands, known)
    outcome = first
    chosen: tuple[str, ...] = ()
    while True:
        if outcome.verdict == TRUE:
            fewer = min((len(places) for places in search.undecided), default=len(chosen))
            return Repair("repaired", search.described(chosen), search.tried, smallest=fewer >= len(chosen))
        if outcome.verdict == FALSE and not search.learn(outcome) and outcome is not first:
            return Repair("unknown", tried=search.tried, reason=demands.why or "a violation that no fence was found for")
        if outcome.verdict not in (TRUE, FALSE):
            search.undecided[frozenset(chosen)] = outcome.reason
        following = search.next() if len(search.undecided) < MOST_OPEN else ()
        if not following:
            places = search.thinned(verify) if search.undecided else ()
            if places:
                return Repair("repaired", search.described(places), search.tried, smallest=False)
            reason = "; ".join(dict.fromkeys(search.undecided.values())) or demands.why
            return Repair("unknown", tried=search.tried, reason=reason)
        chosen = following
        outcome = search.attempt(chosen, verify)


class _FenceSearch:
    def __init__(self, demands: Demands, known: Places) -> None:
        self.tried = 0
        self.undecided: dict[Demand, str] = {}
        self._known = dict(known)
        self._sets: list[Demand] = list(demands.sets)

    def learn(self, outcome: RunOutcome) -> bool:
        """Whether a fence could have prevented it."""
        passed = {str(place["place"]): place for place in outcome.passed}
        self._known.update(passed)
        if passed:
            self._sets.append(frozenset(passed))
        return bool(passed)

    def next(self) -> tuple[str, ...]:
        """Empty: there is nothing left to try."""
        return smallest(self._sets, self.undecided)

    def attempt(self, places: tuple[str, ...], verify: Verify, seconds: float = inf) -> RunOutcome:
        self.tried += 1
        return verify(places, seconds)

    def thinned(self, verify: Verify) -> tuple[str, ...]:
        """All places after accesses, or all there are, without runs of them that are too many: halves, quarters, ... single
        ones. Empty: even those are not enough for a proof."""
        every = tuple(sorted(self._known, key=line))
        behind = tuple(place for place in every if place.startswith("after"))
        for places in dict.fromkeys((behind, every)):
            outcome = self.attempt(places, verify)
            if outcome.verdict == TRUE:
                break
        else:
            return ()
        seconds = 1.0 + PATIENCE * outcome.times.get("total", 0.0)
        length = len(places) // 2
        while length:
            start = 0
            while start < len(places):
                fewer = (*places[:start], *places[start + length :])
                if self.attempt(fewer, verify, seconds).verdict == TRUE:
                    places = fewer
                else:
                    start += length
            length //= 2
        return places

    def described(self, places: tuple[str, ...]) -> tuple[dict[str, object], ...]:
        return tuple(self._known[place] for place in places)
