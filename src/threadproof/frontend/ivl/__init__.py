"""The IVL text language (docs/language.md): models of cooperative threads under the SystemC kernel."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from threadproof.frontend.ivl.options import IvlOptions

if TYPE_CHECKING:
    from threadproof.ir.program import Program

__all__ = ["IvlOptions", "load"]


def load(path: str | PathLike[str], options: IvlOptions = IvlOptions()) -> Program:  # noqa: B008 (frozen)
    """Read an IVL file. The parser library is loaded by the first call."""
    from threadproof.frontend.ivl.translate import load as translate

    return translate(path, options)
