"""Which front end reads a file: by the end of its name, at first ours, then those of other distributions (`plugins`)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from threadproof.errors import InputError, Pos

if TYPE_CHECKING:
    from threadproof.frontend.base import FrontEnd

OURS = {
    ".c": "threadproof.frontend.c",
    ".i": "threadproof.frontend.c",
    ".ivl": "threadproof.frontend.ivl",
    ".ll": "threadproof.frontend.llvm",
    **dict.fromkeys((".cpp", ".cc", ".cxx"), "threadproof.frontend.llvm.cplusplus"),
}
"""Modules with a FRONT_END, which are loaded when a file is to be read."""


def front_end(file: str) -> FrontEnd:
    """Raises InputError where no front end reads such files, or more than one does."""
    module = next((module for suffix, module in OURS.items() if file.endswith(suffix)), None)
    if module is not None:
        ours: FrontEnd = import_module(module).FRONT_END
        return ours
    from threadproof import plugins

    found: dict[str, FrontEnd] = {name: plugins.loaded(point) for name, point in plugins.offered(plugins.FRONT_ENDS).items()}
    able = [name for name, other in found.items() if file.endswith(tuple(other.suffixes))]
    if len(able) > 1:
        raise InputError(f"several front ends read such files: {', '.join(able)}", Pos(file), "uninstall all but one")
    if not able:
        suffixes = [*OURS, *(suffix for other in found.values() for suffix in other.suffixes)]
        raise InputError("unknown kind of file", Pos(file), f"expected {', '.join(suffixes[:-1])} or {suffixes[-1]}")
    return found[able[0]]
