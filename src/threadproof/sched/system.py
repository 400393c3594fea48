"""A lowered program as a transition system with explicit control: where the threads are is executed, what they compute is left
symbolic.

A *control* says where every thread is, which are inside an atomic block and what the scheduler knows.
`System.steps(control)` lists what can happen there: each step carries plain data operations (assign, havoc, write,
assume) over variables in which the registers of different threads have different names, and leads to the next control,
or to a failure (a check that does not hold, or a path that is cut). Thread creation, joins and atomic blocks are
already executed. Steps depend on nothing but the control, so they are computed once.

A join of thread `e` becomes one step per thread k that has ended, guarded by `e = k`: exact, whatever the engine knows
about `e`. Operations of a cooperative kernel are executed in the same way (`sched.kernel`). The step of a cooperative
thread is a path of edges during which no other thread is enabled; inside of it the depth is 1, as in an atomic block.
"""

from __future__ import annotations

from collections.abc import Hashable

from threadproof.analyses.constant_sets import Possible
from threadproof.errors import InternalError, Pos
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.control import ControlEvent, ControlEventKind, CooperativeScheduler, Scheduler
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import INDEX, U32
from threadproof.ir.uses import op_target, with_values
from threadproof.ir.walk import substitute
from threadproof.records import dataclass
from threadproof.sched.branch import Branch, StepFailure, StepPlace, StepRecipe, effect, moves_only, running
from threadproof.sched.kernel import NO_THREAD, Cooperative, RunningThread, conjunction
from threadproof.sched.meaning import NO_SUCH_THREAD, NOT_BEGUN, created, ended, initial_values, position, too_many_threads

END = -1

__all__ = ["END", "HALTED", "Control", "StepFailure", "System", "SystemStep"]


class Control:
    """`at[t]` is (template number, location) of thread t; the location of an ended thread is END. `depth`: nesting of atomic
    blocks. Immutable; the hash is computed once, since there may be hundreds of threads."""

    __slots__ = ("_hash", "at", "depth", "scheduler")

    def __init__(self, scheduler: Hashable, at: tuple[tuple[int, int], ...], depth: int = 0) -> None:
        self.scheduler = scheduler
        self.at = at
        self.depth = depth
        self._hash = hash((scheduler, at, depth))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Control)
            and self._hash == other._hash
            and self.at == other.at
            and self.depth == other.depth
            and self.scheduler == other.scheduler
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Control({self.scheduler}, {self.at}, {self.depth})"


HALTED = Control(None, ())


@dataclass(frozen=True, slots=True, eq=False)
class SystemStep:
    thread: int
    edge: Edge
    ops: tuple[ops.DataOp, ...]
    target: Control
    failure: StepFailure | None = None
    upto: int = 0  # how many operations of the edge it performs
    choices: tuple[int, ...] = ()  # which of several answers the kernel gave, in order


