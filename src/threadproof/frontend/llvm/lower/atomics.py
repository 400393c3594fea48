"""Atomic accesses: what the C front end's headers make of the same operations (`library/headers/__tp_builtins.h`).

An operation is one atomic section. Where data races are looked for, the section also says what its order does for happens-before
(`op.Sync`): a sequentially consistent access is one that the IR has for itself, weaker ones observe, acquire, publish or release.
Executions interleave whatever the order, so nothing else depends on it. A weak compare-and-exchange may fail for no reason.
"""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.frontend.llvm.lower import arithmetic
from threadproof.frontend.llvm.lower.frame import FunctionFrame, Tree, converted
from threadproof.frontend.llvm.lower.memory import held_type, in_memory
from threadproof.frontend.llvm.text.tree import Instr
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import AtomicBegin, AtomicEnd, Fence, Load, Origin, Store, Sync
from threadproof.ir.types import BOOL, FloatType, IntType, PtrType, Type

_ACQUIRES = frozenset({"acquire", "acq_rel", "seq_cst"})
_RELEASES = frozenset({"release", "acq_rel", "seq_cst"})


def sync(frame: FunctionFrame, address: Expr, type_: Type, kind: Sync, total: bool) -> None:
    """What the section does for happens-before."""
    if frame.options.races:
        frame.builder.emit(Load(frame.builder.temporary(type_), address, True, kind, total))


def _reads(frame: FunctionFrame, address: Expr, type_: Type, order: str) -> None:
    sync(
        frame, address, type_, Sync.ACQUIRE if order in _ACQUIRES else Sync.OBSERVE, order == "seq_cst" or order not in _ACQUIRES
    )


def _updates(frame: FunctionFrame, address: Expr, type_: Type, order: str) -> None:
    sync(frame, address, type_, Sync.EXTEND if order in _RELEASES else Sync.CARRY, order == "seq_cst" or order not in _RELEASES)


def _writes(frame: FunctionFrame, address: Expr, type_: Type, order: str) -> None:
    sync(
        frame, address, type_, Sync.RELEASE if order in _RELEASES else Sync.PUBLISH, order == "seq_cst" or order not in _RELEASES
    )


def _held(frame: FunctionFrame, each: Instr, place: int = 0) -> Type:
    held = held_type(frame, each.operands[place], each.type) or frame.unit.target.in_memory(each.type)
    if frame.unit.target.size(each.type) > 16:
        raise UnsupportedError("unsupported: an atomic access of so many bytes")
    return held


def load(frame: FunctionFrame, each: Instr) -> None:
    address, held = frame.value(each.operands[0]), _held(frame, each)
    target, order = frame.builder.temporary(held), each.orders[0]
    if order == "seq_cst" or not frame.options.races:
        frame.builder.emit(Load(target, address, True))
    else:
        frame.builder.emit(AtomicBegin())
        _reads(frame, address, held, order)
        frame.builder.emit(Load(target, address))
        frame.builder.emit(AtomicEnd())
    frame.define(each, converted(frame.unit.target.scalar(each.type), e.var(target)))


def store(frame: FunctionFrame, each: Instr) -> None:
    each.type = each.operands[0].type
    held = _held(frame, each, 1)
    value, address = in_memory(held, frame.value(each.operands[0])), frame.value(each.operands[1])
    if each.orders[0] == "seq_cst" or not frame.options.races:
        frame.builder.emit(Store(address, value, True))
        return
    frame.builder.emit(AtomicBegin())
    frame.builder.emit(Store(address, value))
    _writes(frame, address, held, each.orders[0])
    frame.builder.emit(AtomicEnd())


def fence(frame: FunctionFrame, each: Instr) -> None:
    if not frame.options.races or "singlethread" in each.words:
        return
    order = each.orders[0]
    words = {"acquire": ("R", "RW"), "release": ("RW", "W")}.get(order, ("RW", "RW"))
    frame.builder.emit(Fence(*words))


def read_modify_write(frame: FunctionFrame, each: Instr) -> None:
    address, held, order = frame.value(each.operands[0]), _held(frame, each), each.orders[0]
    operand = frame.value(each.operands[1])
    scalar = frame.unit.target.scalar(each.type)
    old = frame.builder.temporary(held)
    builder = frame.builder
    builder.emit(AtomicBegin())
    _reads(frame, address, held, order)
    builder.emit(Load(old, address))
    value = converted(scalar, e.var(old))
    builder.emit(Store(address, converted(held, _updated(each, value, operand))))
    _updates(frame, address, held, order)
    builder.emit(AtomicEnd())
    frame.define(each, value)


def _updated(each: Instr, old: Expr, operand: Expr) -> Expr:
    op = next(iter(each.words - {"volatile"} - {word for word in each.words if word not in _UPDATES}), "")
    if op == "xchg":
        return operand
    if op in ("fadd", "fsub"):
        return e.binary(op[1:], old, operand)
    if isinstance(old.type, FloatType) or not op:
        raise UnsupportedError(f"unsupported: atomicrmw {' '.join(sorted(each.words))}")
    pointer = old.type if isinstance(old.type, PtrType) else None
    if pointer is not None:
        old, operand = (e.cast(IntType(pointer.bits, False), one) for one in (old, operand))
    found = _integers(op, old, operand)
    return found if pointer is None else e.cast(pointer, found)


_UPDATES = frozenset(["xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "fadd", "fsub"])


def _integers(op: str, old: Expr, operand: Expr) -> Expr:
    if op == "nand":
        return e.bit_not(e.land(old, operand))
    if op in ("max", "min", "umax", "umin"):
        predicate = ("u" if op[0] == "u" else "s") + ("gt" if op.endswith("max") else "lt")
        return e.ite(arithmetic.related(predicate, old, operand), old, operand)
    if old.type is BOOL:
        return e.binary("xor" if op in ("add", "sub") else op, old, operand)
    return e.binary(op, old, operand)


def compare_exchange(frame: FunctionFrame, each: Instr) -> None:
    address = frame.value(each.operands[0])
    each.type = each.operands[1].type
    held = _held(frame, each)
    expected, new = (converted(held, frame.value(operand)) for operand in each.operands[1:])
    success, failure = each.orders
    builder, races = frame.builder, frame.options.races
    old, same = builder.temporary(held), builder.temporary(BOOL)
    builder.emit(AtomicBegin())
    builder.emit(Load(old, address, True, Sync.PEEK) if races else Load(old, address))
    if isinstance(held, PtrType):
        _compared(frame, expected, e.var(old))
    equal = e.eq(e.var(old), expected)
    if "weak" in each.words and frame.options.spurious:
        equal = e.land(equal, e.lnot(builder.havoc(BOOL, Origin.INPUT, "__VERIFIER_nondet_bool")))
    builder.assign(same, equal)
    yes, no, end = builder.location(), builder.location(), builder.location()
    builder.branch(e.var(same), yes, no)
    builder.here = yes
    _reads(frame, address, held, success)
    builder.emit(Store(address, new))
    _updates(frame, address, held, success)
    builder.jump(end)
    builder.here = no
    _reads(frame, address, held, failure)
    if races:
        builder.emit(Load(old, address))
    builder.jump(end)
    builder.here = end
    builder.emit(AtomicEnd())
    found: Tree = (converted(frame.unit.target.scalar(each.type), e.var(old)), e.var(same))
    frame.define(each, found)


def _compared(frame: FunctionFrame, expected: Expr, found: Expr) -> None:
    if frame.linkage.names.ends:
        arithmetic.compared(frame, expected, found)
