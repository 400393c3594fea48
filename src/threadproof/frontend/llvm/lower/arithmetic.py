"""Arithmetic, comparisons, conversions.

Integers have no sign in LLVM; here they are signed, and operations on unsigned numbers convert. Operations that yield poison
(shifts by too many bits, floating-point numbers that an integer type does not hold) and those that trap (division by zero) are
checks of the same kinds as in the C front end. `nsw` is what tells signed arithmetic, whose overflow is checked where
no-overflow is verified; otherwise numbers wrap around.
"""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.frontend.llvm.lower.frame import FunctionFrame, Tree, converted
from threadproof.frontend.llvm.text.tree import Instr, IrOperand, LocalName, Zero
from threadproof.frontend.llvm.text.types import LVector
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check, Compared
from threadproof.ir.types import BOOL, FloatType, IntType, PtrType, Type, is_signed, width

_PLAIN = {"add": "add", "sub": "sub", "mul": "mul", "and": "and", "or": "or", "xor": "xor"}
_FLOAT = {"fadd": "add", "fsub": "sub", "fmul": "mul", "fdiv": "div"}
_SIGNS = {"add": "+", "sub": "-", "mul": "*", "sdiv": "/", "srem": "%"}
_UNSIGNED = {"udiv": "div", "urem": "rem", "lshr": "shr"}
_SIGNED = {"sdiv": "div", "srem": "rem", "ashr": "shr", "shl": "shl"}


def binary(frame: FunctionFrame, each: Instr) -> None:
    _refuse_vectors(frame, each)
    a, b = (frame.value(operand) for operand in each.operands)
    frame.define(each, computed(frame, each.op, each.words, a, b))


def _refuse_vectors(frame: FunctionFrame, each: Instr) -> None:
    if isinstance(frame.unit.target.resolve(each.operands[0].type), LVector):
        raise UnsupportedError(f"unsupported: {each.op} of vectors")


def computed(frame: FunctionFrame, op: str, words: frozenset[str], a: Expr, b: Expr) -> Expr:
    if op in _FLOAT:
        return e.binary(_FLOAT[op], a, b)
    if op == "frem":
        raise UnsupportedError("unsupported: the remainder of floating-point numbers")
    if a.type is BOOL:
        return _of_truths(frame, op, a, b)
    if op in _PLAIN:
        if "nsw" in words and frame.options.overflow:
            check_overflow(frame, op, a, b)
        return _distance(a, b) if op == "sub" else e.binary(_PLAIN[op], a, b)
    signed = a.type
    assert isinstance(signed, IntType)
    if op in ("shl", "lshr", "ashr"):
        b = _amount(frame, op, a, b)
    else:
        _check_division(frame, op, a, b)
    if op in _SIGNED:
        return e.binary(_SIGNED[op], a, b)
    unsigned = IntType(signed.bits, False)
    other = b if op == "lshr" else e.cast(unsigned, b)
    return e.cast(signed, e.binary(_UNSIGNED[op], e.cast(unsigned, a), other))


def _distance(a: Expr, b: Expr) -> Expr:
    """`p - q` is the distance of two addresses."""
    if all(one.op == "cast" and isinstance(one.args[0].type, PtrType) for one in (a, b)):
        return e.cast(a.type, e.sub(a.args[0], b.args[0]))
    return e.sub(a, b)


def _of_truths(frame: FunctionFrame, op: str, a: Expr, b: Expr) -> Expr:
    if op in ("and", "or", "xor"):
        return e.binary(op, a, b)
    if op in ("add", "sub"):
        return e.binary("xor", a, b)
    if op == "mul":
        return e.land(a, b)
    raise UnsupportedError(f"unsupported: {op} of truth values")


def _amount(frame: FunctionFrame, op: str, a: Expr, b: Expr) -> Expr:
    unsigned = IntType(width(b.type), False)
    if op == "shl" and frame.options.overflow:
        raise UnsupportedError(
            "unsupported: shifts to the left in LLVM's form, which does not tell signed ones, where overflow is verified"
        )
    if frame.options.hardware:
        return e.binary("and", b, e.const(b.type, width(a.type) - 1))
    fits = e.lt(e.cast(unsigned, b), e.const(unsigned, width(a.type)))
    _require(frame, fits, "invalid-shift", "shift by a negative number of bits, or by too many")
    return b


