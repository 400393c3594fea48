"""What is printed, and where it goes: text of programs and names of files is data, and must not steer a terminal or a script.

A name or a source line may contain anything: escape sequences, carriage returns, bytes that are no text, a line `VERDICT: TRUE`.
So control characters are shown as escapes (`\\x1b`), and so is what changes the direction of text or ends a line for some readers
only; and no line but the last one starts with the word that scripts look for.

Standard output that cannot be written is an error (exit 3): a script that waits for the verdict would wait in vain. A
reader that has gone needs no complaint. Standard error that cannot be written is no matter: what is said there is for
people.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from threadproof.errors import OptionError

LAST = ("VERDICT", "CERTIFICATE", "REPLAY", "WITNESS")  # the words with which last lines begin
_SHOWN = {
    **{code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code not in (9, 10)},
    **{
        code: f"\\u{code:04x}"
        for code in (0x2028, 0x2029, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF)
    },
}
_ENDS = {9: " ", 10: "\\n", 13: "\\r"}


class Unwritable(OptionError):
    """Standard output: a user's mistake, or a reader that has gone (then there is nothing to say)."""


def printable(text: str) -> str:
    """The same lines without control characters."""
    if text.isprintable():
        return text
    shown = text.translate(_SHOWN)
    return shown.encode("utf-8", "backslashreplace").decode()  # halves of surrogate pairs: names that are no text


def one_line(text: str) -> str:
    """The same, of a name or a message that must stay on its line."""
    return text if text.isprintable() else printable(text.translate(_ENDS))


def body(text: str) -> str:
    """Whatever comes before the last line."""
    lines = printable(text).split("\n")
    return "\n".join(f"  {line}" if line.startswith(LAST) else line for line in lines)


def say(text: str) -> None:
    """A line or several on standard output, before the last one."""
    _write(body(text))


def say_last(line: str) -> None:
    _write(one_line(line))


def tell(text: str) -> None:
    """A line or several on standard error."""
    try:
        if sys.stderr is not None:
            print(body(text), file=sys.stderr, flush=True)
    except (OSError, ValueError):
        _drop(2)


def prepare() -> None:
    """Before anything is opened: a closed stream is not to be taken by a pipe. Raises Unwritable."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the smallest number that is free: this one
    if sys.stdout is None:
        raise Unwritable("cannot write to standard output: it is closed")


def _write(text: str) -> None:
    with writing():
        print(text, flush=True)


@contextmanager
def writing() -> Iterator[None]:
    """Code that writes to standard output inside may fail as `say` does."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _drop(1)
        raise Unwritable("") from None
    except (OSError, ValueError) as error:
        _drop(1)
        raise Unwritable(f"cannot write to standard output: {getattr(error, 'strerror', None) or error}") from None


def _drop(number: int) -> None:
    """What is still in a buffer goes nowhere, so that there is no complaint about it at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
