"""The primitives of FairThreads, which are called like functions. A model that begins with `scheduler fairthreads;` has them.

| call | |
|---|---|
| `await(e)`, `await(e \\| f)`, `await(e, n)` | until the event is there, at most n instants; false if they are over |
| `generate(e)`, `generate(e, v)` | the event is there for the rest of the instant, with one more value |
| `broadcast(e)` | it is there in the next instant, from the beginning |
| `cooperate()`, `cooperate(n)` | until the next instant, the n-th next |
| `join(T)`, `join(T, n)` | until the thread has ended |
| `stop(T)` | the thread ends with this instant |
| `present(e)` | whether the event is there |
| `get_value(e, k, x)` | x becomes the k-th value of this instant, once there is one; otherwise false, in the next one |

Values are data, so they are stored in the event's memory and forgotten between two instants; that there is a k-th value
is an event of its own, named by the address of the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.frontend.ivl import expression, kernel, places, statement
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.context import FAIR, FunctionContext, Global, MemoryPlace, Value, fail
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.types import BOOL, U32, U64

YES = Value(e.TRUE, t.BOOLEAN)


def is_primitive(ctx: FunctionContext, node: s.Call) -> bool:
    """A function of the model with this name comes first."""
    known = node.function in PRIMITIVES and node.function not in ctx.world.symbols
    if known and ctx.world.scheduler != FAIR:
        fail(f"'{node.function}' is not declared", node.pos, f"a primitive of FairThreads needs: scheduler {FAIR};")
    return known


def call(ctx: FunctionContext, node: s.Call) -> Value | None:
    least, most, translate = PRIMITIVES[node.function]
    if not least <= len(node.args) <= most:
        count = str(least) if least == most else f"{least} or {most}"
        fail(f"'{node.function}' takes {count} arguments, not {len(node.args)}", node.pos)
    if ctx.kind == "main" and node.function not in ("broadcast", "stop"):
        fail(f"main cannot {node.function}", node.pos, "only threads can")
    return translate(ctx, node, list(node.args))


def _emit(ctx: FunctionContext, node: s.Call, op: ops.Op) -> None:
    ctx.at(node)
    ctx.builder.emit(op)


def _limit(ctx: FunctionContext, args: list[s.Expr]) -> Expr | None:
    return kernel.time(ctx, args[1]) if len(args) > 1 else None


def _came(ctx: FunctionContext, limit: Expr | None) -> Value:
    """Whether a wait got what it was for."""
    if limit is None:
        return YES
    target = ctx.builder.temporary(BOOL)
    ctx.builder.emit(ops.Came(target))
    return Value(e.var(target), t.BOOLEAN)


def await_(ctx: FunctionContext, node: s.Call, args: list[s.Expr]) -> Value:
    events = tuple(kernel.event_address(ctx, event) for event in kernel.flattened(args[0], "|"))
    limit = _limit(ctx, args)
    _emit(ctx, node, ops.Wait(events, False, limit))
    return _came(ctx, limit)


def cooperate(ctx: FunctionContext, node: s.Call, args: list[s.Expr]) -> None:
    instants = kernel.time(ctx, args[0]) if args else e.const(U64, 1)
    _emit(ctx, node, ops.Wait((), False, instants))


def thread(ctx: FunctionContext, node: s.Expr) -> Expr:
    if not isinstance(node, s.Name):
        fail("expected the name of a thread", node.pos)
    return expression.thread_number(ctx, "thread", node.text, node.pos)


def join(ctx: FunctionContext, node: s.Call, args: list[s.Expr]) -> Value:
    other, limit = thread(ctx, args[0]), _limit(ctx, args)
    _emit(ctx, node, ops.AwaitEnd(other, limit))
    return _came(ctx, limit)


def stop(ctx: FunctionContext, node: s.Call, args: list[s.Expr]) -> None:
    _emit(ctx, node, ops.Stop(thread(ctx, args[0])))


def broadcast(ctx: FunctionContext, node: s.Call, args: list[s.Expr]) -> None:
    _emit(ctx, node, ops.Notify(kernel.event_address(ctx, args[0]), e.zero(U64)))


def present(ctx: FunctionContext, node: s.Call, args: list[s.Expr]) -> Value:
    event, target = kernel.event_address(ctx, args[0]), ctx.builder.temporary(BOOL)
    _emit(ctx, node, ops.Present(target, event))
    return Value(e.var(target), t.BOOLEAN)


# -- values ------------------------------------------------------------------------------------------------------------


def generate(ctx: FunctionContext, node: s.Call, args: list[s.Expr]) -> None:
    if len(args) == 1:
        _emit(ctx, node, ops.Notify(kernel.event_address(ctx, args[0])))
        return
    event, type_ = valued_event(ctx, args[0])
    value = expression.converted(ctx, expression.value(ctx, args[1]), t.Scalar(type_.value.type), args[1].pos)  # type: ignore[union-attr]
    count = ctx.builder.temporary(U32)
    _emit(ctx, node, ops.Load(count, event))
    ctx.check(e.lt(e.var(count), e.const(U32, type_.room)), "invalid-call", f"more than {type_.room} values in one instant")
    at = value_address(ctx, event, type_, e.var(count))
    ctx.builder.emit(ops.Store(at, value))
    ctx.builder.emit(ops.Store(event, e.add(e.var(count), e.const(U32, 1))))
    ctx.builder.emit(ops.Notify(at))
    ctx.builder.emit(ops.Notify(event))


def get_value(ctx: FunctionContext, node: s.Call, args: list[s.Expr]) -> Value:
    event, type_ = valued_event(ctx, args[0])
    number, target = expression.integer(ctx, args[1]), places.place(ctx, args[2])
    ctx.at(node)
    inside = e.lt(e.cast(U64, number), e.const(U64, type_.room))
    ctx.check(inside, "invalid-call", f"an event with at most {type_.room} values")
    at = value_address(ctx, event, type_, number)
    ctx.builder.emit(ops.Wait((at,), False, e.const(U64, 1)))
    came = _came(ctx, e.const(U64, 1))
    builder = ctx.builder
    yes, end = builder.location(), builder.location()
    builder.branch(came.expr, yes, end)
    builder.here = yes
    assert type_.value is not None
    found = builder.temporary(type_.value.type)
    builder.emit(ops.Load(found, at))
    new = expression.converted(ctx, Value(e.var(found), type_.value), target.type, args[2].pos)
    statement.store(ctx, target, new)
    builder.jump(end)
    builder.here = end
    return came


def valued_event(ctx: FunctionContext, node: s.Expr) -> tuple[Expr, t.EventType]:
    found = places.place(ctx, node)
    if not isinstance(found, MemoryPlace) or not isinstance(found.type, t.EventType) or found.type.value is None:
        fail(f"expected an event with values, found {found.type}", node.pos, "declare it as: event(int) e;")
    return found.address, found.type


def value_address(ctx: FunctionContext, event: Expr, type_: t.EventType, number: Expr) -> Expr:
    assert type_.value is not None
    first, _ = t.values_of(type_).fields["values"]
    size = e.const(ctx.pointer, t.size_of(type_.value, ctx.model))
    return e.add(e.add(event, e.const(ctx.pointer, first)), e.mul(e.cast(ctx.pointer, number), size))


def forget_values(ctx: FunctionContext) -> None:
    """Between two instants: all that events had to tell."""
    for symbol in ctx.world.symbols.values():
        if isinstance(symbol, Global):
            for offset, type_ in _valued_parts(ctx, symbol.type):
                event = e.add(e.addr(symbol.item, ctx.pointer), e.const(ctx.pointer, offset))
                assert type_.value is not None
                for number in range(type_.room):
                    at = value_address(ctx, event, type_, e.const(U32, number))
                    ctx.builder.emit(ops.Store(at, e.zero(type_.value.type)))
                ctx.builder.emit(ops.Store(event, e.zero(U32)))


def _valued_parts(ctx: FunctionContext, type_: t.IvlType) -> Iterator[tuple[int, t.EventType]]:
    match type_:
        case t.EventType() if type_.value is not None:
            yield 0, type_
        case t.IvlArray(element=element, count=count):
            size = t.size_of(element, ctx.model)
            for number in range(count):
                for offset, found in _valued_parts(ctx, element):
                    yield number * size + offset, found
        case t.IvlStruct(fields=fields):
            for start, inner in fields.values():
                for offset, found in _valued_parts(ctx, inner):
                    yield start + offset, found


PRIMITIVES: dict[str, tuple[int, int, Callable[[FunctionContext, s.Call, list[s.Expr]], Value | None]]] = {
    "await": (1, 2, await_),
    "generate": (1, 2, generate),
    "broadcast": (1, 1, broadcast),
    "cooperate": (0, 1, cooperate),
    "join": (1, 2, join),
    "stop": (1, 1, stop),
    "present": (1, 1, present),
    "get_value": (3, 3, get_value),
}
"""Name: least and most arguments, and what it becomes."""
