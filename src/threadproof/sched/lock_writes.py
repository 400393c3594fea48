"""Whether threads that wait for each other may be freed by a write that is no operation of their locks: another thread may yet
initialise such a lock again while it is held, write into it, or end its object.

All of that is undefined in C, but nothing checks it, so a deadlock that it would end is no certain one. What others may yet do is
what can be reached from where they are, through calls and through threads that they create, whatever conditions there are on the
way. Where it writes is told by points-to, which is right for every state of the program. If none of it writes the bytes that the
waiting threads look at, only the functions of locks do, other than those that initialise, and these keep their promise
(`sched.waits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.analyses.points_to import PointsTo
from threadproof.ir import op as ops
from threadproof.ir.interp import Machine, State
from threadproof.ir.interp.outcome import Access
from threadproof.ir.interp.places import in_library
from threadproof.ir.program import Edge, MemoryObject
from threadproof.ir.types import byte_size

LOCKS = ("pthread.c", "pthread_cond.c", "pthread_mutex.c", "pthread_rwlock.c", "pthread_spin.c", "threads.c")
INITIALISE = ("init", "reset")  # in their names

_Location = tuple[str, int]


class LockWrites:
    """What a program may write. The machine tells what waiting threads look at, so it notes accesses."""

    def __init__(self, machine: Machine) -> None:
        self.program, self.points = machine.program, PointsTo(machine.program)
        self.out = {name: function.successors() for name, function in self.program.functions.items()}
        limits, pause = machine.limits, machine.pause
        self.machine = Machine(machine.program, machine.property, machine.scheduler, limits, logs=True, pause=pause)
        self.codes = {code.function.name: code for code in self.machine.codes.values()}

    def same(self, state: State) -> State:
        """A state of another machine for the same program, for this one."""
        threads = []
        for thread in state.threads:
            frames = tuple(frame._replace(code=self.codes[frame.code.function.name]) for frame in thread.frames)
            threads.append(thread._replace(frames=frames))
        return state._replace(threads=tuple(threads))

    def may_write(self, state: State, waiting: Iterable[int], read: Iterable[Access]) -> bool:
        """Whether a thread that does not wait may write what was read."""
        bytes_ = [access for access in read if not access.private]
        others = [thread for number, thread in enumerate(state.threads) if number not in frozenset(waiting)]
        starts = [(frame.code.function.name, frame.location) for thread in others for frame in thread.frames]
        return any(self._writes(op, access) for op in self._reached(starts) for access in bytes_)

    def _reached(self, starts: list[_Location]) -> Iterator[ops.Op]:
        """Operations that may write something that is no lock of theirs, or initialise it."""
        seen, work = set(starts), list(starts)
        while work:
            name, location = work.pop()
            for edge in self.out[name].get(location, ()):
                if not _is_lock(name, edge):
                    yield from edge.ops
                following = [(name, edge.target)]
                if any(isinstance(op, ops.Entering) for op in edge.ops):
                    following += [(callee, self.program.functions[callee].entry) for callee in self.points.callees(edge)]
                new = [at for at in following if at not in seen]
                seen.update(new)
                work += new

    def _writes(self, op: ops.Op, access: Access) -> bool:
        if not isinstance(op, ops.Store | ops.Free | ops.Lifetime):
            return False
        size = byte_size(op.value.type) if isinstance(op, ops.Store) else 0
        found = self.points.known(op.address)
        if found is None or found.unknown:
            return True
        for place in found.places:
            named = isinstance(access.place, MemoryObject)
            if named != isinstance(place.target, MemoryObject) or (named and place.target is not access.place):
                continue
            if not size or _meets(place.offset, place.stride, size, access.offset, access.size):
                return True
        return False


def _is_lock(function: str, edge: Edge) -> bool:
    known = in_library(edge.pos) and edge.pos.file.rpartition("/")[2] in LOCKS
    return known and not any(word in function for word in INITIALISE)


def _meets(offset: int, stride: int, size: int, start: int, length: int) -> bool:
    """Whether `size` bytes at the offset, or any number of strides from there, have one in common with those from `start`."""
    low, high = start - size + 1, start + length - 1
    first = low + (offset - low) % stride if stride else offset
    return low <= first <= high


_last: list[tuple[Machine, LockWrites]] = []


def lock_writes(machine: Machine) -> LockWrites:
    """Found once for a machine."""
    if not _last or _last[0][0] is not machine:
        _last[:] = [(machine, LockWrites(machine))]
    return _last[0][1]
