"""Statements of the kernel. `start` becomes the loop of main that runs the simulation:

simulate limit
L: u := update; if u == 1 { call first update; goto L } ...   the update phase
   more := advance                                            notifications, and time
   if more { idle; goto L }                                   threads run until none can
"""

from __future__ import annotations

from threadproof.frontend.ivl import fair
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.commute import free_updates
from threadproof.frontend.ivl.context import FAIR, FunctionContext, MemoryPlace, fail
from threadproof.frontend.ivl.expression import integer, thread_number
from threadproof.frontend.ivl.places import place
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.types import BOOL, U32, U64, is_signed


def statement(ctx: FunctionContext, node: s.Statement) -> None:
    if ctx.world.scheduler == FAIR and not (
        isinstance(node, s.Start) or (isinstance(node, s.ControlStatement) and node.word in ("suspend", "resume"))
    ):
        fail("this is not a primitive of FairThreads", node.pos, "they are: " + ", ".join(fair.PRIMITIVES))
    match node:
        case s.Start():
            start(ctx, node)
        case s.Wait():
            wait(ctx, node)
        case s.Notify(event=event, delay=delay):
            target = event_address(ctx, event)
            after = None if delay is None else time(ctx, delay)
            ctx.at(node)
            ctx.builder.emit(ops.Notify(target, after))
        case s.Cancel(event=event):
            target = event_address(ctx, event)
            ctx.at(node)
            ctx.builder.emit(ops.Cancel(target))
        case s.ControlStatement():
            control(ctx, node)
        case _:
            raise AssertionError(node)


def event_address(ctx: FunctionContext, node: s.Expr) -> Expr:
    found = place(ctx, node)
    if not isinstance(found, MemoryPlace) or not isinstance(found.type, t.EventType):
        fail(f"expected an event, found {found.type}", node.pos)
    return found.address


def time(ctx: FunctionContext, node: s.Expr) -> Expr:
    """A delay, which is not negative."""
    found = integer(ctx, node)
    if is_signed(found.type):
        ctx.at(node)
        ctx.check(e.le(e.zero(found.type), found), "invalid-call", "negative time")
    return e.cast(U64, found)


def wait(ctx: FunctionContext, node: s.Wait) -> None:
    if ctx.kind in ("main", "update"):
        fail(f"{ctx.kind} cannot wait", node.pos, "only threads can")
    operands: list[s.Expr] = []
    every = False
    if node.events is not None:
        operator = node.events.operator if isinstance(node.events, s.Binary) and node.events.operator in "&|" else ""
        operands, every = flattened(node.events, operator), operator == "&"
    events = tuple(event_address(ctx, event) for event in operands)
    limit = None if node.time is None else time(ctx, node.time)
    ctx.at(node)
    ctx.builder.emit(ops.Wait(events, every, limit))


def flattened(node: s.Expr, operator: str) -> list[s.Expr]:
    """The operands of a row of equal operators."""
    found: list[s.Expr] = []
    while operator and isinstance(node, s.Binary) and node.operator == operator:
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def control(ctx: FunctionContext, node: s.ControlStatement) -> None:
    if node.word == "request_update":
        ctx.builder.emit(ops.RequestUpdate(thread_number(ctx, "update", node.name, node.pos)))
        return
    thread = thread_number(ctx, "thread", node.name, node.pos)
    if node.word == "suspend":
        ctx.builder.emit(ops.Suspend(thread))
    else:
        ctx.builder.emit(ops.Resume(thread, now=node.word == "resume_now"))


def start(ctx: FunctionContext, node: s.Start) -> None:
    if ctx.kind != "main":
        fail("only main starts the simulation", node.pos)
    builder = ctx.builder
    limit = None if node.limit is None else integer(ctx, node.limit)
    ctx.at(node)
    simulate(ctx, limit)
    head, rest, end = builder.location(), builder.location(), builder.location()
    builder.jump(head)
    builder.here = head
    updates(ctx, head)
    fair.forget_values(ctx)
    more = builder.temporary(BOOL)
    builder.emit(ops.Advance(more))
    builder.branch(e.var(more), rest, end)
    builder.here = rest
    builder.emit(ops.Idle())
    builder.jump(head)
    builder.here = end


def simulate(ctx: FunctionContext, limit: Expr | None) -> None:
    """A negative limit is none."""
    builder = ctx.builder
    if limit is None or (limit.is_const and limit.payload < 0):
        builder.emit(ops.Simulate(None))
        return
    positive = e.le(e.zero(limit.type), limit)
    if not is_signed(limit.type) or positive is e.TRUE:
        builder.emit(ops.Simulate(e.cast(U64, limit)))
        return
    yes, no, end = builder.location(), builder.location(), builder.location()
    builder.branch(positive, yes, no)
    for here, given in ((yes, e.cast(U64, limit)), (no, None)):
        builder.here = here
        builder.emit(ops.Simulate(given))
        builder.jump(end)
    builder.here = end


def updates(ctx: FunctionContext, head: int) -> None:
    """Execute one of the updates that were asked for and come back to `head`; go on when there is none."""
    builder = ctx.builder
    if not ctx.world.updates:
        return
    picked = builder.temporary(U32)
    builder.emit(ops.PickUpdate(picked, free_updates(ctx.world.updates)))
    fork, done = builder.here, builder.location()
    builder.guard(fork, e.eq(e.var(picked), e.zero(U32)), done)
    other: Expr = e.ne(e.var(picked), e.zero(U32))
    for number, function in enumerate(ctx.world.updates, 1):
        execute = builder.location()
        last = number == len(ctx.world.updates)
        chosen = e.eq(e.var(picked), e.const(U32, number))
        builder.guard(fork, other if last else chosen, execute)
        other = e.land(other, e.lnot(chosen))
        builder.here = execute
        builder.emit(ops.Call(None, e.addr(function, ctx.pointer), ()))
        builder.jump(head)
    builder.here = done
