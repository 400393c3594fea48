"""How an object is divided into cells: by the accesses that the program makes, not by its declared type.

Accesses at constant offsets that do not overlap otherwise than by being equal get a typed cell each. Where an index
moves, the part of the object that it can move in (a member array, or the whole object) becomes columns: all accesses
agree on a step (the greatest common divisor of their strides), and each residue modulo the step is one array. Accesses
of different widths to the same bytes (unions, parts of words) share one wide unsigned cell from which they take their
bits; if that would be too wide, or if the widths do not fit into the step, the part becomes an array of bytes. Bytes
that are never accessed get no cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import gcd

from threadproof.ir.layout import ArrayOf, Layout, Record, size_of
from threadproof.ir.types import BOOL, U8, FloatType, IntType, Type, byte_size
from threadproof.records import dataclass

_WIDEST = 16  # bytes of a cell that several kinds of accesses share


@dataclass(frozen=True, slots=True)
class Pattern:
    """An access to an object: at `offset`, or with a stride at any offset congruent to it."""

    offset: int
    stride: int
    type: Type

    @property
    def width(self) -> int:
        return byte_size(self.type)


@dataclass(frozen=True, slots=True)
class Column:
    """Cells of `width` bytes at `first + n * step` for n < count; one cell if the step is 0.

    `start` and `end`: the part of the object in which an index may move. The end is None where the object's size is not a
    constant.
    """

    start: int
    first: int
    step: int
    width: int
    end: int | None
    type: Type

    @property
    def count(self) -> int | None:
        if self.step == 0:
            return 1
        return None if self.end is None else -(-(self.end - self.first) // self.step)

    @property
    def is_bytes(self) -> bool:
        return self.step == 1

    def holds(self, offset: int, width: int) -> tuple[int, int] | None:
        """(number of the cell, byte in it) of an access at a constant offset; None if it is not within a cell."""
        if offset < self.first or (self.end is not None and offset + width > self.end):
            return None
        number, inner = divmod(offset - self.first, self.step) if self.step else (0, offset - self.first)
        return (number, inner) if inner + width <= self.width or self.is_bytes else None

    def meets(self, offset: int, width: int, size: int | None) -> int | None:
        """The byte in the cell where an access starts whose index moves, beginning at an offset; None if it misses the column."""
        here = _within(offset, self.start, self.end) or (self.start == 0 and self.end == size)
        if not self.step or not here:
            return None
        inner = (offset - self.first) % self.step
        return inner if inner + width <= self.width or self.is_bytes else None


def divide(size: int | None, layout: Layout | None, patterns: Iterable[Pattern]) -> list[Column]:
    """The columns of an object; `size` None: not a constant."""
    fixed = [p for p in patterns if not p.stride and p.offset >= 0 and (size is None or p.offset + p.width <= size)]
    moving = [p for p in patterns if p.stride]
    columns: list[Column] = []
    for start, end in _parts(size, layout, fixed, moving):
        inside = [p for p in fixed if _within(p.offset, start, end)] + [p for p in moving if _within(p.offset, start, end)]
        if (start, end) == (0, size):
            inside = fixed + moving
        columns += _arrays(start, end, inside)
    outside = [p for p in fixed if not any(column.holds(p.offset, p.width) for column in columns)]
    return columns + _cells(outside)


def _within(offset: int, start: int, end: int | None) -> bool:
    return start <= offset and (end is None or offset < end)


def _parts(
    size: int | None, layout: Layout | None, fixed: Sequence[Pattern], moving: Sequence[Pattern]
) -> list[tuple[int, int | None]]:
    """Disjoint ranges of an object in which indices move: member arrays where possible, otherwise everything."""
    if not moving:
        return []
    arrays = _member_arrays(layout, 0) if layout is not None and size is not None and size_of(layout) == size else []
    used = []
    for start, end in arrays:
        if any(start <= p.offset < end for p in moving):
            used.append((start, end))
    stray = any(not any(start <= p.offset < end for start, end in used) for p in moving)
    across = any(
        p.offset < end and start < p.offset + p.width and not (start <= p.offset and p.offset + p.width <= end)
        for p in fixed
        for start, end in used
    )
    return [(0, size)] if stray or across or not used else list(used)


def _member_arrays(layout: Layout, base: int) -> list[tuple[int, int]]:
    """Outermost arrays in structs."""
    match layout:
        case ArrayOf(count=count, stride=stride):
            return [(base, base + count * stride)]
        case Record(fields=fields, is_union=False):
            return [found for field in fields for found in _member_arrays(field.layout, base + field.offset)]
    return []


def _arrays(start: int, end: int | None, patterns: Sequence[Pattern]) -> list[Column]:
    step = gcd(*(p.stride for p in patterns))
    spans = [((p.offset - start) % step, p) for p in patterns]
    groups = _groups(spans)
    if any(residue + p.width > step for residue, p in spans) or any(hi - lo > _WIDEST for lo, hi, _ in groups):
        return [Column(start, start, 1, 1, end, U8)]
    return [Column(start, start + lo, step, hi - lo, end, _cell_type(hi - lo, members)) for lo, hi, members in groups]


def _cells(patterns: Sequence[Pattern]) -> list[Column]:
    columns = []
    for lo, hi, members in _groups([(p.offset, p) for p in patterns]):
        if hi - lo > _WIDEST:
            columns.append(Column(lo, lo, 1, 1, hi, U8))
        else:
            columns.append(Column(lo, lo, 0, hi - lo, hi, _cell_type(hi - lo, members)))
    return columns


def _groups(spans: Sequence[tuple[int, Pattern]]) -> list[tuple[int, int, list[Pattern]]]:
    """Accesses that overlap, directly or through others: (first byte, end, members)."""
    groups: list[tuple[int, int, list[Pattern]]] = []
    for offset, pattern in sorted(spans, key=lambda span: (span[0], span[1].width)):
        if groups and offset < groups[-1][1]:
            lo, hi, members = groups[-1]
            members.append(pattern)
            groups[-1] = (lo, max(hi, offset + pattern.width), members)
        else:
            groups.append((offset, offset + pattern.width, [pattern]))
    return groups


def _cell_type(width: int, members: Sequence[Pattern]) -> Type:
    """The commonest type, if all accesses are to the whole cell and convert to each other without loss."""
    types = Counter(p.type for p in members)
    floats = [type_ for type_ in types if isinstance(type_, FloatType)]
    if any(p.width != width for p in members) or (floats and len(types) > 1):
        return IntType(8 * width, False)
    if len(types) > 1:
        del types[BOOL]  # a byte need not be 0 or 1
    return max(types, key=lambda type_: (types[type_], str(type_)))
