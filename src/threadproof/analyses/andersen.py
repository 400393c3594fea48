"""Inclusion-based (Andersen) points-to solving over places inside objects.

A *place* is an object with an offset: an exact one, or a residue class `offset + n * stride` (an element of an array, or
with stride 1 any byte). What a node may hold is a bit set over places, plus two marks: NUMBER (a value that is no address,
such as null, an integer or garbage) and UNKNOWN (an address of which nothing is known). Nodes stand for registers,
expressions and the contents of places. Constraints only ever add bits, so a worklist that forwards new bits reaches the
least solution; strides and a limit of places per object keep it finite.

Contents are stored per object as *cells* (offset, stride, width). A load from a place reads every cell that overlaps
it: a cell of the same shape gives its value unchanged, a partial overlap gives the same objects at any offset (the
bytes of an address may be put together again).

What keeps whole programs cheap: reads of one shape share a node, so cells meet shapes and not loads; nodes on a cycle of
copies hold the same in the least solution, so one takes the place of all (found from time to time: programs that are solved
before the first time never pay for it); and a program that takes very many steps is solved once more without parts of
objects (`coarse`), where each object is one place of stride 1. That place stands for every offset, so what it gives is a
superset. All limits count steps and places, never time: the result is the same on every machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from math import gcd
from typing import Generic, TypeVar

from threadproof.analyses.graph import components, cycles
from threadproof.records import dataclass, field

NUMBER, UNKNOWN = 1, 2
_MARKS = NUMBER | UNKNOWN
_PLACES = {"inside": 256, "outside": 4, "byte": 16}
"""How many an object may have. Beyond, words at any distance: a pointer that walks through memory gets to a finite number."""
_WORD = 8
_FAR = 1 << 24
_PATIENCE = 20_000  # steps without a look at cycles: most programs take fewer

_STEPS = 600_000  # before objects are no longer divided

T = TypeVar("T", bound=Hashable)


class TooManySteps(Exception):
    """Of a solver that tells parts of objects apart: without that it takes fewer."""


@dataclass(frozen=True, slots=True)
class StridedAddress(Generic[T]):
    """`stride` 0: exactly `offset`; otherwise every offset congruent to it (`offset` itself tells where the stride began)."""

    target: T
    offset: int
    stride: int


@dataclass(frozen=True, slots=True)
class Shift:
    """What arithmetic does to a place: adds `offset` and any multiple of `stride`. `number`: a NUMBER stays one. `displaces`: an
    exact place far outside of its object is none any more (see `ir.zones`), so it may be a NUMBER."""

    offset: int
    stride: int
    number: bool = True
    displaces: bool = False


ANYWHERE = Shift(0, 1)
_Shape = tuple[int, int, int]  # offset, stride, width


@dataclass(slots=True)
class _Contents:
    """Nodes by shape: what is stored so, and what a read of that shape gives. Stride 1 overlaps everything: what is stored so
    goes through one node to all reads, and to such reads from all cells."""

    spread: int  # bytes of what is stored with stride 1
    gathered: int  # bytes of whatever is stored
    cells: dict[_Shape, int] = field(default_factory=dict)
    reads: dict[_Shape, int] = field(default_factory=dict)


class PointsToSolver(Generic[T]):
    """`starts_as_address(target, offset)`: whether a word initially holds an address (otherwise a load may give a NUMBER).
    `within(target, offset)`: whether a displaced address may be there. `size`: of an object, if it is known;
    0: it has no parts. `coarse`: nor do others."""

    def __init__(
        self,
        starts_as_address: Callable[[T, int], bool],
        within: Callable[[T, int], bool],
        size: Callable[[T], int | None],
        coarse: bool,
    ) -> None:
        self._size = size
        self._coarse = coarse
        self._steps = 0
        self._starts_as_address = starts_as_address
        self._within = within
        self.points: list[int] = []
        self._done: list[int] = []
        self._out: list[dict[tuple[int, Shift | None], None]] = []
        self._same: list[int] = []  # what has taken the place of a node
        self._numbers: dict[int, list[tuple[int, int]]] = {}
        self._loads: dict[int, list[tuple[int, int]]] = {}
        self._stores: dict[int, list[tuple[int, int]]] = {}
        self._watchers: dict[int, list[Callable[[T], None]]] = {}
        self._places: list[StridedAddress[T] | None] = [None, None]
        self._numbering: dict[tuple[T, int, int], int] = {}
        self._count: dict[T, dict[str, int]] = {}
        self._shifted: dict[Shift, dict[int, int]] = {}
        self._contents: dict[T, _Contents] = {}
        self._bytes: dict[int, int] = {}  # of a cell: parts of the addresses in it
        self._work: deque[int] = deque()
        self._queued: set[int] = set()

    # -- building ------------------------------------------------------------------------------------------------------

    def node(self, bits: int = 0) -> int:
        self.points.append(0)
        self._done.append(0)
        self._out.append({})
        self._same.append(len(self._same))
        node = len(self.points) - 1
        self.add(node, bits)
        return node

    def place(self, target: T, offset: int = 0, stride: int = 0) -> int:
        """The one-element set of a place, or of a wider one if the object has very many."""
        size = self._size(target)
        if abs(offset) > _FAR or self._coarse:
            offset, stride = 0, int(size != 0)
        key = (target, offset, stride)
        found = self._numbering.get(key)
        if found is not None:
            return found
        kind = "byte" if stride == 1 else "outside" if size is not None and not 0 <= offset <= size else "inside"
        count = self._count.setdefault(target, dict.fromkeys(_PLACES, 0))
        if count[kind] >= _PLACES[kind]:
            stride = gcd(stride, _WORD)
            key = (target, offset % stride, stride)
            found = self._numbering.get(key)
        if found is None:
            count[kind] += 1
            found = self._numbering[key] = 1 << len(self._places)
            self._places.append(StridedAddress(*key))
        return found

    def add(self, node: int, bits: int) -> None:
        node = self.now(node)
        if bits & ~self.points[node]:
            self.points[node] |= bits
            if node not in self._queued:
                self._queued.add(node)
                self._work.append(node)

    def flow(self, source: int, target: int, shift: Shift | None = None) -> None:
        """What the source may hold, the target may hold (shifted)."""
        if self._coarse and shift is not None and shift.number and not shift.displaces:
            shift = None
        source = self.now(source)
        key = (self.now(target), shift)
        if key not in self._out[source] and (key[0] != source or shift is not None):
            self._out[source][key] = None
            self.add(target, self._moved(shift, self._done[source]))

    def number_if_both(self, a: int, b: int, result: int) -> None:
        """A sum is a NUMBER only where both of its operands are."""
        a, b = self.now(a), self.now(b)
        for one, other in ((a, b), (b, a)):
            self._numbers.setdefault(one, []).append((other, result))
        if self._done[a] & self._done[b] & NUMBER:
            self.add(result, NUMBER)

    # Functions are found reachable while solving, so a new constraint may concern a node whose bits were forwarded before.

    def load(self, address: int, target: int, width: int) -> None:
        address = self.now(address)
        self._loads.setdefault(address, []).append((target, width))
        self._load_from(self._done[address], target, width)

    def store(self, address: int, value: int, width: int) -> None:
        address = self.now(address)
        self._stores.setdefault(address, []).append((value, width))
        self._store_to(self._done[address], value, width)

    def watch(self, node: int, tell: Callable[[T], None]) -> None:
        """Call back for every object that the node may point to (to its start)."""
        node = self.now(node)
        self._watchers.setdefault(node, []).append(tell)
        self._tell_starts(self._done[node], tell)

    # -- solving -------------------------------------------------------------------------------------------------------

    def solve(self) -> None:
        self._stride_cycles()
        patience = _PATIENCE
        while self._work:
            if patience < 0:
                self._collapse()
                patience = _PATIENCE + 4 * sum(map(len, self._out))
            node = self._work.popleft()
            self._queued.discard(node)
            new = self.points[node] & ~self._done[node]
            self._done[node] |= new
            patience -= len(self._out[node])
            if self._steps > _STEPS and not self._coarse:
                raise TooManySteps
            for target, shift in list(self._out[node]):
                self.add(target, self._moved(shift, new))
            if new & NUMBER:
                for other, result in self._numbers.get(node, ()):
                    if self.holds(other) & NUMBER:
                        self.add(result, NUMBER)
            self._access(node, new)

    def _collapse(self) -> None:
        """Nodes on a cycle of plain copies hold the same: one of them takes the place of all. What waits is put into the order
        in which values flow."""
        self._out = [self._current(node, out) for node, out in enumerate(self._out)]
        plain = {node: [target for target, shift in out if shift is None] for node, out in enumerate(self._out) if out}
        for component in components(_total(plain)):
            if len(component) > 1:
                self._merge(min(component), component)
        self._out = [self._current(node, out) for node, out in enumerate(self._out)]
        order = components(_total({node: [target for target, _ in out] for node, out in enumerate(self._out) if out}))
        rank = {node: number for number, component in enumerate(reversed(order)) for node in component}
        self._queued = {self._same[node] for node in self._queued}
        self._work = deque(sorted(self._queued, key=lambda node: (rank.get(node, 0), node)))

    def _current(self, node: int, out: dict[tuple[int, Shift | None], None]) -> dict[tuple[int, Shift | None], None]:
        found = dict.fromkeys((self.now(target), shift) for target, shift in out)
        found.pop((node, None), None)
        return found

    def _merge(self, kept: int, nodes: list[int]) -> None:
        for node in nodes:
            if node != kept:
                self._same[node] = kept
                self.points[kept] |= self.points[node]
                self._done[kept] &= self._done[node]  # what all of them have forwarded
                self._out[kept].update(self._out[node])
                self._out[node] = {}
                for table in (self._numbers, self._loads, self._stores):
                    table.setdefault(kept, []).extend(table.pop(node, []))
                self._watchers.setdefault(kept, []).extend(self._watchers.pop(node, []))
        if self.points[kept] & ~self._done[kept]:
            self._queued.add(kept)

    def now(self, node: int) -> int:
        """The node that has taken the place of this one."""
        while self._same[node] != node:
            node = self._same[node]
        return node

    def holds(self, node: int) -> int:
        return self.points[self.now(node)]

    def _access(self, node: int, new: int) -> None:
        for target, width in tuple(self._loads.get(node, ())):
            self._load_from(new, target, width)
        for value, width in tuple(self._stores.get(node, ())):
            self._store_to(new, value, width)
        for tell in tuple(self._watchers.get(node, ())):
            self._tell_starts(new, tell)

    def _load_from(self, bits: int, target: int, width: int) -> None:
        if bits & UNKNOWN:
            self.add(target, _MARKS)
        for place in self.places(bits):
            self._read(place, width, target)

    def _store_to(self, bits: int, value: int, width: int) -> None:
        for place in self.places(bits):
            self.flow(value, self._cell(place, width))

    def _tell_starts(self, bits: int, tell: Callable[[T], None]) -> None:
        for place in self.places(bits):
            if place.offset == 0 or (place.stride and place.offset % place.stride == 0):
                tell(place.target)

    def _stride_cycles(self) -> None:
        """Adding a constant round a cycle of copies gives every multiple: turn those constants into strides at once."""
        for component in cycles({node: [target for target, _ in out] for node, out in enumerate(self._out) if out}):
            inside = set(component)
            for node in component:
                for target, shift in list(self._out[node]):
                    if target in inside and shift is not None and shift.offset and not shift.stride:
                        del self._out[node][target, shift]
                        self._out[node][target, Shift(0, abs(shift.offset), shift.number)] = None

    def _moved(self, shift: Shift | None, bits: int) -> int:
        self._steps += 1
        if shift is None:
            return bits
        self._steps += bits.bit_count()
        result = bits & _MARKS if shift.number else bits & UNKNOWN
        bits &= ~_MARKS
        memo = self._shifted.setdefault(shift, {})
        while bits:
            low = bits & -bits
            bits ^= low
            moved = memo.get(low)
            if moved is None:
                place = self._places[low.bit_length() - 1]
                assert place is not None
                offset = place.offset + shift.offset
                moved = self.place(place.target, offset, gcd(place.stride, shift.stride))
                if shift.displaces and not self._within(place.target, offset):
                    moved |= NUMBER
                memo[low] = moved
            result |= moved
        return result

    # -- contents of objects -------------------------------------------------------------------------------------------

    def _of(self, target: T) -> _Contents:
        found = self._contents.get(target)
        if found is None:
            found = self._contents[target] = _Contents(self.node(), self.node())
            self.flow(found.spread, found.gathered)
        return found

    def _cell(self, place: StridedAddress[T], width: int) -> int:
        contents = self._of(place.target)
        shape = (place.offset, place.stride, width)
        node = contents.cells.get(shape)
        if node is None:
            node = contents.cells[shape] = self.node()
            bytes_ = self._bytes[node] = self.node()
            self.flow(node, bytes_, ANYWHERE)
            self.flow(bytes_, contents.spread if place.stride == 1 else contents.gathered)
            for read, target in contents.reads.items():
                self._connect(shape, node, read, target)
        return node

    def _read(self, place: StridedAddress[T], width: int, target: int) -> None:
        if place.stride or not self._starts_as_address(place.target, place.offset):
            self.add(target, NUMBER)
        contents = self._of(place.target)
        read = (place.offset, place.stride, width)
        value = contents.reads.get(read)
        if value is None:
            value = contents.reads[read] = self.node()
            self.flow(contents.gathered if place.stride == 1 else contents.spread, value)
            for shape, node in contents.cells.items():
                self._connect(shape, node, read, value)
        self.flow(value, target)

    def _connect(self, cell: _Shape, node: int, read: _Shape, target: int) -> None:
        """Unless one of them has stride 1 (see `_Contents`)."""
        if cell[1] != 1 and read[1] != 1 and overlaps(cell, read):
            same = cell[2] == read[2] and congruent(cell, read)
            self.flow(node if same else self._bytes[node], target)

    # -- results -------------------------------------------------------------------------------------------------------

    def places(self, bits: int) -> Iterator[StridedAddress[T]]:
        bits &= ~_MARKS
        while bits:
            low = bits & -bits
            bits ^= low
            place = self._places[low.bit_length() - 1]
            assert place is not None
            yield place

    def contents(self, target: T) -> int:
        """Everything that some part of an object may hold."""
        bits = 0
        for node in self._of(target).cells.values():
            bits |= self.holds(node)
        return bits


def _total(out: dict[int, list[int]]) -> dict[int, list[int]]:
    """With nodes that nothing leaves."""
    return {target: [] for targets in out.values() for target in targets} | out


def congruent(a: _Shape, b: _Shape) -> bool:
    """Whether two accesses can only overlap by covering the same bytes (given equal widths)."""
    step = gcd(a[1], b[1])
    return (a[0] - b[0]) % step == 0 and step >= a[2] if step else a[0] == b[0]


def overlaps(a: _Shape, b: _Shape) -> bool:
    """Whether two (offset, stride, width) may have a byte in common."""
    step = gcd(a[1], b[1])
    if step:
        return (b[0] - a[0]) % step < a[2] or (a[0] - b[0]) % step < b[2]
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2]
