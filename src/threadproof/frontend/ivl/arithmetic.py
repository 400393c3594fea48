"""Arithmetic of C on integers and floats, with the checks that the property asks for: division by zero always, signed overflow
only where it is verified."""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl.context import FunctionContext, Value, fail
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check
from threadproof.ir.types import FloatType, IntType, Type, is_signed

NAMES = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "<<": "shl", ">>": "shr", "&": "and", "|": "or", "^": "xor",
}  # fmt: skip
_OVERFLOWING = ("+", "-", "*", "/", "%")
_WHOLE = ("%", "<<", ">>", "&", "|", "^")


def arithmetic(ctx: FunctionContext, operator: str, left: Value, right: Value, pos: Pos) -> Value:
    """`left operator right` on two numbers."""
    assert isinstance(left.type, t.Scalar) and isinstance(right.type, t.Scalar)
    if operator in _WHOLE and not (t.is_integer(left.type) and t.is_integer(right.type)):
        fail(f"'{operator}' cannot combine {left.type} and {right.type}", pos)
    if operator in ("<<", ">>"):
        a, b = (e.cast(t.promoted(v.expr.type), v.expr) for v in (left, right))
        return Value(e.binary(NAMES[operator], a, b), t.Scalar(a.type))
    type_ = t.common(left.type.type, right.type.type)
    a, b = e.cast(type_, left.expr), e.cast(type_, right.expr)
    if operator in ("/", "%") and not isinstance(type_, FloatType):
        ctx.check(e.ne(b, e.zero(type_)), "division-by-zero", "division by zero")
    if operator in _OVERFLOWING:
        _check_overflow(ctx, operator, a, b, type_)
    return Value(e.binary(NAMES[operator], a, b), t.Scalar(type_))


def negate(ctx: FunctionContext, value: Expr) -> Expr:
    _check_overflow(ctx, "-", e.zero(value.type), value, value.type)
    return e.neg(value)


def _check_overflow(ctx: FunctionContext, operator: str, a: Expr, b: Expr, type_: Type) -> None:
    if not ctx.world.options.overflow or not isinstance(type_, IntType) or not is_signed(type_):
        return
    low, high = -(1 << type_.bits - 1), (1 << type_.bits - 1) - 1
    if operator in ("/", "%"):
        fits = e.lnot(e.land(e.eq(a, e.const(type_, low)), e.eq(b, e.const(type_, -1))))
    else:
        wide = IntType(2 * type_.bits, True)
        exact = e.binary(NAMES[operator], e.cast(wide, a), e.cast(wide, b))
        fits = e.land(e.le(e.const(wide, low), exact), e.le(exact, e.const(wide, high)))
    if fits is not e.TRUE:
        ctx.builder.emit(Check(fits, "overflow", f"arithmetic overflow in {t.Scalar(type_)} {operator}"))