class System:
    def __init__(self, program: Program, scheduler: Scheduler, thread_limit: int, few: bool = False) -> None:
        """`few`: a thread beyond the limit is never created, so that only some executions are covered; else that is a cut."""
        self.program = program
        self.kernel = Cooperative(scheduler) if isinstance(scheduler, CooperativeScheduler) else None
        self.scheduler: Scheduler = scheduler if self.kernel is None else self.kernel
        self.thread_limit = thread_limit
        self.few = few
        self.refused = False  # whether a thread was not created for that reason
        self.templates: list[Function] = list(program.functions.values())
        self.number = {function.name: i for i, function in enumerate(self.templates)}
        self.outgoing = [function.successors() for function in self.templates]
        start = ((self.number[program.main], program.entry.entry),)
        self.initial = Control(self.scheduler.start(), start, 0 if self.kernel is None else 1)
        self._instances: dict[tuple[Variable, int], Variable] = {}
        self._origin: dict[Variable, tuple[Variable, int]] = {}
        self._memos: dict[int, dict[Expr, Expr]] = {}
        self._results: dict[int, Variable] = {}
        self._enabled: dict[Control, tuple[int, ...]] = {HALTED: ()}
        self._steps: dict[tuple[Control, int], tuple[SystemStep, ...]] = {}
        self._recipes: dict[tuple[int, Edge], tuple[StepRecipe, ...] | None] = {}
        self._controls: dict[Control, Control] = {self.initial: self.initial}
        self._data: dict[tuple[ops.DataOp, ...], tuple[ops.DataOp, ...]] = {}  # equal operations are the same object, too
        self._possible: Possible | None = None

    def initial_ops(self) -> tuple[ops.DataOp, ...]:
        """Initial values of shared variables; those that are missing start with any value."""
        done = tuple([ops.Assign(variable, value) for variable, value in initial_values(self.program)])
        return self._data.setdefault(done, done)

    def instance(self, variable: Variable, thread: int) -> Variable:
        """A register as thread `thread` has it."""
        if variable.shared:
            return variable
        found = self._instances.get((variable, thread))
        if found is None:
            found = Variable(f"{variable.name}@{thread}", variable.type)
            self._instances[variable, thread] = found
            self._origin[found] = (variable, thread)
        return found

    def origin(self, variable: Variable) -> tuple[Variable, int] | None:
        """The register and the thread of an instance; None for what is no register."""
        return self._origin.get(variable)

    def register(self, instance: Variable) -> Variable | None:
        """The register that this is an instance of; None for what no template has, as the result of a thread."""
        return self._origin[instance][0] if instance in self._origin else None

    def result(self, thread: int) -> Variable:
        """What a join of the thread gets."""
        if thread not in self._results:
            self._results[thread] = Variable(f"result@{thread}", self.program.data_model.pointer)
        return self._results[thread]

    def enabled(self, control: Control) -> tuple[int, ...]:
        """Threads that may move, as far as the control knows."""
        if control not in self._enabled:
            self._enabled[control] = self.scheduler.enabled(control.scheduler)
        return self._enabled[control]

    def steps(self, control: Control) -> tuple[SystemStep, ...]:
        """Of all threads."""
        return tuple(step for thread in self.enabled(control) for step in self.thread_steps(control, thread))

    def thread_steps(self, control: Control, thread: int) -> tuple[SystemStep, ...]:
        """Of one thread that is enabled. Computed only for threads that are asked for: there may be hundreds."""
        found = self._steps.get((control, thread))
        if found is None:
            template, location = control.at[thread]
            edges = self.outgoing[template].get(location, ())
            found = tuple(step for edge in edges for step in self._execute(control, thread, edge))
            self._steps[control, thread] = found
        return found

    def expr(self, expr: Expr, thread: int) -> Expr:
        """An expression of the template as thread `thread` evaluates it."""

        def replace(node: Expr) -> Expr | None:
            if node.op == "var" and not node.payload.shared:
                return E.var(self.instance(node.payload, thread))
            return E.const(U32, thread) if node.op == "self" else None

        return substitute(expr, replace, self._memos.setdefault(thread, {}))

    def _execute(self, control: Control, thread: int, edge: Edge) -> list[SystemStep]:
        if self.kernel is not None and not control.depth:
            control = self._control(self.kernel.enter(running(control.scheduler), thread), control.at, 1)
        recipes = self._plain(thread, edge)
        if recipes is not None:
            target = self._moved(control, thread, edge.target)
            return [SystemStep(thread, edge, r.ops, HALTED if r.failure else target, r.failure, r.upto) for r in recipes]
        template, _ = control.at[thread]
        at = list(control.at)
        at[thread] = (template, edge.target)
        branches = [Branch([], control.scheduler, at, control.depth)]
        steps: list[SystemStep] = []
        for number, op in enumerate(edge.ops):
            place = StepPlace(thread, edge, number + 1)
            branches = [after for branch in branches for after in self._apply(branch, op, place, steps)]
        for branch in branches:
            if self.kernel is not None:
                branch.depth = int(running(branch.scheduler).thread != NO_THREAD)
            target = HALTED if branch.halted else self._control(branch.scheduler, tuple(branch.at), branch.depth)
            done = tuple(branch.ops)
            steps.append(SystemStep(thread, edge, self._data.setdefault(done, done), target, None, len(edge.ops), branch.choices))
        return steps

    def _plain(self, thread: int, edge: Edge) -> tuple[StepRecipe, ...] | None:
        """Of an edge whose effect on the control is only that its thread moves: the same wherever the others are."""
        key = (thread, edge)
        if key not in self._recipes:
            self._recipes[key] = self._cook(thread, edge) if moves_only(edge) else None
        return self._recipes[key]

    def _cook(self, thread: int, edge: Edge) -> tuple[StepRecipe, ...]:
        branches = [Branch([], None, [], 0)]
        failing: list[SystemStep] = []
        for done, op in enumerate(edge.ops):
            if isinstance(op, ops.Bracket):
                continue
            place = StepPlace(thread, edge, done + 1)
            branches = [after for branch in branches for after in self._apply(branch, op, place, failing)]
        found = [StepRecipe(step.ops, step.failure, step.upto) for step in failing]
        return (*found, *(StepRecipe(tuple(branch.ops), None, len(edge.ops)) for branch in branches))

    def _moved(self, control: Control, thread: int, location: int) -> Control:
        at = control.at
        return self._control(control.scheduler, (*at[:thread], (at[thread][0], location), *at[thread + 1 :]), control.depth)

    def _control(self, scheduler: Hashable, at: tuple[tuple[int, int], ...], depth: int) -> Control:
        """Equal controls are the same object, so that comparing them is cheap."""
        made = Control(scheduler, at, depth)
        return self._controls.setdefault(made, made)

    def _apply(self, branch: Branch, op: ops.Op, place: StepPlace, steps: list[SystemStep]) -> list[Branch]:
        """The branch after one operation; failing steps are added to `steps`."""
        thread = place.thread
        match op:
            case ops.Assign(target, value):
                branch.ops.append(ops.Assign(self.instance(target, thread), self.expr(value, thread)))
            case ops.Havoc(target, origin, name):
                branch.ops.append(ops.Havoc(self.instance(target, thread), origin, name))
            case ops.Write(array, index, value):
                branch.ops.append(ops.Write(self.instance(array, thread), self.expr(index, thread), self.expr(value, thread)))
            case ops.Assume(condition, is_branch):
                return self._assume(branch, self.expr(condition, thread), is_branch)
            case ops.Await(condition):
                return self._assume(branch, self.expr(condition, thread), False)
            case ops.Check(condition, kind, message):
                holds = self.expr(condition, thread)
                self._fail(branch, E.lnot(holds), kind, message, place, steps)
                branch.ops.append(ops.Assume(holds))
                return [] if holds is E.FALSE else [branch]
            case ops.Cut(reason):
                self._fail(branch, E.TRUE, "cut", reason, place, steps)
                return []
            case ops.Skip():
                pass
            case _:
                return self._direct(branch, op, place, steps)
        return [branch]

    def _assume(self, branch: Branch, condition: Expr, is_branch: bool) -> list[Branch]:
        if condition is E.FALSE:
            return []
        branch.ops.append(ops.Assume(condition, is_branch))
        return [branch]

    def _direct(self, branch: Branch, op: ops.Op, place: StepPlace, steps: list[SystemStep]) -> list[Branch]:
        thread = place.thread
        if isinstance(op, ops.Kernel):
            return self._primitive(branch, op, place, steps)
        match op:
            case ops.AtomicBegin() | ops.AtomicEnd() if self.kernel is not None:
                pass
            case ops.AtomicBegin():
                branch.depth += 1
                if branch.depth == 1:
                    branch.scheduler = self.scheduler.advance(branch.scheduler, ControlEvent(ControlEventKind.ENTERED, thread))
            case ops.AtomicEnd() if not branch.depth:
                self._fail(branch, E.TRUE, "invalid-call", NOT_BEGUN, place, steps)
                return []
            case ops.AtomicEnd():
                branch.depth -= 1
                if branch.depth == 0:
                    branch.scheduler = self.scheduler.advance(branch.scheduler, ControlEvent(ControlEventKind.LEFT, thread))
            case ops.Spawn():
                return self._spawn(branch, op, place, steps)
            case ops.Join(target, joined):
                return self._join(branch, target, self.expr(joined, thread), place, steps)
            case ops.ThreadExit(value) | ops.Return(value):
                if isinstance(op, ops.Return) and thread == 0:
                    branch.halted = True
                    return [branch]
                if value is not None:
                    result = self.result(thread)
                    branch.ops.append(ops.Assign(result, E.cast(result.type, self.expr(value, thread))))
                branch.depth = 0
                branch.scheduler = ended(self.scheduler, branch.scheduler, thread)
                branch.at[thread] = (branch.at[thread][0], END)
            case ops.Halt():
                branch.halted = True
            case _:
                raise InternalError(f"not a lowered program: {op}")
        return [branch]

    def _primitive(self, branch: Branch, op: ops.Kernel, place: StepPlace, steps: list[SystemStep]) -> list[Branch]:
        """The branches after an operation of the kernel."""
        if self.kernel is None:
            raise InternalError(f"{op} needs a cooperative scheduler")
        values, unknown = effect(branch.ops)
        known = {variable: value for variable, value in values.items() if value.is_const}
        found = []
        for outcome in self.kernel.outcomes(
            running(branch.scheduler),
            op,
            lambda operand: with_values(self.expr(operand, place.thread), known),
            lambda operand: self._values(with_values(operand, values), unknown),
        ):
            guard = conjunction(outcome.guards)
            if outcome.control is None:
                where = f" at {self._position(place)}" if outcome.kind == "cut" else ""
                self._fail(branch, guard, outcome.kind, outcome.message + where, place, steps)
                continue
            if guard is E.FALSE:
                continue
            after = [*branch.ops, ops.Assume(guard)] if outcome.guards else list(branch.ops)
            target = op_target(op)
            if target is not None:
                value = E.cast(target.type, E.const(INDEX, outcome.value))
                after.append(ops.Assign(self.instance(target, place.thread), value))
            choices = (*branch.choices, outcome.choice) if outcome.choice >= 0 else branch.choices
            found.append(
                Branch(after, outcome.control, self._without_stopped(branch.at, outcome.control), branch.depth, False, choices)
            )
            if outcome.control.thread == NO_THREAD and place.upto < len(place.edge.ops):
                raise InternalError(f"an edge goes on after {op} at {place.edge.pos}")
        return found

    def _without_stopped(self, at: list[tuple[int, int]], control: RunningThread) -> list[tuple[int, int]]:
        """Where threads are, some of which the kernel may have ended."""
        live = set(self.scheduler.live(control))
        return [place if t in live else (place[0], END) for t, place in enumerate(at)]

    def _values(self, expr: Expr, unknown: set[Variable]) -> list[Expr] | None:
        """The constants that an operand may evaluate to."""
        if self._possible is None:
            self._possible = Possible(self.program)

        def original(variable: Variable) -> Variable | None:
            return None if variable in unknown else self.register(variable) or variable

        found = self._possible.values(expr, original)
        return None if found is None else sorted(found, key=lambda value: int(value.payload))

    def _fail(self, branch: Branch, condition: Expr, kind: str, message: str, place: StepPlace, steps: list[SystemStep]) -> None:
        if condition is E.FALSE:
            return
        done = (*branch.ops, ops.Assume(condition)) if condition is not E.TRUE else tuple(branch.ops)
        failure = StepFailure(kind, message, self._position(place))
        done = self._data.setdefault(done, done)
        steps.append(SystemStep(place.thread, place.edge, done, HALTED, failure, place.upto, branch.choices))

    def _position(self, place: StepPlace) -> Pos:
        return position(self.program, place.edge, place.upto)

    def _refuse(self, branch: Branch, place: StepPlace) -> SystemStep:
        """The thread stops here for ever, before this edge: that is a step, so that partial order reduction lets others go on."""
        self.refused = True
        at = list(branch.at)
        at[place.thread] = (at[place.thread][0], END)
        scheduler = self.scheduler.advance(branch.scheduler, ControlEvent(ControlEventKind.DIVERGED, place.thread))
        return SystemStep(place.thread, place.edge, (), self._control(scheduler, tuple(at), 0))

    def _spawn(self, branch: Branch, op: ops.Spawn, place: StepPlace, steps: list[SystemStep]) -> list[Branch]:
        new = len(branch.at)
        if new >= self.thread_limit:
            if self.few:
                steps.append(self._refuse(branch, place))
            else:
                self._fail(branch, E.TRUE, "cut", too_many_threads(self.thread_limit), place, steps)
            return []
        if op.function.op != "addr":
            raise InternalError(f"unresolved thread function at {place.edge.pos}")
        template = self.templates[number := self.number[op.function.payload.name]]
        for param in template.params[:1]:  # first: the argument may be made of what the target held
            argument = E.cast(param.type, self.expr(op.argument, place.thread))
            branch.ops.append(ops.Assign(self.instance(param, new), argument))
        branch.ops.append(ops.Assign(self.instance(op.target, place.thread), E.const(U32, new)))
        branch.scheduler = created(self.scheduler, branch.scheduler, new)
        branch.at.append((number, template.entry))
        return [branch]

    def _join(
        self, branch: Branch, target: Variable | None, joined: Expr, place: StepPlace, steps: list[SystemStep]
    ) -> list[Branch]:
        count = len(branch.at)
        self._fail(branch, E.ge(joined, E.const(U32, count)), "invalid-call", NO_SUCH_THREAD, place, steps)
        found = []
        for other in range(count):
            guard = E.eq(joined, E.const(U32, other))
            if guard is E.FALSE or not self.scheduler.ended(branch.scheduler, other):
                continue
            after = [*branch.ops, ops.Assume(guard, False)]
            if target is not None:
                after.append(ops.Assign(self.instance(target, place.thread), E.var(self.result(other))))
            found.append(Branch(after, branch.scheduler, list(branch.at), branch.depth, False, branch.choices))
        return found
