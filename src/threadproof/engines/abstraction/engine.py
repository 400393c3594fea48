"""`--engine abstraction`: build an abstract reachability graph, analyse every abstract error path, refine, repeat.

The graph over-approximates all executions for the current precision. An error path that turns out to be real is a counterexample;
a spurious one makes the precision grow (`learning`), and the graph is rebuilt from the first node of the path whose state is
another one now (lazy), or from the start (`restart`). When nothing is left to explore, and partial order reduction has left
nothing out that it must not (`sched.por`, `reach.proviso`), the graph is closed: no error is reachable.

Parts that can be exchanged: what is known about data (`domains`), where the precision is kept, which steps are followed
(`sched.por`), which of their operations are evaluated (`coi`), how the precision grows (`refine`), the order of the search
(`reach.frontier`). Single schedules are followed for violations from time to time (`hunt`).
"""

from __future__ import annotations

import time

from threadproof.analyses.thread_bounds import thread_limit
from threadproof.budget import Budget
from threadproof.counterexample.from_path import counterexample
from threadproof.domains.product import Precision, Product, State
from threadproof.engines.abstraction import parametric
from threadproof.engines.abstraction.coi import DynamicCone
from threadproof.engines.abstraction.export import export
from threadproof.engines.abstraction.hunt import Hunter
from threadproof.engines.abstraction.learning import Learner, Learnt, Stuck
from threadproof.engines.abstraction.options import Options, lowering, make_domain, make_frontier, make_reduction
from threadproof.evidence.result import Result, Safe, Unknown
from threadproof.evidence.task import Task, chosen
from threadproof.ir.program import Program
from threadproof.passes.recipes import lower
from threadproof.properties import KINDS
from threadproof.reach.forgetting import Forgetting
from threadproof.reach.graph import ErrorPath, Graph, Node
from threadproof.reach.proviso import endless, left_out
from threadproof.refinement.refine import Undecided, make_refiner
from threadproof.sched.base import scheduler_of
from threadproof.sched.por.abstract import AbstractSourceSets
from threadproof.sched.por.turns import PersistentTurns
from threadproof.sched.system import Step, System
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle


class AbstractionEngine:
    name = "abstraction"

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        run = Abstraction(program, task, budget, counters)
        if run.system.kernel is not None or not parametric.creates_in_loops(run.lowered):
            return run.run()
        proof = parametric.Parametric(run.lowered, fast_solver(), run.refiner, counters)

        def few(threads: int, share: Budget) -> Abstraction:
            return Abstraction(program, task, share, counters, threads)

        return parametric.verify(proof, few, run.hunt, run.system.thread_limit, budget)


