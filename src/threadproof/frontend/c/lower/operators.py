"""Operators on values: arithmetic, comparisons, logic, assignment.

`&&`, `||` and `?:` become branches only where their later operands do something (see `purity`). An assignment evaluates the place
on its left before the value on its right.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import dangling, extended, subobject
from threadproof.frontend.c.lower.arithmetic import compute, divide_pointers, negate, to_integer
from threadproof.frontend.c.lower.context import UNIT, Context, writes
from threadproof.frontend.c.lower.copy import copy, require_exact
from threadproof.frontend.c.lower.lvalue import step
from threadproof.frontend.c.lower.place import Bits, Memory, Place, Register, is_atomic
from threadproof.frontend.c.lower.purity import is_pure
from threadproof.frontend.c.syntax.ctype import promoted
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import AtomicBegin, AtomicEnd
from threadproof.ir.types import BOOL, I32

_COMPARE = {k.LT: e.lt, k.GT: e.gt, k.LE: e.le, k.GE: e.ge, k.EQ: e.eq, k.NE: e.ne}


def binary(context: Context, node: Node) -> Expr:
    left, right = node.expressions
    code = node.binary
    match code:
        case k.ASSIGN:
            return assign(context, node, left, right)
        case k.COMMA:
            context.effect(left)
            return context.value(right)
        case k.LAND | k.LOR:
            return _logical(context, node, left, right, code == k.LAND)
    a, b = context.operands(left, right)
    compare = _COMPARE.get(code)
    if compare is not None:
        assert node.type.value is not None
        if dangling.compares(context, node):
            context.at(node)
            dangling.compared(context, a, b)
            dangling.compared(context, b, a)
        return e.cast(node.type.value, compare(a, e.cast(a.type, b)))
    context.at(node)
    if left.type.is_address and right.type.is_address:
        return divide_pointers(context, node, a, b, left.type.target)
    if left.type.is_address:
        return step(context, node, a, b, left.type.target, "add" if code == k.ADD else "sub")
    if right.type.is_address:
        return step(context, node, b, a, right.type.target)
    result = compute(context, code, a, b)
    return extended.require_exact(context, code, a, b, result) if extended.is_extended(node) else result


def _logical(context: Context, node: Node, left: Node, right: Node, conjunction: bool) -> Expr:
    assert node.type.value is not None
    first = context.condition(left)
    if first.is_const:
        decided = bool(first.payload) != conjunction
        return e.cast(node.type.value, first if decided else context.condition(right))
    if is_pure(context, right):
        second = context.condition(right)
        return e.cast(node.type.value, e.land(first, second) if conjunction else e.lor(first, second))
    builder = context.builder
    result = builder.temporary(BOOL)
    more, skip, end = builder.location(), builder.location(), builder.location()
    builder.branch(first, more if conjunction else skip, skip if conjunction else more)
    builder.here = skip
    builder.assign(result, e.const(BOOL, not conjunction))
    builder.jump(end)
    builder.here = more
    builder.assign(result, context.condition(right))
    builder.jump(end)
    builder.here = end
    return e.cast(node.type.value, e.var(result))


def branch_binary(context: Context, node: Node, yes: int, no: int) -> bool:
    """`if (a && b)` without a detour over a value."""
    code = node.binary
    left, right = node.expressions
    if code == k.COMMA:
        context.effect(left)
        context.branch(right, yes, no)
        return True
    if code not in (k.LAND, k.LOR) or is_pure(context, right):
        return False
    more = context.builder.location()
    context.branch(left, more if code == k.LAND else yes, no if code == k.LAND else more)
    context.builder.here = more
    context.branch(right, yes, no)
    return True


def branch_unary(context: Context, node: Node, yes: int, no: int) -> bool:
    if node.unary != k.LNOT:
        return False
    context.branch(node.expressions[0], no, yes)
    return True


def branch_inner(context: Context, node: Node, yes: int, no: int) -> bool:
    context.branch(node.expressions[0], yes, no)
    return True


def conditional(context: Context, node: Node) -> Expr:
    test, yes_node, no_node = node.expressions
    value = node.type.value
    if is_pure(context, yes_node) and is_pure(context, no_node) and not node.type.is_void:
        condition = context.condition(test)
        if condition.is_const:
            return context.value(yes_node if condition.payload else no_node)
        a, b = context.value(yes_node), context.value(no_node)
        return e.ite(condition, a, b) if value is None else e.ite(condition, e.cast(value, a), e.cast(value, b))
    builder = context.builder
    result = None if node.type.is_void else builder.temporary(value or context.pointer)
    yes, no, end = builder.location(), builder.location(), builder.location()
    context.branch(test, yes, no)
    for start, part in ((yes, yes_node), (no, no_node)):
        builder.here = start
        if result is None:
            context.effect(part)
        else:
            builder.assign(result, e.cast(result.type, context.value(part)))
        builder.jump(end)
    builder.here = end
    return UNIT if result is None else e.var(result)


# -- assignment ----------------------------------------------------------------------------------------------------------


def assign(context: Context, node: Node, left: Node, right: Node) -> Expr:
    place = context.hold_place(context.place(left), right)
    value = context.value(right)
    context.at(node)
    if place.type.value is not None:
        return context.write(place, value)
    assert isinstance(place, Memory)
    if context.options.bounds and not (_is_whole(left) or _is_whole(right)):
        require_exact(context, place.address, value, place.type)
    copy(context, place.address, value, place.type)
    return place.address


def _is_whole(node: Node) -> bool:
    """Whether a struct is an object of its own: another one of this size that begins elsewhere in it does not end in it."""
    node = node.strip()
    while node.kind == k.UNEXPOSED_EXPR and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return node.kind in (k.DECL_REF, k.CALL, k.COMPOUND_LITERAL)


def compound(context: Context, node: Node) -> Expr:
    """`a op= b`: the old value is read before `b` is evaluated, unless `a` is atomic, where reading and writing are one step."""
    left, right = node.expressions
    code = k.COMPOUND[node.binary]
    place = context.hold_place(context.place(left), right)
    if is_atomic(place):
        operand = context.value(right)
        context.at(node)
        context.builder.emit(AtomicBegin())
        result = context.write(place, _update(context, node, code, place, context.read(place), operand))
        context.builder.emit(AtomicEnd())
        return result
    context.at(node)
    old = context.read(place)
    if isinstance(place, Register) and writes(right):
        old = context.hold(old)
    operand = context.value(right)
    context.at(node)
    return context.write(place, _update(context, node, code, place, old, operand))


def _update(context: Context, node: Node, code: int, place: Place, old: Expr, operand: Expr) -> Expr:
    if place.type.is_pointer:
        return step(context, node, old, operand, place.type.target, "add" if code == k.ADD else "sub")
    if code in (k.SHL, k.SHR):
        old = e.cast(promoted(old.type, place.member.bits if isinstance(place, Bits) else -1), old)
    else:
        old = e.cast(operand.type, old)  # clang has converted the right side to the common type
    assert place.type.value is not None
    result = compute(context, code, old, operand)
    if any(extended.is_extended(part) for part in (node, *node.expressions)):
        result = extended.require_exact(context, code, old, operand, result)
    return to_integer(context, result, place.type.value)


def _increment(context: Context, node: Node, child: Node, wanted: bool) -> Expr:
    code = node.unary
    place = context.place(child)
    context.at(node)
    atomic = is_atomic(place)
    if atomic:
        context.builder.emit(AtomicBegin())
    old = context.read(place)
    before = code in (k.PRE_INC, k.PRE_DEC)
    if wanted and not before and isinstance(place, Register):
        old = context.builder.freeze(old)
    operation = k.ADD if code in (k.PRE_INC, k.POST_INC) else k.SUB
    working = promoted(old.type, place.member.bits if isinstance(place, Bits) else -1)
    one = e.const(I32 if place.type.is_pointer else working, 1)
    new = context.write(place, _update(context, node, operation, place, old, one))
    if atomic:
        context.builder.emit(AtomicEnd())
    return new if before else old


# -- unary ---------------------------------------------------------------------------------------------------------------


def unary(context: Context, node: Node) -> Expr:
    child = node.expressions[0]
    code = node.unary
    match code:
        case k.POST_INC | k.POST_DEC | k.PRE_INC | k.PRE_DEC:
            return _increment(context, node, child, True)
        case k.ADDRESS_OF:
            if context.options.bounds:
                subobject.addressed(context, child)
            place = context.place(child)
            if not isinstance(place, Memory):
                raise context.unsupported(node, "address of this expression")
            return place.address
        case k.DEREF:
            place = context.place(node)
            return context.read(place)
        case k.EXTENSION | k.PLUS | k.REAL:
            return context.value(child)
        case k.LNOT:
            assert node.type.value is not None
            return e.cast(node.type.value, e.lnot(context.condition(child)))
        case k.BIT_NOT:
            return e.bit_not(context.value(child))
        case k.MINUS:
            value = context.value(child)
            context.at(node)
            return negate(context, value)
    raise context.unsupported(node, "operator on complex numbers")


def discard_unary(context: Context, node: Node) -> None:
    child = node.expressions[0]
    match node.unary:
        case k.POST_INC | k.POST_DEC | k.PRE_INC | k.PRE_DEC:
            _increment(context, node, child, False)
        case k.DEREF:
            context.value(node)
        case k.ADDRESS_OF if child.strip().kind == k.DECL_REF:
            pass  # not even of something volatile: only its value counts as an access
        case _:
            context.effect(child)


def discard_binary(context: Context, node: Node) -> None:
    code = node.binary
    left, right = node.expressions
    if code == k.COMMA:
        context.effect(left)
        context.effect(right)
    elif code in (k.LAND, k.LOR):
        builder = context.builder
        more, end = builder.location(), builder.location()
        context.branch(left, more if code == k.LAND else end, end if code == k.LAND else more)
        builder.here = more
        context.effect(right)
        builder.jump(end)
        builder.here = end
    else:
        context.value(node)


def discard_conditional(context: Context, node: Node) -> None:
    """`c ? f() : g()` as a statement needs no result."""
    test, yes_node, no_node = node.expressions
    builder = context.builder
    yes, no, end = builder.location(), builder.location(), builder.location()
    context.branch(test, yes, no)
    for start, part in ((yes, yes_node), (no, no_node)):
        builder.here = start
        context.effect(part)
        builder.jump(end)
    builder.here = end


VALUES = {k.BINARY: binary, k.UNARY: unary, k.COMPOUND_ASSIGN: compound, k.CONDITIONAL: conditional}
EFFECTS = {k.UNARY: discard_unary, k.BINARY: discard_binary, k.CONDITIONAL: discard_conditional}
BRANCHES = {k.BINARY: branch_binary, k.UNARY: branch_unary, k.PAREN: branch_inner}
