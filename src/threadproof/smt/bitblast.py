"""Values of the IR as bits: what each operator computes, as a circuit.

A value is an integer (a constant; its bits as an unsigned number) or a tuple of literals, least significant first, of which at
least one is not constant. Constants are computed by `ir.arith`, the definition of all operators, so the circuits only have to
agree with it on the rest. What there is no circuit for (arithmetic of floats that are not constant, see `floatblast`) raises
`NoCircuit`; the caller gives up cleanly.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.ir import arith
from threadproof.ir.expr import Expr
from threadproof.ir.types import BoolType, FloatType, IntType, PtrType, Type, is_signed, width
from threadproof.smt.gates import FALSE, TRUE, Gates, Literal

Bits = tuple[Literal, ...]
Value = int | Bits


class NoCircuit(Exception):
    """An operator that is not translated."""


def raw(type_: Type, value: arith.Value) -> int:
    """A value of `ir.arith` as an unsigned number."""
    if type_.__class__ is IntType or type_.__class__ is PtrType:
        return int(value) & ((1 << type_.bits) - 1)
    return int.from_bytes(arith.to_bytes(type_, value), "little")


def cooked(type_: Type, value: int) -> arith.Value:
    """The other way round."""
    if isinstance(type_, BoolType):
        return value != 0
    if isinstance(type_, FloatType):
        return arith.from_bytes(type_, value.to_bytes(type_.bits // 8, "little"))
    return arith.wrap(type_, value)


def pack(bits: Bits) -> Value:
    """A constant if every bit is."""
    result = 0
    for bit in reversed(bits):
        if bit == TRUE:
            result = result << 1 | 1
        elif bit == FALSE:
            result <<= 1
        else:
            return bits
    return result


def unpack(value: Value, size: int) -> Bits:
    if isinstance(value, tuple):
        return value
    return tuple(TRUE if value >> i & 1 else FALSE for i in range(size))


def literal(value: Value) -> Literal:
    """Of a Boolean."""
    if isinstance(value, tuple):
        return value[0]
    return TRUE if value else FALSE


class Blaster:
    """Operators on values over one graph of gates."""

    def __init__(self, gates: Gates) -> None:
        self.gates = gates
        self._binary: dict[str, Callable[[Bits, Bits, bool], Bits]] = {
            "add": lambda a, b, _: self.sum(a, b, FALSE)[0],
            "sub": lambda a, b, _: self.sum(a, tuple(-x for x in b), TRUE)[0],
            "mul": lambda a, b, _: self._product(a, b),
            "div": lambda a, b, signed: self._divide(a, b, signed)[0],
            "rem": lambda a, b, signed: self._divide(a, b, signed)[1],
            "and": lambda a, b, _: tuple(map(gates.and_, a, b)),
            "or": lambda a, b, _: tuple(map(gates.or_, a, b)),
            "xor": lambda a, b, _: tuple(map(gates.xor, a, b)),
        }

    def fresh(self, type_: Type) -> Bits:
        return tuple(self.gates.input() for _ in range(width(type_)))

    def apply(self, node: Expr, args: list[Value]) -> Value:
        """The operator of an expression (not a leaf, no array) on values of its arguments."""
        if all(isinstance(arg, int) for arg in args):
            constant = _constant(node, args)  # type: ignore[arg-type]
            if constant is not None:
                return constant
        if node.op == "ite":
            return self.ite(literal(args[0]), args[1], args[2], node.type)
        if node.op == "bitcast":
            return args[0]
        if any(isinstance(arg.type, FloatType) for arg in (node, *node.args)):
            return self.floats(node, args)
        if len(args) == 1:
            return self._unary(node, args[0])
        return self._operate(node, args[0], args[1])

    def floats(self, node: Expr, args: list[Value]) -> Value:
        """An operator of which an argument or the result is a float."""
        raise NoCircuit(f"'{node.op}' of floating-point values that are not constant")

    def _unary(self, node: Expr, arg: Value) -> Value:
        source = node.args[0].type
        bits = unpack(arg, width(source))
        if node.op == "cast":
            size = width(node.type)
            fill = bits[-1] if is_signed(source) else FALSE
            return pack(bits[:size] + (fill,) * (size - len(bits)))
        if node.op == "neg":
            return self.negative(bits)
        assert node.op in ("not", "lnot"), node.op
        return tuple(-bit for bit in bits)

    def _operate(self, node: Expr, left: Value, right: Value) -> Value:
        type_ = node.args[0].type
        a = unpack(left, width(type_))
        if node.op in ("shl", "shr"):
            return self._shift(node, a, right)
        b = unpack(right, width(type_))
        match node.op:
            case "eq":
                return pack((self.equal(left, right, type_),))
            case "lt":
                return pack((self.less(a, b, is_signed(type_)),))
            case "le":
                return pack((-self.less(b, a, is_signed(type_)),))
        return pack(self._binary[node.op](a, b, is_signed(type_)))

    # -- building blocks ---------------------------------------------------------------------------------------------------

    def ite(self, condition: Literal, a: Value, b: Value, type_: Type) -> Value:
        if condition == TRUE or a == b:
            return a
        if condition == FALSE:
            return b
        size, ite = width(type_), self.gates.ite
        return pack(tuple(ite(condition, x, y) for x, y in zip(unpack(a, size), unpack(b, size), strict=True)))

    def equal(self, a: Value, b: Value, type_: Type) -> Literal:
        if a == b:
            return TRUE
        if isinstance(a, int) and isinstance(b, int):
            return FALSE
        size, gates = width(type_), self.gates
        result = TRUE
        for x, y in zip(unpack(a, size), unpack(b, size), strict=True):
            if x == -y:
                return FALSE
            if x != y:
                result = gates.and_(result, -gates.xor(x, y))
        return result

    def less(self, a: Bits, b: Bits, signed: bool) -> Literal:
        gates, result, last = self.gates, FALSE, len(a) - 1
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            if x != y:  # the highest difference decides; a sign bit makes a number small
                result = gates.ite(gates.xor(x, y), x if signed and i == last else y, result)
        return result

    def sum(self, a: Bits, b: Bits, carry: Literal) -> tuple[Bits, Literal]:
        gates, result = self.gates, []
        for x, y in zip(a, b, strict=True):
            half = gates.xor(x, y)
            result.append(gates.xor(half, carry))
            carry = gates.ite(half, carry, x)
        return tuple(result), carry

    def negative(self, bits: Bits) -> Value:
        return pack(self.sum((FALSE,) * len(bits), tuple(-x for x in bits), TRUE)[0])

    def choose(self, condition: Literal, a: Bits, b: Bits) -> Bits:
        ite = self.gates.ite
        return tuple(ite(condition, x, y) for x, y in zip(a, b, strict=True))

    def _product(self, a: Bits, b: Bits) -> Bits:
        if sum(x in (TRUE, FALSE) for x in a) > sum(y in (TRUE, FALSE) for y in b):
            a, b = b, a
        result: Bits = (FALSE,) * len(a)
        for i, factor in enumerate(b):
            if factor != FALSE:
                row = (FALSE,) * i + tuple(self.gates.and_(x, factor) for x in a[: len(a) - i])
                result = self.sum(result, row, FALSE)[0]
        return result

    def _divide(self, a: Bits, b: Bits, signed: bool) -> tuple[Bits, Bits]:
        """Quotient and remainder, rounded towards zero. Division by zero: all ones and the dividend; a check forbids it."""
        if not signed:
            return self._divide_unsigned(a, b)
        x = self.choose(a[-1], unpack(self.negative(a), len(a)), a)
        y = self.choose(b[-1], unpack(self.negative(b), len(b)), b)
        quotient, rest = self._divide_unsigned(x, y)
        quotient = self.choose(self.gates.xor(a[-1], b[-1]), unpack(self.negative(quotient), len(a)), quotient)
        return quotient, self.choose(a[-1], unpack(self.negative(rest), len(a)), rest)

    def _divide_unsigned(self, a: Bits, b: Bits) -> tuple[Bits, Bits]:
        divisor = pack(b)
        if isinstance(divisor, int) and divisor:
            return self._divide_constant(a, divisor)
        return self._divide_long(a, b)

    def _divide_constant(self, a: Bits, divisor: int) -> tuple[Bits, Bits]:
        """A power of two moves bits. Otherwise quotient and remainder are inputs with a = quotient * divisor + remainder, without
        overflow: there is exactly one such pair, so they are functions of `a` all the same."""
        size = len(a)
        if divisor & (divisor - 1) == 0:
            by = divisor.bit_length() - 1
            return a[by:] + (FALSE,) * by, a[:by] + (FALSE,) * (size - by)
        largest = ((1 << size) - 1) // divisor
        gates = self.gates
        quotient = tuple(gates.input() if largest >> i else FALSE for i in range(size))
        rest = tuple(gates.input() if divisor >> i else FALSE for i in range(size))
        total, carry = self.sum(self._product(quotient, unpack(divisor, size)), rest, FALSE)
        conditions = (
            -carry,
            -self.less(unpack(largest, size), quotient, False),
            self.less(rest, unpack(divisor, size), False),
            self.equal(total, a, IntType(size, False)),
        )
        for condition in conditions:
            gates.require([x for x in (*quotient, *rest) if x != FALSE], condition)
        return quotient, rest

    def _divide_long(self, a: Bits, b: Bits) -> tuple[Bits, Bits]:
        """By shifting and subtracting; the rest is always less than the divisor, so one more bit holds what is compared."""
        rest: Bits = (FALSE,) * len(a)
        divisor = (*b, FALSE)
        quotient: list[Literal] = []
        for bit in reversed(a):
            shifted = (bit, *rest)
            difference, fits = self.sum(shifted, tuple(-x for x in divisor), TRUE)
            quotient.append(fits)
            rest = self.choose(fits, difference, shifted)[:-1]
        return tuple(reversed(quotient)), rest

    def _shift(self, node: Expr, a: Bits, amount: Value) -> Value:
        """Amounts that are negative or too large move everything out."""
        size, type_ = len(a), node.args[1].type
        fill = a[-1] if node.op == "shr" and is_signed(node.type) else FALSE
        by = unpack(amount, width(type_))
        result, stages = a, (size - 1).bit_length()
        for i, bit in enumerate(by[:stages]):
            result = self.choose(bit, _moved(result, 1 << i, node.op, fill), result)
        large = self.gates.any(by[stages:])
        if size & (size - 1):  # amounts between the size and the next power of two
            limit = unpack(size, max(len(by), size.bit_length() + 1))
            wide = by + (FALSE,) * (len(limit) - len(by))
            large = self.gates.or_(large, -self.less(wide, limit, False))
        return pack(self.choose(large, (fill,) * size, result))


def _moved(bits: Bits, by: int, op: str, fill: Literal) -> Bits:
    size = len(bits)
    if by >= size:
        return (fill,) * size
    return (FALSE,) * by + bits[: size - by] if op == "shl" else bits[by:] + (fill,) * by


def _constant(node: Expr, args: list[int]) -> int | None:
    """By the definition; None for a division by zero."""
    types = [arg.type for arg in node.args]
    values = [cooked(type_, value) for type_, value in zip(types, args, strict=True)]
    match node.op:
        case "ite":
            return args[1] if args[0] else args[2]
        case "cast":
            return raw(node.type, arith.cast(node.type, types[0], values[0]))
        case "bitcast":
            return args[0]
        case "neg" | "not" | "lnot":
            return raw(node.type, arith.unary(node.op, types[0], values[0]))
        case "div" | "rem" if values[1] == 0 and not isinstance(types[0], FloatType):
            return None
    return raw(node.type, arith.binary(node.op, types[0], values[0], values[1]))
