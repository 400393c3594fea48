"""Factoring says the same with less, and does not blow up."""

from __future__ import annotations

import random

from threadproof.engines.blocks.factor import Factoring
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL
from threadproof.ir.uses import with_values
from threadproof.ir.walk import subterms

A, B, C, D = (E.var(Variable(name, BOOL)) for name in "abcd")


def test_common_conjuncts_are_factored_out() -> None:
    formula = E.lor(E.land(E.land(A, B), C), E.land(E.land(A, B), D))
    assert Factoring().simplify(formula) is E.land(E.land(A, B), E.lor(C, D))


def test_absorption() -> None:
    assert Factoring().simplify(E.lor(A, E.land(A, B))) is A


def test_equivalent_on_random_formulas() -> None:
    chance = random.Random(1)
    names = [A, B, C, D]
    for _ in range(200):
        formulas: list[Expr] = list(names)
        for _ in range(12):
            left, right = chance.sample(formulas, 2)
            formulas.append(chance.choice([E.land, E.lor])(left, right))
        factored = Factoring().simplify(formulas[-1])
        for bits in range(16):
            values = {name.payload: E.const(BOOL, bool(bits >> i & 1)) for i, name in enumerate(names)}
            assert with_values(formulas[-1], values) is with_values(factored, values)


def test_shared_parts_are_simplified_once() -> None:
    formula = A
    for i in range(2000):
        name = E.var(Variable(f"n{i}", BOOL))
        formula = E.lor(E.land(formula, name), E.land(formula, E.lnot(name)))
    assert sum(1 for _ in subterms(Factoring().simplify(formula))) <= 3 * sum(1 for _ in subterms(formula))
