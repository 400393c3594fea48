"""From an execution under a memory model to a schedule of the program with store buffers, which the reference interpreter runs.

The order of all nodes says when each write reaches memory and when each read and each synchronisation takes place:
these are *actions*, to be taken one after the other. A read that is forwarded from the thread's own buffer is invisible
to the others; it only has its place among the actions of its thread. Between two actions a thread does whatever lies on
its way.

What is left open is when a buffer drains a write: the program draws Booleans for that, which the execution does not
determine. So this is a search, depth first: each step of the thread whose action is next, with every choice of those
Booleans, best first. A choice is good if the thread then rests before its own next action. A step that makes another
access than the next action may be about memory that no event knows of (no other thread uses it), so it is followed when
nothing else is left.

The result is a schedule like any other and is replayed before it is shown. None means that the search found none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from threadproof.budget import Budget
from threadproof.counterexample.concretise import PathInputs
from threadproof.engines.ordering.schedule import Path
from threadproof.errors import Pos
from threadproof.events.encode import EventEncoder
from threadproof.events.event import EventNode, Instance, PossibleFailure
from threadproof.events.problem import EventModel
from threadproof.events.program_order import is_full
from threadproof.events.world import Unrolling
from threadproof.evidence.result import Schedule, Turn
from threadproof.ir import op as ops
from threadproof.ir.arith import Value
from threadproof.ir.expr import Variable
from threadproof.ir.interp import Limits, Machine, State, ValueRequest
from threadproof.ir.interp.outcome import Access, Blocked, Executed, Log, Next, StepOutcome, Violation
from threadproof.ir.program import Edge, Program
from threadproof.ir.types import BOOL
from threadproof.records import dataclass
from threadproof.sched.base import scheduler_of

STEPS = 20_000  # of the search
MOST = 64  # ways to choose in one step

READ, WRITE, EARLY, SYNC = "read", "write", "early", "sync"
Key = tuple[str, Pos, ops.Op]  # function, place, operation: the same in the program with buffers
NOTICED = ops.Touching | ops.Ordering


@dataclass(frozen=True, slots=True, eq=False)
class BufferedAction:
    thread: int
    kind: str
    keys: frozenset[Key]
    value: int = 0


class ExecutionActions:
    """Of an execution, up to what a failure needs."""

    def __init__(self, source: Program, encoder: EventEncoder, model: EventModel, failure: PossibleFailure) -> None:
        self.path = path = Path(encoder.world, encoder.nodes, model)
        self._function = {id(edge): name for name, f in source.functions.items() for edge in f.edges}
        assert encoder.relaxed is not None
        self.early = {read.node for literal, _, read in encoder.relaxed.forwards if path.holds(literal)}
        self._ran: dict[EventNode, list[Edge]] = defaultdict(list)
        for runs in path.runs.values():
            for ran in runs:
                if ran.node is not None:
                    self._ran[ran.node].append(ran.edge)
        for thread in encoder.world.threads:
            for ran in path.runs[thread]:
                path.draw(thread, ran.inputs)
        path.draw(failure.thread, failure.inputs)
        before = {ran.node for ran in failure.thread.ran[: failure.steps] if path.all(ran.guard)} | {failure.node}
        needed = {node for node in before if node is not None and (is_full(node) or not node.writes)}
        self.all: list[BufferedAction] = []
        for i in model.sequence:
            if not needed:
                break
            node = encoder.nodes[i]
            needed.discard(node)
            if path.all(node.guard) and node in self._ran:
                self.all += self._of(node)

    def _of(self, node: EventNode) -> Iterator[BufferedAction]:
        thread = self.path.number(node.thread.number)
        origins = {origin[-1] for edge in self._ran[node] for origin in edge.origin if origin}
        keys = frozenset(
            (self._function[id(edge)], edge.pos, edge.ops[0])
            for edge in origins
            if id(edge) in self._function and isinstance(edge.ops[0], NOTICED)
        )
        writes = [write for write in node.writes if self.path.all(write.guard)]
        if is_full(node) or len(writes) > 1:
            yield BufferedAction(thread, SYNC, keys)
        elif writes:
            value = writes[0].value
            yield BufferedAction(thread, WRITE, keys, self.path.number(value) if isinstance(value, int | tuple) else 0)
        elif node.reads:
            read = next(iter(node.reads.values()))
            yield BufferedAction(thread, EARLY if node in self.early else READ, keys, self.path.number(read.value))


class Draws(PathInputs):
    """Inputs of the program as the execution says; what only the buffers ask for is decided, False where nothing is said."""

    def __init__(self, known: PathInputs, variables: frozenset[Variable], decided: tuple[bool, ...]) -> None:
        super().__init__([])
        self.queues.update({key: queue.copy() for key, queue in known.queues.items()})
        self._variables, self.decided, self._next = variables, list(decided), 0

    def draw(self, request: ValueRequest) -> Value:
        if request.type != BOOL or request.variable is None or request.variable in self._variables:
            return super().draw(request)
        if self._next == len(self.decided):
            self.decided.append(False)
        self._next += 1
        self.drawn.append(self.decided[self._next - 1])
        return self.drawn[-1]


@dataclass(frozen=True, slots=True, eq=False)
class ScheduleState:
    """`taken`: actions so far, of all threads; `own`: by thread, early reads included."""

    state: State
    taken: int
    own: dict[int, int]
    inputs: PathInputs
    turn: Turn
    last: ScheduleState | None


class ScheduleSearch:
    """`exact`: values are those of the execution. Memory that was never written holds whatever the interpreter takes."""

    def __init__(
        self, program: Program, source: Program, property_: str, actions: ExecutionActions, failing: Instance, exact: bool
    ) -> None:
        self.exact = exact
        self.machine = Machine(program, property_, scheduler_of(program), Limits(threads=1 << 20), trace=True)
        self.function = {id(edge): name for name, f in program.functions.items() for edge in f.edges}
        self.variables = frozenset(v for f in source.functions.values() for v in (*f.params, *f.locals))
        self.order = [action for action in actions.all if action.kind != EARLY]
        self.own: dict[int, list[BufferedAction]] = defaultdict(list)
        for action in actions.all:
            self.own[action.thread].append(action)
        path = actions.path
        self.parents = {path.number(t.number): path.number(t.parent.number) for t in path.runs if t.parent is not None}
        self.failing = path.number(failing.number)
        self.inputs = PathInputs(path.chosen)
        self.found: ScheduleState | None = None
        self.steps = 0

    def run(self, budget: Budget) -> Schedule | None:
        start = self._ways(None, 0, None)
        stack = [point for point, _ in start][::-1]
        seen: set[tuple[State, int]] = set()
        while stack and self.found is None and self.steps < STEPS:
            budget.check()
            point = stack.pop()
            if (point.state, point.taken) in seen:
                continue
            seen.add((point.state, point.taken))
            good = self._after(point)
            stack += [next_ for next_, _ in sorted(good, key=lambda way: -way[1])]
        turns: list[Turn] = []
        while self.found is not None:
            turns.append(self.found.turn)
            self.found = self.found.last
        return tuple(reversed(turns)) or None

    def _after(self, point: ScheduleState) -> list[tuple[ScheduleState, int]]:
        """Where a step can lead, with how bad that looks."""
        expected = self.order[point.taken] if point.taken < len(self.order) else None
        thread = self.failing if expected is None else expected.thread
        while thread >= len(point.state.threads):
            thread = self.parents[thread]
        found = self._ways(point, thread, expected if expected is not None and expected.thread == thread else None)
        if not found and self.found is None:  # it waits for another one, which goes on unobserved
            for other in self.machine.enabled(point.state):
                if other != thread:
                    found += [way for way in self._ways(point, other, None) if way[1] == 0]
        return found

    def _ways(self, point: ScheduleState | None, thread: int, expected: BufferedAction | None) -> list[tuple[ScheduleState, int]]:
        found: list[tuple[ScheduleState, int]] = []
        known = self.inputs if point is None else point.inputs
        for outcome, draws in self._outcomes(None if point is None else point.state, thread, known):
            turn = Turn(thread, tuple(draws.drawn))
            if isinstance(outcome, Violation):
                self.found = ScheduleState(None, 0, {}, draws, turn, point)  # type: ignore[arg-type]
                return found
            if not isinstance(outcome, Next):
                continue
            own = {} if point is None else dict(point.own)
            taken, bad = self._taken(outcome.log, thread, own, expected)
            after = (0 if point is None else point.taken) + taken
            here = ScheduleState(outcome.state, after, own, draws, turn, point)
            found.append((here, bad or self._rests_badly(outcome, thread, own, draws)))
        return found

    def _outcomes(self, state: State | None, thread: int, known: PathInputs) -> Iterator[tuple[StepOutcome, Draws]]:
        todo: list[tuple[bool, ...]] = [()]
        for _ in range(MOST):
            if not todo or (state is not None and thread not in self.machine.enabled(state)):
                return
            prefix = todo.pop(0)
            draws = Draws(known, self.variables, prefix)
            self.steps += 1
            outcome = self.machine.start(draws) if state is None else self.machine.step(state, thread, draws)
            yield outcome, draws
            todo += [(*draws.decided[:i], True) for i in range(len(prefix), len(draws.decided))]

    def _taken(self, log: Log, thread: int, own: dict[int, int], expected: BufferedAction | None) -> tuple[int, int]:
        """How many actions a step takes, and whether it does something else that others can notice."""
        taken, bad, noticed = 0, 0, False
        executed: set[Key] = set()
        for entry in log:
            mover = entry.thread if isinstance(entry, Executed) else thread  # a thread begins in the step that creates it
            here, actions = own.get(mover, 0), self.own[mover]
            next_ = actions[here] if here < len(actions) else None
            if isinstance(entry, Executed):
                executed.add((self.function[id(entry.edge)], entry.edge.pos, entry.edge.ops[0]))
                if next_ is not None and next_.kind == EARLY and self._begins(entry.edge, next_):
                    own[mover] = here + 1
                elif next_ is expected and next_ is not None and next_.kind == SYNC and executed & next_.keys and not taken:
                    own[thread], taken = here + 1, 1
            elif isinstance(entry, Access) and not entry.private:
                if next_ is not None and next_ is expected and not taken and self._is(entry, next_, executed):
                    own[thread], taken = here + 1, 1
                noticed = True
        if noticed and not taken:
            bad = 1
        return taken, bad

    def _begins(self, edge: Edge, action: BufferedAction) -> bool:
        """Whether an early read begins: its place, but not the operation itself, which would read memory."""
        name = self.function[id(edge)]
        return any((name, edge.pos) == key[:2] for key in action.keys) and not isinstance(edge.ops[0], ops.Load)

    def _is(self, access: Access, action: BufferedAction, executed: set[Key]) -> bool:
        if action.kind == SYNC:
            return False
        same = not self.exact or _number(access.value, access.size) == action.value
        if action.kind == WRITE:
            return access.write and same
        return not access.write and same and not executed.isdisjoint(action.keys)

    def _rests_badly(self, outcome: Next, thread: int, own: dict[int, int], draws: Draws) -> int:
        """Whether the thread's next step is another access than its next action."""
        here = own.get(thread, 0)
        if here >= len(self.own[thread]) or thread not in self.machine.enabled(outcome.state):
            return 0
        action = self.own[thread][here]
        self.steps += 1
        ahead = self.machine.step(outcome.state, thread, Draws(draws, self.variables, ()))
        executed: set[Key] = set()
        for entry in ahead.log:
            if isinstance(entry, Executed):
                executed.add((self.function[id(entry.edge)], entry.edge.pos, entry.edge.ops[0]))
            elif isinstance(entry, Access) and not entry.private:
                if action.kind == READ:
                    return int(entry.write or executed.isdisjoint(action.keys))
                if action.kind == SYNC:
                    return int(executed.isdisjoint(action.keys))
                return int(not self._is(entry, action, executed))
        return int(isinstance(ahead, Blocked)) and int(action.kind != SYNC)


