"""Which files make the program, and how each of them is compiled: from what a user names to a `Project`."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.errors import InputError, Pos
from threadproof.frontend.c.project import CompileCommand, Project

C = (".c", ".i")


def of_files(files: Sequence[str]) -> Project:
    """All of them together."""
    for number, file in enumerate(files):
        if not file.endswith(C):
            raise InputError("only C files can be linked with others", Pos(file), "expected .c or .i")
        if file in files[:number]:
            raise InputError("the file is named twice", Pos(file))
    return Project(tuple(map(CompileCommand, files)))
