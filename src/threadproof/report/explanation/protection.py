"""The lock that most places of the program hold where they access what a race is about.

Places are counted, not accesses of an execution: operations of the program that other threads can notice, after the first
thread was created, whose address may be that of the variable (points-to). Of objects on the heap, which points-to does not
tell apart, only those count that are written with the same member name. That a lock is held there is known from every path
(`analyses.must_locks`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from threadproof.analyses.must_locks import LockName, Locks, MustLocks
from threadproof.analyses.phases import moments
from threadproof.analyses.points_to import PointsTo, points_to
from threadproof.errors import Pos
from threadproof.ir import op as ops
from threadproof.ir.interp.outcome import Access
from threadproof.ir.interp.places import in_library
from threadproof.ir.layout import path_at
from threadproof.ir.program import Edge, MemoryObject
from threadproof.ir.types import byte_size
from threadproof.report.explanation.history import ExecutionHistory
from threadproof.report.explanation.model import LockProtection

MOST_EDGES = 30_000  # of a program that is looked at
MEMBER = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?:\+\+|--|[-+*/%&|^<>]*=.*)?$", re.DOTALL)


def protection(past: ExecutionHistory) -> LockProtection | None:
    """None where no lock is held by most, or none of the racing accesses lacks it."""
    program, race = past.run.program, [racing.access for racing in past.run.race]
    if sum(len(function.edges) for function in program.functions.values()) > MOST_EDGES:
        return None
    if any(in_library(access.edge.pos) or isinstance(access.place, str) for access in race):
        return None
    points = points_to(program)
    locks = MustLocks(points)
    places = _places(past, points, race[0])
    if not all(access.edge.pos in places for access in race):
        return None
    held = {pos: _relative(locks, edge) for pos, edge in places.items()}
    count: Counter[tuple[str, object, int]] = Counter(lock for every in held.values() for lock in every)
    for lock, number in count.most_common(1):
        without = [pos for pos in places if lock not in held[pos]]
        if 2 * number > len(places) and any(access.edge.pos in without for access in race):
            name, variable = _named(past, race[0], lock)
            return LockProtection(name, variable, number, len(places), tuple(map(past.texts.place, sorted(without))))
    return None


def _places(past: ExecutionHistory, points: PointsTo, access: Access) -> dict[Pos, Edge]:
    """Those that may access the variable, by position."""
    member = _member(past, access.edge.pos)
    found: dict[Pos, Edge] = {}
    when = moments(points)
    for edges in points.edges.values():
        for edge in edges:
            shared = edge not in past.run.program.private and any(threads for _, threads in when[edge])
            if not shared or not edge.pos.line or in_library(edge.pos) or not _may(points, edge, access):
                continue
            if isinstance(access.place, MemoryObject) or _member(past, edge.pos) == member:
                found.setdefault(edge.pos, edge)
    return found


def _member(past: ExecutionHistory, pos: Pos) -> str:
    match = MEMBER.search(past.texts.expression(pos, whole=False))
    return match[1] if match else ""


def _may(points: PointsTo, edge: Edge, access: Access) -> bool:
    op = edge.ops[0]
    if not isinstance(op, ops.Store) and not (isinstance(op, ops.Load) and op.sync is None):
        return False
    size = byte_size(op.value.type if isinstance(op, ops.Store) else op.target.type)
    for place in points.of(op.address).places:
        same = place.target is access.place if isinstance(access.place, MemoryObject) else isinstance(place.target, Edge)
        near = place.stride or (place.offset < access.offset + access.size and access.offset < place.offset + size)
        if same and near:
            return True
    return False


def _relative(locks: MustLocks, edge: Edge) -> set[tuple[str, object, int]]:
    """Locks by name: of their own, or by their distance from what is accessed."""
    held: Locks = locks.at.get(edge, frozenset())
    op = edge.ops[0]
    assert isinstance(op, ops.Access)
    base = locks.origin(op.address)
    return set(_keys(held, base))


def _keys(held: Locks, base: LockName | None) -> Iterator[tuple[str, object, int]]:
    for lock in held:
        if isinstance(lock.base, MemoryObject):
            yield "object", lock.base, lock.offset
        elif base is not None and (lock.base, lock.content) == (base.base, base.content):
            yield "member", None, lock.offset - base.offset


def _named(past: ExecutionHistory, access: Access, lock: tuple[str, object, int]) -> tuple[str, str]:
    """The lock, and the variable."""
    kind, item, offset = lock
    variable = past.names.learn(access)
    if kind == "object":
        assert isinstance(item, MemoryObject)
        return (item.name + path_at(item.layout, offset)).split(".__")[0], variable
    found = past.names.find(access.address, past.names.moments.get(id(access)))
    name = found.part(access.offset + offset) if found is not None else "a lock of the same object"
    return name.split(".__")[0], variable
