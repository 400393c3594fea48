"""Circuits of floats against `ir.arith`, on values that the circuit does not know."""

from __future__ import annotations

import math
import random
import struct

import pytest

from threadproof.ir import expr as E
from threadproof.ir.arith import Value as Number
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, F32, F64, I8, I32, I64, I128, U8, U32, U64, FloatType, Type, width
from threadproof.smt.bitblast import Value, _constant, cooked, raw, unpack
from threadproof.smt.floatblast import FORMATS, FloatBlaster
from threadproof.smt.gates import Gates


class Circuit:
    """An expression over variables, made once, computed often."""

    def __init__(self, expr: Expr) -> None:
        self.expr = expr
        self.gates = Gates()
        blaster = FloatBlaster(self.gates)
        self.arguments: list[Value] = [blaster.fresh(arg.type) for arg in expr.args]
        self.result = unpack(blaster.apply(expr, self.arguments), width(expr.type))

    def __call__(self, given: list[int]) -> int:
        inputs = [False] * (self.gates.last + 1)
        for bits, number in zip(self.arguments, given, strict=True):
            for i, bit in enumerate(unpack(bits, 0)):
                inputs[bit] = bool(number >> i & 1)
        values = self.gates.evaluate(inputs)
        return sum((values[abs(bit)] ^ (bit < 0)) << i for i, bit in enumerate(self.result))


def patterns(rng: random.Random, type_: Type) -> int:
    """Bits of special numbers, of numbers close to them, and of any."""
    size = width(type_)
    if not isinstance(type_, FloatType):
        edge = rng.choice([0, 1, (1 << size) - 1, 1 << (size - 1), (1 << (size - 1)) - 1, rng.getrandbits(size)])
        return (edge >> rng.randrange(size)) & ((1 << size) - 1)
    form = FORMATS[type_.bits]
    exponent = rng.choice([0, 0, 1, 2, form.bias, form.bias + rng.randrange(-70, 70), 2 * form.bias, 2 * form.bias + 1])
    exponent = rng.choice([exponent, rng.getrandbits(form.exponent)])
    fraction = rng.choice([0, 1, (1 << form.fraction) - 1, 1 << (form.fraction - 1), rng.getrandbits(form.fraction)])
    fraction = rng.choice([fraction, fraction & -(1 << rng.randrange(form.fraction))])
    return rng.getrandbits(1) << (size - 1) | exponent << form.fraction | fraction


def agree(type_: Type, found: int, expected: int) -> bool:
    values: list[Number] = [cooked(type_, number) for number in (found, expected)]
    if isinstance(type_, FloatType) and all(math.isnan(value) for value in values):
        return True  # any NaN is right
    return found == expected


def compare(expr: Expr, rounds: int) -> None:
    circuit, rng = Circuit(expr), random.Random(str(expr))
    for _ in range(rounds):
        given = [patterns(rng, arg.type) for arg in expr.args]
        if rng.random() < 0.3 and len(given) == 2:  # numbers that are close to each other
            given[1] = (given[0] ^ rng.choice([0, 1, 2, 3]) ^ rng.getrandbits(1) << (width(expr.args[1].type) - 1)) & (
                (1 << width(expr.args[1].type)) - 1
            )
        expected = _constant(expr, given)
        assert expected is not None
        assert agree(expr.type, circuit(given), expected), (str(expr), [hex(number) for number in given])


def variables(type_: Type) -> tuple[Expr, Expr]:
    return E.var(Variable("a", type_)), E.var(Variable("b", type_))


@pytest.mark.parametrize("op", ["add", "sub", "mul", "div", "eq", "lt", "le"])
@pytest.mark.parametrize("type_", [F32, F64], ids=str)
def test_operators(op: str, type_: Type) -> None:
    a, b = variables(type_)
    compare({"eq": E.eq, "lt": E.lt, "le": E.le}[op](a, b) if op in ("eq", "lt", "le") else E.binary(op, a, b), 60)


@pytest.mark.parametrize("type_", [F32, F64], ids=str)
def test_negation(type_: Type) -> None:
    compare(E.neg(variables(type_)[0]), 20)


@pytest.mark.parametrize("other", [BOOL, I8, U8, I32, U32, I64, U64, I128], ids=str)
@pytest.mark.parametrize("type_", [F32, F64], ids=str)
def test_integers(type_: Type, other: Type) -> None:
    compare(E.cast(type_, variables(other)[0]), 60)
    if other != BOOL:
        compare(E.cast(other, variables(type_)[0]), 60)


@pytest.mark.parametrize(("source", "target"), [(F32, F64), (F64, F32)])
def test_formats(source: Type, target: Type) -> None:
    compare(E.cast(target, variables(source)[0]), 80)


def test_numbers_close_to_the_smallest_and_the_largest() -> None:
    """Results that are not normal, and that are rounded to infinity."""
    a, b = variables(F32)
    product, total = Circuit(E.binary("mul", a, b)), Circuit(E.binary("add", a, b))
    tiny, largest = struct.unpack("<f", struct.pack("<I", 3))[0], 3.4028234663852886e38
    for circuit, left, right in [
        (product, tiny, 0.5),
        (product, largest, 1.0000001192092896),
        (total, largest, largest),
        (total, tiny, -tiny),
    ]:
        given = [raw(F32, left), raw(F32, right)]
        assert circuit(given) == _constant(circuit.expr, given), (left, right)


def test_every_nan_is_possible() -> None:
    """What bits a NaN has is not decided: they are inputs."""
    a, b = variables(F32)
    circuit = Circuit(E.binary("sub", a, b))
    infinity = raw(F32, math.inf)
    assert math.isnan(float(cooked(F32, circuit([infinity, infinity]))))
    assert len(circuit.gates.gates) + 2 * 32 + 1 < circuit.gates.last  # some inputs beside the arguments
