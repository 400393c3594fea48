"""What a library offers to its callers: functions with their parameters, as declarations that a harness can repeat.

A file in C offers the functions that other files may call. A header offers what it declares, and its inline functions. Functions
that are asked for by name may stand in any header that is included, and be called by a macro that stands for one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from threadproof.errors import NOWHERE, InputError, Pos
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.libclang import Unit
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.clang.source import parse, read
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.syntax.ctype import CType, TypeTable
from threadproof.records import dataclass, replace

_NAMED = "__tp_named_"  # variables that say which function a macro stands for


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
    routines: tuple[Routine, ...]  # of that file, in its order
    others: dict[str, Routine]  # what can be called besides, by name
    has_main: bool

    def routine(self, name: str) -> Routine:
        found = next((each for each in self.routines if each.name == name), None) or self.others.get(name)
        if found is None:
            known = ", ".join(each.name for each in self.routines)
            raise InputError(f"no function {name!r} that callers may call", Pos(self.file), f"there are: {known or 'none'}")
        return found


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
def interface(file: str, options: COptions, names: Sequence[str] = ()) -> Iterator[Interface]:
    """`names`: of functions that are asked for. Types are those of clang, and live until the end of the context."""
    read(file)
    header = file.endswith(".h")
    unit, module = _parsed(file, options, ())
    try:
        missing = [name for name in dict.fromkeys(names) if name.isidentifier() and name not in module.prototypes]
        missing = [name for name in missing if _stands_for_something(file, options, name)]
        if missing:
            unit.close()
            unit, module = _parsed(file, options, missing)
        offered = _offered(module, file, header)
        others = {name: _routine(module, name) for name in names if name in module.prototypes}
        others |= {name: routine for name in missing for routine in _behind_macro(module, name)}
        if not offered and not others:
            what = "declares no function" if header else "defines no function that other files may call"
            raise InputError(f"the file {what}", Pos(file))
        yield Interface(file, offered, others, "main" in module.functions)
    finally:
        unit.close()


def _stands_for_something(file: str, options: COptions, name: str) -> bool:
    try:
        _parsed(file, options, (name,))[0].close()
    except InputError:
        return False
    return True


def _parsed(file: str, options: COptions, names: Iterable[str]) -> tuple[Unit, Module]:
    """A header is included by a file beside it. `names` are macros that may stand for functions."""
    extra = "".join(f"static __typeof__(&{name}) {_NAMED}{name} = &{name};\n" for name in names)
    path = file
    if file.endswith(".h"):
        path = file + ".c"
        options = replace(options, replaced=(path, f'#include "{os.path.basename(file)}"\n{extra}'), commands=())
    elif extra:
        options = replace(options, replaced=(path, f"{read(file)}\n{extra}"))
    command = options.command(path)
    unit = parse(command if command.file == path else replace(command, file=path), options)
    return unit, Module(unit, TypeTable(options.data_model, lambda: None), False)


def _offered(module: Module, file: str, header: bool) -> tuple[Routine, ...]:
    """In the order of the file. A header offers what is only declared there, too."""
    path = os.path.realpath(file)
    real = cache(os.path.realpath)
    found = []
    for name, nodes in module.prototypes.items():
        definition = module.functions.get(name)
        if header:
            here = any(node.pos.file and real(node.pos.file) == path for node in nodes)
        else:
            here = definition is not None and definition.storage != k.S_STATIC and real(definition.pos.file) == path
        if here and name != "main":
            found.append(_routine(module, name))
    return tuple(sorted(found, key=lambda each: (each.pos.line, each.pos.column)))


def _routine(module: Module, name: str, called: str = "") -> Routine:
    """The definition says most, and otherwise a declaration that names its parameters. `called`: a macro that stands for it."""
    node = module.functions.get(name) or max(module.prototypes[name], key=_names_parameters)
    named = [Parameter(each.spelling or f"argument{at}", each.type) for at, each in enumerate(node.arguments)]
    return Routine(called or name, node.type.result, tuple(named), node.pos if node.pos.line else NOWHERE)


def _names_parameters(node: Node) -> bool:
    return all(argument.spelling for argument in node.arguments)


def _behind_macro(module: Module, name: str) -> Iterator[Routine]:
    value = module.variables[_NAMED + name].initialiser
    assert value is not None
    for node in value.walk():
        if node.kind == k.DECL_REF and node.referenced.kind == k.FUNCTION_DECL:
            yield _routine(module, node.referenced.spelling, name)
