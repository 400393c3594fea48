"""C types as the front end needs them: the value type of scalars, sizes, and how records are divided.

One `CType` exists per clang type (a table keyed by clang's own identity), and everything that costs a call into libclang is
computed on demand. An `_Atomic T` is the type T with `atomic` set; an enum is its integer type; `long double` is computed as
`double` (but keeps its size). Adjacent bit-fields share one *storage unit*, which is what C calls a memory location: an
access reads or rewrites the whole unit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from threadproof.errors import NOWHERE, UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.libclang import ClangType, Cursor, fields_of, library, pretty, text_of
from threadproof.ir.layout import ArrayOf, Field, Layout, Record
from threadproof.ir.types import BOOL, F32, F64, DataModel, IntType, Type, is_signed, width
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A field of a record. Bit-fields: `offset` is that of the storage unit `unit`, and the value starts at bit `shift` of it."""

    key: int
    name: str
    offset: int
    type: CType
    bits: int = -1
    unit: IntType | None = None
    shift: int = 0


class CType:
    """A C type. `value` is set exactly for scalars (integers, floats, pointers)."""

    def __init__(self, table: TypeTable, handle: ClangType) -> None:
        self._table = table
        lib = library()
        self.const = bool(lib.clang_isConstQualifiedType(handle))
        self.volatile = bool(lib.clang_isVolatileQualifiedType(handle))
        self.atomic = handle.kind == k.T_ATOMIC
        if self.atomic:
            handle = lib.clang_getCanonicalType(lib.clang_Type_getValueType(handle))
        self._handle = handle
        self.kind: int = handle.kind
        self.value = table.value_type(handle)

    def __repr__(self) -> str:
        return self.spelling

    @property
    def spelling(self) -> str:
        return text_of(library().clang_getTypeSpelling(self._handle))

    @property
    def is_void(self) -> bool:
        return self.kind == k.T_VOID

    @property
    def is_pointer(self) -> bool:
        return self.kind == k.T_POINTER

    @property
    def is_array(self) -> bool:
        return self.kind in (k.T_CONSTANT_ARRAY, k.T_INCOMPLETE_ARRAY, k.T_VARIABLE_ARRAY)

    @property
    def is_variable_array(self) -> bool:
        return self.kind == k.T_VARIABLE_ARRAY

    @property
    def is_address(self) -> bool:
        """Has an address as value. libclang calls a parameter `T a[]`, and what is computed from it, an array all the way."""
        return self.is_pointer or self.is_array or self.is_function

    @property
    def is_record(self) -> bool:
        return self.kind == k.T_RECORD

    @property
    def is_function(self) -> bool:
        return self.kind in (k.T_FUNCTION_PROTO, k.T_FUNCTION_NO_PROTO)

    @property
    def has_prototype(self) -> bool:
        return self.kind == k.T_FUNCTION_PROTO

    @cached_property
    def size(self) -> int:
        """Bytes; -1 where the type is incomplete or of run-time size. `void` and functions count as 1 (GNU arithmetic)."""
        if self.is_void or self.is_function:
            return 1
        return max(-1, int(library().clang_Type_getSizeOf(self._handle)))

    @cached_property
    def align(self) -> int:
        return max(1, int(library().clang_Type_getAlignOf(self._handle)))

    @cached_property
    def target(self) -> CType:
        """What a pointer points to, or the element type of an array."""
        lib = library()
        if self.is_function:
            return self
        return self._table.of(
            lib.clang_getPointeeType(self._handle) if self.is_pointer else lib.clang_getArrayElementType(self._handle)
        )

    @cached_property
    def count(self) -> int:
        """Elements of an array; 0 where not known."""
        return max(0, int(library().clang_getArraySize(self._handle)))

    @cached_property
    def result(self) -> CType:
        return self._table.of(library().clang_getResultType(self._handle))

    @cached_property
    def parameters(self) -> list[CType]:
        lib = library()
        return [
            self._table.of(lib.clang_getArgType(self._handle, i)) for i in range(max(0, lib.clang_getNumArgTypes(self._handle)))
        ]

    @cached_property
    def variadic(self) -> bool:
        return self.has_prototype and bool(library().clang_isFunctionTypeVariadic(self._handle))

    @cached_property
    def is_union(self) -> bool:
        return self.is_record and bool(library().clang_getTypeDeclaration(self._handle).kind == k.UNION_DECL)

    @cached_property
    def members(self) -> list[Member]:
        """The fields in order, without unnamed bit-fields."""
        lib = library()
        fields = [_RawField.read(self._table, cursor) for cursor in fields_of(self._handle)]
        return _with_units(fields, lib.clang_Type_getSizeOf(self._handle), self.is_union)

    @cached_property
    def paths(self) -> dict[int, tuple[int, Member]]:
        """Field declaration -> (extra offset, member), also for the fields of anonymous members."""
        found: dict[int, tuple[int, Member]] = {}
        for member in self.members:
            found[member.key] = (0, member)
            if not member.name and member.type.is_record:
                for key, (offset, inner) in member.type.paths.items():
                    found[key] = (member.offset + offset, inner)
        return found

    @cached_property
    def layout(self) -> Layout | None:
        """How the bytes are divided; None where that is not known (incomplete types, functions, run-time sizes)."""
        if self.value is not None:
            return self.value
        if self.is_array and not self.is_variable_array:
            element = self.target.layout
            return None if element is None else ArrayOf(element, self.count, self.target.size)
        if self.is_record and self.size >= 0:
            return _record_layout(self)
        return None


