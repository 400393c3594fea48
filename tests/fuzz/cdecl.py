"""The types of generated programs, and random choice among them."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CType:
    """Base of all types."""


@dataclass(frozen=True, slots=True)
class Int(CType):
    name: str
    bits: int = 0  # a bit-field of that many bits, when not 0


@dataclass(frozen=True, slots=True)
class Flt(CType):
    name: str


@dataclass(frozen=True, slots=True)
class Record(CType):
    tag: str
    fields: tuple[tuple[str, CType], ...]
    is_union: bool = False

    @property
    def name(self) -> str:
        return f"{'union' if self.is_union else 'struct'} {self.tag}"


@dataclass(frozen=True, slots=True)
class Arr(CType):
    element: CType
    count: int


@dataclass(frozen=True, slots=True)
class Ptr(CType):
    """Points at the first of at least `extent` valid elements, always."""

    target: CType
    extent: int


WIDE = ("long long", "unsigned long long", "long", "unsigned long")
INT_NAMES = (
    "signed char", "char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
    "long long", "unsigned long long", "_Bool", "int8_t", "uint16_t", "int32_t", "uint64_t", "size_t",
)  # fmt: skip
FLT_NAMES = ("float", "double")
BIT_FIELDS = (
    ("unsigned", 32),
    ("int", 32),
    ("_Bool", 1),
    ("unsigned long long", 40),
    ("long long", 63),
    ("unsigned char", 8),
    ("short", 16),
)


def declare(type_: CType, name: str) -> str:
    """`type_ name` in C's notation."""
    match type_:
        case Int(name=base, bits=bits):
            return f"{base} {name} : {bits}" if bits else f"{base} {name}"
        case Flt(name=base) | Record(name=base):
            return f"{base} {name}"
        case Arr(element=element, count=count):
            return declare(element, f"{name}[{count}]")
        case Ptr(target=target):
            return declare(target, f"(*{name})" if isinstance(target, Arr) else f"*{name}")
    raise TypeError(type_)


def has_union(type_: CType) -> bool:
    """The bytes of a union that its initialiser does not cover are unspecified, except in static objects."""
    match type_:
        case Record(is_union=is_union, fields=fields):
            return is_union or any(has_union(t) for _, t in fields)
        case Arr(element=element):
            return has_union(element)
    return False


class TypePool:
    """The scalar and record types of one program."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.ints = [Int(name) for name in INT_NAMES]
        self.records: list[Record] = []
        self.enumerators: list[str] = []
        self.decls: list[str] = ["typedef short @narrow;", "typedef unsigned long @wide;"]
        self.ints += [Int("@narrow"), Int("@wide")]
        for i in range(rng.randint(0, 2)):
            self._add_enum(i)
        for i in range(rng.randint(1, 3)):
            self._add_record(i)

    def _add_enum(self, i: int) -> None:
        names = [f"@E{i}_{j}" for j in range(self.rng.randint(2, 4))]
        low = self.rng.choice((-3, 0))
        parts = [n if self.rng.random() < 0.5 and j else f"{n} = {low + j * self.rng.randint(1, 9)}" for j, n in enumerate(names)]
        self.decls.append(f"enum @e{i} {{ {', '.join(parts)} }};")
        self.enumerators += names
        self.ints.append(Int(f"enum @e{i}"))

    def _add_record(self, i: int) -> None:
        rng = self.rng
        is_union = rng.random() < 0.3
        fields: list[tuple[str, CType]] = []
        for j in range(rng.randint(2, 5)):
            fields.append((f"m{j}", self._union_member() if is_union else self._member()))
        record = Record(f"@{'u' if is_union else 's'}{i}", tuple(fields), is_union)
        body = " ".join(self._field_decl(name, t) for name, t in fields)
        narrow = not any(isinstance(t, Int) and t.bits > 32 for _, t in fields)
        packed = " __attribute__((packed))" if narrow and rng.random() < 0.1 else ""
        self.decls.append(f"{record.name} {{ {body} }}{packed};")
        self.records.append(record)

    def _field_decl(self, name: str, type_: CType) -> str:
        """Bit-fields of more than 32 bits stand alone: in ILP32 their runs are the one layout that the front end refuses."""
        if not (isinstance(type_, Int) and type_.bits):
            return f"{declare(type_, name)};"
        if type_.bits > 32:
            return f"int : 0; {declare(type_, name)}; int : 0;"
        return f"{declare(type_, name)};{' unsigned : 0;' if self.rng.random() < 0.15 else ''}"

    def _bit_field(self) -> Int:
        base, most = self.rng.choice(BIT_FIELDS)
        return Int(base, self.rng.randint(1, most))

    def _member(self) -> CType:
        rng = self.rng
        roll = rng.random()
        if roll < 0.3:
            return self._bit_field()
        if roll < 0.4:
            return Arr(self.integer(), rng.randint(2, 3))
        if roll < 0.5 and self.records:
            return rng.choice(self.records)
        return self.scalar()

    def _union_member(self) -> CType:
        """Every bit pattern must be a value: no _Bool and no float."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.2:
            return Arr(Int("unsigned char"), rng.choice((2, 4, 8)))
        if roll < 0.4:
            field = self._bit_field()
            return field if field.name != "_Bool" else Int("unsigned", 5)
        return Int(rng.choice([name for name in INT_NAMES if name != "_Bool"]))

    def integer(self) -> Int:
        return self.rng.choice(self.ints)

    def scalar(self) -> CType:
        return Flt(self.rng.choice(FLT_NAMES)) if self.rng.random() < 0.15 else self.integer()

    def scalar_name(self) -> str:
        type_ = self.scalar()
        assert isinstance(type_, Int | Flt)
        return type_.name

    def any(self) -> CType:
        rng = self.rng
        roll = rng.random()
        if roll < 0.2 and self.records:
            return rng.choice(self.records)
        if roll < 0.4:
            inner = rng.choice(self.records) if self.records and rng.random() < 0.2 else self.scalar()
            array = Arr(inner, rng.randint(2, 4))
            return Arr(array, 2) if rng.random() < 0.3 else array
        return self.scalar()
