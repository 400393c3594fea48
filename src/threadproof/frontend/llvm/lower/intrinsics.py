"""LLVM's intrinsics: functions whose names begin with `llvm.`.

Each entry is a function from a call and its arguments to the result. What is not in the table is not supported: executions
that get there are not explored.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import UnsupportedError
from threadproof.frontend.llvm.lower import arithmetic, blocks_of_memory
from threadproof.frontend.llvm.lower.frame import FunctionFrame, Tree
from threadproof.frontend.llvm.text.tree import Instr
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check, Halt, Load, Store
from threadproof.ir.types import I32, FloatType, IntType, width

Intrinsic = Callable[[FunctionFrame, Instr, list[Expr]], Tree | None]


def call(frame: FunctionFrame, each: Instr, name: str) -> Tree | None:
    words = name.split(".")[1:]
    found = next((TABLE[".".join(words[:n])] for n in range(len(words), 0, -1) if ".".join(words[:n]) in TABLE), None)
    if found is None:
        raise UnsupportedError(f"unsupported: the intrinsic {name}")
    if found is _ignored:
        return None
    values = [] if found in _RAW else [frame.value(operand) for operand in each.operands]
    return found(frame, each, values)


def _ignored(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    """No effect."""


def _first(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    return values[0]


def _assume(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    """Undefined if it does not hold. Bundles (of alignment and the like) say what holds of addresses by itself."""
    if "bundle" not in each.words:
        frame.builder.emit(Check(values[0], "unreachable", "what the program assumes does not hold"))


def _trap(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    frame.builder.stop(Halt())


def _overflowing(op: str, signed: bool) -> Intrinsic:
    def build(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Tree:
        type_ = values[0].type
        assert isinstance(type_, IntType)
        narrow, wide = IntType(type_.bits, signed), IntType(2 * type_.bits + 2, True)
        exact = e.binary(op, *(e.cast(wide, e.cast(narrow, value)) for value in values))
        return (e.cast(type_, exact), e.lnot(arithmetic.representable(exact, narrow)))

    return build


def _saturating(op: str, signed: bool) -> Intrinsic:
    def build(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Tree:
        type_ = values[0].type
        assert isinstance(type_, IntType)
        narrow, wide = IntType(type_.bits, signed), IntType(2 * type_.bits + 2, True)
        exact = e.binary(op, *(e.cast(wide, e.cast(narrow, value)) for value in values))
        low = e.const(wide, -(1 << type_.bits - 1) if signed else 0)
        high = e.const(wide, (1 << type_.bits - signed) - 1)
        return e.cast(type_, e.ite(e.lt(exact, low), low, e.ite(e.lt(high, exact), high, exact)))

    return build


def _extreme(predicate: str) -> Intrinsic:
    return lambda frame, each, values: e.ite(arithmetic.related(predicate, *values), *values)


def _absolute(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    value = values[0]
    if frame.options.overflow and values[1].is_const and values[1].payload:
        arithmetic.check_overflow(frame, "sub", e.zero(value.type), value)
    return e.ite(e.lt(value, e.zero(value.type)), e.neg(value), value)


def _magnitude(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    value = values[0]
    assert isinstance(value.type, FloatType)
    bits = IntType(value.type.bits, False)
    return e.bitcast(value.type, e.land(e.bitcast(bits, value), e.const(bits, (1 << bits.bits - 1) - 1)))


def _multiply_add(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    """`fmuladd` may round in between; without contraction, compilers do."""
    return e.add(e.mul(values[0], values[1]), values[2])


def _bits(value: Expr) -> tuple[Expr, IntType]:
    unsigned = IntType(width(value.type), False)
    return e.cast(unsigned, value), unsigned


def _swapped(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    value, type_ = _bits(values[0])
    result = e.zero(type_)
    for at in range(0, type_.bits, 8):
        byte = e.land(e.binary("shr", value, e.const(I32, at)), e.const(type_, 255))
        result = e.lor(result, e.binary("shl", byte, e.const(I32, type_.bits - 8 - at)))
    return e.cast(values[0].type, result)


def _bit(value: Expr, type_: IntType, at: int) -> Expr:
    return e.land(e.binary("shr", value, e.const(I32, at)), e.const(type_, 1))


def _population(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    value, type_ = _bits(values[0])
    result = e.zero(type_)
    for at in range(type_.bits):
        result = e.add(result, _bit(value, type_, at))
    return e.cast(values[0].type, result)


def _zeros(leading: bool) -> Intrinsic:
    """Of zero, it is the number of all bits, or undefined: then any number is right."""

    def build(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
        value, type_ = _bits(values[0])
        if values[1].is_const and values[1].payload:
            frame.builder.emit(Check(e.ne(value, e.zero(type_)), "invalid-shift", "the first bit of zero is asked for"))
        result = e.const(type_, type_.bits)
        for count in range(type_.bits - 1, -1, -1):
            at = type_.bits - 1 - count if leading else count
            result = e.ite(e.ne(_bit(value, type_, at), e.zero(type_)), e.const(type_, count), result)
        return e.cast(values[0].type, result)

    return build


def _funnel(left: bool) -> Intrinsic:
    """The high (low) half of a number of twice as many bits, shifted."""

    def build(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
        high, low, amount = (_bits(value)[0] for value in values)
        bits = width(high.type)
        wide = IntType(2 * bits, False)
        both = e.lor(e.binary("shl", e.cast(wide, high), e.const(I32, bits)), e.cast(wide, low))
        amount = e.cast(wide, e.binary("rem", amount, e.const(amount.type, bits)))
        shifted = e.binary("shl" if left else "shr", both, amount)
        return e.cast(values[0].type, e.binary("shr", shifted, e.const(I32, bits)) if left else shifted)

    return build


def _va_start(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    """All arguments are where those go that no register holds: see the C front end's `varargs`."""
    if frame.varargs is None:
        raise UnsupportedError("unsupported: va_start outside a variadic function")
    place, pointer = values[0], frame.pointer
    if pointer.bits == 64:
        for at, offset in ((0, 48), (4, 176)):
            frame.builder.emit(Store(e.add(place, e.const(pointer, at)), e.const(I32, offset)))
        place = e.add(place, e.const(pointer, 8))
    frame.builder.emit(Store(place, frame.varargs))


