"""Bounds of one literal, against the solver."""

from __future__ import annotations

import random
from itertools import product

from threadproof.engines.simulation import bounds
from threadproof.engines.simulation.cache import Bucket
from threadproof.engines.simulation.matching.spans import outside, unlike
from threadproof.engines.simulation.state import SymbolicState
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import I8, I32, U8, IntType
from threadproof.smt.blasted import fast_solver
from threadproof.smt.solver import Answer

U3 = IntType(3, False)


class Stored:
    def __init__(self, state: SymbolicState) -> None:
        self.state, self.active = state, False


def test_random_conditions_against_the_solver() -> None:
    rng, solver, decided = random.Random(3), fast_solver(), 0
    for _ in range(400):
        type_ = rng.choice((I8, U8, I32))
        x, terms = E.var(Variable("x", type_)), SimplifiedTerms()

        def condition(x: Expr = x, terms: SimplifiedTerms = terms) -> Expr:
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


def test_values_outside_are_values_that_the_other_state_has_not() -> None:
    """Against all values of the literals."""
    rng, terms, refused = random.Random(5), SimplifiedTerms(), 0
    for _ in range(200):
        (old, known), (new, reached) = (_random_state(rng, terms) for _ in range(2))
        if outside(old, new):
            refused += 1
            assert not reached <= known, (old.pc, old.values(), new.pc, new.values())
    assert refused > 20


def test_distances_that_differ_are_of_states_that_the_other_has_not() -> None:
    rng, terms, refused = random.Random(6), SimplifiedTerms(), 0
    for _ in range(400):
        (old, known), (new, reached) = (_random_state(rng, terms) for _ in range(2))
        if unlike(old, new):
            refused += 1
            assert not reached <= known, (old.pc, old.values(), new.pc, new.values())
    assert refused > 20


def test_whatever_covers_a_state_is_a_candidate() -> None:
    rng, terms, covered, left_out = random.Random(7), SimplifiedTerms(), 0, 0
    states = [_random_state(rng, terms) for _ in range(120)]
    bucket: Bucket[Stored] = Bucket()
    for state, _ in states:
        bucket.add(Stored(state))
    for new, reached in states:
        candidates = [node.state for node in bucket.candidates(new)]
        for old, known in states:
            covered += reached <= known
            left_out += old not in candidates
            assert old in candidates or not reached <= known, (old.pc, old.values(), new.pc, new.values())
    assert covered > 500 and left_out > 2000


def _random_state(rng: random.Random, terms: SimplifiedTerms) -> tuple[SymbolicState, set[tuple[object, ...]]]:
    """With two variables; and the concrete states that it means, of which there are some."""
    names = [Variable(name, U3) for name in "xy"]

    def number() -> Expr:
        return E.const(U3, rng.choice((0, 1, 1, 2, 2, 3, 4, 7)))

    def value() -> Expr:
        one = E.var(rng.choice(names))
        return number() if rng.random() < 0.2 else one if rng.random() < 0.5 else E.add(one, number())

    def condition() -> Expr:
        left = value() if rng.random() < 0.3 else E.var(rng.choice(names))
        right = number() if rng.random() < 0.9 else E.var(rng.choice(names))
        return rng.choice((E.lt, E.lt, E.ge, E.ne))(left, right)

    made = [terms.substitute(condition(), {}, {}) for _ in range(rng.randint(2, 4))]
    values = tuple(terms.substitute(value(), {}, {}) for _ in range(2))
    conditions = frozenset(part for one in made for part in terms.conjuncts(one))
    concrete = set()
    for numbers in product(range(8), repeat=2):
        chosen = {name: E.const(U3, n) for name, n in zip(names, numbers, strict=True)}
        if all(terms.substitute(part, chosen, {}) is E.TRUE for part in conditions):
            concrete.add(tuple(terms.substitute(value, chosen, {}).payload for value in values))
    return (SymbolicState(None, (), values, conditions), concrete) if concrete else _random_state(rng, terms)
