"""`--engine esst`: explicit scheduler, symbolic threads. For cooperative programs.

The scheduler is executed, threads are explored by lazy predicate abstraction. A node of the *forest* says where every thread is,
what the scheduler knows, and what is known of data (`regions`). While a thread is inside its step, only its edges are followed:
a tree. Where all threads rest, the scheduler says who may run next: each schedule is a *connector*, the root of a new tree;
which of them are followed is decided by `reduction`. An older, expanded node with the same control, whose regions contain those
of another one and where nobody sleeps who is awake there, covers it.

A path into a failure is one formula. If it is satisfiable, it becomes a schedule, which is replayed. If not, predicates or
variables to track are learnt (`learning`), and what lies behind the first node of the path that knows something else now is
built again: nodes that were covered by removed ones are looked at again. When nothing waits any more, and nothing was left out
that must not be (`reach.proviso`), the forest is closed: no failure is reachable. It is exported, and checked by other code.
"""

from __future__ import annotations

from threadproof.analyses.thread_bounds import thread_limit
from threadproof.budget import Budget
from threadproof.counterexample.from_path import counterexample
from threadproof.engines.esst.export import export
from threadproof.engines.esst.learning import Learner, Learnt, Stuck
from threadproof.engines.esst.reduction import Schedules
from threadproof.engines.esst.regions import RegionDomain, Regions
from threadproof.errors import InternalError
from threadproof.evidence.result import Result, Safe, Unknown
from threadproof.evidence.task import Task, chosen
from threadproof.ir.program import Program
from threadproof.passes import recipes
from threadproof.passes.recipes import lower
from threadproof.properties import KINDS
from threadproof.reach.graph import ErrorPath, Graph, Node
from threadproof.reach.proviso import endless, left_out
from threadproof.records import dataclass
from threadproof.refinement.refine import METHODS, Undecided, make_refiner
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import System
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle

