"""DPLL(T): theory propagation inside the search. The order theory is an external propagator of CaDiCaL (IPASIR-UP
through python-sat).

Callbacks are Python, so they do little: an assignment of an observed variable is only noted; the theory looks at the notes when
the solver has finished propagating and asks (`propagate`), at most once per decision. A conflict is handed over as a clause at
once. Only variables whose literals have an effect on the order are observed.

The solver may keep assignments when it goes back, so levels here are levels of *notes*, and nothing rests on what the callbacks
believe: `check_model` examines every complete assignment from scratch (as lazy refinement does), and a clause is valid whatever
the assignment is. Write-order variables (see `total_order`) are added between two searches.
"""

from __future__ import annotations

from threadproof.budget import Budget, OutOfBudget
from threadproof.counters import Counters
from threadproof.engines.ordering.basic import examine
from threadproof.engines.ordering.tables import OrderTables
from threadproof.engines.ordering.theory_propagation import Excluder
from threadproof.engines.ordering.total_order import Choices, check
from threadproof.events.problem import Clause, EventModel, Literal, Problem
from threadproof.evidence.refutation import Lemmas
from threadproof.smt.sat import Sat

CLOCK = 256  # callbacks between two looks at the clock


def solve(problem: Problem, budget: Budget, counters: Counters, lemmas: Lemmas) -> EventModel | None:
    """A model, or None when there is no valid execution."""
    choices = Choices(problem)
    lemmas.choices = choices.used
    tables = OrderTables(problem)
    with Sat([*problem.clauses, *lemmas.clauses]) as sat:
        propagator = OrderPropagator(problem, tables, choices, budget, lemmas)
        native = sat.native
        native.connect_propagator(propagator)
        observed: set[int] = set()
        try:
            while True:
                budget.check(counters)
                for variable in {abs(literal) for literal in tables.effects} - observed:
                    native.observe(variable)
                    observed.add(variable)
                answer = sat.solve(budget.left(), sliced=False)
                if answer is None or propagator.late:
                    raise OutOfBudget(propagator.late or "timeout")
                if not answer:
                    return None
                if propagator.sequence is not None:
                    model = EventModel(sat.model(problem.variables), propagator.sequence)
                    check(problem, model)
                    return model
                for clause in propagator.found:
                    sat.add(clause)
                propagator.found = []
        finally:
            native.disconnect_propagator()
            counters["solver_seconds"] = counters.get("solver_seconds", 0) + sat.seconds
            counters["implied"] = counters.get("implied", 0) + propagator.implied
            counters["reasons"] = counters.get("reasons", 0) + propagator.reasons
            counters["order_clauses"] = counters.get("order_clauses", 0) + propagator.conflicts
            counters["decisions"] = counters.get("decisions", 0) + sat.statistics()["decisions"]


class OrderPropagator:
    """The callbacks. `sequence` is set when a complete assignment has a valid order."""

    def __init__(self, problem: Problem, tables: OrderTables, choices: Choices, budget: Budget, lemmas: Lemmas) -> None:
        self.problem = problem
        self.tables = tables
        self.choices = choices
        self.budget = budget
        self.lemmas = lemmas
        self.theory = Excluder(tables)
        self.sequence: list[int] | None = None
        self.found: list[Clause] = []  # clauses over new variables, for the next search
        self.late = ""  # why the search must end
        self.conflicts = 0
        self.implied = self.reasons = 0
        self.is_lazy = False
        self.decide = int  # the solver's own choice: 0
        self._effects = tables.effects
        self._notes: list[Literal] = []  # assigned, not yet seen by the theory
        self._level = 0
        self._marks: list[int] = []  # the solver's level at each push of the theory
        self._clauses: list[Clause] = []  # to be handed over
        self._calls = 0

    def on_assignment(self, literal: Literal, fixed: bool = False) -> None:
        if literal in self._effects:
            self._notes.append(literal)

    def on_new_level(self) -> None:
        self._level += 1

    def on_backtrack(self, to: int) -> None:
        self._level = to
        self._notes.clear()
        marks = self._marks
        count = 0
        while marks and marks[-1] > to:
            marks.pop()
            count += 1
        if count:
            self.theory.pop(count)

    def propagate(self) -> list[Literal]:
        self._calls += 1
        if self._calls % CLOCK == 0:
            try:
                self.budget.check()
            except OutOfBudget as stop:
                self.late = str(stop)
        return self._consider() if self._notes and not self._clauses else []

    def _consider(self) -> list[Literal]:
        notes, self._notes = self._notes, []
        if self._level:
            self._marks.append(self._level)
            self.theory.push()
        conflict = self.theory.assign(notes)
        if conflict is not None:
            self._learn(conflict)
            return []
        implied = self.theory.excluded()
        self.implied += len(implied)
        if implied and not self._level:
            self.lemmas.clauses += map(self.theory.reason, implied)
        return implied

    def _learn(self, clause: Clause) -> None:
        self.conflicts += 1
        self.lemmas.clauses.append(clause)
        self._clauses.append(clause)

    def has_clause(self) -> bool:
        return bool(self.late or self._clauses)

    def add_clause(self) -> Clause:
        """The empty clause ends the search at once; the answer is not used then."""
        return [] if self.late else self._clauses.pop()

    def provide_reason(self, literal: Literal) -> Clause:
        clause = self.theory.reason(literal)
        self.reasons += 1
        self.lemmas.clauses.append(clause)
        return clause

    def check_model(self, model: list[Literal]) -> bool:
        """The model has the observed variables only."""
        true = [False] * (self.choices.variables + 1)
        for literal in model:
            if 0 < literal <= self.choices.variables:
                true[literal] = True
        known = self.choices.variables
        self.sequence, clauses = examine(self.tables, self.choices, true)
        if self.sequence is not None:
            return True
        if any(abs(literal) > known for clause in clauses for literal in clause):
            self.conflicts += len(clauses)
            self.lemmas.clauses += clauses
            self.found = clauses
            return True
        for clause in clauses:
            self._learn(clause)
        return False
