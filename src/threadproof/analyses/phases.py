"""Phases of a program, by interprocedural data flow: with how many atomic blocks open each edge may be taken, and
whether there is more than one thread yet.

A call is followed through the functions that it may reach, once per situation in which they are entered; what a function
returns in is remembered and handed to every caller. `DEEPEST` blocks stand for that many or
more. All paths count, so the
answer contains every situation that an execution can be in.
"""

from __future__ import annotations

from collections import defaultdict

from threadproof.analyses.points_to import PointsTo
from threadproof.ir import op as ops
from threadproof.ir.opfacts import Role, ignored
from threadproof.ir.program import Edge

DEEPEST = 3
Moment = tuple[int, bool]  # open atomic blocks, whether a thread has been created


def moments(points: PointsTo) -> dict[Edge, set[Moment]]:
    return _Moments(points).found


class _Moments:
    def __init__(self, points: PointsTo) -> None:
        self.points = points
        self.out = {name: points.program.functions[name].successors() for name in points.edges}
        self.found: dict[Edge, set[Moment]] = defaultdict(set)
        self._seen: set[tuple[str, Moment, int, Moment]] = set()
        self._work: list[tuple[str, Moment, int, Moment]] = []  # function, moment of entry, location, moment there
        self._returns: dict[tuple[str, Moment], set[Moment]] = defaultdict(set)
        self._callers: dict[tuple[str, Moment], set[tuple[str, Moment, int]]] = defaultdict(set)
        self._enter(points.program.main, (0, False))
        for thread in points.spawned:
            self._enter(thread, (0, True))
        while self._work:
            self._step(*self._work.pop())

    def _enter(self, name: str, moment: Moment) -> None:
        self._reach(name, moment, self.points.program.functions[name].entry, moment)

    def _reach(self, name: str, entered: Moment, location: int, moment: Moment) -> None:
        item = (name, entered, location, moment)
        if item not in self._seen:
            self._seen.add(item)
            self._work.append(item)

    def _step(self, name: str, entered: Moment, location: int, moment: Moment) -> None:
        for edge in self.out[name].get(location, ()):
            self.found[edge].add(moment)
            op = edge.ops[0]
            if isinstance(op, ops.Call):
                self._call(name, entered, edge, moment)
            elif isinstance(op, ops.Return):
                self._return(name, entered, moment)
            else:
                for after in _after(op, moment):
                    self._reach(name, entered, edge.target, after)

    def _call(self, name: str, entered: Moment, edge: Edge, moment: Moment) -> None:
        for callee in self.points.callees(edge):
            self._callers[callee, moment].add((name, entered, edge.target))
            self._enter(callee, moment)
            for after in tuple(self._returns[callee, moment]):
                self._reach(name, entered, edge.target, after)
        op = edge.ops[0]
        assert isinstance(op, ops.Call)
        if self.points.of(op.callee).unknown:
            self._reach(name, entered, edge.target, moment)

    def _return(self, name: str, entered: Moment, moment: Moment) -> None:
        if moment not in self._returns[name, entered]:
            self._returns[name, entered].add(moment)
            for caller, outer, location in tuple(self._callers[name, entered]):
                self._reach(caller, outer, location, moment)


def _after(op: ops.Op, moment: Moment) -> tuple[Moment, ...]:
    open_, several = moment
    match op:
        case ops.AtomicBegin():
            return ((min(DEEPEST, open_ + 1), several),)
        case ops.AtomicEnd() if open_ == DEEPEST:
            return (moment, (open_ - 1, several))
        case ops.AtomicEnd():
            return ((max(0, open_ - 1), several),)
        case ops.Spawn():
            return ((open_, True),)
        case ops.Join() | ops.Await() | ops.Fence():
            return (moment,)
        case _:
            ignored(op, "analyses/phases", Role.DATA, Role.MEMORY, Role.CHECK, Role.CONTROL, Role.KERNEL)
            return (moment,)