def _check_division(frame: FunctionFrame, op: str, a: Expr, b: Expr) -> None:
    if not (b.is_const and b.payload):
        frame.builder.emit(Check(e.ne(b, e.zero(b.type)), "division-by-zero", "division by zero"))
    if op in ("sdiv", "srem"):
        check_overflow(frame, op, a, b)


def _require(frame: FunctionFrame, condition: Expr, kind: str, message: str) -> None:
    if not (condition.is_const and condition.payload):
        frame.builder.emit(Check(condition, kind, message))


def check_overflow(frame: FunctionFrame, op: str, a: Expr, b: Expr) -> None:
    type_ = a.type
    assert isinstance(type_, IntType)
    if op in ("sdiv", "srem"):
        smallest = e.eq(a, e.const(type_, -(1 << (type_.bits - 1))))
        fits = e.lnot(e.land(smallest, e.eq(b, e.const(type_, -1))))
    else:
        wide = IntType(2 * type_.bits, True)
        fits = representable(e.binary(_PLAIN[op], e.cast(wide, a), e.cast(wide, b)), type_)
    _require(frame, fits, "overflow", f"arithmetic overflow in {type_} {_SIGNS[op]}")


def representable(value: Expr, type_: IntType) -> Expr:
    """Whether a value of a wider type fits into `type_`."""
    low = -(1 << (type_.bits - 1)) if type_.signed else 0
    high = (1 << (type_.bits - type_.signed)) - 1
    return e.land(e.le(e.const(value.type, low), value), e.le(value, e.const(value.type, high)))


def negate(frame: FunctionFrame, each: Instr) -> None:
    frame.define(each, e.neg(frame.value(each.operands[0])))


# -- comparisons -------------------------------------------------------------------------------------------------------

_ORDER = {"lt": e.lt, "le": e.le, "gt": e.gt, "ge": e.ge}


