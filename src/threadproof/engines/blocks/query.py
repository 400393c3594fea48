"""Feasibility of many paths in one query: is one of these arrows possible? And if so, along which steps?

The disjunction is an assumption of one incremental solver, which keeps what it has learnt about the parts that the questions
of several rounds share. A model is about one path: it is read off backwards (`unwind.path`), checked again as a plain
sequence of steps, and turned into a schedule."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.budget import Budget, OutOfBudget
from threadproof.counterexample.from_path import counterexample
from threadproof.engines.blocks.factor import Factoring
from threadproof.engines.blocks.formula import disjunction
from threadproof.engines.blocks.unwind import Arrow, path
from threadproof.evidence.result import Result, Unknown
from threadproof.evidence.task import Task
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Program
from threadproof.refinement.refine import Feasible, make_refiner
from threadproof.sched.system import SystemStep
from threadproof.smt.bitwuzla import BitwuzlaSolver
from threadproof.smt.solver import Answer


class SolverUnknown(OutOfBudget):
    """The solver did not answer."""


class Queries:
    def __init__(self, factor: bool, budget: Budget) -> None:
        self.solver = BitwuzlaSolver()
        self.factoring = Factoring() if factor else None
        self.budget = budget

    def possible(self, formula: Expr) -> bool:
        if formula is E.FALSE:
            return False
        if self.factoring is not None:
            formula = self.factoring.simplify(formula)
        left = self.budget.left()
        answer = self.solver.check([formula], left if left != float("inf") else None)
        if answer is Answer.UNKNOWN:
            raise SolverUnknown("timeout" if self.budget.left() <= 0 else "the solver gave up")
        return answer is Answer.SAT

    def first(self, arrows: Sequence[Arrow]) -> list[SystemStep] | None:
        """A path over one of the arrows; None if there is none."""
        parts = list(dict.fromkeys(arrow.formula for arrow in arrows))
        if not self.possible(disjunction(parts)):
            return None
        return path(next(arrow for arrow in arrows if self.holds(arrow.formula)), self.holds)

    def holds(self, formula: Expr) -> bool:
        """In the model of the last question."""
        return formula is E.TRUE or (formula is not E.FALSE and bool(self.solver.model().evaluate(formula)))


def violation(program: Program, task: Task, initial: Sequence[ops.DataOp], steps: list[SystemStep], budget: Budget) -> Result:
    """A path into a failure as a counterexample."""
    left = budget.left()
    real = make_refiner().analyse([initial, *(s.ops for s in steps)], "guards", left if left != float("inf") else None)
    if not isinstance(real, Feasible):
        budget.check()
        return Unknown("the solver gave up on a path")
    return counterexample(program, task, steps, real)
