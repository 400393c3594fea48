"""Remembered satisfiability of small sets of conditions.

Conditions are grouped by shared variables: whether a condition can hold beside others depends only on those connected to it. A
set of conditions is asked once; the same question from another place, another interleaving or another refinement round is
looked up.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.smt.solver import Answer, Solver


class Group:
    """Conditions that hold together, indexed by variable; `others` hold beside them."""

    def __init__(self, conditions: Iterable[Expr], others: Group | None = None) -> None:
        self._by_variable: dict[Variable, list[Expr]] = {}
        self._others = {} if others is None else others._by_variable
        for condition in conditions:
            self.add(condition)

    def add(self, condition: Expr) -> None:
        for variable in expr_variables(condition):
            self._by_variable.setdefault(variable, []).append(condition)

    def related(self, goal: Expr) -> frozenset[Expr]:
        """The goal and every condition connected to it."""
        found, seen = {goal}, set(expr_variables(goal))
        stack = list(seen)
        own, others = self._by_variable, self._others
        while stack:
            variable = stack.pop()
            for condition in chain(own.get(variable, ()), others.get(variable, ())):
                if condition not in found:
                    found.add(condition)
                    new = expr_variables(condition) - seen
                    seen |= new
                    stack.extend(new)
        return frozenset(found)


class Oracle:
    """`unknown` counts questions on which the solver gave up; they are answered by "satisfiable", which claims least."""

    def __init__(self, solver: Solver, limit: float | None = None) -> None:
        self.solver = solver
        self.limit = limit
        self.hits = 0
        self.unknown = 0
        self._answers: dict[frozenset[Expr], bool] = {}

    def satisfiable(self, conditions: frozenset[Expr]) -> bool:
        found = self._answers.get(conditions)
        if found is not None:
            self.hits += 1
            return found
        if any(condition.op == "lnot" and condition.args[0] in conditions for condition in conditions) or E.FALSE in conditions:
            found = False
        elif len(conditions) == 1 and _free(next(iter(conditions))):
            found = True
        else:
            answer = self.solver.check(tuple(conditions), self.limit)
            self.unknown += answer is Answer.UNKNOWN
            found = answer is not Answer.UNSAT
        self._answers[conditions] = found
        return found


def _free(condition: Expr) -> bool:
    """x = c, x < c (not at the end of the range), b, !b: true of some value of one variable."""
    atom = condition.args[0] if condition.op == "lnot" else condition
    return atom.op == "var" or (atom.op == "eq" and atom.args[0].op == "var" and atom.args[1].is_const)
