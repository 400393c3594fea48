"""How often a loop may be repeated before an unwinding stops. A path that would go further is cut, and remembered: whether one of
the cut paths is possible decides between TRUE and another round with a larger bound."""

from __future__ import annotations

from typing import Protocol

from threadproof.engines.blocks.order import Iterations


class Bound(Protocol):
    def exceeded(self, iterations: Iterations, thread: int) -> bool: ...


class Unbounded:
    """For blocks that end at loops."""

    def exceeded(self, iterations: Iterations, thread: int) -> bool:
        return False


class LoopBound:
    """Each time that a loop is entered, its head may be reached `limit` times more."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def exceeded(self, iterations: Iterations, thread: int) -> bool:
        return any(count > self.limit for count in iterations[thread])
