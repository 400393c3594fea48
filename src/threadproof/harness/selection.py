"""What a harness calls, and on which objects.

A library works on an object that its callers share: the *subject*. Its type is the one that most functions take a pointer to as
their first such parameter. What every function that threads call takes besides is shared, too: the tail of a queue, the buffer
of a ring. One function makes the subject (`..._init`, `..._create`), one may end it (`..._destroy`, `..._free`); the others are
called by the threads. Names are conventions, so every choice can be given instead, and the harness shows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from threadproof.errors import InputError, OptionError, Pos
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.harness.interface import Interface, Routine, plain
from threadproof.records import dataclass

_BEGINS = re.compile(r"(?:^|_)(?:init|initialize|initialise|create|new|make|alloc|setup|open|start)(?:$|_)", re.IGNORECASE)
_ENDS = re.compile(r"(?:^|_)(?:destroy|free|delete|close|fini|finish|term|deinit|shutdown|release|cleanup)(?:$|_)", re.IGNORECASE)
SUBJECT = "subject"
ROOM = 4  # elements of an array that threads share
_WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")

Step = tuple[Routine, ...]  # what is called one after the other, as one choice of a thread


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a user asks for."""

    threads: int = 2  # 0: any number
    each: int = 2  # calls of a thread, at most; 0: any number
    calls: tuple[str, ...] = ()  # comma-separated steps: of all threads, or of the first, the second, ...
    init: str = ""  # a function, or a statement in which `subject` is the object
    final: str = ""
    values: int = 0  # integer arguments are below it; 0: any
    arguments: tuple[str, ...] = ()  # [FUNCTION.]PARAMETER=EXPRESSION
    linearizable: bool = False
    observe: str = ""  # comma-separated: what is called at the end, as part of what is compared
    pending: bool = False

    def names(self) -> list[str]:
        """Of functions."""
        words = [word for text in (*self.calls, self.observe) for word in re.split(r"[,+]", text)]
        return [*filter(None, map(str.strip, words)), *filter(str.isidentifier, (self.init, self.final))]


@dataclass(frozen=True, slots=True)
class SharedObject:
    """An object that threads share."""

    type: str
    name: str
    made: bool = False  # a pointer that a function returns
    count: int = 0  # of elements, where it is an array

    @property
    def declaration(self) -> str:
        return f"{self.type} {'*' if self.made else ''}{self.name}{f'[{self.count}]' if self.count else ''}"

    @property
    def address(self) -> str:
        return self.name if self.made or self.count else f"&{self.name}"


@dataclass(frozen=True, slots=True)
class Selection:
    shared: tuple[SharedObject, ...]  # the subject is the first one; empty: the library keeps its objects to itself
    begin: Routine | None
    begin_text: str  # a statement in place of a call of `begin`
    end: Routine | None
    end_text: str
    roles: tuple[tuple[Step, ...], ...]  # what the first thread may call, the second, ...; the last one is for all others
    observers: tuple[Routine, ...]

    def called(self) -> list[Routine]:
        """By threads, each once."""
        return _called(self.roles)


def records(type_: CType) -> Iterator[CType]:
    """The records that an argument of this type may point to: one, or one for each pointer of a union."""
    if type_.is_pointer and type_.target.is_record:
        yield type_.target
    elif type_.is_union:
        yield from (member.type.target for member in type_.members if member.type.is_pointer and member.type.target.is_record)


def is_pointer_to(type_: CType, name: str) -> bool:
    return any(plain(each) == name for each in records(type_))


def select(offered: Interface, wanted: Wanted) -> Selection:
    begin, begin_text = _chosen(offered, wanted.init, "--init")
    end, end_text = _chosen(offered, wanted.final, "--final")
    roles = tuple(_role(offered, names) for names in wanted.calls)
    subject = _subject(_called(roles) or offered.routines, begin)
    if begin is None and not begin_text:
        begin = _by_name(offered, subject, _BEGINS, _called(roles))
    if end is None and not end_text:
        end = _by_name(offered, subject, _ENDS, _called(roles))
    roles = roles or (_usual(offered, subject, begin, end),)
    if wanted.linearizable and not subject:
        raise OptionError("--linearizable compares objects, and no function takes a pointer to one")
    if wanted.linearizable and not (wanted.each and wanted.threads):
        raise OptionError("--linearizable needs a bound on threads and on the calls of each")
    if wanted.linearizable and any(len(step) > 1 for role in roles for step in role):
        raise OptionError("--linearizable compares calls of single functions: no + in --calls")
    observers = tuple(offered.routine(name.strip()) for name in wanted.observe.split(",") if name.strip())
    made = begin is not None and bool(subject) and is_pointer_to(begin.result, subject)
    shared = _shared(offered, subject, made, begin, [*_called(roles), *observers], begin_text + end_text)
    return Selection(shared, begin, begin_text, end, end_text, roles, observers)


