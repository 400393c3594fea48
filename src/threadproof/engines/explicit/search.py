"""Explicit-state model checking: the reachable states, for every schedule and every input, until no new state appears.

The states are those of `ir.interp`, compared as values; breadth first finds shortest schedules, depth first uses the same
memory and finds long ones sooner. Nothing is reduced, so this is the oracle of all other engines. `Safe` is answered only if no
execution was cut off, met undefined behaviour, or needed an input with more values than are enumerated; where that happens the
search goes on, because a violation elsewhere still counts.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import ClassVar, assert_never

from threadproof.analyses.input_values import Domains
from threadproof.budget import Budget
from threadproof.counterexample.claims import FREED
from threadproof.counters import Counters
from threadproof.engines.explicit.inputs import Forking, Step, Unrolled
from threadproof.engines.explicit.store import CachedStep, Key, StateNumbers
from threadproof.errors import Pos
from threadproof.evidence import violation_names as wording
from threadproof.evidence.result import Result, Safe, Schedule, Unknown, Unsafe
from threadproof.evidence.state_set import StateSet
from threadproof.ir.arith import Value
from threadproof.ir.interp import Limits, Machine, NeedInput, State, ValueRequest
from threadproof.ir.interp.outcome import (
    Access,
    Blocked,
    CutOff,
    Halted,
    Infeasible,
    Next,
    StepOutcome,
    Undefined,
    Violation,
)
from threadproof.ir.interp.places import user_place
from threadproof.ir.program import Program
from threadproof.properties import UNREACH, Shape, checks, shape
from threadproof.records import dataclass, field
from threadproof.sched import waits
from threadproof.sched.base import scheduler_of

MANY = 100_000  # states, which are too many to look for cycles among them once more after the search


@dataclass(slots=True)
class StateFindings:
    """What the steps of one state have shown: whether one is enabled, the accesses of each thread, and for whom it waits."""

    enabled: bool = False
    accesses: dict[int, list[tuple[Step, list[Access]]]] = field(default_factory=dict)
    waits: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)


class Crowded(Exception):
    """There are more threads than allowed; fewer if numbers are given again."""


class Enumeration:
    """One enumeration. `at_end` is called with the values of the globals in every state in which the program has ended; with
    `recycles` the search ends where there are too many threads (`Crowded`)."""

    frozen: ClassVar[bool] = False  # whether the collector leaves out what was there after an earlier search

    def __init__(
        self,
        program: Program,
        property: str,
        budget: Budget,
        counters: Counters,
        limits: Limits,
        breadth: bool,
        domains: Domains | None = None,
    ) -> None:
        self.property, self.shape = property, shape(property)
        logs = self.shape is Shape.RACE
        self.machine = Machine(program, property, scheduler_of(program, property), limits, logs=logs, pause=True)
        self.budget = budget
        self.counters = counters
        self.breadth = breadth
        self.domains = domains or Domains(program)
        self.most = inf  # states
        self.store = StateNumbers(self.machine)
        self.at_end: Callable[[tuple[bytes, ...]], object] | None = None
        self.recycles = False
        self.troubles: list[str] = []  # why the answer cannot be TRUE
        self.skipped = False  # whether the last step needed an input that is not enumerated
        self.unfollowed = False  # whether any did
        self.number: dict[Key, int] = {}
        self.parents: list[int] = []
        self.steps: list[Step] = []
        self.depths: list[int] = []
        self.frontier: deque[tuple[int, Key]] = deque()

    def run(self) -> Result:
        collecting = gc.isenabled()
        if Enumeration.frozen:
            gc.unfreeze()
            Enumeration.frozen = False
        gc.disable()  # states contain no cycles, and looking for some in millions of them takes a third of the time
        try:
            return self.explore()
        finally:
            self.counters.update({"states": len(self.number), "depth": max(self.depths, default=0)})
            if collecting and len(self.number) > MANY:
                gc.freeze()  # nor is there one to look for afterwards
                Enumeration.frozen = True
            if collecting:
                gc.enable()

    def explore(self) -> Result:
        self.counters.update({"states": 0, "steps": 0, "depth": 0})
        for step, outcome in self.execute(None, 0):
            if isinstance(outcome, Next):
                self.visit(self.store.pack(outcome.state), step, -1)
            else:
                unsafe = self.ends(outcome, step, -1)
                if unsafe is not None:
                    return unsafe
        while self.frontier and len(self.number) < self.most:
            unsafe = self.expand(*(self.frontier.popleft() if self.breadth else self.frontier.pop()))
            if unsafe is not None:
                return unsafe
        if self.troubles or self.frontier:
            return Unknown(self.troubles[0] if self.troubles else f"more than {self.most} states")
        return Safe(self.closed())

    def closed(self) -> StateSet:
        """All states, as a proof."""
        limits, store = self.machine.limits, self.store
        count, number = store.summary(self.number)
        return StateSet(self.machine.program, limits.threads, limits.depth, count, number, limits.reuse)

    # -- one state -------------------------------------------------------------------------------------------------------

    def expand(self, here: int, key: Key) -> Unsafe | None:
        self.counters["states"] = len(self.number)
        self.budget.check(self.counters)
        found = StateFindings()
        for thread in self.store.enabled[key[0]]:
            self.skipped = False
            before, after = key[1 : thread + 1], key[thread + 2 :]
            moves = self.moves(key, thread)
            for step, outcome, log, target, memory, part in moves:
                if isinstance(outcome, Blocked | Infeasible):
                    continue
                found.enabled = True
                if log:
                    found.accesses.setdefault(thread, []).append((step, [entry for entry in log if isinstance(entry, Access)]))
                if outcome is None:
                    self.visit(target or (memory, *before, part, *after), step, here)
                else:
                    unsafe = self.ends(outcome, step, here)
                    if unsafe is not None:
                        return unsafe
            found.enabled |= self.skipped
            if self.shape is Shape.DEADLOCK and not self.skipped:
                self.wait(found, thread, moves)
        match self.shape:
            case Shape.STEP:
                return None
            case Shape.RACE:
                return self.race(self.store.unpack(key), here, found)
            case Shape.DEADLOCK:
                return self.deadlock(key, here, found) if found.waits or not found.enabled else None
            case _:
                assert_never(self.shape)

    def wait(self, found: StateFindings, thread: int, moves: list[CachedStep]) -> None:
        """Note for whom a thread waits, if it does."""
        if any(move.outcome is None for move in moves):
            return
        holders = waits.blocked([move.outcome for move in moves if move.outcome is not None])
        if holders and all(holders):
            found.waits[thread] = holders

    def moves(self, key: Key, thread: int) -> list[CachedStep]:
        """Every outcome of a step, one for each way of choosing its inputs."""
        known = self.store.moves.get((key[0], key[thread + 1], thread))
        if known is None:
            found = list(self.execute(self.store.unpack(key), thread))
            return self.store.keep(key, thread, found, not self.skipped)
        self.counters["steps"] += len(known)
        return known

    def execute(self, state: State | None, thread: int) -> Iterator[tuple[Step, StepOutcome]]:
        """The same, executed; without a state: the initial step."""
        pending: list[tuple[Value, ...]] = [()]
        while pending:
            inputs = Forking(pending.pop(), pending, self.domains)
            try:
                outcome = self.machine.start(inputs) if state is None else self.machine.step(state, thread, inputs)
            except NeedInput as need:
                self.skip(need.request)
                continue
            if self.domains.sampled is not None:
                self.skip(self.domains.sampled)
                self.domains.sampled = None
            self.counters["steps"] += 1
            self.budget.check(self.counters)
            yield (thread, inputs.values), outcome

    def skip(self, request: ValueRequest) -> None:
        """An input has values that are not tried."""
        self.skipped = self.unfollowed = True
        self.trouble(f"inputs: {request.name or 'a value'} of type {request.type}", request.pos)

    def visit(self, key: Key, step: Step, parent: int) -> None:
        """A state was reached."""
        number = len(self.parents)
        if self.number.setdefault(key, number) != number:
            if self.store.is_paused(key):
                self.stay(key, step, parent)
            return
        self.parents.append(parent)
        self.steps.append(step)
        self.depths.append(self.depths[parent] + 1 if parent >= 0 else 0)
        self.frontier.append((number, key))
        if self.at_end is not None:
            state = self.store.unpack(key)
            if not self.machine.live(state):
                self.at_end(state.cells)

    def stay(self, key: Key, step: Step, parent: int) -> None:
        """A thread may have come back to where it was, in a local loop over inputs: it may also stay there, and others go on.

        Every way to stay for ever closes a cycle of such states, and the edge that closes it leads to a known one.
        """
        self.visit(self.store.pack(self.machine.diverged(self.store.unpack(key))), step, parent)

    def ends(self, outcome: StepOutcome, step: Step, parent: int) -> Unsafe | None:
        """A step ended the execution."""
        match outcome:
            case Halted(state=state):
                if self.at_end is not None:
                    self.at_end(state.cells)
            case Violation(property=property, message=message, pos=pos):
                return Unsafe(property, message, self.schedule(parent, [step]), pos)
            case Undefined(kind=kind, message=message, pos=pos):
                if kind not in self.machine.program.stops and (self.at_end is None or not checks(UNREACH, kind)):
                    self.trouble(f"undefined behaviour: {message}", pos)
            case CutOff(reason=reason, pos=pos):
                if self.recycles and reason.startswith("threads"):
                    raise Crowded
                self.trouble(reason, pos)
        return None

    def trouble(self, reason: str, pos: Pos) -> None:
        text = f"{reason} at {pos.file}:{pos.line}" if pos.line else reason
        if text not in self.troubles:
            self.troubles.append(text)

    # -- properties of states --------------------------------------------------------------------------------------------

    def deadlock(self, key: Key, here: int, found: StateFindings) -> Unsafe | None:
        """No thread can move, or some threads wait for each other."""
        scheduler, control = self.machine.scheduler, self.store.control(key)
        global_deadlock = not found.enabled and not scheduler.diverges(control)
        waiting = scheduler.live(control) if global_deadlock else ()
        hopeless = (
            frozenset() if global_deadlock else waits.deadlocked(found.waits, lambda thread: scheduler.ended(control, thread))
        )
        if not waiting and not hopeless:
            return None
        state = self.store.unpack(key)
        waiting = waiting or tuple(sorted(waits.lasting(self.machine, state, hopeless)))
        if not waiting:
            if waits.breakable(self.machine, state, hopeless):
                self.trouble(FREED, user_place(self.machine.where(state, min(hopeless))))
            return None
        places = {thread: user_place(self.machine.where(state, thread)) for thread in waiting}
        return Unsafe(self.property, wording.deadlock(places, global_deadlock), self.schedule(here, []), places[waiting[0]])

    def race(self, state: State, here: int, found: StateFindings) -> Unsafe | None:
        threads = sorted(found.accesses)
        for n, one in enumerate(threads):
            for other in threads[n + 1 :]:
                for step, accesses in found.accesses[one]:
                    for other_step, others in found.accesses[other]:
                        pair = racing(accesses, others)
                        if pair is not None and self.agree(state, step, other_step):
                            places = [user_place(self.machine.where(state, thread)) for thread in (one, other)]
                            return Unsafe(
                                self.property, wording.race(pair, places), self.schedule(here, [step, other_step]), places[0]
                            )
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
