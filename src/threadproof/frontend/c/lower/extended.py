"""`long double`, which has more digits than `double` on the machines that are meant (64 instead of 53).

It is computed as double as long as that is exact: then both formats hold the very same number, whatever is done with it next.
Where an operation, a literal or the conversion of an integer would have to be rounded, the execution is cut, so
no verdict rests on digits that are not there. A sum is exact if the error term of the two-sum algorithm (Knuth) is 0; products
and quotients are known to be exact between integers of at most 26 bits, and with a constant power of two. Arbitrary values are
those of double; that there are more forbids TRUE.
"""

from __future__ import annotations

import math

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Cut, Origin
from threadproof.ir.types import BOOL, F64, I64, IntType

ROUNDED = "a long double that double does not hold is not modelled"
_BITS = 26


def is_extended(node: Node) -> bool:
    return node.type.kind == k.T_LONG_DOUBLE


def require_exact(context: Context, code: int, a: Expr, b: Expr, result: Expr) -> Expr:
    """The result of an operation on two numbers; the execution ends where it was rounded."""
    a, b = e.cast(F64, a), e.cast(F64, b)
    if code in (k.ADD, k.SUB):
        exact = _exact_sum(a, b if code == k.ADD else e.neg(b), e.cast(F64, result))
    elif code == k.MUL:
        exact = e.lor(e.land(_is_small(a), _is_small(b)), e.lor(_scaled(a, b, result), _scaled(b, a, result)))
    elif code == k.DIV:
        quotient = e.cast(F64, result)
        whole = e.land(_is_small(quotient), _is_small(b))
        exact = e.lor(e.land(whole, e.eq(e.binary("mul", quotient, b), a)), _scaled(a, b, result))
    else:
        exact = e.FALSE
    _go_on_if(context, exact)
    return result


def require_held(context: Context, value: Expr) -> None:
    """A value that becomes a long double: integers of many digits need not fit."""
    if isinstance(value.type, IntType) and value.type.bits > 53:
        limit = 1 << 53
        low = e.le(e.const(value.type, -limit), value) if value.type.signed else e.TRUE
        _go_on_if(context, e.land(low, e.le(value, e.const(value.type, limit))))


def literal_is_exact(node: Node) -> bool:
    """Whether double holds the number that is written."""
    value, words = node.evaluate(), node.tokens()
    if not isinstance(value, int | float) or len(words) != 1:
        return False
    from fractions import Fraction

    text = words[0].rstrip("lLfF")
    try:
        written = Fraction(float.fromhex(text)) if text[:2] in ("0x", "0X") else Fraction(text)
        return written == Fraction(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        return False


def end_if_rounded(context: Context, node: Node) -> None:
    """A literal."""
    if is_extended(node) and not literal_is_exact(node):
        context.at(node)
        _go_on_if(context, e.FALSE)


def may_be_any(context: Context) -> None:
    """An arbitrary value: it may be one that double does not hold."""
    builder = context.builder
    held, other = builder.location(), builder.location()
    builder.branch(builder.havoc(BOOL, Origin.INPUT), held, other)
    builder.here = other
    builder.stop(Cut(ROUNDED))
    builder.here = held


def _exact_sum(a: Expr, b: Expr, total: Expr) -> Expr:
    rest = e.sub(total, a)
    error = e.add(e.sub(a, e.sub(total, rest)), e.sub(b, rest))
    return e.eq(error, e.zero(F64))


def _is_small(value: Expr) -> Expr:
    limit = float(1 << _BITS)
    within = e.land(e.le(e.const(F64, -limit), value), e.le(value, e.const(F64, limit)))
    return e.land(within, e.eq(e.cast(F64, e.cast(I64, value)), value))


def _scaled(value: Expr, factor: Expr, result: Expr) -> Expr:
    """Whether only the exponent changes: the factor is a constant power of two, and the result is far from the
    limits."""
    if not factor.is_const or abs(math.frexp(factor.payload)[0]) != 0.5:
        return e.FALSE
    size = e.ite(e.lt(result, e.zero(F64)), e.neg(result), result)
    normal = e.land(e.le(e.const(F64, 2.0**-1000), size), e.le(size, e.const(F64, 2.0**1000)))
    return e.lor(normal, e.eq(value, e.zero(F64)))


def _go_on_if(context: Context, exact: Expr) -> None:
    builder = context.builder
    if exact.is_const and exact.payload:
        return
    if context.function is None:
        raise context.unsupported_here(ROUNDED)
    fine, rounded = builder.location(), builder.location()
    builder.branch(exact, fine, rounded)
    builder.here = rounded
    builder.stop(Cut(ROUNDED))
    builder.here = fine
