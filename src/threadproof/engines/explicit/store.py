"""Compact states, and steps that need not be executed again.

A state is stored as a few numbers: one for its memory (together with what the scheduler knows), one for each thread.
Parts that many states share are stored once, and comparing states is comparing numbers.

Most steps look at nothing but their own thread and memory, and change nothing else; the machine tells which (`StepOutcome.own`).
Such a step is executed once for a pair of numbers: from every other state with the same pair it leads to the same pair, while
the other threads stay as they are. The table of these steps is dropped when it has grown large: it can be computed again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from threadproof.engines.explicit.inputs import Step
from threadproof.ir.interp import Machine, State, fingerprint
from threadproof.ir.interp.outcome import Log, Next, StepOutcome
from threadproof.ir.interp.state import Thread

MOST_STEPS = 500_000

Key = tuple[int, ...]
"""A state: the number of its memory, then of each thread's part."""


class CachedStep(NamedTuple):
    """A step as it may be repeated. `outcome` is None if it was taken; it then leads to `key`, or where that is empty to the
    numbers `memory` and `part` for its own thread."""

    step: Step
    outcome: StepOutcome | None
    log: Log
    key: Key
    memory: int
    part: int


class StateNumbers:
    """Numbers for the parts of states."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.memory_numbers: dict[tuple[Any, ...], int] = {}
        self.memories: list[tuple[Any, ...]] = []
        self.part_numbers: dict[Thread, int] = {}
        self.parts: list[Thread] = []
        self.enabled: list[tuple[int, ...]] = []  # by number of the memory
        self.moves: dict[tuple[int, int, int], list[CachedStep]] = {}

    def memory(self, state: State) -> int:
        rest = (state.cells, state.control, state.blocks, state.deferred, state.shared, state.paused)
        number = self.memory_numbers.setdefault(rest, len(self.memories))
        if number == len(self.memories):
            self.memories.append(rest)
            self.enabled.append(self.machine.enabled(state))
        return number

    def part(self, thread: Thread) -> int:
        number = self.part_numbers.setdefault(thread, len(self.parts))
        if number == len(self.parts):
            self.parts.append(thread)
        return number

    def pack(self, state: State) -> Key:
        return (self.memory(state), *[self.part(thread) for thread in state.threads])

    def unpack(self, key: Key) -> State:
        cells, control, blocks, deferred, shared, paused = self.memories[key[0]]
        return State(control, tuple([self.parts[number] for number in key[1:]]), cells, blocks, deferred, shared, paused)

    def control(self, key: Key) -> Any:
        """What the scheduler knows in a state."""
        return self.memories[key[0]][1]

    def summary(self, keys: Iterable[Key]) -> tuple[int, str]:
        """How many states there are where every thread rests and none loops for ever, and the number of their set."""
        diverges = self.machine.scheduler.diverges
        rests = [memory[-1] < 0 and not diverges(memory[1]) for memory in self.memories]
        memories, parts = [fingerprint.part(m) for m in self.memories], [fingerprint.part(p) for p in self.parts]
        found = [fingerprint.whole([memories[key[0]], *[parts[n] for n in key[1:]]]) for key in keys if rests[key[0]]]
        return len(found), fingerprint.set_of(found)

    def is_paused(self, key: Key) -> bool:
        """Whether a step is not complete."""
        paused: int = self.memories[key[0]][-1]
        return paused >= 0

    def keep(self, key: Key, thread: int, found: Iterable[tuple[Step, StepOutcome]], repeatable: bool) -> list[CachedStep]:
        """Number what the steps of a thread lead to, and remember them if they may be repeated."""
        moves = [self.move(step, outcome, thread) for step, outcome in found]
        if repeatable and not any(move.key for move in moves):
            if len(self.moves) >= MOST_STEPS:
                self.moves.clear()
            self.moves[key[0], key[thread + 1], thread] = moves
        return moves

    def move(self, step: Step, outcome: StepOutcome, thread: int) -> CachedStep:
        if not isinstance(outcome, Next):
            return CachedStep(step, outcome, outcome.log, () if outcome.own else (-1,), -1, -1)
        if outcome.own:
            part = self.part(outcome.state.threads[thread])
            return CachedStep(step, None, outcome.log, (), self.memory(outcome.state), part)
        return CachedStep(step, None, outcome.log, self.pack(outcome.state), -1, -1)
