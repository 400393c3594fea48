"""Instructions about single bits: testing and changing them, finding the first one, counting."""

from __future__ import annotations

from threadproof.frontend.c.assembly.arithmetic import Meaning, defined_in_part, is_zero, like
from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.operands import InMemory, Part
from threadproof.frontend.c.assembly.processor import Processor
from threadproof.frontend.c.assembly.registers import unsigned
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.types import IntType
from threadproof.records import replace


def test_bit(change: str) -> Meaning:
    """`bt` and relatives. A register counts bits from the address on, before it, too; a number only those of the operand."""

    def meaning(x: Processor) -> None:
        number, place = x.places(2)
        bits = x.suffix or (x.width(number) if isinstance(number, Part) else place.bits if isinstance(place, Part) else 32)
        if isinstance(number, InMemory) or (isinstance(number, Part) and number.bits != bits):
            raise NotKnown(f"the operands of {x.instruction.name}")
        index = x.read(number, bits)
        if isinstance(place, InMemory) and isinstance(number, Part):
            place = _at_bit(x, place, index, bits)
        index = e.binary("and", index, like(index, bits - 1))
        if not change:
            _set_carry(x, x.read(place, bits, alone=True), index)
            return
        with x.updating(place, bits):
            value = x.read(place, bits)
            mask = e.binary("shl", like(value, 1), index)
            _set_carry(x, value, index)
            x.write(place, e.binary(change, value, e.bit_not(mask) if change == "and" else mask))

    return meaning


def _at_bit(x: Processor, place: InMemory, index: Expr, bits: int) -> InMemory:
    """The unit that holds a bit."""
    signed = e.cast(IntType(x.state.bits, True), e.cast(IntType(bits, True), index))
    unit = e.binary("shr", signed, e.const(signed.type, bits.bit_length() - 1))
    distance = e.mul(unit, e.const(signed.type, bits // 8))
    return replace(place, address=e.displace(place.address, distance))


def _set_carry(x: Processor, value: Expr, index: Expr) -> None:
    shifted = e.binary("and", e.binary("shr", value, index), like(value, 1))
    x.state.set_flags(c=e.ne(shifted, e.zero(value.type)), s=None, o=None, l=None, le=None)
    x.state.unknown_flags("be")


def scan(reverse: bool, defined: bool) -> Meaning:
    """The first or last bit that is set. Of zero: the size (`defined`), or the target stays as it is."""

    def meaning(x: Processor) -> None:
        source, target = x.places(2)
        bits = x.width(source, target)
        value = x.read(source, bits, alone=True)
        none = is_zero(value)
        given = e.cast(unsigned(64), e.ite(none, like(value, 1), value))
        leading = None if not reverse else x.call("__tp_clz", given, e.const(IntType(32, True), bits))
        found = x.call("__tp_ctz", given) if leading is None else leading if defined else e.sub(like(leading, bits - 1), leading)
        assert isinstance(target, Part)
        valid = target.cell.valid >= bits
        other = like(value, bits) if defined else x.read(target, bits) if valid else x.state.arbitrary(bits)
        x.write(target, e.ite(none, other, e.cast(value.type, found)))
        if defined:
            defined_in_part(x, none, e.land(e.lnot(none), e.eq(found, e.zero(found.type))))
            x.state.unknown_flags("be")
        else:
            defined_in_part(x, None, none)

    return meaning


def count_bits(x: Processor) -> None:
    source, target = x.places(2)
    bits = x.width(source, target)
    value = x.read(source, bits, alone=True)
    x.write(target, e.cast(value.type, x.call("__tp_popcount", e.cast(unsigned(64), value))))
    x.state.flags(e.FALSE, is_zero(value), e.FALSE, e.FALSE)
