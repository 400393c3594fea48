"""Builds as data: which files are compiled, each with which options, and which objects are linked.

A compilation database (`compile_commands.json`, clang's format) knows the calls of the compiler and nothing of linking. Tools
that write it put objects of one target into a folder named after it ("NAME.dir" of CMake, "NAME.p" of meson), so targets are
known where these wrote it. What `threadproof cc` recorded knows the steps of the linker as well (`record`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from threadproof.compilation.compiler_options import C_SUFFIXES, CompilerCall, arguments_of, nearer, placed, read, words
from threadproof.errors import InputError, Pos
from threadproof.frontend.c.project import CompileCommand
from threadproof.records import dataclass

DATABASE = "compile_commands.json"
RECORD = "build.tp"
_TARGET = re.compile(r"(?:.*/)?(?:CMakeFiles/)?([^/]+)\.(?:dir|p)/")


@dataclass(frozen=True, slots=True)
class Compilation:
    """A file that is compiled: how, and what for. `target`: the program or library that gets the object, if that is known."""

    command: CompileCommand
    data_model: str = ""
    target: str = ""

    @property
    def file(self) -> str:
        return self.command.file

    @property
    def meaning(self) -> tuple[CompileCommand, str]:
        return self.command, self.data_model


@dataclass(frozen=True, slots=True)
class LinkedProgram:
    """An executable: what is in it, and what is taken from archives as far as it is needed."""

    name: str
    objects: tuple[Compilation, ...]
    archives: tuple[Compilation, ...] = ()
    unknown: tuple[str, ...] = ()  # what was linked, too, and is not C that was recorded


@dataclass(frozen=True, slots=True)
class Build:
    """`place`: the file that says so."""

    place: str
    compilations: tuple[Compilation, ...]
    programs: tuple[LinkedProgram, ...] = ()
    missing: tuple[str, ...] = ()  # files that do not exist (yet)
    other: tuple[str, ...] = ()  # files that are not C


def compilations(call: CompilerCall, folder: str, target: str = "") -> list[Compilation]:
    """One for each C file of a call."""
    files = [placed(name, folder) for name in call.sources]
    return [Compilation(CompileCommand(file, call.options, call.doubts), call.data_model, target) for file in files]


def load(path: str) -> Build:
    """A database or a record, or the folder that has one."""
    if os.path.isdir(path):
        found = [os.path.join(path, name) for name in (DATABASE, RECORD) if os.path.exists(os.path.join(path, name))]
        if not found:
            message = f"there is neither {DATABASE} nor {RECORD} in this folder"
            advice = 'write one: cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or make CC="threadproof cc"'
            raise InputError(message, Pos(path), advice)
        path = found[0]
    path = nearer(path)
    if path.endswith(".tp"):
        from threadproof.compilation.record import load as recorded

        return recorded(path)
    return _database(path)


def read_text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"cannot read the file: {getattr(problem, 'strerror', None) or 'not text'}", Pos(path)) from None


def _database(path: str) -> Build:
    try:
        entries = json.loads(read_text(path))
    except ValueError as problem:
        line = getattr(problem, "lineno", 0)
        raise InputError("this is not JSON", Pos(path, line, 1 if line else 0), "expected a compilation database") from None
    if not isinstance(entries, list):
        raise InputError("this is not a compilation database", Pos(path), "expected a list of commands")
    found: dict[object, Compilation] = {}
    missing: dict[str, None] = {}
    other: dict[str, None] = {}
    for number, entry in enumerate(entries, 1):
        each, file = _entry(entry, number, path)
        if each is None:
            other[file] = None
        elif not os.path.exists(file):
            missing[file] = None
        else:
            found.setdefault((*each.meaning, each.target), each)
    return Build(path, tuple(found.values()), missing=tuple(missing), other=tuple(other))


def _entry(entry: object, number: int, path: str) -> tuple[Compilation | None, str]:
    """What an entry compiles, or None if that is not C; and the file."""
    pos = Pos(path)
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str) or not isinstance(entry.get("directory", ""), str):
        raise InputError(f"entry {number} has no 'file' or 'directory'", pos)
    folder = os.path.join(os.path.dirname(os.path.abspath(path)), entry.get("directory", ""))
    file = placed(entry["file"], folder)
    if not file.endswith(C_SUFFIXES):
        return None, file
    call = read(_arguments(entry, number, pos), folder)
    output = entry.get("output") if isinstance(entry.get("output"), str) else ""
    target = _TARGET.match(output or call.output)
    return Compilation(CompileCommand(file, call.options, call.doubts), call.data_model, target[1] if target else ""), file


def _arguments(entry: Mapping[str, Any], number: int, pos: Pos) -> list[str]:
    given = entry.get("arguments")
    if isinstance(given, list) and given and all(isinstance(word, str) for word in given):
        return arguments_of(given)
    line = entry.get("command")
    if isinstance(line, str) and line.strip():
        return arguments_of(words(line, pos))
    raise InputError(f"entry {number} has neither 'arguments' nor 'command'", pos)
