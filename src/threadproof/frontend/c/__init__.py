"""C programs: clang's syntax tree to the intermediate representation, and models of the libraries that concurrent programs
use.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from threadproof.frontend.c.options import COptions

if TYPE_CHECKING:
    from threadproof.ir.program import Program

__all__ = ["COptions", "load"]


def load(path: str | PathLike[str], options: COptions = COptions()) -> Program:  # noqa: B008 (frozen)
    """Read a C file (`.c`, or preprocessed `.i`). libclang is loaded by the first call."""
    from threadproof.frontend.c.translate import load as translate

    return translate(path, options)
