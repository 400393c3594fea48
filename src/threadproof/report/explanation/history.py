"""What was so when something happened in an execution: who made the thread, which calls were open, which locks it held.

The models of locks say what they do (`report.models`): what begins with "locks" or "unlocks" is about the object whose word is
written. The log is read in the order in which it was made, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from threadproof.certify.replay.follow import Replay
from threadproof.errors import NOWHERE, Pos
from threadproof.ir.interp.outcome import Access, Entry, Executed, Performed, ThreadEvent
from threadproof.ir.interp.places import in_library, user_place
from threadproof.ir.lines import lines_of
from threadproof.ir.program import Program
from threadproof.records import dataclass, field
from threadproof.report.explanation.expressions import written_at
from threadproof.report.explanation.model import CodePlace, ExplainedThread, HeldLock
from threadproof.report.explanation.objects import ObjectNames
from threadproof.report.models import said

LOCKS, UNLOCKS = "locks ", "unlocks "
AGAIN = (" once more", " once")  # of a recursive lock: it is held already, or still


class Texts:
    """The program as it is written."""

    def __init__(self, program: Program) -> None:
        self.lines: Mapping[str, Sequence[str]] = {file: lines_of(text) for file, text in program.sources.items()}
        self.owners = {
            edge.pos: function.name.split("#")[0] for function in program.functions.values() for edge in function.edges
        }

    def line(self, pos: Pos) -> str:
        lines = self.lines.get(pos.file, ())
        return lines[pos.line - 1].strip() if 0 < pos.line <= len(lines) else ""

    def place(self, pos: Pos) -> CodePlace:
        return CodePlace(pos.file, pos.line, pos.column, self.line(pos), self.owners.get(pos, ""))

    def expression(self, pos: Pos, whole: bool = True) -> str:
        return written_at(self.lines.get(pos.file, ()), pos.line, pos.column, whole)

    def calls(self, stack: Sequence[Pos]) -> tuple[CodePlace, ...]:
        """The calls in the program that led to a place, innermost first; without the place itself."""
        own = [pos for pos in stack if pos.line and not in_library(pos)]
        return tuple(self.place(pos) for pos in own[1:])


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """An entry of the log, and what was so then."""

    entry: Entry
    turn: int
    stack: tuple[Pos, ...]
    locks: tuple[HeldLock, ...]


@dataclass(slots=True, eq=False)
class ExecutionHistory:
    """`made`: who created a thread, and where. `accesses` and `events` in their order."""

    run: Replay
    names: ObjectNames
    texts: Texts
    functions: dict[int, str] = field(default_factory=dict)
    made: dict[int, tuple[int, Pos]] = field(default_factory=dict)
    ended: set[int] = field(default_factory=set)
    joined: dict[int, tuple[int, Pos]] = field(default_factory=dict)
    locks: dict[int, dict[str, HeldLock]] = field(default_factory=dict)  # at the end
    accesses: dict[int, Moment] = field(default_factory=dict)  # by id of the entry
    said: list[tuple[str, str, Moment]] = field(default_factory=list)  # what models say: words, name of the object
    performed: list[tuple[Performed, Moment]] = field(default_factory=list)  # primitives of a cooperative kernel
    stacks: dict[int, tuple[Pos, ...]] = field(default_factory=dict)  # of threads, at the end

    def read(self) -> ExecutionHistory:
        self.functions[0] = self.run.program.main
        for number, taken in enumerate(self.run.turns):
            for entry in taken.log:
                self._take(number, entry)
        return self

    def _take(self, turn: int, entry: Entry) -> None:
        thread = entry.thread
        match entry:
            case Executed(edge=edge, stack=stack):
                self.stacks[thread] = stack
                self.functions.setdefault(thread, self.texts.owners.get(edge.pos, "?"))
            case Access():
                stack = self.stacks.get(thread, (entry.edge.pos,))
                held = self.locks.setdefault(thread, {})
                moment = self.accesses[id(entry)] = Moment(entry, turn, stack, tuple(held.values()))
                words = said(stack[0]) if entry.write and in_library(stack[0]) else None
                if words is not None and words != "-":
                    self._say(words, self.names.learn(entry).split(".__")[0], moment)
            case Performed():
                self.performed.append((entry, Moment(entry, turn, self.stacks.get(thread, ()), ())))
            case ThreadEvent(what="spawn", other=other):
                self.made[other] = thread, user_place(self.stacks.get(thread, (NOWHERE,)))
            case ThreadEvent(what="join", other=other):
                self.joined.setdefault(other, (thread, user_place(self.stacks.get(thread, (NOWHERE,)))))
            case ThreadEvent(what="end"):
                self.ended.add(thread)

    def _say(self, words: str, name: str, moment: Moment) -> None:
        self.said.append((words, name, moment))
        held = self.locks.setdefault(moment.entry.thread, {})
        if words.endswith(AGAIN):
            return
        if words.startswith(LOCKS):
            mode = words.partition("$")[2].strip()
            held[name] = HeldLock(name, self.texts.place(user_place(moment.stack)), mode)
        elif words.startswith(UNLOCKS):
            held.pop(name, None)

    def thread(self, number: int) -> ExplainedThread:
        creator, where = self.made.get(number, (-1, NOWHERE))
        created = self.texts.place(where) if number in self.made else None
        return ExplainedThread(number, self.functions.get(number, "?"), creator, created)

    def threads(self) -> tuple[ExplainedThread, ...]:
        return tuple(self.thread(number) for number in sorted(self.functions))

    def of_accesses(self) -> Iterator[tuple[Access, Moment]]:
        for moment in self.accesses.values():
            if isinstance(moment.entry, Access):
                yield moment.entry, moment


def history(run: Replay) -> ExecutionHistory:
    return ExecutionHistory(run, ObjectNames(run), Texts(run.program)).read()
