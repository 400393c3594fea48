"""Replays a counterexample on the reference interpreter and keeps a record of everything that happened on the way.

A schedule lists turns: the initial one, then one step after the other, each with the inputs that it draws. What must be seen at
its end depends on the property:

- a deadlock: every thread that has not ended is blocked, and none of them diverges; or some wait for each other for ever
  (`sched.waits`);
- a data race: the last two turns are taken from the same state, by two threads, and conflict; or, one after the other like all
  turns, the last one makes an access that conflicts with an earlier one, and happens-before does not order the two
  (`ir.happens_before`);
- anything else: the last turn violates the property.

If it is not seen, or an earlier turn cannot be taken as the schedule says, the engine is wrong, and that is an internal error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from threadproof.errors import InternalError, Pos
from threadproof.evidence.result import Turn, Unsafe
from threadproof.ir.arith import Value, round_float, wrap
from threadproof.ir.happens_before import RecordedAccesses
from threadproof.ir.interp import Given, Limits, Machine, NeedInput, State, ValueRequest
from threadproof.ir.interp.outcome import (
    Access,
    Blocked,
    Executed,
    FailedCheck,
    Infeasible,
    Log,
    Next,
    StepOutcome,
    Violation,
)
from threadproof.ir.interp.places import user_place
from threadproof.ir.interp.values import Lazy, Stored
from threadproof.ir.program import Program
from threadproof.ir.types import BoolType, FloatType
from threadproof.properties import Shape, parts, shape
from threadproof.records import dataclass, replace
from threadproof.sched import waits
from threadproof.sched.base import scheduler_of

NO_LIMITS = Limits(threads=1 << 20, depth=1 << 20, local=1 << 40)


@dataclass(frozen=True, slots=True)
class Taken:
    """A turn and what was recorded of it."""

    turn: Turn
    log: Log


@dataclass(frozen=True, slots=True)
class WaitingThread:
    """A thread that waits for ever: its place and the calls that led there, innermost first; what it looks at, and for which
    threads it waits, as far as that is known (`sched.waits`)."""

    thread: int
    places: tuple[Pos, ...]
    looks: tuple[Access, ...] = ()
    holders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Racing:
    """One of two accesses that race, and the place in the user's program."""

    access: Access
    pos: Pos


@dataclass(frozen=True, slots=True)
class Replay:
    """A confirmed counterexample. `race` and `waiting` are filled for the properties that they belong to;
    `global_deadlock`: no thread can move, otherwise some wait for each other; `adjacent`: both racing steps are possible
    at the same time."""

    program: Program
    found: Unsafe
    turns: tuple[Taken, ...]
    pos: Pos
    race: tuple[Racing, ...] = ()
    waiting: tuple[WaitingThread, ...] = ()
    global_deadlock: bool = True
    adjacent: bool = True
    check: FailedCheck | None = None  # what the check that failed was about


def recorder(program: Program, property_: str) -> Machine:
    """A machine that keeps a record of what happens."""
    return Machine(program, property_, scheduler_of(program, property_, clock=True), NO_LIMITS, trace=True, pause=True)


def replay(program: Program, found: Unsafe, machine: Machine | None = None) -> Replay:
    """Raises InternalError unless the schedule does what the engine says it does. `machine`: a recorder that is there already."""
    machine = machine or recorder(program, found.property)
    look = shape(found.property)
    last = look.last_turns
    if len(found.schedule) < last + (look is not Shape.STEP):
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
    match look:
        case Shape.STEP:
            turn = found.schedule[cut]
            outcome = take(machine, state, turn)
            shown = violated(outcome, found)
            own = found if shown.property == found.property else replace(found, property=shown.property)
            return Replay(program, own, (*turns, Taken(turn, outcome.log)), shown.pos, check=shown.check)
        case Shape.RACE:
            assert state is not None
            return replay_race(program, found, machine, state, turns)
        case Shape.DEADLOCK:
            waiting = deadlocked(machine, state)
            assert state is not None
            global_deadlock = len(waiting) == len(machine.live(state))
            return Replay(program, found, tuple(turns), found.pos, waiting=waiting, global_deadlock=global_deadlock)
        case _:
            assert_never(look)


def replay_race(program: Program, found: Unsafe, machine: Machine, state: State, turns: list[Taken]) -> Replay:
    """`state` is where the turns lead that come before the last two."""
    last = found.schedule[-2:]
    both = _enabled(machine, state, last[1])
    one = take(machine, state, last[0])
    other = take(machine, state, last[1]) if both else None
    pair = racing(one, other) if other is not None else None
    if pair is not None and other is not None:
        turns = [*turns, Taken(last[0], one.log), Taken(last[1], other.log)]
        logs = (one.log, other.log)
        race = tuple(Racing(a, user_place(place(log, a))) for a, log in zip(pair, logs, strict=True))
        return Replay(program, found, tuple(turns), race[0].pos, race=race)
    if not isinstance(one, Next):
        raise InternalError("the schedule does not lead to a data race")
    turns = [*turns, Taken(last[0], one.log), Taken(last[1], take(machine, one.state, last[1]).log)]
    race = unordered(turns)
    return Replay(program, found, tuple(turns), race[0].pos, race=race, adjacent=False)


