"""Names of violations that are states: which threads race, which wait, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from threadproof.errors import Pos
from threadproof.ir.interp.outcome import Access


def race(pair: Sequence[Access], places: Sequence[Pos]) -> str:
    parts = zip(pair, places, strict=True)
    return " while ".join(f"thread {access.thread} {access.verb} {access.name} at line {pos.line}" for access, pos in parts)


def deadlock(places: Mapping[int, Pos], global_deadlock: bool) -> str:
    """`global_deadlock`: no thread can move; otherwise some threads wait for each other."""
    waiting = ", ".join(f"thread {thread} at line {pos.line}" for thread, pos in places.items())
    return f"{waiting_threads(len(places), global_deadlock)} for ever: {waiting}"


def waiting_threads(count: int, global_deadlock: bool) -> str:
    if global_deadlock:
        return "every thread waits"
    return "a thread waits" if count == 1 else f"{count} threads wait for each other"
