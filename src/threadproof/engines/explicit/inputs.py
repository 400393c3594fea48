"""How inputs are chosen while enumerating, and how schedules look afterwards.

A step that needs an input goes on with the first possible value; the others become later attempts at the same step. An input
may also stay a placeholder for several steps, until something depends on it. `Unrolled` rewrites a schedule that was found so
that every input is drawn where the program asks for it, which is the form that schedules have everywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.analyses.input_values import Domains
from threadproof.errors import LostViolation
from threadproof.evidence.result import Schedule, Turn
from threadproof.ir.arith import Value
from threadproof.ir.interp import Lazy, Machine, NeedInput, State, ValueRequest
from threadproof.ir.interp.outcome import Next, StepOutcome
from threadproof.ir.interp.values import UNINIT, UNSET, Stored
from threadproof.ir.types import BoolType

Step = tuple[int, tuple[Value, ...]]
"""A thread and the values that were decided in its step."""


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

    def draw(self, request: ValueRequest) -> Stored:
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


class Unrolled:
    """Rewrites steps so that every input is drawn where the program asks for it.

    Placeholders become the values that they got later, or zero if nothing ever depended on it.
    """

    def __init__(self, machine: Machine, domains: Domains) -> None:
        self.machine = machine
        self.domains = domains
        self.drawn: list[list[Value]] = []  # by turn
        self.asked: dict[object, tuple[int, int]] = {}  # placeholder or register -> its place in `drawn`
        self.decided: dict[Lazy, Value] = {}
        self.names = {0: 0}  # of threads, by number, where numbers are given again
        self.count = 1

    def schedule(self, path: Sequence[Step], last: Sequence[Step]) -> Schedule:
        state: State | None = None
        goes_on: list[bool] = []  # whether a step goes on with the turn before
        named: list[int] = []
        self.machine.created.clear()
        for step in path:
            named.append(self.name(step[0]))
            state = self.left(state, step)
            goes_on.append(state is not None and state.paused >= 0)
            outcome = self.replay(state, step)
            if not isinstance(outcome, Next):
                raise LostViolation(f"a step that was taken leads to {outcome} when repeated")
            state = outcome.state
        kept = dict(self.asked)
        for step in last:
            named.append(self.name(step[0]))
            state = self.left(state, step)
            goes_on.append(state is not None and state.paused >= 0)
            self.asked = dict(kept)
            self.replay(state, step)
        turns: list[Turn] = []
        for thread, values, same in zip(named, self.drawn, goes_on, strict=True):
            before = turns.pop().inputs if same else ()
            turns.append(Turn(thread, (*before, *values)))
        return tuple(turns)

    def name(self, thread: int) -> int:
        """Of a thread that is to take a step: the order in which it was created."""
        for number in self.machine.created:
            self.names[number] = self.count
            self.count += 1
        self.machine.created.clear()
        return self.names[thread] if self.machine.limits.reuse else thread

    def left(self, state: State | None, step: Step) -> State | None:
        """Where another thread moves although a step is not complete, the thread of that step stays in its loop for
        ever."""
        return self.machine.diverged(state) if state is not None and state.paused not in (-1, step[0]) else state

    def decisions(self, state: State, step: Step) -> dict[Lazy, Value]:
        """What a step decides about placeholders."""
        self.decided = {}
        self.replay(state, step)
        return self.decided

    def replay(self, state: State | None, step: Step) -> StepOutcome:
        self.values = iter(step[1])
        self.drawn.append([])
        return self.machine.start(self) if state is None else self.machine.step(state, step[0], self)

    def draw(self, request: ValueRequest) -> Stored:
        register = (request.thread, request.depth, request.variable)
        if request.defer is not None and self.domains.defers(request):
            lazy = request.defer()
            if request.forced is UNSET:  # the copy of a register that was asked for before
                self.asked[lazy] = self.asked[register]
                return lazy
            self.asked[register if lazy is UNSET else lazy] = (len(self.drawn) - 1, len(self.drawn[-1]))
            self.drawn[-1].append(False if isinstance(request.type, BoolType) else 0)
            return lazy
        value = next(self.values)
        if request.forced is None or request.forced is UNINIT:
            self.drawn[-1].append(value)
            return value
        if request.forced is not UNSET:
            self.decided[request.forced] = value
        known = self.asked.get(register if request.forced is UNSET else request.forced)
        if known is not None:
            self.drawn[known[0]][known[1]] = value
        return value
