"""All states of a small program, one step of the reference interpreter after the other; what a reduction chooses is checked
against them by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from threadproof.engines.explicit.inputs import Domains, Forking
from threadproof.ir.arith import Value
from threadproof.ir.interp import Machine, State
from threadproof.ir.interp.outcome import Blocked, CutOff, Infeasible, Next, StepOutcome, Undefined, Violation
from threadproof.ir.program import Program
from threadproof.sched.base import scheduler_of
from threadproof.sched.por.stubborn import StubbornSets

Draws = tuple[Value, ...]
WAYS = 300  # to choose the inputs of one step
DEAD, ERROR = "dead", "error"
After = State | str
"""The next state, or how the execution ended: for no reason that matters, or with an error."""


class TooLarge(Exception):
    pass


@dataclass(frozen=True)
class Found:
    """By a search: whether there is an error, and all deadlocks."""

    error: bool
    deadlocks: frozenset[State]
    states: int


class Space:
    def __init__(self, program: Program, property_: str, limit: int) -> None:
        self.program = program
        self.machine = Machine(program, property_, scheduler_of(program, property_))
        self.domains = Domains(program)
        self.templates = {function.name: n for n, function in enumerate(program.functions.values())}
        self.limit = limit
        self._moves: dict[tuple[State, int], dict[Draws, After] | None] = {}

    def initial(self) -> list[State]:
        found = []
        for _, outcome in self._tries(None, 0):
            after = _after(outcome)
            if isinstance(after, State):
                found.append(after)
        return found

    def at(self, state: State) -> tuple[tuple[int, int] | None, ...]:
        frames = [thread.frames[-1] if thread.frames else None for thread in state.threads]
        return tuple(None if frame is None else (self.templates[frame.code.function.name], frame.location) for frame in frames)

    def moves(self, state: State, thread: int) -> dict[Draws, After]:
        """Empty: the thread is blocked."""
        found = self._moves.get((state, thread))
        if found is None:
            found = {}
            for draws, outcome in self._tries(state, thread):
                if not isinstance(outcome, Blocked | Infeasible):
                    found[draws] = _after(outcome)
            self._moves[state, thread] = found
            if len(self._moves) > self.limit:
                raise TooLarge
        return found

    def enabled(self, state: State) -> tuple[int, ...]:
        return tuple(thread for thread in self.machine.enabled(state) if self.moves(state, thread))

    def _tries(self, state: State | None, thread: int) -> Iterator[tuple[Draws, StepOutcome]]:
        pending: list[Draws] = [()]
        tries = 0
        while pending:
            tries += 1
            if tries > WAYS:  # a local loop over inputs
                raise TooLarge
            inputs = Forking(pending.pop(), pending, self.domains)
            outcome = self.machine.start(inputs) if state is None else self.machine.step(state, thread, inputs)
            yield inputs.values, outcome

    # -- searches --------------------------------------------------------------------------------------------------------

    def everything(self) -> tuple[set[State], Found]:
        seen = set(self.initial())
        work, error, deadlocks = list(seen), False, set()
        while work:
            state = work.pop()
            enabled = self.enabled(state)
            if not enabled and self.machine.live(state):
                deadlocks.add(state)
            for thread in enabled:
                for after in self.moves(state, thread).values():
                    error = error or after == ERROR
                    if isinstance(after, State) and after not in seen:
                        seen.add(after)
                        work.append(after)
        return seen, Found(error, frozenset(deadlocks), len(seen))

    def reduced(self, reduction: StubbornSets, proviso: bool) -> Found:
        """Depth first. Proviso: a state from which a step leads back to the path is fully expanded."""
        seen: set[State] = set()
        path: set[State] = set()
        error, deadlocks = False, set()
        stack: list[tuple[State, list[int], list[After]]] = []

        def enter(state: State) -> None:
            seen.add(state)
            path.add(state)
            enabled = self.enabled(state)
            chosen = list(reduction.choose(self.at(state), enabled))
            if not enabled and self.machine.live(state):
                deadlocks.add(state)
            stack.append((state, [t for t in enabled if t not in chosen], self._afters(state, chosen)))

        for start in self.initial():
            if start in seen:
                continue
            enter(start)
            while stack:
                state, rest, afters = stack[-1]
                if not afters:
                    stack.pop()
                    path.discard(state)
                    continue
                after = afters.pop()
                if after == ERROR:
                    error = True
                elif isinstance(after, State):
                    if after in path and proviso and rest:
                        afters.extend(self._afters(state, rest))
                        rest.clear()
                    if after not in seen:
                        enter(after)
        return Found(error, frozenset(deadlocks), len(seen))

    def _afters(self, state: State, threads: list[int]) -> list[After]:
        return [after for thread in threads for after in self.moves(state, thread).values()]

    # -- the persistent set property -------------------------------------------------------------------------------------

    def clash(self, state: State, chosen: tuple[int, ...]) -> str:
        """What threads outside of the set can do, while those inside rest, that the order matters with. Empty: nothing."""
        seen, work = {state}, [state]
        while work:
            here = work.pop()
            for other in self.enabled(here):
                if other in chosen:
                    continue
                for draws, after in self.moves(here, other).items():
                    for thread in chosen:
                        if not self._commute(here, thread, other, draws, after):
                            return f"threads {thread} and {other} at {self.at(here)}"
                    if isinstance(after, State) and after not in seen:
                        seen.add(after)
                        work.append(after)
        return ""

    def _commute(self, here: State, thread: int, other: int, draws: Draws, after: After) -> bool:
        if thread not in self.machine.enabled(here):
            return False
        for own, then in self.moves(here, thread).items():
            if self._follow(after, thread, own) != self._follow(then, other, draws):
                return False
        return bool(self.moves(here, thread))

    def _follow(self, after: After, thread: int, draws: Draws) -> After:
        """An error or the end of the execution stays what it is."""
        if isinstance(after, State):
            if thread not in self.machine.enabled(after):
                return "blocked"
            return self.moves(after, thread).get(draws, "blocked")
        return after


def _after(outcome: StepOutcome) -> After:
    if isinstance(outcome, Next):
        return outcome.state
    return ERROR if isinstance(outcome, Violation | Undefined | CutOff) else DEAD
