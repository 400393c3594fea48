"""Programs in LLVM's intermediate representation, and what clang compiles to it.

The textual form is parsed (`text`), debug information gives the names and places of the source (`debug`), and `lower` makes
programs of it, with the same models of the C library as the C front end. What is not supported is cut where it is
reached, as there.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from threadproof.errors import Pos, UnsupportedError

if TYPE_CHECKING:
    from threadproof.frontend.base import Memo, Reading
    from threadproof.frontend.llvm.text.tree import ModuleSource
    from threadproof.ir.program import Program


class _FrontEnd:
    """Files that are LLVM's text already."""

    suffixes = (".ll",)
    memory_models = False

    def data_model(self, file: str) -> str:
        return data_model_of(file)

    def load(self, file: str, reading: Reading, memo: Memo | None) -> Program:
        from threadproof.frontend.c.clang.source import read
        from threadproof.frontend.llvm.text.module import parse

        module = memo.get("module") if memo is not None else None
        if module is None:
            module = parse(read(file), file)
            if memo is not None:
                memo["module"] = module
        return translated(file, [module], reading)  # type: ignore[list-item]


def load_c(file: str, reading: Reading) -> Program:
    """A C file through clang: a second opinion on what it means."""
    from threadproof.frontend.llvm import compiler
    from threadproof.frontend.llvm.text.module import parse

    text = compiler.compiled_c(file, reading.flags, reading.data_model, compiler.required(file))
    return translated(file, [parse(text, file)], reading)


def data_model_of(file: str) -> str:
    """As the target says."""
    try:
        with open(file, encoding="utf-8", errors="replace") as text:
            head = text.read(4096)
    except OSError:
        return "LP64"
    triple = head.partition('target triple = "')[2]
    return "ILP32" if triple.startswith(("i386", "i486", "i586", "i686")) else "LP64"


def translated(file: str, modules: list[ModuleSource], reading: Reading) -> Program:
    from threadproof.frontend.c.options import chosen
    from threadproof.frontend.llvm.lower.translate import load

    for module in modules:
        if not module.triple.startswith(("x86_64", "i386", "i486", "i586", "i686")):
            raise UnsupportedError(f"unsupported: the target '{module.triple}'", Pos(os.fspath(file)), "compile for x86")
    return load(file, modules, chosen(reading))


FRONT_END = _FrontEnd()
