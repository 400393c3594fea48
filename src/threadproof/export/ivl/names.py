"""Names, types and layouts as IVL text."""

from __future__ import annotations

import re

from threadproof.errors import UnsupportedError
from threadproof.ir.expr import Variable
from threadproof.ir.layout import ArrayOf, Field, Layout, Record, size_of
from threadproof.ir.program import Function, MemoryObject
from threadproof.ir.types import ArrayType, PtrType, Type
from threadproof.records import dataclass, field

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS = (
    "assert assume bool break cancel case char const continue default delay delete do double else event false float for goto "
    "if int main new notify null request_update resume resume_now return scheduler sizeof start struct suspend switch thread "
    "true uint union update void wait wait_event wait_time while "
    "__choose __core __object __private __register __shared __step __stop __when"
)
WORDS = frozenset(_WORDS.split())
NUMBER_TYPE = re.compile(r"[uif][0-9]+")


def name_text(name: str) -> str:
    """A name as it is, or between backquotes."""
    if PLAIN.fullmatch(name) and name not in WORDS and not NUMBER_TYPE.fullmatch(name):
        return name
    if "`" in name or "\n" in name:
        raise UnsupportedError(f"the name {name!r} cannot be written as IVL")
    return f"`{name}`"


def string_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def type_text(type_: Type) -> str:
    return "void*" if isinstance(type_, PtrType) else str(type_)


def declared_text(type_: Type, name: str) -> str:
    """`type name`, as in a declaration."""
    if isinstance(type_, ArrayType):
        return f"{type_text(type_.element)} {name}[{type_.size or ''}]"
    return f"{type_text(type_)} {name}"


@dataclass(slots=True)
class IvlNames:
    """Names of variables, objects and functions, each used once."""

    names: dict[Variable | MemoryObject | Function, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def of(self, item: Variable | MemoryObject | Function) -> str:
        found = self.names.get(item)
        if found is None:
            number, name = 1, item.name
            while name in self.used:
                number += 1
                name = f"{item.name}~{number}"
            self.used.add(name)
            found = self.names[item] = name_text(name)
        return found

    def copy(self) -> IvlNames:
        return IvlNames(dict(self.names), set(self.used))


class Records:
    """Structs and unions of the program's layouts, named by number as they are met."""

    def __init__(self) -> None:
        self.names: dict[Record, str] = {}
        self.declarations: list[str] = []

    def text(self, layout: Layout) -> tuple[str, str]:
        """(type, dimensions) of a layout: `struct R1`, `[4][2]`."""
        sizes = ""
        while isinstance(layout, ArrayOf):
            if layout.stride != size_of(layout.element):
                raise UnsupportedError("an array with gaps cannot be written as IVL")
            sizes += f"[{layout.count or ''}]"
            layout = layout.element
        if isinstance(layout, Record):
            return f"{'union' if layout.is_union else 'struct'} {self.record(layout)}", sizes
        return type_text(layout), sizes

    def record(self, layout: Record) -> str:
        found = self.names.get(layout)
        if found is None:
            fields = "".join(f" {self.field(part)};" for part in layout.fields)
            found = self.names[layout] = f"R{len(self.names) + 1}"
            word = "union" if layout.is_union else "struct"
            self.declarations.append(f"{word} {found}({layout.size}) {{{fields} }};")
        return found

    def field(self, part: Field) -> str:
        base, sizes = self.text(part.layout)
        return f"{base} {name_text(part.name)}{sizes} @ {part.offset}"
