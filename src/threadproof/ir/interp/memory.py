"""Memory during a step: the bytes of every live object, read and written through flat addresses.

Globals are `cells` by number, objects made at run time are `LiveObject`s by address. An access belongs to the object
that owns the slot of its address (see `ir.addresses`), must lie within it, and fails with `Invalid` otherwise. Bytes of
stack and heap objects that were never written are undecided until they are read. A placeholder may be stored, too
(`deferred`): reading exactly that value gives it back, an access to a part of it decides it first.

An address is given out again only when nothing refers to the object that was there: before a zone is taken, every register and
every word of memory is scanned for an address within it. A dangling pointer hence always points to no object.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from threadproof.ir import arith
from threadproof.ir.addresses import Addresses
from threadproof.ir.expr import Expr
from threadproof.ir.interp.state import HEAP, LiveObject, Site, State
from threadproof.ir.interp.values import Lazy
from threadproof.ir.program import MemoryObject, Program
from threadproof.ir.types import U8, FloatType, Type, byte_size, is_integral, is_signed
from threadproof.ir.zones import margin


class Invalid(Exception):
    """An access that no live object covers."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Statics:
    """What is fixed about memory: the globals and where they lie."""

    def __init__(self, program: Program, space: Addresses) -> None:
        self.space = space
        self.shift = space.shift
        self.word = program.data_model.pointer_bits // 8
        self.locals = [item for item in program.objects if item.thread_local]
        self.variable = [item for item in program.objects if not item.thread_local and not item.constant]
        self.initial = tuple(self.image(item) for item in self.variable)
        numbers: dict[MemoryObject, int] = {item: n for n, item in enumerate(self.variable)}
        self.constants = {item: self.image(item) for item in program.objects if item.constant and not item.thread_local}
        # slot -> (object, its address, its number or -1 if it is constant)
        self.owner = {slot: (item, space.of[item], numbers.get(item, -1)) for slot, item in space.objects.items()}
        self.first_dynamic = space.first_dynamic

    def image(self, item: MemoryObject) -> bytes:
        """The initial bytes of an object."""
        data = bytearray(item.size)
        for part in item.init:
            raw = arith.to_bytes(part.value.type, self.constant(part.value))
            data[part.offset : part.offset + len(raw)] = raw
        return bytes(data)

    def constant(self, value: Expr) -> Any:
        """A constant, or an address plus (minus, cast of) constants."""
        if value.is_const:
            return value.payload
        if value.op == "addr":
            return self.space.of[value.payload]
        args = [self.constant(arg) for arg in value.args]
        if value.op == "cast":
            return arith.cast(value.type, value.args[0].type, args[0])
        return arith.binary(value.op, value.args[0].type, *args)


