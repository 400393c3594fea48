"""Bounds of parts of objects, where `valid-memsafety` is verified: what the C front end's `subobject` checks.

An access by subscripts must stay in the array that is a member or a row, though the next one belongs to the same object. Clang
writes a subscript as a `getelementptr` into an array type; the address that is accessed was made by it, so the index is checked
there. A variable that is an array is an object anyway. Arrays at the end of a structure with no bound, or one of 0 or 1, are as
long as the object is. What functions of the library do to a member is not followed: calls that get one are not supported.
"""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.lower.subobject import COUNTING, LENGTHS, STRINGS, TEXTS
from threadproof.frontend.llvm.lower.frame import FunctionFrame
from threadproof.frontend.llvm.text.tree import GlobalName, Instr, IrOperand, LocalName, NumberConstant, Typed
from threadproof.frontend.llvm.text.types import LArray, LType, Struct
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check
from threadproof.ir.types import IntType, width

_DECAYED = "arraydecay"
"""How clang names the address of the first element that an array becomes: `*(s.name + i)`."""


def check(frame: FunctionFrame, address: IrOperand) -> None:
    """Before an access at an address: the subscripts that made it."""
    if not frame.options.bounds:
        return
    for _ in range(100):
        made = _maker(frame, address)
        if made is None:
            return
        _check_index(frame, made)
        if len(made.operands) < 3:  # an address that was computed, not a part of what is accessed
            return
        address = made.operands[0].value


def _maker(frame: FunctionFrame, address: IrOperand) -> Instr | None:
    made = frame.makers.get(address.name) if isinstance(address, LocalName) else None
    return made if made is not None and made.op == "getelementptr" else None


def _check_index(frame: FunctionFrame, made: Instr) -> None:
    array, index, base = _subscript(frame, made)
    if array is None or index is None or not _is_part(frame, base, made.type):
        return
    value = frame.indices.get(made.result)
    if value is None or (value.is_const and 0 <= value.payload < array.count):
        return
    unsigned = IntType(width(value.type), False)
    inside = e.lt(e.cast(unsigned, value), e.const(unsigned, array.count))
    frame.builder.emit(
        Check(inside, "invalid-deref", f"index outside of an array of {array.count}, which is a part of an object")
    )


def _subscript(frame: FunctionFrame, made: Instr) -> tuple[LArray | None, Typed | None, IrOperand]:
    """The array, the index, and the address of the array."""
    target, base = frame.unit.target, made.operands[0].value
    of = target.resolve(made.type)
    if isinstance(of, LArray) and len(made.operands) == 3:
        return of, made.operands[2], base
    first = _maker(frame, base)
    if len(made.operands) == 2 and first is not None and first.result.startswith(_DECAYED):
        array = target.resolve(first.type)
        if isinstance(array, LArray) and array.element == made.type:
            return array, made.operands[1], first.operands[0].value
    return None, None, base


def _is_part(frame: FunctionFrame, base: IrOperand, of: LType) -> bool:
    """Whether it is a member with a bound, or a row; not a variable."""
    if isinstance(base, GlobalName):
        return False
    made = frame.makers.get(base.name) if isinstance(base, LocalName) else None
    if made is None or made.op == "alloca":
        return made is None
    struct = frame.unit.target.resolve(made.type)
    if isinstance(struct, Struct) and len(made.operands) == 3 and isinstance(made.operands[2].value, NumberConstant):
        number = made.operands[2].value.value
        last = number == len(struct.fields) - 1
        member = frame.unit.target.resolve(struct.fields[number])
        return not (last and isinstance(member, LArray) and member.count <= 1)
    return True


def note_index(frame: FunctionFrame, made: Instr, indices: list[Expr]) -> None:
    """What the last index of a `getelementptr` was."""
    if frame.options.bounds and indices:
        frame.indices[made.result] = indices[-1]


def refuse(frame: FunctionFrame, each: Instr, name: str) -> None:
    """Of a function of the library that gets a member which is an array."""
    if not frame.options.bounds or not (name in LENGTHS or name in STRINGS or name in COUNTING or name in TEXTS):
        return
    for operand in each.operands:
        made = _maker(frame, operand.value)
        if made is not None:
            array, _, base = _subscript(frame, made)
            if array is not None and _is_part(frame, base, made.type):
                raise UnsupportedError(f"unsupported: what {name} does to an array that is a part of an object")
