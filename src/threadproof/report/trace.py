"""The counterexample for people: a table with one column per thread and one row per executed source line.

A row merges what one thread did on one line without another thread in between: the text of the line, then what it read and
wrote. Where the thread changes, a line across the table says so. What happens inside library models is shown at the user's
call, and only as far as it changes something; reads of what no other thread can see are left out. How it is laid out:
`report.schedule_table`; what it comes down to: `report.explanation`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from threadproof.certify.replay.arguments import arguments, is_argument, shown
from threadproof.certify.replay.follow import Replay
from threadproof.errors import Pos
from threadproof.ir.interp.outcome import Access, Allocated, Assigned, Drew, Entry, Executed, Performed, ThreadEvent
from threadproof.ir.interp.places import in_library, in_model, user_place
from threadproof.ir.interp.values import Lazy
from threadproof.ir.op import Alloc
from threadproof.ir.types import PtrType
from threadproof.properties import Shape, shape
from threadproof.records import dataclass, field
from threadproof.report.explanation.history import ExecutionHistory
from threadproof.report.explanation.objects import HEAP, assigned_in
from threadproof.report.models import said
from threadproof.report.primitives import described
from threadproof.report.relevance import relevant
from threadproof.report.statements import Statements
from threadproof.report.text import note as note_text

STORE_BUFFER = "store_buffer.c"  # the model whose writes are those of earlier lines


@dataclass(frozen=True, slots=True)
class TraceNote:
    """Something that happened on a line. Kinds: read, write, local, input, event."""

    kind: str
    name: str
    value: str = ""
    race: bool = False  # an access that races with another one

    def __str__(self) -> str:
        return note_text(self.kind, self.name, self.value, self.race)

    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, "what": self.name, "value": self.value, **({"race": True} if self.race else {})}


@dataclass(slots=True)
class TraceRow:
    thread: int
    pos: Pos
    source: str
    begins: bool = False  # whether the thread begins a statement here
    notes: list[TraceNote] = field(default_factory=list)
    racing: bool = False  # whether one of two accesses that race is made here
    matters: bool = False  # for the violation (`report.relevance`)

    def same_line(self, other: TraceRow) -> bool:
        return (self.thread, self.pos.file, self.pos.line) == (other.thread, other.pos.file, other.pos.line)


class Table:
    """Collects the rows of a replay. `failure`: of a step that violates the property, what is wrong."""

    def __init__(self, past: ExecutionHistory, failure: str) -> None:
        self.run = run = past.run
        self.program = run.program
        self.names, self.texts, self.functions = past.names, past.texts, past.functions
        self.racing = {id(racing.access) for racing in run.race}
        self.relevant = relevant(past)
        self.statements = Statements(self.texts.lines)
        self.last: dict[int, Executed] = {}
        self.rows: list[TraceRow] = []
        self.library = False  # whether the operation that is looked at belongs to a model
        self.buffer = False  # ... of store buffers
        self.hidden = False  # ... and no user's function has called it
        self.words: str | None = None  # what the model itself says about it
        owner = {edge: function.name for function in self.program.functions.values() for edge in function.edges}
        self.storage = {edge for edge, name in owner.items() if name.startswith("__tp_storage_")}
        for entry in entries(run):
            self.enter(entry)
        if shape(run.found.property) is Shape.STEP:
            self.note(TraceNote("event", f"VIOLATION: {failure}"))
            self.matters()
        self.rows = condensed(self.rows)

    def enter(self, entry: Entry) -> None:
        self.take(entry)
        if id(entry) in self.relevant:
            self.matters()

    def take(self, entry: Entry) -> None:
        match entry:
            case Executed(thread=thread, edge=edge, stack=stack):
                self.last[thread] = entry
                self.library = in_model(stack[0])
                self.buffer = self.library and stack[0].file.endswith(STORE_BUFFER)
                self.words = said(stack[0]) if self.library else None
                self.hidden = all(map(in_library, stack))
                if self.hidden:
                    return
                if not any(isinstance(op, Alloc) and op.stack for op in edge.ops):  # happens before the line is reached
                    self.row(thread, user_place(stack), self.statements.begins(thread, stack))
            case Access() | Allocated() | Assigned() | Drew() if self.hidden:
                pass  # threads of C++ begin and end in the library
            case ThreadEvent(thread=thread, what="end") if self.hidden and self.rows and self.rows[-1].thread != thread:
                pass
            case Access():
                self.access(entry)
            case Allocated():
                self.allocated(entry)
            case Assigned():
                self.assigned(entry)
            case Drew(name=name, value=value) if not self.buffer and self.words is None and not is_argument(name):
                self.note(TraceNote("input", entry.name, self.names.value(None, value, entry)))
            case Performed():
                for text in described(self.program.scheduler, entry, self.names.place):
                    self.note(TraceNote("event", text))
            case ThreadEvent(what=what, other=other):
                texts = {"spawn": f"creates thread {other}", "join": f"joins thread {other}", "end": "thread ends"}
                texts["stop"] = f"thread {other} is stopped"
                self.note(TraceNote("event", texts.get(what, "loops for ever")))

    def assigned(self, entry: Assigned) -> None:
        """A local variable. What a function returns is given to it at the call."""
        name, stack = entry.name, assigned_in(entry, self.last.get(entry.thread))
        if is_argument(name):
            self.arguments(name)
        elif stack and in_library(stack[0]):
            pass
        elif name[0] not in "%&" and not name.startswith("__tp_") and not isinstance(entry.value, Lazy):
            if stack and len(stack) < len(self.last[entry.thread].stack):
                self.row(entry.thread, user_place(stack), False)
            value = self.names.value(entry.type, entry.value, entry)
            if value != f"pointer to *{name.split('#')[0]}":
                self.note(TraceNote("local", name.split("#")[0], value))

    def allocated(self, entry: Allocated) -> None:
        made = self.names.find(entry.address, self.names.moments.get(id(entry)))
        if made is not None and made.kind == HEAP:
            spelling = f"{made.spelling}, " if made.spelling else ""
            self.note(TraceNote("event", f"allocates {self.names.title(made)} ({spelling}{made.size} bytes)"))

    def arguments(self, name: str) -> None:
        """All of them, where main counts them."""
        vector = {"argc": "argv", "envc": "envp"}.get(name)
        if vector is None or any(note.name == name for note in self.rows[-1].notes):
            return
        texts = arguments(self.run, vector, name)
        self.note(TraceNote("local", name, str(len(texts))))
        for at, text in enumerate(texts):
            if at > 0 or name != "argc":
                self.note(TraceNote("local", f"{vector}[{at}]", shown(text)))

    def row(self, thread: int, pos: Pos, begins: bool) -> None:
        """Go on in the last row if it is the same line of the same thread. What is nowhere in the text is not shown."""
        if not pos.line:
            return
        row = TraceRow(thread, pos, self.source(pos), begins)
        if not self.rows or not self.rows[-1].same_line(row):
            self.rows.append(row)

    def matters(self) -> None:
        if self.rows:
            self.rows[-1].matters = True

    def note(self, note: TraceNote) -> None:
        if self.rows and (not self.rows[-1].notes or self.rows[-1].notes[-1] != note):
            self.rows[-1].notes.append(note)

    def access(self, access: Access) -> None:
        name = self.names.learn(access)
        name = name.split(".__")[0] if self.library else name
        if access.write and isinstance(access.type, PtrType) and not self.library:
            self.names.handles.setdefault(access.value, name)
        if id(access) in self.racing and self.rows:
            self.rows[-1].racing = True
            plain = TraceNote("event", f"{access.verb} {name}", race=True)
            shown = access.write and not access.free and not self.library
            read = not access.write and not (self.library or access.private)
            kind, value = "write" if shown else "read", self.names.value(access.type, access.value, access)
            self.note(TraceNote(kind, name, value, True) if shown or read else plain)
            return
        if name.startswith("__tp_older") and not access.write:
            value = self.names.value(access.type, access.value, access)
            self.note(TraceNote("event", f"reads {value}, since a later write has not reached it"))
        if name.startswith("__tp_") or access.edge in self.storage:
            return  # how a model keeps its books
        if access.write and self.words is not None:
            if self.words != "-":
                self.note(TraceNote("event", self.words.replace("$", name)))
        elif access.free:
            self.note(TraceNote("event", f"frees {name}"))
        elif access.write and self.buffer:
            value = self.names.value(access.type, access.value, access)
            self.note(TraceNote("event", f"the write {name} = {value} leaves the store buffer"))
        elif self.buffer and not access.private:
            self.note(TraceNote("event", f"{name} is read early: {self.names.value(access.type, access.value, access)}"))
        elif access.write or not (self.library or access.private):
            value = self.names.value(access.type, access.value, access)
            if value != f"pointer to *{name}":
                self.note(TraceNote("write" if access.write else "read", name, value))

    def source(self, pos: Pos) -> str:
        return self.texts.line(pos) or str(pos)


def entries(run: Replay) -> Iterator[Entry]:
    """All that happened. What a new thread does at its creation is not observable: it is shown when that thread first
    moves, is joined, or, if it never is, before the last turn. The last entry is one of the thread that violates the
    property."""
    later: dict[int, list[Entry]] = defaultdict(list)
    for taken in run.turns:
        joined = {entry.other for entry in taken.log if isinstance(entry, ThreadEvent) and entry.what == "join"}
        due = [*later] if taken is run.turns[-1] else [thread for thread in later if thread in joined]
        for thread in (*due, taken.turn.thread):
            yield from later.pop(thread, ())
        for entry in taken.log:
            if entry.thread == taken.turn.thread:
                yield entry
            else:
                later[entry.thread].append(entry)
    last = [entry.thread for taken in run.turns[-1:] for entry in taken.log if isinstance(entry, Executed)]
    if shape(run.found.property) is not Shape.STEP or last[-1:] != [run.turns[-1].turn.thread]:
        for rest in later.values():
            yield from rest


def condensed(rows: list[TraceRow]) -> list[TraceRow]:
    """Without lines on which nothing happened: braces, and those to which the thread comes back later to do
    something."""
    kept: list[TraceRow] = []
    following: dict[int, TraceRow] = {}
    for row in reversed(rows):
        after = following.get(row.thread)
        following[row.thread] = row
        if row.notes or (row.source.strip(" \t{};") and (after is None or not row.same_line(after))):
            kept.append(row)
    merged: list[TraceRow] = []
    for row in reversed(kept):
        if merged and merged[-1].same_line(row):
            merged[-1].notes += row.notes
            merged[-1].racing = merged[-1].racing or row.racing
            merged[-1].matters = merged[-1].matters or row.matters
        else:
            merged.append(row)
    return merged


def to_steps(table: Table) -> tuple[dict[str, Any], ...]:
    """The rows as plain data."""
    return tuple(
        {
            "thread": row.thread,
            "file": row.pos.file,
            "line": row.pos.line,
            "source": row.source,
            "begins": row.begins,
            "happened": [note.data() for note in row.notes],
            "matters": row.matters,
            **({"racing": True} if row.racing else {}),
        }
        for row in table.rows
    )
