"""The laws of every abstract domain: covering is reflexive and transitive, and a successor contains what really happens."""

from __future__ import annotations

import random
from importlib import import_module
from pkgutil import iter_modules

import pytest

from threadproof import domains
from threadproof.domains.base import Domain
from threadproof.domains.boolean import Boolean
from threadproof.domains.facts import facts
from threadproof.domains.product import Precision, Product, State
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import I8, INDEX, ArrayType
from threadproof.ir.walk import substitute
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle

SCALARS = [Variable(name, I8, shared=True) for name in "xyz"]
ARRAY = Variable("a", ArrayType(I8, 2), shared=True)
PREDICATES = [
    E.lt(E.var(SCALARS[0]), E.var(SCALARS[1])),
    E.eq(E.var(SCALARS[2]), E.const(I8, 0)),
    E.eq(E.var(SCALARS[0]), E.var(SCALARS[2])),
    E.lt(E.select(E.var(ARRAY), E.const(INDEX, 0)), E.var(SCALARS[1])),
]


def implementations() -> list[type[Domain]]:
    """Every class of `threadproof.domains` that says it is a domain."""
    for module in iter_modules(domains.__path__):
        import_module(f"{domains.__name__}.{module.name}")
    found, work = dict[type[Domain], None](), [Domain]
    while work:
        for kind in work.pop().__subclasses__():
            found[kind] = None
            work.append(kind)
    return [kind for kind in found if kind.__module__.startswith(f"{domains.__name__}.")]


DOMAINS = implementations()
Concrete = dict[Variable, Expr]


@pytest.fixture(scope="module", params=DOMAINS, ids=lambda made: made.__name__)
def domain(request: pytest.FixtureRequest) -> Domain:
    return request.param(Oracle(fast_solver(), 10.0))


def number(rng: random.Random) -> Expr:
    return E.const(I8, rng.choice([-128, -1, 0, 1, 2, 127]))


def operand(rng: random.Random) -> Expr:
    if rng.random() < 0.2:
        return E.select(E.var(ARRAY), E.const(INDEX, rng.randrange(2)))
    return E.var(rng.choice(SCALARS)) if rng.random() < 0.7 else number(rng)


def operations(rng: random.Random) -> tuple[ops.Assign | ops.Havoc | ops.Write | ops.Assume, ...]:
    found: list[ops.Assign | ops.Havoc | ops.Write | ops.Assume] = []
    for _ in range(rng.randint(1, 4)):
        pick, target = rng.randrange(5), rng.choice(SCALARS)
        if pick == 0:
            found.append(ops.Assume(rng.choice([E.lt, E.eq, E.ne])(operand(rng), operand(rng))))
        elif pick == 1:
            found.append(ops.Havoc(target, ops.Origin.INPUT))
        elif pick == 2:
            found.append(ops.Write(ARRAY, E.const(INDEX, rng.randrange(2)), operand(rng)))
        else:
            found.append(ops.Assign(target, rng.choice([E.add, E.sub])(operand(rng), operand(rng))))
    return tuple(found)


def precision(rng: random.Random) -> Precision:
    tracked = frozenset(v for v in [*SCALARS, ARRAY] if rng.random() < 0.4)
    return Precision(tracked, frozenset(p for p in PREDICATES if rng.random() < 0.6))


def value(expr: Expr, state: Concrete) -> Expr:
    return substitute(expr, lambda node: state.get(node.payload) if node.op == "var" else None)


def executed(rng: random.Random, steps: tuple[object, ...], before: Concrete) -> Concrete | None:
    state = dict(before)
    for op in steps:
        match op:
            case ops.Assume(condition):
                if value(condition, state) is E.FALSE:
                    return None
            case ops.Havoc(target):
                state[target] = number(rng)
            case ops.Write(array, index, element):
                old = [value(E.select(state[array], E.const(INDEX, i)), {}) for i in range(2)]
                old[index.payload] = value(element, state)
                state[array] = filled(old)
            case ops.Assign(target, result):
                state[target] = value(result, state)
    return state