class StepMemory:
    """The memory of one step. Nothing is copied before it is written."""

    __slots__ = ("before", "blocks_", "cells", "deferred", "force", "statics")

    def __init__(self, statics: Statics, state: State, force: Callable[[Lazy], Any]) -> None:
        self.statics = statics
        self.force = force  # decides a placeholder; calls `resolve`
        self.cells: tuple[bytes, ...] | list[bytes] = state.cells
        self.before = state.blocks
        self.deferred: dict[int, Lazy] = dict(state.deferred)
        self.blocks_: dict[int, LiveObject] | None = None  # by slot; None: as `before`

    @property
    def blocks(self) -> dict[int, LiveObject]:
        if self.blocks_ is None:
            self.blocks_ = {}
            for block in self.before:
                self.enter(block)
        return self.blocks_

    def enter(self, block: LiveObject) -> None:
        for slot in self.statics.space.slots(block.address, len(block.data)):
            self.blocks[slot] = block

    def frozen(self) -> tuple[tuple[bytes, ...], tuple[LiveObject, ...], tuple[tuple[int, Lazy], ...]]:
        deferred = tuple(sorted(self.deferred.items(), key=lambda item: item[0])) if self.deferred else ()
        if self.blocks_ is None:
            return tuple(self.cells), self.before, deferred
        live = {block.address: block for block in self.blocks_.values()}
        return tuple(self.cells), tuple([live[address] for address in sorted(live)]), deferred

    # -- accesses --------------------------------------------------------------------------------------------------------

    def find(self, address: int, size: int) -> tuple[Site | MemoryObject, int, int]:
        """(object, offset in it, number of the cell; -1 for a constant, -2 for a block) that covers the bytes."""
        slot = address >> self.statics.shift
        owner = self.statics.owner.get(slot)
        if owner is not None:
            item, base, number = owner
            length = item.size
        else:
            block = self.blocks.get(slot)
            if block is None:
                raise Invalid(self.nothing_at(address))
            item, base, number, length = block.site, block.address, -2, len(block.data)  # type: ignore[assignment]
        offset = address - base
        if not 0 <= offset <= length - size:
            raise Invalid(f"bytes {offset} to {offset + size - 1} of {item.name}, which has {length}")
        return item, offset, number

    def nothing_at(self, address: int) -> str:
        if address == 0:
            return "null pointer"
        function = self.statics.space.functions.get(address)
        if function is not None:
            return f"the address of function {function.name}"
        start = self.statics.space.zones.object_at(address)
        item = self.statics.space.objects.get(start >> self.statics.shift)
        block = None if item is not None else self.blocks.get(start >> self.statics.shift)
        if item is not None:  # not an address of it, but computed from one
            return f"an address far outside of {item.name}, which has {item.size} bytes"
        if block is not None:
            return f"an address far outside of {block.site.name}, which has {len(block.data)} bytes"
        kind = "a dead object or no object" if address >= self.statics.first_dynamic else "no object"
        return f"{address:#x}, the address of {kind}"

    def read(self, address: int, type_: Type, decide: Callable[[Type, bool], Any]) -> tuple[Any, Site | MemoryObject, int]:
        """(value, object, offset); `decide` chooses what was never written."""
        size = byte_size(type_)
        item, offset, number = self.find(address, size)
        if self.deferred:
            lazy = self.deferred.get(address)
            if lazy is not None and lazy.type == type_:
                return lazy, item, offset
            self.overlap(address, size, False)
        if number >= 0:
            data = self.cells[number]
        elif number == -1:
            assert isinstance(item, MemoryObject)
            data = self.statics.constants[item]
        else:
            block = self.blocks[address >> self.statics.shift]
            if block.mask is not None and 0 in block.mask[offset : offset + size]:
                return self.first_read(block, offset, type_, decide), item, offset
            data = block.data
        return decode(type_, data[offset : offset + size]), item, offset

    def first_read(self, block: LiveObject, offset: int, type_: Type, decide: Callable[[Type, bool], Any]) -> Any:
        """A value of which some bytes were never written. If none was, it may stay undecided."""
        size = byte_size(type_)
        assert block.mask is not None
        known, old = block.mask[offset : offset + size], block.data[offset : offset + size]
        if not any(known):
            value = decide(type_, True)
        else:
            raw = bytes(byte if here else arith.to_bytes(U8, decide(U8, False))[0] for byte, here in zip(old, known, strict=True))
            value = decode(type_, raw)
        self.write(block.address + offset, type_, value)
        return value

    def write(self, address: int, type_: Type, value: Any) -> tuple[Site | MemoryObject, int]:
        lazy = value.__class__ is Lazy
        raw = bytes(byte_size(type_)) if lazy else encode(type_, value)
        item, offset, number = self.find(address, len(raw))
        if number == -1:
            raise Invalid(f"write to {item.name}, which is constant")
        if self.deferred:
            self.overlap(address, len(raw), True)
        if number == -2:
            self.fill(self.blocks[address >> self.statics.shift], offset, raw)
        else:
            if isinstance(self.cells, tuple):
                self.cells = list(self.cells)
            data = self.cells[number]
            self.cells[number] = raw if len(raw) == len(data) else data[:offset] + raw + data[offset + len(raw) :]
        if lazy:
            self.deferred[address] = value
        return item, offset

    def overlap(self, address: int, size: int, overwrite: bool) -> None:
        """Decide the placeholders of which an access touches a part; one that is overwritten as a whole just goes."""
        for at, lazy in list(self.deferred.items()):
            end = at + byte_size(lazy.type)
            if at < address + size and address < end and at in self.deferred:
                if overwrite and address <= at and end <= address + size:
                    del self.deferred[at]
                else:
                    self.force(lazy)

    def resolve(self, lazy: Lazy, value: Any) -> None:
        """A placeholder was decided."""
        for at in [at for at, found in self.deferred.items() if found is lazy]:
            del self.deferred[at]
            self.write(at, lazy.type, value)

    def fill(self, block: LiveObject, offset: int, raw: bytes) -> None:
        end = offset + len(raw)
        mask = block.mask
        if mask is not None:
            mask = mask[:offset] + b"\1" * len(raw) + mask[end:]
            mask = None if 0 not in mask else mask
        self.enter(block._replace(data=block.data[:offset] + raw + block.data[end:], mask=mask))

    # -- life and death --------------------------------------------------------------------------------------------------

    def allocate(self, thread: int, block: LiveObject, words: Iterable[Any]) -> int | None:
        """Enter an object at the lowest address to which nothing refers; None if there is none. `words`: what registers hold."""
        space, size = self.statics.space, len(block.data)
        taken = {space.zones.start(value) for value in words if value.__class__ is int and value >= self.statics.first_dynamic}
        taken.update(self.scan())
        taken.update(space.zones.start(found.address) for found in self.blocks.values())
        for area in space.candidates(thread, size):
            for zone in area:
                if zone not in taken:
                    address = zone + margin(area.step.bit_length() - 1)
                    self.enter(block._replace(address=address))
                    return address
        return None

    def scan(self) -> Iterator[int]:
        """Zones to which a word of memory may refer; words may lie anywhere (packed structures)."""
        size, low, start = self.statics.word, self.statics.first_dynamic, self.statics.space.zones.start
        code = "<%dI" if size == 4 else "<%dQ"
        for data in {*self.cells, *(block.data for block in self.blocks.values())}:
            for begin in range(min(size, len(data) - size + 1)):
                for word in struct.unpack_from(code % ((len(data) - begin) // size), data, begin):
                    if word >= low:
                        yield start(word)

    def renew(self, address: int) -> None:
        """A stack object, by its start, is as if nothing had ever been written there."""
        block = self.blocks[address >> self.statics.shift]
        nothing = bytes(len(block.data))
        self.drop(address, len(nothing))
        self.enter(block._replace(data=nothing, mask=nothing or None))

    def kill(self, address: int) -> None:
        size = len(self.blocks[address >> self.statics.shift].data)
        for slot in self.statics.space.slots(address, size):
            del self.blocks[slot]
        self.drop(address, size)

    def drop(self, address: int, size: int) -> None:
        """Placeholders that are stored there go."""
        for at in [at for at in self.deferred if address <= at < address + size]:
            del self.deferred[at]

    def ended(self, address: int) -> bool:
        """Whether an object that is not there any more started at an address."""
        if not self.statics.space.dynamic(address):
            return False
        return address >> self.statics.shift not in self.blocks

    def heap_object(self, address: int) -> LiveObject:
        """The live heap object that starts at an address."""
        block = self.blocks.get(address >> self.statics.shift)
        if block is None or block.address != address or block.kind != HEAP:
            raise Invalid("neither null nor the start of a live heap object")
        return block


def decode(type_: Type, raw: bytes) -> Any:
    if is_integral(type_) and type_.bits == 8 * len(raw):  # type: ignore[attr-defined]
        return int.from_bytes(raw, "little", signed=is_signed(type_))
    return arith.from_bytes(type_, raw)


def encode(type_: Type, value: Any) -> bytes:
    if is_integral(type_) and not isinstance(type_, FloatType) and not type_.bits & 7:  # type: ignore[attr-defined]
        return int(value).to_bytes(type_.bits >> 3, "little", signed=is_signed(type_))  # type: ignore[attr-defined]
    return arith.to_bytes(type_, value)
