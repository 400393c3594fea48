"""What reads see where program order is relaxed: the rules of `program_order` about own writes, as literals and orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.bitsets import bits
from threadproof.events.event import EventNode, ReadEvent, WriteEvent
from threadproof.events.problem import OrderEdge
from threadproof.smt.gates import FALSE, Literal

if TYPE_CHECKING:
    from threadproof.events.encode import EventEncoder


class Relaxed:
    """`forwards`: literals of reads that see a write of their own thread before it reaches memory."""

    def __init__(self, encoder: EventEncoder) -> None:
        self.encoder, self.gates = encoder, encoder.gates
        self.forwards: list[tuple[Literal, WriteEvent, ReadEvent]] = []
        self._sources: dict[ReadEvent, list[tuple[Literal, WriteEvent]]] = {}
        self._paired: set[tuple[Literal, Literal]] = set()

    def early(self, write: WriteEvent, read: ReadEvent) -> bool:
        """Whether the read may see the write before it reaches memory."""
        own = write.node.thread is read.node.thread
        return own and not self.encoder.before[read.node.number] >> write.node.number & 1

    def _own(self, read: ReadEvent) -> list[tuple[WriteEvent, Literal]]:
        """Earlier writes of the thread to the address which the fixed order does not put before the read."""
        return [(write, match) for write, match in self.encoder.hitting(read) if self.early(write, read)]

    def from_memory(self, literal: Literal, write: WriteEvent, read: ReadEvent) -> None:
        """Own earlier writes are not after the one that is seen."""
        self._sources.setdefault(read, []).append((literal, write))
        for own, match in self._own(read):
            if own.node is not write.node and not self.encoder.before[write.node.number] >> own.node.number & 1:
                hits = self.gates.all((literal, self.encoder.when(own), match))
                self._order(hits, own.node.number, write.node.number)

    def forwarded(self, literal: Literal, write: WriteEvent, read: ReadEvent) -> None:
        """No other own write lies between, in program order."""
        self._sources.setdefault(read, []).append((literal, write))
        self.forwards.append((literal, write, read))
        self._order(literal, read.node.number, write.node.number)
        for own, match in self.encoder.hitting(read):
            if own.node.thread is read.node.thread and own.node.number > write.node.number:
                self.gates.add([-literal, -self.encoder.when(own), -match])
        for number in bits(write.node.deps):
            self._order(literal, number, read.node.number)

    def coherent(self) -> None:
        """Two reads of one address whose order is not preserved: the second does not see an older write."""
        encoder = self.encoder
        by_thread: dict[tuple[object, object], list[ReadEvent]] = {}
        for read in self._sources:
            by_thread.setdefault((read.node.thread, read.variable), []).append(read)
        for reads in by_thread.values():
            reads.sort(key=lambda read: read.node.number)
            for i, second in enumerate(reads):
                for first in reads[:i]:
                    if first.node is second.node or encoder.before[second.node.number] >> first.node.number & 1:
                        continue
                    match = encoder.match(first.index, second.index)
                    if match != FALSE:
                        self._newer(first, second, match)

    def _newer(self, first: ReadEvent, second: ReadEvent, match: Literal) -> None:
        before = self.encoder.before
        for one, older in self._sources[first]:
            for other, newer in self._sources[second]:
                a, b = older.node.number, newer.node.number
                if (one, other) in self._paired or a == b or before[b] >> a & 1:
                    continue
                self._paired.add((one, other))
                self._order(self.gates.all((one, other, match)), a, b)

    def at_once(self, nodes: list[EventNode]) -> None:
        """From now on only executions in which these writes reach memory before anything that comes later in their threads."""
        for node in nodes:
            happens = self.encoder.world.holds(node.guard)
            for later in node.thread.nodes:
                if later.number > node.number and not self.encoder.before[later.number] >> node.number & 1:
                    self._order(happens, node.number, later.number)

    def _order(self, literal: Literal, first: int, second: int) -> None:
        if literal == FALSE:
            return
        if self.encoder.before[first] >> second & 1:
            self.gates.add([-literal])
        self.gates.emit(literal)
        self.encoder.orders.append(OrderEdge(literal, first, second))
