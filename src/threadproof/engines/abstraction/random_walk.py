"""Random walks: violations are looked for along single schedules, beside the search for a proof.

The graph of abstract states knows little at first, and it meets an error that needs many particular steps only after it has
refuted all that come before. A *walk* is the other extreme: it follows one schedule (`policies`) with everything known about
data, as terms over the inputs, and remembers nothing. At a branch that depends on inputs it takes one side at random, if the
conditions so far allow it. A failing step whose conditions can hold together with those of the walk is a counterexample; a model
of them gives the inputs.

Nothing is claimed but counterexamples, and these are replayed like all others; a walk that ends otherwise says nothing. The
engine walks for a moment before it searches, and for a part of its time when the search takes long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from threadproof.budget import Budget
from threadproof.counterexample.claims import Chosen, shown
from threadproof.counterexample.from_path import havoc_origins
from threadproof.counters import Counters
from threadproof.domains.evaluate import SymbolicEvaluator
from threadproof.engines.abstraction.policies import Policy, Queue, creating_places, policies
from threadproof.evidence.result import Result, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import ArrayType
from threadproof.properties import checks
from threadproof.records import dataclass, field
from threadproof.sched.system import HALTED, Control, System, SystemStep
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import ConditionGroup, Oracle
from threadproof.smt.solver import Answer

FIRST = 1.0  # seconds of the first hunt, at most
WALKS = 24  # of the first hunt: all regular schedules, and as many random ones
SHARE = 0.25  # time of the others, of the time before it
PATIENCE = 1.0  # seconds for one question to the solver


class _WalkStep(SymbolicEvaluator):
    """One step of a walk; every havoc gets a symbol of its own."""

    def __init__(self, env: dict[Variable, Expr]) -> None:
        super().__init__(lambda variable: env.get(variable) or E.var(variable))
        self.drawn: list[Variable] = []

    def havocked(self, target: Variable) -> Expr:
        symbol = Variable(f"{target.name}?", target.type)
        self.drawn.append(symbol)
        return E.var(symbol)


@dataclass(slots=True)
class _Mark:
    """Where an atomic block began, to which a walk returns if it cannot be finished."""

    control: Control
    length: int
    conditions: int
    undo: list[tuple[Variable, Expr | None]] = field(default_factory=list)


class Hunter:
    """`due` tells when to hunt next; `hunt` walks for a while."""

    def __init__(
        self,
        program: Program,
        task: Task,
        system: System,
        budget: Budget,
        counters: Counters,
        at_once: bool = True,
    ) -> None:
        """`at_once`: the first hunt comes before the search; else the search has some time first."""
        self.program, self.task, self.property, self.system = program, task, task.property, system
        self.budget, self.counters = budget, counters
        self.oracle = Oracle(fast_solver(), PATIENCE)
        self.started = time.monotonic()
        self.next = self.started + (0.0 if at_once else 2 * FIRST)
        self.length = [1000]
        self._walked = 0
        self._creating = creating_places(system)
        self._policies: Iterator[tuple[Policy, int]] = policies(self.length)
        self._again: tuple[Policy, int] | None = None  # a walk that was cut off by time
        self._possible = any(
            isinstance(op, ops.Check) and checks(task.property, op.kind)
            for function in system.templates
            for edge in function.edges
            for op in edge.ops
        )

    def due(self) -> bool:
        return self._possible and time.monotonic() >= self.next

    def hunt(self) -> Result | None:
        now = time.monotonic()
        until = now + min(max(FIRST, SHARE * (now - self.started)), self.budget.left())
        found: Result | None = None
        most = self._walked + (WALKS if self._walked == 0 else 1 << 30)
        while found is None and self._walked < most and time.monotonic() < until:
            self._walked += 1
            policy, limit = self._again or next(self._policies)
            walk = _RandomWalk(self, policy, limit, until)
            path = walk.follow()
            self.counters["walks"] = self.counters.get("walks", 0) + 1
            self._again = (policy, limit) if walk.cut and self._again is None else None
            self.length[0] = max(16, len(walk.path))
            found = self._counterexample(path, walk) if path is not None else None
        now = time.monotonic()
        self.next = now + max(1.0, now - self.started)
        return found

    def places(self) -> frozenset[tuple[int, int]]:
        return self._creating

    def _counterexample(self, path: list[SystemStep], walk: _RandomWalk) -> Result | None:
        solver = self.oracle.solver
        if solver.check(tuple(dict.fromkeys(walk.conditions)), 10 * PATIENCE) is not Answer.SAT:
            return None
        model, chosen = solver.model(), Chosen()
        for step, drawn in zip(path, walk.drawn, strict=True):
            havocs = [op for op in step.ops if isinstance(op, ops.Havoc)]
            for op, symbol, source in zip(havocs, drawn, havoc_origins(step), strict=False):
                if isinstance(source, ops.Havoc) and not isinstance(symbol.type, ArrayType):
                    chosen.append((step.thread, source.target, op.origin, model.value(symbol)))
        failure = path[-1].failure
        assert failure is not None
        from threadproof.counterexample.concretise import concretise

        schedule = concretise(self.program, self.property, path, chosen)
        found = shown(self.task, failure.message, failure.pos, schedule, path, chosen)
        return found if isinstance(found, Unsafe) else None  # the task knows of it; another walk may find one that is confirmed


class _RandomWalk:
    def __init__(self, hunter: Hunter, policy: Policy, limit: int, until: float) -> None:
        self.hunter, self.system, self.limit, self.until = hunter, hunter.system, limit, until
        self.random = Random(policy.seed)
        self.queue = Queue(policy, hunter.places(), self.random)
        self.env: dict[Variable, Expr] = {}
        self.group = ConditionGroup(())
        self.conditions: list[Expr] = []
        self.path: list[SystemStep] = []
        self.drawn: list[list[Variable]] = []
        self.changed: dict[int, bool] = {}  # by thread: since it last closed a loop
        self.mark: _Mark | None = None
        self.cut = False

    def follow(self) -> list[SystemStep] | None:
        """Until a failing step, or nothing can move any more, or the limit."""
        start = _WalkStep(self.env)
        start.run(self.system.initial_ops())
        self.env.update({variable: start.env[variable] for variable in start.written})
        control = self.system.initial
        stuck: set[int] = set()  # threads whose atomic block could not be finished since another thread moved
        while len(self.path) < self.limit and control is not HALTED:
            if time.monotonic() >= self.until:
                self.cut = True
                return None
            self.hunter.budget.check(self.hunter.counters)
            taken = self._choose(control, stuck)
            if taken is None:
                if self.mark is None:
                    return None
                stuck.add(self.path[-1].thread)
                control = self._back(self.mark)
                continue
            step, run = taken
            if step.failure is None and not control.depth:
                self.mark = _Mark(control, len(self.path), len(self.conditions)) if step.target.depth else None
                if self.mark is None:
                    stuck.clear()
            self._take(step, run)
            if step.failure is not None:
                return self.path
            control = step.target
        return None

    def _choose(self, control: Control, stuck: set[int]) -> tuple[SystemStep, _WalkStep] | None:
        """A step of the first thread that can move; the end of the program comes last of all."""
        enabled = self.system.enabled(control)
        last: tuple[SystemStep, _WalkStep] | None = None
        for thread in self.queue.order(control):
            if thread not in enabled or thread in stuck:
                continue
            found = self._possible(control, thread)
            failing = [taken for taken in found if taken[0].failure is not None]
            if failing:
                return failing[0]
            if found:
                chosen = found[0] if len(found) == 1 else self.random.choice(found)
                if chosen[0].target is not HALTED:
                    return chosen
                last = last or chosen
        return last

    def _possible(self, control: Control, thread: int) -> list[tuple[SystemStep, _WalkStep]]:
        found = []
        for step in self.system.thread_steps(control, thread):
            if step.failure is not None and not checks(self.hunter.property, step.failure.kind):
                continue
            run = _WalkStep(self.env)
            if not run.run(step.ops):
                continue
            if run.conditions:
                goal = run.conditions[0]
                for condition in run.conditions[1:]:
                    goal = E.land(goal, condition)
                if not self.hunter.oracle.satisfiable(self.group.related(goal)):
                    continue
            found.append((step, run))
        return found

    def _take(self, step: SystemStep, run: _WalkStep) -> None:
        changed = False
        for variable in run.written:
            old, new = self.env.get(variable), run.env[variable]
            if new is not old:
                changed = True
                if self.mark is not None:
                    self.mark.undo.append((variable, old))
                self.env[variable] = new
        for condition in run.conditions:
            self.conditions.append(condition)
            self.group.add(condition)
        self.path.append(step)
        self.drawn.append(run.drawn)
        thread = step.thread
        self.changed[thread] = changed or self.changed.get(thread, True)
        idle = step.edge.back and not self.changed[thread]
        if step.edge.back:
            self.changed[thread] = False
        if not step.failure:
            self.queue.moved(step, idle)

    def _back(self, mark: _Mark) -> Control:
        """Nothing of the atomic block has happened."""
        for variable, old in reversed(mark.undo):
            if old is None:
                del self.env[variable]
            else:
                self.env[variable] = old
        del self.path[mark.length :], self.drawn[mark.length :], self.conditions[mark.conditions :]
        self.group = ConditionGroup(self.conditions)
        self.mark = None
        return mark.control
