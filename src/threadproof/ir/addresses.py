"""Where everything lies: addresses of functions, globals and the regions for stack, heap and thread-local objects.

Every object has a zone of its own (see `zones`) and starts at the same distance from the start of its zone. An address hence
belongs to the object that owns its zone or to none. Functions lie in the first zone, 16 bytes apart; address 0 belongs to
nothing. Globals follow in program order, those of each size of zones by themselves. Above them, each thread allocates
from an *arena* of its own: what one thread allocates then gets the same addresses however the others were scheduled,
so that states meet again. What does not fit into an arena, or needs a larger zone, goes to regions that all threads share.

For looking up what lies at an address, memory is divided into *slots* (8 KiB for 32-bit addresses, 1 MiB for 64-bit ones): an
object is entered under every slot that it has a byte in. Which zones of an arena are free depends on the state: see
`interp.memory`.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.errors import UnsupportedError
from threadproof.ir.program import Function, MemoryObject, Program
from threadproof.ir.zones import STANDARD, Zones, capacity, margin
from threadproof.records import dataclass, field

FUNCTIONS = 0x1000
FUNCTION_DISTANCE = 16
ARENAS = 64


@dataclass(slots=True, eq=False)
class Addresses:
    """The fixed part of a program's address space. Thread-local objects have no fixed address."""

    shift: int  # a slot has 2**shift bytes
    zones: Zones
    of: dict[MemoryObject | Function, int] = field(default_factory=dict)
    functions: dict[int, Function] = field(default_factory=dict)
    objects: dict[int, MemoryObject] = field(default_factory=dict)  # slot -> the global that owns it
    areas: list[range] = field(default_factory=list)  # zones for objects made at run time: small ones, then larger ones
    arena: int = 0  # zones per arena, in the first area

    @property
    def bits(self) -> int:
        return self.zones.bits

    @property
    def first_dynamic(self) -> int:
        """No object that is made at run time lies below."""
        return self.areas[0].start

    def slots(self, address: int, size: int) -> range:
        """Those in which an object has a byte; at least that in which it starts."""
        return range(address >> self.shift, (address + max(size, 1) - 1 >> self.shift) + 1)

    def dynamic(self, address: int) -> bool:
        """Whether an object that is made while the program runs may start there."""
        zone = self.zones.start(address)
        return address == self.zones.object_at(address) and any(zone in area for area in self.areas)

    def candidates(self, thread: int, size: int) -> Iterator[range]:
        """Ranges of zones in which an object of a thread may lie, in order of preference."""
        for number, area in enumerate(self.areas):
            if size <= capacity(area.step.bit_length() - 1):
                if number == 0:
                    first = thread % ARENAS * self.arena
                    yield area[first : first + self.arena]
                    area = area[ARENAS * self.arena :]
                yield area


def assign(program: Program) -> Addresses:
    """Deterministic: depends on nothing but the order of functions and objects in the program."""
    bits = program.data_model.pointer_bits
    space = Addresses(13 if bits == 32 else 20, STANDARD[bits])
    address = FUNCTIONS
    for function in program.functions.values():
        space.of[function] = address
        space.functions[address] = function
        address += FUNCTION_DISTANCE
    space.areas = _areas(space.zones)
    for item in program.objects:
        if not item.thread_local:
            _place(program, space, item)
    small = space.areas[0]
    reserved = (0x2000_0000 if bits == 32 else 1 << 50) - small.start
    space.areas[0] = small[max(0, reserved // small.step) :]
    space.arena = len(space.areas[0]) // 2 // ARENAS if bits == 32 else 1 << 16
    if address > space.zones.table[0][0] + (1 << space.zones.table[0][1] - 1) or not space.arena:
        raise UnsupportedError("the functions and global variables do not fit into the address space", program.entry.pos)
    return space


def _areas(zones: Zones) -> list[range]:
    """The zones of each size; neither the first one nor the highest addresses, which programs use as marks."""
    limit = 15 << (zones.bits - 4)
    if len(zones.table) == 1:
        step = 1 << zones.table[0][1]
        return [range(step, limit, step)]
    ends = [*(first for first, _ in zones.table[2:]), limit]
    return [range(first, end, 1 << shift) for (first, shift), end in zip(zones.table[1:], ends, strict=True)]


def _place(program: Program, space: Addresses, item: MemoryObject) -> None:
    for number, area in enumerate(space.areas):
        shift = area.step.bit_length() - 1
        if item.size <= capacity(shift) and area:
            space.areas[number] = area[1:]
            address = space.of[item] = area.start + margin(shift)
            for slot in space.slots(address, item.size):
                space.objects[slot] = item
            return
    raise UnsupportedError(f"the global variable {item.name} does not fit into the address space", program.entry.pos)
