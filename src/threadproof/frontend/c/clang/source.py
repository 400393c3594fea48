"""From a file name to a parsed module: how clang is called, and what is wrong with a file before clang sees it."""

from __future__ import annotations

import os
import re
from functools import cache

from threadproof.errors import InputError, Pos, UnsupportedError
from threadproof.frontend.c.clang.libclang import Unit
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.project import CompileCommand
from threadproof.memory_models import named
from threadproof.records import replace

_SYSTEM = ("/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include/i386-linux-gnu", "/usr/include")
_GCC = "/usr/lib/gcc"
INCLUDED = os.path.join(library.HEADERS, "<included>")  # the name of `COptions.included`


@cache
def _system_directories() -> list[str]:
    """Where headers are looked for that we do not ship: the system's, and last those of a compiler."""
    compilers = [f"{_GCC}/{target}/{version}/include" for target in _entries(_GCC) for version in _entries(f"{_GCC}/{target}")]
    return [*filter(os.path.isdir, _SYSTEM), *sorted(filter(os.path.isdir, compilers))[-1:]]


def _entries(directory: str) -> list[str]:
    try:
        return os.listdir(directory)
    except OSError:
        return []


def arguments(options: COptions, flags: tuple[str, ...] = (), own_first: bool = True) -> list[str]:
    """`flags`: of the file. `own_first`: our own headers hide those of the system."""
    target = "i686-linux-gnu" if options.data_model.pointer_bits == 32 else "x86_64-linux-gnu"
    found = [
        "-x",
        "c",
        f"--target={target}",
        "-std=gnu11",
        "-Wno-everything",
        "-Wunsequenced",
        "-Wunknown-pragmas",  # this and what follows: see `directives`
        "-Wsource-uses-openmp",
        "-Wsource-uses-openacc",
        "-Wunknown-attributes",
        "-ferror-limit=1",
        "-fgnuc-version=9.0",
        "-nostdinc",
    ]
    found += [flag for flag in flags if flag.startswith("-isystem")]  # these come before those of the compiler
    own, system = library.HEADERS, _system_directories()
    for place in [own, *system] if own_first else [*system, own]:
        found += ["-isystem", place]
    found += ["-include", os.path.join(own, library.BUILTINS)]
    if _LATEST.intersection(flags):
        found.append("-Dconstexpr=static const")  # clang knows it only since version 19; internal linkage, and constants
    if options.spurious:
        found.append("-D__TP_SPURIOUS=1")
    if options.blocking or not options.spurious:
        found.append("-D__TP_WAITERS=1")
    if options.blocking:
        found.append("-D__TP_HOLDERS=1")
    if options.races:
        found.append("-D__TP_RACES=1")
    if options.weak:
        model = named(options.memory_model)
        found += ["-D__TP_WEAK=1", f"-D__TP_BUFFER={options.buffer}"]
        if model.reorders_writes:
            found.append("-D__TP_REORDERS_WRITES=1")
        if model.delays_reads:
            found.append("-D__TP_DELAYS_READS=1")
        if not model.atomic:
            found.append("-D__TP_NOT_ATOMIC=1")
    return found + [flag for flag in flags if not flag.startswith("-isystem")]


