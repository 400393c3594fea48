"""Mutual exclusion as reads-from that is impossible: a read in a critical section never sees a write that another
section of the same lock overwrites before it ends.

A *lock* is a variable all of whose writes have this form: it is taken by writing a number, which only one thread
writes, in a step that found 0; it is freed by writing 0 in a step that found that number of the same thread (or before
everything else). As long as such a variable has a thread's number, only that thread changes it. So between taking and
freeing it, no other thread takes it: sections of one lock never overlap, in no execution.

Let a write and a read of the same address lie in sections of one lock in different threads. Whichever section comes
first, the read does not see the write if the write's section certainly overwrites it later, or if the read's section
has certainly overwritten the address before. (Sections are not left half-way in the total order of a model: a later
section takes the lock after the step that freed it, which comes after everything in the section.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.events.event import EventNode, Guard, Instance, ReadEvent, WriteEvent
from threadproof.events.program_order import is_full
from threadproof.ir.expr import Variable
from threadproof.smt.gates import TRUE

if TYPE_CHECKING:
    from threadproof.events.encode import EventEncoder

Section = tuple[Variable, EventNode]  # the lock, the step that took it


class Locks:
    def __init__(self, encoder: EventEncoder) -> None:
        self.encoder, self.sets = encoder, encoder.sets
        self.changes: dict[Instance, dict[Variable, list[WriteEvent]]] = {}  # of locks, in the order of the thread
        self._sections: dict[tuple[EventNode, Guard], frozenset[Section]] = {}
        for variable, writes in encoder.writes.items():
            if len(writes) > 2 and self._is_lock(variable, writes):
                for write in writes:
                    self.changes.setdefault(write.node.thread, {}).setdefault(variable, []).append(write)

    def _is_lock(self, variable: Variable, writes: list[WriteEvent]) -> bool:
        owner: dict[int, Instance] = {}
        freed: list[tuple[int, Instance]] = []
        for write in writes:
            if write.index is not None or not isinstance(write.value, int):
                return False
            if self.encoder.world.model is not None and not is_full(write.node):
                return False
            found, thread = self._found(variable, write), write.node.thread
            if write.value:
                if found != 0 or owner.setdefault(write.value, thread) is not thread:
                    return False
            elif found is not None:
                freed.append((found, thread))
            elif not all(other is write or self._before(write.node, other.node) for other in writes):
                return False
        return bool(owner) and all(owner.get(found) is thread for found, thread in freed)

    def _before(self, one: EventNode, other: EventNode) -> bool:
        return bool(self.encoder.before[other.number] >> one.number & 1)

    def _found(self, variable: Variable, write: WriteEvent) -> int | None:
        """The value that the step of a write certainly found in the variable."""
        read = write.node.reads.get((variable, None))
        if read is None:
            return None
        given = {part for literal in write.guard for part in self.encoder.gates.conjuncts(literal)}
        if not all(bit in given or -bit in given for bit in read.value):
            return None
        return sum((bit in given) << i for i, bit in enumerate(read.value))

    def sections(self, node: EventNode, guard: Guard) -> frozenset[Section]:
        """Those that a node is certainly in when the guard holds, which implies that the node happens."""
        found = self._sections.get((node, guard))
        if found is None:
            inside: set[Section] = set()
            for variable, writes in self.changes.get(node.thread, {}).items():
                last = self._last(writes, node, guard)
                if last is not None and last.value and not self.sets.of(last.guard) & ~self.sets.of(guard):
                    inside.add((variable, last.node))
            found = self._sections[node, guard] = frozenset(inside)
        return found

    def _last(self, writes: list[WriteEvent], node: EventNode, guard: Guard) -> WriteEvent | None:
        """The last one before a node that can happen together with it."""
        excluded = self.sets.negated(guard)
        for write in reversed(writes):
            if write.node.number < node.number and not self.sets.of(write.guard) & excluded:
                return write
        return None

    def hides(self, write: WriteEvent, read: ReadEvent) -> bool:
        """Whether the read cannot see the write, which may hit its address."""
        one, other = write.node.thread, read.node.thread
        if one is other or one not in self.changes or other not in self.changes:
            return False
        theirs, mine = self.sections(write.node, write.guard), self.sections(read.node, read.node.guard)
        shared = {variable for variable, _ in theirs} & {variable for variable, _ in mine}
        if not shared:
            return False
        return any(
            self._overwrites(later, write, [section for section in theirs if section[0] in shared])
            or self._precedes(later, read, [section for section in mine if section[0] in shared])
            for later in self.encoder.writes[read.variable]
        )

    def outside(self, write: WriteEvent, first: ReadEvent, second: ReadEvent) -> bool:
        """Whether a write of another thread cannot lie between two reads of one thread, which are in one section."""
        if write.node.thread is first.node.thread:
            return False
        both = self.sections(first.node, first.node.guard) & self.sections(second.node, second.node.guard)
        return not {variable for variable, _ in both}.isdisjoint(
            variable for variable, _ in self.sections(write.node, write.guard)
        )

    def _overwrites(self, later: WriteEvent, write: WriteEvent, sections: list[Section]) -> bool:
        return (
            later.node.thread is write.node.thread
            and later.node.number > write.node.number
            and not self.sets.of(later.guard) & ~self.sets.of(write.guard)
            and self.encoder.match(later.index, write.index) == TRUE
            and any(section in self.sections(later.node, later.guard) for section in sections)
        )

    def _precedes(self, earlier: WriteEvent, read: ReadEvent, sections: list[Section]) -> bool:
        return (
            earlier.node.thread is read.node.thread
            and earlier.node.number < read.node.number
            and not self.sets.of(earlier.guard) & ~self.sets.of(read.node.guard)
            and self.encoder.match(earlier.index, read.index) == TRUE
            and any(section in self.sections(earlier.node, earlier.guard) for section in sections)
        )
