"""Bounds of terms: what is decided is true of every value."""

from __future__ import annotations

import random

import pytest

from threadproof.engines.blocks.ranges import Ranges
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, I8, I32, U8, U32, U64, ArrayType
from threadproof.ir.uses import with_values

X, F = Variable("x", U32), Variable("f", BOOL)
x, f = E.var(X), E.var(F)
SIGNED = Variable("s", I32)
s = E.var(SIGNED)


def u32(value: int) -> Expr:
    return E.const(U32, value)


def i32(value: int) -> Expr:
    return E.const(I32, value)


REMAINDER = E.binary("rem", x, u32(5))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (E.eq(E.cast(I32, REMAINDER), i32(-2)), E.FALSE),
        (E.ne(E.cast(I32, REMAINDER), i32(-2)), E.TRUE),
        (E.lt(REMAINDER, u32(5)), E.TRUE),
        (E.lt(REMAINDER, u32(4)), None),
        (E.le(u32(5), E.ite(f, REMAINDER, u32(3))), E.FALSE),
        (E.lt(E.binary("rem", s, i32(7)), i32(-6)), E.FALSE),
        (E.lt(E.binary("rem", s, i32(7)), i32(-5)), None),
        (E.eq(x, u32(7)), None),
        (E.lt(E.cast(U64, x), E.const(U64, 1 << 32)), E.TRUE),
        (E.lt(E.cast(U8, x), E.const(U8, 5)), None),
        (E.eq(E.cast(I8, REMAINDER), E.const(I8, 4)), None),
    ],
)
def test_conditions(condition: Expr, expected: Expr | None) -> None:
    assert Ranges().decided(condition) is (condition if expected is None else expected)


def test_elements_of_an_array() -> None:
    array = E.store(E.fill(ArrayType(U32, 16), u32(0)), E.cast(U64, x), REMAINDER)
    element = E.select(array, E.cast(U64, E.var(Variable("y", U32))))
    assert Ranges().decided(E.eq(element, u32(9))) is E.FALSE
    assert Ranges().decided(E.eq(element, u32(4))) is not E.FALSE


def random_term(rng: random.Random, depth: int, type_: object) -> Expr:
    signed = type_ is I32
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([s if signed else x, (i32 if signed else u32)(rng.randrange(8))])
    match rng.randrange(4):
        case 0:
            return E.binary("rem", random_term(rng, depth - 1, type_), (i32 if signed else u32)(rng.randrange(1, 6)))
        case 1:
            return E.ite(f, random_term(rng, depth - 1, type_), random_term(rng, depth - 1, type_))
        case 2:
            return E.cast(I32 if signed else U32, random_term(rng, depth - 1, U32 if signed else I32))
    return E.binary("add", random_term(rng, depth - 1, type_), random_term(rng, depth - 1, type_))


def test_random_conditions_hold_as_decided() -> None:
    rng = random.Random(1)
    decided = 0
    for _ in range(2000):
        type_ = rng.choice([I32, U32])
        make = rng.choice([E.eq, E.ne, E.lt, E.le])
        condition = make(random_term(rng, 3, type_), random_term(rng, 3, type_))
        found = Ranges().decided(condition)
        if condition.is_const or not found.is_const:
            continue
        decided += 1
        for _ in range(20):
            number = rng.choice([rng.randrange(10), rng.randrange(1 << 32), (1 << 32) - 1 - rng.randrange(10)])
            signed = number - (1 << 32) if number >> 31 else number
            state = {X: u32(number), SIGNED: i32(signed), F: rng.choice([E.TRUE, E.FALSE])}
            assert with_values(condition, state) is found, condition
    assert decided > 100
