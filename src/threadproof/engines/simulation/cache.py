"""Visited states, and which of them may cover a new one.

States are sorted into buckets by what a matcher says must be equal. Within a bucket they are sorted by their constants, also
arrays of them: a state whose value is a constant is not covered by one with another constant there, nor one with several values
by a constant. (Two arrays with the same elements may be two terms; then a match is missed, which does no harm.) The youngest is
tried first: it is the likeliest to be on the path that led here.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator
from heapq import merge
from typing import Generic, Protocol, TypeVar

from threadproof.engines.simulation.matching.spans import extent, spans, varying
from threadproof.engines.simulation.state import SymbolicState
from threadproof.ir.expr import Expr
from threadproof.ir.uses import expr_variables


class Matcher(Protocol):
    """`covers(old, new)`: every concrete state of `new` is one of `old`. Only asked where the keys are equal."""

    def key(self, state: SymbolicState) -> Hashable: ...

    def covers(self, old: SymbolicState, new: SymbolicState) -> bool: ...


class Visited(Protocol):
    """`active`: on the path of the search, so that a match closes a cycle."""

    state: SymbolicState
    active: bool


V = TypeVar("V", bound=Visited)
Constants = tuple[Expr | None, ...]
FEW = 8  # that are not worth sorting


class CacheRow(Generic[V]):
    """Entries with the same constants, with the oldest first. When there are many, they are also kept in the order of the least
    value of one variable that has bounds in the states; then only those are looked at whose bounds may include the new ones."""

    def __init__(self) -> None:
        self.place = -1
        self.enough = FEW
        self.entries: list[tuple[int, V]] = []  # in the end only those in which the variable has no bounds
        self.lows: list[int] = []
        self.bounded: list[tuple[int, V]] = []  # for each of `lows`
        self.widest = 0

    def add(self, entry: tuple[int, V]) -> None:
        span = spans(entry[1].state).get(self.place) if self.place >= 0 else None
        if span is None:
            self.entries.append(entry)
            if self.place < 0 and len(self.entries) == self.enough:
                self._sort()
            return
        at = bisect_right(self.lows, span[0])
        self.lows.insert(at, span[0])
        self.bounded.insert(at, entry)
        self.widest = max(self.widest, span[1] - span[0])

    def _sort(self) -> None:
        """By the variable whose bounds differ most."""
        lows: dict[int, set[int]] = {}
        for _, node in self.entries[-FEW:]:
            for place, (low, _) in spans(node.state).items():
                lows.setdefault(place, set()).add(low)
        place = max(lows, key=lambda place: len(lows[place]), default=-1)
        self.enough *= 2
        if place >= 0 and len(lows[place]) > 1:
            self.place, entries, self.entries = place, self.entries, []
            for entry in entries:
                self.add(entry)

    def about(self, state: SymbolicState) -> Iterator[tuple[int, V]]:
        """Those that may cover the state, the youngest first."""
        if not self.bounded:
            return reversed(self.entries)
        span, found = extent(state, self.place), self.bounded
        if span is not None:
            found = found[bisect_left(self.lows, span[1] - self.widest) : bisect_right(self.lows, span[0])]
        return merge(sorted(found, key=_age), reversed(self.entries), key=_age)


class Bucket(Generic[V]):
    """By which values are symbolic, and then by the others. Numbers say how old an entry is."""

    def __init__(self) -> None:
        self.groups: dict[tuple[int, ...], dict[Constants, CacheRow[V]]] = {}
        self.size = 0

    def add(self, node: V) -> None:
        symbolic, constants = split(node.state)
        self.groups.setdefault(symbolic, {}).setdefault(constants, CacheRow()).add((self.size, node))
        self.size += 1

    @property
    def concrete(self) -> bool:
        """Whether no value of any entry is symbolic."""
        return len(self.groups) == 1 and () in self.groups

    def candidates(self, state: SymbolicState) -> Iterator[V]:
        """The youngest first."""
        symbolic, constants = split(state)
        found: list[CacheRow[V]] = []
        for other, rows in self.groups.items():
            if other == symbolic or set(symbolic).issubset(other):
                row = rows.get(constants if other == symbolic else _without(state.values(), other))
                if row is not None:
                    found.append(row)
            elif varying(state).issubset(other):
                found += [row for known, row in rows.items() if _compatible(known, constants)]
        entries = found[0].about(state) if len(found) == 1 else merge(*[row.about(state) for row in found], key=_age)
        return (node for _, node in entries)


def _compatible(one: Constants, two: Constants) -> bool:
    return all(a is None or b is None or a is b for a, b in zip(one, two, strict=True))


def _age(entry: tuple[int, V]) -> int:
    return -entry[0]


def split(state: SymbolicState) -> tuple[tuple[int, ...], Constants]:
    """Places of symbolic values, and the values with those left out."""
    found = state.split
    if found is None:
        values = state.values()
        terms = [(n, value) for n, value in enumerate(values) if value is not None and not value.is_const]
        symbolic = tuple([n for n, value in terms if expr_variables(value)])
        found = state.split = symbolic, _without(values, symbolic)
    return found


def _without(values: tuple[Expr | None, ...], places: tuple[int, ...]) -> Constants:
    if not places:
        return values
    left = list(values)
    for place in places:
        left[place] = None
    return tuple(left)


class StateStore(Protocol[V]):
    """Remembers states. `find`: one that covers this one, and the key under which `add` will put it."""

    comparisons: int
    hash_matches: int

    def find(self, state: SymbolicState) -> tuple[V | None, Hashable]: ...

    def add(self, key: Hashable, node: V) -> None: ...


class Cache(Generic[V]):
    """With one matcher."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self.comparisons = 0
        self.hash_matches = 0  # states that had to be compared because their keys are equal
        self._buckets: dict[Hashable, Bucket[V]] = {}

    def find(self, state: SymbolicState) -> tuple[V | None, Hashable]:
        key = self.matcher.key(state)
        bucket = self._buckets.get(key)
        if bucket is not None:
            self.hash_matches += 1
            for node in bucket.candidates(state):
                self.comparisons += 1
                if self.matcher.covers(node.state, state):
                    return node, key
        return None, key

    def add(self, key: Hashable, node: V) -> None:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket()
        bucket.add(node)
