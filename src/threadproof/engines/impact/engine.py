"""`--engine impact`: lazy abstraction with interpolants: unwind the program into a tree, label its nodes with
interpolants of infeasible error paths, and stop where an older node covers.

A node that cannot be covered is expanded; a step into a failure is refuted (`refute`) or is a counterexample. Refuting it makes
the labels above it stronger, which ends some covers: what was covered there is looked at again, with everything below. The
answer is TRUE when nothing waits any more and nothing was cut: then every node is covered or expanded, labels are inductive
along the edges, no failing step is possible from a label, and so the labels of a control together are an invariant of it.

- Only an older node covers, so covering does not go round in circles.
- *Force cover*: an older node may cover another one although the label does not say so yet, if the path from their common
  ancestor does. Then the labels of that path are made to say so.
- Partial order reduction (`sched.por.monotonic`) leaves out threads, depending on the last step of the path. A node
  that covers another must therefore follow all threads that the covered one would have followed, or did follow (*cover
  expansion*): then every monotonic path of the program has a path of the tree that corresponds to it, going on from the
  coverer wherever it is covered. A choice that depends on the control alone (`shared`) needs no such care, and gets it
  for free. So do persistent sets of cooperative threads (`sched.por.turns`); they need the condition on cycles instead
  (`reach.proviso`).

- *Conditional dependence*: a step is left out, too, if it meets the last one only in elements of arrays whose indices cannot be
  equal on the path. The label of the node before the last step is then made to say so: it speaks for other paths, too.

A step that the label of its node excludes makes no node: labels only get stronger. Nor does one whose conditions are
false in terms of the path (most of a concurrent path is constant): it is refuted at once, so that nothing is unwound
after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from threadproof.analyses.thread_bounds import thread_limit
from threadproof.budget import Budget
from threadproof.counters import Counters, Name
from threadproof.engines.impact.execute import ExecutedStep, Executions, execute
from threadproof.engines.impact.export import export
from threadproof.engines.impact.refute import METHODS, PathRefuter, carried, conjuncts
from threadproof.engines.impact.single_assignment import Stable, facts
from threadproof.engines.impact.tree import ImpactNode, ImpactTree, common
from threadproof.evidence.result import Result, Safe, Unknown
from threadproof.evidence.task import Task, chosen
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Program
from threadproof.passes import recipes
from threadproof.passes.recipes import lower
from threadproof.reach.frontier import DepthFirst
from threadproof.reach.lazy_abstraction import LazyAbstraction
from threadproof.reach.proviso import endless, left_out
from threadproof.records import dataclass
from threadproof.refinement.refine import Feasible, UndecidedPath, make_refiner
from threadproof.sched.base import scheduler_of
from threadproof.sched.por.monotonic import LocalSteps, Monotonic
from threadproof.sched.por.turns import PersistentTurns
from threadproof.sched.system import HALTED, Control, System, SystemStep
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import ConditionGroup, Oracle
from threadproof.smt.ssa import conjunction


@dataclass(frozen=True, slots=True)
class ImpactOptions:
    por: str = "monotonic"
    refine: str = "auto"
    force_cover: str = "on"
    threads: int = 0
    unwind: int = 0


class ImpactReduction(Protocol):
    def choose(self, control: Control, last: SystemStep | None) -> frozenset[int]: ...

    def alias(self, control: Control, last: SystemStep | None, thread: int) -> Expr | None: ...


class ImpactEngine:
    name = "impact"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        return Impact(program, task, budget, counters).run()


class Impact(LazyAbstraction[ImpactNode]):
    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters) -> None:
        self.options = chosen(ImpactOptions, task)
        lowered = lower(program, recipes.MERGED, task.property, self.options.unwind, task.invariants())
        limit = thread_limit(lowered, self.options.threads, counters)
        super().__init__(program, task, budget, counters, System(lowered, scheduler_of(lowered), limit))
        self.oracle = Oracle(fast_solver(), 10.0)
        self.executions = Executions(self.system.initial_ops())
        self.refuter = PathRefuter(fast_solver(), make_refiner(), self.oracle, METHODS[self.options.refine])
        self.reduction: ImpactReduction | None = None
        self.turns: PersistentTurns | None = None
        if self.options.por != "none" and self.system.kernel is not None:
            self.reduction = self.turns = PersistentTurns(self.system)
        elif self.options.por != "none":
            self.reduction = Monotonic(self.system) if self.options.por == "monotonic" else LocalSteps(self.system)
        self.labels = Labels(self.oracle)
        self.stable = Stable(self.system)
        self.tree = ImpactTree(self.system.initial)
        self.waiting = DepthFirst()
        self.waiting.push(self.tree.root)
        self._failed: set[tuple[ImpactNode, ImpactNode, frozenset[Expr]]] = set()  # force covers that did not work
        counters.update(dict.fromkeys(_COUNTERS, 0))

    def run(self) -> Result:
        try:
            return self.search()
        finally:
            solvers = (self.oracle.solver, self.refuter.solver, self.refuter.refiner.solver)
            self.counters.update(
                {
                    "nodes": self.tree.count,
                    "implications": self.labels.asked,
                    "solver_calls": sum(solver.calls for solver in solvers),
                    "solver_seconds": round(sum(solver.seconds for solver in solvers), 3),
                }
            )

    def visit(self, node: ImpactNode) -> Result | None:
        if node.hidden:
            return None
        self._choose(node)
        if node.hidden or self._close(node) or self._force(node):
            return None
        for thread in sorted(self._needed(node) - node.followed):
            found = None if node.hidden else self._follow(node, thread)
            if found is not None:
                return found
        return None

    def postponed(self) -> Iterator[tuple[ImpactNode, frozenset[int]]]:
        """Of cooperative programs: what cycles leave out for ever."""
        if self.turns is not None:
            nodes, out = self.tree.continued()
            yield from left_out(nodes, out, self._able)
            yield from endless(nodes, out, self._able)

    def require(self, node: ImpactNode, threads: frozenset[int]) -> None:
        node.required |= threads

    def closed(self) -> Result:
        persistent = None if self.turns is None else self.turns.choose
        return Safe(export(self.system, self.tree, isinstance(self.reduction, Monotonic), persistent))

    def _able(self, node: ImpactNode) -> frozenset[int]:
        return frozenset(self.system.enabled(node.control))

    # -- expanding ---------------------------------------------------------------------------------------------------------

    def _choose(self, node: ImpactNode) -> None:
        """Which threads follow the last step. One that depends on it only if indices are equal is left out where they cannot be;
        then the label of the node before says so."""
        if node.chosen is not None or self.reduction is None:
            return
        chosen = self.reduction.choose(node.control, node.step)
        apart = set()
        for thread in chosen:
            alias = self.reduction.alias(node.control, node.step, thread)
            if alias is not None and node.parent is not None and self._never(node.parent, alias):
                apart.add(thread)
                self.counters["apart"] += 1
        node.chosen = chosen - apart

    def _never(self, node: ImpactNode, condition: Expr) -> bool:
        """Whether a condition never holds at a node; then its label says so."""
        if self.labels.implies(node.label, E.lnot(condition)):
            return True
        nodes = node.path()
        executed = [self.executions.of(n) for n in nodes]
        last = execute([ops.Assume(condition)], executed[-1].values)
        if last.conditions[0] is E.TRUE:
            return False
        found = self.refuter.refute([*executed, last], self.budget.left())
        if found is None:
            return False
        self._strengthen(nodes, found)
        return self.labels.implies(node.label, E.lnot(condition))

    def _needed(self, node: ImpactNode) -> frozenset[int]:
        """The threads that must be followed from a node."""
        if self.reduction is None:
            return self._able(node)
        chosen = self.reduction.choose(node.control, node.step) if node.chosen is None else node.chosen
        return chosen | node.required

    def _certain(self, node: ImpactNode) -> frozenset[int]:
        """The threads that will be followed from a node, whatever is decided about it later."""
        if self.reduction is None or node.chosen is not None:
            return self._needed(node)
        chosen = self.reduction.choose(node.control, node.step)
        return frozenset(t for t in chosen if self.reduction.alias(node.control, node.step, t) is None) | node.required

    def _follow(self, node: ImpactNode, thread: int) -> Result | None:
        """All steps of one thread, once."""
        node.followed.add(thread)
        count = self.tree.count
        for step in self.system.thread_steps(node.control, thread):
            if step.failure is None and step.target is HALTED:
                continue
            if self.failures.ignored(step):
                continue
            if not self.labels.allows(node.label, step):
                continue
            executed = execute(step.ops, self.executions.of(node).values)
            if (step.failure is not None or E.FALSE in executed.conditions) and self._refuted(node, executed):
                continue
            if step.failure is None:
                self._add(node, step)
                continue
            found = self._real(node, step)
            if found is not None:
                return found
        if thread in node.required:
            self.counters["cover_expanded"] += self.tree.count - count
        return None

    def _add(self, node: ImpactNode, step: SystemStep) -> None:
        child = self.tree.add(node, step)
        child.values = self.stable.after(node.values, step)
        child.label = facts(child.values)
        self.counters["nodes"] = self.tree.count
        self.waiting.push(child)

    def _refuted(self, node: ImpactNode, last: ExecutedStep) -> bool:
        """Whether the path to a node cannot go on with a step; then the labels say why."""
        self.counters["refinements"] += 1
        nodes = node.path()
        found = self.refuter.refute([*(self.executions.of(n) for n in nodes), last], self.budget.left())
        if found is None:
            return False
        self._strengthen(nodes, found)
        self._close_above(node)
        return True

    def _real(self, node: ImpactNode, step: SystemStep) -> Result | None:
        """A step into a failure, which could not be refuted."""
        steps = [*(n.step for n in node.path() if n.step is not None), step]
        found = self.refuter.refiner.analyse([self.system.initial_ops(), *(s.ops for s in steps)], "guards", self.budget.left())
        if not isinstance(found, Feasible):
            return Unknown(found.reason if isinstance(found, UndecidedPath) else "no interpolants were found for a path")
        return self.real(steps, found)

    # -- labels and covers -------------------------------------------------------------------------------------------------

    def _strengthen(self, nodes: Sequence[ImpactNode], facts: Sequence[Expr]) -> None:
        for node, fact in zip(nodes, facts, strict=True):
            for part in conjuncts(fact):
                if part is E.TRUE or self.labels.implies(node.label, part):
                    continue
                node.label |= {part}
                for covered in list(node.covering):
                    if not self.labels.implies(covered.label, part):
                        self._again(self.tree.uncover(covered))

    def _close_above(self, node: ImpactNode) -> None:
        for above in node.path():
            if above.hidden or self._close(above):
                return

    def _close(self, node: ImpactNode) -> bool:
        """Cover the node, if its label allows it."""
        for other in self.tree.older(node):
            if self._may(node, other) and all(self.labels.implies(node.label, fact) for fact in other.label):
                self._cover(node, other)
                return True
        return False

    def _may(self, node: ImpactNode, other: ImpactNode) -> bool:
        """Whether one node may cover another. Not if its label excludes the state in which the path arrives there: a label
        holds of that state, so it cannot imply what does not."""
        return not any(self.executions.excluded(node, fact) for fact in other.label)

    def _cover(self, node: ImpactNode, other: ImpactNode) -> None:
        self.counters["covered"] += 1
        self._again(self.tree.cover(node, other))
        missing = (self._needed(node) | node.followed) - self._certain(other) - other.followed
        if missing:
            self.require(other, frozenset(missing))
            self.waiting.push(other)

    def _again(self, nodes: Iterable[ImpactNode]) -> None:
        """Nodes that became visible have to be looked at again."""
        for node in nodes:
            self.waiting.push(node)

    def _force(self, node: ImpactNode) -> bool:
        """Cover the node by making its label say what the path to it says."""
        if self.options.force_cover != "on" or node.followed:
            return False
        for other in reversed(list(self.tree.older(node))):
            key = (node, other, other.label)
            if key in self._failed or not self._may(node, other):
                continue
            self.counters["force_attempts"] += 1
            if self._forced(node, other):
                self.counters["force_successes"] += 1
                self._cover(node, other)
                return True
            self._failed.add(key)
        return False

    def _forced(self, node: ImpactNode, other: ImpactNode) -> bool:
        start = common(node, other)
        nodes = node.path()[start.depth :]
        path = [execute([ops.Assume(fact) for fact in sorted(start.label, key=repr)], {})]
        for inner in nodes[1:]:
            assert inner.step is not None
            path.append(execute(inner.step.ops, path[-1].values))
        reasons = []
        for fact in sorted(other.label - node.label, key=repr):
            if not self.labels.implies(node.label, fact):
                whole = [*path, execute([ops.Assume(E.lnot(fact))], path[-1].values)]
                simple = carried(whole, self.oracle)
                known = self.labels.implies(start.label, simple[0])
                found = simple if known else self.refuter.refute(whole, 1.0, quick=True)
                if found is None:
                    return False
                reasons.append(found)
        for found in reasons:
            self._strengthen(nodes, found)
        return not other.hidden and all(self.labels.implies(node.label, fact) for fact in other.label)


class Labels:
    """Implications between labels and facts: by what they say, from memory, then by the solver. `asked` counts the last."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.asked = 0
        self._groups: dict[frozenset[Expr], ConditionGroup] = {}
        self._implied: dict[tuple[frozenset[Expr], Expr], bool] = {}
        self._steps: dict[int, tuple[tuple[ops.DataOp, ...], Expr]] = {}  # by identity

    def implies(self, label: frozenset[Expr], fact: Expr) -> bool:
        if fact in label or fact is E.TRUE or E.FALSE in label:
            return True
        key = (label, fact)
        found = self._implied.get(key)
        if found is None:
            calls = self.oracle.solver.calls
            found = self._implied[key] = not self.oracle.satisfiable(self._group(label).related(E.lnot(fact)))
            self.asked += self.oracle.solver.calls - calls
        return found

    def _group(self, label: frozenset[Expr]) -> ConditionGroup:
        found = self._groups.get(label)
        if found is None:
            found = self._groups[label] = ConditionGroup(label)
        return found

    def allows(self, label: frozenset[Expr], step: SystemStep) -> bool:
        """Whether the step may be possible from a state with that label."""
        if E.FALSE in label:
            return False
        goal = self._guard(step)
        return goal is E.TRUE or (goal is not E.FALSE and self.oracle.satisfiable(self._group(label).related(goal)))

    def _guard(self, step: SystemStep) -> Expr:
        """When a step is possible, as a condition on the state before it."""
        known = self._steps.get(id(step.ops))
        if known is None:
            known = self._steps[id(step.ops)] = (step.ops, conjunction(execute(step.ops, {}).conditions))
        return known[1]


_COUNTERS: tuple[Name, ...] = (
    "nodes", "covered", "cover_expanded", "refinements", "implications", "force_attempts", "force_successes", "apart",
)  # fmt: skip
