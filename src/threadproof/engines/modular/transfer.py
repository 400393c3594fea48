"""What expressions and conditions say in an abstract state (`modular.state`), forwards and backwards."""

from __future__ import annotations

from typing import assert_never

from threadproof.engines.modular import arrays, strided
from threadproof.engines.modular.state import AbstractThread, AffineLink, NoSuchState, Term, linkable, signed
from threadproof.engines.modular.strided import BIT, Strided, single
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.types import BOOL, ArrayType, Type, width
from threadproof.ir.walk import fold


def evaluate(state: AbstractThread, expr: Expr) -> Term:
    return fold(expr, lambda node, args: _value(state, node, args))


def _value(state: AbstractThread, node: Expr, args: list[Term]) -> Term:
    type_ = node.type
    match node.op:
        case "const" if strided.scalar(type_):
            return Term(single(int(node.payload)))
        case "var" if strided.scalar(type_):
            return Term(state.num(node.payload), state.link(node.payload))
        case "lnot":
            return Term(strided.add(single(1), strided.negative(args[0].num)))
        case "neg" | "not" if strided.scalar(type_):
            return Term(strided.fitted(strided.add(strided.negative(args[0].num), single(-int(node.op == "not"))), type_))
        case "eq" | "lt" | "le":
            found = _compared(state, node, args)
            return Term(BIT if found is None else single(int(found)))
        case "ite":
            chosen = args[0].num.constant
            if chosen is not None:
                return args[1] if chosen else args[2]
            return Term(strided.join(args[1].num, args[2].num), args[1].link if args[1].link == args[2].link else None)
        case "cast":
            source = node.args[0].type
            return Term(strided.converted(args[0].num, source, type_), _converted(state, args[0], source, type_))
        case "select" if node.args[0].op == "var" and strided.scalar(type_):
            return arrays.element(state, node.args[0].payload, args[1])
    if len(args) != 2 or not strided.scalar(type_):
        return Term(strided.whole(type_))
    num = strided.binary(node.op, type_, args[0].num, args[1].num)
    one, two = args[0].link, args[1].link
    if node.op == "sub" and one is not None and two is not None and one.alike(two):
        return Term(strided.fitted(single(one.number - two.number), type_))
    return Term(num, _combined(state, node, one, args[1].num.constant))


