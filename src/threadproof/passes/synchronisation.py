"""Synchronises-with in a lowered program: what its operations contribute to happens-before, and by which variables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from threadproof.analyses.accesses import op_accesses
from threadproof.analyses.raceable import source
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Sync
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL, ArrayType, Type, byte_size
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class SyncPlace:
    """What an operation synchronises by: a variable, or an element of an array."""

    variable: Variable
    index: Expr | None


def effect(op: ops.Op, origin: ops.Op | None) -> Sync | None:
    """What a lowered operation does for happens-before: checks on the way to an access do nothing."""
    if isinstance(op, ops.Check | ops.Cut):
        return None
    if isinstance(origin, ops.Load):
        return origin.sync or (Sync.ACQUIRE if origin.atomic else None)
    return Sync.RELEASE if isinstance(origin, ops.Store) and origin.atomic else None


def places(op: ops.Op) -> Iterable[SyncPlace]:
    return dict.fromkeys(SyncPlace(access.variable, access.index) for access in op_accesses(op))


def partial(where: Sequence[SyncPlace], origin: ops.Op | None) -> bool:
    """Whether the operation is about a part of a variable."""
    type_ = origin.target.type if isinstance(origin, ops.Load) else origin.value.type if isinstance(origin, ops.Store) else BOOL
    for place in where:
        whole = isinstance(place.variable.type, ArrayType) and place.index is None
        if whole or byte_size(type_) < byte_size(element(place.variable.type)):
            return True
    return False


def objects(program: Program) -> set[Variable]:
    """By which variables a lowered program synchronises."""
    found = set()
    for function in program.functions.values():
        for edge in function.edges:
            for position, op in enumerate(edge.ops):
                if effect(op, source(edge, position)) is not None:
                    found |= {place.variable for place in places(op)}
    return found


def element(type_: Type) -> Type:
    """Of an array; that is also the type of its initial value."""
    return type_.element if isinstance(type_, ArrayType) else type_
