"""Remembered satisfiability of small sets of conditions.

Conditions are grouped by shared variables: whether a condition can hold beside others depends only on those connected to it. A
set of conditions is asked once; the same question from another place, another interleaving or another refinement round is
looked up.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.smt.solver import Answer, Solver


class ConnectedPart:
    """Conditions that are connected by variables, directly or through others."""

    __slots__ = ("_frozen", "conditions", "variables")

    def __init__(self) -> None:
        self.conditions: set[Expr] = set()
        self.variables: set[Variable] = set()
        self._frozen: frozenset[Expr] | None = None

    def add(self, conditions: Iterable[Expr], variables: Iterable[Variable]) -> None:
        self.conditions.update(conditions)
        self.variables.update(variables)
        self._frozen = None

    def frozen(self) -> frozenset[Expr]:
        if self._frozen is None:
            self._frozen = frozenset(self.conditions)
        return self._frozen


class ConditionGroup:
    """Conditions that hold together, as connected parts by variable; `others` hold beside them."""

    def __init__(self, conditions: Iterable[Expr], others: ConditionGroup | None = None) -> None:
        self._parts: dict[Variable, ConnectedPart] = {}
        self._others = {} if others is None else others._parts
        for condition in conditions:
            self.add(condition)

    def add(self, condition: Expr) -> None:
        names, parts = expr_variables(condition), self._parts
        met = {id(part): part for part in map(parts.get, names) if part is not None}
        joined = max(met.values(), key=lambda part: len(part.variables)) if met else ConnectedPart()
        for part in met.values():
            if part is not joined:
                joined.add(part.conditions, part.variables)
                parts.update(dict.fromkeys(part.variables, joined))
        joined.add((condition,), names)
        parts.update(dict.fromkeys(names, joined))

    def related(self, goal: Expr) -> frozenset[Expr]:
        """The goal and every condition connected to it."""
        found = self._connected(goal)
        return frozenset((goal,)).union(*(part.frozen() for part in found))

    def variables(self, goal: Expr) -> frozenset[Variable]:
        """Those of the goal and of every condition connected to it."""
        return expr_variables(goal).union(*(part.variables for part in self._connected(goal)))

    def _connected(self, goal: Expr) -> list[ConnectedPart]:
        own, others = self._parts, self._others
        names: Iterable[Variable] = expr_variables(goal)
        if not others:
            return list({id(part): part for part in map(own.get, names) if part is not None}.values())
        found: list[ConnectedPart] = []
        seen: set[int] = set()
        stack = [names]
        while stack:
            for name in stack.pop():
                for part in (own.get(name), others.get(name)):
                    if part is not None and id(part) not in seen:
                        seen.add(id(part))
                        found.append(part)
                        stack.append(part.variables)
        return found


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
