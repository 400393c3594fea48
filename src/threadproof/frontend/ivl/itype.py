"""The types of IVL and their conversions, which are those of C.

A scalar or a pointer is a value of the intermediate representation; arrays, structs and events only exist in memory. `int` is
i32, `uint` u32, `char` i8. Arithmetic on anything narrower than i32 happens in i32; of two types the wider wins, and of two
equally wide ones the unsigned.
"""

from __future__ import annotations

from threadproof.ir.layout import ArrayOf, Field, Layout, Record
from threadproof.ir.types import BOOL, F32, F64, I8, I32, U8, U32, DataModel, FloatType, IntType, Type, byte_size
from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Scalar:
    type: Type

    def __str__(self) -> str:
        return NAMES.get(self.type, str(self.type))


@dataclass(frozen=True, slots=True)
class Void:
    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class EventType:
    """With `room` for so many values in an instant (FairThreads). In memory: how many there are, then the values. The address of
    the whole is the event; that of a place for a value is the event that there is one."""

    value: Scalar | None = None
    room: int = 0

    def __str__(self) -> str:
        return "event" if self.value is None else f"event({self.value}, {self.room})"


@dataclass(frozen=True, slots=True)
class Pointer:
    target: IvlType

    def __str__(self) -> str:
        return f"{self.target}*"


@dataclass(frozen=True, slots=True)
class IvlArray:
    element: IvlType
    count: int

    def __str__(self) -> str:
        return f"{self.element}[{self.count}]"


@dataclass(slots=True, eq=False)
class IvlStruct:
    """Compared by identity. Fields are complete once the declaration was read."""

    name: str
    fields: dict[str, tuple[int, IvlType]] = field(default_factory=dict)  # offset, type
    size: int = 0
    align: int = 1
    complete: bool = False
    is_union: bool = False

    def __str__(self) -> str:
        return f"struct {self.name}"


IvlType = Scalar | Void | EventType | Pointer | IvlArray | IvlStruct

UNNAMED = "`"  # begins the key of a field without a name; no name has it
NAMES: dict[Type, str] = {I32: "int", U32: "uint", F32: "float", F64: "double"}
WORDS: dict[str, IvlType] = {
    "bool": Scalar(BOOL),
    "char": Scalar(I8),
    "int": Scalar(I32),
    "uint": Scalar(U32),
    "float": Scalar(F32),
    "double": Scalar(F64),
    "f32": Scalar(F32),
    "f64": Scalar(F64),
    "void": Void(),
    "event": EventType(),
    **{
        f"{'i' if signed else 'u'}{bits}": Scalar(IntType(bits, signed))
        for signed in (False, True)
        for bits in (8, 16, 32, 64, 128)
    },
}


def word(name: str) -> IvlType:
    """A type by its name; in the core integers have any width."""
    found = WORDS.get(name)
    return found if found is not None else Scalar(IntType(int(name[1:]), name[0] == "i"))


INT, BOOLEAN, U64, VOID = WORDS["int"], Scalar(BOOL), WORDS["u64"], Void()


def value_type(type_: IvlType, model: DataModel) -> Type | None:
    """The type of its values; None for what only exists in memory."""
    match type_:
        case Scalar(type=found):
            return found
        case Pointer():
            return model.pointer
    return None


def size_of(type_: IvlType, model: DataModel) -> int:
    match type_:
        case Scalar(type=found):
            return byte_size(found)
        case Pointer():
            return model.pointer_bits // 8
        case IvlArray(element=element, count=count):
            return size_of(element, model) * count
        case IvlStruct(size=size):
            return size
        case EventType(value=None):
            return 1
        case EventType():
            return size_of(values_of(type_), model)
    return 0


def align_of(type_: IvlType, model: DataModel) -> int:
    match type_:
        case IvlArray(element=element):
            return align_of(element, model)
        case EventType(value=value) if value is not None:
            return values_of(type_).align
        case IvlStruct(align=align):
            return align
        case Scalar() | Pointer():
            return min(size_of(type_, model), 16)
    return 1


def layout_of(type_: IvlType, model: DataModel) -> Layout:
    match type_:
        case IvlArray(element=element, count=count):
            return ArrayOf(layout_of(element, model), count, size_of(element, model))
        case IvlStruct(fields=fields, size=size, is_union=is_union):
            names = ["" if name.startswith(UNNAMED) else name for name in fields]
            parts = zip(names, fields.values(), strict=True)
            return Record(size, tuple(Field(name, at, layout_of(inner, model)) for name, (at, inner) in parts), is_union)
        case EventType(value=None):
            return U8
        case EventType():
            return layout_of(values_of(type_), model)
    found = value_type(type_, model)
    assert found is not None
    return found


def values_of(type_: EventType) -> IvlStruct:
    """How an event with values lies in memory."""
    assert type_.value is not None
    size = byte_size(type_.value.type)
    first, align = max(4, size), max(4, min(size, 16))
    fields: dict[str, tuple[int, IvlType]] = {"count": (0, Scalar(U32)), "values": (first, IvlArray(type_.value, type_.room))}
    return IvlStruct(str(type_), fields, -(-(first + size * type_.room) // align) * align, align, True)


def has_values(type_: IvlType) -> bool:
    """Whether an event with values is part of it."""
    match type_:
        case IvlArray(element=element):
            return has_values(element)
        case IvlStruct(fields=fields):
            return any(has_values(inner) for _, inner in fields.values())
    return isinstance(type_, EventType) and type_.value is not None


def add_field(struct: IvlStruct, name: str, type_: IvlType, model: DataModel) -> None:
    align = align_of(type_, model)
    offset = -(-struct.size // align) * align
    struct.fields[name] = (offset, type_)
    struct.size, struct.align = offset + size_of(type_, model), max(struct.align, align)


def complete(struct: IvlStruct) -> None:
    struct.size = max(1, -(-struct.size // struct.align) * struct.align)
    struct.complete = True


def promoted(type_: Type) -> Type:
    """Integer promotion."""
    return type_ if isinstance(type_, FloatType) or (isinstance(type_, IntType) and type_.bits >= 32) else I32


def common(a: Type, b: Type) -> Type:
    """The type in which two numbers are combined."""
    a, b = promoted(a), promoted(b)
    if isinstance(a, FloatType) or isinstance(b, FloatType):
        return max((x for x in (a, b) if isinstance(x, FloatType)), key=lambda x: x.bits)
    assert isinstance(a, IntType) and isinstance(b, IntType)
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return a if not a.signed else b


def is_number(type_: IvlType) -> bool:
    return isinstance(type_, Scalar)


def is_integer(type_: IvlType) -> bool:
    """Whole numbers and Booleans."""
    return isinstance(type_, Scalar) and not isinstance(type_.type, FloatType)
