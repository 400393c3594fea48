"""LLVM's types, and how the x86 targets of the two data models lay them out.

Pointers are opaque. Sizes and alignments are those of the data layout strings that clang writes for x86_64-linux and
i386-linux: they differ in pointers, and in the alignment of what has 64 bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from threadproof.errors import UnsupportedError
from threadproof.ir import types as ir
from threadproof.ir.layout import ArrayOf, Field, Layout, Record
from threadproof.records import dataclass


class LType:
    """Base of LLVM's types."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class LVoid(LType):
    """No value; also what labels, tokens and metadata have for a type."""


@dataclass(frozen=True, slots=True)
class Int(LType):
    bits: int


@dataclass(frozen=True, slots=True)
class Real(LType):
    name: str  # half, bfloat, float, double, x86_fp80, fp128, ppc_fp128


@dataclass(frozen=True, slots=True)
class Ptr(LType):
    pass


@dataclass(frozen=True, slots=True)
class LArray(LType):
    count: int
    element: LType


@dataclass(frozen=True, slots=True)
class LVector(LType):
    count: int
    element: LType


@dataclass(frozen=True, slots=True)
class Struct(LType):
    fields: tuple[LType, ...]
    packed: bool = False


@dataclass(frozen=True, slots=True)
class Named(LType):
    name: str


@dataclass(frozen=True, slots=True)
class FunctionType(LType):
    result: LType
    params: tuple[LType, ...]
    variadic: bool


VOID, PTR, I1, I8, I32, I64 = LVoid(), Ptr(), Int(1), Int(8), Int(32), Int(64)
_REALS = {"float": ir.F32, "double": ir.F64}


@cache
def integer(bits: int) -> ir.Type:
    """LLVM's integers have no sign: here they are signed, as most numbers of programs are."""
    return ir.BOOL if bits == 1 else ir.IntType(bits, True)


class Target:
    """Sizes, offsets and values of types, given what the names of a module mean."""

    def __init__(self, model: ir.DataModel, names: Mapping[str, LType]) -> None:
        self.model, self.names = model, names
        self._sizes: dict[LType, tuple[int, int]] = {}

    def resolve(self, type_: LType) -> LType:
        while isinstance(type_, Named):
            found = self.names.get(type_.name)
            if found is None:
                raise UnsupportedError(f"unsupported: a value of the unknown type %{type_.name}")
            type_ = found
        return type_

    def size(self, type_: LType) -> int:
        """Bytes from one element of an array to the next."""
        return self._measure(type_)[0]

    def align(self, type_: LType) -> int:
        return self._measure(type_)[1]

    def _measure(self, type_: LType) -> tuple[int, int]:
        found = self._sizes.get(type_)
        if found is None:
            found = self._sizes[type_] = self._measured(self.resolve(type_))
        return found

    def _measured(self, type_: LType) -> tuple[int, int]:
        match type_:
            case Int(bits=bits):
                align = 1
                while align * 8 < bits and align < 16:
                    align *= 2
                align = 4 if align == 8 and self.model.pointer_bits == 32 else align
                size = (bits + 7) // 8
                return (size + align - 1) // align * align, align
            case Ptr():
                return self.model.pointer_bits // 8, self.model.pointer_bits // 8
            case Real(name="float"):
                return 4, 4
            case Real(name="double"):
                return 8, 4 if self.model.pointer_bits == 32 else 8
            case Real(name="half" | "bfloat"):
                return 2, 2
            case Real(name="x86_fp80"):
                return (12, 4) if self.model.pointer_bits == 32 else (16, 16)
            case Real():
                return 16, 16
            case LArray(count=count, element=element):
                size, align = self._measure(element)
                return count * size, align
            case Struct(fields=fields, packed=packed):
                align = 1 if packed else max((self.align(field) for field in fields), default=1)
                last = self.offsets(type_)[-1] if fields else 0
                end = last + self.size(fields[-1]) if fields else 0
                return (end + align - 1) // align * align, align
            case LVector(count=count, element=element):
                size = count * self.size(element)
                return size, 1 << (size - 1).bit_length() if size else 1
        raise UnsupportedError(f"unsupported: the size of {type_}")

    def offsets(self, struct: Struct) -> list[int]:
        """Where each member starts."""
        found, here = [], 0
        for field in struct.fields:
            align = 1 if struct.packed else self.align(field)
            here = (here + align - 1) // align * align
            found.append(here)
            here += self.size(field)
        return found

    def value(self, type_: LType) -> ir.Type | None:
        """The scalar that a value of the type is; None for aggregates."""
        type_ = self.resolve(type_)
        match type_:
            case Int(bits=bits):
                return integer(bits)
            case Ptr():
                return self.model.pointer
            case Real(name=name):
                if name not in _REALS:
                    raise UnsupportedError(f"unsupported: numbers of type {name}")
                return _REALS[name]
        return None

    def scalar(self, type_: LType) -> ir.Type:
        found = self.value(type_)
        if found is None:
            raise UnsupportedError(f"unsupported: {type_} as a scalar")
        return found

    def in_memory(self, type_: LType) -> ir.Type:
        """The scalar that it occupies in memory: a truth value takes a byte, and other odd integers whole bytes."""
        found = self.scalar(type_)
        bits = ir.byte_size(found) * 8
        return found if isinstance(found, ir.FloatType) or ir.width(found) == bits else ir.IntType(bits, True)

    def parts(self, type_: LType) -> list[tuple[int, LType]]:
        """The members or elements of an aggregate, with their offsets."""
        type_ = self.resolve(type_)
        match type_:
            case Struct(fields=fields):
                return list(zip(self.offsets(type_), fields, strict=True))
            case LArray(count=count, element=element) | LVector(count=count, element=element):
                size = self.size(element)
                return [(index * size, element) for index in range(count)]
        raise UnsupportedError(f"unsupported: {type_} as an aggregate")

    def layout(self, type_: LType) -> Layout:
        """Where no debug information says it better: members have no names."""
        type_ = self.resolve(type_)
        match type_:
            case Struct(fields=fields):
                members = zip(self.offsets(type_), fields, strict=True)
                made = tuple(Field(f"{index}", offset, self.layout(member)) for index, (offset, member) in enumerate(members))
                return Record(self.size(type_), made)
            case LArray(count=count, element=element) | LVector(count=count, element=element):
                return ArrayOf(self.layout(element), count, self.size(element))
        return self.in_memory(type_)
