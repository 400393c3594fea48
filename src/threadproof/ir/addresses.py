"""Where everything lies: addresses of functions, globals and the regions for stack, heap and thread-local objects.

The address space is divided into *slots* (64 KiB for 32-bit addresses, 1 MiB for 64-bit ones). Every object starts at the start
of a slot, owns as many slots as it needs and at least half a slot of unused bytes behind it, so an address belongs to the
object that owns its slot or to none, and arithmetic that leaves an object does not reach a neighbour unnoticed. Functions lie
below the first slot, 16 bytes apart; address 0 belongs to nothing. Globals follow in program order. Above them, each thread
allocates from an *arena* of its own: what one thread allocates then gets the same addresses however the others were scheduled,
so that states meet again. What does not fit into an arena goes to the overflow region, which all threads share.

Which slots of an arena are free depends on the state: see `interp.memory`.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.errors import UnsupportedError
from threadproof.ir.program import Function, MemoryObject, Program
from threadproof.records import dataclass, field

FUNCTIONS = 0x1000
FUNCTION_DISTANCE = 16
ARENAS = 64


@dataclass(slots=True, eq=False)
class Addresses:
    """The fixed part of a program's address space. Thread-local objects have no fixed address."""

    shift: int  # a slot has 2**shift bytes
    bits: int
    of: dict[MemoryObject | Function, int] = field(default_factory=dict)
    functions: dict[int, Function] = field(default_factory=dict)
    objects: dict[int, MemoryObject] = field(default_factory=dict)  # slot -> the global that owns it
    first_dynamic: int = 0  # slot where the arenas begin
    arena: int = 0  # slots per arena

    def slots(self, size: int) -> int:
        """How many slots an object of `size` bytes owns."""
        return ((size + (1 << self.shift - 1)) >> self.shift) + 1

    def dynamic(self, slot: int) -> bool:
        """Whether objects that are made while the program runs may lie there."""
        return self.first_dynamic <= slot < (15 << (self.bits - 4)) >> self.shift

    def candidates(self, thread: int) -> Iterator[range]:
        """Ranges of slots in which an object of a thread may lie, in order of preference."""
        first = self.first_dynamic + thread % ARENAS * self.arena
        yield range(first, first + self.arena)
        yield range(self.first_dynamic + ARENAS * self.arena, (15 << (self.bits - 4)) >> self.shift)


def assign(program: Program) -> Addresses:
    """Deterministic: depends on nothing but the order of functions and objects in the program."""
    bits = program.data_model.pointer_bits
    space = Addresses(16 if bits == 32 else 20, bits)
    address = FUNCTIONS
    for function in program.functions.values():
        space.of[function] = address
        space.functions[address] = function
        address += FUNCTION_DISTANCE
    slot = (address >> space.shift) + 1
    for item in program.objects:
        if item.thread_local:
            continue
        space.of[item] = slot << space.shift
        for owned in range(slot, slot + space.slots(item.size)):
            space.objects[owned] = item
        slot += space.slots(item.size)
    space.first_dynamic = max(slot + 1, 0x20000000 >> space.shift)
    space.arena = ((8 << (bits - 4)) >> space.shift) // ARENAS if bits == 32 else 1 << 16
    if space.first_dynamic + ARENAS * space.arena >= (15 << (bits - 4)) >> space.shift:
        raise UnsupportedError("the global variables do not fit into the address space", program.entry.pos)
    return space
