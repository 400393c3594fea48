"""Normal forms keep the value of a term, and make equal terms the same object."""

from __future__ import annotations

import random

from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, I8, I32, INDEX, U8, U32, ArrayType

X, Y, Z = (Variable(name, I32) for name in "xyz")
A, B = Variable("a", BOOL), Variable("b", BOOL)


def normal(term: Expr, terms: SimplifiedTerms | None = None) -> Expr:
    return (terms or SimplifiedTerms()).substitute(term, {}, {})


def same(one: Expr, two: Expr) -> bool:
    terms = SimplifiedTerms()
    return normal(one, terms) is normal(two, terms)


def c(value: int) -> Expr:
    return E.const(I32, value)


def test_sums() -> None:
    x, y = E.var(X), E.var(Y)
    assert same(E.add(E.add(x, c(2)), E.add(y, c(3))), E.add(E.add(y, c(1)), E.add(c(4), x)))
    assert same(E.sub(x, E.sub(x, y)), y)
    assert same(E.add(E.mul(x, c(3)), E.mul(x, c(5))), E.mul(x, c(8)))
    assert same(E.mul(E.add(x, c(2)), c(3)), E.add(E.mul(x, c(3)), c(6)))
    assert same(E.neg(E.neg(x)), x)


def test_conditions() -> None:
    x, y, a, b = E.var(X), E.var(Y), E.var(A), E.var(B)
    assert same(E.land(a, E.land(b, a)), E.land(b, a))
    assert normal(E.land(a, E.land(b, E.lnot(a)))) is E.FALSE
    assert normal(E.lor(a, E.lor(b, E.lnot(a)))) is E.TRUE
    assert same(E.le(x, y), E.lnot(E.lt(y, x)))
    assert same(E.eq(E.add(x, c(1)), c(5)), E.eq(x, c(4)))
    assert normal(E.eq(E.add(x, c(1)), x)) is E.FALSE
    assert same(E.eq(E.add(x, y), E.add(y, x)), E.TRUE)


def test_arrays() -> None:
    type_ = ArrayType(I32, 4)
    terms, array = SimplifiedTerms(), E.fill(type_, c(0))

    def put(array: Expr, index: int, value: Expr) -> Expr:
        return terms.build("store", type_, (array, E.const(INDEX, index), value))

    assert put(put(array, 2, c(7)), 1, c(8)) is put(put(array, 1, c(8)), 2, c(7))
    assert put(put(array, 2, c(7)), 2, c(0)) is array


def test_stores_in_any_order_give_one_term() -> None:
    rng = random.Random(3)
    type_, terms = ArrayType(I32, 12), SimplifiedTerms()
    for bottom in (E.fill(type_, c(0)), E.var(Variable("array", type_))):
        for _ in range(200):
            array, known = bottom, dict[int, int]()
            for _ in range(rng.randrange(20)):
                at, value = rng.randrange(12), rng.randrange(3)
                array = terms.build("store", type_, (array, E.const(INDEX, at), c(value)))
                known[at] = value
            again = bottom
            for at, value in sorted(known.items()):
                if bottom.op != "fill" or value:
                    again = E.store(again, E.const(INDEX, at), c(value))
            assert array is again
            at = rng.randrange(12)
            back = terms.build("select", I32, (bottom, E.const(INDEX, at)))
            known.pop(at, None)
            again = bottom
            for other, value in known.items():
                again = terms.build("store", type_, (again, E.const(INDEX, other), c(value)))
            assert terms.build("store", type_, (array, E.const(INDEX, at), back)) is again


DEEP = 3000  # far beyond what may be nested in Python


def test_deep_terms() -> None:
    """Conditions that alternate, words of many pieces, and exclusive ors: nothing is recursive."""
    terms = SimplifiedTerms()
    flags = [E.var(Variable(f"f{n}", BOOL)) for n in range(DEEP)]
    condition = flags[0]
    for number, flag in enumerate(flags[1:]):
        condition = terms.build("and" if number % 2 else "or", BOOL, (condition, flag))
    assert terms.negation(terms.negation(condition)) is condition
    words = [E.var(Variable(f"w{n}", U32)) for n in range(DEEP // 3)]
    union = words[0]
    for word in words[1:]:
        union = E.binary("or", E.binary("shl", union, E.const(U32, 1)), word)
    assert terms.fields(union)
    mixed = words[0]
    for word in words[1:]:
        mixed = terms.build("not", U32, (terms.build("xor", U32, (terms.build("add", U32, (mixed, word)), word)),))
    assert terms.substitute(mixed, {}, {}) is mixed


def test_random_terms_keep_their_value() -> None:
    rng = random.Random(1)
    types = (I8, U8, I32, U32)
    for _ in range(1500):
        type_ = rng.choice(types)
        names = [Variable(n, type_) for n in "xyz"]
        term = _term(rng, type_, names, 4)
        found = normal(term)
        for _ in range(4):
            values = {v: E.const(type_, rng.choice((0, 1, -1, 127, 128, rng.getrandbits(32)))) for v in names}
            assert _value(term, values) == _value(found, values), (term, found, values)


def _value(term: Expr, values: dict[Variable, Expr]) -> object:
    from threadproof.ir.uses import with_values

    return with_values(term, values).payload


def _term(rng: random.Random, type_: object, names: list[Variable], depth: int) -> Expr:
    if depth == 0 or rng.random() < 0.15:
        if rng.random() < 0.4:
            return E.const(type_, rng.choice((0, 1, 2, 3, -1, 5, 128)))  # type: ignore[arg-type]
        return E.var(rng.choice(names))
    kind = rng.random()
    if kind < 0.15:
        return rng.choice((E.neg, E.bit_not))(_term(rng, type_, names, depth - 1))
    if kind < 0.3:
        return E.ite(_condition(rng, type_, names, depth - 1), *(_term(rng, type_, names, depth - 1) for _ in range(2)))
    op = rng.choice(("add", "add", "sub", "mul", "and", "or", "xor", "shl", "shr"))
    return E.binary(op, _term(rng, type_, names, depth - 1), _term(rng, type_, names, depth - 1))


def _condition(rng: random.Random, type_: object, names: list[Variable], depth: int) -> Expr:
    if depth > 0 and rng.random() < 0.4:
        one, two = (_condition(rng, type_, names, depth - 1) for _ in range(2))
        return rng.choice((E.land, E.lor, lambda a, b: E.binary("xor", a, b), lambda a, b: E.land(a, E.lnot(b))))(one, two)
    one, two = (_term(rng, type_, names, depth - 1) if depth else E.var(rng.choice(names)) for _ in range(2))
    return rng.choice((E.eq, E.lt, E.le, E.ne))(one, two)


def test_long_sums() -> None:
    """As terms of a program come: nested as deep as there are summands."""
    total = E.zero(U32)
    for i in range(3000):
        total = E.binary("add", total, E.var(Variable(f"long{i}", U32)))
    summands, constant = SimplifiedTerms().linear(total)
    assert len(summands) == 3000 and set(summands.values()) == {1} and constant == 0
