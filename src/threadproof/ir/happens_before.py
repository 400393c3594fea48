"""Happens-before, as C11 defines it, along an execution; and when a data race can be told without it.

**Definition.** An execution is an interleaving (`ir/interp`). *Synchronises-with*: creating a thread with its start;
its end with joining it; unlocking (posting, arriving, waking, ...) with later locking (waiting, leaving, ...) of the
same object; a release write of an atomic object, or a relaxed one after a release fence, with an acquire read, or a
relaxed one before an acquire fence, that reads what it wrote or what its release sequence did. The release sequence of
a write is what follows it in the order of writes to the object: writes of the same thread, and read-modify-writes of
any (C11 and C17, 5.1.2.4; C++20 has left the former out). Consume means acquire, as compilers have it. Atomic blocks of
SV-COMP are sections of one lock. `volatile` does not synchronise, nor does an attempt at a lock that fails.
*Happens-before* is the transitive closure of program order and synchronises-with. A **data race** is a pair of accesses
of different threads to a common byte, one of them a write, not both atomic, that happens-before does not order.

**Tracking.** Happens-before goes forward in an execution, so to know what happens before the present of each thread, it
is enough to carry it along: a set of earlier accesses for each thread (`now`), for its last release fence (`fence`),
for what an acquire fence would add (`pending`), and for each byte of an object what the release sequences in force
there carry, by the thread of their heads (`heads`). Sets are bits of a number. With a bit for every access this is the
usual vector clock (`certify/replay/follow`); with one bit, for one access that was chosen, it is what engines follow
(`engines/explicit/race_tracking`, `passes/taint`): a chosen access races with whatever conflicts later, in a thread whose bit
is not set.

**Without tracking.** Where every operation synchronises with what it learns (all atomic reads acquire, all atomic writes
release, no attempt at a lock fails: no `Sync.weak`; and no block of SV-COMP reads what an atomic operation of C wrote, or the
other way round, since these do not synchronise with each other), a data race exists exactly if some state is reachable in
which two threads are *both about to* make conflicting accesses. One way round: made one right after the other, the two are
not ordered. The other way round: take an execution, its first access b that races with an earlier one, a, and of that
execution only what happens before a or before b. Whatever of this reads something reads it from a write that happens before it:
by synchronisation if both are atomic, and because it is no data race (b is the first) otherwise. So each read still finds its
write, every thread goes the same way (a waiting operation depends on reads, too), and at the end both threads are about to make
a and b. Hence programs without weak operations are searched for such states, as ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from threadproof.ir import op as ops
from threadproof.ir.interp.outcome import Access, Allocated, Entry, Fenced, Synchronised, ThreadEvent
from threadproof.ir.op import Sync
from threadproof.ir.program import Fact, Program

Frozen = tuple[tuple[Any, ...], ...]


def is_sync(op: ops.Op) -> bool:
    """Whether it does nothing but synchronise."""
    return isinstance(op, ops.Fence) or (isinstance(op, ops.Load) and op.sync not in (None, Sync.PEEK))


def syncs(program: Program) -> Iterator[ops.Load]:
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                if isinstance(op, ops.Load) and op.sync is not None:
                    yield op


def classify(program: Program, mixed: bool = False) -> None:
    """Note how a program (as the front end made it) synchronises, for later passes and engines. `mixed`: whether an access that
    is atomic may read what another one has written by other means, and does not synchronise with it."""
    found = list(syncs(program))
    if mixed or any(op.sync is not None and op.sync.weak for op in found):
        program.ensures |= {Fact.WEAK}
    if not all(op.total for op in found):
        program.ensures |= {Fact.PARTIAL}


def is_weak(program: Program) -> bool:
    """Whether data races have to be told by happens-before."""
    return Fact.WEAK in program.ensures


def is_total(program: Program) -> bool:
    """Whether all synchronisation is sequentially consistent: without data races, such a program has no other executions than
    interleavings, under any memory model that keeps the promise of C11."""
    return program.ensures.isdisjoint({Fact.WEAK, Fact.PARTIAL})


class Clocks:
    """What happens before the present of each thread, as sets of bits; zeros are not stored."""

    __slots__ = ("fence", "heads", "now", "pending")

    def __init__(self, frozen: Frozen = ((), (), (), ())) -> None:
        self.now, self.fence, self.pending = (dict(part) for part in frozen[:3])
        self.heads: dict[tuple[int, int], int] = {(byte, head): bits for byte, head, bits in frozen[3]}

    def frozen(self) -> Frozen:
        """As a value that can be compared and hashed."""
        heads = tuple(sorted((byte, head, bits) for (byte, head), bits in self.heads.items()))
        return (*(tuple(sorted(part.items())) for part in (self.now, self.fence, self.pending)), heads)

    def add(self, thread: int, bits: int) -> None:
        """The thread itself does something."""
        _join(self.now, thread, bits)

    def has(self, thread: int, bit: int) -> bool:
        return bool(self.now.get(thread, 0) & bit)

    def take(self, entry: Entry) -> None:
        """What one entry of a log does for the order."""
        match entry:
            case Synchronised(thread, kind, address, size):
                self._synchronise(thread, kind, range(address, address + size))
            case Fenced(thread, acquires, releases):
                if acquires:
                    _join(self.now, thread, self.pending.get(thread, 0))
                if releases:
                    _join(self.fence, thread, self.now.get(thread, 0))
            case ThreadEvent(thread, "spawn", other):
                _join(self.now, other, self.now.get(thread, 0))
            case ThreadEvent(thread, "join", other):
                _join(self.now, thread, self.now.get(other, 0))
            case Allocated(_, address, size):
                for key in [key for key in self.heads if address <= key[0] < address + size]:
                    del self.heads[key]

    def _synchronise(self, thread: int, kind: Sync, place: range) -> None:
        now, fence = self.now.get(thread, 0), self.fence.get(thread, 0)
        match kind:
            case Sync.ACQUIRE | Sync.OBSERVE:
                found = 0
                for (byte, _), bits in self.heads.items():
                    if byte in place:
                        found |= bits
                _join(self.now if kind is Sync.ACQUIRE else self.pending, thread, found)
            case Sync.RELEASE | Sync.PUBLISH:
                for key in [key for key in self.heads if key[0] in place and key[1] != thread]:
                    del self.heads[key]
                self._head(place, thread, now if kind is Sync.RELEASE else fence)
            case Sync.EXTEND | Sync.CARRY:
                self._head(place, thread, now if kind is Sync.EXTEND else fence)

    def _head(self, place: range, thread: int, bits: int) -> None:
        if bits:
            for byte in place:
                self.heads[byte, thread] = self.heads.get((byte, thread), 0) | bits


def _join(clock: dict[int, int], thread: int, bits: int) -> None:
    if bits:
        clock[thread] = clock.get(thread, 0) | bits


class RecordedAccesses:
    """All accesses of an execution, and which of them happen before the present of which thread: a bit for each."""

    def __init__(self) -> None:
        self.clocks = Clocks()
        self.accesses: list[Access | None] = []  # None: of an object whose place belongs to another one now

    def take(self, entry: Entry) -> Access | None:
        """An earlier access that races with this one, if there is one."""
        self.clocks.take(entry)
        if isinstance(entry, Allocated):
            self.accesses = [None if a is None or entry.covers(a) else a for a in self.accesses]
        if not isinstance(entry, Access) or entry.private:
            return None
        seen = self.clocks.now.get(entry.thread, 0)
        racing = next((a for n, a in enumerate(self.accesses) if a is not None and _races(a, entry, seen >> n)), None)
        self.clocks.add(entry.thread, 1 << len(self.accesses))
        self.accesses.append(entry)
        return racing


def _races(first: Access, second: Access, before: int) -> bool:
    return first.thread != second.thread and not before & 1 and first.conflicts(second)