def filled(elements: list[Expr]) -> Expr:
    assert isinstance(ARRAY.type, ArrayType)
    result = E.fill(ARRAY.type, E.zero(I8))
    for index, element in enumerate(elements):
        result = E.store(result, E.const(INDEX, index), element)
    return result


def contains(state: State, concrete: Concrete) -> bool:
    """Facts over whole arrays are about elements outside of it, too; those over elements and scalars decide here."""
    return all(value(fact, concrete) is not E.FALSE for fact in facts(state))


def walk(domain: Domain, seed: int, length: int = 5) -> list[tuple[State, Concrete]]:
    """States of a random run, abstract and concrete side by side; ends where the concrete run does."""
    rng = random.Random(seed)
    concrete: Concrete = {**{v: number(rng) for v in SCALARS}, ARRAY: filled([number(rng), number(rng)])}
    start = tuple(ops.Assign(v, x) for v, x in concrete.items())
    kept = precision(rng)
    state = domain.post(domain.top, start, kept)
    assert state is not None
    found = [(state, concrete)]
    for _ in range(length):
        steps = operations(rng)
        after = executed(rng, steps, concrete)
        abstract = domain.post(state, steps, kept)
        if after is None:
            break
        assert abstract is not None, f"seed {seed}: {steps} was possible"
        state, concrete = abstract, after
        found.append((state, concrete))
    return found


def test_domains_are_found() -> None:
    assert set(DOMAINS) >= {Product, Boolean}


@pytest.mark.parametrize("seed", range(150))
def test_successors_contain_what_happens(domain: Domain, seed: int) -> None:
    for state, concrete in walk(domain, seed):
        assert contains(state, concrete), (seed, facts(state), concrete)


@pytest.mark.parametrize("seed", range(0, 150, 5))
def test_covering_is_reflexive_and_top_covers_all(domain: Domain, seed: int) -> None:
    for state, _ in walk(domain, seed):
        assert domain.covers(state, state)
        assert domain.covers(domain.top, state)


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_covering_is_transitive_and_sound(domain: Domain, seed: int) -> None:
    pairs = [pair for other in range(seed, seed + 6) for pair in walk(domain, other)]
    states = [state for state, _ in pairs]
    for big in states:
        below = [(small, concrete) for small, concrete in pairs if domain.covers(big, small)]
        assert all(contains(big, concrete) for _, concrete in below)
        for middle, _ in below:
            assert all(domain.covers(big, small) for small in states if domain.covers(middle, small))


@pytest.mark.parametrize("seed", range(0, 100, 4))
def test_a_covered_state_has_covered_successors(domain: Domain, seed: int) -> None:
    rng = random.Random(seed)
    kept = precision(rng)
    for state, _ in walk(domain, seed):
        steps = operations(rng)
        small, big = domain.post(state, steps, kept), domain.post(domain.top, steps, kept)
        if small is not None:
            assert big is not None and domain.covers(big, small)


def test_cases_that_belong_together_are_kept_together() -> None:
    """x = y after a choice: no predicate holds by itself, but both hold or none does."""
    x, y = SCALARS[:2]
    zero = {v: E.eq(E.var(v), E.zero(I8)) for v in (x, y)}
    kept = Precision(frozenset(), frozenset(zero.values()))
    steps = (ops.Havoc(x, ops.Origin.INPUT), ops.Assign(y, E.var(x)))
    wrong = (ops.Assume(zero[x]), ops.Assume(E.lnot(zero[y])))
    for made, excluded in ((Product, False), (Boolean, True)):
        domain = made(Oracle(fast_solver(), 10.0))
        state = domain.post(domain.top, steps, kept)
        assert state is not None
        assert (domain.post(state, wrong, kept) is None) == excluded
