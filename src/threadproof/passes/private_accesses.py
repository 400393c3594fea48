"""Escape analysis of accesses: those that no other thread can observe need no scheduling point.

An access is private when every object that its address may refer to is one of these:

* *confined*: a stack, heap or thread-local object whose address never leaves its thread. A thread gets addresses from its
  own operations, from memory, and from other threads as spawn argument or thread result. Objects reachable from globals or
  passed between threads are taken out (transitively, through contents); so what a thread can reach of the rest are only the
  instances that it made itself.
* *single-threaded*: a global (or escaping object) that only one thread ever accesses: all of its accesses are in functions
  that run only in main, or only in one thread that is started once. A stack object must belong to that very thread,
  because its end counts as an access, too.
* *constant*: a global that nothing ever writes. Reads of it commute with everything.

If the analysis cannot name the objects of an address, the access is not private. Nor is one of an object whose address
is hidden in a product, a quotient or a float, or of what such an object holds: any thread might compute it from there.
Otherwise sound because `analyses.points_to` over-approximates what an address refers to in every defined execution; an
undefined one (an address that was computed from one object reaches another) is an error of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.analyses.points_to import Pointees, PointsTo, Target, points_to
from threadproof.analyses.unique_threads import single_threads
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.passes.options import PassOptions
from threadproof.records import replace


def find_private(program: Program, options: PassOptions) -> Program:
    points = points_to(program)
    observable = escaping(program, points)
    hidden = _holding(points, points.hidden())
    owners = owning_threads(points)
    written = {target for _, op, pointees in accesses(points) if not isinstance(op, ops.Load) for target in pointees.targets}
    anything = any(pointees.unknown and not isinstance(op, ops.Load) for _, op, pointees in accesses(points))

    def unobserved(target: Target) -> bool:
        if target in hidden:
            return False
        if target not in observable:
            return True
        if owners.get(target) is not None:
            return True
        return isinstance(target, MemoryObject) and not target.thread_local and target not in written and not anything

    private = set()
    for edge, _, pointees in accesses(points):
        if pointees.places and not pointees.unknown and all(map(unobserved, pointees.targets)):
            private.add(edge)
    return replace(program, private=private)


def accesses(points: PointsTo) -> Iterator[tuple[Edge, ops.Load | ops.Store | ops.Free | ops.ObjectSize, Pointees]]:
    for edges in points.edges.values():
        for edge in edges:
            for op in edge.ops:
                if isinstance(op, ops.Load | ops.Store | ops.Free | ops.ObjectSize):
                    yield edge, op, points.of(op.address)


def escaping(program: Program, points: PointsTo) -> set[Target]:
    """Objects that more than one thread may reach: globals, what is passed between threads, and what those hold."""
    return _holding(points, [*(o for o in program.objects if not o.thread_local), *points.passed_between_threads()])


def _holding(points: PointsTo, targets: Iterable[Target]) -> set[Target]:
    """These objects, and all to which they lead."""
    work, found = list(targets), set[Target]()
    while work:
        target = work.pop()
        if target not in found and not isinstance(target, Function):
            found.add(target)
            work.extend(points.held_by_object(target))
    return found


def owning_threads(points: PointsTo) -> dict[Target, str | None]:
    """For every accessed object the one thread that accesses it (named by its function), or None if there may be several."""
    runs_in = threads_of(points)
    single = single_threads(points)
    owners: dict[Target, str | None] = {}
    for name, edges in points.edges.items():
        threads = runs_in[name]
        owner = next(iter(threads)) if len(threads) == 1 else None
        if owner not in single:
            owner = None
        for edge in edges:
            for target in _touched(edge, points):
                owners[target] = owner if owners.get(target, owner) == owner else None
    return {target: owner for target, owner in owners.items() if not (isinstance(target, MemoryObject) and target.thread_local)}


def _touched(edge: Edge, points: PointsTo) -> Iterator[Target]:
    for op in edge.ops:
        if isinstance(op, ops.Load | ops.Store | ops.Free | ops.ObjectSize | ops.Compared):
            yield from points.of(op.address).targets
        elif isinstance(op, ops.Alloc) and op.stack:
            yield edge


def threads_of(points: PointsTo) -> dict[str, set[str]]:
    """For every reachable function the thread functions that may run it."""
    calls: dict[str, set[str]] = {}
    for name, edges in points.edges.items():
        calls[name] = {callee for edge in edges if isinstance(edge.ops[0], ops.Call) for callee in points.callees(edge)}
    runs_in: dict[str, set[str]] = {name: set() for name in points.edges}
    for thread in {points.program.main, *points.spawned}:
        work = [thread]
        while work:
            name = work.pop()
            if thread not in runs_in[name]:
                runs_in[name].add(thread)
                work.extend(calls[name])
    return runs_in
