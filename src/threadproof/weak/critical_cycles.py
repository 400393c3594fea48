"""Critical cycles under Power: which executions that Power allows are missing from a program with early accesses.

The idea: every execution that the program lacks has a cycle of preserved program order and communication. So the cycles
are enumerated, and each is given to the axioms of Power. A cycle that they do not forbid may be of such an execution.

The program (made by `early_accesses`) preserves some pairs of program order (*preserved* pairs), and a write propagates
to all other threads at once. So it has every execution of Power in which preserved pairs and communication between
threads (reads-from, coherence, from-read) have no cycle. Take an execution x that has one, and the prefixes of x (closed
under reads-from) up to the first step with which a prefix has a cycle. The program follows x up to there, and reaches
every access of the cycle. If Power forbids the cycle by itself, with no other events (`weak/power_axioms`), it forbids
x. Hence only cycles that Power does not forbid matter; a preserved pair of each is *open*.

Which cycles are enumerated: of those of x one with the fewest steps; of these, with the fewest preserved pairs; of
these, with the fewest pairs of reads of one place. No access is in it twice. For two consecutive steps this means:
* Both are communication, so they are about one place. They are one step, or a preserved pair of one place, unless they
  lead to a write and from there to a read that reads from it. What a thread reads of its own writes is no order in the
  program, and no step.
* Both are preserved pairs: they are one step, if the first and the last access are a preserved pair.
* A preserved pair about one place (`same`: not of a write and a later read, nor of reads with an own write in between)
  after communication: the communication leads to the second access as well. A read sees what the first one saw, or
  something later in coherence. If that is by the thread that wrote what the first one saw, the two writes of that
  thread are the pair of one place instead.
* Such a pair before communication: the communication leads from the first access as well, unless it is reads-from.

Two accesses of one thread that communicate with the same write are about one place, whether the program preserves their
order or not. So the axioms are also told of reads of one place that see different writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from enum import IntEnum
from functools import cached_property
from itertools import product

from threadproof.records import dataclass
from threadproof.weak.power_axioms import Candidate, Relation, broken

MOST = 20_000  # steps of the search for cycles


class OrderReason(IntEnum):
    """Why an access is ordered after an earlier one of its thread; all but the first hold under Power whenever both
    happen."""

    PROGRAM = 0  # the program does it, perhaps nothing else
    BRANCH = 1
    DEPENDENCY = 2
    LIGHT = 3
    FULL = 4


Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class CycleNode:
    """An access."""

    thread: int
    write: bool


class TooMany(Exception):
    """Cycles to look at."""


class Cycles:
    """`before`: pairs of one thread, by number; `kept`: those that the program keeps in order; `same`: of these, those
    about one place. `meets`: whether accesses may be about the same memory."""

    def __init__(
        self,
        nodes: Sequence[CycleNode],
        before: AbstractSet[Pair],
        kept: dict[Pair, OrderReason],
        same: AbstractSet[Pair],
        meets: Callable[[int, int], bool],
    ) -> None:
        self.nodes, self.before, self.kept, self.same = nodes, before, kept, same
        self.steps = 0
        self.following: list[list[int]] = [[] for _ in nodes]
        for first, one in enumerate(nodes):
            for second, other in enumerate(nodes):
                across = one.thread != other.thread and (one.write or other.write) and meets(first, second)
                if across or (first, second) in kept:
                    self.following[first].append(second)

    def open(self) -> list[Pair]:
        """A preserved pair of each cycle that Power does not forbid."""
        return list(dict.fromkeys(map(self._weakest, self.lacking)))

    def missing(self) -> list[Pair]:
        """On these cycles: reads, and writes of other threads that they do not see."""
        pairs = (pair for cycle in self.lacking for pair in _steps(cycle) if pair not in self.kept)
        return [(a, b) for a, b in dict.fromkeys(pairs) if not self.nodes[a].write and self.nodes[b].write]

    @cached_property
    def lacking(self) -> list[list[int]]:
        found = (cycle for start in range(len(self.nodes)) for cycle in self._from([start], {start}))
        return [cycle for cycle in found if not self._forbidden(cycle)]

    def _from(self, path: list[int], taken: set[int]) -> Iterator[list[int]]:
        """Cycles with the path in them, and no access before its first one in the list."""
        start, last = path[0], path[-1]
        for following in self.following[last]:
            self.steps += 1
            if self.steps > MOST:
                raise TooMany
            if len(path) > 1 and not self._smallest(path[-2], last, following):
                continue
            if following == start:
                if self._smallest(last, start, path[1]):
                    yield path
            elif following > start and following not in taken:
                yield from self._from([*path, following], taken | {following})

    def _smallest(self, first: int, second: int, third: int) -> bool:
        """Whether two steps in a row may be part of a smallest cycle."""
        one, other = (first, second) in self.kept, (second, third) in self.kept
        read = self.nodes[second].write and not self.nodes[third].write
        if one and other:
            return (first, third) not in self.kept
        if one:
            return (first, second) not in self.same or read
        return (second, third) not in self.same if other else read

    def _weakest(self, cycle: Sequence[int]) -> Pair:
        return min((pair for pair in _steps(cycle) if pair in self.kept), key=lambda pair: self.kept[pair])

    def _forbidden(self, cycle: Sequence[int]) -> bool:
        """Whether nothing but these events breaks an axiom."""
        number = {node: n for n, node in enumerate(cycle)}
        nodes = [self.nodes[node] for node in cycle]
        pairs = [(first, second) for first in cycle for second in cycle if (first, second) in self.kept]
        across = [pair for pair in _steps(cycle) if pair not in self.kept]
        met = {(a, c) for (a, b), (b_, c) in product(across, across) if b == b_}  # by what both communicate with

        def relation(found: Iterable[Pair]) -> Relation:
            return Relation.of(len(cycle), ((number[a], number[b]) for a, b in found))

        def ordered(order: OrderReason) -> Relation:
            return relation(pair for pair in pairs if self.kept[pair] is order)

        def between(first: bool, second: bool) -> Relation:
            return relation((a, b) for a, b in across if (self.nodes[a].write, self.nodes[b].write) == (first, second))

        none = relation(())
        writes = sum(1 << n for n, node in enumerate(nodes) if node.write)
        found = Candidate(
            reads=(1 << len(nodes)) - 1 - writes,
            writes=writes,
            same=relation((a, b) for a in cycle for b in cycle if self.nodes[a].thread == self.nodes[b].thread),
            po=relation((a, b) for a in cycle for b in cycle if (a, b) in self.before),
            po_loc=relation({pair for pair in pairs if pair in self.same} | (met & self.before)),
            rf=between(True, False),
            co=between(True, True),
            fr=between(False, True),
            addr=none,
            data=ordered(OrderReason.DEPENDENCY),  # an address keeps more
            ctrl=ordered(OrderReason.BRANCH),
            ctrl_isync=none,
            ffence=ordered(OrderReason.FULL),
            lwfence=ordered(OrderReason.LIGHT),
        )
        return bool(broken(found))


def _steps(cycle: Sequence[int]) -> list[Pair]:
    return list(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
