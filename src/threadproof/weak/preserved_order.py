"""Preserved program order of a program with early accesses, under Power: which pairs of accesses it keeps in order, for
which reason, and which of them exclude an execution that Power allows (`critical_cycles`).

Every pair of one thread is preserved, unless the program relaxes it: a delayed write, an early read or an early write;
or a write and a read of one place, which sees the write before others do. A reason must hold on every path from the one
to the other: a full fence, a lighter one that is about these kinds of accesses, or a dependency
(`relaxed_accesses.depends`; where a path has a fence instead, that orders the same pairs).

Threads must be known one by one, with every access executed at most once (no loops), and memory accessed as a whole.
Otherwise, and where there are too many cycles, nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.ir import op as ops
from threadproof.ir.program import Edge
from threadproof.weak.critical_cycles import CycleNode, Cycles, OrderReason, TooMany
from threadproof.weak.delay_sets import Delays, Pair, calls, is_full_fence, same_place
from threadproof.weak.fences import MEANING
from threadproof.weak.relaxed_accesses import Preservation

ACQUIRED = "__tp_buffer_acquired"
Found = dict[Edge, dict[Edge, Preservation]]


class PreservedPairs:
    """`relaxes`: whether accesses may be out of order in the program. `unkept`, `depends`: as found by `relaxed_accesses`."""

    def __init__(self, delays: Delays, relaxes: Callable[[Edge, Edge], bool], unkept: Found, depends: Found) -> None:
        self.delays, self.relaxes, self.unkept, self.depends = delays, relaxes, unkept, depends
        self.places = delays.graph.footprints
        self.missing: list[tuple[str, Edge, Edge]] = []  # threads, with a read and a write that it does not see, on open cycles

    def open(self) -> list[Pair] | None:
        """Pairs that lack something. None: nothing is known."""
        graph = self.delays.graph
        threads = list(graph.numbers.values())
        edges = graph.nodes
        if len(edges) != sum(map(len, threads)) or not self._simple():
            return None
        nodes = [CycleNode(n, _writes(edge)) for n, thread in enumerate(threads) for edge in thread]
        kept: dict[tuple[int, int], OrderReason] = {}
        same: set[tuple[int, int]] = set()
        before: set[tuple[int, int]] = set()
        for thread, numbers in graph.numbers.items():
            for a, b in self._pairs(thread):
                pair = (numbers[a], numbers[b])
                before.add(pair)
                if self.relaxes(a, b) or self._forwards(a, b):
                    continue
                kept[pair] = self._why(thread, a, b)
                if same_place(self.places[a], self.places[b]) and (_writes(b) or b not in self.unkept.get(a, {})):
                    same.add(pair)
        cycles = Cycles(nodes, before, kept, same, lambda i, j: self.places[edges[i]].overlaps(self.places[edges[j]]))
        try:
            found = cycles.open()
        except TooMany:
            return None
        names = list(graph.numbers)
        self.missing = [(names[nodes[read].thread], edges[read], edges[write]) for read, write in cycles.missing()]
        return [(edges[first], edges[second]) for first, second in found]

    def _simple(self) -> bool:
        """Whether every access is executed at most once, and touches what others touch, or nothing of it."""
        for thread, numbers in self.delays.graph.numbers.items():
            order = self.delays.orders[thread]
            if any(isinstance(a.ops[0], ops.Free) or a in order.after([a], stops=_never) for a in numbers):
                return False
        found = list(self.places.values())
        return all(one.size == other.size or not one.overlaps(other) for one in found for other in found)

    def _pairs(self, thread: str) -> list[Pair]:
        """In the order of the thread."""
        order, mine = self.delays.orders[thread], self.delays.graph.numbers[thread]
        return [(a, b) for a in mine for b in order.after([a], stops=_never) if b in mine]

    def _forwards(self, a: Edge, b: Edge) -> bool:
        return _writes(a) and not _writes(b) and same_place(self.places[a], self.places[b])

    def _why(self, thread: str, a: Edge, b: Edge) -> OrderReason:
        order = self.delays.orders[thread]
        if is_full_fence(a) or is_full_fence(b) or b not in order.after([a]):
            return OrderReason.FULL
        kinds = "RW"[_writes(a)], "RW"[_writes(b)]
        if b not in order.after([a], stops=lambda edge: is_full_fence(edge) or _keeps(edge, *kinds)):
            return OrderReason.LIGHT
        if all(calls(edge, ACQUIRED) for edge in order.out[order.owner[a]].get(a.target, ())):
            return OrderReason.DEPENDENCY
        how = self.depends.get(a, {}).get(b, Preservation.NO)
        return (
            OrderReason.DEPENDENCY
            if how is Preservation.YES
            else OrderReason.BRANCH
            if how is Preservation.FIRST
            else OrderReason.PROGRAM
        )


def _never(edge: Edge) -> bool:
    return False


def _writes(edge: Edge) -> bool:
    return isinstance(edge.ops[0], ops.Store)


def _keeps(edge: Edge, before: str, after: str) -> bool:
    """Whether it is a fence for these kinds of accesses."""
    return any(calls(edge, name) and before in row[0] and after in row[1] for name, rows in MEANING.items() for row in rows)
