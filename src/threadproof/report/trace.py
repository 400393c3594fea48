"""The counterexample for people: a table with one column per thread and one row per executed source line.

A row merges what one thread did on one line without another thread in between: the text of the line, then what it read and
wrote. Where the thread changes, a line across the table says so. What happens inside library models is shown at the user's
call, and only as far as it changes something; reads of what no other thread can see are left out. The end names the failed
assertion, the two accesses that race, or where every thread waits.
"""

from __future__ import annotations

import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, assert_never

from threadproof.certify.replay.arguments import arguments, is_argument, shown
from threadproof.certify.replay.follow import Replay, WaitingThread
from threadproof.errors import Pos
from threadproof.evidence import violation_names as wording
from threadproof.ir import addresses
from threadproof.ir.interp.outcome import Access, Assigned, Drew, Entry, Executed, Performed, ThreadEvent
from threadproof.ir.interp.places import in_library, user_place
from threadproof.ir.interp.values import Lazy
from threadproof.ir.layout import Layout, path_at, start_at
from threadproof.ir.lines import lines_of
from threadproof.ir.op import Alloc
from threadproof.ir.program import Program
from threadproof.ir.types import PtrType, Type
from threadproof.properties import Shape, shape
from threadproof.records import dataclass, field
from threadproof.report.causes import causes
from threadproof.report.models import said
from threadproof.report.primitives import described
from threadproof.report.statements import Statements
from threadproof.report.text import note as note_text
from threadproof.report.wait_for import Held, held, plain

WIDTH = 120
NARROWEST = 26  # columns below this width are not readable: one column for all threads instead
MOST_NOTES = 8
MOST_ROWS = 240
MOST_LATE = 3
STORE_BUFFER = "store_buffer.c"  # the model whose writes are those of earlier lines


@dataclass(frozen=True, slots=True)
class TraceNote:
    """Something that happened on a line. Kinds: read, write, local, input, event."""

    kind: str
    name: str
    value: str = ""

    def __str__(self) -> str:
        return note_text(self.kind, self.name, self.value)


@dataclass(slots=True)
class TraceRow:
    thread: int
    pos: Pos
    source: str
    begins: bool = False  # whether the thread begins a statement here
    notes: list[TraceNote] = field(default_factory=list)

    def same_line(self, other: TraceRow) -> bool:
        return (self.thread, self.pos.file, self.pos.line) == (other.thread, other.pos.file, other.pos.line)


class Table:
    """Collects the rows of a replay."""

    def __init__(self, run: Replay) -> None:
        self.run = run
        self.program = run.program
        self.lines = {file: lines_of(text) for file, text in self.program.sources.items()}
        self.names = ValueNames(self.program)
        self.statements = Statements(self.lines)
        self.functions: dict[int, str] = {0: self.program.main}
        self.rows: list[TraceRow] = []
        self.library = False  # whether the operation that is looked at belongs to a model
        self.buffer = False  # ... of store buffers
        self.words: str | None = None  # what the model itself says about it
        owner = {edge: function.name for function in self.program.functions.values() for edge in function.edges}
        self.storage = {edge for edge, name in owner.items() if name.startswith("__tp_storage_")}
        for entry in entries(run):
            if isinstance(entry, Executed) and entry.thread not in self.functions:
                self.functions[entry.thread] = owner.get(entry.edge, "?").split("#")[0]
            self.enter(entry)
        if shape(run.found.property) is Shape.STEP:
            self.note(TraceNote("event", f"VIOLATION: {run.found.message}"))
        self.rows = condensed(self.rows)

    def enter(self, entry: Entry) -> None:
        match entry:
            case Executed(thread=thread, edge=edge, stack=stack):
                self.library = in_library(stack[0])
                self.buffer = self.library and stack[0].file.endswith(STORE_BUFFER)
                self.words = said(stack[0]) if self.library else None
                if not any(isinstance(op, Alloc) and op.stack for op in edge.ops):  # happens before the line is reached
                    self.row(thread, user_place(stack), self.statements.begins(thread, stack))
            case Access():
                self.access(entry)
            case Assigned(name=name, type=type_, value=value):
                if is_argument(name):
                    self.arguments(name)
                elif not self.library and name[0] not in "%&" and not name.startswith("__tp_") and not isinstance(value, Lazy):
                    self.note(TraceNote("local", name.split("#")[0], self.names.value(type_, value)))
            case Drew(name=name, value=value) if not self.buffer and self.words is None and not is_argument(name):
                self.note(TraceNote("input", entry.name, self.names.value(None, value)))
            case Performed():
                for text in described(self.program.scheduler, entry, self.names.place):
                    self.note(TraceNote("event", text))
            case ThreadEvent(what=what, other=other):
                texts = {"spawn": f"creates thread {other}", "join": f"joins thread {other}", "end": "thread ends"}
                texts["stop"] = f"thread {other} is stopped"
                self.note(TraceNote("event", texts.get(what, "loops for ever")))

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

    def note(self, note: TraceNote) -> None:
        if self.rows and (not self.rows[-1].notes or self.rows[-1].notes[-1] != note):
            self.rows[-1].notes.append(note)

    def access(self, access: Access) -> None:
        name = self.names.learn(access)
        name = name.split(".__")[0] if self.library else name
        if access.write and isinstance(access.type, PtrType) and not self.library:
            self.names.handles.setdefault(access.value, name)
        if name.startswith("__tp_older") and not access.write:
            value = self.names.value(access.type, access.value)
            self.note(TraceNote("event", f"reads {value}, since a later write has not reached it"))
        if name.startswith("__tp_") or access.edge in self.storage:
            return  # how a model keeps its books
        if access.write and self.words is not None:
            if self.words != "-":
                self.note(TraceNote("event", self.words.replace("$", name)))
        elif access.free:
            self.note(TraceNote("event", f"frees {name}"))
        elif access.write and self.buffer:
            value = self.names.value(access.type, access.value)
            self.note(TraceNote("event", f"the write {name} = {value} leaves the store buffer"))
        elif self.buffer and not access.private:
            self.note(TraceNote("event", f"{name} is read early: {self.names.value(access.type, access.value)}"))
        elif access.write or not (self.library or access.private):
            self.note(TraceNote("write" if access.write else "read", name, self.names.value(access.type, access.value)))

    def source(self, pos: Pos) -> str:
        lines = self.lines.get(pos.file, [])
        return lines[pos.line - 1].strip() if 0 < pos.line <= len(lines) else str(pos)


