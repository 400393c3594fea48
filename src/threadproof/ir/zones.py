"""Zones: the part of the address space that belongs to one object, and pointer arithmetic that never leaves it.

An address is a flat number, yet a pointer must not reach another object than the one that it was derived from (C11 6.5.6p8).
So the address space is divided into *zones* of a power of two bytes, with at most one object each, and the zone of an address
is a function of the address alone: a table says from which address on zones have which size. The lower half of a zone holds
the object, with unused bytes on both sides that are at least half as many as the object may have. The upper half holds nothing.

`displaced` is what C's `p + n` means: the exact sum if it lies in the same half of the same zone as `p`; otherwise the address
in the upper half that has the low bits of `p`. From the upper half there is no way back. An address that was computed from an
object is therefore valid only within this object, whatever the distances and however many steps; one that left it is valid
nowhere, also after steps that would lead back, and still tells what it was derived from. Integers that become addresses, masks
and unions know nothing of zones: they are plain numbers.

For 64-bit addresses a zone has 1 TiB. For 32-bit ones there are five sizes: 8 KiB, 64 KiB, 1 MiB, 16 MiB and 256 MiB.
"""

from __future__ import annotations

from bisect import bisect_right

from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Zones:
    """`table`: (address, shift) in order: from there on a zone has 2**shift bytes."""

    bits: int
    table: tuple[tuple[int, int], ...]

    def shift(self, address: int) -> int:
        table = self.table
        return table[0][1] if len(table) == 1 else table[bisect_right(table, (address, self.bits)) - 1][1]

    def start(self, address: int) -> int:
        """Of the zone that an address lies in."""
        shift = self.shift(address)
        return address >> shift << shift

    def object_at(self, address: int) -> int:
        """Where the object starts to whose zone an address belongs."""
        shift = self.shift(address)
        return (address >> shift << shift) + margin(shift)

    def displaced(self, address: int, distance: int) -> int:
        """`address + distance`, or an address that is valid for nothing if that leaves the half of a zone."""
        half = self.shift(address) - 1
        result = address + distance
        return address | 1 << half if (result ^ address) >> half else result


def margin(shift: int) -> int:
    """Where the object of a zone starts, and how far beyond the largest one the lower half ends."""
    return 1 << shift - 3


def capacity(shift: int) -> int:
    """Bytes of the largest object of a zone."""
    return 1 << shift - 2


STANDARD = {
    64: Zones(64, ((0, 40),)),
    32: Zones(32, ((0, 28), (0x1000_0000, 13), (0x4000_0000, 16), (0x5000_0000, 20), (0xD000_0000, 24), (0xE000_0000, 28))),
}
SHIFTS = {bits: sorted({shift for _, shift in zones.table}) for bits, zones in STANDARD.items()}


def near(bits: int) -> int:
    """Distances so small that one of them, or a few, never lead from a valid address, or from one that is valid
    nowhere, to another object or back: half of the smallest margin."""
    return margin(SHIFTS[bits][0]) // 2


def holding(bits: int, size: int) -> int:
    """The shift of the smallest zones that hold an object; of the largest ones if none does."""
    return next((shift for shift in SHIFTS[bits] if size <= capacity(shift)), SHIFTS[bits][-1])


def room(bits: int, size: int) -> tuple[int, int]:
    """The distances from the start of an object of `size` bytes that stay in its half of its zone."""
    shift = holding(bits, size)
    return -margin(shift), (1 << shift - 1) - margin(shift) - 1
