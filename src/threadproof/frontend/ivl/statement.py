"""Statements: assignments, branches, loops, switch, jumps, assertions. Those of the kernel are in `kernel`."""

from __future__ import annotations

from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import kernel
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.arithmetic import arithmetic
from threadproof.frontend.ivl.context import (
    FunctionContext,
    LabelTarget,
    MemoryPlace,
    Place,
    RegisterPlace,
    SwitchLabels,
    Value,
    fail,
)
from threadproof.frontend.ivl.declaration import constant, copy, declare
from threadproof.frontend.ivl.expression import branch, call, condition, converted, load, pointers, value
from threadproof.frontend.ivl.places import place
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Assume, Check, Free, Halt, Return, Store


def statement(ctx: FunctionContext, node: s.Statement) -> None:
    ctx.at(node)
    match node:
        case s.BlockStatement(body=body):
            ctx.scopes.append({})
            for part in body:
                statement(ctx, part)
            ctx.scopes.pop()
        case s.Declarations(items=items):
            for item in items:
                declare(ctx, item)
        case s.Assign():
            assign(ctx, node)
        case s.Evaluate(value=inner):
            if not isinstance(inner, s.Call):
                fail("this does nothing", node.pos)
            call(ctx, inner)
        case s.If() | s.While() | s.For() | s.Switch() | s.Case():
            structured(ctx, node)
        case s.Leave() | s.Goto() | s.Label() | s.Return():
            jump(ctx, node)
        case s.Require():
            require(ctx, node)
        case s.RegisterDeclaration() | s.Choose() | s.StepStatement() | s.Private() | s.Stop():
            fail("this belongs to the core, which begins with __core", node.pos)
        case s.Delete(pointer=pointer):
            found = value(ctx, pointer)
            if not isinstance(found.type, t.Pointer):
                fail(f"a {found.type} cannot be deleted", node.pos)
            ctx.at(node)
            ctx.builder.emit(Free(found.expr))
        case _:
            kernel.statement(ctx, node)


# -- data --------------------------------------------------------------------------------------------------------------


def assign(ctx: FunctionContext, node: s.Assign) -> None:
    target = place(ctx, node.target)
    if isinstance(target.type, t.IvlStruct) and isinstance(target, MemoryPlace) and not node.operator:
        copy(ctx, target, node.value, node.pos)
        return
    if t.value_type(target.type, ctx.model) is None:
        fail(f"a {target.type} cannot be assigned", node.pos)
    if node.operator:
        old = load(ctx, target, node.pos)
        new = value(ctx, node.value)
        ctx.at(node)
        found = combined(ctx, node, old, new)
    else:
        found = value(ctx, node.value)
    stored = converted(ctx, found, target.type, node.value.pos)
    ctx.at(node)
    store(ctx, target, stored)


def combined(ctx: FunctionContext, node: s.Assign, old: Value, new: Value) -> Value:
    if isinstance(old.type, t.Pointer):
        return pointers(ctx, s.Binary(node.pos, node.operator, node.target, node.value), old, new)
    if not (isinstance(old.type, t.Scalar) and isinstance(new.type, t.Scalar)):
        fail(f"'{node.operator}=' cannot combine {old.type} and {new.type}", node.pos)
    return arithmetic(ctx, node.operator, old, new, node.pos)


def store(ctx: FunctionContext, target: Place, new: Expr) -> None:
    if isinstance(target, RegisterPlace):
        ctx.builder.assign(target.variable, new)
    elif isinstance(target, MemoryPlace):
        ctx.builder.emit(Store(target.address, new))


def require(ctx: FunctionContext, node: s.Require) -> None:
    holds = condition(ctx, node.condition)
    ctx.at(node)
    builder = ctx.builder
    if node.word == "assume":
        builder.emit(Assume(holds, branch=False))
    elif ctx.world.options.errors:
        builder.emit(Check(holds, "reach-error", "assertion"))
    else:
        end, go_on = builder.location(), builder.location()
        builder.branch(holds, go_on, end)
        builder.here = end
        builder.stop(Halt())
        builder.here = go_on


# -- branches and loops ------------------------------------------------------------------------------------------------


def structured(ctx: FunctionContext, node: s.If | s.While | s.For | s.Switch | s.Case) -> None:
    match node:
        case s.If():
            if_(ctx, node)
        case s.While():
            while_(ctx, node)
        case s.For():
            for_(ctx, node)
        case s.Switch():
            switch(ctx, node)
        case s.Case():
            case(ctx, node)


def if_(ctx: FunctionContext, node: s.If) -> None:
    """Also a chain of `else if`, without nesting."""
    builder = ctx.builder
    end = builder.location()
    rest: s.Statement | None = node
    while isinstance(rest, s.If):
        yes, no = builder.location(), builder.location()
        branch(ctx, rest.condition, yes, no)
        builder.here = yes
        inner(ctx, rest.yes)
        builder.jump(end)
        builder.here = no
        rest = rest.no
    if rest is not None:
        inner(ctx, rest)
    builder.jump(end)
    builder.here = end


