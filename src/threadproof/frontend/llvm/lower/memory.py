"""Loads, stores, and what copies or fills blocks.

A byte that holds a truth value is read as one: `!range` says so of a load, and what is stored is one that was extended. Blocks of
a size that is known are copied scalar by scalar, as the C front end does it (each is a step of its own), where the types on
either side are known; otherwise byte by byte, by the library's model.
"""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.frontend.llvm.lower import blocks_of_memory, parts
from threadproof.frontend.llvm.lower.frame import FunctionFrame, Tree, converted, offset_address
from threadproof.frontend.llvm.text.tree import Instr, LocalName, Typed
from threadproof.frontend.llvm.text.types import Int, LType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.layout import leaves
from threadproof.ir.op import Load, Store
from threadproof.ir.types import BOOL, IntType, Type, width


def load(frame: FunctionFrame, each: Instr) -> None:
    place = each.operands[0].value
    if isinstance(place, LocalName) and place.name in frame.slots:
        slot = frame.slots[place.name]
        frame.define(each, converted(frame.unit.target.scalar(each.type), e.var(slot)))
        return
    address = frame.value(each.operands[0])
    parts.check(frame, place)
    held = BOOL if _is_truth(frame, each) else held_type(frame, each.operands[0], each.type)
    frame.define(each, read(frame, address, each.type, held))


def _is_truth(frame: FunctionFrame, each: Instr) -> bool:
    """`!range !{i8 0, i8 2}`"""
    return each.type == Int(8) and frame.unit.text.metadata.get(each.meta.get("range", "")) == "!{i8 0, i8 2}"


def held_type(frame: FunctionFrame, operand: Typed, type_: LType) -> Type | None:
    """What is accessed, as far as it is known what lies there: clang accesses an atomic address as a number of the same size."""
    target = frame.unit.target
    if target.value(type_) is None:
        return None
    usual = target.in_memory(type_)
    layout = blocks_of_memory.pointee(frame, operand)
    first = None if layout is None else next(iter(leaves(layout)), None)
    if first is None or first[0] or not usual.integral or not first[1].integral or width(first[1]) != width(usual):
        return usual
    return first[1]


def read(frame: FunctionFrame, address: Expr, type_: LType, held: Type | None = None) -> Tree:
    target = frame.unit.target
    scalar = target.value(type_)
    if scalar is None:
        parts = target.parts(type_)
        return tuple(read(frame, e.add(address, e.const(address.type, at)), part) for at, part in parts)
    variable = frame.builder.temporary(held or target.in_memory(type_))
    frame.builder.emit(Load(variable, address))
    return converted(scalar, e.var(variable))


def store(frame: FunctionFrame, each: Instr) -> None:
    value = frame.tree(each.operands[0])
    place = each.operands[1].value
    if isinstance(place, LocalName) and place.name in frame.slots:
        slot = frame.slots[place.name]
        assert not isinstance(value, tuple)
        frame.assign(slot, converted(slot.type, value))
        return
    address = frame.value(each.operands[1])
    parts.check(frame, place)
    write(frame, address, each.operands[0].type, value, held_type(frame, each.operands[1], each.operands[0].type))


def write(frame: FunctionFrame, address: Expr, type_: LType, value: Tree, held: Type | None = None) -> None:
    target = frame.unit.target
    if isinstance(value, tuple):
        for (at, part), item in zip(target.parts(type_), value, strict=True):
            write(frame, e.add(address, e.const(address.type, at)), part, item)
        return
    frame.builder.emit(Store(address, in_memory(held or target.in_memory(type_), value)))


def in_memory(held: Type, value: Expr) -> Expr:
    """How a value is stored: a byte that is a truth value as one."""
    if isinstance(held, IntType) and held.bits == 8 and value.op == "cast" and value.args[0].type is BOOL:
        return value.args[0]
    return converted(held, value)


def element_pointer(frame: FunctionFrame, each: Instr) -> None:
    base, *indices = [frame.value(operand) for operand in each.operands]
    if base.type is not frame.pointer:
        raise UnsupportedError("unsupported: getelementptr of several addresses")
    parts.note_index(frame, each, indices)
    frame.define(each, offset_address(frame.unit, each.type, base, indices))
