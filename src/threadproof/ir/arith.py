"""What the operators mean, on Python values: the single definition used by constant folding and by the interpreter.

Values: `bool` for bool; a canonical `int` for integers (negative where signed) and addresses; `float` for floats, where f32
values are always rounded to 32 bits. Shifts by the width or more give 0 (or all sign bits); division by zero raises.
Float-to-integer conversions give 0 for NaN and whatever the target cannot hold. The front ends guard these by checks where
their languages leave them undefined.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

from threadproof.ir import zones
from threadproof.ir.types import BoolType, FloatType, IntType, PtrType, Type, byte_size, width

Value = bool | int | float


def wrap(type_: Type, value: int) -> int:
    """The value of `type_` (integer or address) that is congruent to `value`."""
    if isinstance(type_, IntType):
        bits = type_.bits
        value &= (1 << bits) - 1
        return value - (1 << bits) if type_.signed and value >> (bits - 1) else value
    assert isinstance(type_, PtrType)
    return value & ((1 << type_.bits) - 1)


def round_float(type_: FloatType, value: float) -> float:
    if type_.bits == 64:
        return value
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _exactly_enough(value: int) -> float:
    """A float that is rounded to 32 bits as the integer would be: rounding twice must not make a tie of what is none, so what
    does not fit into 64 sets the lowest bit."""
    excess = value.bit_length() - 53
    if excess <= 0:
        return float(value)
    top = abs(value) >> excess
    return math.copysign(math.ldexp(top | (abs(value) != top << excess), excess), value)


def trunc_div(a: int, b: int) -> int:
    """C division: rounds towards zero."""
    if b == 0:
        raise ZeroDivisionError
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def float_div(a: float, b: float) -> float:
    """IEEE division."""
    if b != 0:
        return a / b
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


_INT: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": trunc_div,
    "rem": lambda a, b: a - b * trunc_div(a, b),
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}
_FLOAT: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": float_div,
}
COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    "eq": lambda a, b: a == b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
}


def shift(op: str, type_: Type, a: int, amount: int) -> int:
    bits = width(type_)
    if amount < 0 or amount >= bits:
        amount = bits
    return wrap(type_, a << amount if op == "shl" else a >> amount)


def binary(op: str, type_: Type, a: Value, b: Value) -> Value:
    """`a op b`, where `type_` is the type of both operands (of the left one for shifts)."""
    if op in COMPARE:
        return COMPARE[op](a, b)
    if isinstance(type_, FloatType):
        return round_float(type_, _FLOAT[op](float(a), float(b)))
    if isinstance(type_, BoolType):
        return bool(_INT[op](int(a), int(b)))
    if op in ("shl", "shr"):
        return shift(op, type_, int(a), int(b))
    return wrap(type_, _INT[op](int(a), int(b)))


def unary(op: str, type_: Type, a: Value) -> Value:
    if op == "lnot":
        return not a
    if isinstance(type_, FloatType):
        assert op == "neg"
        return -float(a)
    return wrap(type_, -int(a) if op == "neg" else ~int(a))


def cast(target: Type, source: Type, a: Value) -> Value:
    """C conversion between scalar types; to bool it is `a != 0`."""
    if isinstance(target, BoolType):
        return bool(a != 0)
    if isinstance(target, FloatType):
        twice = target.bits == 32 and not isinstance(a, float)
        return round_float(target, _exactly_enough(int(a)) if twice else float(a))
    if isinstance(source, FloatType):
        whole = math.trunc(a) if math.isfinite(a) else 0
        return whole if wrap(target, whole) == whole else 0
    return wrap(target, int(a))


def displace(type_: Type, a: Value, distance: Value) -> int:
    """Pointer arithmetic: see `zones`."""
    return zones.STANDARD[width(type_)].displaced(int(a), int(distance))


def to_bytes(type_: Type, value: Value) -> bytes:
    """The value as it lies in (little-endian) memory."""
    if isinstance(type_, FloatType):
        return struct.pack("<f" if type_.bits == 32 else "<d", value)
    return (int(value) & ((1 << width(type_)) - 1)).to_bytes(byte_size(type_), "little")


def from_bytes(type_: Type, data: bytes) -> Value:
    if isinstance(type_, FloatType):
        return float(struct.unpack("<f" if type_.bits == 32 else "<d", data)[0])
    raw = int.from_bytes(data, "little")
    return raw != 0 if isinstance(type_, BoolType) else wrap(type_, raw)


def bitcast(target: Type, source: Type, a: Value) -> Value:
    """Same bits, other type (same width)."""
    return from_bytes(target, to_bytes(source, a))
