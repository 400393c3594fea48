"""Predicates in their usual form mean the same, or the opposite, everywhere."""

from __future__ import annotations

import random

import pytest

from threadproof.domains.atoms import atoms, canonical
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import IntType
from threadproof.ir.walk import substitute

SMALL = [IntType(4, True), IntType(4, False)]


def evaluate(expr: Expr, values: dict[Variable, int]) -> bool:
    found = substitute(expr, lambda node: E.const(node.type, values[node.payload]) if node.op == "var" else None)
    assert found.is_const
    return bool(found.payload)


@pytest.mark.parametrize("seed", range(60))
def test_same_or_opposite(seed: int) -> None:
    rng = random.Random(seed)
    type_ = rng.choice(SMALL)
    x, y = Variable("x", type_), Variable("y", type_)

    def operand() -> Expr:
        base = rng.choice([E.var(x), E.var(x), E.var(y), E.const(type_, rng.randrange(16))])
        return E.add(base, E.const(type_, rng.choice([0, 1, 1, 2, 15])))

    for _ in range(20):
        atom = rng.choice([E.eq, E.lt, E.le])(operand(), operand())
        if atom.is_const:
            continue
        plain = canonical(atom)
        differs = {evaluate(atom, {x: a, y: b}) ^ evaluate(plain, {x: a, y: b}) for a in range(16) for b in range(16)}
        assert len(differs) == 1, (atom, plain)


def test_many_forms_of_one_predicate() -> None:
    type_ = IntType(32, False)
    x = E.var(Variable("x", type_))
    one, largest = E.const(type_, 1), E.const(type_, 0xFFFFFFFF)
    assert canonical(E.lt(x, E.add(x, one))) is E.eq(x, largest)
    assert canonical(E.eq(E.add(x, one), one)) is E.eq(x, E.const(type_, 0))
    assert canonical(E.le(one, x)) is E.eq(x, E.const(type_, 0))


def test_sign_bit() -> None:
    x = E.var(Variable("x", IntType(32, True)))
    bit = E.cast(IntType(1, False), E.binary("shr", E.cast(IntType(32, False), x), E.const(IntType(32, False), 31)))
    assert canonical(E.eq(bit, E.const(IntType(1, False), 1))) is E.lt(x, E.const(IntType(32, True), 0))


def test_leaves() -> None:
    type_ = IntType(8, True)
    a, b = (E.var(Variable(name, type_)) for name in "ab")
    assert atoms(E.lor(E.le(a, b), E.lnot(E.lt(b, a)))) == {E.lt(b, a)}
