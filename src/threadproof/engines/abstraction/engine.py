"""`--engine abstraction`: counterexample-guided abstraction refinement (CEGAR) over explicit control. Build an
abstract reachability graph, analyse every abstract error path, refine, repeat.

The graph over-approximates all executions for the current precision. An error path that turns out to be real is a
counterexample; a spurious one makes the precision grow (`learning`), and the graph is rebuilt from the first node of
the path whose state has changed (lazy abstraction), or from the start (`restart`). When nothing is left to explore, and
partial order reduction has left nothing out that it must not (`sched.por`, `reach.proviso`), the graph is closed: no
error is reachable.

Parts that can be exchanged: the abstract domain (`domains`), the scope of the precision, which steps are followed
(`sched.por`), which of their operations are evaluated (`coi`), how the precision grows (`refinement`), the order of the
search (`reach.frontier`). Single schedules are followed for violations from time to time (`random_walk`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from threadproof.analyses.thread_bounds import thread_limit
from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.domains.base import Domain
from threadproof.domains.product import AbstractState, Precision
from threadproof.engines.abstraction import parametric
from threadproof.engines.abstraction.coi import DynamicCone
from threadproof.engines.abstraction.export import export
from threadproof.engines.abstraction.learning import AbstractionLearner
from threadproof.engines.abstraction.options import AbstractionOptions, lowering, make_domain, make_frontier, make_reduction
from threadproof.engines.abstraction.random_walk import Hunter
from threadproof.evidence.result import Result, Safe
from threadproof.evidence.task import Task, chosen
from threadproof.ir.program import Program
from threadproof.passes.recipes import lower
from threadproof.reach.dead_registers import Forgetting
from threadproof.reach.explore import Exploration
from threadproof.reach.graph import ReachGraph, ReachNode
from threadproof.reach.proviso import endless, left_out
from threadproof.refinement.refine import make_refiner
from threadproof.sched.base import scheduler_of
from threadproof.sched.por.abstract import AbstractSourceSets
from threadproof.sched.por.turns import PersistentTurns
from threadproof.sched.system import System, SystemStep
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle


class AbstractionEngine:
    name = "abstraction"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        run = Abstraction(program, task, budget, counters)
        if run.system.kernel is not None or not parametric.creates_in_loops(run.lowered):
            return run.run()
        proof = parametric.Parametric(run.lowered, fast_solver(), run.refiner, counters)

        def few(threads: int, share: Budget) -> Abstraction:
            return Abstraction(program, task, share, counters, threads)

        return parametric.verify(proof, few, run.hunt, run.system.thread_limit, budget)


class Abstraction(Exploration[AbstractState]):
    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters, few: int = 0) -> None:
        """`few`: at most so many threads besides main are created; 0: as many as the limit allows, and then a path is
        cut."""
        self.options = chosen(AbstractionOptions, task)
        self.lowered = lower(program, lowering(self.options), task.property, self.options.unwind, task.invariants())
        limit = few + 1 if few else thread_limit(self.lowered, self.options.threads, counters)
        super().__init__(program, task, budget, counters, System(self.lowered, scheduler_of(self.lowered), limit, bool(few)))
        self.oracle = Oracle(fast_solver(), 10.0)
        self.domain: Domain = make_domain(self.options, self.oracle)
        self.refiner = make_refiner()
        self.cone = DynamicCone(self.system) if self.options.dynamic else None
        self.forgetting = Forgetting(self.system)
        self.reduction = make_reduction(self.options, self.system, self.oracle)
        local = self.options.precision == "location"
        self.learner = AbstractionLearner(
            self.system, self.domain, self.refiner, self.options.methods(), local, self._watch, self._post
        )
        self.waiting = make_frontier(self.options, self.system, task.property)
        self.hunter = Hunter(program, task, self.system, budget, counters, at_once=not few)
        self.precision = Precision()  # all of it, wherever it is tracked
        self.lazy = not self.options.restart
        self.successor_seconds = 0.0
        self.counters.update({"nodes": 0, "actions": 0, "covered": 0, "refinements": 0, "predicates": 0, "tracked": 0})

    def run(self) -> Result:
        try:
            return self.explore()
        finally:
            self._count()

    @property
    def learning(self) -> AbstractionLearner:
        return self.learner

    def initial(self) -> ReachGraph[AbstractState]:
        """All of it with the present precision."""
        precision = self.learner.precisions.at(self.system.initial.at)
        state = self.domain.post(self.domain.top, self.system.initial_ops(), precision)
        assert state is not None
        return ReachGraph(self.system.initial, state, AbstractState.exact)

    def closed(self) -> Result:
        return Safe(export(self.system, self.graph, self._persistent))

    def pause(self) -> Result | None:
        return self.hunt()

    def hunt(self) -> Result | None:
        """From time to time, along single schedules."""
        return self.hunter.hunt() if self.options.hunts and self.hunter.due() else None

    # -- threads -----------------------------------------------------------------------------------------------------------

    def choose(self, node: ReachNode[AbstractState]) -> frozenset[int]:
        if self.reduction is None:
            return self._able(node)
        return self.reduction.choose(node.control, self.domain.known(node.state))

    def postponed(self) -> Iterator[tuple[ReachNode[AbstractState], frozenset[int]]]:
        """What the reduction has put off (see `sched.por`), and then what cycles leave out for ever."""
        if self.reduction is None:
            return
        for node in self.graph.nodes():
            if node.expanded:
                missing = self.reduction.complete(node.control, self.domain.known(node.state), node.followed)
                if missing:
                    yield node, missing
        if not self.waiting:
            nodes, out = self.graph.continued()
            yield from left_out(nodes, out, self._able)
            if self.system.kernel is not None:
                yield from endless(nodes, out, self._able)

    def _persistent(self, node: ReachNode[AbstractState]) -> frozenset[int] | None:
        """The set that more threads may have been added to."""
        return self.reduction.choose(node.control) if isinstance(self.reduction, PersistentTurns) else None

    def _able(self, node: ReachNode[AbstractState]) -> frozenset[int]:
        return frozenset(self.system.enabled(node.control))

    # -- states ------------------------------------------------------------------------------------------------------------

    def covers(self, older: ReachNode[AbstractState], node: ReachNode[AbstractState]) -> bool:
        return self.domain.covers(older.state, node.state)

    def successor(self, node: ReachNode[AbstractState], step: SystemStep) -> AbstractState | None:
        self.counters["actions"] += 1
        started = time.perf_counter()
        precision = self.learner.precisions.at(step.target.at)
        state = self._post(node.state, step, precision)
        self.successor_seconds += time.perf_counter() - started
        return state

    def _post(self, state: AbstractState, step: SystemStep, precision: Precision) -> AbstractState | None:
        after = self.domain.post(state, step.ops if self.cone is None else self.cone.simplify(step), precision)
        return None if after is None else self.forgetting.after(step, after)

    def learnt(self) -> None:
        precision = self.precision = self.learner.precisions.union
        self.counters.update({"predicates": len(precision.predicates), "tracked": len(precision.tracked)})
        if isinstance(self.reduction, AbstractSourceSets):
            self.reduction.watch(precision.variables())

    def _watch(self, precision: Precision) -> None:
        if self.cone is not None:
            self.cone.watch(precision)

    def _count(self) -> None:
        """What is only known in other places."""
        solvers = (self.oracle.solver, self.refiner.solver)
        self.counters.update(
            {
                "solver_calls": sum(solver.calls for solver in solvers),
                "solver_seconds": round(sum(solver.seconds for solver in solvers), 3),
                "successor_seconds": round(self.successor_seconds, 3),
            }
        )
        if self.cone is not None:
            self.counters.update({"statements": self.cone.statements, "simplified": self.cone.gone + self.cone.havocked})
