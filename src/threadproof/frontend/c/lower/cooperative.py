"""Cooperative threads in C: the intrinsics with which `models/fthread.c` says what the scheduler of FairThreads does.

A program that calls a function of `fthread.h` runs under that scheduler; `mixtures` says what it may not do beside.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import UNIT, Context
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.types import BOOL, U32, U64

Builtin = Callable[[Context, Node, list[Node]], Expr]


# -- intrinsics --------------------------------------------------------------------------------------------------------


def _pointers(context: Context, arguments: list[Node]) -> tuple[Expr, ...]:
    return tuple(e.cast(context.pointer, value) for value in context.operands(*arguments))


def _notify(later: bool) -> Builtin:
    def build(context: Context, node: Node, arguments: list[Node]) -> Expr:
        (event,) = _pointers(context, arguments)
        context.at(node)
        context.builder.emit(ops.Notify(event, e.zero(U64) if later else None))
        return UNIT

    return build


def await_(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_await_event(event, ...)"""
    events = _pointers(context, arguments)
    context.at(node)
    context.builder.emit(ops.Wait(events))
    return UNIT


def await_for(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_await_event_for(instants, event, ...)"""
    limit, *events = context.operands(*arguments)
    context.at(node)
    context.builder.emit(ops.Wait(tuple(e.cast(context.pointer, event) for event in events), False, e.cast(U64, limit)))
    return UNIT


def join(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_await_end(thread), __tp_await_end_for(thread, instants)"""
    thread, *limit = context.operands(*arguments)
    context.at(node)
    context.builder.emit(ops.AwaitEnd(e.cast(U32, thread), e.cast(U64, limit[0]) if limit else None))
    return UNIT


def _order(make: type[ops.Stop | ops.Suspend | ops.Resume]) -> Builtin:
    def build(context: Context, node: Node, arguments: list[Node]) -> Expr:
        thread = e.cast(U32, context.value(arguments[0]))
        context.at(node)
        context.builder.emit(make(thread))
        return UNIT

    return build


def present(context: Context, node: Node, arguments: list[Node]) -> Expr:
    (event,) = _pointers(context, arguments)
    context.at(node)
    target = context.builder.temporary(BOOL)
    context.builder.emit(ops.Present(target, event))
    return e.var(target)


def _answer(make: type[ops.Came | ops.Advance]) -> Builtin:
    def build(context: Context, node: Node, arguments: list[Node]) -> Expr:
        context.at(node)
        target = context.builder.temporary(BOOL)
        context.builder.emit(make(target))
        return e.var(target)

    return build


def _plain(op: ops.Op) -> Builtin:
    def build(context: Context, node: Node, arguments: list[Node]) -> Expr:
        context.at(node)
        context.builder.emit(op)
        return UNIT

    return build


TABLE: dict[str, Builtin] = {
    "__tp_generate": _notify(later=False),
    "__tp_broadcast": _notify(later=True),
    "__tp_await_event": await_,
    "__tp_await_event_for": await_for,
    "__tp_await_end": join,
    "__tp_await_end_for": join,
    "__tp_stop": _order(ops.Stop),
    "__tp_suspend": _order(ops.Suspend),
    "__tp_resume": _order(ops.Resume),
    "__tp_came": _answer(ops.Came),
    "__tp_present": present,
    "__tp_simulate": _plain(ops.Simulate()),
    "__tp_advance": _answer(ops.Advance),
    "__tp_idle": _plain(ops.Idle()),
}
