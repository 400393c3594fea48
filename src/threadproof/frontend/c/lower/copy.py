"""Copying and clearing aggregates: leaf by leaf, long arrays by a loop.

Every scalar is its own load and store, so that a struct assignment can be interrupted between any two of them. A union is
copied by the scalars of its largest member, and byte by byte where that member has padding which another one may use.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.lower import lifetime
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.place import load
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.layout import ArrayOf, Layout, Record, leaves
from threadproof.ir.op import AtomicBegin, AtomicEnd, Check, Store
from threadproof.ir.types import U8, Type, byte_size

UNROLL = 32  # arrays with more scalars than this are handled by a loop

Visit = Callable[[Expr, Type], None]  # (offset, type of the scalar there)


def copy(context: Context, target: Expr, source: Expr, type_: CType) -> None:
    """`*target = *source`."""
    builder = context.builder

    def visit(offset: Expr, scalar: Type) -> None:
        value = load(builder, e.add(source, offset), scalar, type_.atomic)
        builder.emit(Store(e.add(target, offset), value, type_.atomic))

    if target is not source:
        if type_.atomic:
            builder.emit(AtomicBegin())
        for_each_scalar(context, _layout(context, type_), visit)
        if type_.atomic:
            builder.emit(AtomicEnd())


def require_exact(context: Context, target: Expr, source: Expr, type_: CType) -> None:
    """Objects that overlap in part are not assigned to each other (C11 6.5.16.1p3). Alignment keeps small ones apart."""
    if type_.size <= type_.align:
        return
    size = e.const(context.pointer, type_.size)
    apart = e.lor(e.le(e.add(target, size), source), e.le(e.add(source, size), target))
    fits = e.lor(e.eq(target, source), apart)
    if fits is not e.TRUE:
        context.builder.emit(Check(fits, "invalid-copy", "assignment between objects that overlap in part"))


def snapshot(context: Context, address: Expr, type_: CType) -> Expr:
    """The value of a struct (if it is atomic, read in one step): what becomes of the place later does not change it."""
    own = lifetime.temporary(context, "snapshot", type_)
    copy(context, own, address, type_)
    return own


def clear(context: Context, target: Expr, type_: CType) -> None:
    """Fill with zeros."""
    for_each_scalar(
        context,
        _layout(context, type_),
        lambda offset, scalar: context.builder.emit(Store(e.add(target, offset), e.zero(scalar))),
    )


def _layout(context: Context, type_: CType) -> Layout:
    if type_.layout is None:
        raise UnsupportedError(f"unsupported: copying '{type_.spelling}', whose size is not a constant", context.pos)
    return type_.layout


def for_each_scalar(context: Context, layout: Layout, visit: Visit) -> None:
    _visit(context, layout, e.zero(context.pointer), visit)


def _visit(context: Context, layout: Layout, base: Expr, visit: Visit) -> None:
    pointer = context.pointer
    match layout:
        case Record(is_union=True):
            for offset, scalar in union_units(layout):
                visit(e.add(base, e.const(pointer, offset)), scalar)
        case Record(fields=fields):
            for field in fields:
                _visit(context, field.layout, e.add(base, e.const(pointer, field.offset)), visit)
        case ArrayOf(element=element, count=count, stride=stride) if scalars(layout) > UNROLL:
            _loop(context, element, count, stride, base, visit)
        case ArrayOf(element=element, count=count, stride=stride):
            for index in range(count):
                _visit(context, element, e.add(base, e.const(pointer, index * stride)), visit)
        case Type():
            visit(base, layout)


def _loop(context: Context, element: Layout, count: int, stride: int, base: Expr, visit: Visit) -> None:
    """for (index = 0; index < count; index++)"""
    builder, pointer = context.builder, context.pointer
    index = builder.register("index", pointer)
    head, body, end = builder.location(), builder.location(), builder.location()
    builder.assign(index, e.zero(pointer))
    builder.jump(head)
    builder.here = head
    builder.branch(e.lt(e.var(index), e.const(pointer, count)), body, end)
    builder.here = body
    _visit(context, element, e.add(base, e.mul(e.var(index), e.const(pointer, stride))), visit)
    builder.assign(index, e.add(e.var(index), e.const(pointer, 1)))
    builder.jump(head)
    builder.here = end


def scalars(layout: Layout) -> int:
    """How many scalars `for_each_scalar` visits."""
    match layout:
        case Record(is_union=True):
            return len(union_units(layout))
        case Record(fields=fields):
            return sum(scalars(field.layout) for field in fields)
        case ArrayOf(element=element, count=count):
            return count * scalars(element)
    return 1


def union_units(layout: Record) -> list[tuple[int, Type]]:
    """Scalars that together cover every byte any member of the union uses."""
    units = list(leaves(layout))
    covered = bytearray(layout.size)
    for offset, scalar in units:
        covered[offset : offset + byte_size(scalar)] = b"\1" * byte_size(scalar)
    for member in layout.fields:
        for offset, scalar in all_units(member.layout, member.offset):
            for byte in range(offset, offset + byte_size(scalar)):
                if not covered[byte]:
                    covered[byte] = 1
                    units.append((byte, U8))
    return units


def all_units(layout: Layout, base: int) -> list[tuple[int, Type]]:
    """(offset, type) of every scalar that copying moves."""
    if isinstance(layout, Record) and layout.is_union:
        return [(base + offset, scalar) for offset, scalar in union_units(layout)]
    if isinstance(layout, Record):
        return [unit for field in layout.fields for unit in all_units(field.layout, base + field.offset)]
    if isinstance(layout, ArrayOf):
        return [unit for i in range(layout.count) for unit in all_units(layout.element, base + i * layout.stride)]
    return [(base, layout)]
