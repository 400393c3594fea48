"""C programs: clang's syntax tree to the intermediate representation, and models of the libraries that concurrent programs
use.
"""

from __future__ import annotations

from os import PathLike, fspath
from sys import getrecursionlimit, setrecursionlimit
from typing import TYPE_CHECKING

from threadproof.frontend.c.options import COptions

if TYPE_CHECKING:
    from threadproof.frontend.base import Memo, Reading
    from threadproof.frontend.c.clang.early import Parsed
    from threadproof.ir.program import Program

__all__ = ["FRONT_END", "COptions", "load"]


def load(
    path: str | PathLike[str],
    options: COptions = COptions(),  # noqa: B008 (frozen)
    shared: Parsed | None = None,
) -> Program:
    """Read a C file (`.c`, or preprocessed `.i`). libclang is loaded by the first call. `shared`: what was parsed before."""
    from threadproof.frontend.c.clang.early import Early
    from threadproof.frontend.c.clang.source import read

    name = fspath(path)
    commands = options.compiled(name)
    texts, limit = {command.file: read(command.file) for command in commands}, getrecursionlimit()
    early = Early(commands, texts.values(), options, shared)
    try:
        from threadproof.frontend.c.lower.translate import load as translate

        return translate(name, texts, options, early)
    finally:
        early.close()
        setrecursionlimit(limit)


class _FrontEnd:
    suffixes = (".c", ".i")
    memory_models = True

    def data_model(self, file: str) -> str:
        from threadproof.frontend.c.data_model import data_model

        return data_model(file)

    def load(self, file: str, reading: Reading, memo: Memo | None) -> Program:
        from threadproof.frontend.c.options import chosen

        if memo is None:
            return load(file, chosen(reading))
        from threadproof.frontend.c.clang.early import Parsed

        parsed = memo.setdefault("parsed", Parsed())
        assert isinstance(parsed, Parsed)
        return load(file, chosen(reading), parsed)


FRONT_END = _FrontEnd()
