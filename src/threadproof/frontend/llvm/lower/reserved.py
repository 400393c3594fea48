"""Functions with a built-in meaning: the reserved names of SV-COMP, failed assertions, and the intrinsics by which models are
written (`library/models/intrinsics.h`), for models that are compiled with the program.

An entry is a function from a call and its arguments to the result, None if there is none. They mean what the functions of
the same names mean in C (`frontend/c/library/reserved`).
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.library.reserved import ATOMIC, ERRORS, MODELLED, NONDET, REFUSED
from threadproof.frontend.c.lower.nonlocal_jump import SETJMP
from threadproof.frontend.c.lower.synchronise import BLOCKS
from threadproof.frontend.llvm.lower.frame import FunctionFrame, converted
from threadproof.frontend.llvm.text.tree import GlobalName, Instr, IrOperand, TextConstant
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import (
    Alloc,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Await,
    Check,
    Cut,
    Free,
    Halt,
    Join,
    Load,
    ObjectSize,
    Origin,
    Spawn,
    Sync,
    ThreadExit,
)  # fmt: skip
from threadproof.ir.program import MemoryObject
from threadproof.ir.types import BOOL, I32, U32

Builtin = Callable[[FunctionFrame, Instr, list[Expr]], Expr | None]


def find(name: str) -> Builtin | None:
    if name.startswith(NONDET) and name not in MODELLED:
        return _nondet
    return TABLE.get(name)


def is_atomic_function(name: str) -> bool:
    return name.startswith(ATOMIC) and name not in TABLE


def text(frame: FunctionFrame, value: IrOperand) -> str:
    """The string literal that an argument is the address of; "" if it is none."""
    if not isinstance(value, GlobalName):
        return ""
    found = frame.unit.text.globals.get(value.name)
    if found is None or not found.constant or not isinstance(found.initial, TextConstant):
        return ""
    return found.initial.data.split(b"\0")[0].decode("utf-8", "replace")


def _nondet(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr | None:
    assert isinstance(each.callee, GlobalName)
    type_ = frame.unit.target.value(each.type)
    return None if type_ is None else frame.builder.havoc(type_, Origin.INPUT, each.callee.name)


def report(frame: FunctionFrame, message: str, condition: Expr = e.FALSE) -> None:
    """An error of the program, unless the condition holds."""
    builder = frame.builder
    if frame.options.errors:
        builder.emit(Check(condition, "reach-error", message))
    else:
        fine, failed = builder.location(), builder.location()
        builder.branch(condition, fine, failed)
        builder.here = failed
        builder.stop(Halt())
        builder.here = fine
    if condition is e.FALSE:
        builder.here = builder.location()


def _error(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    assert isinstance(each.callee, GlobalName)
    report(frame, f"{each.callee.name} is called")


def _failed_assertion(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    what = text(frame, each.operands[0].value) if each.operands else ""
    report(frame, f"assertion fails: {what}" if what else "assertion fails")


def _assertion(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    assert isinstance(each.callee, GlobalName)
    report(frame, f"{each.callee.name} fails", _truth(values[0]))


def _failure(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    report(frame, text(frame, each.operands[0].value))


def _truth(value: Expr) -> Expr:
    return value if value.type is BOOL else e.ne(value, e.zero(value.type))


def _assume(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    frame.builder.emit(Assume(_truth(values[0]), branch=False))


def _await(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    holders = [e.cast(U32, value) for value in values[1:] if frame.options.blocking]
    frame.builder.emit(Await(_truth(values[0]), tuple(holders)))


def _begin(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    frame.builder.emit(AtomicBegin())


def _end(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    frame.builder.emit(AtomicEnd())


def begin_block(frame: FunctionFrame, *_: object) -> None:
    frame.builder.emit(AtomicBegin())
    if frame.options.races:
        frame.builder.emit(Load(frame.builder.temporary(I32), _blocks(frame), True, Sync.ACQUIRE))


def end_block(frame: FunctionFrame, *_: object) -> None:
    if frame.options.races:
        frame.builder.emit(Load(frame.builder.temporary(I32), _blocks(frame), True, Sync.EXTEND))
    frame.builder.emit(AtomicEnd())


def _blocks(frame: FunctionFrame) -> Expr:
    """The lock that atomic blocks share."""
    found = next((item for item in frame.linker.objects if item.name == BLOCKS), None)
    if found is None:
        found = MemoryObject(BLOCKS, 4, 4, I32)
        frame.linker.objects.append(found)
    return e.addr(found, frame.pointer)


def _sync(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    words = text(frame, each.operands[1].value).split()
    if frame.options.races:
        frame.builder.emit(Load(frame.builder.temporary(I32), values[0], True, Sync(words[0]), "weaker" not in words))


def _self(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    return e.cast(I32, e.this_thread())


def _spawn(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    target = frame.builder.temporary(U32)
    frame.builder.emit(Spawn(target, values[0], values[1]))
    return e.cast(I32, e.var(target))


def _join(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    target = frame.builder.temporary(frame.pointer)
    frame.builder.emit(Join(target, e.cast(U32, values[0])))
    return e.var(target)


def _thread_exit(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    frame.builder.stop(ThreadExit(values[0]))


def _halt(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    frame.builder.stop(Halt())


def _allocate(zeroed: bool) -> Builtin:
    def build(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
        target = frame.builder.temporary(frame.pointer)
        size = converted(frame.builder.data_model.size, values[0])
        frame.builder.emit(Alloc(target, size, False, "heap", None, zeroed))
        return e.var(target)

    return build


def _free(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    frame.builder.emit(Free(values[0]))


def _object_size(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    target = frame.builder.temporary(frame.builder.data_model.size)
    frame.builder.emit(ObjectSize(target, values[0]))
    return e.var(target)


def _check(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    kind, message = (text(frame, operand.value) for operand in each.operands[1:3])
    frame.builder.emit(Check(_truth(values[0]), kind, message))


def _cut(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    frame.builder.stop(Cut(text(frame, each.operands[0].value)))


def _refused(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    assert isinstance(each.callee, GlobalName)
    raise UnsupportedError(f"unsupported: '{each.callee.name}'")


TABLE: dict[str, Builtin] = {
    **dict.fromkeys(ERRORS, _error),
    "__assert_fail": _failed_assertion,
    "__assert_perror_fail": _failed_assertion,
    "__assert": _failed_assertion,
    "__VERIFIER_assume": _assume,
    "assume_abort_if_not": _assume,
    "__VERIFIER_atomic_begin": begin_block,
    "__VERIFIER_atomic_end": end_block,
    "__tp_atomic_begin": _begin,
    "__tp_atomic_end": _end,
    "__tp_sync": _sync,
    "__tp_await": _await,
    "__tp_assume": _assume,
    "__tp_self": _self,
    "__tp_spawn": _spawn,
    "__tp_join": _join,
    "__tp_thread_exit": _thread_exit,
    "__tp_halt": _halt,
    "__tp_alloc": _allocate(False),
    "__tp_alloc_zeroed": _allocate(True),
    "__tp_free": _free,
    "__tp_object_size": _object_size,
    "__tp_error": _failure,
    "__tp_check": _check,
    "__tp_cut": _cut,
    **dict.fromkeys((*SETJMP, *REFUSED, "longjmp", "_longjmp", "siglongjmp"), _refused),
}
UNDEFINED: dict[str, Builtin] = {"assert": _assertion, "__VERIFIER_assert": _assertion}
"""What a name means that the program uses without defining it."""
