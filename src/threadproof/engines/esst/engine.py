"""`--engine esst`: explicit scheduler, symbolic threads (ESST), for cooperative programs.

The scheduler is executed, threads are explored by lazy predicate abstraction. A node of the *forest* says where every
thread is, what the scheduler knows, and what is known of data (`regions`). While a thread is inside its step, only its
edges are followed: a tree. Where all threads rest, the scheduler says which threads may run next: each schedule is a
*connector*, the root of a new tree; which of them are followed is decided by `reduction`. An older, expanded node with
the same control, whose regions contain those of another one and where no thread sleeps that is awake there, covers it.

A path into a failure is one formula. If it is satisfiable, it becomes a schedule, which is replayed. If not, predicates
or variables to track are learnt (`learning`), and the subtree of the first node of the path whose state has changed is
built again: nodes that were covered by removed ones are looked at again. When nothing waits any more, and nothing was
left out that must not be (`reach.proviso`), the forest is closed: no failure is reachable. It is exported, and checked
by other code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.analyses.thread_bounds import thread_limit
from threadproof.budget import Budget
from threadproof.counters import Counters, Name
from threadproof.engines.esst.export import export
from threadproof.engines.esst.learning import EsstLearner
from threadproof.engines.esst.reduction import Schedules
from threadproof.engines.esst.regions import RegionDomain, Regions
from threadproof.errors import InternalError
from threadproof.evidence.result import Result, Safe, Unknown
from threadproof.evidence.task import Task, chosen
from threadproof.ir.program import Program
from threadproof.passes import recipes
from threadproof.passes.recipes import lower
from threadproof.reach.explore import Exploration
from threadproof.reach.frontier import DepthFirst
from threadproof.reach.graph import ReachGraph, ReachNode
from threadproof.reach.proviso import endless, left_out
from threadproof.records import dataclass
from threadproof.refinement.refine import METHODS, make_refiner
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import System, SystemStep
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle

LITERAL = "no failure was found with the published reduction, which may miss some"
_COUNTERS: tuple[Name, ...] = (
    "nodes", "connectors", "refinements", "predicates", "tracked", "covered", "cover_checks", "posts",
    "skipped_persistent", "skipped_asleep", "solver_calls", "solver_seconds",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EsstOptions:
    por: str = "persistent+sleep"
    por_literal: bool = False
    idle: str = "havoc"
    refine: str = "auto"
    threads: int = 0
    unwind: int = 0


class EsstEngine:
    name = "esst"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        return Esst(program, task, budget, counters).run()


class Esst(Exploration[Regions]):
    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters) -> None:
        self.options = chosen(EsstOptions, task)
        lowered = lower(program, recipes.SLICED, task.property, self.options.unwind)
        limit = thread_limit(lowered, self.options.threads, counters)
        super().__init__(program, task, budget, counters, System(lowered, scheduler_of(lowered), limit))
        if self.system.kernel is None:
            raise InternalError("esst works on cooperative programs")
        self.oracle = Oracle(fast_solver(), 10.0)
        self.domain = RegionDomain(self.system, self.oracle, self.options.idle == "leak")
        self.refiner = make_refiner(folding=True)
        refine = self.options.refine
        self.learner = EsstLearner(self.system, self.domain, self.refiner, METHODS[refine], refine == "auto", budget.check)
        self.schedules = Schedules(self.system, self.options.por, self.options.por_literal)
        self.waiting = DepthFirst()
        counters.update(dict.fromkeys(_COUNTERS, 0))

    def run(self) -> Result:
        try:
            return self.explore()
        finally:
            solvers = (self.oracle.solver, self.refiner.solver)
            self.counters.update(
                {
                    "posts": self.domain.posts,
                    "skipped_persistent": self.schedules.skipped_persistent,
                    "skipped_asleep": self.schedules.skipped_asleep,
                    "solver_calls": sum(solver.calls for solver in solvers),
                    "solver_seconds": round(sum(solver.seconds for solver in solvers), 3),
                }
            )

    @property
    def learning(self) -> EsstLearner:
        return self.learner

    def initial(self) -> ReachGraph[Regions]:
        return ReachGraph(self.system.initial, self.domain.initial(self.learner.precisions), Regions.exact)

    def closed(self) -> Result:
        return Unknown(LITERAL) if self.schedules.literal else Safe(export(self.system, self.graph, self.schedules))

    # -- threads -----------------------------------------------------------------------------------------------------------

    def choose(self, node: ReachNode[Regions]) -> frozenset[int]:
        return self.schedules.choose(node.control, node.state.asleep)

    def entering(
        self, node: ReachNode[Regions], thread: int, before: frozenset[int], again: bool
    ) -> Callable[[Regions], Regions]:
        """Threads that were followed before sleep after the others; none does where more are followed later on."""
        sleeping = frozenset[int]() if again else self.schedules.after(node.control, thread, node.state.asleep, before)
        self.counters["connectors"] += not node.control.depth
        return lambda regions: regions.sleeping(sleeping)

    def wait(self, nodes: list[ReachNode[Regions]]) -> None:
        super().wait(nodes[::-1])

    def postponed(self) -> Iterator[tuple[ReachNode[Regions], frozenset[int]]]:
        """What cycles leave out for ever."""
        if not self.schedules.literal and self.schedules.persistent:
            nodes, out = self.graph.continued()
            yield from left_out(nodes, out, self._able)
            yield from endless(nodes, out, self._able)

    def _able(self, node: ReachNode[Regions]) -> frozenset[int]:
        return self.schedules.able(node.control, node.state.asleep)

    # -- states ------------------------------------------------------------------------------------------------------------

    def covers(self, older: ReachNode[Regions], node: ReachNode[Regions]) -> bool:
        self.counters["cover_checks"] += 1
        sleeps = self.schedules.literal or older.state.asleep <= node.state.asleep
        return sleeps and self.domain.covers(older.state, node.state)

    def covered(self, node: ReachNode[Regions], older: ReachNode[Regions]) -> None:
        """As published: a node where all rest, covered by one above it, makes its predecessor follow all schedules."""
        if not (self.schedules.literal and self.schedules.persistent) or node.control.depth or older not in node.path():
            return
        above = [n for n in node.path()[:-1] if not n.control.depth]
        if above:
            missing = frozenset(self.system.enabled(above[-1].control)) - above[-1].followed
            if missing:
                above[-1].missing |= missing
                self.waiting.push(above[-1])

    def successor(self, node: ReachNode[Regions], step: SystemStep) -> Regions | None:
        return self.domain.post(node.state, step, self.learner.precisions)

    def learnt(self) -> None:
        self.counters["predicates"] = len(self.learner.precisions.predicates())
        self.counters["tracked"] = len(self.learner.precisions.tracked)
