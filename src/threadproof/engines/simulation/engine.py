"""`--engine simulation`: symbolic simulation of all schedules, and pruning of states that a visited one covers
(subsumption).

Inputs are symbolic (`execute`), of equivalent schedules one is followed (`avpe`), and a state is not expanded if
everything that can happen from it can also happen from a visited state (`matching`). Models that never end are thus
proved as soon as every cycle is recognised. TRUE is answered when nothing is left to follow.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.analyses.thread_bounds import thread_limit
from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.simulation.avpe import FailureFound
from threadproof.engines.simulation.counterexample import counterexample
from threadproof.engines.simulation.execute import TransitionExecutor
from threadproof.engines.simulation.export import export
from threadproof.engines.simulation.options import SimulationOptions, make_search, make_store, make_terms
from threadproof.evidence.graph import Proof
from threadproof.evidence.result import Result, Safe, Unknown, Unsafe
from threadproof.evidence.task import Task, chosen
from threadproof.ir.program import Program
from threadproof.passes import recipes
from threadproof.passes.recipes import lower
from threadproof.properties import GRAPH, checks, named
from threadproof.reach.failures import forbids
from threadproof.sched.base import scheduler_of

UNPROVED = "none; dynamic reduction of a state space with cycles is tested, but not proved to be complete"


class SimulationEngine:
    name = "simulation"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        return Simulation(program, task, budget, counters).run()


class Simulation:
    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters) -> None:
        self.program, self.task, self.budget, self.counters = program, task, budget, counters
        self.options = chosen(SimulationOptions, task)
        self.lowered = lower(program, recipes.STEPWISE, task.property, self.options.unwind, task.invariants())
        scheduler = scheduler_of(self.lowered, task.property)
        limit = thread_limit(self.lowered, self.options.threads, counters)
        self.executor = TransitionExecutor(
            self.lowered, task.property, scheduler, limit, make_terms(self.options), self.options.determine, budget
        )
        self.parts = make_store(self.options, self.executor)
        self.search = make_search(self.options, self.executor, self.parts, budget, counters)
        self.troubles: list[str] = []

    def run(self) -> Result:
        try:
            for found in self.search.failures():
                result = self._judge(found)
                if result is not None:
                    return result
            if self.executor.feasibility.oracle.unknown:
                self.counters["undecided"] = self.executor.feasibility.oracle.unknown
            if self.troubles:
                return Unknown(self.troubles[0])
            proof, missing = self._proof()
            plainer = self._plainer() if proof is not None else None
            return Safe(proof, caveat=UNPROVED if self._is_unproved() else missing, plainer=plainer)
        finally:
            self._count()

    def _plainer(self) -> Callable[[Budget], Result] | None:
        """Another search, with static reduction where updates do not commute: a rule that the check confirms. None where this
        search was one."""
        if self.options.por == "none" or not self.options.commuting:
            return None
        task = Task(self.task.property, {**self.task.options, "por": SimulationOptions().por, "commuting": False})
        return lambda budget: Simulation(self.program, task, budget, {}).run()

    def _is_unproved(self) -> bool:
        return bool(getattr(self.search, "cyclic", False))

    def _proof(self) -> tuple[Proof | None, str]:
        """Of properties that are about the checks of the program, so that a closed set of states proves them."""
        first = self.search.first
        if GRAPH not in named(self.task.property).evidence or first is None:
            return None, ""
        return export(self.executor, first, self.executor.threads, self.budget)

    def _judge(self, found: FailureFound) -> Result | None:
        """A violation is the answer; whatever else ends a path forbids TRUE."""
        failure = found.failure
        if failure is not None and not checks(self.task.property, failure.kind):
            self.troubles.append(forbids(failure.kind, failure.message, failure.pos))
            return None
        result = counterexample(self.program, self.task, self.executor, found.path, failure, found.blocked, self.budget.left())
        if isinstance(result, Unsafe):
            return result
        assert isinstance(result, Unknown)
        self.troubles.append(result.reason)
        return None

    def _count(self) -> None:
        solver = self.executor.feasibility.solver
        self.counters.update(
            {
                "comparisons": self.parts.store.comparisons,
                "hash_matches": self.parts.store.hash_matches,
                "solver_calls": solver.calls + self.parts.calls(),
                "solver_seconds": round(solver.seconds + self.parts.seconds(), 3),
                "match_seconds": round(self.parts.seconds(), 3),
            }
        )
