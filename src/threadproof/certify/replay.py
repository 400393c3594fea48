"""Replays a counterexample on the reference interpreter and keeps a record of everything that happened on the way.

A schedule lists turns: the initial one, then one step after the other, each with the inputs that it draws. What must be seen at
its end depends on the property:

- a deadlock: every thread that has not ended is blocked, and none of them diverges;
- a data race: the last two turns are taken from the same state, by two threads, and conflict;
- anything else: the last turn violates the property.

If it is not seen, or an earlier turn cannot be taken as the schedule says, the engine is wrong, and that is an internal error.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.engines.base import Turn, Unsafe
from threadproof.errors import InternalError, Pos
from threadproof.ir.arith import Value, round_float, wrap
from threadproof.ir.interp import Given, Limits, Machine, NeedInput, Request, State
from threadproof.ir.interp.outcome import Access, Blocked, Infeasible, Log, Next, Outcome, Violation
from threadproof.ir.interp.places import user_place
from threadproof.ir.interp.values import Lazy, Stored, small_domain
from threadproof.ir.program import Program
from threadproof.ir.types import BoolType, FloatType
from threadproof.properties import DEADLOCK, RACE
from threadproof.records import dataclass
from threadproof.sched.base import scheduler_of

NO_LIMITS = Limits(threads=1 << 20, depth=1 << 20, local=1 << 40)


@dataclass(frozen=True, slots=True)
class Taken:
    """A turn and what was recorded of it."""

    turn: Turn
    log: Log


@dataclass(frozen=True, slots=True)
class Waiting:
    """A thread that waits for ever: its place and the calls that led there, innermost first."""

    thread: int
    places: tuple[Pos, ...]


@dataclass(frozen=True, slots=True)
class Racing:
    """One of two accesses that race, and the place in the user's program."""

    access: Access
    pos: Pos


@dataclass(frozen=True, slots=True)
class Replay:
    """A confirmed counterexample. `race` and `waiting` are filled for the properties that they belong to."""

    program: Program
    found: Unsafe
    turns: tuple[Taken, ...]
    pos: Pos
    race: tuple[Racing, ...] = ()
    waiting: tuple[Waiting, ...] = ()


def recorder(program: Program, property_: str) -> Machine:
    """A machine that keeps a record of what happens."""
    return Machine(program, property_, scheduler_of(program, property_, clock=True), NO_LIMITS, trace=True, pause=True)


def replay(program: Program, found: Unsafe, machine: Machine | None = None) -> Replay:
    """Raises InternalError unless the schedule does what the engine says it does. `machine`: a recorder that is there already."""
    machine = machine or recorder(program, found.property)
    last = {DEADLOCK: 0, RACE: 2}.get(found.property, 1)
    if len(found.schedule) < last + (last != 1):
        raise InternalError("the schedule is too short")
    cut = len(found.schedule) - last
    state: State | None = None
    turns: list[Taken] = []
    for turn in found.schedule[:cut]:
        outcome = take(machine, state, turn)
        if not isinstance(outcome, Next):
            raise InternalError(f"turn {len(turns)} of the schedule, of thread {turn.thread}, leads to {_name(outcome)}")
        turns.append(Taken(turn, outcome.log))
        state = outcome.state
    ends = [(turn, take(machine, state, turn)) for turn in found.schedule[cut:]]
    turns += [Taken(turn, outcome.log) for turn, outcome in ends]
    if found.property == DEADLOCK:
        waiting = deadlocked(machine, state)
        return Replay(program, found, tuple(turns), found.pos, waiting=waiting)
    if found.property == RACE:
        assert state is not None
        pair = [Racing(a, user_place(machine.where(state, a.thread))) for a in racing(ends[0][1], ends[1][1])]
        return Replay(program, found, tuple(turns), pair[0].pos, race=tuple(pair))
    return Replay(program, found, tuple(turns), violated(ends[-1][1], found))