def compare(frame: FunctionFrame, each: Instr) -> None:
    _refuse_vectors(frame, each)
    a, b = (frame.value(operand) for operand in each.operands)
    predicate = next(word for word in each.words if word not in ("samesign", "fast"))
    if isinstance(a.type, FloatType):
        flags = {"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "fast"}
        frame.define(each, _floats(next(word for word in each.words if word not in flags), a, b))
        return
    if isinstance(a.type, PtrType) and predicate in ("eq", "ne"):
        exempt = any(isinstance(operand.value, Zero) or _is_present(frame, operand.value) for operand in each.operands)
        if not exempt and frame.linkage.names.ends:
            compared(frame, a, b)
            compared(frame, b, a)
    frame.define(each, related(predicate, a, b))


def related(predicate: str, a: Expr, b: Expr) -> Expr:
    if predicate in ("eq", "ne"):
        return e.eq(a, b) if predicate == "eq" else e.ne(a, b)
    if predicate[0] == "u" and is_signed(a.type):
        unsigned = IntType(width(a.type), False)
        a, b = e.cast(unsigned, a), e.cast(unsigned, b)
    elif predicate[0] == "s" and not is_signed(a.type):
        signed = IntType(width(a.type), True)
        a, b = (e.neg(e.cast(signed, one)) if one.type is BOOL else e.cast(signed, one) for one in (a, b))
    elif a.type is BOOL:
        a, b = e.cast(IntType(8, False), a), e.cast(IntType(8, False), b)
    return _ORDER[predicate[1:]](a, b)


def compared(frame: FunctionFrame, value: Expr, other: Expr) -> None:
    """An address is held against another one: undefined if it is that of an object that has ended."""
    if value.is_const or (value.op == "addr"):
        return
    null = e.zero(value.type)
    harmless = e.lor(e.eq(value, other), e.eq(other, null))
    frame.builder.emit(Compared(e.ite(harmless, null, value)))


def _is_present(frame: FunctionFrame, value: IrOperand) -> bool:
    """Whether it has just been read atomically: it is the object that is there now."""
    made = frame.loads.get(value.name) if isinstance(value, LocalName) else None
    place = made.operands[0].value if made is not None else None
    return made is not None and (bool(made.orders) or (isinstance(place, LocalName) and place.name.startswith("atomic-temp")))


def _floats(predicate: str, a: Expr, b: Expr) -> Expr:
    if predicate in ("true", "false"):
        return e.const(BOOL, predicate == "true")
    ordered = e.land(e.eq(a, a), e.eq(b, b))
    if predicate in ("ord", "uno"):
        return ordered if predicate == "ord" else e.lnot(ordered)
    name = predicate[1:]
    if name == "ne":
        different = e.ne(a, b)
        return different if predicate[0] == "u" else e.land(ordered, different)
    found = e.eq(a, b) if name == "eq" else _ORDER[name](a, b)
    return found if predicate[0] == "o" else e.lor(e.lnot(ordered), found)


# -- conversions -------------------------------------------------------------------------------------------------------


def convert(frame: FunctionFrame, each: Instr) -> None:
    _refuse_vectors(frame, each)
    value = frame.value(each.operands[0])
    frame.define(each, _converted(frame, each.op, value, frame.unit.target.scalar(each.type)))


def _converted(frame: FunctionFrame, op: str, value: Expr, type_: Type) -> Expr:
    match op:
        case "sext":
            return e.neg(e.cast(type_, value)) if value.type is BOOL else e.cast(type_, value)
        case "fptrunc" | "fpext":
            return e.cast(type_, value)
        case "sitofp":
            return e.neg(e.cast(type_, value)) if value.type is BOOL else e.cast(type_, value)
        case "uitofp":
            return e.cast(type_, value if value.type is BOOL else e.cast(IntType(width(value.type), False), value))
        case "fptosi" | "fptoui":
            return _to_integer(frame, value, type_, op == "fptosi")
        case "bitcast":
            return (
                e.bitcast(type_, value)
                if isinstance(type_, FloatType) or isinstance(value.type, FloatType)
                else converted(type_, value)
            )
    return converted(type_, value)


def _to_integer(frame: FunctionFrame, value: Expr, type_: Type, signed: bool) -> Expr:
    if type_ is BOOL:
        raise UnsupportedError("unsupported: conversion of a floating-point number to a truth value")
    assert isinstance(type_, IntType)
    wanted = IntType(type_.bits, signed)
    if frame.options.hardware:
        raise UnsupportedError("unsupported: conversions of floating-point numbers as processors do them")
    high = 1 << (wanted.bits - wanted.signed)
    low = -high if wanted.signed else 0
    exact = wanted.bits < (24 if width(value.type) == 32 else 53)
    above = e.lt(e.const(value.type, low - 1), value) if exact or not low else e.le(e.const(value.type, low), value)
    fits = e.land(above, e.lt(value, e.const(value.type, high)))
    _require(frame, fits, "invalid-conversion", f"conversion to {wanted} of a number that it does not hold")
    return e.cast(type_, e.cast(wanted, value))


# -- choices and aggregates --------------------------------------------------------------------------------------------


def select(frame: FunctionFrame, each: Instr) -> None:
    condition = frame.value(each.operands[0])
    frame.define(each, _chosen(condition, frame.tree(each.operands[1]), frame.tree(each.operands[2])))


def _chosen(condition: Expr, a: Tree, b: Tree) -> Tree:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return tuple(_chosen(condition, one, other) for one, other in zip(a, b, strict=True))
    assert not isinstance(a, tuple) and not isinstance(b, tuple)
    return e.ite(condition, a, b)


def extract(frame: FunctionFrame, each: Instr) -> None:
    found = frame.tree(each.operands[0])
    for index in each.indices:
        assert isinstance(found, tuple)
        found = found[index]
    frame.define(each, found)


def insert(frame: FunctionFrame, each: Instr) -> None:
    whole, part = frame.tree(each.operands[0]), frame.tree(each.operands[1])
    frame.define(each, _inserted(whole, each.indices, part))


def _inserted(whole: Tree, indices: list[int], part: Tree) -> Tree:
    if not indices:
        return part
    assert isinstance(whole, tuple)
    first, *rest = indices
    return (*whole[:first], _inserted(whole[first], rest, part), *whole[first + 1 :])


def freeze(frame: FunctionFrame, each: Instr) -> None:
    """A register that was never assigned holds one value from its first reading on: that is what freezing asks for."""
    frame.define(each, frame.tree(each.operands[0]))
