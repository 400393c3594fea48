"""Re-checks a set of reachable states: explores the program once more, and must come to the same set.

    states   how many states there are
    set      the number of the set (`ir.interp.fingerprint`)
    threads  limits of the exploration: how many threads there may be,
    depth    and how deep calls may nest
    reuse    whether numbers of threads that were joined are given again (`ir.interp.numbers`), if so

An enumeration proves by having seen everything, so the only check is to see everything again. It is done by other code than the
engine's, with the reference interpreter alone: from the initial states, every thread that the scheduler allows to move is moved,
with every value of every input that the interpreter asks for. Nothing is reduced. The check refuses the claim if a step violates
the property, is undefined, cut off, or needs an input with too many values; if some state is a deadlock or a data race and the
property is about that; and if the set is another one than the certificate says. So a TRUE rests on the interpreter, not on the
search, its tables of steps and its order; and the file cannot deceive, because nothing in it is believed.

Which inputs stay undecided, and which values represent others, is shared (`analyses.input_values`): it decides what a state is.
A step that looks at nothing but its thread and memory (`StepOutcome.own`, as the interpreter says) is executed once.

A thread inside of a local loop over inputs may stay there for ever. The engine looks for cycles; here every state inside of such
a loop may be one where the thread stays. That adds nothing that others can see: until the thread leaves the loop it only looks
at its own registers. Which of those states there are depends on the order of the search, so they do not count for the set.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from threadproof.analyses.input_values import Domains
from threadproof.budget import resident_mib
from threadproof.certify.answer import ProofCheck, Rejected
from threadproof.certify.fields import as_numbers, as_text
from threadproof.counters import Counters
from threadproof.evidence.state_set import StateSet
from threadproof.ir.arith import Value
from threadproof.ir.happens_before import is_weak
from threadproof.ir.interp import Lazy, Limits, Machine, State, ValueRequest, fingerprint
from threadproof.ir.interp.numbers import recyclable
from threadproof.ir.interp.outcome import Access, Blocked, CutOff, Infeasible, Next, StepOutcome, Undefined, Violation
from threadproof.ir.interp.values import UNINIT, UNSET, Stored
from threadproof.ir.program import Program
from threadproof.properties import Shape, shape
from threadproof.sched import waits
from threadproof.sched.base import scheduler_of

Key = tuple[int, ...]
"""A state: the number of its memory, then of each thread's part."""
OFTEN = 256  # states between two looks at the clock


def encode(found: StateSet) -> dict[str, Any]:
    reuse = {"reuse": True} if found.reuse else {}
    return {"states": found.count, "set": found.number, "threads": found.threads, "depth": found.depth, **reuse}


def check(
    program: Program, property_: str, data: Mapping[str, Any], deadline: float = float("inf"), memory_mib: int = 0
) -> ProofCheck:
    """Raises Rejected or FormatError where the data does not show that the property holds."""
    (count,) = as_numbers([data.get("states")], 0, 1 << 48)
    (threads,) = as_numbers([data.get("threads")], 1, 10_001)
    (depth,) = as_numbers([data.get("depth")], 1, 100_001)
    number = as_text(data.get("set"))
    reuse = data.get("reuse", False)
    if reuse is not False and not (reuse is True and recyclable(program)):
        raise Rejected("numbers of threads cannot be given again")
    exploration = _Exploration(program, property_, Limits(threads=threads, depth=depth, reuse=reuse))
    open_ = exploration.run(deadline, memory_mib)
    if not open_ and (exploration.counted(), exploration.number()) != (count, number):
        raise Rejected("the set of states is another one")
    return ProofCheck(open_, exploration.counters())


def explore(
    program: Program, property_: str, limits: Limits, deadline: float, memory_mib: int = 0
) -> tuple[StateSet | None, Counters]:
    """The set of all states, for an answer that has no other proof; None if they are too many, or not all can be followed.
    Raises Rejected if the property is violated."""
    try:
        exploration = _Exploration(program, property_, limits)
        done = not exploration.run(deadline, memory_mib)
    except IncompleteExecution:
        done = False
    if not done:
        return None, {}
    found = StateSet(program, exploration.machine.limits.threads, limits.depth, exploration.counted(), exploration.number())
    return found, exploration.counters()


class IncompleteExecution(Rejected):
    """An execution cannot be followed to its end."""


class _Move(NamedTuple):
    """A step. It leads to `target`, or where that is empty to `memory` and `part` of its own thread; nowhere if `ends`."""

    ends: bool
    target: Key
    memory: int
    part: int
    accesses: tuple[Access, ...]
    decided: dict[Lazy, Value]


