"""Statements: blocks, branches, loops, switch, jumps, return."""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import cleanup, computed_goto, lifetime
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.copy import copy
from threadproof.frontend.c.lower.declaration import declare
from threadproof.frontend.c.lower.missing import NO_VALUE
from threadproof.frontend.c.lower.synchronise import end_block
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Origin, Return
from threadproof.ir.types import I32


def block(context: Context, node: Node) -> None:
    context.scopes.append([])
    for child in node.children:
        context.statement(child)
    lifetime.close(context)


def _within(context: Context, node: Node) -> None:
    """A statement that is a block, whether it looks like one or not."""
    if node.kind == k.BLOCK:
        context.statement(node)
        return
    context.scopes.append([])
    context.statement(node)
    lifetime.close(context)


def _branch(context: Context, test: Node, yes: int, no: int) -> None:
    """On a full expression. If it is not supported, what depends on it is lowered all the same: labels may lead there."""
    context.supported(test, lambda node: _decide(context, node, yes, no))


def _decide(context: Context, test: Node, yes: int, no: int) -> None:
    if not context.has_temporaries:
        context.branch(test, yes, no)
        return
    builder = context.builder
    ends = builder.location(), builder.location()
    context.branch(test, *ends)
    made = list(context.temporaries)
    for end, target in zip(ends, (yes, no), strict=True):
        builder.here = end
        context.temporaries[:] = made
        context.full()
        builder.jump(target)


def nothing(context: Context, node: Node) -> None:
    pass


def declarations(context: Context, node: Node) -> None:
    for child in node.children:
        if child.kind == k.VAR_DECL:
            declare(context, child)


def if_(context: Context, node: Node) -> None:
    """Also a chain of `else if`, without nesting."""
    builder = context.builder
    end = builder.location()
    context.scopes.append([])
    while True:
        parts = node.children
        yes, no = builder.location(), builder.location() if len(parts) > 2 else end
        before = builder.length
        _branch(context, parts[0], yes, no)
        if not _needless(context, yes, before):
            builder.here = yes
            _within(context, parts[1])
            builder.jump(end)
        if len(parts) <= 2 or _needless(context, no, before):
            break
        builder.here = no
        node = parts[2]
        if node.kind != k.IF:
            _within(context, node)
            builder.jump(end)
            break
        context.at(node)
    builder.here = end
    lifetime.close(context)


def _needless(context: Context, branch: int, before: int) -> bool:
    """Whether a branch of a model is for other programs (`__tp_calls`): then no other models are loaded for it. No labels are
    there. In the program, one may be."""
    return context.module.is_model and not context.builder.leads_to(branch, before)


# -- loops ---------------------------------------------------------------------------------------------------------------


def _loop_body(context: Context, body: Node, leave: int, again: int) -> None:
    context.breaks.append(leave)
    context.continues.append(again)
    context.break_scopes.append(len(context.scopes))
    context.continue_scopes.append(len(context.scopes))
    _within(context, body)
    for stack in (context.breaks, context.continues, context.break_scopes, context.continue_scopes):
        stack.pop()


def while_(context: Context, node: Node) -> None:
    test, body = node.children
    builder = context.builder
    context.loops += 1
    context.scopes.append([])
    head, start, end = builder.location(), builder.location(), builder.location()
    builder.jump(head)
    builder.here = head
    _branch(context, test, start, end)
    builder.here = start
    _loop_body(context, body, end, head)
    builder.jump(head)
    builder.here = end
    lifetime.close(context)
    context.loops -= 1


def do(context: Context, node: Node) -> None:
    body, test = node.children
    builder = context.builder
    context.loops += 1
    context.scopes.append([])
    head, again, end = builder.location(), builder.location(), builder.location()
    builder.jump(head)
    builder.here = head
    _loop_body(context, body, end, again)
    builder.jump(again)
    builder.here = again
    context.at(test)
    _branch(context, test, head, end)
    builder.here = end
    lifetime.close(context)
    context.loops -= 1


def for_(context: Context, node: Node) -> None:
    parts = iter(node.children)
    has_first, has_test, has_step = context.rendering.loops.get(node.cursor.second, (True, True, True))
    first, test, step = (next(parts) if has else None for has in (has_first, has_test, has_step))
    body = next(parts)
    builder = context.builder
    head, start, again, end = builder.location(), builder.location(), builder.location(), builder.location()
    context.scopes.append([])
    if first is not None:
        context.statement(first)
    context.loops += 1
    builder.jump(head)
    builder.here = head
    if test is not None:
        context.at(test)
        _branch(context, test, start, end)
    else:
        builder.jump(start)
    builder.here = start
    _loop_body(context, body, end, again)
    builder.jump(again)
    builder.here = again
    if step is not None:
        context.statement(step)
    builder.jump(head)
    builder.here = end
    context.loops -= 1
    lifetime.close(context)


def break_(context: Context, node: Node) -> None:
    lifetime.leave(context, context.break_scopes[-1])
    context.builder.jump(context.breaks[-1])