def _va_copy(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    target, source = values
    pointer = frame.pointer
    held = [(0, I32), (4, I32), (8, pointer)] if pointer.bits == 64 else [(0, pointer)]
    for at, type_ in held:
        found = frame.builder.temporary(type_)
        frame.builder.emit(Load(found, e.add(source, e.const(pointer, at))))
        frame.builder.emit(Store(e.add(target, e.const(pointer, at)), e.var(found)))


def _is_constant(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    return e.FALSE


def _object_size(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    """Not known here."""
    smallest = values[1].is_const and values[1].payload
    return e.const(frame.unit.target.scalar(each.type), 0 if smallest else -1)


def _stack_save(frame: FunctionFrame, each: Instr, values: list[Expr]) -> Expr:
    return e.zero(frame.pointer)


def _stack_restore(frame: FunctionFrame, each: Instr, values: list[Expr]) -> None:
    if frame.options.bounds:
        raise UnsupportedError("unsupported: the end of arrays of variable length, where memory safety is verified")


_WITHOUT_EFFECT = """
dbg donothing prefetch va_end experimental.noalias.scope.decl sideeffect invariant pseudoprobe instrprof debugtrap
"""
_HINTS = """
expect expect.with.probability launder.invariant.group strip.invariant.group threadlocal.address ssa.copy ptr.annotation
"""
TABLE: dict[str, Intrinsic] = {
    **dict.fromkeys(_WITHOUT_EFFECT.split(), _ignored),
    **dict.fromkeys(_HINTS.split(), _first),
    "assume": _assume,
    "trap": _trap,
    "ubsantrap": _trap,
    "memcpy": blocks_of_memory.copy,
    "memmove": blocks_of_memory.move,
    "memset": blocks_of_memory.fill,
    "smax": _extreme("sgt"),
    "smin": _extreme("slt"),
    "umax": _extreme("ugt"),
    "umin": _extreme("ult"),
    "abs": _absolute,
    "fabs": _magnitude,
    "fmuladd": _multiply_add,
    "bswap": _swapped,
    "ctpop": _population,
    "ctlz": _zeros(True),
    "cttz": _zeros(False),
    "fshl": _funnel(True),
    "fshr": _funnel(False),
    "va_start": _va_start,
    "va_copy": _va_copy,
    "is.constant": _is_constant,
    "objectsize": _object_size,
    "stacksave": _stack_save,
    "stackrestore": _stack_restore,
    **{f"{'s' if s else 'u'}{op}.with.overflow": _overflowing(op, s) for s in (True, False) for op in ("add", "sub", "mul")},
    **{f"{'s' if s else 'u'}{op}.sat": _saturating(op, s) for s in (True, False) for op in ("add", "sub")},
}
_RAW = frozenset({_is_constant})
