"""Visited states, and which of them covers a new one.

States are sorted into buckets by what a matcher says must be equal. Within a bucket the youngest is tried first: it is the
likeliest to be on the path that led here.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar

from threadproof.engines.simulation.state import State


class Matcher(Protocol):
    """`covers(old, new)`: every concrete state of `new` is one of `old`. Only asked where the keys are equal."""

    def key(self, state: State) -> Hashable: ...

    def covers(self, old: State, new: State) -> bool: ...


class Visited(Protocol):
    state: State


V = TypeVar("V", bound=Visited)


class Cache(Generic[V]):
    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self.comparisons = 0
        self._buckets: dict[Hashable, list[V]] = {}

    def find(self, state: State) -> tuple[V | None, Hashable]:
        """A visited state that covers this one; and the key, for `add`."""
        key = self.matcher.key(state)
        for node in reversed(self._buckets.get(key, ())):
            self.comparisons += 1
            if self.matcher.covers(node.state, state):
                return node, key
        return None, key

    def add(self, key: Hashable, node: V) -> None:
        self._buckets.setdefault(key, []).append(node)
