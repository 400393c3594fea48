"""Which threads are followed from a state."""

from __future__ import annotations

from typing import Protocol

from threadproof.engines.simulation.execute import Executor
from threadproof.engines.simulation.state import State


class Reduction(Protocol):
    """A subset of the enabled threads whose transitions are persistent in the state; not empty unless nothing is enabled."""

    def choose(self, state: State) -> frozenset[int]: ...


class Everything:
    """`none`: no reduction."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    def choose(self, state: State) -> frozenset[int]:
        return frozenset(self.executor.enabled(state))
