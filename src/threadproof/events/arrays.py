"""Contents of arrays while a thread is executed symbolically.

An array is a value like any other: it is never changed, a write makes a new one. Four shapes, from the least to the most costly
to read: known elements over a default; a choice between two arrays; an array that differs at one index from another; elements
that nothing is known about. For the last, equal indices must give equal elements: each element that is read is a new value, and
a side condition compares it with those before.
"""

from __future__ import annotations

from threadproof.ir.types import INDEX, ArrayType, Type
from threadproof.records import dataclass, field
from threadproof.smt.bitblast import Blaster, Value
from threadproof.smt.gates import FALSE, TRUE, Literal

SMALL = 64  # elements that are made one by one when nothing is known about them


@dataclass(slots=True, eq=False)
class KnownArray:
    element: Type
    default: Value
    entries: dict[int, Value]


@dataclass(slots=True, eq=False)
class Choice:
    condition: Literal
    then: Array
    other: Array
    memo: dict[Value, Value] = field(default_factory=dict)

    @property
    def element(self) -> Type:
        return self.then.element


@dataclass(slots=True, eq=False)
class Stored:
    before: Array
    index: Value
    value: Value
    memo: dict[Value, Value] = field(default_factory=dict)

    @property
    def element(self) -> Type:
        return self.before.element


@dataclass(slots=True, eq=False)
class Anything:
    element: Type
    seen: dict[Value, tuple[Literal, ...]] = field(default_factory=dict)


Array = KnownArray | Choice | Stored | Anything


class BlastedArrays:
    def __init__(self, blaster: Blaster) -> None:
        self.blaster = blaster
        self.gates = blaster.gates

    def anything(self, type_: ArrayType) -> Array:
        if 0 < type_.size <= SMALL:
            return KnownArray(type_.element, 0, {i: self.blaster.fresh(type_.element) for i in range(type_.size)})
        return Anything(type_.element)

    def store(self, array: Array, index: Value, value: Value) -> Array:
        if isinstance(array, KnownArray) and isinstance(index, int):
            return KnownArray(array.element, array.default, {**array.entries, index: value})
        return Stored(array, index, value)

    def choose(self, condition: Literal, a: Array, b: Array) -> Array:
        if a is b or condition == TRUE:
            return a
        if condition == FALSE:
            return b
        if isinstance(a, KnownArray) and isinstance(b, KnownArray) and a.default == b.default:
            entries = dict(a.entries)
            for index in a.entries.keys() | b.entries.keys():
                x, y = a.entries.get(index, a.default), b.entries.get(index, b.default)
                entries[index] = self.blaster.ite(condition, x, y, a.element)
            return KnownArray(a.element, a.default, entries)
        return Choice(condition, a, b)

    def select(self, array: Array, index: Value) -> Value:
        """Follows a chain of writes down, then works its way up again; the chain may be long."""
        above: list[tuple[Literal, Stored]] = []
        while isinstance(array, Stored) and index not in array.memo:
            hit = self.blaster.equal(array.index, index, INDEX)
            if hit == TRUE:
                array.memo[index] = array.value
                break
            above.append((hit, array))
            array = array.before
        value = self._bottom(array, index)
        for hit, stored in reversed(above):
            value = self.blaster.ite(hit, stored.value, value, stored.element)
            stored.memo[index] = value
        return value

    def _bottom(self, array: Array, index: Value) -> Value:
        if isinstance(array, Stored):
            return array.memo[index]
        if isinstance(array, KnownArray):
            return self._known(array, index)
        if isinstance(array, Anything):
            return self._anything(array, index)
        if index not in array.memo:
            then, other = self.select(array.then, index), self.select(array.other, index)
            array.memo[index] = self.blaster.ite(array.condition, then, other, array.element)
        return array.memo[index]

    def _known(self, array: KnownArray, index: Value) -> Value:
        if isinstance(index, int):
            return array.entries.get(index, array.default)
        value = array.default
        for at, entry in array.entries.items():
            value = self.blaster.ite(self.blaster.equal(index, at, INDEX), entry, value, array.element)
        return value

    def _anything(self, array: Anything, index: Value) -> Value:
        found = array.seen.get(index)
        if found is None:
            found = self.blaster.fresh(array.element)
            for other, value in array.seen.items():
                met = self.blaster.equal(index, other, INDEX)
                self.gates.require(found, self.gates.or_(-met, self.blaster.equal(found, value, array.element)))
            array.seen[index] = found
        return found
