"""Variables: where they live, and their initial values.

A local number or pointer whose address is never taken is a register; everything else is an object in memory. What has no
initialiser is zero (false, null), each time its declaration is executed. An array may be given a list, or one expression that
is evaluated for every element.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import Pos
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.context import (
    FunctionContext,
    MemoryPlace,
    ProgramContext,
    RegisterPlace,
    Symbol,
    Value,
    fail,
    stored_type,
)
from threadproof.frontend.ivl.expression import converted, integer, value
from threadproof.frontend.ivl.itype import IvlType
from threadproof.frontend.ivl.places import place
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Load, Store
from threadproof.ir.types import U64

UNROLLED = 16  # elements that are set one by one; more are set in a loop
MOST_ELEMENTS = 1 << 20


def constant(world: ProgramContext, node: s.Expr, scopes: list[dict[str, Symbol]] | None = None) -> Value:
    """The value of an expression that is known now."""
    trial = FunctionContext(world, "constant", t.VOID, frozenset(), Builder(world.model), list(scopes or []))
    found = value(trial, node)
    if trial.builder.emitted or not found.expr.is_const:
        fail("this must be a constant", node.pos)
    return found


def dimensions(world: ProgramContext, node: s.Declare, scopes: list[dict[str, Symbol]] | None = None) -> list[int]:
    sizes = []
    for size in node.sizes:
        if size is None:
            fail("how many elements?", node.pos)
        number = constant(world, size, scopes)
        if not t.is_integer(number.type) or not 0 < int(number.expr.payload) <= MOST_ELEMENTS:
            fail(f"an array has 1 to {MOST_ELEMENTS} elements", size.pos)
        sizes.append(int(number.expr.payload))
    return sizes


def named_constant(world: ProgramContext, node: s.Declare, scopes: list[dict[str, Symbol]] | None = None) -> Value:
    type_ = stored_type(world, node.type)
    if node.sizes or not isinstance(type_, t.Scalar) or node.initial is None or isinstance(node.initial, s.InitList):
        fail("a constant is a number with a value", node.pos)
    found = constant(world, node.initial, scopes)
    if not t.is_number(found.type):
        fail(f"expected {type_}, found {found.type}", node.initial.pos)
    return Value(e.cast(type_.type, found.expr), type_)


def declare(ctx: FunctionContext, node: s.Declare) -> None:
    """A local variable."""
    if node.constant:
        ctx.declare(node.name, named_constant(ctx.world, node, ctx.scopes), node.pos)
        return
    type_ = stored_type(ctx.world, node.type, dimensions(ctx.world, node, ctx.scopes))
    ctx.at(node)
    inner = t.value_type(type_, ctx.model)
    if inner is not None and node.name not in ctx.addressed:
        start = e.zero(inner) if node.initial is None else scalar(ctx, node.initial, type_)
        variable = ctx.builder.register(node.name, inner)
        ctx.at(node)
        ctx.builder.assign(variable, start)
        ctx.declare(node.name, RegisterPlace(variable, type_), node.pos)
        return
    if t.has_values(type_):
        fail("an event with values must be global", node.pos)
    size = t.size_of(type_, ctx.model)
    address = ctx.builder.stack_object(node.name, size, t.layout_of(type_, ctx.model))
    initialise(ctx, MemoryPlace(address, type_), node.initial, node.pos)
    ctx.declare(node.name, MemoryPlace(address, type_), node.pos)


def scalar(ctx: FunctionContext, initial: s.Initialiser, type_: IvlType) -> Expr:
    if isinstance(initial, s.InitList):
        fail(f"expected {type_}, found a list", initial.pos)
    return converted(ctx, value(ctx, initial), type_, initial.pos)


def initialise(ctx: FunctionContext, target: MemoryPlace, initial: s.Initialiser | None, pos: Pos) -> None:
    """Set every part of a variable."""
    match target.type:
        case t.EventType():
            if initial is not None:
                fail("an event has no value", pos)
        case t.IvlArray(element=element, count=count):
            array(ctx, target, element, count, initial, pos)
        case t.IvlStruct(fields=fields):
            struct(ctx, target, list(fields.values()), initial, pos)
        case type_:
            new = e.zero(ctx.value_type(type_)) if initial is None else scalar(ctx, initial, type_)
            ctx.builder.pos = pos
            ctx.builder.emit(Store(target.address, new))


def array(
    ctx: FunctionContext, target: MemoryPlace, element: IvlType, count: int, initial: s.Initialiser | None, pos: Pos
) -> None:
    size = t.size_of(element, ctx.model)

    def part(at: Expr) -> MemoryPlace:
        return MemoryPlace(e.add(target.address, e.mul(e.cast(ctx.pointer, at), e.const(ctx.pointer, size))), element)

    items = initial.items if isinstance(initial, s.InitList) else ()
    if len(items) > count:
        fail(f"{len(items)} values for an array of {count}", items[count].pos)
    for number, item in enumerate(items):
        initialise(ctx, part(e.const(U64, number)), item, item.pos)
    rest = None if isinstance(initial, s.InitList) else initial
    each(ctx, len(items), count, lambda at: initialise(ctx, part(at), rest, pos))


def each(ctx: FunctionContext, first: int, end: int, body: Callable[[Expr], None]) -> None:
    """Execute a body for every number of a range."""
    if end - first <= UNROLLED:
        for number in range(first, end):
            body(e.const(U64, number))
        return
    builder = ctx.builder
    index = builder.temporary(U64)
    head, again, leave = builder.location(), builder.location(), builder.location()
    builder.assign(index, e.const(U64, first))
    builder.jump(head)
    builder.here = head
    builder.branch(e.lt(e.var(index), e.const(U64, end)), again, leave)
    builder.here = again
    body(e.var(index))
    builder.assign(index, e.add(e.var(index), e.const(U64, 1)))
    builder.jump(head)
    builder.here = leave


def struct(
    ctx: FunctionContext, target: MemoryPlace, fields: list[tuple[int, IvlType]], initial: s.Initialiser | None, pos: Pos
) -> None:
    if initial is not None and not isinstance(initial, s.InitList):
        copy(ctx, target, initial, pos)
        return
    items = initial.items if initial is not None else ()
    if len(items) > len(fields):
        fail(f"{len(items)} values for {target.type}, which has {len(fields)} fields", items[len(fields)].pos)
    for number, (offset, type_) in enumerate(fields):
        item = items[number] if number < len(items) else None
        part = MemoryPlace(e.add(target.address, e.const(ctx.pointer, offset)), type_)
        initialise(ctx, part, item, item.pos if item is not None else pos)


# -- assignment of structs ---------------------------------------------------------------------------------------------


def copy(ctx: FunctionContext, target: MemoryPlace, source: s.Expr, pos: Pos) -> None:
    found = place(ctx, source)
    if found.type != target.type or not isinstance(found, MemoryPlace):
        fail(f"expected {target.type}, found {found.type}", source.pos)
    ctx.builder.pos = pos
    _copy(ctx, target.address, found.address, target.type, pos)


def _copy(ctx: FunctionContext, to: Expr, source: Expr, type_: IvlType, pos: Pos) -> None:
    match type_:
        case t.EventType():
            fail("a struct that contains events cannot be copied", pos)
        case t.IvlStruct(fields=fields):
            for offset, inner in fields.values():
                shift = e.const(ctx.pointer, offset)
                _copy(ctx, e.add(to, shift), e.add(source, shift), inner, pos)
        case t.IvlArray(element=element, count=count):
            size = e.const(ctx.pointer, t.size_of(element, ctx.model))

            def one(at: Expr) -> None:
                shift = e.mul(e.cast(ctx.pointer, at), size)
                _copy(ctx, e.add(to, shift), e.add(source, shift), element, pos)

            each(ctx, 0, count, one)
        case _:
            variable = ctx.builder.temporary(ctx.value_type(type_))
            ctx.builder.emit(Load(variable, source))
            ctx.builder.emit(Store(to, e.var(variable)))


def number(ctx: FunctionContext, node: s.Expr) -> Expr:
    """A count, delay or limit: an integer as u64."""
    return e.cast(U64, integer(ctx, node))
