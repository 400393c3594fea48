"""`--engine abstraction`: build an abstract reachability graph, analyse every abstract error path, refine, repeat.

The graph over-approximates all executions for the current precision. An error path that turns out to be real is a counterexample;
a spurious one yields predicates and variables to track, and the part of the graph from the first step that they concern on is
rebuilt (lazy) or all of it (`restart`). When nothing is left to explore, the graph is closed: no error is reachable.

Precision only grows, so that a path that comes back although nothing was added means that the method was too weak: then the
next one is tried (explicit values, predicates from weakest preconditions, interpolants), and after the last the answer is
UNKNOWN.
"""

from __future__ import annotations

from dataclasses import replace

from threadproof.domains.product import Precision, Product, State
from threadproof.engines.abstraction import parametric
from threadproof.engines.abstraction.coi import DynamicCone
from threadproof.engines.abstraction.export import export
from threadproof.engines.abstraction.refine import Feasible, Refinement, Refiner, Undecided
from threadproof.engines.base import Budget, Result, Safe, Task, Unknown, Unsafe
from threadproof.engines.concretise import Chosen, concretise
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables
from threadproof.passes import runner
from threadproof.passes.options import DEFAULTS
from threadproof.properties import KINDS
from threadproof.reach.graph import Graph, Node
from threadproof.reach.proviso import left_out
from threadproof.sched.base import scheduler_of
from threadproof.sched.por.abstract import AbstractSourceSets
from threadproof.sched.por.static import StaticSourceSets
from threadproof.sched.system import DataOp, Step, System
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle
from threadproof.smt.solver import Solver

METHODS = {
    "explicit": ("values",),
    "predicate": ("wp", "interpolants"),
    "product": ("values", "wp", "interpolants"),
}
MANY = 12  # a variable with more values than this at one control moves to predicates


def _checker() -> Solver:
    """Interpolants are checked by another solver than the one that made them; it is loaded when there is one to check."""
    from threadproof.smt.z3 import Z3Solver

    return Z3Solver()


def lowering(slicing: bool) -> list[runner.Pass]:
    """The passes from an analysed program to what the engine explores."""
    passes = [step for step in runner.LOWER if step is not runner.REACHABLE]
    if slicing:
        passes.insert(passes.index(runner.BLOCKS), runner.SLICE)
    return [*passes, runner.MERGE, runner.LOOPS]


def reduction(name: str, system: System, oracle: Oracle) -> StaticSourceSets | None:
    match name:
        case "static":
            return StaticSourceSets(system, oracle.satisfiable)
        case "abstract":
            return AbstractSourceSets(system, oracle.satisfiable)
    return None


class AbstractionEngine:
    name = "abstraction"

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        run = Abstraction(program, task, budget, counters)
        if not parametric.creates_in_loops(run.lowered):
            return run.run()
        proof = parametric.Parametric(run.lowered, fast_solver(), run.refiner, counters)

        def few(threads: int, share: Budget) -> Abstraction:
            return Abstraction(program, task, share, counters, threads)

        return parametric.verify(proof, few, run.system.thread_limit, budget)


