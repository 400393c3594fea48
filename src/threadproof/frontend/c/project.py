"""A program as a compiler is told of it: which files belong to it, and with which options each of them is compiled.

Options are kept in the spelling of compilers, each one in a word of its own (`-Iinclude`, `-DN=3`). Only those are here that
decide what a file means; where they come from (a command line, a compilation database, a recorded build) is said elsewhere.
"""

from __future__ import annotations

from threadproof.records import dataclass

GNU89 = frozenset(f"-std={name}" for name in ("c89", "c90", "gnu89", "gnu90", "iso9899:1990", "iso9899:199409")) | {"-ansi"}


@dataclass(frozen=True, slots=True)
class CompileCommand:
    """A file and the options that it is compiled with. The file has the name that positions show."""

    file: str
    options: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()  # options that may change the meaning, in a way that is not followed

    @property
    def wraps(self) -> bool:
        """Whether signed arithmetic wraps around."""
        return self._last("-fwrapv", "-fno-wrapv") == "-fwrapv"

    @property
    def gnu_inline(self) -> bool:
        """Whether `inline` means what it meant before C99: then it is `extern inline` that defines nothing for other
        files."""
        said = self._last("-fgnu89-inline", "-fno-gnu89-inline")
        return said == "-fgnu89-inline" if said else self._last("-std=", "-ansi") in GNU89

    def _last(self, *starts: str) -> str:
        """The one that counts of options that exclude each other."""
        return next((option for option in reversed(self.options) if option.startswith(starts)), "")


@dataclass(frozen=True, slots=True)
class Project:
    """The files of one program, of which the first one names it."""

    commands: tuple[CompileCommand, ...]
    data_model: str = ""  # LP64 or ILP32, where the commands say which
    origin: str = ""  # what says that these are the files

    def compiled(self, flags: tuple[str, ...]) -> tuple[CompileCommand, ...]:
        """The commands with further options at their ends."""
        return tuple(CompileCommand(command.file, (*command.options, *flags), command.doubts) for command in self.commands)

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(command.file for command in self.commands))
