"""Places: where an expression lies that can be assigned to. Indices of arrays and null pointers are checked on the way."""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.frontend.ivl import core, expression
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.context import (
    CORE,
    ArrayVariable,
    Element,
    FunctionContext,
    Global,
    IvlRoutine,
    MemoryPlace,
    Numbered,
    Place,
    RegisterPlace,
    Value,
    fail,
)
from threadproof.ir import expr as e
from threadproof.ir.types import U64, ArrayType


def place(ctx: FunctionContext, node: s.Expr) -> Place:
    """Where an expression lies that can be assigned to."""
    match node:
        case s.Name(text=name):
            symbol = ctx.find(name, node.pos)
            match symbol:
                case RegisterPlace() | MemoryPlace():
                    return symbol
                case Global(item=item, type=type_):
                    return MemoryPlace(e.addr(item, ctx.pointer), type_)
                case Value():
                    fail(f"'{name}' is a constant", node.pos)
                case IvlRoutine() | Numbered() | ArrayVariable():
                    fail(f"'{name}' is a {symbol.kind if isinstance(symbol, Numbered) else 'function or array'}", node.pos)
        case s.Unary(operator="*", operand=operand):
            return pointee(ctx, expression.value(ctx, operand), node.pos)
        case s.Index(base=base, index=index):
            return element(ctx, base, index, node.pos)
        case s.MemberAccess(base=base, name=name, arrow=arrow):
            return member(ctx, base, name, arrow, node.pos)
    fail("this is not a variable", node.pos)


def pointee(ctx: FunctionContext, pointer: Value, pos: Pos) -> MemoryPlace:
    if not isinstance(pointer.type, t.Pointer) or isinstance(pointer.type.target, t.Void):
        fail(f"a {pointer.type} points to nothing that has a type", pos)
    ctx.builder.pos = pos
    ctx.check(e.ne(pointer.expr, e.zero(ctx.pointer)), "invalid-deref", "null pointer")
    return MemoryPlace(pointer.expr, pointer.type.target)


def element(ctx: FunctionContext, base: s.Expr, index: s.Expr, pos: Pos) -> MemoryPlace | Element:
    if ctx.kind == CORE and isinstance(base, s.Name):
        symbol = ctx.find(base.text, base.pos)
        if isinstance(symbol, ArrayVariable) and isinstance(symbol.variable.type, ArrayType):
            return Element(
                symbol.variable, e.cast(U64, expression.value(ctx, index).expr), core.language_type(symbol.variable.type.element)
            )
    array = place(ctx, base) if not isinstance(base, s.Call | s.Cast | s.New | s.Binary | s.Conditional) else None
    if isinstance(array, MemoryPlace) and isinstance(array.type, t.IvlArray):
        at, type_ = expression.integer(ctx, index), array.type
        ctx.builder.pos = pos
        inside = e.lt(e.cast(U64, at), e.const(U64, type_.count))
        ctx.check(inside, "invalid-deref", f"index outside of an array of {type_.count}")
        step = e.mul(e.cast(ctx.pointer, at), e.const(ctx.pointer, max(1, t.size_of(type_.element, ctx.model))))
        return MemoryPlace(e.add(array.address, step), type_.element)
    pointer = expression.value(ctx, base) if array is None else expression.load(ctx, array, base.pos)
    if not isinstance(pointer.type, t.Pointer):
        fail(f"a {pointer.type} has no elements", pos)
    at = expression.integer(ctx, index)
    found = pointee(ctx, pointer, pos)
    return MemoryPlace(expression.stepped(ctx, Value(found.address, pointer.type), at, "+"), found.type)


def member(ctx: FunctionContext, base: s.Expr, name: str, arrow: bool, pos: Pos) -> MemoryPlace:
    if arrow:
        found: Place = pointee(ctx, expression.value(ctx, base), pos)
    else:
        found = place(ctx, base)
    if not isinstance(found.type, t.IvlStruct) or not isinstance(found, MemoryPlace):
        advice = "it is a pointer: use '->'" if isinstance(found.type, t.Pointer) else ""
        fail(f"a {found.type} has no fields", pos, advice)
    if name not in found.type.fields:
        fail(f"{found.type} has no field '{name}'", pos)
    offset, type_ = found.type.fields[name]
    return MemoryPlace(e.add(found.address, e.const(ctx.pointer, offset)), type_)
