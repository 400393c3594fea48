"""Questions that are asked from small to large have the answers that they have at once."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest

from threadproof.certify import questions
from threadproof.certify.implication import OutOfTime
from threadproof.certify.questions import Questions
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, I8, U8, IntType
from threadproof.ir.uses import with_values
from threadproof.smt.solver import Answer

P, Q, R = (Variable(name, BOOL) for name in "pqr")
p, q, r = map(E.var, (P, Q, R))
X, Y = Variable("x", I8), Variable("y", I8)
x, y = E.var(X), E.var(Y)


def number(value: int, type_: IntType = I8) -> Expr:
    return E.const(type_, value)


def ask(parts: list[Expr], definitions: dict[Variable, Expr], facts: tuple[Expr, ...] = ()) -> Answer:
    return Questions(float("inf")).possible(parts, definitions, facts)


def test_nothing_is_impossible() -> None:
    assert ask([], {}) is Answer.UNSAT
    assert ask([E.FALSE], {}) is Answer.UNSAT


def test_what_a_name_implies_counts() -> None:
    definitions = {P: E.lt(x, number(3)), Q: E.land(p, E.lt(number(5), x)), R: p}
    assert ask([q], definitions) is Answer.UNSAT
    assert ask([q, r], definitions) is Answer.SAT
    assert ask([q, E.land(r, E.eq(x, number(4)))], definitions) is Answer.UNSAT


def test_facts_count() -> None:
    parts = [E.eq(x, number(1)), E.eq(x, number(2))]
    assert ask(parts, {}) is Answer.SAT
    assert ask(parts, {}, (E.lt(x, number(0)),)) is Answer.UNSAT


@pytest.mark.parametrize("others", [0, 3])
def test_products_count(others: int) -> None:
    """Tried as unknowns first, then as what they are."""
    more = [E.land(E.eq(y, number(n)), E.lt(y, number(n))) for n in range(others)]
    odd = E.eq(E.binary("mul", x, number(2)), number(7))
    square = E.eq(E.binary("mul", x, x), number(49))
    assert ask([odd, *more], {}) is Answer.UNSAT
    assert ask([odd, square, *more], {}) is Answer.SAT


@pytest.mark.parametrize("type_", [I8, U8])
@pytest.mark.parametrize("by", [1, 5, 127, -3])
def test_bounds_of_remainders_hold(type_: IntType, by: int) -> None:
    if not type_.signed and by < 0:
        return
    variable = Variable("z", type_)
    term = E.binary("rem", E.var(variable), number(by, type_))
    bounds = questions._bounds([term], {})
    assert bool(bounds) or by in (1, -3)
    low, high = (-128, 127) if type_.signed else (0, 255)
    for value in range(low, high + 1):
        assert all(with_values(bound, {variable: number(value, type_)}) is E.TRUE for bound in bounds)


def test_a_long_chain_of_names() -> None:
    """More definitions than are tried with a part by itself."""
    names = [Variable(f"n{i}", BOOL) for i in range(60)]
    definitions = {names[0]: E.lt(x, number(0))}
    definitions |= {new: E.var(old) for old, new in pairwise(names)}
    end = E.var(names[-1])
    assert ask([E.land(end, E.eq(x, number(1))), E.land(end, E.eq(x, number(2)))], definitions) is Answer.UNSAT
    assert ask([E.land(end, E.eq(x, number(1))), E.land(end, E.eq(x, number(-2)))], definitions) is Answer.SAT


def formula(draw: random.Random, depth: int = 3) -> Expr:
    if depth == 0 or draw.random() < 0.2:
        left, right = (draw.choice([x, y, number(draw.randrange(-2, 3)), E.binary("rem", x, number(3))]) for _ in range(2))
        return draw.choice([E.eq, E.lt, E.le])(left, right) if draw.random() < 0.6 else draw.choice([p, q, r])
    left, right = formula(draw, depth - 1), formula(draw, depth - 1)
    return draw.choice([E.land, E.lor, lambda a, b: E.land(a, E.lnot(b))])(left, right)


@pytest.mark.parametrize("seed", range(60))
def test_as_if_asked_at_once(seed: int) -> None:
    draw = random.Random(seed)
    definitions = {P: formula(draw), Q: formula(draw), R: formula(draw)}
    parts = [E.land(formula(draw), formula(draw)) for _ in range(4)]
    patient = Questions(float("inf"))
    order = {name: i for i, name in enumerate(definitions)}
    plain = [patient._solve([part, *questions._around([part], definitions, 3, order)]) for part in parts]
    assert ask(parts, definitions) is (Answer.SAT if Answer.SAT in plain else Answer.UNSAT)


def test_time_is_kept() -> None:
    with pytest.raises(OutOfTime):
        Questions(time.monotonic() - 1).possible([E.eq(x, y)], {})
