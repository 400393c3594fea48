"""Which locks a thread surely holds at an operation, on every path that leads there: forward data flow over a program with calls.

A lock is named by the address that is passed to the function that locks it, in one of two ways: an object and an offset, where
points-to knows exactly one; or an expression, the register or the memory cell that the address comes from, and an offset. The
second kind tells that a lock is a member of the object whose other member is accessed (`q->tail` under `q->mutex`). It is
forgotten where the register is set, or the cell is written by name.

Sets meet by intersection. All functions are gone through until nothing changes; whatever solves the equations holds. A
function starts with what all of its callers hold, threads and main with nothing; expressions of the caller become those of
the callee where they are passed as arguments. A call keeps the locks that nothing below it may unlock, and adds those that
are held at every return. A thread that unlocks by an address that is not named holds nothing afterwards.

Not a proof: a cell may be written through another name between lock and access. Reports count with this, no verdict rests on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from threadproof.analyses.points_to import PointsTo
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, MemoryObject
from threadproof.ir.uses import op_target

LOCKING = frozenset({"pthread_mutex_lock", "pthread_spin_lock", "pthread_rwlock_wrlock", "pthread_rwlock_rdlock", "mtx_lock"})
UNLOCKING = frozenset({"pthread_mutex_unlock", "pthread_spin_unlock", "pthread_rwlock_unlock", "mtx_unlock"})
WAITING = frozenset({"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait"})
"""They come back with the lock that they have given away."""
ROUNDS = 50  # over all functions; then nothing is held anywhere


class LockName(NamedTuple):
    """`base`: an object; or what an address comes from: a register, or the content of a named cell."""

    base: MemoryObject | Variable | LockName
    offset: int
    content: bool = False  # the address is what lies there


Locks = frozenset[LockName]


class MustLocks:
    """`at`: the locks that are held before an edge; of edges that are never reached nothing is said."""

    def __init__(self, points: PointsTo) -> None:
        self.points = points
        self.functions = {name: points.program.functions[name] for name in points.edges}
        self.definitions = _definitions(self.functions.values())
        self.at: dict[Edge, Locks] = {}
        self.leaves: dict[str, Locks | None] = dict.fromkeys(self.functions)  # held at every return, of its own
        self.released: dict[str, Locks | None] = {name: frozenset() for name in self.functions}  # None: any
        begin: dict[str, Locks | None] = dict.fromkeys(self.functions)
        begin |= dict.fromkeys((points.program.main, *points.spawned), frozenset())
        self.entry, self.callers = dict(begin), dict(begin)
        for _ in range(ROUNDS):
            before = (self.entry, dict(self.leaves), dict(self.released))
            for function in self.functions.values():
                self._flow(function)
            self.entry, self.callers = self.callers, dict(begin)
            if before == (self.entry, self.leaves, self.released):
                return
        self.at = {}

    # -- names -------------------------------------------------------------------------------------------------------------

    def name(self, address: Expr) -> LockName | None:
        """Of what lies at an address."""
        known = self.points.known(address)
        if known is not None and len(known.places) == 1 and not known.unknown:
            place = known.places[0]
            if isinstance(place.target, MemoryObject) and not place.stride:
                return LockName(place.target, place.offset)
        return self.origin(address)

    def origin(self, address: Expr) -> LockName | None:
        """By what it was computed from."""
        offset = 0
        while address.op in ("add", "displace") and address.args[1].is_const:
            offset += int(address.args[1].payload)
            address = address.args[0]
        if address.op == "addr" and isinstance(address.payload, MemoryObject):
            return LockName(address.payload, offset)
        if address.op != "var":
            return None
        found = self._content(address.payload)
        return None if found is None else found._replace(offset=found.offset + offset)

    def _content(self, variable: Variable) -> LockName | None:
        """What the address in a register comes from."""
        made = self.definitions.get(variable, [])
        if len(made) == 1:
            only = made[0]
            if isinstance(only, ops.Load):
                cell = self.origin(only.address)
                return None if cell is None else LockName(cell, 0, True)
            if isinstance(only, ops.Assign) and (only.value.op != "var" or only.value.payload is not variable):
                return self.origin(only.value)
        return LockName(variable, 0)

    # -- flow --------------------------------------------------------------------------------------------------------------

    def _flow(self, function: Function) -> None:
        begin = self.entry[function.name]
        if begin is None:
            return
        held: dict[int, Locks] = {function.entry: begin}
        out, work = function.successors(), [function.entry]
        left: Locks | None = None
        while work:
            for edge in out.get(work.pop(), ()):
                self.at[edge] = held[edge.source]
                after = self._after(function.name, edge, held[edge.source])
                if isinstance(edge.ops[-1], ops.Return):
                    left = after if left is None else left & after
                    continue
                known = held.get(edge.target)
                joined = after if known is None else known & after
                if joined != known:
                    held[edge.target] = joined
                    work.append(edge.target)
        self.leaves[function.name] = None if left is None else left - begin

    def _after(self, function: str, edge: Edge, held: Locks) -> Locks:
        for op in edge.ops:
            if isinstance(op, ops.Call):
                held = self._called(function, edge, op, held)
            elif isinstance(op, ops.Store) and (cell := self.origin(op.address)) is not None:
                held = frozenset(lock for lock in held if cell not in _mentioned(lock))
            if (target := op_target(op)) is not None:
                held = frozenset(lock for lock in held if target not in _mentioned(lock))
        return held

    def _called(self, function: str, edge: Edge, op: ops.Call, held: Locks) -> Locks:
        for name in self.points.callees(edge):
            if name in WAITING:
                return held
            if name in LOCKING or name in UNLOCKING:
                lock = self.name(op.args[0]) if op.args else None
                if name in UNLOCKING:
                    self._release(function, None if lock is None else frozenset({lock}))
                    return held - {lock} if lock is not None else frozenset()
                return held if lock is None else held | {lock}
        kept, gained = held, None
        for name in self.points.callees(edge):
            if name not in self.functions:
                continue
            self._enter(name, op, held)
            released, leaves = self.released[name], self.leaves[name]
            self._release(function, None if released is None else frozenset(lock for lock in released if _absolute(lock)))
            kept = frozenset() if released is None else kept - released
            own = frozenset(lock for lock in leaves or () if _absolute(lock))
            gained = own if gained is None else gained & own
        return kept | (gained or frozenset())

    def _enter(self, name: str, op: ops.Call, held: Locks) -> None:
        passed = frozenset(self._passed(name, op, held))
        known = self.callers[name]
        self.callers[name] = passed if known is None else known & passed

    def _passed(self, name: str, op: ops.Call, held: Locks) -> Iterator[LockName]:
        yield from (lock for lock in held if _absolute(lock))
        for parameter, argument in zip(self.functions[name].params, op.args, strict=False):
            origin = self.origin(argument)
            if origin is not None:
                yield from (
                    LockName(parameter, lock.offset - origin.offset)
                    for lock in held
                    if (lock.base, lock.content) == (origin.base, origin.content) and not isinstance(lock.base, MemoryObject)
                )

    def _release(self, function: str, locks: Locks | None) -> None:
        known = self.released[function]
        self.released[function] = None if known is None or locks is None else known | locks


def _absolute(lock: LockName) -> bool:
    """Whether it means the same in every function."""
    return isinstance(lock.base, MemoryObject) or (isinstance(lock.base, LockName) and _absolute(lock.base))


def _mentioned(lock: LockName) -> set[MemoryObject | Variable | LockName]:
    """What a name depends on: registers and cells."""
    found: set[MemoryObject | Variable | LockName] = set()
    while True:
        if isinstance(lock.base, LockName):
            found.add(lock.base)
            lock = lock.base
            continue
        if isinstance(lock.base, Variable):
            found.add(lock.base)
        return found


def _definitions(functions: Iterable[Function]) -> Mapping[Variable, list[ops.Op]]:
    found: dict[Variable, list[ops.Op]] = {}
    for function in functions:
        for parameter in function.params:
            found.setdefault(parameter, []).append(ops.Skip())
        for edge in function.edges:
            for op in edge.ops:
                target = op_target(op)
                if target is not None:
                    found.setdefault(target, []).append(op)
    return found
