"""Places: what an lvalue denotes, and how to read and write it.

A place is a register, a scalar (or aggregate) in memory, or a bit-field. Reading memory is a `Load` into a fresh temporary
and writing a `Store`; a bit-field is read by loading its storage unit, and written by loading and storing the unit (two steps
that others can come between, as compilers do it). The *value* of an aggregate is its address.
"""

from __future__ import annotations

from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.c.syntax.ctype import CType, Member
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Load, Store
from threadproof.ir.types import IntType, Type, is_signed
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Register:
    variable: Variable
    type: CType


@dataclass(frozen=True, slots=True)
class Memory:
    address: Expr
    type: CType


@dataclass(frozen=True, slots=True)
class Bits:
    address: Expr  # of the storage unit
    member: Member

    @property
    def type(self) -> CType:
        return self.member.type


Place = Register | Memory | Bits


def is_atomic(place: Place) -> bool:
    return isinstance(place, Memory) and place.type.atomic


def load(builder: Builder, address: Expr, type_: Type, atomic: bool = False) -> Expr:
    target = builder.temporary(type_)
    builder.emit(Load(target, address, atomic))
    return e.var(target)


def read(builder: Builder, place: Place) -> Expr:
    match place:
        case Register(variable=variable):
            return e.var(variable)
        case Bits(address=address, member=member):
            assert member.unit is not None
            return _extract(member, load(builder, address, member.unit))
        case Memory(address=address, type=type_):
            return address if type_.value is None else load(builder, address, type_.value, type_.atomic)


def write(builder: Builder, place: Place, value: Expr) -> Expr:
    """Store a scalar (converted to the place's type); the result is what was stored."""
    assert place.type.value is not None
    value = e.cast(place.type.value, value)
    match place:
        case Register(variable=variable):
            builder.assign(variable, value)
            return e.var(variable)
        case Memory(address=address, type=type_):
            builder.emit(Store(address, value, type_.atomic))
            return value
        case Bits(address=address, member=member):
            return _write_bits(builder, address, member, value)


def _extract(member: Member, unit: Expr) -> Expr:
    """The value of a bit-field, given its storage unit: shift its top bit to the top, then down with the right sign."""
    assert isinstance(member.unit, IntType) and member.type.value is not None
    bits = member.unit.bits
    working = IntType(bits, is_signed(member.type.value))
    raised = e.binary("shl", e.cast(working, unit), e.const(member.unit, bits - member.shift - member.bits))
    return e.cast(member.type.value, e.binary("shr", raised, e.const(member.unit, bits - member.bits)))


def insert(member: Member, unit: Expr, value: Expr) -> Expr:
    """The storage unit with the bit-field replaced."""
    assert isinstance(member.unit, IntType)
    mask = (1 << member.bits) - 1
    placed = e.binary("and", e.cast(member.unit, value), e.const(member.unit, mask))
    placed = e.binary("shl", placed, e.const(member.unit, member.shift))
    return e.binary("or", e.binary("and", unit, e.const(member.unit, ~(mask << member.shift))), placed)


def _write_bits(builder: Builder, address: Expr, member: Member, value: Expr) -> Expr:
    assert member.unit is not None
    old = load(builder, address, member.unit)
    new = builder.freeze(insert(member, old, value))
    builder.emit(Store(address, new))
    return _extract(member, new)
