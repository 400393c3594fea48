"""C programs: clang's syntax tree to the intermediate representation, and models of the libraries that concurrent programs
use.
"""

from __future__ import annotations

from os import PathLike, fspath
from sys import getrecursionlimit, setrecursionlimit
from typing import TYPE_CHECKING

from threadproof.frontend.c.options import COptions

if TYPE_CHECKING:
    from threadproof.frontend.c.clang.early import Parsed
    from threadproof.ir.program import Program

__all__ = ["COptions", "load"]


def load(
    path: str | PathLike[str],
    options: COptions = COptions(),  # noqa: B008 (frozen)
    shared: Parsed | None = None,
) -> Program:
    """Read a C file (`.c`, or preprocessed `.i`). libclang is loaded by the first call. `shared`: what was parsed before."""
    from threadproof.frontend.c.clang.early import Early
    from threadproof.frontend.c.clang.source import read

    name = fspath(path)
    text, limit = read(name), getrecursionlimit()
    early = Early(name, text, options, shared)
    try:
        from threadproof.frontend.c.lower.translate import load as translate

        return translate(name, text, options, early)
    finally:
        early.close()
        setrecursionlimit(limit)