class _Adjusted(CType):
    """The pointer that a parameter `T a[]` or `T f()` is."""

    def __init__(self, table: TypeTable, written: CType) -> None:
        self._table, self._handle, self.kind = table, written._handle, k.T_POINTER
        self.const = self.volatile = self.atomic = False
        self.value = table.data_model.pointer
        self.size = self.align = table.data_model.pointer_bits // 8
        self.target = written.target


@dataclass(slots=True)
class _RawField:
    key: int
    name: str
    bit_offset: int
    type: CType
    bits: int

    @staticmethod
    def read(table: TypeTable, cursor: Cursor) -> _RawField:
        lib = library()
        bits = int(lib.clang_getFieldDeclBitWidth(cursor)) if lib.clang_Cursor_isBitField(cursor) else -1
        if bits >= 0 and lib.clang_Cursor_hasAttrs(cursor) and "aligned" in pretty(cursor):
            raise UnsupportedError("unsupported: a bit-field with an alignment of its own, where compilers differ")
        name = text_of(lib.clang_getCursorSpelling(cursor))
        type_ = table.of(lib.clang_getCursorType(cursor))
        if "(" in name:  # clang invents a spelling for anonymous members
            name = ""
        return _RawField(cursor.first, name, int(lib.clang_Cursor_getOffsetOfField(cursor)), type_, bits)


