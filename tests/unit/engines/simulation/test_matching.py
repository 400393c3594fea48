"""What each matcher recognises, what it must not, and the order between them."""

from __future__ import annotations

from math import comb, factorial

import pytest

from threadproof.engines.simulation.cache import Matcher
from threadproof.engines.simulation.feasibility import Feasibility
from threadproof.engines.simulation.matching.entailment import Entailment
from threadproof.engines.simulation.matching.exact import Exact
from threadproof.engines.simulation.matching.mapping import Generator, count
from threadproof.engines.simulation.matching.structural import Identical, Renamed
from threadproof.engines.simulation.state import SymbolicState, relevant
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import I32, INDEX, U32, ArrayType
from threadproof.smt.quantified import QuantifiedSolver

ORDER = {
    "pesm": ("esm", "psbc-eq"),
    "esm": ("sbc-eq",),
    "psbc-eq": ("psbc-cv", "sbc-eq"),
    "psbc-cv": ("sbc-cv",),
    "sbc-eq": ("sbc-cv",),
    "sbc-cv": ("ess",),
}
X = [Variable(f"x{n}", I32) for n in range(6)]
x0, x1, x2, x3, x4 = (E.var(v) for v in X[:5])
TRUE: tuple[Expr, ...] = ()


def c(value: int) -> Expr:
    return E.const(I32, value)


def matchers(terms: SimplifiedTerms) -> dict[str, Matcher]:
    feasibility = Feasibility()
    found: dict[str, Matcher] = {"pesm": Identical(terms), "esm": Renamed(terms, True)}
    for name in ("psbc-eq", "psbc-cv", "sbc-eq", "sbc-cv"):
        found[name] = Entailment(terms, feasibility, Generator() if name[0] == "s" else None, name.endswith("cv"))
    return {**found, "ess": Exact(terms, feasibility, QuantifiedSolver(5.0))}


def state(terms: SimplifiedTerms, pc: tuple[Expr, ...], *values: Expr) -> SymbolicState:
    def normal(term: Expr) -> Expr:
        return terms.substitute(term, {}, {})

    conditions = frozenset(part for condition in pc for part in terms.conjuncts(normal(condition)))
    return SymbolicState(None, (), tuple(normal(value) for value in values), conditions)


def found(new: tuple[tuple[Expr, ...], tuple[Expr, ...]], old: tuple[tuple[Expr, ...], tuple[Expr, ...]]) -> set[str]:
    """The matchers by which the old state covers the new one."""
    terms = SimplifiedTerms()
    one, two = state(terms, new[0], *new[1]), state(terms, old[0], *old[1])
    return {name for name, m in matchers(terms).items() if m.key(one) == m.key(two) and m.covers(two, one)}


def stronger(name: str) -> set[str]:
    return {name}.union(*(stronger(other) for other in ORDER.get(name, ())))


@pytest.mark.parametrize(
    ("weakest", "new", "old"),
    [
        ("pesm", (TRUE, (E.add(x1, c(2)),)), (TRUE, (E.add(x1, c(2)),))),
        ("esm", (TRUE, (E.add(x1, c(2)),)), (TRUE, (E.add(x2, c(2)),))),
        ("psbc-cv", ((E.eq(x1, c(5)),), (x1,)), (TRUE, (c(5),))),
        ("sbc-cv", ((E.lt(x1, c(3)),), (E.add(x1, c(1)),)), (TRUE, (E.add(x2, c(1)),))),
        ("psbc-cv", ((E.lt(x1, c(3)),), (E.add(x1, c(1)),)), (TRUE, (E.add(x1, c(1)),))),
        ("ess", (TRUE, (E.mul(x1, c(2)),)), (TRUE, (x1,))),
        ("ess", ((E.lt(x1, c(9)), E.lt(c(2), x1)), (x1,)), ((E.lt(x1, c(9)), E.lt(c(0), x1)), (E.add(x1, c(1)),))),
        ("esm", ((E.lt(x1, x2),), (x1, x2)), ((E.lt(x2, x1),), (x2, x1))),
    ],
)
def test_separating_pairs(weakest: str, new: object, old: object) -> None:
    assert found(new, old) == stronger(weakest)  # type: ignore[arg-type]


def test_equal_values_in_another_form() -> None:
    """Beyond the normal form: x & 1 | x & 2 against x % 4 of an unsigned number."""
    x, y = E.var(Variable("x", U32)), E.var(Variable("y", U32))
    low = E.binary("and", x, E.const(U32, 3))
    assert found((TRUE, (low,)), (TRUE, (E.binary("rem", y, E.const(U32, 4)),))) == {"sbc-eq", "sbc-cv", "ess"}
    assert found((TRUE, (low,)), (TRUE, (E.binary("rem", x, E.const(U32, 4)),))) == stronger("psbc-eq")


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ((TRUE, (E.add(x1, c(1)), E.add(x2, c(1)))), (TRUE, (E.add(x1, c(1)), E.add(x1, c(1))))),
        (((E.lt(x1, c(5)),), (x1, x2)), ((E.lt(x1, c(5)),), (x2, x1))),
        (
            ((E.lt(x1, x3),), (E.ite(E.lt(x1, x2), c(0), c(1)), E.add(x3, x4))),
            ((E.lt(x4, x2),), (E.ite(E.lt(x3, x4), c(0), c(0)), E.add(x1, x2), x3)[:2]),
        ),
        ((TRUE, (x1,)), (TRUE, (E.mul(x1, c(2)),))),
        ((TRUE, (x1,)), ((E.lt(x1, c(9)),), (x1,))),
        ((TRUE, (c(1),)), (TRUE, (c(2),))),
    ],
)
def test_must_reject(new: object, old: object) -> None:
    assert found(new, old) == set()  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["not xor", "array", "condition"])
