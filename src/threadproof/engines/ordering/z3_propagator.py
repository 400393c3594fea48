"""The order theory as a user propagator of z3: slower by far than `prop`, and the cross-check of it.

z3 calls back for every watched variable and every scope, so the theory is told at once, and a conflict is reported at once as the
set of variables whose values do not go together. As in `prop`, a complete assignment is examined from scratch (`final`), and
write-order variables start a new search with all clauses found so far.
"""

from __future__ import annotations

from typing import Any

import z3

from threadproof.budget import Budget, OutOfBudget
from threadproof.counters import Counters
from threadproof.engines.ordering.basic import examine
from threadproof.engines.ordering.tables import OrderTables
from threadproof.engines.ordering.theory import Theory
from threadproof.engines.ordering.total_order import Choices, check
from threadproof.events.problem import Clause, EventModel, Problem
from threadproof.evidence.refutation import Lemmas


def solve(problem: Problem, budget: Budget, counters: Counters, lemmas: Lemmas) -> EventModel | None:
    """A model, or None when there is no valid execution."""
    tables, choices = OrderTables(problem), Choices(problem)
    lemmas.choices = choices.used
    while True:
        budget.check(counters)
        search = Z3Search(problem, tables, choices, lemmas)
        answer = search.run(budget)
        counters["order_clauses"] = counters.get("order_clauses", 0) + search.theory_calls
        if answer == z3.unsat:
            return None
        if answer != z3.sat:
            raise OutOfBudget("timeout")
        if search.sequence is not None:
            model = EventModel(search.values(), search.sequence)
            check(problem, model)
            return model


class Z3Search:
    """One z3 solver with the clauses known so far."""

    def __init__(self, problem: Problem, tables: OrderTables, choices: Choices, lemmas: Lemmas) -> None:
        self.problem = problem
        self.tables = tables
        self.choices = choices
        self.lemmas = lemmas
        self.sequence: list[int] | None = None
        self.theory_calls = 0
        self.solver = z3.SimpleSolver()
        self.names = [z3.Bool(f"v{number}") for number in range(choices.variables + 1)]
        for clause in [*problem.clauses, *lemmas.clauses]:
            self.solver.add(z3.Or([self.names[x] if x > 0 else z3.Not(self.names[-x]) for x in clause]))

    def run(self, budget: Budget) -> Any:
        left = budget.left()
        if left < 1_000_000:
            self.solver.set("timeout", max(1, int(left * 1000)))
        self.propagator = Z3Propagator(self)
        return self.solver.check()

    def values(self) -> list[bool]:
        model = self.solver.model()
        return [bool(z3.is_true(model.eval(name))) for name in self.names[: self.problem.variables + 1]]


class Z3Propagator(z3.UserPropagateBase):  # type: ignore[misc]
    def __init__(self, search: Z3Search) -> None:
        super().__init__(search.solver)
        self.search = search
        self.theory = Theory(search.tables)
        self.numbers: dict[int, int] = {}  # z3's number of a term: the variable
        self.true: dict[int, bool] = {}
        self.scopes: list[list[int]] = []
        self.broken = False  # the theory has a conflict that z3 has not yet left
        self.add_fixed(self.on_fixed)
        self.add_final(self.on_final)
        for variable in sorted({abs(literal) for literal in search.tables.effects}):
            self.numbers[search.names[variable].get_id()] = variable
            self.add(search.names[variable])

    def push(self) -> None:
        self.scopes.append([])
        self.theory.push()

    def pop(self, count: int) -> None:
        for scope in self.scopes[len(self.scopes) - count :]:
            for variable in scope:
                self.true.pop(variable, None)
        del self.scopes[len(self.scopes) - count :]
        self.theory.pop(count)
        self.broken = False

    def fresh(self, context: Any) -> Any:
        raise NotImplementedError("one solver, no copies")

    def on_fixed(self, term: Any, value: Any) -> None:
        variable = self.numbers[term.get_id()]
        self.true[variable] = bool(z3.is_true(value))
        if self.scopes:
            self.scopes[-1].append(variable)
        if not self.broken:
            conflict = self.theory.assign((variable if self.true[variable] else -variable,))
            if conflict is not None:
                self.broken = True
                self.report(conflict)

    def report(self, clause: Clause) -> None:
        self.search.lemmas.clauses.append(clause)
        self.search.theory_calls += 1
        self.conflict([self.search.names[abs(literal)] for literal in clause])

    def on_final(self) -> None:
        search = self.search
        true = [False] * (search.choices.variables + 1)
        for variable, value in self.true.items():
            true[variable] = value
        known = search.choices.variables
        search.sequence, clauses = examine(search.tables, search.choices, true)
        if any(abs(literal) > known for clause in clauses for literal in clause):
            search.lemmas.clauses += clauses  # z3 may stop here: the next search has the new variables
        elif clauses:
            self.report(clauses[0])
