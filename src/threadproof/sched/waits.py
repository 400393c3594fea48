"""Partial deadlocks in the wait-for graph: threads that wait for each other for ever, while others may go on.

A step that is not enabled may name threads on which that depends (`Blocked.holders`): as long as one of them takes no step, it
stays not enabled, whatever the others do. A lock is released by the thread that holds it, and a join waits for one thread. A set
of threads is *deadlocked* in a state if each of them is blocked in whatever it could do next, and each time one of the holders
belongs to the set, too, or has ended.

Why that is for ever: by induction over the steps from such a state. No thread of the set can take the next step. Neither then
does a holder that belongs to it, nor one that has ended, so all of them are still blocked for the same reason after the step of
any other thread. The union of two deadlocked sets is one, so there is a largest: all blocked threads, without those that have
something to hope for, until none of these is left. If it is not empty, it contains a cycle of the wait-for graph or a thread that
waits for one that has ended. A cycle of length one is a thread that locks a mutex again which it holds.

Why reductions keep it: it depends on the state alone, and once true it stays true. A reduced search need not come to every state,
but from each that it leaves out it comes to a later one, in another order of independent steps (persistent sets without
ignored threads; in `engines/simulation/avpe` that is the second paragraph). There the same threads are deadlocked still.

What holders promise is a matter of the models of locks (`frontend/c/library/models`): only the holder of a lock releases it. A
program can break that, with behaviour that C leaves undefined: a third thread unlocks the mutex, initialises it again, or
writes into it. `lasting` therefore does not take a state for a deadlock where another thread may yet write into a lock, by
anything but the functions of locks, or initialise it (`breakable`, which is about the program, so no number of steps limits
it). It also lets the other threads go on for a while, to see whether one of them unlocks what it does not hold: that is a failed
check, where the execution ends, and is reported as such."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from threadproof.ir.interp import Given, Machine, NeedInput, State, ValueRequest
from threadproof.ir.interp.outcome import Access, Blocked, Infeasible, Next, StepOutcome, Undefined
from threadproof.ir.interp.values import Stored, small_domain
from threadproof.ir.program import Fact
from threadproof.ir.types import BoolType, FloatType
from threadproof.sched.lock_writes import lock_writes

Waits = Mapping[int, Sequence[Sequence[int]]]
"""Of each blocked thread, for each of its next steps, the holders."""

ROUNDS = 200  # that others may go on, to see whether one unlocks what it does not hold


def deadlocked(waits: Waits, ended: Callable[[int], bool | None]) -> frozenset[int]:
    """The largest set of threads that wait for each other, or for threads that have ended, for ever."""
    found = {thread for thread, steps in waits.items() if steps}
    while True:
        left = {t for t in found if all(any(h in found or ended(h) for h in holders) for holders in waits[t])}
        if left == found:
            return frozenset(found)
        found = left


def attempts(machine: Machine, state: State, thread: int) -> Iterator[StepOutcome]:
    """Every outcome of a step. Inputs stay undecided where they may, otherwise all their values are tried. Raises `NeedInput`
    where these are too many."""
    pending: list[tuple[Stored, ...]] = [()]
    while pending:
        given = pending.pop()
        try:
            yield machine.step(state, thread, UndecidedInputs(given))
        except NeedInput as need:
            values = small_domain(need.request)
            if values is None:
                raise
            pending += [(*given, value) for value in values]


def blocked(outcomes: Sequence[StepOutcome]) -> list[tuple[int, ...]] | None:
    """The holders of each of the steps that a thread could take next; None if it can move."""
    if not all(isinstance(outcome, Blocked | Infeasible) for outcome in outcomes):
        return None
    return [outcome.holders for outcome in outcomes if isinstance(outcome, Blocked)]


def movable(machine: Machine, state: State) -> tuple[int, ...]:
    """Threads that can take a step, or are not known to be blocked; all if some thread diverges."""
    found = set(machine.live(state)) if machine.scheduler.diverges(state.control) else set()
    for thread in machine.enabled(state):
        try:
            if blocked(list(attempts(machine, state, thread))) is None:
                found.add(thread)
        except NeedInput:
            found.add(thread)
    return tuple(sorted(found))


def hopeless(machine: Machine, state: State) -> frozenset[int]:
    """The deadlocked threads of a state, if no thread breaks the rules of locks."""
    waits = {}
    for thread in machine.enabled(state):
        try:
            holders = blocked(list(attempts(machine, state, thread)))
        except NeedInput:
            continue
        if holders:
            waits[thread] = holders
    return deadlocked(waits, lambda thread: machine.scheduler.ended(state.control, thread))


def deadlocked_threads(machine: Machine, state: State) -> frozenset[int]:
    """Those of a state, if that lasts."""
    return lasting(machine, state, hopeless(machine, state))


def lasting(machine: Machine, state: State, found: frozenset[int]) -> frozenset[int]:
    """The threads that were found, or none if another thread may write into their locks, or does what frees one of them or is
    undefined before the others have ended or have had a number of turns."""
    if found and breakable(machine, state, found):
        return frozenset()
    for _ in range(ROUNDS if found else 0):
        moved = False
        for thread in machine.enabled(state):
            if thread in found:
                continue
            outcome = machine.step(state, thread, _Any())
            if isinstance(outcome, Undefined) and outcome.kind == "invalid-call":
                return frozenset()
            if isinstance(outcome, Next):
                state, moved = outcome.state, True
                if state.paused >= 0:
                    break
            elif not isinstance(outcome, Blocked | Infeasible):
                return found
        if not moved:
            return found
        if state.paused < 0 and not all(_stays(machine, state, thread) for thread in found):
            return frozenset()
    return found


def breakable(machine: Machine, state: State, found: frozenset[int]) -> bool:
    """Whether another thread may yet free one of the threads that were found by what is no operation of their locks. In a lowered
    program, where memory is variables, holders are what its text says they are."""
    if Fact.MEMORY in machine.program.ensures:
        return False
    writes = lock_writes(machine)
    outcomes = [outcome for thread in found for outcome in attempts(writes.machine, writes.same(state), thread)]
    read = [entry for outcome in outcomes for entry in outcome.log if isinstance(entry, Access)]
    return writes.may_write(state, found, read)


def _stays(machine: Machine, state: State, thread: int) -> bool:
    return blocked(list(attempts(machine, state, thread))) is not None


class UndecidedInputs(Given):
    """Answers from a list what must be decided, and nothing else."""

    def draw(self, request: ValueRequest) -> Stored:
        return super().draw(request) if request.defer is None else request.defer()


class _Any:
    """Answers with some value."""

    def draw(self, request: ValueRequest) -> Stored:
        if request.defer is not None:
            return request.defer()
        return False if isinstance(request.type, BoolType) else 0.0 if isinstance(request.type, FloatType) else 0
