"""The one family of errors that a user can cause, each with a position and advice; anything else that escapes is a bug."""

from __future__ import annotations

from threadproof.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Pos:
    """A place in a source file. Lines and columns start at 1; 0 means that it is not known."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        name = self.file if self.file.isprintable() else _escaped(self.file)
        if not self.line:
            return name or "<unknown>"
        return f"{name}:{self.line}:{self.column}"


def _escaped(name: str) -> str:
    """A name of which every character can be seen, and which ends no line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in name)


NOWHERE = Pos()


class UserError(Exception):
    """Bad input or usage: one line for the user and exit code 3."""

    def __init__(self, message: str, pos: Pos = NOWHERE, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.pos = pos
        self.advice = advice
        self.excerpt = ""  # the line of the text and a mark below it, where the front end shows them

    def __str__(self) -> str:
        place = f"{self.pos}: " if self.pos.file else ""
        advice = f" ({self.advice})" if self.advice else ""
        return f"{place}{self.message}{advice}"


class InputError(UserError):
    """The file cannot be read, or is not a program (syntax error, missing main, ...)."""


class UnsupportedError(UserError):
    """The program uses a construct that threadproof does not model."""


class OptionError(UserError):
    """An option has a wrong value, or options exclude each other."""


class InternalError(Exception):
    """A self-check failed (a counterexample that does not replay, a proof that does not re-check): exit code 70, no verdict."""

    violation = False  # whether it is about a violation that was found: then no engine may answer TRUE


class LostViolation(InternalError):
    """A violation that was found, and is not there when it is to be shown."""

    violation = True
