"""Limits of the passes. Whatever a limit cuts off becomes a `Cut` in the program, so no limit can lead to a wrong TRUE."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.memory_models import SC
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.passes.invariants import ThreadInvariants


@dataclass(frozen=True, slots=True)
class PassOptions:
    recursion: int = 8  # activations of one function inside each other
    inline_edges: int = 200_000  # size of one thread's automaton
    heap_limit: int = 8  # objects that one allocation site makes in one thread
    thread_limit: int = 16  # threads that may own an object which others can reach
    memory_model: str = SC
    buffer: int = 4  # writes that a thread may hold back
    fences: tuple[str, ...] = ()  # full fences to insert, see `weak.fence_insertion`
    marks: bool = False  # whether to mark the places where one might help
    all_accesses: bool = False  # keep accesses to what never changes: they may be part of a data race
    invariants: ThreadInvariants | None = None  # what `passes.invariants` assumes


DEFAULTS = PassOptions()