LITERAL = "no failure was found with the published reduction, which may miss some"
_COUNTERS = (
    "nodes", "connectors", "refinements", "predicates", "tracked", "covered", "cover_checks", "posts",
    "skipped_persistent", "skipped_asleep", "solver_calls", "solver_seconds",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Options:
    por: str = "persistent+sleep"
    por_literal: bool = False
    idle: str = "havoc"
    refine: str = "auto"
    threads: int = 0
    unwind: int = 0


class EsstEngine:
    name = "esst"

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        return Esst(program, task, budget, counters).run()


class Esst:
    def __init__(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> None:
        self.program, self.task, self.budget, self.counters = program, task, budget, counters
        self.options = chosen(Options, task)
        lowered = lower(program, recipes.SLICED, task.property, self.options.unwind)
        self.system = System(lowered, scheduler_of(lowered), thread_limit(lowered, self.options.threads, counters))
        if self.system.kernel is None:
            raise InternalError("esst works on cooperative programs")
        self.oracle = Oracle(fast_solver(), 10.0)
        self.domain = RegionDomain(self.system, self.oracle, self.options.idle == "leak")
        self.refiner = make_refiner(folding=True)
        refine = self.options.refine
        self.learner = Learner(self.system, self.domain, self.refiner, METHODS[refine], refine == "auto", budget.check)
        self.schedules = Schedules(self.system, self.options.por, self.options.por_literal)
        self.troubles: list[str] = []
        counters.update(dict.fromkeys(_COUNTERS, 0))

    def run(self) -> Result:
        try:
            return self._search()
        finally:
            solvers = (self.oracle.solver, self.refiner.solver)
            self.counters.update(
                posts=self.domain.posts,
                skipped_persistent=self.schedules.skipped_persistent,
                skipped_asleep=self.schedules.skipped_asleep,
                solver_calls=sum(solver.calls for solver in solvers),
                solver_seconds=round(sum(solver.seconds for solver in solvers), 3),
            )

    def _search(self) -> Result:
        self._begin()
        while self.waiting or self._incomplete():
            self.budget.check(self.counters)
            node = self.waiting.pop()
            if not node.alive or node.coverer is not None or (node.expanded and not node.missing):
                continue
            if not node.expanded and self._covered(node):
                continue
            found = self._expand(node)
            if found is not None:
                return found
        if self.troubles:
            return Unknown(self.troubles[0])
        return Unknown(LITERAL) if self.schedules.literal else Safe(export(self.system, self.graph, self.schedules))

    def _begin(self) -> None:
        state = self.domain.initial(self.learner.precisions)
        self.graph: Graph[Regions] = Graph(self.system.initial, state, Regions.exact)
        self.waiting: list[Node[Regions]] = [self.graph.root]

    # -- expanding -------------------------------------------------------------------------------------------------------

    def _covered(self, node: Node[Regions]) -> bool:
        for other in self.graph.candidates(node):
            self.counters["cover_checks"] += 1
            sleeps = self.schedules.literal or other.state.asleep <= node.state.asleep
            if sleeps and self.domain.covers(other.state, node.state):
                self.graph.cover(node, other)
                self.counters["covered"] += 1
                if self.schedules.literal and self.schedules.persistent:
                    self._close_cycle(node, other)
                return True
        return False

    def _expand(self, node: Node[Regions]) -> Result | None:
        """A failure that is not real changes the forest: then the rest is left for later."""
        control, asleep = node.control, node.state.asleep
        again = node.expanded
        threads = node.missing if again else self.schedules.choose(control, asleep)
        self.graph.expand(node)
        before = node.followed
        node.followed |= threads
        node.missing = frozenset()
        children: list[Node[Regions]] = []
        for thread in sorted(threads):
            sleeping = frozenset[int]() if again else self.schedules.after(control, thread, asleep, before)
            before |= {thread}
            self.counters["connectors"] += not control.depth
            for step in self.system.thread_steps(control, thread):
                if step.failure is not None and self.troubles and KINDS.get(step.failure.kind) != self.task.property:
                    continue
                state = self.domain.post(node.state, step, self.learner.precisions)
                if state is None:
                    continue
                if step.failure is None:
                    state = self.learner.limited(step, state)
                    children.append(self.graph.add(node, step, state.sleeping(sleeping)))
                    self.counters["nodes"] += 1
                    continue
                outcome = self._analyse(ErrorPath.to(node, step))
                if outcome is not None or not node.expanded or not node.alive:
                    return outcome
        self.waiting += reversed(children)
        return None

    # -- what must not be left out ---------------------------------------------------------------------------------------

    def _able(self, node: Node[Regions]) -> frozenset[int]:
        return self.schedules.able(node.control, node.state.asleep)

    def _incomplete(self) -> bool:
        """When nothing waits any more: nodes from which more threads must be followed."""
        if self.troubles or self.schedules.literal or not self.schedules.persistent:
            return False
        nodes, out = self.graph.continued()
        for node, threads in [*left_out(nodes, out, self._able), *endless(nodes, out, self._able)]:
            node.missing |= threads
            self.waiting.append(node)
        return bool(self.waiting)

    def _close_cycle(self, node: Node[Regions], other: Node[Regions]) -> None:
        """As published: a node where all rest, covered by one above it, makes its predecessor follow all schedules."""
        if node.control.depth or other not in node.path():
            return
        above = [n for n in node.path()[:-1] if not n.control.depth]
        if above:
            missing = frozenset(self.system.enabled(above[-1].control)) - above[-1].followed
            if missing:
                above[-1].missing |= missing
                self.waiting.append(above[-1])

    # -- refinement ------------------------------------------------------------------------------------------------------

    def _analyse(self, path: ErrorPath[Regions]) -> Result | None:
        self.counters["refinements"] += 1
        found = self.learner.analyse(path, self.budget.left())
        match found:
            case Undecided(reason):
                return Unknown(reason)
            case Stuck():
                return Unknown("refinement made no progress")
            case Learnt(pivot):
                self.counters["predicates"] = len(self.learner.precisions.predicates())
                self.counters["tracked"] = len(self.learner.precisions.tracked)
                self._rebuild(path, pivot)
                return None
        failure = path.steps[-1].failure
        assert failure is not None
        if KINDS.get(failure.kind) == self.task.property:
            return counterexample(self.program, self.task, path.steps, found)
        undefined = f"undefined behaviour: {failure.kind} at {failure.pos}"
        self.troubles.append(failure.message if failure.kind == "cut" else undefined)
        return None

    def _rebuild(self, path: ErrorPath[Regions], pivot: int) -> None:
        """The node of that number knows something else now: what lies behind the one before it is computed anew."""
        if pivot == 0:
            path.nodes[-1].alive = False
            self._begin()
            return
        below = path.nodes[pivot - 1]
        self.waiting += self.graph.remove_below(below)
        self.waiting.append(below)
