"""Matchers that ask a solver whether values are equal under a map of literals: `psbc-eq`, `psbc-cv`, `sbc-eq`, `sbc-cv`.

With the literals of the new state renamed to those of the old one, *eq* demands that all values and the path conditions are
equal, for all values of the literals. *cv* (cover) demands it only where the path condition of the new state holds, and of the
path condition of the old one only that it is implied: every concrete state of the new one is then a concrete state of the old
one, with the same values of the literals. *p* (plain) tries only the map that leaves names as they are; otherwise the
generator's maps are tried, those first that make values the same term.

A solver that gives up means no match.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from threadproof.engines.simulation.feasibility import Feasibility
from threadproof.engines.simulation.matching.mapping import Generator, Mapping
from threadproof.engines.simulation.matching.pairs import Apart, Pairs, conjunction, differing, unequal
from threadproof.engines.simulation.matching.spans import outside
from threadproof.engines.simulation.matching.structural import Renaming
from threadproof.engines.simulation.state import SymbolicState
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.ir.types import BOOL
from threadproof.ir.uses import expr_variables


class Entailment:
    def __init__(self, terms: SimplifiedTerms, feasibility: Feasibility, generator: Generator | None, cover: bool) -> None:
        """Without a generator, literals keep their names."""
        self.terms = terms
        self.feasibility = feasibility
        self.generator = generator
        self.cover = cover
        self.apart = Apart(terms)
        self.maps = 0

    def key(self, state: SymbolicState) -> Hashable:
        return state.structure

    def covers(self, old: SymbolicState, new: SymbolicState) -> bool:
        pairs = None if outside(old, new) else differing(new, old)
        if pairs is None:
            return False
        for mapping in self._mappings(pairs, new.pc, old.pc):
            self.maps += 1
            if self._holds(*self.apart.rename(pairs, new.pc, mapping), old.pc):
                return True
        return False

    def _mappings(self, pairs: Pairs, new: frozenset[Expr], old: frozenset[Expr]) -> Iterator[Mapping]:
        if self.generator is None:
            terms = [*(side for pair in pairs for side in pair), *new, *old]
            yield {literal: literal for term in terms for literal in expr_variables(term)}
            return
        first = structural(pairs)
        if first is not None:
            yield first
        for mapping in self.generator.maps(pairs, (new, old)):
            if mapping != first:
                yield mapping

    def _holds(self, pairs: Pairs, new: frozenset[Expr], old: frozenset[Expr]) -> bool:
        """Whether there is no counterexample to the entailment."""
        terms, wrong = self.terms, E.FALSE
        for one, two in pairs:
            if one is not two:
                wrong = terms.build("or", BOOL, (wrong, unequal(terms, one, two)))
        if wrong is E.TRUE:
            return False
        if self.cover:
            wrong = terms.build("or", BOOL, (wrong, terms.negation(conjunction(terms, old - new))))
            return self.feasibility.impossible(new, terms.disjuncts(wrong))
        if new != old:
            one, two = conjunction(terms, new), conjunction(terms, old)
            wrong = terms.build("or", BOOL, (wrong, terms.build("xor", BOOL, (one, two))))
        return self.feasibility.impossible(frozenset(), terms.disjuncts(wrong))


def structural(pairs: Pairs) -> Mapping | None:
    """The map under which as many values as possible are the same term, the largest ones first."""
    found = Renaming()
    for one, two in sorted(pairs, key=lambda pair: -len(expr_variables(pair[0]))):
        attempt = found.copy()
        if attempt.match(one, two):
            found = attempt
    return found.there or None
