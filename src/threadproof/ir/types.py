"""Value types of the IR.

A value is a Boolean, a two's complement integer of some width and signedness, an IEEE float, or an address.
Signedness belongs to the type (as in C and IVL), not to the operator: `a < b` on `u8` is unsigned. Aggregates have no
values, only memory (see `layout`); `ArrayType` is the type of an array *variable* in a lowered program.
"""

from __future__ import annotations

from typing import Self

from threadproof.records import dataclass


class Type:
    """Base of all value types. Each type is made once: equal types are the same object."""

    __slots__ = ()
    integral = False  # a bit-vector: an integer or an address

    def __new__(cls, *args: object) -> Self:
        found = _made.get((cls, args))
        if found is None:
            found = _made[cls, args] = object.__new__(cls)
        assert isinstance(found, cls)
        return found

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return self.__class__, tuple(getattr(self, name) for name in self.__match_args__)  # type: ignore[attr-defined]


_made: dict[tuple[type, tuple[object, ...]], Type] = {}


@dataclass(frozen=True, slots=True, eq=False)
class BoolType(Type):
    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True, eq=False)
class IntType(Type):
    bits: int
    signed: bool
    integral = True

    def __str__(self) -> str:
        return f"{'i' if self.signed else 'u'}{self.bits}"


@dataclass(frozen=True, slots=True, eq=False)
class FloatType(Type):
    bits: int  # 32 or 64

    def __str__(self) -> str:
        return f"f{self.bits}"


@dataclass(frozen=True, slots=True, eq=False)
class PtrType(Type):
    """A flat, unsigned address of the data model's width."""

    bits: int
    integral = True

    def __str__(self) -> str:
        return f"p{self.bits}"


@dataclass(frozen=True, slots=True, eq=False)
class ArrayType(Type):
    """An array variable of a lowered program: `size` elements (0 = unbounded), indexed by u64."""

    element: Type
    size: int

    def __str__(self) -> str:
        return f"{self.element}[{self.size or ''}]"


BOOL = BoolType()
I8, I16, I32, I64, I128 = (IntType(bits, True) for bits in (8, 16, 32, 64, 128))
U8, U16, U32, U64, U128 = (IntType(bits, False) for bits in (8, 16, 32, 64, 128))
F32, F64 = FloatType(32), FloatType(64)
P32, P64 = PtrType(32), PtrType(64)
INDEX = U64


def width(type_: Type) -> int:
    """Bits of a scalar value."""
    if isinstance(type_, (IntType, PtrType, FloatType)):
        return type_.bits
    if isinstance(type_, BoolType):
        return 1
    raise TypeError(f"{type_} has no width")


def byte_size(type_: Type) -> int:
    """Bytes that a scalar occupies in memory; a Boolean takes one."""
    return (width(type_) + 7) // 8


def is_signed(type_: Type) -> bool:
    return isinstance(type_, IntType) and type_.signed


def is_integral(type_: Type) -> bool:
    """Integers and addresses: everything that is a bit-vector."""
    return type_.integral


@dataclass(frozen=True, slots=True)
class DataModel:
    """Sizes that C leaves open. `char` is signed and integers are little-endian on both."""

    name: str
    pointer_bits: int
    long_bits: int

    @property
    def pointer(self) -> PtrType:
        return PtrType(self.pointer_bits)

    @property
    def size(self) -> IntType:
        """`size_t`."""
        return IntType(self.pointer_bits, False)


ILP32 = DataModel("ILP32", 32, 32)
LP64 = DataModel("LP64", 64, 64)
DATA_MODELS = {model.name: model for model in (ILP32, LP64)}
