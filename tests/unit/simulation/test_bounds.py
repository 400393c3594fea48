"""Bounds of one literal, against the solver."""

from __future__ import annotations

import random

from threadproof.engines.simulation import bounds
from threadproof.engines.simulation.terms import Terms
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import I8, I32, U8
from threadproof.smt.blasted import fast_solver
from threadproof.smt.solver import Answer


def test_random_conditions_against_the_solver() -> None:
    rng, solver, decided = random.Random(3), fast_solver(), 0
    for _ in range(400):
        type_ = rng.choice((I8, U8, I32))
        x, terms = E.var(Variable("x", type_)), Terms()

        def condition(x: Expr = x, terms: Terms = terms) -> Expr:
            term = E.add(x, E.const(x.type, rng.choice((0, 0, 1, -3, 100)))) if rng.random() < 0.5 else x
            bound = E.const(x.type, rng.choice((0, 1, 2, 3, 5, 100, 127, 200, -128)))
            made = rng.choice((E.lt, E.le, E.eq, E.gt, E.ge))(term, bound)
            return terms.substitute(E.lnot(made) if rng.random() < 0.3 else made, {}, {})

        conjuncts = [c for c in (condition() for _ in range(rng.randint(1, 4))) if not c.is_const]
        found = bounds.satisfiable(conjuncts) if conjuncts else None
        if found is not None:
            decided += 1
            assert found == (solver.check(conjuncts) is Answer.SAT), conjuncts
            domain = bounds.domain(conjuncts)
            if found and domain is not None:
                shorter, longer = (_all(parts) for parts in (domain.conjuncts(), conjuncts))
                assert solver.check([E.lnot(E.eq(shorter, longer))]) is Answer.UNSAT, (conjuncts, domain)
    assert decided > 100


def _all(parts: list[Expr]) -> Expr:
    found = E.TRUE
    for part in parts:
        found = E.land(found, part)
    return found