class Abstraction:
    def __init__(self, program: Program, task: Task, budget: Budget, counters: dict[str, float], few: int = 0) -> None:
        """`few`: at most so many threads besides main are created; 0: as many as the limit allows, and then a path is cut."""
        self.program, self.task, self.budget, self.counters = program, task, budget, counters
        self.options = chosen(Options, task)
        self.lowered = lower(program, lowering(self.options), task.property, self.options.unwind)
        limit = few + 1 if few else thread_limit(self.lowered, self.options.threads, counters)
        self.system = System(self.lowered, scheduler_of(self.lowered), limit, bool(few))
        self.oracle = Oracle(fast_solver(), 10.0)
        self.domain: Product = make_domain(self.options, self.oracle)
        self.refiner = make_refiner()
        self.cone = DynamicCone(self.system) if self.options.dynamic else None
        self.forgetting = Forgetting(self.system)
        self.reduction = make_reduction(self.options, self.system, self.oracle)
        local = self.options.precision == "location"
        self.learner = Learner(self.system, self.domain, self.refiner, self.options.methods(), local, self._watch, self._post)
        self.waiting = make_frontier(self.options, self.system, task.property)
        self.hunter = Hunter(program, task, self.system, budget, counters, at_once=not few)
        self.precision = Precision()  # all of it, wherever it is kept
        self.troubles: list[str] = []
        self.successor_seconds = 0.0
        self.counters.update(nodes=0, actions=0, covered=0, refinements=0, predicates=0, tracked=0)

    def run(self) -> Result:
        try:
            return self._search()
        finally:
            self._count()

    def _search(self) -> Result:
        self._begin()
        while self.waiting or self._incomplete():
            self.budget.check(self.counters)
            violation = self.hunt()
            if violation is not None:
                return violation
            node = self.waiting.pop()
            if not node.alive or node.coverer is not None or (node.expanded and not node.missing):
                continue
            if not node.expanded and self._covered(node):
                continue
            found = self._expand(node)
            if found is not None:
                return found
        return Unknown(self.troubles[0]) if self.troubles else Safe(export(self.system, self.graph, self._persistent))

    def hunt(self) -> Result | None:
        """From time to time, along single schedules."""
        return self.hunter.hunt() if self.options.hunts and self.hunter.due() else None

    def _begin(self) -> None:
        """A new graph, all of it with the present precision."""
        precision = self.learner.precisions.at(self.system.initial.at)
        state = self.domain.post(self.domain.top, self.system.initial_ops(), precision)
        assert state is not None
        self.graph: Graph[State] = Graph(self.system.initial, state, State.exact)
        self.waiting.clear()
        self.waiting.push(self.graph.root)

    def _incomplete(self) -> bool:
        """When nothing waits any more: nodes from which more threads must be followed (see `sched.por`)."""
        if self.reduction is None or self.troubles:
            return False
        for node in self.graph.nodes():
            if node.expanded:
                node.missing = self.reduction.complete(node.control, self.domain.known(node.state), node.followed)
                if node.missing:
                    self.waiting.push(node)
        if not self.waiting:
            nodes, out = self.graph.continued()
            more = left_out(nodes, out, self._able)
            if self.system.kernel is not None:
                more += endless(nodes, out, self._able)
            for node, threads in more:
                node.missing |= threads
                self.waiting.push(node)
        return bool(self.waiting)

    def _persistent(self, node: Node[State]) -> frozenset[int] | None:
        """The set that more threads may have been added to."""
        return self.reduction.choose(node.control) if isinstance(self.reduction, PersistentTurns) else None

    def _able(self, node: Node[State]) -> frozenset[int]:
        return frozenset(self.system.enabled(node.control))

    # -- expanding -------------------------------------------------------------------------------------------------------

    def _covered(self, node: Node[State]) -> bool:
        for other in self.graph.candidates(node):
            if self.domain.covers(other.state, node.state):
                self.graph.cover(node, other)
                self.counters["covered"] += 1
                return True
        return False

    def _expand(self, node: Node[State]) -> Result | None:
        """The steps of a node that have to be followed. An error that is not real changes the graph: then the rest is left for
        later."""
        threads = node.missing if node.expanded else self._chosen(node)
        self.graph.expand(node)
        node.followed |= threads
        node.missing = frozenset()
        for step in [step for thread in sorted(threads) for step in self.system.thread_steps(node.control, thread)]:
            if step.failure is not None and self._ignored(step):
                continue
            state = self._successor(node, step)
            if state is None:
                continue
            if step.failure is None:
                child = self.graph.add(node, step, self.learner.limited(step, state))
                self.counters["nodes"] += 1
                self.waiting.push(child)
                continue
            outcome = self._analyse(ErrorPath.to(node, step))
            if outcome is not None or not node.expanded or not node.alive:
                return outcome
        return None

    def _chosen(self, node: Node[State]) -> frozenset[int]:
        if self.reduction is None:
            return frozenset(self.system.enabled(node.control))
        return self.reduction.choose(node.control, self.domain.known(node.state))

    def _successor(self, node: Node[State], step: Step) -> State | None:
        self.counters["actions"] += 1
        started = time.perf_counter()
        precision = self.learner.precisions.at(step.target.at)
        state = self._post(node.state, step, precision)
        self.successor_seconds += time.perf_counter() - started
        return state

    def _post(self, state: State, step: Step, precision: Precision) -> State | None:
        after = self.domain.post(state, step.ops if self.cone is None else self.cone.simplify(step), precision)
        return None if after is None else self.forgetting.after(step, after)

    def _ignored(self, step: Step) -> bool:
        """Once something forbids TRUE, more of the same adds nothing."""
        assert step.failure is not None
        return bool(self.troubles) and KINDS.get(step.failure.kind) != self.task.property

    # -- refinement ------------------------------------------------------------------------------------------------------

    def _analyse(self, path: ErrorPath[State]) -> Result | None:
        self.counters["refinements"] += 1
        found = self.learner.analyse(path, self.budget.left())
        match found:
            case Undecided(reason):
                return Unknown(reason)
            case Stuck():
                return Unknown("refinement made no progress")
            case Learnt(pivot):
                self._learnt()
                self._rebuild(path, pivot)
                return None
        failure = path.steps[-1].failure
        assert failure is not None
        if KINDS.get(failure.kind) == self.task.property:
            return counterexample(self.program, self.task, path.steps, found)
        undefined = f"undefined behaviour: {failure.kind} at {failure.pos}"
        self.troubles.append(failure.message if failure.kind == "cut" else undefined)
        return None

    def _learnt(self) -> None:
        precision = self.precision = self.learner.precisions.union
        self.counters.update(predicates=len(precision.predicates), tracked=len(precision.tracked))
        if isinstance(self.reduction, AbstractSourceSets):
            self.reduction.watch(precision.variables())

    def _watch(self, precision: Precision) -> None:
        if self.cone is not None:
            self.cone.watch(precision)

    def _rebuild(self, path: ErrorPath[State], pivot: int) -> None:
        """The node of that number is another one now: what lies behind the one before it is computed anew."""
        if pivot == 0 or self.options.restart:
            path.nodes[-1].alive = False
            self._begin()
            return
        below = path.nodes[pivot - 1]
        for node in self.graph.remove_below(below):
            self.waiting.push(node)
        self.waiting.push(below)

    def _count(self) -> None:
        """What is only known in other places."""
        solvers = (self.oracle.solver, self.refiner.solver)
        self.counters.update(
            solver_calls=sum(solver.calls for solver in solvers),
            solver_seconds=round(sum(solver.seconds for solver in solvers), 3),
            successor_seconds=round(self.successor_seconds, 3),
        )
        if self.cone is not None:
            self.counters.update(statements=self.cone.statements, simplified=self.cone.gone + self.cone.havocked)
