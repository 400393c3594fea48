"""Plain enumeration: every schedule and every input, one concrete state after the other, until no new state appears.

The states are those of `ir.interp`, compared as values; breadth first finds shortest schedules, depth first uses the same
memory and finds long ones sooner. Nothing is reduced, so this is the oracle of all other engines. `Safe` is answered only if no
execution was cut off, met undefined behaviour, or needed an input with more values than are enumerated; where that happens the
search goes on, because a violation elsewhere still counts.

Inputs are drawn lazily: a step that asks for one is run again for each of its values. While searching, an input may stay a
placeholder for several steps; `Unrolled` rewrites the schedule that was found so that every input is drawn where the program
asks for it, which is the form that schedules have everywhere else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from threadproof.engines.base import Budget, Result, Safe, Schedule, Task, Turn, Unknown, Unsafe
from threadproof.errors import InternalError, Pos
from threadproof.ir.arith import Value, from_bytes
from threadproof.ir.interp import Lazy, Limits, Machine, NeedInput, Request, State
from threadproof.ir.interp.outcome import (
    Access,
    Blocked,
    CutOff,
    Discarded,
    Halted,
    Infeasible,
    Next,
    Outcome,
    Undefined,
    Violation,
)
from threadproof.ir.interp.places import user_place
from threadproof.ir.interp.values import Stored, small_domain
from threadproof.ir.layout import leaves
from threadproof.ir.program import MemoryObject, Program
from threadproof.ir.types import BoolType, Type, byte_size
from threadproof.passes.inputs import Inputs
from threadproof.properties import DEADLOCK, KINDS, RACE, UNREACH
from threadproof.sched.base import scheduler_of

Step = tuple[int, tuple[Value, ...]]
"""A thread and the values that were decided in its step."""


class ExplicitEngine:
    """Options: `search` (bfs, dfs), `threads` (how many there may be, main included), `unwind` (how deep calls nest)."""

    name = "explicit"

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        threads, depth = (int(str(task.options.get(name, 0))) for name in ("threads", "unwind"))
        limits = Limits(threads=threads or Limits().threads, depth=depth or Limits().depth)
        search = Search(program, task.property, budget, counters, limits, task.options.get("search", "bfs") == "bfs")
        return search.run()


class Incomplete(Exception):
    """Not every execution was followed to its end."""


Final = Value | tuple[Value, ...]


def outcomes(
    program: Program, names: Sequence[str], budget: Budget | None = None, limits: Limits | None = None
) -> set[tuple[Final, ...]]:
    """The values that named globals can have when the program ends, over all schedules and inputs.

    Of an aggregate: those of its scalars, in order. Executions that fail a check of `unreach-call` have no end. Raises
    `Incomplete` where the enumeration is.
    """
    search = Search(program, "none", budget or Budget(), {}, limits or Limits(), True)
    places = {item.name: (number, item) for number, item in enumerate(search.machine.statics.variable)}
    found: set[tuple[Final, ...]] = set()
    search.at_end = lambda state: found.add(tuple(_final(state.cells[places[name][0]], places[name][1]) for name in names))
    result = search.run()
    if isinstance(result, Unknown):
        raise Incomplete(result.reason)
    return found


def _final(data: bytes, item: MemoryObject) -> Final:
    parts = [(offset, type_) for offset, type_ in leaves(item.layout)] if item.layout is not None else []
    values = tuple(from_bytes(type_, data[offset : offset + byte_size(type_)]) for offset, type_ in parts)
    return values[0] if isinstance(item.layout, Type) else values


class Domains:
    """Which values of an input are tried, and which inputs stay undecided until they are looked at."""

    def __init__(self, program: Program) -> None:
        self.inputs = Inputs(program)

    def of(self, request: Request) -> Sequence[Value] | None:
        """The values to try; None if there are too many."""
        few = None if request.variable is None else self.inputs.representatives(request.variable)
        return small_domain(request) if few is None else few

    def defers(self, request: Request) -> bool:
        """To decide between two values at once is cheaper than to carry a placeholder along."""
        values = self.of(request)
        return values is None or len(values) > 2


class Forking:
    """Inputs of one attempt.

    The given values come first; where they end, the attempt goes on with the first possible value and leaves the others to
    attempts that are still pending.
    """

    __slots__ = ("domains", "pending", "taken", "values")

    def __init__(self, values: tuple[Value, ...], pending: list[tuple[Value, ...]], domains: Domains) -> None:
        self.values = values
        self.taken = 0
        self.pending = pending
        self.domains = domains

    def draw(self, request: Request) -> Stored:
        if request.defer is not None and self.domains.defers(request):
            return request.defer()
        if self.taken == len(self.values):
            possible = self.domains.of(request)
            if possible is None:
                raise NeedInput(request)
            self.pending.extend((*self.values, value) for value in reversed(possible[1:]))
            self.values = (*self.values, possible[0])
        self.taken += 1
        return self.values[self.taken - 1]


@dataclass(slots=True)
class Found:
    """What the steps of one state have shown: whether one is enabled, and the accesses of each thread."""

    enabled: bool = False
    accesses: dict[int, list[tuple[Step, list[Access]]]] = field(default_factory=dict)


class Search:
    """One enumeration. `at_end` is called with every state in which the program has ended."""

    def __init__(
        self, program: Program, property: str, budget: Budget, counters: dict[str, float], limits: Limits, breadth: bool
    ) -> None:
        self.machine = Machine(program, property, scheduler_of(program), limits, logs=property == RACE)
        self.property = property
        self.budget = budget
        self.counters = counters
        self.breadth = breadth
        self.domains = Domains(program)
        self.at_end: Callable[[State], object] | None = None
        self.troubles: list[str] = []  # why the answer cannot be TRUE
        self.number: dict[State, int] = {}
        self.parents: list[int] = []
        self.steps: list[Step] = []
        self.depths: list[int] = []
        self.frontier: deque[tuple[int, State]] = deque()

    def run(self) -> Result:
        try:
            return self.explore()
        finally:
            self.counters.update(states=len(self.number), depth=max(self.depths, default=0))

    def explore(self) -> Result:
        self.counters.update(states=0, steps=0, depth=0)
        for step, outcome in self.attempts(None, 0):
            unsafe = self.enter(outcome, step, -1)
            if unsafe is not None:
                return unsafe
        while self.frontier:
            unsafe = self.expand(*(self.frontier.popleft() if self.breadth else self.frontier.pop()))
            if unsafe is not None:
                return unsafe
        return Unknown(self.troubles[0]) if self.troubles else Safe()

    # -- one state -------------------------------------------------------------------------------------------------------

    def expand(self, here: int, state: State) -> Unsafe | None:
        self.counters["states"] = len(self.number)
        self.budget.check(self.counters)
        found = Found()
        for thread in self.machine.enabled(state):
            for step, outcome in self.attempts(state, thread):
                if isinstance(outcome, Blocked | Infeasible):
                    continue
                found.enabled = True
                if outcome.log:
                    found.accesses.setdefault(thread, []).append((step, [e for e in outcome.log if isinstance(e, Access)]))
                unsafe = self.enter(outcome, step, here)
                if unsafe is not None:
                    return unsafe
            found.enabled |= self.skipped
        if self.property == RACE:
            return self.race(state, here, found)
        if self.property == DEADLOCK and not found.enabled:
            return self.deadlock(state, here)
        return None

    def attempts(self, state: State | None, thread: int) -> Iterator[tuple[Step, Outcome]]:
        """Every outcome of a step (without a state: of the initial one), one for each way of choosing its inputs."""
        self.skipped = False
        pending: list[tuple[Value, ...]] = [()]
        while pending:
            inputs = Forking(pending.pop(), pending, self.domains)
            try:
                outcome = self.machine.start(inputs) if state is None else self.machine.step(state, thread, inputs)
            except NeedInput as need:
                self.skipped = True
                self.trouble(f"inputs: {need.request.name or 'a value'} of type {need.request.type}", need.request.pos)
                continue
            self.counters["steps"] += 1
            yield (thread, inputs.values), outcome

    def enter(self, outcome: Outcome, step: Step, parent: int) -> Unsafe | None:
        match outcome:
            case Next(state=state):
                number = len(self.parents)
                if self.number.setdefault(state, number) == number:
                    self.add(number, state, step, parent)
            case Halted(state=state):
                if self.at_end is not None:
                    self.at_end(state)
            case Violation(property=property, message=message, pos=pos):
                return Unsafe(property, message, self.schedule(parent, [step]), pos)
            case Undefined(kind=kind, message=message, pos=pos):
                if self.at_end is None or KINDS[kind] != UNREACH:
                    self.trouble(f"undefined behaviour: {message}", pos)
            case CutOff(reason=reason, pos=pos):
                self.trouble(reason, pos)
            case Discarded() | Blocked() | Infeasible():
                pass
        return None

    def add(self, number: int, state: State, step: Step, parent: int) -> None:
        self.parents.append(parent)
        self.steps.append(step)
        self.depths.append(self.depths[parent] + 1 if parent >= 0 else 0)
        if self.at_end is not None and not self.machine.live(state):
            self.at_end(state)
        self.frontier.append((number, state))

    def trouble(self, reason: str, pos: Pos) -> None:
        text = f"{reason} at {pos.file}:{pos.line}" if pos.line else reason
        if text not in self.troubles:
            self.troubles.append(text)

    # -- properties of states --------------------------------------------------------------------------------------------

    def deadlock(self, state: State, here: int) -> Unsafe | None:
        live = self.machine.live(state)
        if not live or self.machine.scheduler.diverges(state.control):
            return None
        places = {thread: user_place(self.machine.where(state, thread)) for thread in live}
        waiting = ", ".join(f"thread {thread} at line {pos.line}" for thread, pos in places.items())
        return Unsafe(DEADLOCK, f"every thread waits for ever: {waiting}", self.schedule(here, []), places[live[0]])

    def race(self, state: State, here: int, found: Found) -> Unsafe | None:
        threads = sorted(found.accesses)
        for n, one in enumerate(threads):
            for other in threads[n + 1 :]:
                for step, accesses in found.accesses[one]:
                    for other_step, others in found.accesses[other]:
                        pair = racing(accesses, others)
                        if pair is not None and self.agree(state, step, other_step):
                            places = [user_place(self.machine.where(state, thread)) for thread in (one, other)]
                            return Unsafe(RACE, describe(pair, places), self.schedule(here, [step, other_step]), places[0])
        return None

    def agree(self, state: State, one: Step, other: Step) -> bool:
        """Whether two steps from the same state assume the same values of undecided inputs."""
        first, second = (Unrolled(self.machine, self.domains).decisions(state, step) for step in (one, other))
        return all(second.get(lazy, value) == value for lazy, value in first.items())

    # -- schedules -------------------------------------------------------------------------------------------------------

    def schedule(self, here: int, last: list[Step]) -> Schedule:
        """The steps that led to a state, and those taken from it: one, or both of two that race."""
        path: list[Step] = []
        while here >= 0:
            path.append(self.steps[here])
            here = self.parents[here]
        return Unrolled(self.machine, self.domains).schedule(path[::-1], last)


def racing(accesses: Sequence[Access], others: Sequence[Access]) -> tuple[Access, Access] | None:
    """Two accesses that are a data race, if there are."""
    for one in accesses:
        for other in others:
            if one.conflicts(other):
                return one, other
    return None


def describe(pair: Sequence[Access], places: Sequence[Pos]) -> str:
    parts = zip(pair, places, strict=True)
    return " while ".join(f"thread {access.thread} {access.verb} {access.name} at line {pos.line}" for access, pos in parts)


class Unrolled:
    """Rewrites steps so that every input is drawn where the program asks for it.

    Placeholders become the values that they got later, or zero if nobody ever looked.
    """

    def __init__(self, machine: Machine, domains: Domains) -> None:
        self.machine = machine
        self.domains = domains
        self.drawn: list[list[Value]] = []  # by turn
        self.asked: dict[Lazy, tuple[int, int]] = {}  # placeholder -> its place in `drawn`
        self.decided: dict[Lazy, Value] = {}

    def schedule(self, path: Sequence[Step], last: Sequence[Step]) -> Schedule:
        state: State | None = None
        for step in path:
            outcome = self.replay(state, step)
            if not isinstance(outcome, Next):
                raise InternalError(f"a step that was taken leads to {outcome} when repeated")
            state = outcome.state
        kept = dict(self.asked)
        for step in last:
            self.asked = dict(kept)
            self.replay(state, step)
        threads = [thread for thread, _ in (*path, *last)]
        return tuple(Turn(thread, tuple(values)) for thread, values in zip(threads, self.drawn, strict=True))

    def decisions(self, state: State, step: Step) -> dict[Lazy, Value]:
        """What a step decides about placeholders."""
        self.decided = {}
        self.replay(state, step)
        return self.decided

    def replay(self, state: State | None, step: Step) -> Outcome:
        self.values = iter(step[1])
        self.drawn.append([])
        return self.machine.start(self) if state is None else self.machine.step(state, step[0], self)

    def draw(self, request: Request) -> Stored:
        if request.defer is not None and self.domains.defers(request):
            lazy = request.defer()
            self.asked[lazy] = (len(self.drawn) - 1, len(self.drawn[-1]))
            self.drawn[-1].append(False if isinstance(request.type, BoolType) else 0)
            return lazy
        value = next(self.values)
        if request.forced is not None:
            self.decided[request.forced] = value
            if request.forced in self.asked:
                turn, place = self.asked[request.forced]
                self.drawn[turn][place] = value
        else:
            self.drawn[-1].append(value)
        return value
