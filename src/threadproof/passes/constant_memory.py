"""Constant propagation through memory: loads of parts of globals that never change become constants.

A part never changes if every store that may reach it gives it just the value that it has initially (as when a mutex of
the default kind is initialised). Then each load that can only mean this part is an assignment of that value. The
difference is not observable: such a load cannot race with anything, and cannot fail. Folding loads can make more stores
harmless, so this is repeated while it helps. Stores through addresses of which nothing is known end in a cut and need
not be considered.
"""

from __future__ import annotations

from threadproof.analyses.andersen import StridedAddress, overlaps
from threadproof.analyses.graph import with_edges
from threadproof.analyses.points_to import PointsTo, Target
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.arith import from_bytes, to_bytes
from threadproof.ir.expr import Expr
from threadproof.ir.program import Edge, MemoryObject, Program
from threadproof.ir.types import FloatType, Type, byte_size
from threadproof.passes.constants import propagate_in
from threadproof.records import replace

_ROUNDS = 2
_Shape = tuple[int, int, int]  # offset, stride, width


def fold_constant_loads(program: Program) -> tuple[Program, PointsTo]:
    """The program, simplified where loads were folded, and what its pointers may refer to."""
    points = PointsTo(program)
    for _ in range(_ROUNDS):
        folded = _loads(points, _changed(points))
        if not folded:
            break
        program = _with(program, folded)
        points = PointsTo(program)
    return program, points


def _changed(points: PointsTo) -> dict[Target, set[_Shape]]:
    """Parts of objects that some store may change."""
    found: dict[Target, set[_Shape]] = {}
    for edges in points.edges.values():
        for edge in edges:
            op = edge.ops[0]
            if isinstance(op, ops.Store):
                width = byte_size(op.value.type)
                for place in points.of(op.address).places:
                    if not _keeps(place, op.value):
                        found.setdefault(place.target, set()).add((place.offset, place.stride, width))
    return found


def _keeps(place: StridedAddress[Target], value: Expr) -> bool:
    if not isinstance(place.target, MemoryObject) or place.stride:
        return False
    return initial_part(place.target, place.offset, value.type) is value


def _loads(points: PointsTo, changed: dict[Target, set[_Shape]]) -> dict[Edge, ops.Assign]:
    folded: dict[Edge, ops.Assign] = {}
    for edges in points.edges.values():
        for edge in edges:
            op = edge.ops[0]
            if not isinstance(op, ops.Load):
                continue
            pointees = points.of(op.address)
            if len(pointees.places) != 1 or pointees.number or pointees.unknown or pointees.places[0].stride:
                continue
            (place,) = pointees.places
            if isinstance(place.target, MemoryObject):
                value = initial_part(place.target, place.offset, op.target.type)
                shape = (place.offset, 0, byte_size(op.target.type))
                if value is not None and not any(overlaps(shape, other) for other in changed.get(place.target, ())):
                    folded[edge] = ops.Assign(op.target, value)
    return folded


def initial_part(item: MemoryObject, offset: int, type_: Type) -> Expr | None:
    """What an object holds at an offset at first; None if it is no constant or address, or not within the object."""
    end = offset + byte_size(type_)
    if offset < 0 or end > item.size:
        return None
    data = bytearray(byte_size(type_))
    for init in item.init:
        size = byte_size(init.value.type)
        if init.offset < end and offset < init.offset + size:
            if not init.value.is_const:
                same = init.offset == offset and size == len(data) and not isinstance(type_, FloatType)
                return e.cast(type_, init.value) if same else None
            raw = to_bytes(init.value.type, init.value.payload)
            for byte in range(max(offset, init.offset), min(end, init.offset + size)):
                data[byte - offset] = raw[byte - init.offset]
    return e.const(type_, from_bytes(type_, bytes(data)))


def _with(program: Program, folded: dict[Edge, ops.Assign]) -> Program:
    functions = dict(program.functions)
    changed = []
    for name, function in program.functions.items():
        if not folded.keys().isdisjoint(function.edges):
            changed.append(name)
            edges = [replace(edge, ops=(folded[edge],)) if edge in folded else edge for edge in function.edges]
            functions[name] = with_edges(function, edges)
    return propagate_in(replace(program, functions=functions, private=program.private - folded.keys()), changed)