def continue_(context: Context, node: Node) -> None:
    lifetime.leave(context, context.continue_scopes[-1])
    context.builder.jump(context.continues[-1])


# -- switch --------------------------------------------------------------------------------------------------------------


def switch(context: Context, node: Node) -> None:
    """The cases are found while the body is lowered; then the head branches to each of them, or to `default` if none fits."""
    test, body = node.children[-2:]
    builder = context.builder
    context.scopes.append([])
    value = _selector(context, test)
    head, end = builder.here, builder.location()
    pos = context.pos
    builder.here = builder.location()  # nothing leads to the start of the body
    context.cases.append([])
    context.defaults.append(-1)
    context.breaks.append(end)
    context.break_scopes.append(len(context.scopes))
    context.switch_scopes.append(len(context.scopes))
    _within(context, body)
    context.breaks.pop()
    context.break_scopes.pop()
    context.switch_scopes.pop()
    builder.jump(end)
    cases, default = context.cases.pop(), context.defaults.pop()
    builder.pos = pos
    builder.here = head
    default = default if default >= 0 else end
    if value.is_const:
        builder.jump(next((location for low, high, location in cases if _fits(value, low, high).payload), default))
    else:
        other: Expr = e.TRUE
        for low, high, location in cases:
            fits = _fits(value, low, high)
            builder.guard(head, fits, location)
            other = e.land(other, e.lnot(fits))
        builder.guard(head, other, default)
    builder.here = end
    lifetime.close(context)


def _selector(context: Context, test: Node) -> Expr:
    found: list[Expr] = []

    def lower(node: Node) -> None:
        found.append(context.builder.freeze(context.value(node)))
        context.full()

    context.supported(test, lower)
    return found[0] if found else e.zero(I32)


def _fits(value: Expr, low: int, high: int) -> Expr:
    first, last = e.const(value.type, low), e.const(value.type, high)
    return e.eq(value, first) if low == high else e.land(e.le(first, value), e.le(value, last))


def case(context: Context, node: Node) -> None:
    """Also a row of labels, which clang nests into each other."""
    cleanup.arrive(context, node)
    builder = context.builder
    here = builder.location()
    builder.jump(here)
    builder.here = here
    entry = lifetime.entered(context, context.switch_scopes[-1], here)
    while node.kind in (k.CASE, k.DEFAULT):
        if node.kind == k.DEFAULT:
            context.defaults[-1] = entry
        else:
            bounds = [part.evaluate() for part in node.children[:-1]]
            if not all(isinstance(bound, int) for bound in bounds):
                raise context.unsupported(node, "case label")
            low, high = int(bounds[0] or 0), int(bounds[-1] or 0)
            if low <= high:
                context.cases[-1].append((low, high, entry))
        node = node.children[-1]
    context.statement(node)


# -- jumps ---------------------------------------------------------------------------------------------------------------


def label(context: Context, node: Node) -> None:
    context.statement(lifetime.arrive(context, node))


def goto(context: Context, node: Node) -> None:
    lifetime.goto(context, node.children[0].cursor.first)


def return_(context: Context, node: Node) -> None:
    parts = node.children
    value: Expr | None = None
    if parts:
        assert context.function is not None
        result = context.function.type.result
        if result.is_void:
            context.effect(parts[0])
        elif result.value is None:
            assert context.result is not None
            source = context.value(parts[0])
            context.at(node)
            copy(context, context.result, source, result)
        else:
            value = e.cast(result.value, context.value(parts[0]))
    context.at(node)
    if context.cleanups:  # they are called after the objects of inner blocks have ended
        lifetime.leave(context, 0)
    leave(context, value)


def leave(context: Context, value: Expr | None) -> None:
    """Return; without a value from a function that has one, the result is arbitrary."""
    assert context.function is not None
    result = context.function.type.result
    if context.atomic:
        end_block(context)
    if value is None and result.value is not None:
        if context.name == "main":
            value = e.zero(result.value)
        else:
            value = context.builder.havoc(result.value, Origin.UNINIT, NO_VALUE)
    context.builder.stop(Return(value))


def attributed(context: Context, node: Node) -> None:
    """`[[fallthrough]];` and the like: attributes change nothing here."""
    found = [child for child in node.children if child.kind < k.FIRST_ATTRIBUTE]
    if len(found) != 1:
        raise context.unsupported(node)
    context.statement(found[0])


def asm(context: Context, node: Node) -> None:
    from threadproof.frontend.c.assembly.lowering import asm as lower

    lower(context, node)


STATEMENTS = {
    k.BLOCK: block,
    k.NULL_STMT: nothing,
    k.DECL_STMT: declarations,
    k.IF: if_,
    k.WHILE: while_,
    k.DO: do,
    k.FOR: for_,
    k.BREAK: break_,
    k.CONTINUE: continue_,
    k.SWITCH: switch,
    k.CASE: case,
    k.DEFAULT: case,
    k.LABEL: label,
    k.GOTO: goto,
    k.INDIRECT_GOTO: computed_goto.jump,
    k.RETURN: return_,
    k.ASM: asm,
    k.UNEXPOSED_STMT: attributed,
}
