"""Conflict clauses before solving: sets of candidates that cannot be true together, read off the fixed order.

A *step* from node a to node b is the fixed order, or one candidate c with a <= c.write and c.read <= b (`<=`: fixed order or the
same node); it holds when the candidate's literal does. Three kinds of cycles are made of few steps.
`pair`: two candidates, each of whose reads comes before the other's write (or one: its read comes before its own write).
`between`: a candidate (w, r) and a rival x with steps from w to x and from x to r. Write serialisation gives x < w, from-read
gives r < x; both cycles consist of the same literals, so they are one clause.
`coherence`: two candidates (w, r), (x, s), each other's rivals, where x is before r and w is before s, by the fixed order or
through the candidates themselves. Then x < w and w < x. The most frequent case is r = s: a read has one source.

Each clause is the negation of the literals used. All are consequences of the axioms, so adding them is always sound and leaving
any out is harmless. `LIMIT` bounds their number. Of `between`, at most one of the two steps may be a candidate (`STEPS`): with
two, clauses are ten times as many and searches no shorter (bench/ordering.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.bitsets import bits
from threadproof.engines.ordering.tables import OrderTables
from threadproof.events.problem import Clause, Literal

LIMIT = 5_000
STEPS = 1


class Conflicts:
    """`clauses` by kind, found by `find`."""

    __slots__ = ("_from", "_into", "_of_node", "clauses", "tables")

    def __init__(self, tables: OrderTables) -> None:
        self.tables = tables
        self.clauses: dict[str, list[Clause]] = {"pair": [], "coherence": [], "between": []}
        writes, reads = [0] * tables.nodes, [0] * tables.nodes
        for index, (write, read) in enumerate(zip(tables.write, tables.read)):
            if write != read:
                writes[write] |= 1 << index
                reads[read] |= 1 << index
        # the candidates whose write is this node or after it; whose read is this node or before it
        self._from = [writes[node] | union(writes, tables.after[node]) for node in range(tables.nodes)]
        self._into = [reads[node] | union(reads, tables.before[node]) for node in range(tables.nodes)]
        self._of_node = writes

    def find(self, limit: int = LIMIT) -> list[Clause]:
        found: list[Clause] = []
        for kind, source in (("pair", self._pairs()), ("coherence", self._coherence()), ("between", self._between())):
            for clause in source:
                if len(found) >= limit:
                    return found
                self.clauses[kind].append(clause)
                found.append(clause)
        return found

    def _pairs(self) -> Iterator[Clause]:
        tables = self.tables
        for index, literal in enumerate(tables.literal):
            others = self._from[tables.read[index]] & self._into[tables.write[index]]
            if others >> index & 1:
                yield [-literal]
                continue
            for other in bits(others >> index << index):
                yield negated((literal, tables.literal[other]))

    def _coherence(self) -> Iterator[Clause]:
        tables = self.tables
        for index, literal in enumerate(tables.literal):
            write, read = tables.write[index], tables.read[index]
            for node in bits(tables.rivals[index]):
                for other in bits(self._of_node[node] >> index << index):
                    end = tables.read[other]
                    if not tables.rivals[other] >> write & 1:
                        continue
                    if not (self._before(node, read) or self._at_most(end, read)):
                        continue
                    if not (self._before(write, end) or self._at_most(read, end)):
                        continue
                    for when in tables.classes[tables.kind[index]][node]:
                        for back in tables.classes[tables.kind[other]][write]:
                            yield negated((literal, tables.literal[other], *when, *back))

    def _between(self) -> Iterator[Clause]:
        for steps in range(STEPS + 1):
            yield from self._between_with(steps)

    def _between_with(self, steps: int) -> Iterator[Clause]:
        """Those that need this number of candidates beside the one whose read is disturbed."""
        tables = self.tables
        for index, literal in enumerate(tables.literal):
            write, read = tables.write[index], tables.read[index]
            own = 1 << index
            for node in bits(tables.rivals[index] & ~tables.before[write] & ~tables.after[read]):
                left = [()] if self._before(write, node) else self._steps(write, node, own) if steps else []
                right = [()] if self._before(node, read) else self._steps(node, read, own) if steps else []
                if not left or not right or len(left[0]) + len(right[0]) != steps:
                    continue
                for when in tables.classes[tables.kind[index]][node]:
                    for first in left:
                        for second in right:
                            yield negated((literal, *when, *first, *second))

    def _steps(self, first: int, second: int, without: int) -> list[tuple[Literal, ...]]:
        return [(self.tables.literal[index],) for index in bits(self._from[first] & self._into[second] & ~without)]

    def _before(self, first: int, second: int) -> bool:
        return bool(self.tables.after[first] >> second & 1)

    def _at_most(self, first: int, second: int) -> bool:
        return first == second or bool(self.tables.after[first] >> second & 1)


def union(masks: list[int], members: int) -> int:
    found = 0
    for member in bits(members):
        found |= masks[member]
    return found


def negated(literals: tuple[Literal, ...]) -> Clause:
    return [-literal for literal in dict.fromkeys(literals)]