class Abstraction:
    def __init__(self, program: Program, task: Task, budget: Budget, counters: dict[str, float], few: int = 0) -> None:
        """`few`: at most so many threads besides main are created; 0: as many as the limit allows, and then a path is cut."""
        from threadproof.smt.bitwuzla import BitwuzlaInterpolator, BitwuzlaSolver

        self.task, self.budget, self.counters = task, budget, counters
        self.program = program
        cone = str(task.options.get("coi", "none"))
        deep = replace(DEFAULTS, recursion=int(str(task.options.get("unwind", 0))) or DEFAULTS.recursion)
        self.lowered = runner.run(program, lowering(cone in ("static", "both")), deep)
        limit = few + 1 if few else int(str(task.options.get("threads", 16)))
        self.system = System(self.lowered, scheduler_of(program), limit, bool(few))
        solver = BitwuzlaSolver()
        self.solver = solver
        self.oracle = Oracle(solver, 10.0)
        self.domain = Product(self.oracle)
        self.cone = DynamicCone(self.system) if cone in ("dynamic", "both") else None
        por = str(task.options.get("por", "static"))
        self.reduction = reduction("abstract" if self.cone and por == "static" else por, self.system, self.oracle)
        self.refiner = Refiner(BitwuzlaSolver(), [BitwuzlaInterpolator()], _checker)
        self.methods = METHODS[str(task.options.get("domain", "product"))]
        self.precision = Precision()
        self.demoted: set[Variable] = set()
        self.seen: dict[tuple[object, Variable], set[Expr]] = {}
        self.troubles: list[str] = []
        self.counters.update(nodes=0, actions=0, covered=0, refinements=0, predicates=0, tracked=0)

    def run(self) -> Result:
        waiting: list[Node[State]] = []
        self._begin(waiting)
        while waiting or self._incomplete(waiting):
            self.budget.check(self.counters)
            node = waiting.pop()
            if not node.alive or node.coverer is not None or (node.expanded and not node.missing):
                continue
            if not node.expanded and self._covered(node):
                continue
            found = self._expand(node, waiting)
            if found is not None:
                return found
        if self.cone is not None:
            self.counters.update(statements=self.cone.statements, gone=self.cone.gone, havocked=self.cone.havocked)
        if self.troubles:
            return Unknown(self.troubles[0])
        return Safe(export(self.system, self.graph))

    def _incomplete(self, waiting: list[Node[State]]) -> bool:
        """When nothing waits any more: nodes from which more threads must be followed (see `sched.por`)."""
        if self.reduction is None or self.troubles:
            return False
        for node in self.graph.nodes():
            if node.expanded:
                node.missing = self.reduction.complete(node.control, self.domain.known(node.state), node.followed)
                if node.missing:
                    waiting.append(node)
        if not waiting:
            for node, thread in left_out(self.graph, lambda node: frozenset(self.system.enabled(node.control))):
                node.missing |= {thread}
                waiting.append(node)
        return bool(waiting)

    def _begin(self, waiting: list[Node[State]]) -> None:
        """A new graph, all of it with the present precision."""
        self.begun = self.precision
        state = self.domain.post(self.domain.top, self.system.initial_ops(), self.precision)
        assert state is not None
        self.graph: Graph[State] = Graph(self.system.initial, state)
        waiting[:] = [self.graph.root]

    def _covered(self, node: Node[State]) -> bool:
        for other in self.graph.candidates(node):
            if self.domain.covers(other.state, node.state):
                self.graph.cover(node, other)
                self.counters["covered"] += 1
                return True
        return False

    def _expand(self, node: Node[State], waiting: list[Node[State]]) -> Result | None:
        """The steps of a node that have to be followed. An error that is not real changes the graph: then the rest is left for
        later."""
        threads = node.missing if node.expanded else self._chosen(node)
        self.graph.expand(node)
        node.followed |= threads
        node.missing = frozenset()
        for step in [step for thread in sorted(threads) for step in self.system.thread_steps(node.control, thread)]:
            if step.failure is not None and self._ignored(step):
                continue
            self.counters["actions"] += 1
            operations = step.ops if self.cone is None else self.cone.simplify(step)
            state = self.domain.post(node.state, operations, self.precision)
            if state is None:
                continue
            if step.failure is None:
                child = self.graph.add(node, step, self._limited(step, state))
                self.counters["nodes"] += 1
                waiting.append(child)
                continue
            outcome = self._analyse(node, step, waiting)
            if outcome is not None or not node.expanded or not node.alive:
                return outcome
        return None

    def _chosen(self, node: Node[State]) -> frozenset[int]:
        if self.reduction is None:
            return frozenset(self.system.enabled(node.control))
        return self.reduction.choose(node.control, self.domain.known(node.state))

    def _ignored(self, step: Step) -> bool:
        """Once something forbids TRUE, more of the same adds nothing."""
        assert step.failure is not None
        return bool(self.troubles) and KINDS.get(step.failure.kind) != self.task.property

    def _limited(self, step: Step, state: State) -> State:
        """Stop tracking what takes too many values."""
        moved = set()
        for variable, value in state.values.items():
            if variable in self.demoted:
                moved.add(variable)
                continue
            seen = self.seen.setdefault((step.target.at, variable), set())
            seen.add(value)
            if len(self.methods) > 1 and len(seen) > MANY:
                self.demoted.add(variable)
                moved.add(variable)
        if not moved:
            return state
        self.precision = Precision(self.precision.tracked - self.demoted, self.precision.predicates)
        return State({v: value for v, value in state.values.items() if v not in moved}, state.facts)

    # -- refinement ------------------------------------------------------------------------------------------------------

    def _analyse(self, node: Node[State], step: Step, waiting: list[Node[State]]) -> Result | None:
        path = node.path()
        steps = [n.step for n in path if n.step is not None] + [step]
        operations: list[tuple[DataOp, ...]] = [self.system.initial_ops(), *(s.ops for s in steps)]
        self.counters["refinements"] += 1
        for method in self.methods:
            found = self.refiner.analyse(operations, "wp" if method == "values" else method, self.budget.left())
            if isinstance(found, Undecided):
                return Unknown(found.reason)
            if isinstance(found, Feasible):
                return self._real(steps, found)
            pivot = self._learn(found, method)
            if pivot is not None:
                self._rebuild(path, pivot, waiting)
                return None
        if self.begun != self.precision:  # part of the path was computed when less was known
            self._rebuild(path, 0, waiting)
            return None
        return Unknown("refinement made no progress")

    def _rebuild(self, path: list[Node[State]], pivot: int, waiting: list[Node[State]]) -> None:
        """Cut 0 lies before the initial values, cut 1 is the root; what lies behind the pivot is computed anew."""
        if pivot < 2:
            path[-1].alive = False
            self._begin(waiting)
            return
        below = path[pivot - 2]
        waiting.extend(self.graph.remove_below(below))
        waiting.append(below)

    def _learn(self, refinement: Refinement, method: str) -> int | None:
        """The first cut at which something is known now that was not before."""
        before = self.precision
        tracked, predicates = set(before.tracked), set(before.predicates)
        pivot = None
        for cut, atoms in enumerate(refinement.cuts):
            for atom in atoms:
                names = expr_variables(atom)
                if method == "values":
                    new = names - self.demoted - tracked
                    tracked |= new
                else:
                    predicates.add(atom)
                if pivot is None:
                    pivot = cut
        self.precision = Precision(frozenset(tracked), frozenset(predicates))
        if self.cone is not None:
            self.cone.watch(self.precision)
        if isinstance(self.reduction, AbstractSourceSets):
            self.reduction.watch(tracked.union(*(expr_variables(p) for p in predicates)))
        self.counters.update(predicates=len(predicates), tracked=len(tracked))
        return pivot if self.precision != before else None

    def _inputs(self, steps: list[Step], found: Feasible) -> Chosen:
        """What the model gives to the havocs of the path; their registers as the original program calls them."""
        chosen: Chosen = []
        for number, step in enumerate(steps):
            index = dict(found.indices[number + 1])
            sources = [
                origin[-1].ops[0]
                for op, origin in zip(step.edge.ops, step.edge.origin, strict=False)
                if isinstance(op, ops.Havoc) and origin
            ]
            havocs = [op for op in step.ops if isinstance(op, ops.Havoc)]
            for source, op in zip(sources, havocs, strict=False):
                index[op.target] = index.get(op.target, 0) + 1
                if isinstance(source, ops.Havoc) and not isinstance(op.target.type, ArrayType):
                    copy = found.ssa.copy(op.target, index[op.target])
                    chosen.append((step.thread, source.target, op.origin, found.model.value(copy)))
        return chosen

    def _real(self, steps: list[Step], found: Feasible) -> Result | None:
        failure = steps[-1].failure
        assert failure is not None
        if KINDS.get(failure.kind) == self.task.property:
            schedule = concretise(self.program, self.task.property, steps, self._inputs(steps, found))
            if schedule is None:
                return Unknown(f"the interpreter did not follow a counterexample to {failure.pos}")
            return Unsafe(self.task.property, failure.message, schedule, failure.pos)
        reason = failure.message if failure.kind == "cut" else f"undefined behaviour: {failure.kind} at {failure.pos}"
        self.troubles.append(reason)
        return None