class _Ways(NamedTuple):
    """What a thread can do in a state: its moves, and where it is blocked, on whom that depends (`sched.waits`)."""

    moves: list[_Move]
    holders: list[tuple[int, ...]]


class _Exploration:
    def __init__(self, program: Program, property_: str, limits: Limits) -> None:
        self.shape = shape(property_)
        if self.shape is Shape.RACE and is_weak(program):
            raise IncompleteExecution("that two threads are never about to race does not show that there is no data race here")
        logs = self.shape is Shape.RACE
        self.machine = Machine(program, property_, scheduler_of(program, property_), limits, logs=logs, pause=True)
        self.domains = Domains(program)
        self.memories: list[tuple[Any, ...]] = []
        self.parts: list[Any] = []
        self.memory_of: dict[tuple[Any, ...], int] = {}
        self.part_of: dict[Any, int] = {}
        self.known: dict[tuple[int, int, int], _Ways] = {}
        self.seen: set[Key] = set()
        self.waiting: list[Key] = []
        self.steps = 0

    def run(self, deadline: float, memory_mib: int) -> str:
        """Why it did not come to an end; empty if it did."""
        for outcome, _ in self.outcomes(None, 0):
            self.judge(outcome)
            if isinstance(outcome, Next):
                self.arrive(self.key(outcome.state))
        rounds = 0
        while self.waiting:
            rounds += 1
            if rounds % OFTEN == 0:
                if time.monotonic() > deadline:
                    return "time"
                if memory_mib and resident_mib() > 0.9 * memory_mib:
                    return "memory"
            self.expand(self.waiting.pop())
        return ""

    def counters(self) -> Counters:
        return {"states": len(self.seen), "steps": self.steps}

    def counted(self) -> int:
        return sum(map(self.counts, self.seen))

    def number(self) -> str:
        memories, parts = [fingerprint.part(m) for m in self.memories], [fingerprint.part(p) for p in self.parts]
        counting = (key for key in self.seen if self.counts(key))
        return fingerprint.set_of(fingerprint.whole([memories[key[0]], *[parts[n] for n in key[1:]]]) for key in counting)

    def counts(self, key: Key) -> bool:
        memory = self.memories[key[0]]
        return bool(memory[-1] < 0 and not self.machine.scheduler.diverges(memory[1]))

    # -- states ----------------------------------------------------------------------------------------------------------

    def key(self, state: State) -> Key:
        return (self.memory(state), *[self.part(thread) for thread in state.threads])

    def memory(self, state: State) -> int:
        rest = (state.cells, state.control, state.blocks, state.deferred, state.shared, state.paused)
        if rest not in self.memory_of:
            self.memory_of[rest] = len(self.memories)
            self.memories.append(rest)
        return self.memory_of[rest]

    def part(self, thread: Any) -> int:
        if thread not in self.part_of:
            self.part_of[thread] = len(self.parts)
            self.parts.append(thread)
        return self.part_of[thread]

    def state(self, key: Key) -> State:
        cells, control, blocks, deferred, shared, paused = self.memories[key[0]]
        return State(control, tuple(self.parts[n] for n in key[1:]), cells, blocks, deferred, shared, paused)

    def arrive(self, key: Key) -> None:
        if key in self.seen:
            return
        self.seen.add(key)
        self.waiting.append(key)
        if self.memories[key[0]][-1] >= 0:
            self.arrive(self.key(self.machine.diverged(self.state(key))))

    # -- steps -----------------------------------------------------------------------------------------------------------

    def expand(self, key: Key) -> None:
        paused, control = self.memories[key[0]][-1], self.memories[key[0]][1]
        threads = (paused,) if paused >= 0 else self.machine.scheduler.enabled(control)
        ways = {thread: self.ways(key, thread) for thread in threads}
        for thread, found in ways.items():
            for move in found.moves:
                if not move.ends:
                    self.arrive(move.target or (move.memory, *key[1 : thread + 1], move.part, *key[thread + 2 :]))
        match self.shape:
            case Shape.STEP:
                pass  # each step is judged where it is taken
            case Shape.RACE:
                self.refuse_race([found.moves for found in ways.values()])
            case Shape.DEADLOCK:
                self.refuse_deadlock(key, ways)
            case _:
                assert_never(self.shape)

    def ways(self, key: Key, thread: int) -> _Ways:
        index = (key[0], key[thread + 1], thread)
        found = self.known.get(index)
        if found is None:
            found, own = _Ways([], []), True
            for outcome, decided in self.outcomes(self.state(key), thread):
                self.judge(outcome)
                own = own and outcome.own
                if isinstance(outcome, Blocked):
                    found.holders.append(outcome.holders)
                elif not isinstance(outcome, Infeasible):
                    found.moves.append(self.move(outcome, thread, decided))
            if own:
                self.known[index] = found
        self.steps += len(found.moves)
        return found

    def move(self, outcome: StepOutcome, thread: int, decided: dict[Lazy, Value]) -> _Move:
        accesses = tuple([entry for entry in outcome.log if isinstance(entry, Access)])
        if not isinstance(outcome, Next):
            return _Move(True, (), -1, -1, accesses, decided)
        if outcome.own:
            return _Move(False, (), self.memory(outcome.state), self.part(outcome.state.threads[thread]), accesses, decided)
        return _Move(False, self.key(outcome.state), -1, -1, accesses, decided)

    def outcomes(self, state: State | None, thread: int) -> Iterator[tuple[StepOutcome, dict[Lazy, Value]]]:
        """Of one step, for all inputs, with what is decided about placeholders; without a state: of the initial one."""
        inputs = _Odometer(self.domains)
        while True:
            yield self.machine.start(inputs) if state is None else self.machine.step(state, thread, inputs), inputs.decided
            if not inputs.turn():
                return

    # -- what must not be ------------------------------------------------------------------------------------------------

    def judge(self, outcome: StepOutcome) -> None:
        match outcome:
            case Violation(message=message, pos=pos):
                raise Rejected(f"{message} at {pos} is possible")
            case Undefined(kind=kind) if kind in self.machine.program.stops:
                pass  # executions may end there (`--undefined`)
            case Undefined(message=message, pos=pos) | CutOff(reason=message, pos=pos):
                raise IncompleteExecution(f"{message} at {pos} is possible")

    def refuse_deadlock(self, key: Key, ways: Mapping[int, _Ways]) -> None:
        """No thread can move, or some threads wait for each other."""
        control, scheduler = self.memories[key[0]][1], self.machine.scheduler
        if not any(found.moves for found in ways.values()) and scheduler.live(control) and not scheduler.diverges(control):
            raise Rejected("there is a deadlock")
        waiting = {thread: found.holders for thread, found in ways.items() if found.holders and not found.moves}
        hopeless = waits.deadlocked(waiting, lambda thread: scheduler.ended(control, thread))
        if hopeless and waits.lasting(self.machine, self.state(key), hopeless):
            raise Rejected("threads wait for each other for ever")
        if hopeless and waits.breakable(self.machine, self.state(key), hopeless):
            raise IncompleteExecution("threads wait for each other, unless another one breaks the rules of locks")

    def refuse_race(self, moves: Sequence[list[_Move]]) -> None:
        for n, ones in enumerate(moves):
            for others in moves[n + 1 :]:
                for one in ones:
                    for other in others:
                        if _races(one, other):
                            raise Rejected("there is a data race")