def _enabled(machine: Machine, state: State, turn: Turn) -> bool:
    """Whether the turn can be taken there, with exactly its inputs."""
    try:
        outcome = take(machine, state, turn)
    except InternalError:
        return False
    return not isinstance(outcome, Blocked | Infeasible)


def unordered(turns: Sequence[Taken]) -> tuple[Racing, Racing]:
    """The two accesses of a data race whose second one the last turn makes."""
    recorded = RecordedAccesses()
    logs: dict[int, Log] = {}  # of each access
    for taken in turns:
        for entry in taken.log:
            logs[id(entry)] = taken.log
            first = recorded.take(entry)
            if first is not None and isinstance(entry, Access) and taken is turns[-1]:
                return Racing(first, user_place(place(logs[id(first)], first))), Racing(
                    entry, user_place(place(taken.log, entry))
                )
    raise InternalError("the schedule does not lead to a data race")


def take(machine: Machine, state: State | None, turn: Turn) -> StepOutcome:
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


def violated(outcome: StepOutcome, found: Unsafe) -> Violation:
    """Of several properties together, it is a violation of one."""
    if not isinstance(outcome, Violation) or outcome.property not in parts(found.property):
        raise InternalError(f"the schedule does not violate {found.property} but leads to {_name(outcome)}")
    return outcome


def deadlocked(machine: Machine, state: State | None) -> tuple[WaitingThread, ...]:
    """The threads that wait for ever: all, or some for each other."""
    assert state is not None
    live = machine.live(state)
    if not live:
        raise InternalError("the schedule does not lead to a deadlock: all threads have ended")
    movable = waits.movable(machine, state)
    waiting = tuple(sorted(waits.deadlocked_threads(machine, state))) if movable else live
    if not waiting:
        raise InternalError(f"the schedule does not lead to a deadlock: thread {movable[0]} can move")
    return tuple(_waiting(machine, state, thread, frozenset(waiting)) for thread in waiting)


def _waiting(machine: Machine, state: State, thread: int, others: frozenset[int]) -> WaitingThread:
    looks: list[Access] = []
    holders: set[int] = set()
    for outcome in waits.attempts(machine, state, thread) if thread in machine.enabled(state) else ():
        looks += [entry for entry in outcome.log if isinstance(entry, Access)]
        holders.update(outcome.holders if isinstance(outcome, Blocked) else ())
    known = tuple(h for h in sorted(holders) if h in others or machine.scheduler.ended(state.control, h))
    return WaitingThread(thread, machine.where(state, thread), tuple(looks), known)


class Fitting(Given):
    """Answers from a list, and only with values of the type that is asked for: a schedule may come from a file."""

    def draw(self, request: ValueRequest) -> Stored:
        value = super().draw(request)
        if isinstance(value, Lazy) or not fits(request, value):
            raise InternalError(f"the schedule gives {value!r} as an input of type {request.type} at {request.pos}")
        return value


def fits(request: ValueRequest, value: Value) -> bool:
    if request.choices:
        return isinstance(value, int) and 0 <= value < request.choices
    if isinstance(request.type, FloatType):
        return value != value or round_float(request.type, float(value)) == value
    if isinstance(request.type, BoolType):
        return isinstance(value, bool)
    return isinstance(value, int) and wrap(request.type, value) == value


def racing(one: StepOutcome, other: StepOutcome) -> tuple[Access, Access] | None:
    """Accesses of two steps from the same state that conflict."""
    if isinstance(one, Blocked | Infeasible) or isinstance(other, Blocked | Infeasible):
        return None
    for a in one.log:
        for b in other.log:
            if isinstance(a, Access) and isinstance(b, Access) and a.thread != b.thread and a.conflicts(b):
                return a, b
    return None


def place(log: Log, access: Access) -> tuple[Pos, ...]:
    """Where an access of a log is made, and the calls that led there, innermost first."""
    at = next(index for index, entry in enumerate(log) if entry is access)
    made = (e for e in reversed(log[:at]) if isinstance(e, Executed) and e.thread == access.thread)
    return next((e.stack for e in made), (access.edge.pos,))


def _name(outcome: StepOutcome) -> str:
    text = getattr(outcome, "message", "") or getattr(outcome, "reason", "")
    return type(outcome).__name__.lower() + (f" ({text})" if text else "")
