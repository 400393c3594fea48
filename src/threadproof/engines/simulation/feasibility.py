"""Feasibility under a path condition: one incremental solver, and answers that are remembered.

Only conjuncts connected to the question by shared literals matter; the rest of the path condition is satisfiable on its own
(`smt.oracle`). A question that the solver gives up on is answered by "possible": the search then covers more than there
is, so TRUE stays right, and FALSE is replayed before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.engines.simulation import bounds
from threadproof.ir import expr as E
from threadproof.ir.arith import Value
from threadproof.ir.expr import Expr
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import ConditionGroup, Oracle
from threadproof.smt.solver import Answer, Model

LIMIT = 10.0  # seconds per question, roughly: work is counted, so that what is found does not depend on what else runs


class Feasibility:
    def __init__(self, limit: float = LIMIT) -> None:
        self.solver = fast_solver(counted=True)
        self.oracle = Oracle(self.solver, limit)
        self._groups: dict[frozenset[Expr], ConditionGroup] = {}
        self._bounded: dict[frozenset[Expr], bool] = {}

    def possible(self, pc: frozenset[Expr], condition: Expr) -> bool:
        """Whether the condition can hold."""
        if condition.is_const:
            return bool(condition.payload)
        if condition in pc:
            return True
        group = self._groups.get(pc)
        if group is None:
            group = self._groups[pc] = ConditionGroup(pc)
        related = group.related(condition)
        answer = self._bounded.get(related)
        if answer is None:
            answer = bounds.satisfiable(related)
            if answer is None:
                return self.oracle.satisfiable(related)
            self._bounded[related] = answer
        return answer

    def impossible(self, pc: frozenset[Expr], alternatives: Iterable[Expr]) -> bool:
        """Whether none of some conditions can hold."""
        return not any(self.possible(pc, condition) for condition in alternatives)

    def values(self, pc: frozenset[Expr], term: Expr, most: int) -> list[Value] | None:
        """All values of a term; None if there are more than `most`, or the solver gave up."""
        found: list[Value] = []
        excluded: list[Expr] = []
        while True:
            answer = self.solver.check((*pc, E.eq(term, term), *excluded), LIMIT)
            if answer is Answer.UNSAT:
                return found
            if answer is Answer.UNKNOWN or len(found) == most:
                return None
            value = self.solver.model().evaluate(term)
            found.append(value)
            excluded.append(E.ne(term, E.const(term.type, value)))

    def model(self, conjuncts: list[Expr], limit: float) -> Model | None:
        """Values that satisfy all of them."""
        return self.solver.model() if self.solver.check(conjuncts, limit) is Answer.SAT else None
