"""Arithmetic of floats as circuits: IEEE formats of 32 and 64 bits, rounded to nearest, ties to even.

A float is its bits: fraction, exponent, sign. Every operation computes an exact significand (or one whose lowest bit
says that digits were lost below it) with the exponent of its highest bit, and `_round` makes a float of that: too small
a number is moved right first, then fraction and exponent are one integer that is incremented where rounding goes up, so
that a carry arrives at the next exponent, and at infinity, by itself. Which bits a NaN has is open in C: they are
inputs of the circuit, so that nothing is proved that rests on them. `ir.arith` is the definition for everything else.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.ir.expr import Expr
from threadproof.ir.types import BoolType, FloatType, Type, is_signed, width
from threadproof.records import dataclass
from threadproof.smt.bitblast import Bits, Blaster, Value, pack, unpack
from threadproof.smt.gates import FALSE, TRUE, Literal

EXPONENT = 16  # bits of an exponent while it is computed, signed: enough for all formats, and for integers of 128 bits


@dataclass(frozen=True, slots=True)
class Format:
    exponent: int  # bits
    fraction: int

    @property
    def bias(self) -> int:
        return (1 << self.exponent - 1) - 1

    @property
    def bits(self) -> int:
        return 1 + self.exponent + self.fraction


FORMATS = {32: Format(8, 23), 64: Format(11, 52)}


@dataclass(frozen=True, slots=True)
class FloatParts:
    """A float taken apart. The exponent is biased; that of a number below the normal ones is 1, as if it were one of them."""

    sign: Literal
    exponent: Bits
    significand: Bits  # with the hidden bit
    magnitude: Bits  # all but the sign: of numbers, a larger one is larger
    nan: Literal
    infinite: Literal
    zero: Literal


class FloatBlaster(Blaster):
    """A blaster that knows floats."""

    def floats(self, node: Expr, args: list[Value]) -> Value:
        source = node.args[0].type
        if node.op == "cast":
            return self._cast(node.type, source, unpack(args[0], width(source)))
        assert isinstance(source, FloatType), node.op
        form = FORMATS[source.bits]
        a, *rest = (unpack(arg, form.bits) for arg in args)
        if node.op == "neg":
            return pack((*a[:-1], -a[-1]))
        (b,) = rest
        x, y = self._parts(a, form), self._parts(b, form)
        compare: dict[str, Callable[[FloatParts, FloatParts], Literal]] = {
            "eq": self._equals,
            "lt": self._below,
            "le": self._at_most,
        }
        if node.op in compare:
            return pack((compare[node.op](x, y),))
        if node.op == "sub":
            b = (*b[:-1], -b[-1])
        operate = {"add": self._add, "sub": self._add, "mul": self._multiply, "div": self._quotient}[node.op]
        return pack(operate(a, b, form))

    # -- numbers and their parts -------------------------------------------------------------------------------------------

    def _parts(self, bits: Bits, form: Format) -> FloatParts:
        gates = self.gates
        fraction, exponent = bits[: form.fraction], bits[form.fraction : -1]
        normal, some, full = gates.any(exponent), gates.any(fraction), gates.all(exponent)
        return FloatParts(
            bits[-1],
            (gates.or_(exponent[0], -normal), *exponent[1:]),
            (*fraction, normal),
            bits[:-1],
            gates.and_(full, some),
            gates.and_(full, -some),
            gates.and_(-normal, -some),
        )

    def _infinity(self, sign: Literal, form: Format) -> Bits:
        return (FALSE,) * form.fraction + (TRUE,) * form.exponent + (sign,)

    def _nan(self, form: Format) -> Bits:
        payload = tuple(self.gates.input() for _ in range(form.fraction - 1))
        return (*payload, *(TRUE,) * (form.exponent + 1), self.gates.input())

    def _special(self, nan: Literal, infinite: Literal, zero: Literal, sign: Literal, number: Bits, form: Format) -> Bits:
        """The number, unless it is none, infinite or zero."""
        result = self.choose(zero, (*(FALSE,) * (form.bits - 1), sign), number)
        result = self.choose(infinite, self._infinity(sign, form), result)
        return result if nan == FALSE else self.choose(nan, self._nan(form), result)

    def _plus(self, a: Bits, b: int) -> Bits:
        """An exponent (signed), moved."""
        return self.sum(_extended(a), unpack(b % (1 << EXPONENT), EXPONENT), FALSE)[0]

    def _minus(self, a: Bits, b: Bits) -> Bits:
        return self.sum(_extended(a), tuple(-bit for bit in _extended(b)), TRUE)[0]

    def _normal(self, significand: Bits, exponent: Bits) -> tuple[Bits, Bits]:
        """The same number with a 1 as its highest bit, unless it is zero."""
        zeros: list[Literal] = []
        for stage in reversed(range((len(significand) - 1).bit_length())):
            by = 1 << stage
            empty = -self.gates.any(significand[-by:])
            significand = self.choose(empty, (FALSE,) * by + significand[:-by], significand)
            zeros.append(empty)
        return significand, self._minus(exponent, (*reversed(zeros), FALSE))

    def _lowered(self, bits: Bits, by: Bits) -> Bits:
        """Moved right by an unsigned number; the lowest bit of the result is also set where a 1 was lost."""
        gates, size = self.gates, len(bits)
        stages = size.bit_length()
        lost = FALSE
        for i, bit in enumerate(by[:stages]):
            step = min(1 << i, size)
            lost = gates.or_(lost, gates.and_(bit, gates.any(bits[:step])))
            bits = self.choose(bit, bits[step:] + (FALSE,) * step, bits)
        far = gates.any(by[stages:])
        lost = gates.or_(lost, gates.and_(far, gates.any(bits)))
        bits = self.choose(far, (FALSE,) * size, bits)
        return (gates.or_(bits[0], lost), *bits[1:])

    def _round(self, sign: Literal, exponent: Bits, significand: Bits, form: Format) -> Bits:
        """Of a number whose highest bit is 1, with the (signed, biased) exponent of that bit."""
        gates = self.gates
        significand = (FALSE,) * (form.fraction + 3 - len(significand)) + significand
        normal = self.less(unpack(0, EXPONENT), exponent, True)
        distance = self._minus(unpack(1, EXPONENT), exponent)
        lowered = self._lowered(significand, tuple(gates.and_(-normal, bit) for bit in distance[:-1]))
        cut = len(lowered) - 1 - form.fraction
        rest, guard, fraction = lowered[: cut - 1], lowered[cut - 1], lowered[cut:-1]
        up = gates.and_(guard, gates.or_(fraction[0], gates.any(rest)))
        field = tuple(gates.and_(normal, bit) for bit in exponent[: form.exponent])
        whole = (*fraction, *field)
        rounded, _ = self.sum(whole, (FALSE,) * len(whole), up)
        large = -self.less(exponent, unpack((1 << form.exponent) - 1, EXPONENT), True)
        return self.choose(large, self._infinity(sign, form), (*rounded, sign))

    # -- operations --------------------------------------------------------------------------------------------------------

    def _equals(self, x: FloatParts, y: FloatParts) -> Literal:
        gates = self.gates
        same = gates.and_(-gates.xor(x.sign, y.sign), gates.all([-gates.xor(p, q) for p, q in _pairs(x, y)]))
        return gates.and_(gates.and_(-x.nan, -y.nan), gates.or_(same, gates.and_(x.zero, y.zero)))

    def _below(self, x: FloatParts, y: FloatParts) -> Literal:
        gates = self.gates
        smaller, larger = self.less(x.magnitude, y.magnitude, False), self.less(y.magnitude, x.magnitude, False)
        apart = gates.and_(x.sign, -gates.and_(x.zero, y.zero))
        ordered = gates.ite(gates.xor(x.sign, y.sign), apart, gates.ite(x.sign, larger, smaller))
        return gates.and_(gates.and_(-x.nan, -y.nan), ordered)

    def _at_most(self, x: FloatParts, y: FloatParts) -> Literal:
        return self.gates.or_(self._below(x, y), self._equals(x, y))

    def _add(self, a: Bits, b: Bits, form: Format) -> Bits:
        """The smaller one is moved to the exponent of the larger one. Three bits below the last one suffice: where more than one
        was moved out, at most one leading bit is cancelled."""
        gates = self.gates
        swap = self.less(a[:-1], b[:-1], False)
        large, small = self.choose(swap, b, a), self.choose(swap, a, b)
        x, y = self._parts(large, form), self._parts(small, form)
        opposite = gates.xor(x.sign, y.sign)
        addend = (FALSE,) * 3 + x.significand + (FALSE,)
        moved = (*self._lowered((FALSE,) * 3 + y.significand, self._minus(x.exponent, y.exponent)[:-1]), FALSE)
        total, _ = self.sum(addend, tuple(gates.xor(bit, opposite) for bit in moved), opposite)
        significand, exponent = self._normal(total, self._plus(x.exponent, 1))
        zero = -gates.any(total)
        sign = gates.ite(zero, gates.and_(x.sign, y.sign), x.sign)
        nan = gates.any([x.nan, y.nan, gates.all([x.infinite, y.infinite, opposite])])
        return self._special(nan, x.infinite, zero, sign, self._round(sign, exponent, significand, form), form)

    def _multiply(self, a: Bits, b: Bits, form: Format) -> Bits:
        gates = self.gates
        x, y = self._parts(a, form), self._parts(b, form)
        (left, p), (right, q) = self._normal(x.significand, x.exponent), self._normal(y.significand, y.exponent)
        wide = (FALSE,) * len(left)
        product = self._product(left + wide, right + wide)
        exponent = self._plus(self.sum(p, q, FALSE)[0], 1 - form.bias)
        significand, exponent = self._normal_by_one(product, exponent)
        sign, zero, infinite = gates.xor(x.sign, y.sign), gates.or_(x.zero, y.zero), gates.or_(x.infinite, y.infinite)
        nan = gates.any([x.nan, y.nan, gates.and_(zero, infinite)])
        return self._special(nan, infinite, zero, sign, self._round(sign, exponent, significand, form), form)

    def _quotient(self, a: Bits, b: Bits, form: Format) -> Bits:
        """Long division of significands: what is left over is below the last bit."""
        gates = self.gates
        x, y = self._parts(a, form), self._parts(b, form)
        (left, p), (right, q) = self._normal(x.significand, x.exponent), self._normal(y.significand, y.exponent)
        rest, divisor = (*left, FALSE), (*right, FALSE)
        digits: list[Literal] = []
        for _ in range(form.fraction + 4):
            difference, fits = self.sum(rest, tuple(-bit for bit in divisor), TRUE)
            digits.append(fits)
            rest = (FALSE, *self.choose(fits, difference, rest)[:-1])
        exponent = self._plus(self._minus(p, q), form.bias)
        significand, exponent = self._normal_by_one((gates.any(rest), *reversed(digits)), exponent)
        sign = gates.xor(x.sign, y.sign)
        zero, infinite = gates.or_(x.zero, y.infinite), gates.or_(x.infinite, y.zero)
        nan = gates.any([x.nan, y.nan, gates.and_(zero, infinite)])
        return self._special(nan, infinite, zero, sign, self._round(sign, exponent, significand, form), form)

    def _normal_by_one(self, significand: Bits, exponent: Bits) -> tuple[Bits, Bits]:
        """Where at most the highest bit is 0."""
        low = -significand[-1]
        return self.choose(low, (FALSE, *significand[:-1]), significand), self._minus(exponent, (low, FALSE))

    # -- conversions -------------------------------------------------------------------------------------------------------

    def _cast(self, target: Type, source: Type, bits: Bits) -> Value:
        if not isinstance(source, FloatType):
            assert isinstance(target, FloatType)
            return pack(self._from_integer(bits, is_signed(source), FORMATS[target.bits]))
        x, form = self._parts(bits, FORMATS[source.bits]), FORMATS[source.bits]
        if isinstance(target, BoolType):
            return pack((-x.zero,))
        if not isinstance(target, FloatType):
            return pack(self._to_integer(x, form, width(target), is_signed(target)))
        to = FORMATS[target.bits]
        significand, exponent = self._normal(x.significand, x.exponent)
        number = self._round(x.sign, self._plus(exponent, to.bias - form.bias), significand, to)
        return pack(self._special(x.nan, x.infinite, x.zero, x.sign, number, to))

    def _from_integer(self, bits: Bits, signed: bool, form: Format) -> Bits:
        sign = bits[-1] if signed else FALSE
        size = len(bits)
        magnitude = self.choose(sign, unpack(self.negative(bits), size), bits)
        significand, exponent = self._normal(magnitude, unpack(form.bias + size - 1, EXPONENT))
        number = self._round(sign, exponent, significand, form)
        return self._special(FALSE, FALSE, -self.gates.any(bits), sign, number, form)

    def _to_integer(self, x: FloatParts, form: Format, size: int, signed: bool) -> Bits:
        """Without the fraction; 0 for what does not fit, and for NaN."""
        gates = self.gates
        by = self._plus((*x.exponent, FALSE), -form.bias)
        whole = (*x.significand, *(FALSE,) * size)
        for i, bit in enumerate(by[: size.bit_length()]):
            step = min(1 << i, len(whole))
            whole = self.choose(bit, (FALSE,) * step + whole[: len(whole) - step], whole)
        magnitude = whole[form.fraction : form.fraction + size]
        fits = [-by[-1], self.less(by, unpack(size, EXPONENT), True)]
        if signed:
            least = gates.and_(x.sign, -gates.any(magnitude[:-1]))
            fits.append(gates.or_(-magnitude[-1], least))
        else:
            fits.append(-x.sign)
        value = self.choose(x.sign, unpack(self.negative(magnitude), size), magnitude)
        return self.choose(gates.all(fits), value, (FALSE,) * size)


def _extended(bits: Bits) -> Bits:
    """An exponent in full width; a short one is unsigned."""
    return bits + (FALSE,) * (EXPONENT - len(bits))


def _pairs(x: FloatParts, y: FloatParts) -> list[tuple[Literal, Literal]]:
    return list(zip(x.magnitude, y.magnitude, strict=True))
