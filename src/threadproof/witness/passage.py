"""What an execution passes, in the terms of witnesses: statements that begin, conditions that are decided, calls and returns.

The reference interpreter records which edges were taken and what they read and wrote. From that record, and the places
of statements (`frontend.c.syntax.statements`), `Passage` tells when a thread begins a statement: when it executes
something inside of it and was not inside of it before, or executes its first edge once more (`goto`). The outcome of a
condition is told by what the thread executes next. It also stores the values of global integers and of the integer
locals of every activation, so that an observer of a beginning can ask what holds at that very moment. A value that is
not known is never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from threadproof.errors import Pos
from threadproof.frontend.c.syntax.statements import IF, LOOP, PLAIN, CallSite, Place, Span, Statement, Syntax
from threadproof.ir.interp.outcome import Access, Assigned, Drew, Entry, Executed, ThreadEvent
from threadproof.ir.interp.places import in_library, user_place
from threadproof.ir.layout import Layout, leaves, path_at, size_of
from threadproof.ir.op import Alloc
from threadproof.ir.program import Edge, MemoryObject, Program
from threadproof.ir.types import BoolType, IntType, Type
from threadproof.records import dataclass, field
from threadproof.witness.condition import CNumber, Unclear

BEGINS, TESTS, BRANCHES, ENTERS, RETURNS = "begins", "tests", "branches", "enters", "returns"
LARGEST = 4096  # bytes of an object whose parts are followed


@dataclass(frozen=True, slots=True, eq=False)
class PassageEvent:
    """`statement`: what begins, tests or branches; `call`: what is entered or returns; `value`: the outcome (None: unknown), the
    returned number; `created`: the thread that the call has created."""

    kind: str
    thread: int
    statement: Statement | None = None
    call: CallSite | None = None
    value: bool | CNumber | None = None
    created: int = -1


@dataclass(slots=True)
class SourceActivation:
    """A function of the user that is being executed: in which statement, since which edge."""

    statement: Statement | None = None
    first: Edge | None = None
    tested: Edge | None = None  # the first edge of a condition whose outcome is not known yet
    values: dict[str, CNumber | None] = field(default_factory=dict)

    def copy(self) -> SourceActivation:
        return SourceActivation(self.statement, self.first, self.tested, dict(self.values))


class Globals:
    """The parts of global objects by name: type and initial value, `None` where it is no integer."""

    def __init__(self, program: Program, syntax: Syntax) -> None:
        self.initial: dict[str, CNumber | None] = {}
        self.parts: dict[MemoryObject, list[str]] = {}
        inside = list(syntax.functions.values())
        for item in program.objects:
            place = (item.pos.line, item.pos.column)
            local = any(start <= place < end for start, end in inside)
            if item.pos.file == syntax.file and not local and not item.thread_local and item.layout is not None:
                self._enter(item, item.layout)

    def _enter(self, item: MemoryObject, layout: Layout) -> None:
        if size_of(layout) > LARGEST:
            return
        given = {init.offset: init.value for init in item.init}
        names = self.parts[item] = []
        for offset, type_ in leaves(layout):
            name = item.name + path_at(layout, offset, type_)
            value = given.get(offset)
            names.append(name)
            plain = value is None or value.is_const
            self.initial[name] = number(type_, 0 if value is None else value.payload) if plain else None


def number(type_: Type | None, value: Any) -> CNumber | None:
    """None for what is no integer, or not decided yet."""
    if isinstance(type_, BoolType) and isinstance(value, int):
        return CNumber(int(value), 8, False)
    if isinstance(type_, IntType) and isinstance(value, int):
        return CNumber(int(value), type_.bits, type_.signed)
    return None


class Passage:
    """Told of everything that is recorded, in order (`feed`)."""

    def __init__(self, syntax: Syntax, globals_: Globals) -> None:
        self.syntax = syntax
        self.globals = globals_
        self.values: dict[str, CNumber | None] = dict(globals_.initial)
        self.threads: dict[int, list[SourceActivation]] = {}
        self.stacks: dict[int, tuple[Pos, ...]] = {}  # of what each thread executed last

    def copy(self) -> Passage:
        other = Passage.__new__(Passage)
        other.syntax, other.globals = self.syntax, self.globals
        other.values = dict(self.values)
        other.threads = {thread: [activation.copy() for activation in frames] for thread, frames in self.threads.items()}
        other.stacks = dict(self.stacks)
        return other

    def feed(self, entry: Entry) -> Iterator[PassageEvent]:
        """What the entry means; values are those before it as long as its events are being told."""
        match entry:
            case Executed(thread=thread, edge=edge, stack=stack):
                yield from self._executed(thread, edge, stack)
            case Access():
                self._access(entry)
            case Assigned(thread=thread, name=name, type=type_, value=value):
                frames = self.threads.get(thread, [])
                if frames and not in_library(self.stacks[thread][0]) and name[0] not in "%&":
                    frames[-1].values[name.split("#")[0]] = number(type_, value)
            case Drew(thread=thread, name=name, value=value):
                call = self._call(thread, name)
                if call is not None and isinstance(value, int):
                    yield PassageEvent(RETURNS, thread, call=call, value=CNumber(int(value), 64, value < 0))
            case ThreadEvent(thread=thread, what="spawn", other=other):
                call = self._call(thread, "")
                if call is not None:
                    yield PassageEvent(ENTERS, thread, call=call, created=other)

    # -- control ---------------------------------------------------------------------------------------------------------

    def _executed(self, thread: int, edge: Edge, stack: tuple[Pos, ...]) -> Iterator[PassageEvent]:
        if any(isinstance(op, Alloc) and op.stack for op in edge.ops):
            return  # made when the function is entered, before its declaration is reached
        self.stacks[thread] = stack
        places = [pos for pos in reversed(stack) if pos.line and not in_library(pos)]
        frames = self.threads.setdefault(thread, [])
        library = in_library(stack[0])
        del frames[len(places) :]
        while len(frames) < len(places):
            frames.append(SourceActivation())
        if library or not places or places[-1].file != self.syntax.file:
            return
        place = (places[-1].line, places[-1].column)
        yield from self._moved(thread, frames[-1], edge, place)

    def _moved(self, thread: int, frame: SourceActivation, edge: Edge, place: Place) -> Iterator[PassageEvent]:
        before, here = frame.statement, self.syntax.at(place)
        if frame.tested is not None and before is not None:
            again = edge is frame.tested
            if again or not _within(before.test, place):
                frame.tested = None
                yield PassageEvent(BRANCHES, thread, before, value=self._outcome(before, place, again))
        if here is None:
            frame.statement = frame.first = None
            return
        for begun in self._begun(frame, here, edge):
            yield PassageEvent(BEGINS, thread, begun)
        if here is not before or frame.first is None:
            frame.first = edge
        frame.statement = here
        if frame.tested is None and _within(here.test, place):
            frame.tested = edge
            yield PassageEvent(TESTS, thread, here)

    def _begun(self, frame: SourceActivation, here: Statement, edge: Edge) -> list[Statement]:
        """Outer ones first."""
        before = frame.statement
        if here is before:
            return [here] if edge is frame.first and here.kind == PLAIN else []
        around = set(_ancestors(before))
        return [s for s in reversed(list(_ancestors(here))) if s not in around]

    def _outcome(self, tested: Statement, place: Place, again: bool) -> bool | None:
        if tested.kind == LOOP:
            return again or tested.contains(place)
        then = tested.then
        if tested.kind != IF or then is None or again:
            return None
        if _within(then, place):
            return True
        inside = [s for s in self.syntax.statements if then[0] <= s.span[0] and s.span[1] <= then[1]]
        return False if any(s.kind != "block" and s.span[1] != (s.span[0][0], s.span[0][1] + 1) for s in inside) else None

    def _call(self, thread: int, name: str) -> CallSite | None:
        """The user's call that the thread is in; with a name: if it calls that function."""
        pos = user_place(self.stacks[thread])
        if pos.file != self.syntax.file:
            return None
        around = [call for call in self.syntax.calls if _within(call.span, (pos.line, pos.column))]
        call = min(around, key=lambda call: (call.span[1], [-n for n in call.span[0]]), default=None)
        return call if call is not None and name in ("", call.name) else None

    # -- values ----------------------------------------------------------------------------------------------------------

    def _access(self, access: Access) -> None:
        if not access.write or not isinstance(access.place, MemoryObject) or access.place not in self.globals.parts:
            return
        old, new = self.globals.initial.get(access.name), number(access.type, access.value)
        if access.name in self.values and new is not None and (old is None or old.bits == new.bits):
            self.values[access.name] = new
        else:
            self.values.update(dict.fromkeys(self.globals.parts[access.place]))

    def lookup(self, thread: int, name: str) -> CNumber:
        """The value that a name has for a thread, at this moment."""
        frames = self.threads.get(thread) or [SourceActivation()]
        frame = frames[-1]
        found = frame.values.get(name) if name in frame.values else None if self.hidden(frame, name) else self.values.get(name)
        if found is None:
            raise Unclear(f"the value of {name} is not known")
        return found

    def hidden(self, frame: SourceActivation, name: str) -> bool:
        """Whether a local may hide the global of this name, or two locals have it."""
        function = frame.statement.function if frame.statement is not None else ""
        return name.split(".")[0].split("[")[0] in self.syntax.locals.get(function, ())


def _within(span: Span | None, place: Place) -> bool:
    return span is not None and span[0] <= place < span[1]


def _ancestors(statement: Statement | None) -> Iterator[Statement]:
    """Innermost first, without blocks."""
    while statement is not None:
        if statement.kind not in ("block", "label"):
            yield statement
        statement = statement.parent
