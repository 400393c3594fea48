"""Cooperative threads in C: the intrinsics with which `models/fthread.c` says what a scheduler does, and what a program that uses
them may not do.

A program that calls a function of `fthread.h` runs under the scheduler of FairThreads. POSIX threads are another world: nothing
may block or be created in their way beside it. Main is the scheduler from `ft_scheduler_start` on. In reality it goes on beside
the threads, at any speed; so that this makes no difference, nothing may follow in main that they could notice, or that could
notice them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.errors import Pos, UnsupportedError
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import UNIT, Context
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import BOOL, U32, U64

Builtin = Callable[[Context, Node, list[Node]], Expr]

MODEL = "fthread.c"
START, CREATE = "ft_scheduler_start", "ft_thread_create"
HARMLESS = {"ft_exit", "pthread_exit", "exit", "_exit", "abort", "printf", "puts", "fflush", "sleep", "usleep", "pause"}
_QUIET = (ops.Assign, ops.Havoc, ops.Assume, ops.Skip, ops.Return, ops.Halt, ops.ThreadExit, ops.Alloc)


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


# -- whole programs ----------------------------------------------------------------------------------------------------


def refuse_mixtures(program: Program) -> None:
    """What does not go together with FairThreads is an error."""
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                if isinstance(op, ops.Blocking) or (isinstance(op, ops.Spawn) and function.name != CREATE):
                    what = f"'{function.name}' beside FairThreads"
                    advice = "threads are created by ft_thread_create, and wait for events, for instants and for each other's end"
                    raise UnsupportedError(f"unsupported: {what}", _called(program, function), advice)
    for edge in _after_start(program):
        message = f"unsupported: what main does after {START}, beside the threads"
        raise UnsupportedError(message, edge.pos, "only ft_exit, return and the like may follow")


def _called(program: Program, function: Function) -> Pos:
    """Where a function of the library is called first by the program."""
    file = program.entry.pos.file
    callers, work = {function}, [function]
    while work:
        callee = work.pop()
        for other in program.functions.values():
            for edge in other.edges:
                if callee in _callees(edge):
                    if edge.pos.file == file:
                        return edge.pos
                    if other not in callers:
                        callers.add(other)
                        work.append(other)
    return function.pos


def _callees(edge: Edge) -> Iterator[Function]:
    for op in edge.ops:
        if isinstance(op, ops.Call) and op.callee.op == "addr":
            yield op.callee.payload


def _after_start(program: Program) -> Iterator[Edge]:
    """Edges behind the start of the scheduler that do more than end main."""
    start = program.functions.get(START)
    starting = set() if start is None else {start}
    before = -1
    while before != len(starting):
        before = len(starting)
        starting |= {f for f in program.functions.values() if any(c in starting for edge in f.edges for c in _callees(edge))}
    for function in starting - {start}:
        out = function.successors()
        work = [edge.target for edge in function.edges if any(callee in starting for callee in _callees(edge))]
        seen = set(work)
        while work:
            for edge in out.get(work.pop(), ()):
                if not _is_harmless(edge):
                    yield edge
                if edge.target not in seen:
                    seen.add(edge.target)
                    work.append(edge.target)


def _is_harmless(edge: Edge) -> bool:
    callees = {callee.name for callee in _callees(edge)}
    return all(isinstance(op, _QUIET) or (isinstance(op, ops.Call) and callees and callees <= HARMLESS) for op in edge.ops)
