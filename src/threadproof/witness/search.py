"""A search for a violation along a witness: the reference interpreter, steered by the waypoints.

States are explored best-first. First come those that have passed most segments, among them those that deviated least: a step
of the thread that the next waypoint names costs nothing, one of another thread costs one. Executions that the monitor has
given up are not followed. Inputs are those that the next waypoint at the same call demands; where none does, a few values are
tried, so that the search is not complete: that it finds nothing means nothing. What it finds is a schedule of the original
program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import assert_never

from threadproof.budget import Budget
from threadproof.certify.replay.follow import Replay, deadlocked, racing, recorder, replay
from threadproof.errors import InternalError
from threadproof.evidence.result import Turn, Unsafe
from threadproof.ir.arith import Value, wrap
from threadproof.ir.interp import Given, Machine, NeedInput, State, ValueRequest
from threadproof.ir.interp.outcome import Next, StepOutcome, Violation
from threadproof.ir.interp.values import small_domain
from threadproof.ir.program import Program
from threadproof.ir.types import FloatType, IntType, PtrType
from threadproof.properties import Shape, shape
from threadproof.records import dataclass
from threadproof.witness import document as d
from threadproof.witness.ends import violation
from threadproof.witness.monitor import Monitor

MOST_INPUTS = 200  # of one step
MOST_VALUES = 8  # tried for an input that no waypoint decides
_EQUAL = re.compile(r"\s*\(*\s*\\result\s*==\s*\(*\s*(-?\s*(?:0[xX][0-9a-fA-F]+|\d+))[uUlL]*\s*\)*\s*$")


@dataclass(frozen=True, slots=True, eq=False)
class WitnessNode:
    state: State | None
    monitor: Monitor
    turn: Turn | None = None
    parent: WitnessNode | None = None
    cost: int = 0

    def schedule(self) -> tuple[Turn, ...]:
        turns: list[Turn] = []
        node: WitnessNode | None = self
        while node is not None and node.turn is not None:
            turns.append(node.turn)
            node = node.parent
        return tuple(reversed(turns))


def along(run: Replay, monitor: Monitor) -> bool:
    """Whether a replayed counterexample goes along the witness. The monitor must be new."""
    logs, violators = violation(run)
    for log in logs:
        monitor.feed(log)
    return monitor.hits(violators)


def search(program: Program, property_: str, monitor: Monitor, budget: Budget) -> Unsafe | None:
    """A counterexample that goes along the witness, if one is found. The monitor must be new. Raises OutOfBudget."""
    return _WitnessSearch(program, property_, monitor, budget).run()


class _WitnessSearch:
    def __init__(self, program: Program, property_: str, monitor: Monitor, budget: Budget) -> None:
        self.program, self.property, self.fresh, self.budget = program, property_, monitor, budget
        self.shape = shape(property_)
        self.machine: Machine = recorder(program, property_)
        self.heap: list[tuple[int, int, int, WitnessNode]] = []
        self.number = count()
        self.seen: set[tuple[State, int]] = set()
        self.furthest = 0

    def run(self) -> Unsafe | None:
        self.push(WitnessNode(None, self.fresh.copy()))
        while self.heap:
            self.budget.check({})
            node = heappop(self.heap)[-1]
            found = self.expand(node)
            if found is not None:
                return found
        return None

    def push(self, node: WitnessNode) -> None:
        if node.state is not None:
            key = (node.state, node.monitor.reached)
            if key in self.seen:
                return
            self.seen.add(key)
        heappush(self.heap, (-node.monitor.reached, node.cost, -next(self.number), node))

    def expand(self, node: WitnessNode) -> Unsafe | None:
        """Follow every step; a violation along the witness ends the search."""
        wanted = self.wanted(node.monitor)
        ends: dict[int, list[tuple[Turn, StepOutcome]]] = {}
        moved = False
        for thread in (0,) if node.state is None else self.machine.enabled(node.state):
            for turn, outcome in self.moves(node, thread):
                if isinstance(outcome, Next | Violation):
                    ends.setdefault(thread, []).append((turn, outcome))
                moved = moved or isinstance(outcome, Next)
                if isinstance(outcome, Violation):
                    found = self.confirmed(node, (turn,), outcome.message)
                    if found is not None:
                        return found
        for thread, outcomes in ends.items():
            for turn, outcome in outcomes:
                if isinstance(outcome, Next):
                    monitor = node.monitor.copy()
                    monitor.feed(outcome.log)
                    cost = node.cost + (wanted not in (None, thread))
                    if monitor.dead:
                        continue
                    if self.shape is Shape.RACE and monitor.last:  # the other access may have been made long before
                        found = self.confirmed(node, (turn,), "data race")
                        if found is not None:
                            return found
                    self.push(WitnessNode(outcome.state, monitor, turn, node, cost))
        return None if node.state is None else self.shown(node, ends, moved)

    def shown(self, node: WitnessNode, ends: dict[int, list[tuple[Turn, StepOutcome]]], moved: bool) -> Unsafe | None:
        """A violation that a state shows, and no step of it."""
        match self.shape:
            case Shape.STEP:
                return None
            case Shape.RACE:
                return self.race(node, ends)
            case Shape.DEADLOCK:
                return self.deadlock(node) if node.monitor.last or not moved else None
            case _:
                assert_never(self.shape)

    def wanted(self, monitor: Monitor) -> int | None:
        """The thread that the next waypoint names."""
        number = monitor.points[monitor.reached][-1].waypoint.thread
        return None if number is None or number >= len(monitor.threads) else monitor.threads[number]

    # -- steps -----------------------------------------------------------------------------------------------------------

    def moves(self, node: WitnessNode, thread: int) -> Iterator[tuple[Turn, StepOutcome]]:
        """Every outcome of a step, with inputs that the witness demands or that are tried."""
        pending: list[tuple[Value, ...]] = [()]
        while pending:
            self.budget.check({})
            given = pending.pop()
            outcome, request = self.take(node.state, thread, Given(given))
            if outcome is not None:
                yield Turn(thread, given), outcome
            if request is not None and len(given) < MOST_INPUTS:
                pending += [(*given, value) for value in reversed(self.values(node.monitor, request))]

    def take(self, state: State | None, thread: int, inputs: Given) -> tuple[StepOutcome | None, ValueRequest | None]:
        """The outcome, and the input that is missing. In a local loop over inputs a thread may also stay for ever."""
        outcome: StepOutcome | None = None
        try:
            outcome = self.machine.start(inputs) if state is None else self.machine.step(state, thread, inputs)
            while isinstance(outcome, Next) and outcome.state.paused >= 0:
                log = outcome.log
                further = self.machine.step(outcome.state, thread, inputs)
                further.log = log + further.log
                outcome = further
        except NeedInput as need:
            stays = Next(self.machine.diverged(outcome.state), log=outcome.log) if isinstance(outcome, Next) else None
            return stays, need.request
        return outcome, None

    def values(self, monitor: Monitor, request: ValueRequest) -> list[Value]:
        demanded = self.demanded(monitor, request)
        few = small_domain(request)
        if demanded is not None:
            return [demanded != 0 if few is not None and len(few) == 2 and few[0] is False else demanded]
        if few is not None:
            return list(few)[:MOST_VALUES]
        match request.type:
            case IntType(bits=bits, signed=signed):
                values = [*self.mentioned(monitor), 0, 1, 2, -1]
                fitting: dict[Value, None] = dict.fromkeys(wrap(IntType(bits, signed), value) for value in values)
                return list(fitting)[:MOST_VALUES]
            case FloatType():
                return [0.0, 1.0]
            case PtrType():
                return [0]
        return []

    def demanded(self, monitor: Monitor, request: ValueRequest) -> int | None:
        """What the next return of that call must be."""
        pos, syntax = request.pos, monitor.passage.syntax
        if request.choices or pos.file != syntax.file:
            return None
        for segment in monitor.points[monitor.reached :]:
            point = segment[-1]
            if point.waypoint.type == d.RETURN and any(c.span[0] <= (pos.line, pos.column) < c.span[1] for c in point.calls):
                value = _EQUAL.match(point.waypoint.constraint)
                return int(value[1].replace(" ", ""), 0) if value else None
        return None

    def mentioned(self, monitor: Monitor) -> list[int]:
        """Numbers in the constraints that are still to come, the next ones first."""
        found: dict[int, None] = {}
        for segment in monitor.points[monitor.reached : monitor.reached + 20]:
            for number in re.findall(r"-?\b\d{1,20}\b", segment[-1].waypoint.constraint):
                found[int(number)] = None
        return list(found)[: MOST_VALUES // 2]

    # -- violations ------------------------------------------------------------------------------------------------------

    def confirmed(self, node: WitnessNode, last: tuple[Turn, ...], message: str) -> Unsafe | None:
        """The counterexample, if it is one and goes along the witness."""
        found = Unsafe(self.property, message, (*node.schedule(), *last))
        try:
            run = replay(self.program, found, self.machine)
        except InternalError:
            return None
        return run.found if along(run, self.fresh.copy()) else None

    def race(self, node: WitnessNode, ends: dict[int, list[tuple[Turn, StepOutcome]]]) -> Unsafe | None:
        threads = sorted(ends)
        for n, one in enumerate(threads):
            for other in threads[n + 1 :]:
                for turn, outcome in ends[one]:
                    for other_turn, other_outcome in ends[other]:
                        if racing(outcome, other_outcome) is None:
                            continue
                        found = self.confirmed(node, (turn, other_turn), "data race")
                        if found is not None:
                            return found
        return None

    def deadlock(self, node: WitnessNode) -> Unsafe | None:
        try:
            deadlocked(self.machine, node.state)
        except InternalError:
            return None
        return self.confirmed(node, (), "deadlock")
