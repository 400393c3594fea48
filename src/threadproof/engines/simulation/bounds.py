"""Interval reasoning: conditions on one literal that only bound it or exclude single values, decided without a solver.

Conjuncts `x + k < c`, `c < x + k`, `x = c` and their negations, all about the same x, leave an interval with holes, as long as
`x + k` cannot wrap in the interval that the others leave. They hold together for some x if that is not empty.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import IntType


class LiteralRange(NamedTuple):
    """What is left of a literal."""

    literal: Expr
    low: int
    high: int
    holes: frozenset[int]

    @property
    def empty(self) -> bool:
        return self.high - self.low + 1 <= len(self.holes)

    def conjuncts(self) -> list[Expr]:
        """The shortest way to say it; the holes lie inside."""
        x, (least, most) = self.literal, _range(self.literal.type)
        low, high, holes = self.low, self.high, set(self.holes)
        while low in holes:
            holes.discard(low)
            low += 1
        while high in holes:
            holes.discard(high)
            high -= 1
        if low == high:
            return [E.eq(x, E.const(x.type, low))]
        found = [E.ne(x, E.const(x.type, hole)) for hole in holes]
        if low > least:
            found.append(E.lnot(E.lt(x, E.const(x.type, low))))
        if high < most:
            found.append(E.lnot(E.lt(E.const(x.type, high), x)))
        return found


def satisfiable(conjuncts: Iterable[Expr]) -> bool | None:
    """None: they are of another kind."""
    found = domain(conjuncts)
    return None if found is None else not found.empty


def domain(conjuncts: Iterable[Expr]) -> LiteralRange | None:
    """None: the conjuncts are of another kind."""
    name, low, high = None, 0, 0
    holes: set[int] = set()
    shifted: list[tuple[int, int | None, int | None]] = []  # k, and bounds of x + k
    for conjunct in conjuncts:
        found = _parse(conjunct)
        if found is None:
            return None
        term, lower, upper, hole = found
        x, k = _shift(term)
        if x.op != "var" or not isinstance(x.type, IntType) or (name is not None and x is not name):
            return None
        if name is None:
            name, (low, high) = x, _range(x.type)
        if hole is not None:
            if k:
                return None
            holes.add(hole)
        elif k:
            shifted.append((k, lower, upper))
        else:
            low, high = _tighter(low, high, lower, upper, 0)
    if name is None:
        return None
    least, most = _range(name.type)
    if low <= high and any(low + k < least or high + k > most for k, _, _ in shifted):
        return None
    for k, lower, upper in shifted:
        low, high = _tighter(low, high, lower, upper, k)
    return LiteralRange(name, low, high, frozenset(hole for hole in holes if low <= hole <= high))


def span(value: Expr, left: Mapping[Variable, LiteralRange]) -> tuple[int, int] | None:
    """The least and the greatest value of `x + k`, given what is left of literals; None: not known."""
    x, k = _shift(value)
    found = left.get(x.payload) if x.op == "var" and isinstance(x.type, IntType) else None
    if found is None:
        return None
    least, most = _range(x.type)
    low, high = found.low, found.high
    while low in found.holes:
        low += 1
    while high in found.holes:
        high -= 1
    return (low + k, high + k) if least <= low + k and high + k <= most else None


def is_free(value: Expr, bounded: Container[Variable]) -> bool:
    """Whether it is `x + k`, and x is not bounded."""
    x, _ = _shift(value)
    return x.op == "var" and isinstance(x.type, IntType) and x.payload not in bounded


def _tighter(low: int, high: int, lower: int | None, upper: int | None, k: int) -> tuple[int, int]:
    return max(low, low if lower is None else lower - k), min(high, high if upper is None else upper - k)


def _parse(conjunct: Expr) -> tuple[Expr, int | None, int | None, int | None] | None:
    """(term, lower bound, upper bound, excluded value)."""
    negated = conjunct.op == "lnot"
    atom = conjunct.args[0] if negated else conjunct
    if len(atom.args) != 2 or atom.op not in ("eq", "lt"):
        return None
    a, b = atom.args
    if b.is_const and not a.is_const and isinstance(a.type, IntType):
        c = int(b.payload)
        if atom.op == "eq":
            return (a, None, None, c) if negated else (a, c, c, None)
        return (a, c, None, None) if negated else (a, None, c - 1, None)
    if a.is_const and atom.op == "lt" and isinstance(b.type, IntType):
        c = int(a.payload)
        return (b, None, c, None) if negated else (b, c + 1, None, None)
    return None


def _shift(term: Expr) -> tuple[Expr, int]:
    if term.op == "add" and term.args[1].is_const:
        return term.args[0], int(term.args[1].payload)
    return term, 0


def _range(type_: object) -> tuple[int, int]:
    assert isinstance(type_, IntType)
    return (-(1 << type_.bits - 1), (1 << type_.bits - 1) - 1) if type_.signed else (0, (1 << type_.bits) - 1)
