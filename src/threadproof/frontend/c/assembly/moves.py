"""Instructions that move values, that look at flags, and those that ask the processor for something."""

from __future__ import annotations

from threadproof.frontend.c.assembly.arithmetic import Meaning, like
from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.operands import InMemory, Part
from threadproof.frontend.c.assembly.processor import Processor
from threadproof.frontend.c.assembly.registers import FLAGS, unsigned
from threadproof.frontend.c.library import barriers
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Halt, Origin
from threadproof.ir.types import BOOL, IntType


def move(x: Processor) -> None:
    source, target = x.places(2)
    bits = x.width(source, target)
    x.write(target, x.read(source, bits, alone=True), alone=True)


def extend(signed: bool, narrow: int) -> Meaning:
    def meaning(x: Processor) -> None:
        source, target = x.places(2)
        bits = x.width(target)
        value = x.read(source, narrow, alone=True)
        x.write(target, e.cast(unsigned(bits), e.cast(IntType(narrow, True), value) if signed else value))

    return meaning


def load_address(x: Processor) -> None:
    source, target = x.places(2)
    x.write(target, e.cast(unsigned(x.width(target)), x.address(source)))


def exchange(x: Processor) -> None:
    """With memory it is locked, with or without the prefix."""
    first, second = x.places(2)
    bits = x.width(first, second)
    memory = first if isinstance(first, InMemory) else second
    with x.updating(memory, bits, locked=isinstance(memory, InMemory)):
        one, other = x.read(first, bits), x.read(second, bits)
        x.write(first, other)
        x.write(second, one)


def swap_bytes(x: Processor) -> None:
    (place,) = x.places(1)
    bits = x.width(place)
    if bits < 32:
        raise NotKnown("bswap of 16 bits")
    value = x.read(place, bits)
    result = e.zero(value.type)
    for byte in range(0, bits, 8):
        part = e.binary("and", e.binary("shr", value, like(value, byte)), like(value, 255))
        result = e.binary("or", result, e.binary("shl", part, like(value, bits - 8 - byte)))
    x.write(place, result)


def push(x: Processor) -> None:
    (place,) = x.places(1)
    x.state.stack.append(x.read(place, x.state.bits))


def pop(x: Processor) -> None:
    (place,) = x.places(1)
    x.write(place, _popped(x))


def push_flags(x: Processor) -> None:
    x.state.stack.append(x.state.arbitrary(x.state.bits, Origin.EXTERN, "the flags"))


def pop_flags(x: Processor) -> None:
    _popped(x)
    x.state.unknown_flags(*FLAGS)


def _popped(x: Processor) -> Expr:
    if x.state.jumps or not x.state.stack:
        raise NotKnown("the stack is used")
    return x.state.stack.pop()


# -- what depends on flags ---------------------------------------------------------------------------------------------------


def set_if(code: str) -> Meaning:
    def meaning(x: Processor) -> None:
        (place,) = x.places(1)
        if isinstance(place, Part) and place.bits != 8:
            raise NotKnown(f"the size of {x.instruction.name}")
        x.write(place, e.cast(unsigned(8), x.operands.condition(code)), alone=True)

    return meaning


def move_if(code: str) -> Meaning:
    def meaning(x: Processor) -> None:
        source, target = x.places(2)
        bits = x.width(source, target)
        if bits < 32 or not isinstance(target, Part):
            raise NotKnown(f"the operands of {x.instruction.name}")
        value = x.read(source, bits, alone=True)
        x.write(target, e.ite(x.operands.condition(code), value, x.read(target, bits)))

    return meaning


def carry(value: Expr | None) -> Meaning:
    """`clc`, `stc`; None: `cmc`"""

    def meaning(x: Processor) -> None:
        x.places(0)
        x.state.set_flags(c=e.lnot(x.state.flag("c")) if value is None else value)
        x.state.unknown_flags("be")

    return meaning


# -- what the processor tells, and the rest --------------------------------------------------------------------------------


def tells(*families: str) -> Meaning:
    """Arbitrary values of 32 bits in some registers."""

    def meaning(x: Processor) -> None:
        x.places(0)
        for family in families:
            x.state.set(x.state.named(family), x.state.arbitrary(32, Origin.INPUT, x.instruction.name))

    return meaning


def draws(x: Processor) -> None:
    """`rdrand`: a number, or 0 and a clear carry."""
    (place,) = x.places(1)
    drawn = x.state.arbitrary(x.width(place), Origin.INPUT, x.instruction.name)
    success = x.builder.havoc(BOOL, Origin.INPUT, x.instruction.name)
    x.write(place, e.ite(success, drawn, e.zero(drawn.type)))
    x.state.flags(success, e.FALSE, e.FALSE, e.FALSE)


def reads_port(x: Processor) -> None:
    _, place = x.places(2)
    if not isinstance(place, Part) or place.cell.family != "a":
        raise NotKnown(f"the operands of {x.instruction.name}")
    x.write(place, x.state.arbitrary(x.width(place), Origin.INPUT, x.instruction.name))


def writes_port(x: Processor) -> None:
    x.places(2)


def nothing(x: Processor) -> None:
    pass


def ignored(x: Processor) -> None:
    """A hint about an address."""
    x.places(1)


def fence(level: str) -> Meaning:
    def meaning(x: Processor) -> None:
        x.places(0)
        if x.context.options.weak:
            barriers.emit(x.context, x.node, level)

    return meaning


def trap(x: Processor) -> None:
    """The signal ends the program."""
    x.context.at(x.node)
    x.builder.stop(Halt())


def widen(low: str, bits: int) -> Meaning:
    """`cltd` and relatives: the sign of the accumulator."""

    def meaning(x: Processor) -> None:
        x.places(0)
        accumulator = x.state.named("a")
        if low == "d":
            value = e.cast(IntType(bits, True), x.state.get(accumulator, bits))
            x.state.set(x.state.named("d"), e.cast(unsigned(bits), e.binary("shr", value, e.const(value.type, bits - 1))))
            return
        value = e.cast(IntType(bits // 2, True), x.state.get(accumulator, bits // 2))
        x.state.set(accumulator, e.cast(unsigned(bits), value))

    return meaning
