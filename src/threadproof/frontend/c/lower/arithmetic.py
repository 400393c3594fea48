"""Arithmetic on values of one type, with the checks that C's undefined behaviour calls for."""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import variable_arrays
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check
from threadproof.ir.types import FloatType, IntType, PtrType, Type, is_signed, width

_NAMES = {
    k.MUL: "mul", k.DIV: "div", k.REM: "rem", k.ADD: "add", k.SUB: "sub", k.SHL: "shl", k.SHR: "shr",
    k.BIT_AND: "and", k.BIT_XOR: "xor", k.BIT_OR: "or",
}  # fmt: skip
_SIGNS = {k.MUL: "*", k.DIV: "/", k.REM: "%", k.ADD: "+", k.SUB: "-", k.SHL: "<<"}


def compute(context: Context, code: int, a: Expr, b: Expr) -> Expr:
    """`a op b`; both of the same type, except for shifts, whose result has the type of `a`."""
    checked = context.overflow and is_signed(a.type) and code in _SIGNS
    if code in (k.SHL, k.SHR):
        b = _shift_amount(b)
        if context.options.hardware and not checked:
            b = e.binary("and", b, e.const(b.type, width(a.type) - 1))
        elif not checked:
            _require(context, _within_width(a, b), "invalid-shift", "shift by a negative number of bits, or by too many")
    else:
        b = e.cast(a.type, b)
    if code in (k.DIV, k.REM) and not isinstance(a.type, FloatType) and not (b.is_const and b.payload != 0):
        context.builder.emit(Check(e.ne(b, e.zero(b.type)), "division-by-zero", "division by zero"))
    if checked or (code in (k.DIV, k.REM) and is_signed(a.type)):  # a quotient that overflows does not wrap: processors trap
        _check_overflow(context, code, a, b)
    return e.binary(_NAMES[code], a, b)


def negate(context: Context, value: Expr) -> Expr:
    if context.overflow and is_signed(value.type):
        _check_overflow(context, k.SUB, e.zero(value.type), value)
    return e.neg(value)


def _shift_amount(amount: Expr) -> Expr:
    return e.cast(IntType(32, True), amount) if not isinstance(amount.type, IntType) else amount


def _within_width(a: Expr, amount: Expr) -> Expr:
    """Compared as an unsigned number, a negative amount is too large as well."""
    unsigned = IntType(width(amount.type), False)
    return e.lt(e.cast(unsigned, amount), e.const(unsigned, width(a.type)))


def to_integer(context: Context, value: Expr, type_: Type) -> Expr:
    """Conversion of a scalar; a floating-point number must fit, once its fraction is dropped."""
    if isinstance(value.type, FloatType) and isinstance(type_, IntType):
        if context.options.hardware:
            return _truncated(value, type_)
        _require(context, _fits(value, type_), "invalid-conversion", f"conversion to {type_} of a number that it does not hold")
    return e.cast(type_, value)


def _fits(value: Expr, type_: IntType) -> Expr:
    """Whether a floating-point number is one of an integer type, once its fraction is dropped."""
    high = 1 << (type_.bits - type_.signed)
    low = -high if type_.signed else 0
    exact = type_.bits < (24 if width(value.type) == 32 else 53)  # there is a number between `low - 1` and `low`
    above = e.lt(e.const(value.type, low - 1), value) if exact or not low else e.le(e.const(value.type, low), value)
    return e.land(above, e.lt(value, e.const(value.type, high)))


def _truncated(value: Expr, type_: IntType) -> Expr:
    """As x86-64 does it: to a signed number of 32 or 64 bits, the smallest one if it does not fit; then its low bits. Large
    unsigned numbers of 64 bits are converted without their highest bit."""
    signed = IntType(64 if type_.bits == 64 or (type_.bits == 32 and not type_.signed) else 32, True)

    def convert(number: Expr) -> Expr:
        return e.ite(_fits(number, signed), e.cast(signed, number), e.const(signed, -(1 << (signed.bits - 1))))

    if type_.bits < 64 or type_.signed:
        return e.cast(type_, convert(value))
    half = e.const(value.type, 1 << 63)
    upper = e.binary("xor", convert(e.binary("sub", value, half)), e.const(signed, -(1 << 63)))
    return e.cast(type_, e.ite(e.le(half, value), upper, convert(value)))


def _require(context: Context, condition: Expr, kind: str, message: str) -> None:
    if not (condition.is_const and condition.payload):
        context.builder.emit(Check(condition, kind, message))


def divide_pointers(context: Context, node: Node, a: Expr, b: Expr, element: CType) -> Expr:
    """`p - q`: the distance in elements."""
    assert isinstance(a.type, PtrType) and isinstance(node.type.value, IntType)
    signed = IntType(a.type.bits, True)
    distance = e.cast(signed, e.sub(a, b))
    if element.size < 0:
        size = variable_arrays.element_size(context, node)
        if size is None:
            raise context.unsupported(node, f"distance of addresses of '{element.spelling}', whose size is not known here")
        return e.cast(node.type.value, variable_arrays.quotient(distance, size))
    return e.cast(node.type.value, e.binary("div", distance, e.const(signed, max(1, element.size))))


def _check_overflow(context: Context, code: int, a: Expr, b: Expr) -> None:
    condition = _representable(code, a, b)
    _require(context, condition, "overflow", f"arithmetic overflow in {a.type} {_SIGNS[code]}")


def representable(value: Expr, type_: IntType) -> Expr:
    """Whether a value of a wider type fits into `type_`."""
    low = -(1 << (type_.bits - 1)) if type_.signed else 0
    high = (1 << (type_.bits - type_.signed)) - 1
    return e.land(e.le(e.const(value.type, low), value), e.le(value, e.const(value.type, high)))


def _representable(code: int, a: Expr, b: Expr) -> Expr:
    assert isinstance(a.type, IntType)
    type_ = a.type
    if code in (k.DIV, k.REM):  # the only overflow: smallest value divided by -1
        smallest = e.eq(a, e.const(type_, -(1 << (type_.bits - 1))))
        return e.lnot(e.land(smallest, e.eq(b, e.const(type_, -1))))
    wide = IntType(2 * type_.bits, True)
    if code == k.SHL:
        shifted = e.binary("shl", e.cast(wide, a), b)
        amount = e.land(e.le(e.zero(b.type), b), e.lt(b, e.const(b.type, min(type_.bits, (1 << 7) - 1))))
        return e.land(amount, e.land(e.le(e.zero(type_), a), representable(shifted, type_)))
    return representable(e.binary(_NAMES[code], e.cast(wide, a), e.cast(wide, b)), type_)
