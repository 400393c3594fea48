"""Which threads are followed from a state: all, or those of a persistent set (`sched.por.stubborn`).

A preemptive thread may be able to move in only some of the concrete states that a symbolic state stands for; those threads are
`doubtful`.
"""

from __future__ import annotations

from typing import Protocol

from threadproof.engines.simulation.state import END, SymbolicState
from threadproof.sched.por.stubborn import StubbornSets as Persistent


class SimulationReduction(Protocol):
    """A subset of the enabled threads whose transitions are persistent in the state; not empty unless nothing is enabled."""

    def choose(self, state: SymbolicState, enabled: tuple[int, ...], doubtful: frozenset[int]) -> tuple[int, ...]: ...


class PersistentSets:
    def __init__(self, sets: Persistent) -> None:
        self.sets = sets

    def choose(self, state: SymbolicState, enabled: tuple[int, ...], doubtful: frozenset[int]) -> tuple[int, ...]:
        at = tuple([None if frame.at[1] == END else frame.at for frame in state.frames])
        return self.sets.choose(at, enabled, doubtful)
