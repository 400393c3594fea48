"""From an error path over lowered steps to a schedule of the program as it was written.

The reference interpreter runs the program before inlining, guided by the path: every operation of a lowered step knows the edge
it comes from (`Edge.origin`), so each step of the path tells how far its thread must get. Passes may have dropped operations,
and local ones may run earlier than on the path; both are harmless, since only the order of visible operations counts. Inputs
get the values that the solver's model gives to the havocs of the path, in order, thread by thread.

A cooperative program has one turn per step, in both forms: the interpreter only has to take the same ones (`take_turns`).

What memory holds that was never written has no havoc on the path. The interpreter is given 0 for it, and where that does not
lead into the violation, one number after the other with which the program compares something.

The result is a schedule like any other and is replayed before it is shown. `Lost` says why there is none. A path that the
interpreter does not follow is a defect of the engine, of a pass or of the interpreter, with one exception that is expected: two
accesses that race in the lowered program may touch different bytes of what is one variable there.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import chain

from threadproof.counterexample.claims import Chosen, Lost
from threadproof.evidence.result import Schedule, Turn
from threadproof.ir import op as ops
from threadproof.ir.arith import Value, cast
from threadproof.ir.expr import Variable
from threadproof.ir.happens_before import RecordedAccesses, is_weak
from threadproof.ir.interp import Limits, Machine, State, ValueRequest
from threadproof.ir.interp.outcome import Access as Touched
from threadproof.ir.interp.outcome import Executed, Log, Next, StepOutcome, Violation
from threadproof.ir.op import Origin
from threadproof.ir.program import Edge, Program
from threadproof.ir.types import BOOL, I64, is_integral
from threadproof.ir.walk import subterms
from threadproof.passes.watch import is_watch
from threadproof.properties import RACE, Shape, shape
from threadproof.sched import waits
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import HALTED, SystemStep

ROUNDS = 100  # rounds of a local loop over inputs that the path does not know; then the thread stays there for ever
PATIENCE = 10_000  # turns that a thread may need to get to the next operation of the path
BLOCKS = ops.Bracket
VISIBLE = ops.Touching | ops.Ordering
GUESSES = 32  # values of memory that was never written


class PathInputs:
    """Answers requests with the values of the path; what the path does not know is zero.

    The path has a value for every register that is declared without one, the interpreter asks only where it is read: these
    have a queue of their own, so that they do not use up inputs.
    """

    def __init__(self, chosen: Chosen, guess: int = 0) -> None:
        self.guess = guess  # what memory holds that was never written
        self.guessed = False
        self.queues: dict[tuple[int, Variable, bool], deque[Value]] = defaultdict(deque)
        for thread, variable, origin, value in chosen:
            self.queues[thread, variable, origin is Origin.UNINIT].append(value)
        self.drawn: list[Value] = []
        self.given = 0  # values that the path knew

    def draw(self, request: ValueRequest) -> Value:
        variable, uninitialised = request.variable, request.origin is Origin.UNINIT
        queue = self.queues.get((request.thread, variable, uninitialised)) if variable is not None else None
        self.given += bool(queue)
        value: Value = queue.popleft() if queue else (False if request.type == BOOL else 0)
        if variable is None and uninitialised:
            self.guessed = True
            value = cast(request.type, I64, self.guess)
        self.drawn.append(value)
        return value


class Follower:
    """The interpreter, made to follow a path."""

    def __init__(self, program: Program, property: str, chosen: Chosen, guess: int = 0) -> None:
        self.machine = Machine(program, property, scheduler_of(program), Limits(threads=1 << 20), trace=True, pause=True)
        self.inputs = PathInputs(chosen, guess)
        self.state: State | None = None
        self.turns: list[Turn] = []
        self.done: dict[int, list[Edge]] = defaultdict(list)  # executed by each thread
        self.cursor: dict[int, int] = defaultdict(int)  # how much of that the path has used up
        self.block: dict[int, set[Edge]] = {}  # of threads inside of one that lowering made: what it has reached there
        self.violated = False
        self.log: Log = []  # of the last turn

    def turn(self, thread: int) -> bool:
        """One step of a thread; False where that is not possible."""
        self.inputs.drawn = []
        if self.state is None:
            outcome: StepOutcome = self.machine.start(self.inputs)
        elif thread in self.machine.enabled(self.state):
            outcome = self.machine.step(self.state, thread, self.inputs)
        else:
            return False
        outcome = self._complete(thread, outcome)
        self.turns.append(Turn(thread, tuple(self.inputs.drawn)))
        self.log = outcome.log
        for entry in outcome.log:
            if isinstance(entry, Executed):
                self.done[entry.thread].append(entry.edge)
        if isinstance(outcome, Violation):
            self.violated = True
        elif isinstance(outcome, Next):
            self.state = outcome.state
        return isinstance(outcome, Next | Violation)

    def _complete(self, thread: int, outcome: StepOutcome) -> StepOutcome:
        """The rest of a step that pauses in a local loop."""
        rounds = 0
        while isinstance(outcome, Next) and outcome.state.paused >= 0:
            log, given = outcome.log, self.inputs.given
            if rounds == ROUNDS:
                return Next(self.machine.diverged(outcome.state), log=log)
            outcome = self.machine.step(outcome.state, thread, self.inputs)
            outcome.log = log + outcome.log
            rounds = rounds + 1 if self.inputs.given == given else 0
        return outcome

    def reach(self, thread: int, edge: Edge) -> bool:
        """Move a thread until it has executed an edge (once more)."""
        for _ in range(PATIENCE):
            try:
                self.cursor[thread] = self.done[thread].index(edge, self.cursor[thread]) + 1
                return True
            except ValueError:
                if self.violated or not self.turn(thread):
                    return False
        return False

    def follow(self, step: SystemStep) -> bool:
        """Everything that others can notice of a step of the path; False if that is not possible. The check of an access is not
        the access: a thread may stop in between (`passes.watch`)."""
        for edge in dict.fromkeys(self._origins(step)):
            if self.visible(edge) and not self.violated and not self.reach(step.thread, edge) and not self.violated:
                return False
        ends = any(isinstance(op, ops.ThreadExit) for op in step.edge.ops[: step.upto])
        return not ends or self.finish(step.thread)

    def _origins(self, step: SystemStep) -> Iterator[Edge]:
        """Where its operations come from. A block that lowering put around an access is that, once, in however many steps."""
        for op, origin in zip(step.edge.ops[: step.upto], step.edge.origin, strict=False):
            if origin and not isinstance(op, ops.Check):
                lowered = isinstance(op, BLOCKS) and not isinstance(origin[-1].ops[0], BLOCKS)
                if lowered and isinstance(op, ops.AtomicBegin):
                    self.block[step.thread] = set()
                    continue
                seen = (self.block.pop if lowered else self.block.get)(step.thread, set())
                yield from {origin[-1]} - seen
                seen.add(origin[-1])

    def finish(self, thread: int) -> bool:
        """Move a thread to its end: operations that passes dropped may still lie before it."""
        for _ in range(PATIENCE):
            if self.violated or self.state is None or thread not in self.machine.live(self.state):
                return True
            if not self.turn(thread):
                return False
        return False

    def visible(self, edge: Edge) -> bool:
        return edge not in self.machine.program.private and isinstance(edge.ops[0], VISIBLE)


def concretise(program: Program, property: str, path: Sequence[SystemStep], chosen: Chosen) -> Schedule | Lost:
    """A schedule of the analysed program that follows a path of its lowered form into the violation."""
    raced = shape(property) is Shape.RACE
    if raced and not is_weak(program):
        return race(program, path, chosen)
    if program.scheduler != "preemptive":
        return take_turns(program, property, turns_of(path), chosen, [choice for step in path for choice in step.choices])
    for guess in (0, *_guesses(program)):
        follower = (OrderFollower if raced else Follower)(program, property, chosen, guess)
        if _arrives(follower, path):
            return tuple(follower.turns)
        if not follower.inputs.guessed:
            break
    return Lost.NOT_FOLLOWED


def _arrives(follower: Follower, path: Sequence[SystemStep]) -> bool:
    if not follower.turn(0) or not all(follower.follow(step) for step in path):
        return False
    for _ in range(PATIENCE):
        if follower.violated or not follower.turn(path[-1].thread):
            break
    return follower.violated


def _guesses(program: Program) -> Iterator[int]:
    """Other values than 0, most likely first: numbers that conditions mention."""
    seen = {0}
    edges = (edge for function in program.functions.values() for edge in function.edges)
    terms = (term for edge in edges for op in edge.ops if isinstance(op, ops.Assume) for term in subterms(op.condition))
    mentioned = (int(term.payload) for term in terms if term.is_const and is_integral(term.type))
    for value in chain((1, -1), mentioned):
        if value not in seen:
            seen.add(value)
            yield value
        if len(seen) > GUESSES:
            return


class RestFollower(Follower):
    """Follows a path, then moves every thread as far as it gets, until some wait for each other."""

    def rest(self) -> Lost | None:
        """Why that does not end, or not there."""
        for _ in range(PATIENCE):
            if self.state is None:
                break
            found = waits.hopeless(self.machine, self.state)
            if found:
                return None if waits.lasting(self.machine, self.state, found) else Lost.FREED
            moved = [thread for thread in self.machine.enabled(self.state) if self._moves(thread)]
            if not moved:
                return None if not waits.movable(self.machine, self.state) else Lost.NOT_FOLLOWED
        return Lost.NOT_FOLLOWED

    def _moves(self, thread: int) -> bool:
        count = len(self.turns)
        if self.turn(thread):
            return True
        del self.turns[count:]
        return False


def to_rest(program: Program, property: str, path: Sequence[SystemStep], chosen: Chosen) -> Schedule | Lost:
    """A schedule that follows a path of the lowered form to where no thread can move, or some wait for each other."""
    follower = RestFollower(program, property, chosen)
    if not follower.turn(0) or not all(follower.follow(step) for step in path):
        return Lost.NOT_FOLLOWED
    return follower.rest() or tuple(follower.turns)


class OrderFollower(Follower):
    """Follows a path into a data race that happens-before shows (`passes.taint`): where the last turn made the second access."""

    def __init__(self, program: Program, property: str, chosen: Chosen, guess: int = 0) -> None:
        super().__init__(program, property, chosen, guess)
        self.recorded = RecordedAccesses()

    def turn(self, thread: int) -> bool:
        count = len(self.turns)
        moved = super().turn(thread)
        if len(self.turns) > count:
            found = [self.recorded.take(entry) for entry in self.log]
            self.violated = self.violated or any(access is not None for access in found)
        return moved or self.violated


Approach = tuple[int, Edge, int]
"""A thread, an edge, and how often it has taken that before."""


class RaceFollower(Follower):
    """Follows a path, then takes both racing threads to where they are about to race."""

    def approach(self, thread: int, edge: Edge, passes: int) -> tuple[Turn, list[Touched]] | None:
        """Move a thread until its next step executes an edge that it has executed `passes` times before: that step, not taken,
        and the accesses that it would make."""
        for _ in range(PATIENCE):
            if self.state is None or thread not in self.machine.enabled(self.state):
                return None
            state, turns, done = self.state, len(self.turns), len(self.done[thread])
            before = self.done[thread].count(edge)
            queues = {key: queue.copy() for key, queue in self.inputs.queues.items()}
            moved = self.turn(thread)
            if edge in self.done[thread][done:] and before >= passes:
                found = self.turns[turns], [entry for entry in self.log if isinstance(entry, Touched)]
                self.state, self.violated = state, False
                del self.turns[turns:], self.done[thread][done:]
                self.inputs.queues.update(queues)
                return found
            if not moved:
                return None
        return None

    def races(self, first: Approach, second: Approach) -> Schedule | Lost:
        """With the steps of both, if they conflict."""
        if self.approach(*first) is None:
            return Lost.NOT_FOLLOWED
        other = self.approach(*second)
        one = self.approach(*first)  # again: its step may read what the other one's way has drawn
        if one is None or other is None:
            return Lost.NOT_FOLLOWED
        if not any(a.conflicts(b) for a in one[1] for b in other[1]):
            return Lost.APART
        return (*self.turns, one[0], other[0])


def race(program: Program, path: Sequence[SystemStep], chosen: Chosen) -> Schedule | Lost:
    """A schedule to the state in which a thread that stops on the path (`passes.watch`) and the last one are about to race, then
    the two steps."""
    last = path[-1]
    access = _origin(last.edge, last.upto - 1)
    way = [step for step in path[: _block(path)] if _stop(step) is None]
    lost = Lost.NOT_FOLLOWED
    for stop in reversed([step for step in path if _stop(step) is not None]):
        follower = RaceFollower(program, RACE, chosen)
        if not follower.turn(0) or not all(follower.follow(step) for step in way):
            return Lost.NOT_FOLLOWED
        ends = [(thread, edge) for thread, edge in ((stop.thread, _stop(stop)), (last.thread, access)) if edge is not None]
        if len(ends) == 2:
            first, second = ((thread, edge, follower.done[thread].count(edge)) for thread, edge in ends)
            schedule = follower.races(first, second)
            if not isinstance(schedule, Lost):
                return schedule
            lost = Lost.APART if schedule is Lost.APART else lost
    return lost


def _block(path: Sequence[SystemStep]) -> int:
    """Where the last step of a path begins: at that step, or, if it is inside of an atomic block, where the thread enters that.
    No other thread moves from there on."""
    depth, entered = 0, len(path) - 1
    for number, step in enumerate(path):
        for op in step.edge.ops[: step.upto] if step.thread == path[-1].thread else ():
            if isinstance(op, ops.AtomicBegin):
                depth, entered = depth + 1, entered if depth else number
            elif isinstance(op, ops.AtomicEnd):
                depth -= 1
    return entered if depth > 0 else len(path) - 1


def _stop(step: SystemStep) -> Edge | None:
    """The access that a thread stops before."""
    for number, op in enumerate(step.edge.ops):
        if isinstance(op, ops.Assign) and is_watch(op.target):
            return _origin(step.edge, number)
    return None


def _origin(edge: Edge, number: int) -> Edge | None:
    trail = edge.origin[number] if number < len(edge.origin) else ()
    return trail[-1] if trail else None


# -- cooperative threads -----------------------------------------------------------------------------------------------


class TurnInputs(PathInputs):
    """Also answers what the kernel chose."""

    def __init__(self, chosen: Chosen, choices: list[int]) -> None:
        super().__init__(chosen)
        self.choices = choices[::-1]

    def draw(self, request: ValueRequest) -> Value:
        if not request.choices:
            return super().draw(request)
        value = self.choices.pop() if self.choices else 0
        self.drawn.append(value)
        return value


def turns_of(path: Sequence[SystemStep]) -> list[int]:
    """The threads that take a turn, in order; the steps of one turn have depth 1 between them."""
    found, inside = [], False
    for step in path:
        if not inside:
            found.append(step.thread)
        inside = step.target is not HALTED and step.target.depth > 0
    return found


def take_turns(program: Program, property_: str, threads: Sequence[int], chosen: Chosen, choices: list[int]) -> Schedule | Lost:
    """A transition of a cooperative thread is one turn, in the program as it was written and in its lowered form."""
    machine = Machine(program, property_, scheduler_of(program, property_), Limits(threads=1 << 20))
    inputs = TurnInputs(chosen, choices)
    state, turns = None, []
    for number, thread in enumerate(threads):
        inputs.drawn = []
        if state is not None and thread not in machine.enabled(state):
            return Lost.NOT_FOLLOWED
        outcome = machine.start(inputs) if state is None else machine.step(state, thread, inputs)
        turns.append(Turn(thread, tuple(inputs.drawn)))
        if isinstance(outcome, Violation):
            return tuple(turns) if number == len(threads) - 1 else Lost.NOT_FOLLOWED
        if not isinstance(outcome, Next):
            return Lost.NOT_FOLLOWED
        state = outcome.state
    return tuple(turns) if shape(property_) is Shape.DEADLOCK else Lost.NOT_FOLLOWED
