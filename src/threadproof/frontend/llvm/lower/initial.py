"""Initial values of objects: constants of every form, as scalars at their offsets."""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.errors import UnsupportedError
from threadproof.frontend.llvm.lower.frame import constant
from threadproof.frontend.llvm.lower.linkage import Linkage, LlvmModule
from threadproof.frontend.llvm.lower.memory import in_memory
from threadproof.frontend.llvm.text.tree import GlobalSource, IrOperand, Parts, TextConstant, UndefinedConstant, Zero
from threadproof.frontend.llvm.text.types import LType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.layout import leaves
from threadproof.ir.program import Init, MemoryObject
from threadproof.ir.types import BOOL, I8, IntType, PtrType, Type


def initialise(linkage: Linkage, made: MemoryObject, unit: LlvmModule, text: GlobalSource) -> None:
    assert text.initial is not None
    held = dict(leaves(made.layout)) if made.layout is not None else {}
    init = tuple(Init(at, _as_held(value, held.get(at))) for at, value in _scalars(linkage, unit, text.type, text.initial, 0))
    object.__setattr__(made, "init", init)


def _as_held(value: Expr, held: Type | None) -> Expr:
    """With the sign that the layout says, or as a truth value."""
    if held is None or not value.is_const:
        return value
    if isinstance(held, IntType) and isinstance(value.type, IntType) and held.bits == value.type.bits:
        return e.cast(held, value)
    if held is BOOL and value.type is I8 and value.payload in (0, 1):
        return e.cast(BOOL, value)
    return value


def _scalars(linkage: Linkage, unit: LlvmModule, type_: LType, value: IrOperand, at: int) -> Iterator[tuple[int, Expr]]:
    """What is not zero. An undefined initial value may be zero as well as anything: that is how compilers emit it."""
    target = unit.target
    if isinstance(value, Zero | UndefinedConstant):
        return
    if isinstance(value, TextConstant):
        for index, byte in enumerate(value.data):
            if byte:
                yield at + index, e.const(I8, byte)
        return
    if isinstance(value, Parts):
        for (offset, _), item in zip(target.parts(type_), value.items, strict=True):
            yield from _scalars(linkage, unit, item.type, item.value, at + offset)
        return
    found = constant(linkage, unit, type_, value)
    if found.is_const:
        if found is not e.zero(found.type):
            yield at, in_memory(target.in_memory(type_), found)
    elif _is_address(found):
        yield at, found
    else:
        raise UnsupportedError("unsupported: an initial value that is no constant")


def _is_address(value: Expr) -> bool:
    while value.op == "cast" and isinstance(value.args[0].type, IntType | PtrType):
        value = value.args[0]
    base = value.args[0] if value.op == "add" and value.args[1].is_const else value
    return base.op == "addr"
