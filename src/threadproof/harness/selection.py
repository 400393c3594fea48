"""What a harness calls, and on which object.

A library works on an object that its callers share: the *subject*. Its type is the one that most functions take a pointer to as
their first such parameter. One function makes it (`..._init`, `..._create`), one may end it (`..._destroy`, `..._free`); the
others are called by the threads. Names are conventions, so every choice can be given instead, and the harness shows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from threadproof.errors import InputError, OptionError, Pos
from threadproof.harness.interface import Interface, Routine, plain
from threadproof.records import dataclass

_BEGINS = re.compile(r"(?:^|_)(?:init|initialize|initialise|create|new|make|alloc|setup|open|start)(?:$|_)", re.IGNORECASE)
_ENDS = re.compile(r"(?:^|_)(?:destroy|free|delete|close|fini|finish|term|deinit|shutdown|release|cleanup)(?:$|_)", re.IGNORECASE)
SUBJECT = "subject"
_WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a user asks for."""

    threads: int = 2  # 0: any number
    each: int = 2  # calls of a thread, at most; 0: any number
    calls: tuple[str, ...] = ()  # comma-separated names: of all threads, or of the first, the second, ...
    init: str = ""  # a function, or a statement in which `subject` is the object
    final: str = ""
    values: int = 0  # integer arguments are below it; 0: any
    linearizable: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    subject: str  # its type; empty: the library keeps its objects to itself
    begin: Routine | None
    begin_text: str  # a statement in place of a call of `begin`
    end: Routine | None
    end_text: str
    roles: tuple[tuple[Routine, ...], ...]  # what the first thread may call, the second, ...; the last one is for all others

    @property
    def made(self) -> bool:
        """Whether the subject is a pointer that `begin` returns."""
        return self.begin is not None and bool(self.subject) and is_pointer_to(self.begin.result, self.subject)


def is_pointer_to(type_: object, name: str) -> bool:
    from threadproof.frontend.c.syntax.ctype import CType

    return isinstance(type_, CType) and type_.is_pointer and plain(type_.target) == name


def select(offered: Interface, wanted: Wanted) -> Selection:
    subject = _subject(offered)
    begin, begin_text = _chosen(offered, wanted.init, "--init")
    end, end_text = _chosen(offered, wanted.final, "--final")
    if begin is None and not begin_text:
        begin = _by_name(offered, subject, _BEGINS)
    if end is None and not end_text:
        end = _by_name(offered, subject, _ENDS)
    roles = tuple(_role(offered, names) for names in wanted.calls) or (_usual(offered, subject, begin, end),)
    if wanted.linearizable and not subject:
        raise OptionError("--linearizable compares objects, and no function takes a pointer to one")
    if wanted.linearizable and not (wanted.each and wanted.threads):
        raise OptionError("--linearizable needs a bound on threads and on the calls of each")
    return Selection(subject, begin, begin_text, end, end_text, roles)


def _subject(offered: Interface) -> str:
    """The type of records that most functions take a pointer to; the earliest one among equals."""
    count: Counter[str] = Counter()
    for routine in offered.routines:
        targets = [p.pointee for p in routine.parameters if p.pointee is not None and p.pointee.is_record]
        count.update([plain(targets[0])] if targets else [])
    return count.most_common(1)[0][0] if count else ""


def _chosen(offered: Interface, text: str, option: str) -> tuple[Routine | None, str]:
    """A function by its name, or a statement."""
    if not text:
        return None, ""
    if text.isidentifier():
        return offered.routine(text), ""
    if set(text) & set("\n\r\0"):
        raise OptionError(f"{option} takes a function or a statement in one line")
    return None, text.rstrip("; ") + ";"


def _by_name(offered: Interface, subject: str, words: re.Pattern[str]) -> Routine | None:
    if not subject:
        return None
    for routine in offered.routines:
        about = is_pointer_to(routine.result, subject) or any(is_pointer_to(p.type, subject) for p in routine.parameters)
        if about and words.search("_".join(_WORDS.findall(routine.name))):
            return routine
    return None


def _role(offered: Interface, names: str) -> tuple[Routine, ...]:
    found = tuple(offered.routine(name.strip()) for name in names.split(",") if name.strip())
    if not found:
        raise OptionError("--calls names functions, with commas between them")
    return found


def _usual(offered: Interface, subject: str, begin: Routine | None, end: Routine | None) -> tuple[Routine, ...]:
    """Everything that works on the subject, but what makes or ends one."""
    conventional = re.compile(f"{_BEGINS.pattern}|{_ENDS.pattern}", re.IGNORECASE)
    found = [routine for routine in offered.routines if routine not in (begin, end)]
    found = [routine for routine in found if not conventional.search("_".join(_WORDS.findall(routine.name)))] or found
    if subject:
        found = [routine for routine in found if any(is_pointer_to(p.type, subject) for p in routine.parameters)]
    if not found:
        names: Sequence[str] = [routine.name for routine in offered.routines]
        raise InputError(
            "no function is left for the threads to call", Pos(offered.file), f"name some of {', '.join(names)} with --calls"
        )
    return tuple(found)
