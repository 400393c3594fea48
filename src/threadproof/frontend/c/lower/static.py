"""Objects that exist from the start: globals, static locals, string literals; and their initial values.

An initialiser is lowered like any expression, by a context that has no function; it must not need any operation, and comes
out as a constant or as an address plus a constant.
"""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.initialiser import Item, plan
from threadproof.frontend.c.lower.place import insert
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.frontend.c.syntax.strings import units
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.program import Init, MemoryObject
from threadproof.ir.types import BOOL, IntType, Type, byte_size, is_integral, width


def initial_values(context: Context, type_: CType, node: Node) -> tuple[Init, ...]:
    """What is not zero. Later items win where they overlap, as in C."""
    found: dict[int, Expr] = {}
    for item in plan(context, type_, node):
        context.at(item.node)
        if item.node.kind == k.STRING and item.type.is_array:
            element = item.type.target
            assert element.value is not None
            limit = item.type.count if item.type.kind == k.T_CONSTANT_ARRAY else None
            for index, unit in enumerate(units(item.node)[:limit]):
                found[item.offset + index * element.size] = e.const(element.value, unit)
        elif item.member is not None and isinstance(item.member.unit, IntType):
            unit_value = found.get(item.offset, e.zero(item.member.unit))
            found[item.offset] = insert(item.member, unit_value, _scalar(context, item))
        else:
            found[item.offset] = _scalar(context, item)
    return tuple(Init(offset, value) for offset, value in sorted(found.items()) if offset >= type_.size or not _is_zero(value))


def complete(target: MemoryObject, init: tuple[Init, ...]) -> None:
    """Objects refer to each other: they are made first, completed here. An array at the end of a struct may need more
    room."""
    end = max((part.offset + byte_size(part.value.type) for part in init), default=0)
    object.__setattr__(target, "init", init)
    object.__setattr__(target, "size", max(target.size, end))


def _is_zero(value: Expr) -> bool:
    return value.is_const and e.zero(value.type) is value


def _scalar(context: Context, item: Item) -> Expr:
    target = item.type.value
    if target is None:
        raise UnsupportedError("unsupported: initialiser that is not a constant", item.node.pos)
    before = context.builder.emitted
    value = e.cast(target, context.value(item.node))
    if context.builder.emitted == before:
        shaped = _constant(value, target)
        if shaped is not None:
            return shaped
    folded = item.node.evaluate()
    if folded is None:
        raise UnsupportedError("unsupported: initialiser that is not a constant", item.node.pos)
    return e.const(target, folded)


def _constant(value: Expr, target: Type) -> Expr | None:
    """A constant, or an address plus a constant; an address may be stored as an integer of the same width."""
    if value.is_const:
        return value
    while (
        value.op == "cast"
        and is_integral(value.type)
        and is_integral(value.args[0].type)
        and width(value.type) == width(value.args[0].type)
    ):
        value = value.args[0]
    base = value.args[0] if value.op == "add" and value.args[1].is_const else value
    if base.op == "addr" and target != BOOL:
        return value
    return None


def _same_bits(a: Type, b: Type) -> bool:
    return is_integral(a) and is_integral(b) and width(a) == width(b)
