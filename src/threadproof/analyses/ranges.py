"""Ranges of computed addresses: whether an access is certainly inside of one global object, as `a[i > 3]` is. Of
values only what types and operators say is known: a comparison is 0 or 1."""

from __future__ import annotations

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import MemoryObject
from threadproof.ir.types import BOOL, BoolType, IntType, PtrType, byte_size
from threadproof.ir.uses import op_target
from threadproof.ir.walk import substitute

LARGEST = 1 << 20  # far from where anything wraps around
Range = tuple[int, int]


def note(op: ops.Op, values: dict[Variable, Expr]) -> None:
    """Keeps what registers were assigned."""
    target = op_target(op)
    if isinstance(op, ops.Assign):
        values[op.target] = _inlined(op.value, values)
    elif target is not None:
        values.pop(target, None)


def inside(op: ops.Access, values: dict[Variable, Expr]) -> MemoryObject | None:
    """The object that the access certainly lies in."""
    address = _inlined(op.address, values)
    size = byte_size(op.target.type if isinstance(op, ops.Load) else op.value.type)
    base, offset = _parts(address)
    found = None if offset is None else _range(offset)
    item = base.payload if base.op == "addr" else None
    if found is None or not isinstance(item, MemoryObject) or item.thread_local:
        return None
    return item if found[0] >= 0 and found[1] + size <= item.size else None


def offsets(address: Expr) -> Range | None:
    """The least and the greatest offset of an address within its object, where these are small."""
    base, offset = _parts(address)
    return None if offset is None or base.op != "addr" else _range(offset)


def _parts(address: Expr) -> tuple[Expr, Expr | None]:
    if address.op == "add":
        for base, offset in (address.args, address.args[::-1]):
            if base.op == "addr":
                return base, offset
    return address, None


def _inlined(expr: Expr, values: dict[Variable, Expr]) -> Expr:
    return substitute(expr, lambda part: values.get(part.payload) if part.op == "var" else None)


def _range(expr: Expr) -> Range | None:
    """What it lies between, where that is small."""
    if expr.type is BOOL:
        return 0, 1
    found: Range | None = None
    if expr.is_const and isinstance(expr.payload, int):
        found = expr.payload, expr.payload
    elif expr.op == "cast" and isinstance(expr.args[0].type, BoolType | IntType | PtrType):
        found = _range(expr.args[0])
    elif expr.op in ("add", "mul"):
        first, second = (_range(arg) for arg in expr.args)
        if first is not None and second is not None and first[0] >= 0 <= second[0]:
            combine = int.__add__ if expr.op == "add" else int.__mul__
            found = combine(first[0], second[0]), combine(first[1], second[1])
    fits = found is not None and found[0] >= 0 and found[1] <= LARGEST and byte_size(expr.type) >= 4
    return found if fits else None
