"""Which predicates are kept where: at a location of a thread, wherever a thread is, or in the region over everything.

A predicate about shared variables alone, or about registers of several threads, goes to the whole region at once: in the region
of a thread it would be lost as soon as another one writes what it mentions. One about the registers of a single thread, and
perhaps shared variables, starts at the location that asked for it, and moves up (`LEVELS`) when that does not exclude the path
that it was found on. So refinement makes progress.

A predicate over a register is kept only where that register may still be read.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.domains.precision import Precision
from threadproof.ir.expr import Expr
from threadproof.ir.uses import expr_variables
from threadproof.passes.liveness import Liveness
from threadproof.sched.system import END, Control, System

LEVELS = ("location", "thread", "everything")
Wish = tuple[Expr, Control]
"""A predicate that is needed at a control."""
Place = tuple[int, int]
"""Thread and location."""


class Living:
    """Which registers may still be read, by thread and place."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._lives = [Liveness(function.edges) for function in system.templates]
        self._at: dict[tuple[int, int], frozenset[object]] = {}

    def holds(self, predicate: Expr, control: Control) -> bool:
        """Whether all registers of a predicate live at a control."""
        for variable in expr_variables(predicate):
            origin = self.system.origin(variable)
            if origin is not None and (origin[1] >= len(control.at) or origin[0] not in self._registers(control.at[origin[1]])):
                return False
        return True

    def _registers(self, place: tuple[int, int]) -> frozenset[object]:
        found = self._at.get(place)
        if found is None:
            live = self._lives[place[0]]
            found = self._at[place] = frozenset() if place[1] == END else frozenset(live.registers(live.at(place[1])))
        return found


class Precisions:
    """Immutable but for what is remembered."""

    nothing = Precision()

    def __init__(
        self,
        living: Living,
        whole: frozenset[Expr] = frozenset(),
        threads: dict[int, frozenset[Expr]] | None = None,
        places: dict[Place, frozenset[Expr]] | None = None,
    ) -> None:
        self.living = living
        self.whole, self.threads, self.places = whole, threads or {}, places or {}
        self._whole_memo: dict[tuple[tuple[int, int], ...], frozenset[Expr]] = {}
        self._own_memo: dict[tuple[int, tuple[int, int]], frozenset[Expr]] = {}

    def count(self) -> int:
        return len(self.whole.union(*self.threads.values(), *self.places.values()))

    def whole_at(self, control: Control) -> frozenset[Expr]:
        found = self._whole_memo.get(control.at)
        if found is None:
            found = self._whole_memo[control.at] = frozenset(p for p in self.whole if self.living.holds(p, control))
        return found

    def own_at(self, control: Control, thread: int) -> frozenset[Expr]:
        place = control.at[thread]
        found = self._own_memo.get((thread, place))
        if found is None:
            every = self.threads.get(thread, frozenset()) | self.places.get((thread, place[1]), frozenset())
            found = self._own_memo[thread, place] = frozenset(p for p in every if self.living.holds(p, control))
        return found

    def grown(self, wishes: Iterable[Wish], level: str) -> Precisions | None:
        """With more predicates; None if all of them are there already."""
        whole, threads, places = set(self.whole), dict(self.threads), dict(self.places)
        for predicate, control in wishes:
            owners = {origin[1] for origin in map(self.living.system.origin, expr_variables(predicate)) if origin is not None}
            owner = min(owners, default=0)
            if len(owners) != 1 or level == "everything" or owner >= len(control.at):
                whole.add(predicate)
            elif level == "thread":
                threads[owner] = threads.get(owner, frozenset()) | {predicate}
            else:
                place = (owner, control.at[owner][1])
                places[place] = places.get(place, frozenset()) | {predicate}
        if whole == self.whole and threads == self.threads and places == self.places:
            return None
        return Precisions(self.living, frozenset(whole), threads, places)
