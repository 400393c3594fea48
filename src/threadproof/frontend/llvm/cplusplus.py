"""C++: compiled by the clang of the wheel `ziglang`, with its libc++, and linked with models of what libc++ only declares.

Headers are the wheel's own (libc++, musl's for C), so that results do not depend on the machine. Functions of the C
library and of POSIX have the models that C programs use: musl's types have the sizes and initial values that these models
expect. Exceptions are switched off: what would throw ends the program with an error that says so.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from threadproof.errors import InputError, Pos
from threadproof.frontend.llvm import compiler
from threadproof.frontend.llvm.text.tree import ModuleSource

if TYPE_CHECKING:
    from threadproof.frontend.base import Memo, Reading
    from threadproof.ir.program import Program

LIBRARY = os.path.join(os.path.dirname(__file__), "library")
SUPPORT = os.path.join(LIBRARY, "models", "support.cpp")
STANDARD = "-std=c++20"


class _FrontEnd:
    suffixes = (".cpp", ".cc", ".cxx")
    memory_models = False

    def data_model(self, file: str) -> str:
        return "LP64"

    def load(self, file: str, reading: Reading, memo: Memo | None) -> Program:
        from threadproof.frontend.llvm import translated

        found = memo.get("modules") if memo is not None else None
        modules = found if isinstance(found, list) else _modules(file, reading)
        if memo is not None:
            memo["modules"] = modules
        return translated(file, modules, reading)


def _modules(file: str, reading: Reading) -> list[ModuleSource]:
    """The program's own, and that of the models."""
    from threadproof.frontend.llvm.text.module import parse

    if reading.data_model.pointer_bits != 64:
        raise InputError("C++ is compiled for 64 bits only", Pos(file), "leave out --data-model")
    clang = compiler.of_wheel(file)
    standard = next((flag for flag in reversed(reading.flags) if flag.startswith("-std=")), STANDARD)
    own = parse(compiler.compiled(file, [*flags(clang), STANDARD, *reading.flags], clang), file)
    models = parse(compiler.compiled(SUPPORT, [*flags(clang), standard], clang), SUPPORT)
    models.is_library = True
    return [own, models]


def flags(clang: compiler.Clang) -> list[str]:
    root = clang.root
    includes = [os.path.join(root, "libcxx", "include"), os.path.join(root, "libcxxabi", "include"), clang.resources]
    musl = ("x86_64-linux-musl", "generic-musl", "x86-linux-any", "any-linux-any")
    includes += [os.path.join(root, "libc", "include", name) for name in musl]
    found = [
        "--target=x86_64-linux-musl",
        "-x",
        "c++",
        "-nostdinc",
        "-nostdinc++",
        "-fno-exceptions",
        "-fno-rtti",
        "-fno-builtin",
    ]
    found += ["-include", os.path.join(LIBRARY, "headers", "configuration.h")]
    for place in includes:
        found += ["-isystem", place]
    return [*found, *compiler.PLAIN]


FRONT_END = _FrontEnd()