def test_deep_values(kind: str) -> None:
    """Matchers cope with terms that are nested far deeper than Python calls may be."""

    def deep(name: str) -> Expr:
        words = [E.var(Variable(f"{name}{n}", U32)) for n in range(40)]
        found: Expr = E.var(Variable(name, ArrayType(U32, 8))) if kind == "array" else words[0]
        for number in range(1200):
            word = words[number % 40]
            if kind == "array":
                found = E.store(found, E.cast(INDEX, word), words[number * 7 % 40])
            elif kind == "condition":
                found = E.ite(E.lt(found, word), word, words[number * 7 % 40])
            else:
                found = E.bit_not(E.binary("xor", E.add(found, E.const(U32, 1)), word))
        return E.select(found, E.const(INDEX, 3)) if kind == "array" else found

    terms = SimplifiedTerms()
    low = E.lt(deep("x"), E.const(U32, 5)), E.lt(deep("y"), E.const(U32, 5))
    one, two = state(terms, low[:1], deep("x")), state(terms, low[1:], deep("y"))
    for name in ("esm", "ess", "psbc-cv"):
        matcher = matchers(terms)[name]
        assert matcher.key(one) == matcher.key(two)
        assert matcher.covers(two, one) or name == "psbc-cv"


def test_a_state_is_covered_up_to_implicit_equalities() -> None:
    """(x1 + x2, x1) and (x1 + x2, x2) are the same once names are apart."""
    assert found((TRUE, (E.add(x1, x2), x1)), (TRUE, (E.add(x1, x2), x2))) >= {"sbc-eq", "sbc-cv", "ess"}


def test_a_union_with_a_constant_is_left_alone() -> None:
    """It is no rearrangement of the bits of anything."""
    x, y = (E.var(Variable(name, U32)) for name in "xy")
    union = E.binary("or", y, E.const(U32, 2**32 - 6))
    assert "ess" not in found((TRUE, (x,)), (TRUE, (union,)))
    assert "ess" in found((TRUE, (union,)), (TRUE, (x,)))


def test_a_rotation_is_undone() -> None:
    """Every word is a rotated word; but not every word has a lowest bit that was shifted in."""
    x, y = E.var(Variable("x", U32)), E.var(Variable("y", U32))
    four, rest = E.const(U32, 4), E.const(U32, 28)
    rotated = E.lor(E.binary("shl", y, four), E.binary("shr", y, rest))
    assert found((TRUE, (x, E.add(x, x))), (TRUE, (rotated, E.add(rotated, rotated)))) >= {"ess"}
    assert found((TRUE, (x,)), (TRUE, (E.binary("shl", y, four),))) == set()


def test_number_of_maps() -> None:
    """Two sums of five literals: 120 maps; five and three: 5!/2!."""
    five, three = (_sum([Variable(f"{name}{n}", I32) for n in range(size)]) for name, size in (("a", 5), ("b", 3)))
    other = _sum([Variable(f"d{n}", I32) for n in range(5)])
    none: frozenset[Expr] = frozenset()
    for pair, expected in (((five, other), 120), ((five, three), comb(5, 3) * factorial(3))):
        classes = Generator().classes([pair], (none, none))
        assert classes is not None and count(classes) == expected
        assert len(list(Generator(most=1000).maps([pair], (none, none)))) == expected
    assert Generator("regular").classes([(five, three)], (none, none)) is None


def test_overlapping_pairs_leave_one_map() -> None:
    """Sums of products of two literals each, of which one is shared by both values."""
    y3, y4 = E.var(Variable("y3", I32)), E.var(Variable("y4", I32))
    pairs = [(E.add(x3, x4), E.add(y3, y4)), (x3, y4), (x4, y3)]
    maps = list(Generator().maps(pairs, (frozenset(), frozenset())))
    assert [{a.name: b.name for a, b in m.items()} for m in maps] == [{"x3": "y4", "x4": "y3"}]


def test_a_condition_is_forgotten_with_its_whole_group() -> None:
    pc = frozenset({E.lt(x2, c(5)), E.lt(x1, x2), E.lt(x3, c(1))})
    assert relevant(pc, frozenset({X[1]})) == frozenset({E.lt(x2, c(5)), E.lt(x1, x2)})
    assert relevant(pc, frozenset()) == frozenset()


def _sum(literals: list[Variable]) -> Expr:
    total = E.var(literals[0])
    for literal in literals[1:]:
        total = E.add(total, E.var(literal))
    return total
