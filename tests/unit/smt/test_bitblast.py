"""Circuits of operators against `ir.arith`, the definition, on values that the circuit does not know."""

from __future__ import annotations

import random

import pytest

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, F64, I8, I16, I32, P32, U8, U16, U32, Type, width
from threadproof.smt.bitblast import Blaster, NoCircuit, Value, _constant, unpack
from threadproof.smt.gates import Gates
from threadproof.smt.sat import Sat

BINARY = ("add", "sub", "mul", "and", "or", "xor", "shl", "shr", "div", "rem", "eq", "lt", "le")
TYPES = (I8, U8, I16, U16, P32)


def node(op: str, type_: Type, other: Type | None = None) -> Expr:
    a, b = E.var(Variable("a", type_)), E.var(Variable("b", other or type_))
    if op in ("eq", "lt", "le"):
        return {"eq": E.eq, "lt": E.lt, "le": E.le}[op](a, b)
    return E.binary(op, a, b)


def solved(gates: Gates, inputs: list[tuple[Value, int]], result: Value, size: int) -> int:
    """What the circuit computes when its inputs are these numbers; there is only one solution."""
    bits = unpack(result, size)
    for bit in bits:
        gates.emit(bit)
    units = [[bit if number >> i & 1 else -bit] for value, number in inputs for i, bit in enumerate(unpack(value, 0))]
    with Sat([*gates.clauses, *units]) as sat:
        assert sat.solve(60)
        true = sat.model(gates.last)
        found = sum((true[abs(bit)] ^ (bit < 0)) << i for i, bit in enumerate(bits))
        sat.add([-bit if true[abs(bit)] ^ (bit < 0) else bit for bit in bits])
        assert not sat.solve(60), "more than one result"
    return found


def numbers(rng: random.Random, size: int) -> int:
    return rng.choice([0, 1, (1 << size) - 1, 1 << (size - 1), rng.getrandbits(size), rng.getrandbits(3)]) & ((1 << size) - 1)


@pytest.mark.parametrize("op", BINARY)
def test_binary(op: str) -> None:
    rng = random.Random(op)
    for type_ in TYPES:
        expr = node(op, type_, I8 if op in ("shl", "shr") else None)
        for known in (0, 1, 2):  # none, the left or the right operand is a constant
            gates = Gates()
            blaster = Blaster(gates)
            sizes = [width(arg.type) for arg in expr.args]
            given = [numbers(rng, size) for size in sizes]
            if op in ("div", "rem") and given[1] == 0:
                given[1] = 3
            values: list[Value] = [blaster.fresh(arg.type) for arg in expr.args]
            if known:
                values[known - 1] = given[known - 1]
            inputs = [(v, n) for v, n in zip(values, given, strict=True) if not isinstance(v, int)]
            result = blaster.apply(expr, values)
            assert solved(gates, inputs, result, width(expr.type)) == _constant(expr, given), (op, type_, given, known)


@pytest.mark.parametrize("target", [I8, U16, I32, U32])
@pytest.mark.parametrize("source", [BOOL, I8, U16, I32])
def test_casts(source: Type, target: Type) -> None:
    if source == target:
        return
    gates = Gates()
    blaster = Blaster(gates)
    expr = E.cast(target, E.var(Variable("a", source)))
    value = blaster.fresh(source)
    given = (1 << width(source)) - 1
    assert solved(gates, [(value, given)], blaster.apply(expr, [value]), width(target)) == _constant(expr, [given])


@pytest.mark.parametrize("divisor", [1, 2, 3, 7, 10, 128, 255])
def test_division_by_constants(divisor: int) -> None:
    for given in (0, 1, 6, 200, 254, 255):
        for op in ("div", "rem"):
            gates = Gates()
            blaster = Blaster(gates)
            value = blaster.fresh(U8)
            result = blaster.apply(node(op, U8), [value, divisor])
            assert solved(gates, [(value, given)], result, 8) == (given // divisor if op == "div" else given % divisor)


def test_floats_are_refused_unless_constant() -> None:
    blaster = Blaster(Gates())
    with pytest.raises(NoCircuit):
        blaster.apply(node("add", F64), [blaster.fresh(F64), 0])
    assert isinstance(blaster.apply(node("add", F64), [0, 0]), int)
