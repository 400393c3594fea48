"""What store buffers did in a counterexample: which writes were late, what overtook them, and which fences would help; and under
RMO and Power which accesses were early, and which reads a write had not reached yet.

Read from the log of a replay: the model (`models/store_buffer.c`) notes the address and the value of a write that
enters the buffer. A write is late if its thread reaches another access while it is in the buffer. A read is an early
read if the model itself reads memory; a write, if the model says so just before (`AHEAD`). Both happen right before the
read that they pass.
"""

from __future__ import annotations

from typing import Any

from threadproof.certify.replay.follow import Replay
from threadproof.errors import NOWHERE, Pos
from threadproof.ir.interp.outcome import Access, Executed
from threadproof.ir.interp.places import in_library, user_place
from threadproof.ir.program import Edge, Program
from threadproof.records import dataclass, field
from threadproof.weak.delay_sets import PLACE, calls
from threadproof.weak.fence_insertion import described, marked, place_name
from threadproof.weak.store_buffers import MODEL

PUT, LET_GO = "__tp_buffer_put", "__tp_let_one_go"
AHEAD, SOONER = "__tp_buffer_ahead", "__tp_buffer_sooner"
WHERE, BYTES, WHAT = "__tp_where", "__tp_bytes", "__tp_what"
STORAGE, OLDER = "__tp_storage_", "__tp_older"


@dataclass(slots=True, eq=False)
class LateWrite:
    """A write, and the first access of its thread that came before it."""

    thread: int
    pos: Pos
    address: int
    value: int = 0
    size: int = 0
    overtaken: str = ""  # by what

    def number(self) -> int:
        """The value, as a signed one."""
        top = 1 << max(0, 8 * self.size - 1)
        return (self.value & (2 * top - 1)) - (2 * top if self.value & top else 0)


@dataclass(slots=True)
class Buffered:
    late: list[LateWrite] = field(default_factory=list)
    early: list[str] = field(default_factory=list)  # as sentences
    passed: dict[str, dict[str, Any]] = field(default_factory=dict)  # places of fences, by name


def buffered(run: Replay) -> Buffered:
    """Nothing, if the program has no store buffers."""
    return _BufferReader(run.program).read(run) if "buffers" in run.program.passes else Buffered()


class _BufferReader:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.put, self.let_go = (set(self._edges(name)) for name in (PUT, LET_GO))
        self.storage = storage_edges(program)
        self.aside, self.places = "", dict[str, str]()  # what was put aside for a reader, by what holds it
        self.owner = {edge: function.name for function in program.functions.values() for edge in function.edges}
        self.found = Buffered()
        self.pending: dict[int, list[LateWrite]] = {}
        self.place, self.library = NOWHERE, False

    def _edges(self, name: str) -> list[Edge]:
        """Of a function, however it was made."""
        return [
            edge for other, function in self.program.functions.items() if other.split("#")[0] == name for edge in function.edges
        ]

    def read(self, run: Replay) -> Buffered:
        for taken in run.turns:
            for entry in taken.log:
                if isinstance(entry, Executed):
                    self.executed(entry)
                elif isinstance(entry, Access):
                    self.access(entry)
        return self.found

    def executed(self, entry: Executed) -> None:
        before = self.place
        self.place, self.library = user_place(entry.stack), in_library(entry.stack[0])
        if calls(entry.edge, AHEAD):
            passed = f"before its read at line {before.line}"
            self.found.early.append(f"the write of thread {entry.thread} at line {self.place.line} is issued {passed}")
        if calls(entry.edge, SOONER):
            passed = f"before its read at line {before.line}"
            self.found.early.append(f"the read of thread {entry.thread} at line {self.place.line} is satisfied {passed}")
        if calls(entry.edge, PLACE) and self.pending.get(entry.thread):
            name = place_name(marked(entry.edge), entry.edge.pos, self.program)
            self.found.passed[name] = described(name, entry.edge.pos, self.owner[entry.edge], self.program)

    def access(self, access: Access) -> None:
        name, thread = access.name, access.thread
        if access.edge in self.storage:
            self.stored(access)
            return
        pending = self.pending.setdefault(thread, [])
        if access.write and access.edge in self.put and name.startswith(WHERE):
            pending.append(LateWrite(thread, self.place, access.value))
        elif access.write and access.edge in self.put and name.startswith(WHAT) and pending:
            pending[-1].value = access.value
            pending[-1].size = pending[-1].size or access.size
        elif access.write and access.edge in self.put and name.startswith(BYTES) and pending:
            pending[-1].size = access.value
        elif access.write and access.edge in self.let_go and not name.startswith("__tp_"):
            gone = next((late for late in pending if late.address == access.address), None)
            if gone is not None:
                older = pending[: pending.index(gone)]
                self.overtake(older, f"its write to {name} at line {gone.pos.line} reaches memory", access.address)
                pending.remove(gone)
        elif self.library and not access.write and not access.private and access.edge.pos.file.endswith(MODEL):
            passed = f"before its read at line {self.place.line}"
            self.found.early.append(f"thread {thread} reads {name} (and finds {access.value}) {passed}")
        elif not self.library and not access.private:
            verb = "writes" if access.write else "reads"
            self.overtake(pending, f"thread {thread} {verb} {name} at line {self.place.line}", access.address)

    def stored(self, access: Access) -> None:
        """By the model of storage."""
        if not access.name.startswith("__tp_"):
            self.aside = access.name
        elif access.name.startswith(OLDER) and access.write:
            self.places[access.name] = self.aside
        elif access.name.startswith(OLDER):
            what = f"thread {access.thread} reads {self.places.get(access.name, '')} at line {self.place.line}"
            self.found.early.append(f"{what} and finds {access.value}: a later write has not reached it")

    def overtake(self, pending: list[LateWrite], by: str, address: int) -> None:
        for late in pending:
            if not late.overtaken and late.address != address:
                late.overtaken = by
                self.found.late.append(late)


def storage_edges(program: Program) -> set[Edge]:
    """Of the functions that say when writes reach which thread (`weak/storage`)."""
    return {edge for name, function in program.functions.items() if name.startswith(STORAGE) for edge in function.edges}