def inner(ctx: FunctionContext, node: s.Statement) -> None:
    """A statement with a scope of its own."""
    ctx.scopes.append({})
    statement(ctx, node)
    ctx.scopes.pop()


def body_of(ctx: FunctionContext, node: s.Statement, leave: int, again: int) -> None:
    ctx.breaks.append(leave)
    ctx.continues.append(again)
    inner(ctx, node)
    ctx.breaks.pop()
    ctx.continues.pop()


def while_(ctx: FunctionContext, node: s.While) -> None:
    builder = ctx.builder
    head, start, end = builder.location(), builder.location(), builder.location()
    builder.jump(start if node.body_first else head)
    builder.here = head
    branch(ctx, node.condition, start, end)
    builder.here = start
    body_of(ctx, node.body, end, head)
    builder.jump(head)
    builder.here = end


def for_(ctx: FunctionContext, node: s.For) -> None:
    builder = ctx.builder
    head, start, again, end = (builder.location() for _ in range(4))
    ctx.scopes.append({})
    if node.first is not None:
        statement(ctx, node.first)
    builder.jump(head)
    builder.here = head
    if node.condition is not None:
        branch(ctx, node.condition, start, end)
    else:
        builder.jump(start)
    builder.here = start
    body_of(ctx, node.body, end, again)
    builder.jump(again)
    builder.here = again
    if node.step is not None:
        statement(ctx, node.step)
    builder.jump(head)
    builder.here = end
    ctx.scopes.pop()


def switch(ctx: FunctionContext, node: s.Switch) -> None:
    """The labels are found while the body is translated; then the head branches to each of them, or to `default`."""
    builder = ctx.builder
    found = value(ctx, node.value)
    if not t.is_integer(found.type):
        fail(f"expected an integer, found {found.type}", node.value.pos)
    tested = builder.freeze(e.cast(t.promoted(found.expr.type), found.expr))
    head, end = builder.here, builder.location()
    builder.here = builder.location()  # nothing leads to the start of the body
    ctx.switches.append(SwitchLabels())
    ctx.breaks.append(end)
    inner(ctx, node.body)
    ctx.breaks.pop()
    builder.jump(end)
    labels = ctx.switches.pop()
    ctx.at(node)
    builder.here = head
    other: Expr = e.TRUE
    default = labels.default if labels.default >= 0 else end
    if tested.is_const:
        builder.jump(next((place for number, place in labels.cases if e.const(tested.type, number) is tested), default))
    else:
        for number, location in labels.cases:
            fits = e.eq(tested, e.const(tested.type, number))
            builder.guard(head, fits, location)
            other = e.land(other, e.lnot(fits))
        if labels.cases:
            builder.guard(head, other, default)
        else:
            builder.jump(default)
    builder.here = end


def case(ctx: FunctionContext, node: s.Case) -> None:
    if not ctx.switches:
        fail("a label of a switch, outside of any", node.pos)
    builder, labels = ctx.builder, ctx.switches[-1]
    here = builder.location()
    builder.jump(here)
    builder.here = here
    if node.value is None:
        if labels.default >= 0:
            fail("two defaults in one switch", node.pos)
        labels.default = here
        return
    found = constant(ctx.world, node.value, ctx.scopes)
    number = int(found.expr.payload)
    if any(number == other for other, _ in labels.cases):
        fail(f"{number} occurs twice in this switch", node.pos)
    labels.cases.append((number, here))


# -- jumps -------------------------------------------------------------------------------------------------------------


def jump(ctx: FunctionContext, node: s.Leave | s.Goto | s.Label | s.Return) -> None:
    builder = ctx.builder
    match node:
        case s.Leave(word=word):
            targets = ctx.breaks if word == "break" else ctx.continues
            if not targets:
                fail(f"{word} outside of a loop", node.pos)
            builder.jump(targets[-1])
        case s.Goto(label=name):
            builder.jump(label(ctx, name, node).location)
        case s.Label(name=name):
            found = label(ctx, name, node)
            if found.defined:
                fail(f"there are two labels '{name}'", node.pos)
            found.defined = True
            builder.jump(found.location)
            builder.here = found.location
        case s.Return(value=result):
            return_(ctx, node, result)


def label(ctx: FunctionContext, name: str, node: s.IvlNode) -> LabelTarget:
    if name not in ctx.labels:
        ctx.labels[name] = LabelTarget(ctx.builder.location(), node.pos)
    return ctx.labels[name]


def return_(ctx: FunctionContext, node: s.Return, result: s.Expr | None) -> None:
    if result is None:
        if not isinstance(ctx.result, t.Void):
            fail(f"expected a value of type {ctx.result}", node.pos)
        ctx.builder.stop(Return(None))
        return
    if isinstance(ctx.result, t.Void):
        fail("nothing can be returned here", node.pos)
    found = converted(ctx, value(ctx, result), ctx.result, result.pos)
    ctx.at(node)
    ctx.builder.stop(Return(found))
