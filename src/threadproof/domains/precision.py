"""Precision: what an abstraction tracks, everywhere or by location.

`global`: every variable and predicate that some refinement asked for, at every node. `location`: it is tracked where
it was asked for. A refinement asks for something at a control, on behalf of one thread (the one whose registers are
mentioned; otherwise the one that moves next on the refuted path), and from then on it is tracked at every control in
which some thread of that template is at that location. So what one thread needs to know at a place does not split the
states everywhere else; the price is a refinement for each place.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Precision:
    tracked: frozenset[Variable] = frozenset()
    predicates: frozenset[Expr] = frozenset()

    def join(self, other: Precision) -> Precision:
        return Precision(self.tracked | other.tracked, self.predicates | other.predicates)

    def without(self, variables: Iterable[Variable]) -> Precision:
        """Variables that are not tracked any more; predicates stay."""
        return Precision(self.tracked.difference(variables), self.predicates)

    def variables(self) -> frozenset[Variable]:
        return self.tracked.union(*(expr_variables(predicate) for predicate in self.predicates))

    def __bool__(self) -> bool:
        return bool(self.tracked or self.predicates)


class Precisions:
    """Immutable, as what it keeps. `everywhere` holds at every control, `local` at some places; `union` is all of
    it."""

    __slots__ = ("_memo", "everywhere", "local", "union")

    def __init__(self, everywhere: Precision, local: dict[Place, Precision] | None = None) -> None:
        self.everywhere = everywhere
        self.local = local or {}
        self._memo: dict[frozenset[Place], Precision] = {}
        self.union = everywhere
        for precision in self.local.values():
            self.union = self.union.join(precision)

    def at(self, places: Iterable[Place]) -> Precision:
        if not self.local:
            return self.everywhere
        key = frozenset(places)
        found = self._memo.get(key)
        if found is None:
            found = self.everywhere
            for place in key:
                if place in self.local:
                    found = found.join(self.local[place])
            self._memo[key] = found
        return found

    def grown(self, more: Iterable[tuple[Place | None, Precision]]) -> Precisions:
        """With more tracked at some places (None: everywhere)."""
        everywhere, local = self.everywhere, dict(self.local)
        for place, precision in more:
            if place is None:
                everywhere = everywhere.join(precision)
            else:
                local[place] = local.get(place, Precision()).join(precision)
        return Precisions(everywhere, local)

    def without(self, variables: Iterable[Variable]) -> Precisions:
        gone = frozenset(variables)
        return Precisions(self.everywhere.without(gone), {place: p.without(gone) for place, p in self.local.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Precisions) and (self.everywhere, self.local) == (other.everywhere, other.local)

    __hash__ = None  # type: ignore[assignment]