def read(path: str) -> str:
    """The text of a file, or a complaint."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except IsADirectoryError:
        raise InputError("this is a directory, not a C file", Pos(path)) from None
    except OSError as problem:
        raise InputError(f"cannot read the file: {problem.strerror}", Pos(path)) from None
    if b"\0" in data:
        raise InputError("this is a binary file, not C", Pos(path))
    if not data.strip():
        raise InputError("the file is empty", Pos(path))
    return data.decode("utf-8", "replace")


def parse(command: CompileCommand, options: COptions) -> Unit:
    """Raises InputError, with what would help."""
    try:
        return _in_its_language(command, options)
    except InputError as error:
        if "file not found" not in error.message:
            raise
        from threadproof.frontend.c.clang.missing_header import advised

        raise advised(error, command.file) from None


def _with_either_headers(command: CompileCommand, options: COptions) -> Unit:
    """Headers that we do not ship rarely get along with ours, and ours do not declare everything: on an error, the system's are
    taken throughout, if there are any. If that is no better, the error is the first one."""
    path, flags = command.file, command.options
    texts = {path: options.replaced[1], INCLUDED: options.included} if options.replaced[0] == path else {}
    more = ["-include", INCLUDED] if texts else []
    try:
        return _parse(path, arguments(options, flags) + more, texts)
    except InputError as error:
        if error.pos.file in ("", INCLUDED) or not _system_directories():
            raise
        try:
            return _parse(path, arguments(options, flags, own_first=False) + more, texts)
        except InputError:
            raise error from None


_LATEST = frozenset({"-std=c2x", "-std=gnu2x", "-std=c23", "-std=gnu23", "-std=iso9899:2024"})
_INFERRED = re.compile(r"\bauto\s+\**\w+\s*=")
_STANDARD = re.compile(r"-std=|-ansi$")


def _in_its_language(command: CompileCommand, options: COptions) -> Unit:
    """What no option says, the text does: a file that is not C11 may be C23, as compilers take it by now.

    `auto x = 1.5;` was never C11, but clang takes it for an `int`."""
    if any(map(_STANDARD.match, command.options)):
        return _with_either_headers(command, options)
    latest = replace(command, options=(*command.options, "-std=gnu2x"))
    text = options.replaced[1] if options.replaced[0] == command.file else read(command.file)
    first, second = (latest, command) if _INFERRED.search(text) else (command, latest)
    try:
        return _with_either_headers(first, options)
    except InputError as error:
        if "file not found" in error.message:
            raise
        try:
            return _with_either_headers(second, options)
        except InputError:
            raise error from None


def _parse(path: str, given: list[str], texts: dict[str, str]) -> Unit:
    """A program may use the name of a function of the library for something else, if it includes no header that declares it."""
    while True:
        try:
            return Unit(path, given, texts)
        except InputError as error:
            if "'_Atomic(" in error.message and (again := _with_atomic_pointers(error, texts)) is not None:
                texts = again
                continue
            if _BUILTIN.search(error.message) and (again := _without_builtins(error, texts)) is not None:
                texts = again
                continue
            if error.message.startswith("function definition is not allowed here"):
                raise UnsupportedError("unsupported: a function in a function", error.pos) from None
            if _MAIN.match(error.message) and _ANY_MAIN[0] not in given:
                given = [*given, *_ANY_MAIN]
                continue
            name = re.match(r"redefinition of '(\w+)' as different kind of symbol", error.message)
            if name is None or (without := f"-fno-builtin-{name[1]}") in given:
                raise
            given = [*given, without]


def _with_atomic_pointers(error: InputError, texts: dict[str, str]) -> dict[str, str] | None:
    """What stands for files, with the operation written otherwise that clang does not know."""
    from threadproof.frontend.c.clang import atomic_pointers

    file = error.pos.file
    if not file or not atomic_pointers.concerns(error.message):
        return None
    text = atomic_pointers.rewritten(texts.get(file) or read(file), error.pos.line, error.pos.column)
    return None if text is None else {**texts, file: text}


_MAIN = re.compile(r"\w+ parameter of 'main' \(.*\) must be of type")
_ANY_MAIN = ("-ffreestanding", "-U__STDC_HOSTED__", "-D__STDC_HOSTED__=1")  # there main is a function like others: gcc only warns
_BUILTIN = re.compile(r"(?:cannot redeclare builtin function|conflicting types for) '__builtin_\w+'")
_DECLARED = re.compile(r"^\s*extern\s[^;{}]*\b__builtin_\w+\s*\)?\s*\([^;{}]*\)\s*;", re.MULTILINE)


def _without_builtins(error: InputError, texts: dict[str, str]) -> dict[str, str] | None:
    """What stands for a file that declares the compiler's builtins, as CIL writes them: nothing is lost with that."""
    file = error.pos.file
    text = (texts.get(file) or read(file)) if file else ""
    without = _DECLARED.sub(lambda found: "\n" * found[0].count("\n"), text)
    return None if without == text else {**texts, file: without}
