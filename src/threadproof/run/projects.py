"""Which files make the program, and how each of them is compiled: from what a user names to a `Project`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from threadproof.config.options import Config, compiler_flags
from threadproof.errors import InputError, Pos
from threadproof.frontend.c.project import CompileCommand, Project

if TYPE_CHECKING:
    from threadproof.compilation.selection import FileSelection

C = (".c", ".i")
RECORD = ".tp"


def named(files: Sequence[str], config: Config) -> str:
    """What an error about the program as a whole names."""
    return (*files, config.compile_commands)[0]


def is_build(files: Sequence[str], config: Config) -> bool:
    """Whether the files and their options stand in a compilation database, or in a recorded build."""
    return bool(config.compile_commands) or any(file.endswith(RECORD) for file in files)


def of_files(files: Sequence[str]) -> Project:
    """All of them together."""
    for number, file in enumerate(files):
        if not file.endswith(C):
            raise InputError("only C files can be linked with others", Pos(file), "expected .c or .i")
        if file in files[:number]:
            raise InputError("the file is named twice", Pos(file))
    return Project(tuple(map(CompileCommand, files)))


def of_build(files: Sequence[str], config: Config) -> Project:
    """The program of a build that these files, or the target, stand for. Files are parsed for that."""
    chosen, rest = selection(files, config)
    if not chosen.build.programs:
        return chosen.chosen(rest, config.target)
    from threadproof.compilation.record import program, programs_of

    of_these = programs_of(chosen.build, rest)
    if rest and not (of_these or config.target):
        return chosen.chosen(rest, "")
    return chosen.linked(program(chosen.build, of_these, config.target))


def selection(files: Sequence[str], config: Config) -> tuple[FileSelection, list[str]]:
    """The build, and the files that were named beside it."""
    from threadproof.compilation.database import load
    from threadproof.compilation.selection import FileSelection

    builds = [path for path in (config.compile_commands, *files) if path == config.compile_commands or path.endswith(RECORD)]
    builds = [path for path in builds if path]
    if len(builds) > 1:
        raise InputError("there is one build already", Pos(builds[1]), f"name it or {builds[0]}")
    chosen = FileSelection(load(builds[0]), compiler_flags(config), config.data_model)
    return chosen, [file for file in files if file not in builds]
