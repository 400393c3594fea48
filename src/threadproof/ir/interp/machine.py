"""The machine: executes programs of both forms step by step, exactly as docs/architecture.md (Steps) says.

A step runs in two phases. First the operation before which the thread rests: a visible one, or a whole atomic block. Whatever
ends it there is the outcome of the step. Then local operations, up to the next visible one. A local operation that would end
the execution (a failing assumption, undefined behaviour, a cut, the end of the program) is not executed in the second phase:
the thread rests before it, and its next step is that end. Between the two, other threads may still see what the first phase
did, as they may in reality. Only violations are reported at once.

A thread whose local operations come back to exactly the same frames and memory, without an input in between, diverges: it
repeats them for ever. Where inputs are drawn in a local loop, an enumeration needs to see the states in between to find out
that they repeat: a machine that was told to `pause` stops such a step at the end of the loop's body. Only the same thread may
go on from there, so this changes nothing but how many pieces a step comes in; or the thread stays in the loop for ever, with
whatever inputs, which is `diverged`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from threadproof.errors import NOWHERE, InternalError, Pos
from threadproof.ir import addresses
from threadproof.ir.arith import from_bytes, to_bytes
from threadproof.ir.expr import Variable
from threadproof.ir.interp.code import Activation, Code, CodeNode, Transition
from threadproof.ir.interp.control import ControlEvent, ControlEventKind, CooperativeScheduler, Scheduler
from threadproof.ir.interp.memory import Statics
from threadproof.ir.interp.outcome import (
    CutOff,
    Discarded,
    Executed,
    Halted,
    Infeasible,
    Next,
    StepOutcome,
    StepStopped,
    ThreadEvent,
    Undefined,
    Violation,
)
from threadproof.ir.interp.run import StepRun
from threadproof.ir.interp.state import Array, State, Thread
from threadproof.ir.interp.values import UNINIT, Inputs, Lazy, ValueRequest
from threadproof.ir.op import Origin, Spawn
from threadproof.ir.program import Edge, Program
from threadproof.ir.types import INDEX, ArrayType, FloatType
from threadproof.ir.uses import op_variables
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Limits:
    """Reaching one of them is a `CutOff`."""

    threads: int = 64  # main included
    known: Callable[[], int] | None = None  # how many there may be after all, when that limit is met
    reuse: bool = False  # of the numbers of threads that were joined, see `numbers`
    depth: int = 200  # of calls
    local: int = 100_000  # local operations of one step
    patience: int = 1_000  # local operations before looking for repetition
    object_size: int = 1 << 26  # bytes


class Machine:
    """Runs one program. `logs`: every outcome lists the memory accesses; `trace`: and everything else that happened; `pause`:
    steps may come in pieces (see above)."""

    def __init__(
        self,
        program: Program,
        property: str,
        scheduler: Scheduler,
        limits: Limits | None = None,
        logs: bool = False,
        trace: bool = False,
        pause: bool = False,
    ) -> None:
        self.program = program
        self.property = property
        self.scheduler = scheduler
        self.kernel = scheduler if isinstance(scheduler, CooperativeScheduler) else None  # of cooperative threads
        self.limits = limits or Limits()
        if self.kernel is not None:  # the threads of a model are known beforehand
            written = sum(isinstance(op, Spawn) for edge in program.entry.edges for op in edge.ops)
            self.limits = replace(self.limits, threads=max(self.limits.threads, written + 1))
        self.trace = trace
        self.pause = pause
        self.logs = logs or trace
        self.nowhere = Edge(0, 0, (), program.entry.pos or NOWHERE)
        self.space = addresses.assign(program)
        self.statics = Statics(program, self.space)
        self.locals: dict[Any, int] = {item: n for n, item in enumerate(self.statics.locals)}
        found = {v for f in program.functions.values() for e in f.edges for o in e.ops for v in _shared_variables(o)}
        order = sorted(found - set(program.initial), key=lambda v: v.name)
        self.shared: dict[Variable, int] = {variable: n for n, variable in enumerate([*program.initial, *order])}
        self.created: list[int] = []  # with `Limits.reuse`: the numbers of new threads, until the caller empties it
        self.lazies: dict[tuple[Any, ...], Lazy] = {}
        self.codes = {address: Code(function, self) for address, function in self.space.functions.items()}

    # -- steps -----------------------------------------------------------------------------------------------------------

    def start(self, inputs: Inputs) -> StepOutcome:
        """The initial step: the leading local operations of main."""
        empty = State(self.scheduler.start(), (Thread((), (), None),), self.statics.initial, (), (), self.initial_shared())
        run = StepRun(self, empty, inputs)
        run.thread = 0
        run.frame = self.codes[self.space.of[self.program.entry]].enter([])
        try:
            run.make_locals()
            self.go(run, False)
        except (StepStopped, ZeroDivisionError) as stop:
            return self.ended(run, stop)
        return self.after(run)

    def step(self, state: State, thread: int, inputs: Inputs) -> StepOutcome:
        """One step of a thread that the scheduler allows to move. May raise what `inputs` raises."""
        run = StepRun(self, state, inputs)
        run.resume(thread)
        try:
            self.go(run, state.paused < 0)
        except (StepStopped, ZeroDivisionError) as stop:
            return self.ended(run, stop)
        return self.after(run)

    def go(self, run: StepRun, first: bool) -> None:
        """Preemptive threads: the visible operation, if it comes `first`, and the local ones after it. Cooperative threads: all
        up to where the kernel lets others run, like an atomic block."""
        if self.kernel is not None:
            run.depth = 1
            self.run_first(run)
            return
        if first:
            self.run_first(run)
        self.run_local(run)

    def ended(self, run: StepRun, stop: StepStopped | ZeroDivisionError) -> StepOutcome:
        if isinstance(stop, ZeroDivisionError):
            outcome: StepOutcome = Undefined("division-by-zero", "division by zero", run.pos)
        elif stop.outcome is not None:
            outcome = stop.outcome
        else:
            outcome = Halted(self.after(run).state)
        outcome.log, outcome.own = run.log or [], run.own
        return outcome

    def after(self, run: StepRun) -> Next:
        run.rest()
        return Next(run.state(), log=run.log or [], own=run.own)

    def crowded(self, number: int) -> bool:
        """Whether there may not be a thread with this number."""
        if number >= self.limits.threads and self.limits.known is not None:
            self.limits = replace(self.limits, threads=self.limits.known(), known=None)
        return number >= self.limits.threads

    def enabled(self, state: State) -> tuple[int, ...]:
        """Threads that the scheduler allows to move."""
        return self.scheduler.enabled(state.control) if state.paused < 0 else (state.paused,)

    def diverged(self, state: State) -> State:
        """The thread whose step is not complete never completes it."""
        control = self.scheduler.advance(state.control, ControlEvent(ControlEventKind.DIVERGED, state.paused))
        return state._replace(control=control, paused=-1)

    def live(self, state: State) -> tuple[int, ...]:
        """Threads that have not ended."""
        return self.scheduler.live(state.control)

    # -- the two phases --------------------------------------------------------------------------------------------------

    def run_first(self, run: StepRun) -> None:
        """The operation before which the thread rests, or its atomic block."""
        seen: set[object] = set()
        for count in range(self.limits.local):
            frame = run.frame
            if frame is None:
                return
            node = frame.code.nodes.get(frame.location) or frame.code.node(frame.location)
            transition = node.only or self.choose(run, frame, node)
            if transition.single is None or self.trace:
                self.take(run, frame, transition)
            else:
                run.edge = transition.edge
                if not transition.single(frame.registers, run):
                    frame.location = transition.target
            if not run.depth:
                return
            if transition.back and self.repeats(run, count, seen, not self.pause):
                raise StepStopped(Discarded(run.pos))
        raise StepStopped(CutOff(f"loop: more than {self.limits.local} operations in one atomic block", run.pos))

    def run_local(self, run: StepRun) -> None:
        """Local operations, up to the next visible one, the end of the thread, or one that would end the execution."""
        seen: set[object] = set()
        for count in range(self.limits.local):
            frame = run.frame
            if frame is None:
                return
            node = frame.code.nodes.get(frame.location) or frame.code.node(frame.location)
            transition = node.only
            if transition is None:
                if node.rests:
                    return
                transition = self.choose(run, frame, node, True)
                if transition is None:
                    return
            elif transition.visible:
                return
            saved = list(frame.registers) if len(transition.operations) > 1 else None
            try:
                self.take(run, frame, transition)
            except StepStopped as stop:
                if isinstance(stop.outcome, Violation | Infeasible):
                    raise
                if saved is not None:
                    frame.registers[:] = saved
                return
            if not transition.back:
                continue
            if self.pause and run.draws and not run.suspended:
                run.paused = run.thread
                return
            if self.repeats(run, count, seen, not (self.pause and run.suspended)):
                run.advance(ControlEventKind.DIVERGED, run.thread)
                if self.trace:
                    run.note(ThreadEvent(run.thread, "diverge"))
                return
        raise StepStopped(CutOff(f"loop: more than {self.limits.local} local operations", run.pos))

    def choose(self, run: StepRun, frame: Activation, node: CodeNode, local: bool = False) -> Any:
        """The transition to take. With `local`: None if one of those that are possible is visible."""
        registers = frame.registers
        run.edge = node.transitions[0].edge
        if node.pair is not None:
            guard, yes, no = node.pair
            transition = yes if guard(registers, run) else no
            return None if local and transition.visible else transition
        holding = [t for t in node.transitions if t.guard is None or t.guard(registers, run)]
        if local and any(t.visible for t in holding):
            return None
        if not holding:
            raise InternalError(f"{run.pos}: no guard holds at location {frame.location} of {frame.code}")
        if len(holding) == 1:
            return holding[0]
        index = run.draw(ValueRequest(INDEX, Origin.INPUT, run.pos, "choice", choices=len(holding), thread=run.thread))
        assert isinstance(index, int)
        return holding[index]

    def take(self, run: StepRun, frame: Activation, transition: Transition) -> None:
        run.edge = transition.edge
        if self.trace:
            run.note(Executed(run.thread, transition.edge, run.stack))
        registers = frame.registers
        if transition.single is not None:
            if not transition.single(registers, run):
                frame.location = transition.target
            return
        for operation in transition.operations:
            if operation(registers, run):
                return
        frame.location = transition.target

    def repeats(self, run: StepRun, count: int, seen: set[object], alone: bool) -> bool:
        """Whether the thread was in this situation before, in this step; if `alone`, without an input since then."""
        if run.frame is None or (count < self.limits.patience and (alone or not run.draws)):
            return False
        frame = run.frame
        top = frame.code.essence(frame)
        draws = run.draws if alone else 0
        situation = (top, tuple(run.below), run.memory.frozen(), tuple(run.shared), run.depth, draws)
        if situation in seen:
            return True
        seen.add(situation)
        return False

    def lazy(self, *fields: Any) -> Lazy:
        """The placeholder with these fields; always the same object."""
        return self.lazies.setdefault(fields, Lazy(*fields))

    # -- places ----------------------------------------------------------------------------------------------------------

    def where(self, state: State, thread: int) -> tuple[Pos, ...]:
        """Where a thread rests, and the calls that led there, innermost first."""
        return tuple(frame.code.place(frame.location) for frame in reversed(state.threads[thread].frames))

    # -- shared variables of lowered programs ----------------------------------------------------------------------------

    def initial_shared(self) -> tuple[Any, ...]:
        values = []
        for variable in self.shared:
            initial = self.program.initial.get(variable)
            value: Any = UNINIT if initial is None else self.statics.constant(initial)
            if isinstance(variable.type, ArrayType):
                float_ = isinstance(variable.type.element, FloatType) and value is not UNINIT
                value = Array(to_bytes(variable.type.element, value) if float_ else value)
            values.append(value)
        return self.freeze_shared(values)

    def freeze_shared(self, values: Sequence[Any]) -> tuple[Any, ...]:
        if not values:
            return ()
        pairs = zip(self.shared, values, strict=True)
        return tuple([to_bytes(v.type, x) if x.__class__ is float else x for v, x in pairs])

    def thaw_shared(self, values: Sequence[Any]) -> list[Any]:
        if not values:
            return []
        pairs = zip(self.shared, values, strict=True)
        return [from_bytes(v.type, x) if x.__class__ is bytes else x for v, x in pairs]


def _shared_variables(op: Any) -> list[Variable]:
    return [variable for variable in op_variables(op) if variable.shared]
