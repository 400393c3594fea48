"""Abstract post of a move (Boolean, by enumeration): all combinations of predicates that can hold after it, given what
holds before.

A move is executed symbolically once; what a predicate means after it is then a term over the state before. Terms that are
literally among the known facts need no solver. The others are enumerated, all combinations of them, under those facts that share
variables with them or with the conditions of the move, directly or through others. Answers are remembered by exactly that, so
the many views that differ elsewhere share them.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.domains.evaluate import SymbolicEvaluator
from threadproof.engines.abstraction.views.moves import SlotMove
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass
from threadproof.smt.solver import Answer, Solver

Facts = frozenset[Expr]


class PostUnknown(Exception):
    """The solver could not answer in time."""


@dataclass(frozen=True, slots=True, eq=False)
class MoveEffect:
    """A move, executed: conditions and terms are over the state before it."""

    possible: bool
    run: SymbolicEvaluator
    conditions: tuple[Expr, ...]


class Post:
    def __init__(self, solver: Solver, counters: Counters) -> None:
        self.solver, self.counters = solver, counters
        self.budget = Budget()
        self._effects: dict[SlotMove, MoveEffect] = {}
        self._posts: dict[tuple[Facts, SlotMove, tuple[Expr, ...]], list[Facts]] = {}
        self._answers: dict[tuple[Facts, tuple[Expr, ...]], list[tuple[bool, ...]]] = {}
        counters.setdefault("solver_calls", 0)

    def effect(self, move: SlotMove) -> MoveEffect:
        found = self._effects.get(move)
        if found is None:
            run = SymbolicEvaluator(E.var)
            possible = run.run(move.ops)
            found = self._effects[move] = MoveEffect(possible, run, tuple(run.conditions))
        return found

    def after(self, facts: Facts, move: SlotMove, predicates: tuple[Expr, ...]) -> list[Facts]:
        """The sets of literals of the predicates that can hold after the move."""
        key = (facts, move, predicates)
        found = self._posts.get(key)
        if found is None:
            found = self._posts[key] = self._after(facts, self.effect(move), predicates)
        return found

    def _after(self, facts: Facts, effect: MoveEffect, predicates: tuple[Expr, ...]) -> list[Facts]:
        if not effect.possible:
            return []
        known: list[Expr] = []
        asked: list[tuple[Expr, Expr]] = []
        for predicate in predicates:
            term = effect.run.value(predicate)
            if term is E.TRUE or term in facts:
                known.append(predicate)
            elif term is E.FALSE or E.lnot(term) in facts:
                known.append(E.lnot(predicate))
            else:
                asked.append((predicate, term))
        return [
            frozenset([*known, *(p if holds else E.lnot(p) for (p, _), holds in zip(asked, combination, strict=True))])
            for combination in self._combinations(facts, effect.conditions, tuple(term for _, term in asked))
        ]

    def possible(self, facts: Facts) -> bool:
        """Whether some state satisfies all the facts."""
        return bool(self._combinations(frozenset(), tuple(facts), ()))

    def _combinations(self, facts: Facts, conditions: tuple[Expr, ...], terms: tuple[Expr, ...]) -> list[tuple[bool, ...]]:
        open_ = [condition for condition in conditions if condition not in facts]
        if any(E.lnot(condition) in facts for condition in open_):
            return []
        if not open_ and not terms:
            return [()]
        key = (_related(facts, [*open_, *terms]) | frozenset(open_), terms)
        found = self._answers.get(key)
        if found is None:
            found = self._answers[key] = self._enumerate(*key)
        return found

    def _enumerate(self, facts: Facts, terms: tuple[Expr, ...]) -> list[tuple[bool, ...]]:
        found: list[tuple[bool, ...]] = []
        asked = list(facts)
        while True:
            self.budget.check(self.counters)
            self.counters["solver_calls"] += 1
            answer = self.solver.check(asked, self.budget.left())
            if answer is Answer.UNKNOWN:
                self.budget.check(self.counters)
                raise PostUnknown
            if answer is Answer.UNSAT:
                return sorted(found)  # not as the solver happened to find them
            model = self.solver.model()
            combination = tuple(bool(model.evaluate(term)) for term in terms)
            found.append(combination)
            if not terms:
                return found
            block = E.FALSE
            for term, holds in zip(terms, combination, strict=True):
                block = E.lor(block, E.lnot(term) if holds else term)
            asked.append(block)


def _related(facts: Iterable[Expr], goals: Iterable[Expr]) -> Facts:
    """The facts that have to do with the goals."""
    by_variable: dict[Variable, list[Expr]] = {}
    for fact in facts:
        for variable in expr_variables(fact):
            by_variable.setdefault(variable, []).append(fact)
    seen = {variable for goal in goals for variable in expr_variables(goal)}
    stack = list(seen)
    found: set[Expr] = set()
    while stack:
        for fact in by_variable.get(stack.pop(), ()):
            if fact not in found:
                found.add(fact)
                new = expr_variables(fact) - seen
                seen |= new
                stack.extend(new)
    return frozenset(found)