def _races(one: _Move, other: _Move) -> bool:
    """Two steps from one state; they must agree on what they decide about inputs."""
    if not any(a.conflicts(b) for a in one.accesses for b in other.accesses):
        return False
    return all(other.decided.get(lazy, value) == value for lazy, value in one.decided.items())


class _Odometer:
    """All ways to choose the inputs of a step, one after the other: the last wheel turns first."""

    def __init__(self, domains: Domains) -> None:
        self.domains = domains
        self.wheels: list[tuple[Sequence[Value], int]] = []
        self.taken = 0
        self.decided: dict[Lazy, Value] = {}

    def draw(self, request: ValueRequest) -> Stored:
        if request.defer is not None and self.domains.defers(request):
            return request.defer()
        if self.taken == len(self.wheels):
            values = self.domains.of(request)
            if values is None:
                raise IncompleteExecution(f"an input of type {request.type} at {request.pos} has too many values")
            self.wheels.append((values, 0))
        values, index = self.wheels[self.taken]
        self.taken += 1
        if request.forced is not None and request.forced not in (UNINIT, UNSET):
            self.decided[request.forced] = values[index]
        return values[index]

    def turn(self) -> bool:
        """Whether there is another way."""
        self.taken, self.decided = 0, {}
        while self.wheels:
            values, index = self.wheels.pop()
            if index + 1 < len(values):
                self.wheels.append((values, index + 1))
                return True
        return False
