"""Strided intervals contain what the operators of the IR give on their elements, and their lattice is one."""

from __future__ import annotations

import random

import pytest

from threadproof.engines.modular import strided
from threadproof.engines.modular.strided import Strided, made, single, whole
from threadproof.ir import arith
from threadproof.ir.types import BOOL, I8, I16, I32, P32, U8, U16, U64, IntType, Type

TYPES = (I8, U8, I16, U16, I32, P32, IntType(4, True), IntType(4, False))
OPERATORS = ("add", "sub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr")
TRIALS = 1500


def some(choose: random.Random, type_: Type) -> Strided:
    limits = whole(type_)
    near = (max(limits.low, -9), min(limits.high, 9))

    def value() -> int:
        return choose.choice([choose.randint(limits.low, limits.high), choose.randint(*near), limits.low, limits.high])

    low, high = sorted((value(), value()))
    return made(low, high, choose.choice([0, 1, 1, 2, 3, 4, 5, 8, 16]))


def element(choose: random.Random, of: Strided) -> int:
    return of.low + of.step * choose.randint(0, (of.high - of.low) // of.step) if of.step else of.low


@pytest.mark.parametrize("operator", OPERATORS)
def test_operators_are_those_of_the_ir(operator: str) -> None:
    choose = random.Random(operator)
    for _ in range(TRIALS):
        type_ = choose.choice([*TYPES, BOOL] if operator in ("and", "or", "xor") else TYPES)
        one, two = some(choose, type_), some(choose, type_)
        a, b = element(choose, one), element(choose, two)
        if operator in ("div", "rem") and not b:
            continue
        result = arith.binary(operator, type_, bool(a) if type_ is BOOL else a, bool(b) if type_ is BOOL else b)
        found = strided.binary(operator, type_, one, two)
        assert int(result) in found, (operator, type_, one, two, a, b)
        assert strided.within(found, whole(type_))


def test_conversions_and_comparisons() -> None:
    choose = random.Random(2)
    for _ in range(TRIALS):
        type_ = choose.choice(TYPES)
        one, two = some(choose, type_), some(choose, type_)
        a, b = element(choose, one), element(choose, two)
        target = choose.choice([I8, U8, I16, I32, U64])
        assert arith.cast(target, type_, a) in strided.converted(one, type_, target)
        for operator in ("eq", "lt", "le"):
            known = strided.compared(operator, one, two)
            assert known is None or known == arith.COMPARE[operator](a, b)


def test_the_lattice() -> None:
    choose = random.Random(3)
    for _ in range(TRIALS):
        type_ = choose.choice(TYPES)
        one, two = some(choose, type_), some(choose, type_)
        a, b = element(choose, one), element(choose, two)
        both = strided.join(one, two)
        assert a in both and b in both and strided.within(one, both) and strided.within(two, both)
        common = strided.meet(one, two)
        assert a not in two or (common is not None and a in common)
        wide = strided.widened(one, two, [-3, 0, 5, 10], type_)
        assert a in wide and b in wide and strided.within(wide, whole(type_))
        assert not strided.within(one, two) or a in two


def test_widening_ends() -> None:
    """Whatever comes, after as many changes as there are thresholds, and those of the step."""
    choose = random.Random(4)
    for type_ in TYPES:
        now, changes = single(0), 0
        for _ in range(300):
            new = strided.widened(now, some(choose, type_), [-100, -1, 0, 1, 100], type_)
            changes += new != now
            now = new
        assert changes <= 2 * 7 + type_.bits  # type: ignore[attr-defined]