def _with_units(fields: list[_RawField], size: int, is_union: bool) -> list[Member]:
    """Give every bit-field its storage unit."""
    members: list[Member] = []
    run: list[_RawField] = []
    for index, field in enumerate(fields):
        if field.bits > 0 and field.name:
            run.append(field)
        following = fields[index + 1] if index + 1 < len(fields) else None
        ends = is_union or following is None or following.bits <= 0
        if run and ends:
            limit = size if is_union or following is None else following.bit_offset // 8
            members.extend(_units(run, limit))
            run = []
        if field.bits < 0:
            members.append(Member(field.key, field.name, field.bit_offset // 8, field.type))
    return members


def _units(run: list[_RawField], limit: int) -> list[Member]:
    """Cover adjacent bit-fields by units of at most 8 bytes, none of which cuts through a field or reaches byte `limit`.

    Packed ones that share bytes all along need up to 16."""
    groups: list[list[_RawField]] = []
    for cluster in _clusters(run):
        if groups and cluster[-1].bit_offset + cluster[-1].bits - groups[-1][0].bit_offset // 8 * 8 <= 64:
            groups[-1].extend(cluster)
        else:
            groups.append(cluster)
    members: list[Member] = []
    for index, group in enumerate(groups):
        start = group[0].bit_offset // 8
        end = max((f.bit_offset + f.bits + 7) // 8 for f in group)
        if end - start > 16:
            raise UnsupportedError("unsupported: packed bit-fields that share a byte across more than 128 bits")
        room = groups[index + 1][0].bit_offset // 8 if index + 1 < len(groups) else limit
        bytes_ = next((n for n in (1, 2, 4, 8) if n >= end - start and start + n <= room and start % n == 0), end - start)
        unit = IntType(8 * bytes_, False)
        members.extend(Member(f.key, f.name, start, f.type, f.bits, unit, f.bit_offset - 8 * start) for f in group)
    return members


def _clusters(run: list[_RawField]) -> list[list[_RawField]]:
    """Adjacent bit-fields that share bytes belong together: a unit ends where a field begins with a byte of its own."""
    clusters: list[list[_RawField]] = []
    for field in run:
        if clusters and field.bit_offset // 8 < (clusters[-1][-1].bit_offset + clusters[-1][-1].bits + 7) // 8:
            clusters[-1].append(field)
        else:
            clusters.append([field])
    return clusters


def _record_layout(type_: CType) -> Layout | None:
    fields: list[Field] = []
    seen: set[int] = set()
    for member in type_.members:
        if member.unit is not None:
            if member.offset in seen and not type_.is_union:
                continue
            seen.add(member.offset)
            group = [m.name for m in type_.members if m.unit is not None and m.offset == member.offset]
            fields.append(Field(member.name if type_.is_union else ":".join(group), member.offset, member.unit))
            continue
        layout = member.type.layout
        if layout is None:
            return None
        fields.append(Field(member.name, member.offset, layout))
    return Record(type_.size, tuple(fields), type_.is_union)


class TypeTable:
    """All types of one translation unit."""

    def __init__(self, data_model: DataModel, on_long_double: Callable[[], None]) -> None:
        self.data_model = data_model
        self._on_long_double = on_long_double
        self._known: dict[int, CType] = {}

    def of(self, handle: ClangType) -> CType:
        key = handle.first
        found = self._known.get(key)
        if found is None:
            canonical = library().clang_getCanonicalType(handle)
            found = self._known.get(canonical.first)
            if found is None:
                found = self._known[canonical.first] = CType(self, canonical)
            self._known[key] = found
        return found

    def pointer_to(self, written: CType) -> CType:
        """What a parameter that is written as an array or a function really is."""
        return _Adjusted(self, written)

    def value_type(self, handle: ClangType) -> Type | None:
        lib = library()
        kind = handle.kind
        if kind in k.T_SIGNED:
            return IntType(8 * lib.clang_Type_getSizeOf(handle), True)
        if kind in k.T_UNSIGNED:
            return IntType(8 * lib.clang_Type_getSizeOf(handle), False)
        match kind:
            case k.T_POINTER | k.T_NULLPTR:
                return self.data_model.pointer
            case k.T_BOOL:
                return BOOL
            case k.T_ENUM:
                return self.value_type(
                    lib.clang_getCanonicalType(lib.clang_getEnumDeclIntegerType(lib.clang_getTypeDeclaration(handle)))
                )
            case k.T_FLOAT:
                return F32
            case k.T_DOUBLE:
                return F64
            case k.T_LONG_DOUBLE:
                self._on_long_double()
                return F64
            case k.T_WCHAR:
                return IntType(8 * lib.clang_Type_getSizeOf(handle), True)
        if kind in k.T_WITHOUT_VALUE:
            return None
        raise UnsupportedError(f"unsupported: the type '{text_of(lib.clang_getTypeSpelling(handle))}'", NOWHERE)


def promoted(type_: Type, bits: int = -1) -> Type:
    """Integer promotion of a value type (of a bit-field with `bits` bits)."""
    if type_ == BOOL:
        return IntType(32, True)
    if not isinstance(type_, IntType):
        return type_
    effective = bits if bits >= 0 else width(type_)
    if effective < 32 or (effective == 32 and is_signed(type_)):
        return IntType(32, True)
    return IntType(32, False) if effective == 32 else type_