def _number(value: Any, size: int) -> int:
    try:
        return int(value) & ((1 << 8 * size) - 1)
    except (TypeError, ValueError):
        return 0


def never_held(program: Program, source: Program, world: Unrolling) -> list[EventNode]:
    """Writes that `program`, which is `source` with store buffers, never delays: no delay is observable (`weak.delay_sets`). If
    there is a counterexample, there is one without holding them back."""
    function = {id(edge): name for name, f in source.functions.items() for edge in f.edges}
    kept = {(name, *_same(edge)) for name, f in program.functions.items() for edge in f.edges}
    held: dict[EventNode, bool] = {}
    for thread in world.threads:
        for ran in thread.ran:
            if ran.node is not None and ran.node.writes and not is_full(ran.node):
                edges = [origin[-1] for origin in ran.edge.origin if origin and isinstance(origin[-1].ops[0], ops.Store)]
                changed = any((function[id(edge)], *_same(edge)) not in kept for edge in edges if id(edge) in function)
                held[ran.node] = held.get(ran.node, False) or changed
    return [node for node, changed in held.items() if not changed]


def _same(edge: Edge) -> tuple[int, int, Pos, ops.Op]:
    return edge.source, edge.target, edge.pos, edge.ops[0]


def buffered_schedule(
    program: Program,
    source: Program,
    property_: str,
    encoder: EventEncoder,
    model: EventModel,
    failure: PossibleFailure,
    budget: Budget,
) -> Schedule | None:
    """Of `program`, which is `source` with store buffers."""
    actions = ExecutionActions(source, encoder, model, failure)
    for exact in (True, False):
        found = ScheduleSearch(program, source, property_, actions, failure.thread, exact).run(budget)
        if found is not None:
            return found
    return None
