"""What Power preserves of the program order of one thread, as conditions: the recursive definition of Herding Cats (Alglave,
Maranget, Tautschnig, 2014), from dependencies and from what reads see.

    ii = ii0 | ci | ic;ci | ii;ii     ii0 = addr | data | rdw | rfi
    ic =       ii | cc | ic;cc | ii;ic
    ci = ci0 | ci;ii | cc;ci          ci0 = ctrl+isync | detour
    cc = cc0 | ci | ci;ic | cc;cc     cc0 = addr | data | po-loc | ctrl | addr;po
    ppo = (ii & R*R) | (ic & R*W)

All of them are part of program order, so the two halves of a composition are closer to each other than the whole. Taken by the
distance of pairs, and for one pair in the order ci, ii, cc, ic, the equations are a circuit, not a fixed point.

A pair with a full fence between that certainly happens is ordered by the fence; it is left out, and so are those that are
composed of it, which the fence orders as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from threadproof.events.event import EventNode
from threadproof.records import dataclass, field
from threadproof.smt.gates import FALSE, TRUE, Gates, Literal

Pair = tuple[int, int]
Table = dict[Pair, Literal]


@dataclass(slots=True)
class Basis:
    """Of accesses of one thread, by numbers of nodes: under which condition two are related if both happen."""

    ii: Table = field(default_factory=dict)
    ci: Table = field(default_factory=dict)
    cc: Table = field(default_factory=dict)

    @staticmethod
    def add(gates: Gates, table: Table, first: int, second: int, when: Literal) -> None:
        if when != FALSE:
            table[first, second] = gates.or_(table.get((first, second), FALSE), when)


class PowerPreservedOrder:
    """`happens`: under which condition a node happens, given two others that do."""

    def __init__(self, gates: Gates, basis: Basis, happens: Callable[[EventNode, EventNode, EventNode], Literal]) -> None:
        self.gates, self.basis, self.happens = gates, basis, happens
        self.ii: Table = {}
        self.ic: Table = {}
        self.ci: Table = {}
        self.cc: Table = {}

    def pairs(
        self, accesses: Sequence[EventNode], earlier: dict[int, list[EventNode]]
    ) -> Iterator[tuple[EventNode, EventNode, Literal]]:
        """What is preserved between reads and later accesses. `earlier[n]`: accesses before an access that no certain full fence
        separates from it, in program order."""
        for place, second in enumerate(accesses):
            for first in reversed(accesses[:place]):
                if first not in earlier[second.number]:
                    continue
                between = [node for node in earlier[second.number] if node.number > first.number]
                self._relate(first, second, between)
                if first.writes:
                    continue
                table = self.ic if second.writes else self.ii
                when = table.get((first.number, second.number), FALSE)
                if when != FALSE:
                    yield first, second, when

    def _relate(self, first: EventNode, second: EventNode, between: list[EventNode]) -> None:
        pair = (first.number, second.number)
        basis, either = self.basis, self.gates.or_

        def composed(one: Table, other: Table) -> Literal:
            found = FALSE
            for node in between:
                a, b = one.get((pair[0], node.number), FALSE), other.get((node.number, pair[1]), FALSE)
                if a != FALSE and b != FALSE:
                    found = either(found, self.gates.all((a, b, self.happens(node, first, second))))
                    if found == TRUE:
                        break
            return found

        def put(table: Table, *whens: Literal) -> Literal:
            found = self.gates.any(whens)
            if found != FALSE:
                table[pair] = found
            return found

        ci = put(self.ci, basis.ci.get(pair, FALSE), composed(self.ci, self.ii), composed(self.cc, self.ci))
        ii = put(self.ii, basis.ii.get(pair, FALSE), ci, composed(self.ic, self.ci), composed(self.ii, self.ii))
        cc = put(self.cc, basis.cc.get(pair, FALSE), ci, composed(self.ci, self.ic), composed(self.cc, self.cc))
        put(self.ic, ii, cc, composed(self.ic, self.cc), composed(self.ii, self.ic))
