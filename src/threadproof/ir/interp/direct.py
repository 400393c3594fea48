"""Shortcuts: loads and stores of a global scalar whose address is a constant, with object, offset and format looked up
beforehand.

They do exactly what `memory.StepMemory` does and are used only where nothing else can matter: the access lies within
a global that is not constant, its type has a machine format, nothing is logged, and (decided at run time) no
undecided value lies in memory and none is stored. Everything else takes the general way.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from threadproof.ir.expr import Expr
from threadproof.ir.interp.evaluate import Closure
from threadproof.ir.interp.values import Lazy
from threadproof.ir.program import MemoryObject
from threadproof.ir.types import BoolType, Type, byte_size, is_integral, is_signed, width

if TYPE_CHECKING:
    from threadproof.ir.interp.memory import Statics
    from threadproof.ir.interp.run import StepRun

Execute = Callable[[list[Any], "StepRun"], bool | None]
_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}


class Spot(NamedTuple):
    """Where a scalar of a global is: the number of its cell, offset, format."""

    number: int
    offset: int
    format: struct.Struct
    whole: bool  # it is all of the object


def spot(statics: Statics, address: Expr, type_: Type) -> Spot | None:
    """The place that a constant address and a type denote, if there is a shortcut to it."""
    offset = 0
    if address.op == "add" and address.args[1].is_const:
        offset, address = address.args[1].payload, address.args[0]
    item = address.payload if address.op == "addr" else None
    size = byte_size(type_)
    if not isinstance(item, MemoryObject) or item.thread_local or item.constant or not 0 <= offset <= item.size - size:
        return None
    if isinstance(type_, BoolType):
        code = "?"
    elif is_integral(type_) and width(type_) == 8 * size and size in _CODES:
        code = _CODES[size] if is_signed(type_) else _CODES[size].upper()
    else:
        return None
    number = statics.owner[statics.space.of[item] >> statics.shift][2]
    return Spot(number, offset, struct.Struct("<" + code), size == item.size)


def load(place: Spot, slot: int, general: Execute) -> Execute:
    number, offset, read = place.number, place.offset, place.format.unpack_from

    def execute(registers: list[Any], run: StepRun) -> bool | None:
        memory = run.memory
        if memory.deferred:
            return general(registers, run)
        (registers[slot],) = read(memory.cells[number], offset)
        return None

    return execute


def store(place: Spot, value: Closure, general: Execute) -> Execute:
    number, offset, whole, pack = place.number, place.offset, place.whole, place.format.pack
    end = offset + place.format.size

    def execute(registers: list[Any], run: StepRun) -> bool | None:
        memory = run.memory
        if memory.deferred:
            return general(registers, run)
        new = value(registers, run)
        if new.__class__ is Lazy:
            return general(registers, run)
        cells = memory.cells
        if cells.__class__ is tuple:
            cells = memory.cells = list(cells)
        if whole:
            cells[number] = pack(new)  # type: ignore[index]
        else:
            data = cells[number]
            cells[number] = data[:offset] + pack(new) + data[end:]  # type: ignore[index]
        return None

    return execute
