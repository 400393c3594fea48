"""Copying and filling blocks of memory.

What a block consists of is told by how its address was made: an object's layout, or the type that `getelementptr` counted in.
A block whose size is a constant and fits is moved scalar by scalar, each a step of its own; an assignment of structures
(`!tbaa.struct`) leaves padding out, as the C front end does. Everything else is left to the library's models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.lower.bulk import _padded, _repeated
from threadproof.frontend.c.lower.copy import UNROLL, all_units, for_each_scalar
from threadproof.frontend.llvm.lower import parts
from threadproof.frontend.llvm.lower.frame import FunctionFrame
from threadproof.frontend.llvm.text.tree import GlobalName, Instr, LocalName, NumberConstant, Typed
from threadproof.frontend.llvm.text.types import LArray, LType, LVector, Struct
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.layout import ArrayOf, Layout, Record, size_of
from threadproof.ir.op import Call, Check, Load, Store
from threadproof.ir.types import Type, byte_size

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.context import Context


FUNCTIONS = frozenset({"memcpy", "memmove", "memset"})


def is_known(frame: FunctionFrame, each: Instr, name: str) -> bool:
    """Whether a call of the library's function need not be left to its model."""
    length = each.operands[2].value if len(each.operands) == 3 else None
    size = length.value if isinstance(length, NumberConstant) else -1
    if size <= 0:
        return False
    first = _layout(frame, each.operands[0], size)
    return (first is not None) if name == "memset" else (first or _layout(frame, each.operands[1], size)) is not None


def called(frame: FunctionFrame, each: Instr, name: str) -> Expr:
    """The library's function by its name; its result is its first argument."""
    parts.refuse(frame, each, name)
    values = [frame.value(operand) for operand in each.operands]
    if name == "memset":
        fill(frame, each, values)
    else:
        _moved(frame, each, values, name, explicit=True)
    return values[0]


