"""Models of the user (`--model`): C files whose functions stand for those that the program does not define, also of the library.

They are files of the program, which a linker would take last: what one of them defines counts where no other file does
(`Image`). So their functions are lowered, interleaved and reported as any others. The intrinsics of the built-in models
are at their disposal (`#include "intrinsics.h"`). What an answer rests on names each function that was replaced. Names
that are the front end's own (the intrinsics, `__VERIFIER_*`, assertions) mean what they mean everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.errors import InputError, Pos
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.library import reserved
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.lower.image import is_external
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.project import CompileCommand
from threadproof.ir.program import NoteKind

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.link import Linker


def commands(options: COptions) -> list[CompileCommand]:
    """How the files are read: with the program's options, and the header of intrinsics at hand."""
    flags = (*options.flags, f"-isystem{library.MODELS}")
    return [CompileCommand(path, flags) for path in options.models]


def check(module: Module) -> None:
    for name, node in module.functions.items():
        if is_external(node) and (reserved.find(name) or reserved.find_undefined(name)) and not reserved.is_ordinary(name, True):
            raise InputError(f"'{name}' cannot be replaced by a model: the front end itself knows it", node.pos)


def note(linker: Linker, found: Node, pos: Pos) -> None:
    """The program uses a function that a model defines."""
    place = f"{found.pos.file}:{found.pos.line}"
    instead = ", instead of the built-in model" if library.find(found.spelling) is not None else ""
    linker.note(NoteKind.ASSUMED, pos, f"modelled function {found.spelling}", f"does what the model at {place} says{instead}")
