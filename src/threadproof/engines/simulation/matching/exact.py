"""`ess`: exact subsumption. Every concrete state of the new symbolic state is one of the old one, whatever the terms look like.

The new state is covered unless there are literals X of it, satisfying its path condition, for which no literals Y of the old one
exist that satisfy its path condition and give every variable the same value:

    pc1(X)  and  for all Y: not (pc2(Y) and v2(Y) = v1(X))        must be unsatisfiable.

Most quantifiers can be solved away. An equation that contains some y of Y in an invertible position (y, y + t, an odd multiple
of y, exclusive or, complement, rotation, an extension of y) says which y it must be; it is replaced by that everywhere (the
one-point rule, an equivalence). If nothing of Y is left, the question is an ordinary one. Otherwise z3 gets the rest, with a
time limit.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple, Protocol

from threadproof.engines.simulation.feasibility import Feasibility
from threadproof.engines.simulation.fields import inverse
from threadproof.engines.simulation.matching.pairs import Apart, Pairs, conjunction, differing, unequal
from threadproof.engines.simulation.matching.spans import outside
from threadproof.engines.simulation.matching.structural import renaming
from threadproof.engines.simulation.state import SymbolicState
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, ArrayType, IntType, is_integral, width
from threadproof.ir.uses import expr_variables

Equation = tuple[Expr, Expr, Expr]
"""A term, what it must be, and a condition under which that is so."""


class Quantified(Protocol):
    """Whether conditions have a solution for which a body is false whatever the bound variables are; None: not known."""

    def solvable(self, conditions: Sequence[Expr], bound: frozenset[Variable], body: Expr) -> bool | None: ...


class Question(NamedTuple):
    """What is left to be decided: the premise has no solution for which the body is false whatever the bound variables are."""

    premise: tuple[Expr, ...]
    bound: frozenset[Variable]
    body: Expr


class Exact:
    def __init__(self, terms: SimplifiedTerms, feasibility: Feasibility, quantified: Quantified) -> None:
        self.terms = terms
        self.feasibility = feasibility
        self.quantified = quantified
        self.apart = Apart(terms)

    def key(self, state: SymbolicState) -> Hashable:
        return state.structure

    def covers(self, old: SymbolicState, new: SymbolicState) -> bool:
        if outside(old, new):
            return False
        if renaming(self.terms, new, old) is not None:
            return True
        judged = self.judge(old, new)
        return judged if isinstance(judged, bool) else self.decide(judged)

    def judge(self, old: SymbolicState, new: SymbolicState) -> bool | Question:
        """The answer, if it needs no quantifiers."""
        if outside(old, new):
            return False
        pairs = differing(new, old)
        if pairs is None:
            return False
        pairs, premise = self.apart.rename(pairs, new.pc, {})
        bound = frozenset().union(*[expr_variables(two) for _, two in pairs], *[expr_variables(c) for c in old.pc])
        bound, body = self._solve(pairs, old.pc, bound)
        if body is E.TRUE:
            return True
        if not bound:
            return self._impossible(premise, self.terms.negation(body))
        if self._clearly_not(premise, bound, body):
            return False
        return Question(tuple(sorted(premise, key=self.terms.key)), bound, body)

    def decide(self, question: Question) -> bool:
        return self.decided(question) is True

    def decided(self, question: Question) -> bool | None:
        """None: not known."""
        solvable = self.quantified.solvable(question.premise, question.bound, question.body)
        return None if solvable is None else not solvable

    def _impossible(self, premise: frozenset[Expr], condition: Expr) -> bool:
        return self.feasibility.impossible(premise, self.terms.disjuncts(condition))

    def _clearly_not(self, premise: frozenset[Expr], bound: frozenset[Variable], body: Expr) -> bool:
        """The part of the body that does not depend on Y fails."""
        free = [part for part in self.terms.conjuncts(body) if bound.isdisjoint(expr_variables(part))]
        return bool(free) and not self._impossible(premise, self.terms.negation(conjunction(self.terms, frozenset(free))))

    # -- solving away ----------------------------------------------------------------------------------------------------

    def _solve(self, pairs: Pairs, conditions: frozenset[Expr], bound: frozenset[Variable]) -> tuple[frozenset[Variable], Expr]:
        """What is left of Y, and of pc2 and the equations."""
        terms = self.terms
        body = self._at_once(pairs, conditions)
        bound = bound & expr_variables(body)
        while bound:
            solution = next(filter(None, (self._solution(part, bound) for part in terms.conjuncts(body))), None)
            if solution is None:
                break
            name, value, equation, condition = solution
            rest = frozenset(part for part in terms.conjuncts(body) if part is not equation) | {condition}
            memo: dict[Expr, Expr] = {}
            body = conjunction(terms, frozenset(terms.substitute(part, {name: value}, memo) for part in rest))
            bound = bound & expr_variables(body)
        return bound, body

    def _at_once(self, pairs: Pairs, conditions: frozenset[Expr]) -> Expr:
        """pc2 and the equations, with everything replaced that is the only literal of some value: what it must be is said in
        terms of X alone, so all of these can be replaced at once."""
        terms = self.terms
        values: dict[Variable, Expr] = {}
        parts: set[Expr] = set()
        rest: Pairs = []
        for one, two in pairs:
            names = expr_variables(two)
            found = None
            if len(names) == 1 and not isinstance(two.type, ArrayType) and names.isdisjoint(values):
                found = self._invert(two, one, names, E.TRUE)
            if found is None:
                rest.append((one, two))
            else:
                values[found[0]] = found[1]
                parts.add(found[2])
        memo: dict[Expr, Expr] = {}
        for one, two in rest:
            part = terms.negation(unequal(terms, one, terms.substitute(two, values, memo)))
            if part is E.FALSE:
                return part
            parts.update(terms.conjuncts(part))
        parts.update(part for c in conditions for part in terms.conjuncts(terms.substitute(c, values, memo)))
        return conjunction(terms, frozenset(parts))

    def _solution(self, part: Expr, bound: frozenset[Variable]) -> tuple[Variable, Expr, Expr, Expr] | None:
        """(y, what it must be, the equation that says so, a condition that is left of it)."""
        if bound.isdisjoint(expr_variables(part)):
            return None
        if part.op == "var":
            return part.payload, E.TRUE, part, E.TRUE
        if part.op == "lnot" and part.args[0].op == "var":
            return part.args[0].payload, E.FALSE, part, E.TRUE
        if part.op != "eq":
            return None
        for one, two in (part.args, part.args[::-1]):
            found = self._invert(one, two, bound, E.TRUE)
            if found is not None:
                return found[0], found[1], part, found[2]
        return None

    def _invert(self, term: Expr, value: Expr, bound: frozenset[Variable], condition: Expr) -> tuple[Variable, Expr, Expr] | None:
        """Solve `term = value` for one of the bound variables that occurs in it once: (it, its value, a condition that is
        left). Depth first, not recursive: terms may be deep."""
        stack = [iter([(term, value, condition)])]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                continue
            inner, wanted, left = step
            if inner.op == "var" and inner.payload in bound:
                if inner.payload not in expr_variables(wanted):
                    return inner.payload, wanted, left
            elif not bound.isdisjoint(expr_variables(inner)):
                stack.append(self._inwards(inner, wanted, bound, left))
        return None

    def _inwards(self, term: Expr, value: Expr, bound: frozenset[Variable], condition: Expr) -> Iterator[Equation]:
        """What an argument must be; the ways exclude each other."""
        terms, type_ = self.terms, term.type
        if is_integral(type_) and term.op in ("add", "mul", "neg", "sub"):
            yield from self._invert_sum(term, value, bound, condition)
        elif term.op == "or" and isinstance(type_, IntType) and not type_.signed:
            yield from self._invert_word(term, value, condition)
        elif term.op in ("not", "lnot"):
            yield term.args[0], terms.build(term.op, type_, (value,)), condition
        elif term.op == "xor" or (term.op == "eq" and term.args[0].type is BOOL):
            for one, two in (term.args, term.args[::-1]):
                other = terms.build("xor", type_, (value, two))
                yield one, other if term.op == "xor" else terms.negation(other), condition
        elif term.op == "cast" and is_integral(type_) and is_integral(term.args[0].type):
            inner = term.args[0]
            if width(inner.type) <= width(type_):
                narrow = terms.build("cast", inner.type, (value,))
                again = terms.build("eq", BOOL, (terms.build("cast", type_, (narrow,)), value))
                yield inner, narrow, terms.build("and", BOOL, (condition, again))

    def _invert_word(self, term: Expr, value: Expr, condition: Expr) -> Iterator[Equation]:
        """A word whose bits were put into another order, as by rotation."""
        terms, type_ = self.terms, term.type
        found = inverse(terms.fields(term), width(type_))
        if found is None or found[0] is term:
            return
        restored = E.zero(type_)
        for mask, shift in found[1]:
            piece = terms.build("and", type_, (value, E.const(type_, mask)))
            if shift:
                piece = terms.build("shl" if shift > 0 else "shr", type_, (piece, E.const(type_, abs(shift))))
            restored = terms.build("or", type_, (restored, piece))
        yield found[0], restored, condition

    def _invert_sum(self, term: Expr, value: Expr, bound: frozenset[Variable], condition: Expr) -> Iterator[Equation]:
        """An odd coefficient has an inverse modulo a power of two."""
        terms, type_ = self.terms, term.type
        summands, _ = terms.linear(term)
        for summand, factor in summands.items():
            if factor % 2 == 0 or bound.isdisjoint(expr_variables(summand)) or summand is term:
                continue
            rest = terms.build("sub", type_, (term, terms.build("mul", type_, (summand, E.const(type_, factor)))))
            inverse = E.const(type_, pow(factor, -1, 1 << width(type_)))
            yield summand, terms.build("mul", type_, (terms.build("sub", type_, (value, rest)), inverse)), condition
