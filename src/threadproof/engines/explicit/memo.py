"""Steps that were executed before are not executed again.

Most steps look at nothing but their own thread and memory, and change nothing else; the machine tells which (`Outcome.own`).
For these, the outcome in one state is the outcome in every state that agrees on that thread, on memory and on what the
scheduler knows, up to the other threads, which stay as they are. Memories are numbered, so that a key is cheap to hash. When
the table has grown large it is dropped: it holds nothing that cannot be computed again.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from threadproof.engines.explicit.inputs import Step
from threadproof.ir.interp import State
from threadproof.ir.interp.outcome import Halted, Next, Outcome

MOST = 300_000

Key = tuple[int, Any, int]  # a thread, its part of the state, the number of the rest that it may depend on


class Memo:
    def __init__(self) -> None:
        self.known: dict[Key, list[tuple[Step, Outcome]]] = {}
        self.numbers: dict[tuple[Any, ...], int] = {}
        self.fresh = count()

    def memory(self, state: State) -> int:
        """A number for everything in a state but its threads."""
        rest = (state.cells, state.control, state.blocks, state.deferred, state.shared)
        number = self.numbers.get(rest)
        if number is None:
            number = self.numbers[rest] = next(self.fresh)
        return number

    def keep(self, key: Key, found: list[tuple[Step, Outcome]]) -> None:
        if all(outcome.own for _, outcome in found):
            if len(self.known) >= MOST:
                self.known.clear()
                self.numbers.clear()
            self.known[key] = found

    def recall(self, key: Key, state: State) -> list[tuple[Step, Outcome]] | None:
        known = self.known.get(key)
        if known is None:
            return None
        return [(step, self.moved(outcome, state, key[0])) for step, outcome in known]

    def moved(self, outcome: Outcome, state: State, thread: int) -> Outcome:
        """The same outcome among other threads."""
        if not isinstance(outcome, Next | Halted):
            return outcome
        there = outcome.state
        threads = list(state.threads)
        threads[thread] = there.threads[thread]
        return type(outcome)(there._replace(threads=tuple(threads)), log=outcome.log)