def _called(roles: Iterable[tuple[Step, ...]]) -> list[Routine]:
    return list({routine.name: routine for role in roles for step in role for routine in step}.values())


def _subject(routines: Iterable[Routine], begin: Routine | None) -> str:
    """The type of records that most functions take a pointer to; the earliest one among equals. What makes it says it best."""
    if begin is not None:
        for type_ in (begin.result, *(parameter.type for parameter in begin.parameters)):
            for target in records(type_):
                return plain(target)
    count: Counter[str] = Counter()
    for routine in routines:
        targets = (list(records(parameter.type)) for parameter in routine.parameters)
        count.update({plain(target) for target in next(filter(None, targets), [])})
    return count.most_common(1)[0][0] if count else ""


def _shared(
    offered: Interface, subject: str, made: bool, begin: Routine | None, called: Sequence[Routine], said: str
) -> tuple[SharedObject, ...]:
    """The subject, and the records that all functions take which take the subject, or that `said` speaks of. One that nothing
    initialises is an array."""
    if not subject:
        return ()
    about = [each for each in called if any(is_pointer_to(parameter.type, subject) for parameter in each.parameters)]
    if len(about) < 2:
        others = [each for each in offered.routines if any(is_pointer_to(p.type, subject) for p in each.parameters)]
        about += [each for each in others if each != begin and not _conventional(each)]
    found = [SharedObject(subject, SUBJECT, made)]
    for parameter in about[0].parameters if about else ():
        for target in records(parameter.type):
            name, variable = plain(target), f"{SUBJECT}_{parameter.name}"
            if name in [each.type for each in found] or target.size < 0:
                continue
            taken = len(about) > 1 and all(any(is_pointer_to(p.type, name) for p in each.parameters) for each in about)
            if taken or re.search(rf"\b{variable}\b", said):
                initialised = begin is not None and any(is_pointer_to(p.type, name) for p in begin.parameters)
                found.append(SharedObject(name, variable, False, 0 if initialised else ROOM))
    return tuple(found)


def _chosen(offered: Interface, text: str, option: str) -> tuple[Routine | None, str]:
    """A function by its name, or a statement."""
    if not text:
        return None, ""
    if text.isidentifier():
        return offered.routine(text), ""
    if set(text) & set("\n\r\0"):
        raise OptionError(f"{option} takes a function or a statement in one line")
    return None, text.rstrip("; ") + ";"


def _by_name(offered: Interface, subject: str, words: re.Pattern[str], called: Sequence[Routine]) -> Routine | None:
    """What threads call themselves is for objects of their own."""
    if not subject:
        return None
    for routine in offered.routines:
        if routine in called:
            continue
        about = is_pointer_to(routine.result, subject) or any(is_pointer_to(p.type, subject) for p in routine.parameters)
        if about and words.search(_spaced(routine)):
            return routine
    return None


def _spaced(routine: Routine) -> str:
    return "_".join(_WORDS.findall(routine.name))


def _conventional(routine: Routine) -> bool:
    """Whether it makes or ends something, by its name."""
    return bool(_BEGINS.search(_spaced(routine)) or _ENDS.search(_spaced(routine)))


def _role(offered: Interface, names: str) -> tuple[Step, ...]:
    steps = (tuple(name.strip() for name in step.split("+") if name.strip()) for step in names.split(","))
    found = tuple(tuple(map(offered.routine, step)) for step in steps if step)
    if not found:
        raise OptionError("--calls names functions, with commas between them")
    return found


def _usual(offered: Interface, subject: str, begin: Routine | None, end: Routine | None) -> tuple[Step, ...]:
    """Everything that works on the subject, but what makes or ends one."""
    found = [routine for routine in offered.routines if routine not in (begin, end) and routine.name[0] != "_"]
    found = [routine for routine in found if not _conventional(routine)] or found
    if subject:
        found = [routine for routine in found if any(is_pointer_to(p.type, subject) for p in routine.parameters)]
    if not found:
        names: Sequence[str] = [routine.name for routine in offered.routines]
        raise InputError(
            "no function is left for the threads to call", Pos(offered.file), f"name some of {', '.join(names)} with --calls"
        )
    return tuple((routine,) for routine in found)
