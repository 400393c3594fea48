"""Lazy SMT (offline): a SAT solver finds an assignment, the order theory looks at all of it, and each cycle of
happens-before becomes a clause; again, until there is no assignment (no execution) or no cycle (a model).

From one assignment several clauses are taken: after a conflict the batch of literals that caused it is left out and the theory
goes on with the others. Candidates are assigned one at a time for that, so that few literals are lost with each conflict. Every
round adds at least one clause that the assignment violates, and clauses range over finitely many literals, so it ends.
"""

from __future__ import annotations

from threadproof.budget import Budget, OutOfBudget
from threadproof.counters import Counters
from threadproof.engines.ordering.tables import OrderTables
from threadproof.engines.ordering.theory import Theory
from threadproof.engines.ordering.total_order import Choices, check, complete, linearise
from threadproof.events.problem import Clause, EventModel, Problem
from threadproof.evidence.refutation import Lemmas
from threadproof.smt.sat import Sat


def solve(problem: Problem, budget: Budget, counters: Counters, lemmas: Lemmas) -> EventModel | None:
    """A model, or None when there is no valid execution."""
    tables, choices = OrderTables(problem), Choices(problem)
    lemmas.choices = choices.used
    with Sat([*problem.clauses, *lemmas.clauses]) as sat:
        try:
            while True:
                budget.check(counters)
                answer = sat.solve(budget.left())
                if answer is None:
                    raise OutOfBudget("timeout")
                if not answer:
                    return None
                counters["refinements"] = counters.get("refinements", 0) + 1
                true = sat.model(choices.variables)
                sequence, clauses = examine(tables, choices, true)
                if sequence is not None:
                    model = EventModel(true[: problem.variables + 1], sequence)
                    check(problem, model)
                    return model
                lemmas.clauses += clauses
                for clause in clauses:
                    sat.add(clause)
                counters["order_clauses"] = counters.get("order_clauses", 0) + len(clauses)
        finally:
            counters["solver_seconds"] = counters.get("solver_seconds", 0) + sat.seconds
            counters["decisions"] = counters.get("decisions", 0) + sat.statistics()["decisions"]


def examine(tables: OrderTables, choices: Choices, true: list[bool]) -> tuple[list[int] | None, list[Clause]]:
    """A valid order for this assignment, or clauses that it violates. New write-order variables in them are made known to the
    tables."""
    held = [literal for literal in tables.effects if true[abs(literal)] == (literal > 0)]
    theory = Theory(tables)
    clauses: list[Clause] = []
    theory.assign(literal for literal in held if not tables.effects[literal].reads and not tables.effects[literal].orders)
    for literal in held:
        theory.push()
        conflict = theory.assign((literal,))
        if conflict is not None:
            theory.pop()
            clauses.append(conflict)
    if not clauses:
        clauses = complete(theory, choices)
        if not clauses:
            return linearise(theory), []
        choices.use(clauses, tables)
    return None, clauses
