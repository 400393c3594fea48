"""Shortest counterexamples: with the fewest context switches, then the fewest steps.

The inputs stay: each thread draws the values that it drew in the counterexample, in the same order, whatever the others
do. What remains is the choice of the thread that moves, and of all interleavings the cheapest is looked for, cheapest
first: as few switches as possible, of those as few steps. The first violation met is therefore the shortest one. A step
is taken when its turn comes, not when its state is met, so that the steps after one switch more cost nothing while
there are others. The search ends where it would cost more than the given schedule. The number of steps that are tried
is bounded (not the time: the same program has the same counterexample everywhere).

If that does not suffice, which is so with many threads, the search begins again with an estimate (A*): each thread that has
ended in the given schedule has to run to its end in a block of its own at least, and the thread that fails comes last. Where
that is so (the threads are joined), the estimate is never too high and the result is the cheapest, too. Threads that run the
same code and are in the same state are not told apart there. If that does not suffice either, the given schedule is made simpler
bit by bit: a block of steps is left out, or joined with another block of its thread, as long as the violation stays.

Nothing rests on this: whatever comes out is replayed like any other schedule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import groupby
from typing import assert_never

from threadproof.certify.replay.follow import NO_LIMITS, deadlocked, fits, racing
from threadproof.errors import InternalError
from threadproof.evidence import violation_names as wording
from threadproof.evidence.result import Schedule, Turn, Unsafe
from threadproof.ir.arith import Value
from threadproof.ir.interp import Given, Machine, NeedInput, State, ValueRequest
from threadproof.ir.interp.machine import Limits
from threadproof.ir.interp.outcome import Blocked, CutOff, Infeasible, Next, StepOutcome, Violation
from threadproof.ir.interp.places import user_place
from threadproof.ir.interp.values import Lazy, Stored
from threadproof.ir.program import Program
from threadproof.properties import Shape, shape
from threadproof.records import dataclass, replace
from threadproof.sched import waits
from threadproof.sched.base import scheduler_of

STEPS = 4000  # that may be tried, for the search and once more for simplifying
ESTIMATED = 3 * STEPS  # for the search with an estimate
LONG = 100  # steps that one counts for which is given up, because it does not come to its end
DEEPER = 20  # steps more than twice those of the given schedule, which a thread that goes on for ever must not exceed
LIMITS = replace(NO_LIMITS, local=Limits().local)


class Exhausted(Exception):
    """The steps are used up."""


@dataclass(frozen=True, slots=True, eq=False)
class ReachedState:
    """A state and how it was reached. `drawn`: how many inputs each thread has used."""

    state: State
    drawn: tuple[int, ...]
    turn: Turn
    before: ReachedState | None

    def path(self) -> list[Turn]:
        turns, point = [], self
        while point.before is not None:
            turns.append(point.turn)
            point = point.before
        return [*turns, point.turn][::-1]


def shorten(program: Program, found: Unsafe) -> Unsafe:
    """The same violation, or another one of the same property, on a schedule that is not longer."""
    if len(found.schedule) > STEPS:
        return found
    search = _ShorterSchedules(program, found)
    try:
        best = search.cheapest()
    except Exhausted:
        best = search.estimated() if search.shape is Shape.STEP else None
        best = search.simpler() if best is None and search.shape is not Shape.RACE else best
    return found if best is None or cost(best.schedule) > cost(found.schedule) else best


def cost(schedule: Schedule) -> tuple[int, int]:
    """Context switches, and steps."""
    return len(list(groupby(turn.thread for turn in schedule))) - 1, len(schedule)


class _Script(Given):
    """The inputs of one thread from some point on; a value that does not fit counts as missing."""

    def draw(self, request: ValueRequest) -> Stored:
        value = super().draw(request)
        if isinstance(value, Lazy) or not fits(request, value):
            raise NeedInput(request)
        return value


class _ShorterSchedules:
    def __init__(self, program: Program, found: Unsafe) -> None:
        self.found, self.shape = found, shape(found.property)
        scheduler = scheduler_of(program, found.property, clock=True)
        self.machine = Machine(program, found.property, scheduler, LIMITS, logs=self.shape is Shape.RACE, pause=True)
        self.inputs: dict[int, list[Value]] = {}
        for turn in found.schedule:
            self.inputs.setdefault(turn.thread, []).extend(turn.inputs)
        self.left = STEPS

    # -- all interleavings ---------------------------------------------------------------------------------------------------

    def estimated(self) -> Unsafe | None:
        """With an estimate of the switches that are still needed. None if there is none, or it does not suffice."""
        self.left = ESTIMATED
        try:
            needed = self.needed()
            return self.cheapest(needed) if len(needed) > 2 else None
        except Exhausted:
            return None

    def needed(self) -> frozenset[int]:
        """The threads that have ended before the last turn of the given schedule."""
        point = self.begin()
        for turn in self.found.schedule[1:-1]:
            if not isinstance(point, ReachedState):
                return frozenset()
            taken, outcome = self.step(point, turn.thread)
            point = self.after(point, taken, outcome) if isinstance(outcome, Next) else None
        if not isinstance(point, ReachedState):
            return frozenset()
        live = self.machine.live(point.state)
        return frozenset({turn.thread for turn in self.found.schedule} - {*live})

    def remaining(self, state: State, thread: int, needed: frozenset[int]) -> int:
        """Switches that are needed at least, once that thread runs: to each other thread that has to end, and to the one that
        fails; also to main while it has not created all of them."""
        last = self.found.schedule[-1].thread
        every = state.threads
        others = sum(t != thread and (t >= len(every) or bool(every[t].frames)) for t in needed)
        creating = thread != 0 == last and any(t >= len(every) for t in needed)
        return others + creating + (others > 0 or thread != last)

    def cheapest(self, needed: frozenset[int] = frozenset()) -> Unsafe | None:
        """None if every violation costs more than the given one. Of those that cost the same it is always the same one.
        `needed`: threads that have to end before, for an estimate."""
        first = self.begin()
        if not isinstance(first, ReachedState):
            return first
        worth = cost(self.found.schedule)
        deepest = 2 * worth[1] + DEEPER
        whole = self.shape is not Shape.STEP  # states show it, not steps
        queue: list[tuple[tuple[int, int], int, int, ReachedState, int | None]] = [((0, 1), 0, 0, first, None)]
        seen: set[object] = set()
        number = 0
        while queue and queue[0][0] <= worth:
            (_, steps), switches, _, before, thread = heappop(queue)
            steps = abs(steps)
            point = before
            if thread is not None:
                turn, outcome = self.step(before, thread)
                bad = self.violated([*before.path(), turn], outcome) if isinstance(outcome, Violation) else None
                if bad is not None:
                    return bad
                if not isinstance(outcome, Next):
                    continue
                point = self.after(before, turn, outcome)
            key = _alike(point) if needed else (point.state, point.turn.thread, point.drawn)
            if key in seen:
                continue
            seen.add(key)
            bad = self.shown(point) if whole else None
            if bad is not None:
                return bad
            enabled = self.machine.enabled(point.state) if steps < deepest else ()
            for other in _different(point, enabled) if needed else enabled:
                number += 1
                cost_ = switches + (other != point.turn.thread)
                rank = (cost_ + self.remaining(point.state, other, needed), -steps - 1) if needed else (cost_, steps + 1)
                heappush(queue, (rank, cost_, number, point, other))
        return None

    def begin(self) -> ReachedState | Unsafe | None:
        turn, outcome = self.step(None, 0)
        if isinstance(outcome, Next):
            return ReachedState(outcome.state, (len(turn.inputs),), turn, None)
        return self.violated([turn], outcome)

    def shown(self, point: ReachedState) -> Unsafe | None:
        """Two steps from here race, or no thread can move."""
        taken = [self.step(point, thread) for thread in self.machine.enabled(point.state)]
        match self.shape:
            case Shape.STEP:
                return None
            case Shape.RACE:
                return self.race(point, taken)
            case Shape.DEADLOCK:
                return self.deadlock(point) if self.stuck(point, taken) else None
            case _:
                assert_never(self.shape)

    def stuck(self, point: ReachedState, taken: list[tuple[Turn, StepOutcome | None]]) -> bool:
        """Whether these steps leave it possible that all threads wait, or some for each other."""
        waiting = {turn.thread: waits.blocked([outcome]) for turn, outcome in taken if outcome is not None}
        holders = {thread: found for thread, found in waiting.items() if found}
        ended = self.machine.scheduler.ended
        global_deadlock = len(waiting) == len(taken) and None not in waiting.values()
        return global_deadlock or bool(waits.deadlocked(holders, lambda thread: ended(point.state.control, thread)))

    def violated(self, turns: Sequence[Turn], outcome: StepOutcome | None) -> Unsafe | None:
        if not isinstance(outcome, Violation) or outcome.property != self.found.property:
            return None
        return Unsafe(outcome.property, outcome.message, tuple(turns), outcome.pos)

    def race(self, point: ReachedState, taken: list[tuple[Turn, StepOutcome | None]]) -> Unsafe | None:
        for i, (one, first) in enumerate(taken):
            for other, second in taken[i + 1 :]:
                if first is None or second is None:
                    continue
                pair = racing(first, second)
                if pair is None:
                    continue
                if other.thread == point.turn.thread:  # it goes on
                    one, other, pair = other, one, (pair[1], pair[0])
                places = [user_place(self.machine.where(point.state, access.thread)) for access in pair]
                return Unsafe(self.found.property, wording.race(pair, places), (*point.path(), one, other), places[0])
        return None

    def deadlock(self, point: ReachedState) -> Unsafe | None:
        try:
            places = {waiting.thread: user_place(waiting.places) for waiting in deadlocked(self.machine, point.state)}
        except InternalError:
            return None
        message = wording.deadlock(places, len(places) == len(self.machine.live(point.state)))
        return Unsafe(self.found.property, message, tuple(point.path()), next(iter(places.values())))

    # -- one step ------------------------------------------------------------------------------------------------------------

    def step(self, point: ReachedState | None, thread: int) -> tuple[Turn, StepOutcome | None]:
        """A turn with the inputs that the thread has left; None where they do not fit."""
        if self.left == 0:
            raise Exhausted
        self.left -= 1
        used = point.drawn[thread] if point is not None and thread < len(point.drawn) else 0
        inputs = _Script(self.inputs.get(thread, [])[used:])
        try:
            outcome = self.machine.start(inputs) if point is None else self.machine.step(point.state, thread, inputs)
            while isinstance(outcome, Next) and outcome.state.paused >= 0:
                log = outcome.log
                outcome = self.machine.step(outcome.state, thread, inputs)
                outcome.log = log + outcome.log
        except NeedInput:
            return Turn(thread), None
        if isinstance(outcome, CutOff):
            self.left = max(0, self.left - LONG)
            return Turn(thread), None
        return Turn(thread, tuple(v for v in inputs.values[: inputs.taken] if not isinstance(v, Lazy))), outcome

    def after(self, point: ReachedState, turn: Turn, outcome: Next) -> ReachedState:
        drawn = list(point.drawn) + [0] * (turn.thread + 1 - len(point.drawn))
        drawn[turn.thread] += len(turn.inputs)
        return ReachedState(outcome.state, tuple(drawn), turn, point)

    # -- bit by bit ----------------------------------------------------------------------------------------------------------

    def simpler(self) -> Unsafe | None:
        """The given schedule with blocks left out or joined, until nothing more can be."""
        self.left = STEPS
        best: Unsafe | None = None
        threads = [turn.thread for turn in self.found.schedule[1:]]
        try:
            again = True
            while again:
                again = False
                for candidate in _variants(threads):
                    made = self.follow(candidate)
                    if made is not None and cost(made.schedule) < cost((best or self.found).schedule):
                        best, threads, again = made, [turn.thread for turn in made.schedule[1:]], True
                        break
        except Exhausted:
            pass
        return best

    def follow(self, threads: Sequence[int]) -> Unsafe | None:
        """Let the threads move in this order; a turn that is not possible is left out."""
        point = self.begin()
        if not isinstance(point, ReachedState):
            return point
        for thread in threads:
            if thread not in self.machine.enabled(point.state):
                continue
            turn, outcome = self.step(point, thread)
            if isinstance(outcome, Next):
                point = self.after(point, turn, outcome)
            elif not isinstance(outcome, Blocked | Infeasible):
                return self.violated([*point.path(), turn], outcome)
        return self.deadlock(point) if self.shape is Shape.DEADLOCK else None


def _different(point: ReachedState, enabled: Sequence[int]) -> Sequence[int]:
    """One of several threads that are in the same state; main and the one that is running stand for themselves."""
    chosen: dict[object, int] = {}
    for thread in enabled:
        drawn = point.drawn[thread] if thread < len(point.drawn) else 0
        alone = thread if thread in (0, point.turn.thread) else -1
        chosen.setdefault((point.state.threads[thread], drawn, alone), thread)
    return list(chosen.values())


def _alike(point: ReachedState) -> object:
    """The same of states that differ in the numbers of threads only, as far as that can be seen."""
    state = point.state
    own = point.drawn + (0,) * (len(state.threads) - len(point.drawn))
    threads = Counter(zip(state.threads[1:], own[1:], strict=True))
    running = state.threads[point.turn.thread]
    memory = (state.cells, state.blocks, state.deferred, state.shared, state.paused)
    return state.threads[0], own[0], frozenset(threads.items()), running, point.turn.thread == 0, memory


def _variants(threads: list[int]) -> Iterator[list[int]]:
    """The sequence without one of its blocks, or with one of them joined to the block of its thread before or after it."""
    blocks = [list(block) for _, block in groupby(threads)]
    for i in range(len(blocks)):
        yield [thread for block in (*blocks[:i], *blocks[i + 1 :]) for thread in block]
    for i, block in enumerate(blocks):
        others = [*blocks[:i], *blocks[i + 1 :]]
        same = [j for j, other in enumerate(others) if other[0] == block[0]]
        for j in {max((j for j in same if j < i), default=-1), min((j for j in same if j >= i), default=-1)} - {-1}:
            at = j + 1 if j < i else j
            yield [thread for part in (*others[:at], block, *others[at:]) for thread in part]