def _combined(state: AbstractThread, node: Expr, link: AffineLink | None, value: int | None) -> AffineLink | None:
    """The link of a linked value combined with a number."""
    if link is None or value is None:
        return None
    match node.op:
        case "add" | "sub":
            return link.plus(value if node.op == "add" else -value, node.type)
        case "mul":
            return link.times(value, node.type)
        case "shl" if 0 <= value < width(node.type):
            return link.times(1 << value, node.type)
        case "div" | "shr" if value > 0 and (node.op == "div" or value < width(node.type)):
            by = value if node.op == "div" else 1 << value
            whole = not (link.number % by or link.scale % by) and state.exact(link, node.type)
            return AffineLink(link.base, link.number // by, link.scale // by) if whole else None
    return None


def _converted(state: AbstractThread, value: Term, source: Type, target: Type) -> AffineLink | None:
    """The link of a value after a conversion."""
    if value.link is None or not (linkable(source) and linkable(target)):
        return None
    narrower = width(target) <= width(source)
    return value.link.plus(0, target) if narrower or state.exact(value.link, source) else None


def _compared(state: AbstractThread, node: Expr, args: list[Term]) -> bool | None:
    type_ = node.args[0].type
    if not strided.scalar(type_):
        return None
    one, two = args[0].link, args[1].link
    if one is not None and two is not None and one.alike(two):
        if node.op == "eq":
            return not signed(one.number - two.number, type_)
        if state.exact(one, type_) and state.exact(two, type_):
            return one.number < two.number if node.op == "lt" else one.number <= two.number
    return strided.compared(node.op, args[0].num, args[1].num)


def assume(state: AbstractThread, condition: Expr, truth: bool = True) -> None:
    """Raises NoSuchState where the condition cannot have that truth."""
    match condition.op:
        case "lnot":
            assume(state, condition.args[0], not truth)
            return
        case "and" | "or" if (condition.op == "and") == truth:
            for part in condition.args:
                assume(state, part, truth)
            return
        case "and" | "or":
            _either(state, condition.args, truth)
            return
        case "var":
            state.refine(condition.payload, single(int(truth)))
            return
        case "select" if condition.args[0].op == "var":
            index = evaluate(state, condition.args[1])
            if int(truth) not in arrays.element(state, condition.args[0].payload, index).num:
                raise NoSuchState
            arrays.learn(state, condition.args[0].payload, index, single(int(truth)))
            return
    known = evaluate(state, condition).num.constant
    if known is not None and bool(known) != truth:
        raise NoSuchState
    if known is None and condition.op in ("eq", "lt", "le") and strided.scalar(condition.args[0].type):
        _compare(state, condition, truth)


def _either(state: AbstractThread, parts: tuple[Expr, ...], truth: bool) -> None:
    """One of two conditions has the truth: what both cases have in common is known then."""
    cases = []
    for part in parts:
        case = state.copy()
        try:
            assume(case, part, truth)
            cases.append(case)
        except NoSuchState:
            pass
    if not cases:
        raise NoSuchState
    found = cases[0] if len(cases) == 1 else cases[0].join(cases[1])
    state.take(found)


def _compare(state: AbstractThread, condition: Expr, truth: bool) -> None:
    left, right = condition.args
    one, two = evaluate(state, left), evaluate(state, right)
    if condition.op == "eq":
        if truth:
            _refine(state, left, two.num)
            _refine(state, right, one.num)
            if one.link is not None and two.link is not None:
                state.equate(one.link, two.link, left.type)
        else:
            _refine(state, left, _without(one.num, two.num.constant))
            _refine(state, right, _without(two.num, one.num.constant))
        return
    strict = int((condition.op == "lt") == truth)
    if not truth:
        left, right, one, two = right, left, two, one
    limits = strided.whole(left.type)
    if one.num.low + strict > limits.high or two.num.high - strict < limits.low:
        raise NoSuchState
    _refine(state, left, strided.made(limits.low, two.num.high - strict, 1))
    _refine(state, right, strided.made(one.num.low + strict, limits.high, 1))


def _without(num: Strided, value: int | None) -> Strided:
    if value == num.low:
        if not num.step:
            raise NoSuchState
        return strided.made(num.low + num.step, num.high, num.step)
    return strided.made(num.low, num.high - num.step, num.step) if value == num.high else num


def _refine(state: AbstractThread, expr: Expr, allowed: Strided) -> None:
    """The expression has one of the allowed values."""
    if expr.op == "var":
        state.refine(expr.payload, allowed)
    elif expr.op == "cast" and strided.scalar(expr.args[0].type):
        inner = expr.args[0]
        num = evaluate(state, inner).num
        if inner.type is BOOL:
            if allowed.low > 0 or allowed.high < 1:
                assume(state, inner, allowed.low > 0)
        elif strided.exact(num, expr.type):
            _refine(state, inner, allowed)
    elif expr.op == "rem" and allowed.constant is not None and strided.scalar(expr.type):
        divisor = evaluate(state, expr.args[1]).num.constant
        if divisor:
            _refine(state, expr.args[0], strided.congruent(allowed.low, divisor, expr.type))
    elif expr.op in ("add", "sub") and strided.scalar(expr.type):
        left, right = expr.args
        one, two = evaluate(state, left).num, evaluate(state, right).num
        two = two if expr.op == "add" else strided.negative(two)
        if strided.exact(strided.add(one, two), expr.type):
            _refine(state, left, strided.add(allowed, strided.negative(two)))
            rest = strided.add(allowed, strided.negative(one))
            _refine(state, right, rest if expr.op == "add" else strided.negative(rest))


def execute(state: AbstractThread, op: ops.DataOp) -> None:
    """The state after an operation, in place."""
    match op:
        case ops.Assume(condition):
            assume(state, condition)
        case ops.Assign(target, value) if strided.scalar(target.type):
            state.assign(target, evaluate(state, value))
        case ops.Assign(target, value) if isinstance(target.type, ArrayType):
            known = value.op == "fill" and strided.scalar(value.args[0].type)
            arrays.fill(state, target, evaluate(state, value.args[0]).num if known else None)
        case ops.Havoc(target) if isinstance(target.type, ArrayType):
            arrays.fill(state, target, None)
        case ops.Assign(target) | ops.Havoc(target):
            state.forget(target)
        case ops.Write(array, index, value) if strided.scalar(value.type):
            arrays.write(state, array, evaluate(state, index), evaluate(state, value))
        case ops.Write():
            pass
        case other:
            assert_never(other)
