"""Which variables of a function become registers: those that no address of is ever needed.

An `alloca` of one scalar becomes a register if its address is used by nothing but loads and stores of the whole scalar, and
markers of its lifetime. No other thread and no pointer can reach such a variable, so nothing is lost by that, whatever
others do; it is the same choice that the C front end makes.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.frontend.llvm.lower.frame import FunctionFrame
from threadproof.frontend.llvm.text.tree import Declared, Folded, GlobalName, Instr, IrOperand, LocalName, Parts
from threadproof.frontend.llvm.text.types import Int, LType
from threadproof.ir.types import BOOL, Type, width

_MARKERS = ("llvm.lifetime.start", "llvm.lifetime.end")


def used(value: IrOperand) -> Iterator[str]:
    """The local names in an operand."""
    if isinstance(value, LocalName):
        yield value.name
    elif isinstance(value, Parts):
        for item in value.items:
            yield from used(item.value)
    elif isinstance(value, Folded):
        for item in value.operands:
            yield from used(item.value)


def operands(instruction: Instr) -> Iterator[IrOperand]:
    for typed in instruction.operands:
        yield typed.value
    for value, _ in instruction.incoming:
        yield value
    if instruction.callee is not None:
        yield instruction.callee


def is_marker(instruction: Instr) -> bool:
    callee = instruction.callee
    return isinstance(callee, GlobalName) and callee.name.startswith(_MARKERS)


def promoted(frame: FunctionFrame) -> dict[str, LType]:
    """The allocas that become registers."""
    entry = next(iter(frame.blocks.values()))
    found: dict[str, LType] = {}
    for each in entry.body:
        if each.op == "alloca" and not each.operands and frame.unit.target.value(each.type) is not None:
            found[each.result] = each.type
    for block in frame.blocks.values():
        for each in block.body:
            for name in _escaping(frame, each, found):
                found.pop(name, None)
    return found


def _same_size(frame: FunctionFrame, a: LType, b: LType) -> bool:
    """Whether a scalar may be accessed as another one: clang accesses atomic addresses as numbers."""
    if a == b:
        return True
    first, second = frame.unit.target.value(a), frame.unit.target.value(b)
    return first is not None and second is not None and first.integral and second.integral and width(first) == width(second)


def _escaping(frame: FunctionFrame, each: Instr, candidates: dict[str, LType]) -> Iterator[str]:
    if isinstance(each, Declared) or is_marker(each):
        return
    for index, value in enumerate(operands(each)):
        for name in used(value):
            if name not in candidates:
                continue
            type_ = each.operands[0].type if each.op == "store" else each.type
            access = (each.op == "load" or (each.op == "store" and index == 1)) and _same_size(frame, type_, candidates[name])
            if not access or each.orders:
                yield name


def declarations(frame: FunctionFrame) -> dict[str, str]:
    """The variable that lives at the address of an alloca: its debug record."""
    found: dict[str, str] = {}
    for block in frame.blocks.values():
        for each in block.body:
            if isinstance(each, Declared) and each.op == "dbg_declare" and isinstance(each.operands[0].value, LocalName):
                found.setdefault(each.operands[0].value.name, each.variable)
    return found


def register_type(frame: FunctionFrame, type_: LType, variable: str) -> Type:
    """A byte that is a truth value in the source is one in a register; other integers get their sign from there."""
    scalar = frame.unit.target.scalar(type_)
    said = frame.unit.debug.scalar(variable) if variable else None
    return BOOL if said is BOOL and type_ == Int(8) else scalar
