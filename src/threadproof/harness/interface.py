"""What a C file offers to its callers: functions with their parameters, as declarations that a harness can repeat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from threadproof.errors import NOWHERE, InputError, Pos
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.clang.source import parse, read
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.syntax.ctype import CType, TypeTable
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: CType

    @property
    def pointee(self) -> CType | None:
        return self.type.target if self.type.is_pointer else None


@dataclass(frozen=True, slots=True)
class Routine:
    """A function that callers may call."""

    name: str
    result: CType
    parameters: tuple[Parameter, ...]
    pos: Pos


@dataclass(frozen=True, slots=True)
class Interface:
    file: str
    routines: tuple[Routine, ...]  # in the order of the file
    has_main: bool

    def routine(self, name: str) -> Routine:
        for routine in self.routines:
            if routine.name == name:
                return routine
        known = ", ".join(each.name for each in self.routines)
        raise InputError(f"no function {name!r} that callers may call", Pos(self.file), f"there are: {known or 'none'}")


def plain(type_: CType) -> str:
    """A type as it is written, without qualifiers of its own."""
    words = type_.spelling.split(" ")
    while words[0] in ("const", "volatile", "restrict"):
        words.pop(0)
    return " ".join(words)


def declared(type_: CType, name: str) -> str:
    """A declaration without its semicolon."""
    spelling = type_.spelling
    if set(spelling) & set("(["):
        return f"__typeof__({spelling}) {name}"
    return f"{spelling}{name}" if spelling.endswith("*") else f"{spelling} {name}"


@contextmanager
def interface(file: str, options: COptions) -> Iterator[Interface]:
    """Types are those of clang, and live until the end of the context. A header may be given, too: its inline functions count."""
    read(file)
    header = file.endswith(".h")
    if header:
        options = replace(options, replaced=(file + ".c", f'#include "{file}"\n'))
    unit = parse(options.command(options.replaced[0] if header else file), options)
    try:
        module = Module(unit, TypeTable(options.data_model, lambda: None), False)
        nodes = [node for node in module.functions.values() if node.pos.file == file]
        offered = (node for node in nodes if node.spelling != "main" and (header or node.storage != k.S_STATIC))
        found = tuple(map(_routine, sorted(offered, key=lambda node: (node.pos.line, node.pos.column))))
        if not found:
            raise InputError("the file defines no function that other files may call", Pos(file))
        yield Interface(file, found, "main" in module.functions)
    finally:
        unit.close()


def _routine(node: Node) -> Routine:
    named = [Parameter(each.spelling or f"argument{at}", each.type) for at, each in enumerate(node.arguments)]
    return Routine(node.spelling, node.type.result, tuple(named), node.pos if node.pos.line else NOWHERE)