class ValueNames:
    """How values are written: addresses as what they point to, where that is known."""

    def __init__(self, program: Program) -> None:
        space = addresses.assign(program)
        self.shift = space.shift
        self.bases: dict[int, tuple[int, str]] = {}  # slot -> (address, name)
        self.objects = space.objects
        self.layouts: dict[int, Layout | None] = {}  # by base
        self.functions = {address: function.name for address, function in space.functions.items()}
        for slot, item in space.objects.items():
            self.bases[slot] = (space.of[item], item.name)
            self.layouts[space.of[item]] = item.layout
        self.count: Counter[str] = Counter()
        self.handles: dict[int, str] = {}  # events of C programs: the variable that holds the address

    def learn(self, access: Access) -> str:
        """The name of what is accessed; heap objects are numbered."""
        if isinstance(access.place, str):
            return access.name
        base, plain = access.address - access.offset, access.place.name
        slot = base >> self.shift
        if slot not in self.bases:
            self.count[plain] += access.place.layout is None
            self.bases[slot] = (base, plain if self.count[plain] <= 1 else f"{plain}#{self.count[plain]}")
            self.layouts[base] = access.place.layout
        return self.bases[slot][1] + access.name.removeprefix(plain)

    def value(self, type_: Type | None, value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if not isinstance(type_, PtrType) or not isinstance(value, int):
            return str(value)
        if value in self.functions or value == 0:
            return self.functions.get(value, "null")
        base, name = self.bases.get(value >> self.shift, (0, ""))
        if not name:
            return hex(value)
        part = start_at(self.layouts.get(base), value - base)
        return f"&{name} + {value - base}" if part is None else f"&{name}{part}"

    def place(self, address: int) -> str:
        """The name of an event."""
        if address in self.handles:
            return self.handles[address]
        slot = address >> self.shift
        base, name = self.bases.get(slot, (0, ""))
        item = self.objects.get(slot)
        return f"{name or hex(address)}{path_at(item.layout, address - base)}" if item is not None else name or hex(address)


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
        else:
            merged.append(row)
    return merged


# -- output ------------------------------------------------------------------------------------------------------------


def to_steps(run: Replay) -> tuple[dict[str, Any], ...]:
    """The rows as plain data."""
    return tuple(
        {
            "thread": row.thread,
            "file": row.pos.file,
            "line": row.pos.line,
            "source": row.source,
            "begins": row.begins,
            "happened": [{"kind": note.kind, "what": note.name, "value": note.value} for note in row.notes],
        }
        for row in Table(run).rows
    )


def waiting_for(table: Table) -> Iterator[tuple[WaitingThread, Pos, list[Held]]]:
    """Of a deadlock: which thread waits where, and for which."""
    # a cooperative thread has left the statement with which it began to wait
    last = {row.thread: row.pos for row in table.rows} if table.program.scheduler != "preemptive" else {}
    for waiting in table.run.waiting:
        pos = last.get(waiting.thread) or user_place(waiting.places)
        yield waiting, pos, held(table.run, waiting, table.names.learn)


def to_waits(run: Replay) -> tuple[dict[str, Any], ...]:
    """The same as plain data."""
    return tuple(plain(*found) for found in waiting_for(Table(run))) if run.waiting else ()


def render(run: Replay, width: int = WIDTH) -> str:
    """The table as text of at most `width` columns (where the words are not longer)."""
    table = Table(run)
    threads = sorted({row.thread for row in table.rows} | {waiting.thread for waiting in run.waiting}) or [0]
    margin = max([4, *(len(str(row.pos.line)) for row in table.rows)])
    column = (width - margin) // len(threads) - 2
    if column < NARROWEST:
        threads_shown, column = [-1], width - margin - 2
        header = "thread: source"
    else:
        threads_shown, header = threads, ""
    names = {t: header or f"thread {t} ({table.functions.get(t, '?')})" for t in threads_shown}
    lines = [line_of("line", [names[t] for t in threads_shown], margin, column)]
    lines.append(line_of("-" * margin, ["-" * column for _ in threads_shown], margin, column))
    lines += body(table, threads_shown, margin, column)
    return "\n".join([*lines, "", *ending(table, width)]) + "\n"


def body(table: Table, threads: list[int], margin: int, column: int) -> list[str]:
    lines: list[str] = []
    files = {row.pos.file for row in table.rows}
    previous = None
    for number, row in enumerate(table.rows):
        if len(table.rows) > MOST_ROWS and MOST_ROWS // 3 <= number < len(table.rows) - MOST_ROWS * 2 // 3:
            if number == MOST_ROWS // 3:
                lines.append(f"{'...':>{margin}}  ({len(table.rows) - MOST_ROWS} lines left out)")
            continue
        if previous is not None and previous.thread != row.thread:
            lines.append(" " * margin + f"  ~~~ thread {row.thread} ".ljust((column + 2) * len(threads), "~"))
        if len(files) > 1 and (previous is None or previous.pos.file != row.pos.file):
            lines.append(" " * margin + f"  {row.pos.file}:")
        place = threads.index(row.thread) if row.thread in threads else 0
        prefix = "" if row.thread in threads else f"{row.thread}: "
        for n, text in enumerate(cell(row, prefix, column)):
            cells = [text if at == place else "" for at in range(len(threads))]
            lines.append(line_of(str(row.pos.line) if n == 0 else "", cells, margin, column))
        previous = row
    return lines


def cell(row: TraceRow, prefix: str, column: int) -> list[str]:
    """The text of a row: the source line, then what happened, indented."""
    notes = [str(note) for note in row.notes]
    if len(notes) > MOST_NOTES:
        notes = [*notes[: MOST_NOTES // 2], f"({len(notes) - MOST_NOTES} more)", *notes[-MOST_NOTES // 2 :]]
    lines = textwrap.wrap(prefix + row.source, column, subsequent_indent="  ") or [prefix]
    packed = ""
    for note in notes:
        if packed and len(packed) + len(note) + 6 > column:
            lines += textwrap.wrap(packed, column, initial_indent="    ", subsequent_indent="      ")
            packed = ""
        packed += ("; " if packed else "") + note
    return lines + textwrap.wrap(packed, column, initial_indent="    ", subsequent_indent="      ")


def line_of(number: str, cells: list[str], margin: int, column: int) -> str:
    return "  ".join([number.rjust(margin), *(text.ljust(column) for text in cells)]).rstrip()


UNORDERED = "nothing orders the first of these accesses before the second (no happens-before)."


def late_writes(table: Table) -> list[str]:
    """Which writes were held back for too long, and what was early, of a program with store buffers."""
    if "buffers" not in table.run.program.passes:
        return []
    from threadproof.report.store_buffers import buffered  # start-up counts

    found = buffered(table.run)
    late = [
        f"the write {table.names.place(late.address)} = {late.number()} of thread {late.thread} at line {late.pos.line} is "
        f"still in its store buffer when {late.overtaken}"
        for late in found.late[:MOST_LATE]
    ]
    return [*late, *found.early[:MOST_LATE]]


def ending(table: Table, width: int) -> list[str]:
    run = table.run
    match shape(run.found.property):
        case Shape.DEADLOCK:
            lines = [f"Deadlock: {wording.waiting_threads(len(run.waiting), run.global_deadlock)} for ever."]
            for waiting, pos, holders in waiting_for(table):
                lines.append(f"  thread {waiting.thread} waits at {pos.file}:{pos.line}: {table.source(pos)}")
                lines += [f"    {held}" for held in holders]
            return lines
        case Shape.RACE:
            same_time = "both of these accesses can happen at the same time."
            lines = [f"Data race: {same_time if run.adjacent else UNORDERED}"]
            for racing in run.race:
                what, pos = f"thread {racing.access.thread} {racing.access.verb} {racing.access.name}", racing.pos
                lines.append(f"  {what} at {pos.file}:{pos.line}: {table.source(pos)}")
            return lines
        case Shape.STEP:
            lines = [f"Violated {run.found.property} at {run.pos.file}:{run.pos.line}: {run.found.message}"]
            for n, cause in enumerate((*late_writes(table), *causes(run))):
                head = "It takes that" if n == 0 else "         that"
                lines += textwrap.wrap(f"{head} {cause}", width, subsequent_indent=" " * len(head) + " ")
            return lines
        case other:
            assert_never(other)
