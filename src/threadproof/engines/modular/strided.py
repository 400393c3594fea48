"""Strided intervals: the integers low, low + step, ..., high; the abstract values of scalars.

Booleans are 0 and 1, addresses are integers without sign. Operators compute with integers first; what leaves the range of the
type wraps around as a whole where all values do so equally often, and becomes the whole range otherwise (a stride that is a
power of two survives that). Every function returns a superset of what the operator of `ir.arith` gives
(`tests/unit/engines/modular` compares them)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from math import gcd
from typing import NamedTuple

from threadproof.ir.arith import trunc_div
from threadproof.ir.types import BoolType, FloatType, IntType, PtrType, Type, is_signed, width


class Strided(NamedTuple):
    low: int
    high: int
    step: int  # 0 just where low = high

    @property
    def constant(self) -> int | None:
        return self.low if self.low == self.high else None

    def __contains__(self, value: object) -> bool:
        assert isinstance(value, int)
        return self.low <= value <= self.high and (not self.step or not (value - self.low) % self.step)


BIT = Strided(0, 1, 1)
NONE = Strided(1, 0, 0)
"""No value: of the elements of an array of which there are none. Only `join` and `within` know it."""


def scalar(type_: Type) -> bool:
    return isinstance(type_, IntType | PtrType | BoolType)


@cache
def whole(type_: Type) -> Strided:
    """All values of a type; of a float that says nothing."""
    if isinstance(type_, BoolType) or not isinstance(type_, IntType | PtrType):
        return BIT
    bits = width(type_)
    return Strided(-(1 << bits - 1), (1 << bits - 1) - 1, 1) if is_signed(type_) else Strided(0, (1 << bits) - 1, 1)


def single(value: int) -> Strided:
    return Strided(value, value, 0)


def made(low: int, high: int, step: int) -> Strided:
    """With the highest value that the step meets. `low` <= `high`."""
    if not step or low == high:
        return Strided(low, low, 0)
    high = low + (high - low) // step * step
    return Strided(low, high, step if high > low else 0)


def join(a: Strided, b: Strided) -> Strided:
    if a == b or b is NONE:
        return a
    if a is NONE:
        return b
    step = gcd(gcd(a.step, b.step), abs(a.low - b.low))
    return made(min(a.low, b.low), max(a.high, b.high), step)


def meet(a: Strided, b: Strided) -> Strided | None:
    """A superset of the values that both have; None if there is none."""
    low, high = max(a.low, b.low), min(a.high, b.high)
    if low > high:
        return None
    if a == b:
        return a
    for one, other in ((a, b), (b, a)):
        if not one.step:
            return one if one.low in other else None
    coarse = a if a.step >= b.step else b
    low += (coarse.low - low) % coarse.step
    if low > high or (coarse.low - (a if coarse is b else b).low) % gcd(a.step, b.step):
        return None
    return made(low, high, coarse.step)


def within(a: Strided, b: Strided) -> bool:
    """Whether all values of a are values of b."""
    if a is NONE or b is NONE:
        return a is NONE
    if a.low < b.low or a.high > b.high:
        return False
    return not b.step or ((a.low - b.low) % b.step == 0 and a.step % b.step == 0) if b.step else a == b


def widened(old: Strided, new: Strided, thresholds: Sequence[int], type_: Type) -> Strided:
    """A superset of both that changes only so often, whatever comes. `thresholds`: in ascending order."""
    limits, both = whole(type_), join(old, new)
    if old is NONE or new is NONE:
        return both
    low, high = both.low, both.high
    if low < old.low:
        below = bisect_right(thresholds, low)
        low = max(thresholds[below - 1], limits.low) if below else limits.low
    if high > old.high:
        above = bisect_left(thresholds, high)
        high = min(thresholds[above], limits.high) if above < len(thresholds) else limits.high
    step = both.step
    if low != both.low:
        low += (both.low - low) % step if step else 0
    return made(low, max(high, both.high), step)


def fitted(found: Strided, type_: Type) -> Strided:
    """Integers as values of a type."""
    limits = whole(type_)
    if limits.low <= found.low and found.high <= limits.high:
        return found
    size = 1 << width(type_)
    turns = (found.low - limits.low) // size
    if (found.high - limits.low) // size == turns:
        return Strided(found.low - turns * size, found.high - turns * size, found.step)
    step = gcd(found.step, size) if found.step else size
    low = limits.low + (found.low - limits.low) % step
    return made(low, limits.high, step)


def exact(found: Strided, type_: Type) -> bool:
    """Whether integers are values of a type as they are."""
    limits = whole(type_)
    return limits.low <= found.low and found.high <= limits.high


def add(a: Strided, b: Strided) -> Strided:
    return Strided(a.low + b.low, a.high + b.high, gcd(a.step, b.step))


def negative(a: Strided) -> Strided:
    return Strided(-a.high, -a.low, a.step)


def multiplied(a: Strided, b: Strided) -> Strided:
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    step = gcd(gcd(a.low * b.step, b.low * a.step), a.step * b.step)
    return made(min(ends), max(ends), step or 1) if min(ends) < max(ends) else single(ends[0])


def divided(a: Strided, b: Strided) -> Strided | None:
    if b.low <= 0 <= b.high:
        return None
    ends = [trunc_div(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high = min(ends), max(ends)
    if a.low <= 0 <= a.high:
        low, high = min(low, 0), max(high, 0)
    return made(low, high, 1)


def remainder(a: Strided, b: Strided) -> Strided | None:
    if b.low <= 0 <= b.high:
        return None
    most = max(abs(b.low), abs(b.high)) - 1
    least = min(abs(b.low), abs(b.high))
    if -least < a.low and a.high < least:
        return a
    if b.constant is not None and a.low >= 0 and a.step:
        step = gcd(a.step, least)
        return made(a.low % step, min(a.high, most - (most - a.low) % step), step)
    return made(max(a.low, -most) if a.low < 0 else 0, min(a.high, most) if a.high > 0 else 0, 1)


def congruent(rest: int, divisor: int, type_: Type) -> Strided:
    """Values that have this remainder, which has the sign of the dividend, and 0 has both."""
    limits, step = whole(type_), abs(divisor)
    low = max(limits.low, rest) if rest > 0 else limits.low
    high = min(limits.high, rest) if rest < 0 else limits.high
    low += (rest - low) % step
    return made(low, high, step) if low <= high else single(rest)


def masked(a: Strided, b: Strided) -> Strided | None:
    """Bitwise and, of values without sign."""
    if a.constant is not None and b.constant is not None:
        return single(a.low & b.low)
    if a.low < 0 and b.low < 0:
        return None
    bound = min(x.high for x in (a, b) if x.low >= 0)
    mask = b.constant if b.constant is not None else a.constant
    other = a if b.constant is not None else b
    if mask is not None and mask >= 0 and mask & (mask + 1) == 0 and other.low >= 0 and other.high <= mask:
        return other
    return Strided(0, bound, 1) if bound else single(0)


def united(a: Strided, b: Strided, exclusive: bool) -> Strided | None:
    """Bitwise or, and exclusive or, of values without sign."""
    if a.constant is not None and b.constant is not None:
        return single(a.low ^ b.low if exclusive else a.low | b.low)
    if a.low < 0 or b.low < 0:
        return None
    bound = (1 << max(a.high, b.high).bit_length()) - 1
    low = 0 if exclusive else max(a.low, b.low)
    return made(low, max(bound, low), 1)


def shifted(op: str, a: Strided, amount: Strided, bits: int) -> Strided | None:
    if amount.constant is None or not 0 <= amount.low < bits:
        return None
    if op == "shl":
        return multiplied(a, single(1 << amount.low))
    return made(a.low >> amount.low, a.high >> amount.low, 1)


def binary(op: str, type_: Type, a: Strided, b: Strided) -> Strided:
    """What an operator of `ir.expr` gives on values of a type (that of the left operand); comparisons are not among them."""
    if isinstance(type_, FloatType):
        return BIT
    found: Strided | None = None
    match op:
        case "add":
            found = add(a, b)
        case "sub":
            found = add(a, negative(b))
        case "mul":
            found = multiplied(a, b)
        case "div":
            found = divided(a, b)
        case "rem":
            found = remainder(a, b)
        case "and":
            found = masked(a, b)
        case "or" | "xor":
            found = united(a, b, op == "xor")
        case "shl" | "shr":
            found = shifted(op, a, b, width(type_))
    return whole(type_) if found is None else fitted(found, type_)


def converted(found: Strided, source: Type, target: Type) -> Strided:
    """A cast, but not to bool."""
    if isinstance(source, FloatType) or isinstance(target, FloatType):
        return whole(target)
    return fitted(found, target)


def compared(op: str, a: Strided, b: Strided) -> bool | None:
    """Whether the comparison holds for all values, or for none."""
    match op:
        case "eq":
            if a.constant is not None and a == b:
                return True
            return False if meet(a, b) is None else None
        case "lt":
            return True if a.high < b.low else False if a.low >= b.high else None
    return True if a.high <= b.low else False if a.low > b.high else None
