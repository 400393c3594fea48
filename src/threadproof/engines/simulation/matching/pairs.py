"""Two states side by side: what the solver-based matchers compare.

The literals of the new state are renamed, so that the two have none in common: each becomes the literal of the old state that a
map gives it, or one of its own. Whatever is proved then holds whatever the names of literals were.
"""

from __future__ import annotations

from threadproof.engines.simulation.matching.mapping import Mapping
from threadproof.engines.simulation.state import SymbolicState
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, INDEX, ArrayType

ELEMENTS = 64  # of an array that are compared one by one

Pairs = list[tuple[Expr, Expr]]


def differing(new: SymbolicState, old: SymbolicState) -> Pairs | None:
    """Values that are not both the same constant; None if some can never be equal."""
    found = []
    for one, two in zip(new.values(), old.values(), strict=True):
        if one is None or two is None:
            if one is not two:
                return None
        elif not (one.is_const and two.is_const):
            found.append((one, two))
        elif one is not two:
            return None
    return found


class Apart:
    """Renames literals of new states away from all others."""

    def __init__(self, terms: SimplifiedTerms) -> None:
        self.terms = terms
        self._own: dict[Variable, Expr] = {}

    def own(self, literal: Variable) -> Expr:
        found = self._own.get(literal)
        if found is None:
            found = self._own[literal] = E.var(Variable(literal.name + "'", literal.type))
            self.terms.key(found)
        return found

    def rename(self, pairs: Pairs, pc: frozenset[Expr], mapping: Mapping) -> tuple[Pairs, frozenset[Expr]]:
        """The left sides and the path condition of the new state, over literals of the old one where the map says so."""
        values = _Renamed(self, mapping)
        memo: dict[Expr, Expr] = {}
        terms = self.terms
        renamed = [(terms.substitute(one, values, memo), two) for one, two in pairs]
        return renamed, frozenset([terms.substitute(conjunct, values, memo) for conjunct in pc])


class _Renamed(dict[Variable, Expr]):
    def __init__(self, apart: Apart, mapping: Mapping) -> None:
        super().__init__()
        self.apart, self.mapping = apart, mapping

    def get(self, literal: Variable, default: object = None) -> Expr:
        mapped = self.mapping.get(literal)
        return self.apart.own(literal) if mapped is None else E.var(mapped)


def unequal(terms: SimplifiedTerms, one: Expr, two: Expr) -> Expr:
    """The two values are different."""
    if isinstance(one.type, ArrayType):
        if not 0 < one.type.size <= ELEMENTS:
            return E.FALSE if one is two else E.lnot(E.same(one, two))
        found = E.FALSE
        for number in range(one.type.size):
            at = E.const(INDEX, number)
            a, b = (terms.build("select", one.type.element, (side, at)) for side in (one, two))
            found = terms.build("or", BOOL, (found, unequal(terms, a, b)))
        return found
    return terms.negation(terms.build("eq", BOOL, (one, two)) if one.type.integral or one.type is BOOL else E.same(one, two))


def conjunction(terms: SimplifiedTerms, parts: frozenset[Expr]) -> Expr:
    found = E.TRUE
    for part in sorted(parts, key=terms.key):
        found = terms.build("and", BOOL, (found, part))
    return found