def copy(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    _moved(frame, each, values, "memcpy")


def move(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    _moved(frame, each, values, "memmove")


def _moved(frame: FunctionFrame, each: Instr, values: list[Expr], name: str, explicit: bool = False) -> None:
    target, source, length = values[:3]
    size = int(length.payload) if length.is_const else -1
    if size == 0:
        return
    layout = None if size < 0 else _layout(frame, each.operands[0], size) or _layout(frame, each.operands[1], size)
    if layout is None or (name == "memmove" and len(all_units(layout, 0)) > 2 * UNROLL):
        if name == "memcpy" and not explicit:  # an object may be assigned to itself
            _require_apart(frame, target, source, size, True)
            name = "memmove"
        _model(frame, name, values[:3])
        return
    ranges = _ranges(frame, each)
    if name == "memmove":
        _at_once(frame, target, source, _padded(layout))
        return
    _require_apart(frame, target, source, size, not explicit)
    copy_as(frame, target, source, layout if ranges is not None and _covers(layout, ranges) else _padded(layout))


def _ranges(frame: FunctionFrame, each: Instr) -> list[tuple[int, int]] | None:
    """What an assignment of a structure copies: all but padding (`!tbaa.struct`)."""
    if "tbaa.struct" not in each.meta:
        return None
    numbers = [int(word) for word in frame.unit.debug.node(each.meta["tbaa.struct"]).items if word.isdigit()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _covers(layout: Layout, ranges: list[tuple[int, int]]) -> bool:
    """Whether the scalars of the layout are all that is copied."""
    inside = set[int]()
    for offset, scalar in all_units(layout, 0):
        inside.update(range(offset, offset + byte_size(scalar)))
    return all(byte in inside for start, size in ranges for byte in range(start, start + size))


def copy_as(frame: FunctionFrame, target: Expr, source: Expr, layout: Layout) -> None:
    def move_one(offset: Expr, scalar: Type) -> None:
        found = frame.builder.temporary(scalar)
        frame.builder.emit(Load(found, e.add(source, offset)))
        frame.builder.emit(Store(e.add(target, offset), e.var(found)))

    for_each_scalar(cast("Context", frame), layout, move_one)


def _at_once(frame: FunctionFrame, target: Expr, source: Expr, layout: Layout) -> None:
    """Blocks may overlap: everything is read first."""
    found = []
    for offset, scalar in all_units(layout, 0):
        value = frame.builder.temporary(scalar)
        frame.builder.emit(Load(value, e.add(source, e.const(frame.pointer, offset))))
        found.append((offset, value))
    for offset, value in found:
        frame.builder.emit(Store(e.add(target, e.const(frame.pointer, offset)), e.var(value)))


def _require_apart(frame: FunctionFrame, target: Expr, source: Expr, size: int, assignment: bool) -> None:
    """Blocks that overlap are undefined; an assignment of an object to itself is not."""
    if (target.op == source.op == "addr" and target is not source) or (assignment and target is source):
        return
    length = e.const(frame.pointer, size)
    apart = e.lor(e.le(e.add(target, length), source), e.le(e.add(source, length), target))
    if assignment:
        if not frame.options.bounds:
            return
        apart = e.lor(e.eq(target, source), apart)
    frame.builder.emit(Check(apart, "invalid-copy", "memcpy between blocks that overlap"))


def fill(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    target, byte, length = values[:3]
    size = int(length.payload) if length.is_const else -1
    if size == 0:
        return
    layout = _layout(frame, each.operands[0], size) if size > 0 and byte.is_const else None
    units = (
        {} if layout is None else {scalar: _repeated(scalar, int(byte.payload)) for _, scalar in all_units(_padded(layout), 0)}
    )
    if layout is None or None in units.values():
        _model(frame, "memset", [target, byte, length])
        return

    def store_one(offset: Expr, scalar: Type) -> None:
        value = units[scalar]
        assert value is not None
        frame.builder.emit(Store(e.add(target, offset), value))

    for_each_scalar(cast("Context", frame), _padded(layout), store_one)


def _model(frame: FunctionFrame, name: str, values: list[Expr]) -> None:
    definition = frame.linkage.model(name, frame.builder.pos)
    if definition is None:
        raise UnsupportedError(f"unsupported: {name}")
    variables = definition.function.params
    given = tuple(e.cast(variable.type, value) for variable, value in zip(variables, values, strict=True))
    frame.builder.emit(Call(None, e.addr(definition.function, frame.pointer), given))


# -- what a block consists of ------------------------------------------------------------------------------------------


def _layout(frame: FunctionFrame, operand: Typed, size: int) -> Layout | None:
    """Of exactly so many bytes."""
    found = pointee(frame, operand)
    if found is None:
        return None
    whole = size_of(found)
    if whole == size:
        return found
    if isinstance(found, ArrayOf) and found.stride and size < whole:
        return ArrayOf(found.element, size // found.stride, found.stride) if size % found.stride == 0 else None
    if whole and size > whole and size % whole == 0 and not isinstance(found, Record):
        return ArrayOf(found, size // whole, whole)
    return None


def pointee(frame: FunctionFrame, operand: Typed) -> Layout | None:
    """How the memory is divided that starts at an address, if that is known."""
    value = operand.value
    if isinstance(value, GlobalName):
        name = frame.linkage.resolve(frame.unit, value.name)
        return frame.linkage.object(frame.unit, name).layout if name in frame.unit.text.globals else None
    if not isinstance(value, LocalName):
        return None
    loaded = frame.loads.get(value.name)
    if loaded is not None and isinstance(loaded.operands[0].value, LocalName):
        return frame.unit.debug.pointee(frame.records.get(loaded.operands[0].value.name, ""))
    made = frame.makers.get(value.name)
    if made is None:
        return None
    if made.op == "alloca" and not made.operands:
        return frame.layouts.get(value.name) or frame.unit.target.layout(made.type)
    if made.op == "getelementptr":
        reached = _reached(frame, made)
        return None if reached is None else frame.unit.target.layout(reached)
    return None


def _reached(frame: FunctionFrame, made: Instr) -> LType | None:
    target, of = frame.unit.target, made.type
    for index in made.operands[2:]:
        of = target.resolve(of)
        if isinstance(of, Struct):
            number = getattr(index.value, "value", 0)
            of = of.fields[number]
        elif isinstance(of, LArray | LVector):
            of = of.element
        else:
            return None
    return of if byte_size_known(frame, of) else None


def byte_size_known(frame: FunctionFrame, of: LType) -> bool:
    scalar = frame.unit.target.value(of)
    return scalar is None or byte_size(scalar) > 1  # bytes are what is counted when nothing is known