def take(machine: Machine, state: State | None, turn: Turn) -> Outcome:
    """A turn. One that lacks inputs inside a local loop stays in that loop for ever."""
    inputs = Fitting(turn.inputs)
    if turn.thread not in (machine.enabled(state) if state is not None else (0,)):
        raise InternalError(f"the schedule moves thread {turn.thread}, which cannot move")
    try:
        outcome = machine.start(inputs) if state is None else machine.step(state, turn.thread, inputs)
    except NeedInput as need:
        raise InternalError(f"the schedule lacks an input for {need.request.name!r} at {need.request.pos}") from None
    while isinstance(outcome, Next) and outcome.state.paused >= 0:
        inside, log = outcome.state, outcome.log
        try:
            outcome = machine.step(inside, turn.thread, inputs)
        except NeedInput:
            outcome = Next(machine.diverged(inside))
        outcome.log = log + outcome.log
    if inputs.taken != len(turn.inputs):
        raise InternalError(f"thread {turn.thread} draws {inputs.taken} inputs, but the schedule has {len(turn.inputs)}")
    return outcome


def violated(outcome: Outcome, found: Unsafe) -> Pos:
    if not isinstance(outcome, Violation) or outcome.property != found.property:
        raise InternalError(f"the schedule does not violate {found.property} but leads to {_name(outcome)}")
    return outcome.pos


def deadlocked(machine: Machine, state: State | None) -> tuple[Waiting, ...]:
    assert state is not None
    live = machine.live(state)
    if not live or machine.scheduler.diverges(state.control):
        raise InternalError("the schedule does not lead to a deadlock: threads have ended or diverge")
    for thread in machine.enabled(state):
        if not all(isinstance(outcome, Blocked | Infeasible) for outcome in attempts(machine, state, thread)):
            raise InternalError(f"the schedule does not lead to a deadlock: thread {thread} can move")
    return tuple(Waiting(thread, machine.where(state, thread)) for thread in live)


def attempts(machine: Machine, state: State, thread: int) -> Iterator[Outcome]:
    """Every outcome of a step. Inputs stay undecided where they may, otherwise all their values are tried."""
    pending: list[tuple[Stored, ...]] = [()]
    while pending:
        given = pending.pop()
        try:
            yield machine.step(state, thread, Undecided(given))
        except NeedInput as need:
            values = small_domain(need.request)
            if values is None:
                raise InternalError(f"whether thread {thread} can move depends on an input at {need.request.pos}") from None
            pending += [(*given, value) for value in values]


class Fitting(Given):
    """Answers from a list, and only with values of the type that is asked for: a schedule may come from a file."""

    def draw(self, request: Request) -> Stored:
        value = super().draw(request)
        if isinstance(value, Lazy) or not fits(request, value):
            raise InternalError(f"the schedule gives {value!r} as an input of type {request.type} at {request.pos}")
        return value


def fits(request: Request, value: Value) -> bool:
    if request.choices:
        return isinstance(value, int) and 0 <= value < request.choices
    if isinstance(request.type, FloatType):
        return value != value or round_float(request.type, float(value)) == value
    if isinstance(request.type, BoolType):
        return isinstance(value, bool)
    return isinstance(value, int) and wrap(request.type, value) == value


class Undecided(Given):
    """Answers from a list what must be decided, and nothing else."""

    def draw(self, request: Request) -> Stored:
        return super().draw(request) if request.defer is None else request.defer()


def racing(one: Outcome, other: Outcome) -> tuple[Access, Access]:
    if isinstance(one, Blocked | Infeasible) or isinstance(other, Blocked | Infeasible):
        raise InternalError("the schedule does not lead to a data race: one of the steps is not enabled")
    for a in one.log:
        for b in other.log:
            if isinstance(a, Access) and isinstance(b, Access) and a.thread != b.thread and a.conflicts(b):
                return a, b
    raise InternalError("the schedule does not lead to a data race")


def _name(outcome: Outcome) -> str:
    text = getattr(outcome, "message", "") or getattr(outcome, "reason", "")
    return type(outcome).__name__.lower() + (f" ({text})" if text else "")
