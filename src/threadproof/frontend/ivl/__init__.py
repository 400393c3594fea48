"""The IVL text language (docs/language.md): models of cooperative threads under the SystemC kernel."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from threadproof.frontend.ivl.options import IvlOptions
from threadproof.properties import checks

if TYPE_CHECKING:
    from threadproof.frontend.base import Memo, Reading
    from threadproof.ir.program import Program

__all__ = ["FRONT_END", "IvlOptions", "load"]


def load(path: str | PathLike[str], options: IvlOptions = IvlOptions()) -> Program:  # noqa: B008 (frozen)
    """Read an IVL file. The parser library is loaded by the first call."""
    from threadproof.frontend.ivl.translate import load as translate

    return translate(path, options)


class _FrontEnd:
    suffixes = (".ivl",)
    memory_models = False

    def data_model(self, file: str) -> str:
        return "LP64"

    def load(self, file: str, reading: Reading, memo: Memo | None) -> Program:
        errors, overflow = (checks(reading.property, kind) for kind in ("reach-error", "overflow"))
        return load(file, IvlOptions(reading.data_model, errors=errors, overflow=overflow))


FRONT_END = _FrontEnd()
