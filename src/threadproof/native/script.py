"""A counterexample as a script for the runtime (`runtime.c`): the events of each thread, and their order.

The interpreter's log says for each turn which memory is accessed. Accesses to memory that no other thread can see are
left out; what happens inside a library model becomes one event, the call, and another one for each turn after the
first that the call takes. Turns of one thread without another one in between are a block. Globals are found in the
compiled program by name, heap objects by the thread that allocates them and the number of its allocation, objects on
the stack by the line of the access that first meets them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.certify.replay.arguments import is_argument
from threadproof.certify.replay.follow import Replay
from threadproof.errors import NOWHERE, Pos
from threadproof.ir.interp.outcome import Access, Assigned, Drew, Entry, Executed, ThreadEvent
from threadproof.ir.interp.places import in_library, user_place
from threadproof.ir.op import Alloc, Havoc, Origin
from threadproof.ir.program import MemoryObject, Program
from threadproof.native.build import LINES
from threadproof.records import dataclass, field

MEETS, FIRST, SECOND = 1, 2, 3  # of an access that races: when another thread is about to make one, or one after the other
READ, WRITE, UPDATE, CALL, CONTINUED, CREATE, JOIN = "r", "w", "u", "c", "d", "s", "j"


@dataclass(slots=True)
class ScriptEvent:
    """A row of the script. `object` is -1 where it does not matter."""

    kind: str
    line: int
    name: str = "-"
    object: int = -1
    offset: int = 0
    size: int = 0
    other: int = -1
    race: int = 0
    atomic: bool = False
    turn: int = -1

    def text(self) -> str:
        numbers = (self.object, self.offset, self.size, self.line, self.other, self.race)
        return f"E {self.kind} {' '.join(map(str, numbers))} {self.name}"


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that is mentioned. `maker`, `number`: which allocation of which thread it is, if it is on the heap."""

    name: str
    symbol: str = ""
    maker: int = 0
    number: int = 0


@dataclass(slots=True)
class Following:
    """Where a thread is: in the user's program or inside a call of the library."""

    line: int = 0
    call: str = ""
    last: ScriptEvent | None = None  # of the call that is not over yet
    turn: int = -1  # when that was
    input: str = ""
    given: Pos = NOWHERE  # where something outside the program gives a value
    made: tuple[Alloc, ...] = ()
    allocated: int = 0


@dataclass(slots=True)
class Script:
    """Filled turn by turn. `calls`: the library functions that wait for their turn."""

    run: Replay
    calls: frozenset[str]
    files: tuple[str, ...]
    blocks: list[tuple[int, list[ScriptEvent]]] = field(default_factory=list)
    inputs: list[tuple[int, str, Any]] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    free: set[int] = field(default_factory=set)  # threads that need not be stopped any more when their events are over
    violator: int = 0

    @property
    def threads(self) -> int:
        return len({thread for thread, _ in self.blocks})

    @property
    def events(self) -> int:
        return sum(len(events) for _, events in self.blocks)

    @property
    def unordered(self) -> bool:
        """Whether it shows two accesses that do not meet: not, if one of them lies inside a function of the library."""
        return {FIRST, SECOND} <= {event.race for _, events in self.blocks for event in events}

    def lines(self, symbols: Mapping[str, int]) -> Iterator[str]:
        yield f"P {self.run.found.property} {self.violator}"
        yield from (f"G {thread}" for thread in sorted(self.free))
        if not self.run.global_deadlock:
            yield from (f"W {waiting.thread}" for waiting in self.run.waiting)
        for number, thing in enumerate(self.things):
            address = symbols.get(thing.symbol, 0) if thing.symbol else 0
            yield f"O {number} {address:x} {thing.maker} {thing.number} {thing.name.replace(' ', '_')[:79]}"
        for thread, name, value in self.inputs:
            shown = f"f {value.hex()}" if isinstance(value, float) else f"i {int(value)}"
            yield f"I {thread} {shown} {name}"
        for thread, events in self.blocks:
            yield f"B {thread}"
            yield from (event.text() for event in events)


def script_of(run: Replay, calls: frozenset[str], files: tuple[str, ...]) -> Script:
    """`files`: in the order in which they are compiled."""
    script = Script(run, calls, files)
    LogReader(script).read()
    return script


class LogReader:
    """Turns logs into events."""

    def __init__(self, script: Script) -> None:
        self.script, self.run = script, script.run
        self.functions = library_functions(self.run.program)
        self.at: dict[int, Following] = {}
        self.numbers: dict[object, int] = {}
        self.generation: Counter[int] = Counter()
        self.heap: dict[tuple[int, int], tuple[int, int]] = {}
        self.turn = 0

    def read(self) -> None:
        met = bool(self.run.race) and self.run.adjacent
        turns = self.run.turns[:-2] if met else self.run.turns
        for self.turn, taken in enumerate(turns):
            for entry in taken.log:
                for event in self.enter(entry):
                    self.append(entry.thread, event)
                if self.run.race and entry is self.run.race[1].access:  # what comes after it does not matter
                    break
            if taken.log:
                self.script.violator = taken.log[-1].thread
        for racing in self.run.race if met else ():
            event = self.event(racing.access, self.line(racing.pos))
            event.race = MEETS
            self.script.blocks.append((racing.access.thread, [event]))
        self.script.free.add(self.script.violator)

    def line(self, pos: Pos) -> int:
        """The number that the runtime knows a line by."""
        files = self.script.files
        return pos.line + LINES * (files.index(pos.file) if pos.line and pos.file in files else 0)

    def append(self, thread: int, event: ScriptEvent) -> None:
        blocks = self.script.blocks
        if not blocks or blocks[-1][0] != thread:
            blocks.append((thread, []))
        blocks[-1][1].append(event)

    def enter(self, entry: Entry) -> Iterator[ScriptEvent]:
        at = self.at.setdefault(entry.thread, Following())
        match entry:
            case Executed(edge=edge, stack=whole):
                stack = tuple(pos for pos in whole if pos.line) or whole  # a step that no line asks for lies where its call does
                at.line = self.line(user_place(stack))
                at.call = self.called(stack) if in_library(stack[0]) else ""
                if not at.call:
                    at.last = None
                if any(isinstance(op, Havoc) and op.origin is Origin.EXTERN for op in edge.ops):
                    at.given = stack[0]
                elif at.given != stack[0]:
                    at.given = NOWHERE
                at.made = tuple(op for op in edge.ops if isinstance(op, Alloc))
                at.input = next((op.name for op in edge.ops if isinstance(op, Havoc) and op.origin is not Origin.UNINIT), "")
            case Assigned(name=name, value=int(base)):
                self.allocated(entry.thread, at, name, base)
            case Drew(name=name, value=value) if at.input == name and name and not is_argument(name):
                self.script.inputs.append((entry.thread, at.call or name, value))
            case ThreadEvent(what="spawn", other=other):
                yield ScriptEvent(CREATE, at.line, "create", other=other)
            case ThreadEvent(what="join", other=other):
                yield ScriptEvent(JOIN, at.line, "join", other=other)
            case ThreadEvent(what="end"):
                self.script.free.add(entry.thread)
            case Access(private=False, free=False) if at.given is NOWHERE:
                yield from self.access(at, entry)

    def access(self, at: Following, access: Access) -> Iterator[ScriptEvent]:
        if not at.call:
            event = self.event(access, at.line)
            event.race = self.racing(access)
            if not self.updates(access, event):
                yield event
        elif at.call in self.script.calls and (at.last is None or at.turn != self.turn):
            first, at.turn = at.last is None, self.turn
            at.last = self.event(access, at.line) if first else ScriptEvent(CONTINUED, at.line)
            at.last.kind, at.last.name = CALL if first else CONTINUED, at.call
            yield at.last

    def racing(self, access: Access) -> int:
        """Whether it is one of two accesses that race and do not meet."""
        pair = () if self.run.adjacent else self.run.race
        return next((which for which, racing in zip((FIRST, SECOND), pair, strict=False) if racing.access is access), 0)

    def event(self, access: Access, line: int) -> ScriptEvent:
        kind = WRITE if access.write else READ
        return ScriptEvent(kind, line, "-", self.thing(access), access.offset, access.size, atomic=access.atomic, turn=self.turn)

    def updates(self, access: Access, event: ScriptEvent) -> bool:
        """Whether this is the second half of an atomic update."""
        if not access.atomic or not access.write or not self.script.blocks:
            return False
        thread, events = self.script.blocks[-1]
        last = events[-1]
        if thread != access.thread or not last.atomic or last.kind != READ or last.turn != self.turn:
            return False
        if (last.object, last.offset, last.line) != (event.object, event.offset, event.line):
            return False
        last.kind, last.race = UPDATE, last.race or event.race
        return True

    def allocated(self, thread: int, at: Following, name: str, base: int) -> None:
        for op in at.made:
            if op.target.name == name:
                self.generation[base] += 1
                if not op.stack:
                    at.allocated += 1
                    self.heap[base, self.generation[base]] = (thread, at.allocated)

    def thing(self, access: Access) -> int:
        """The number of the object that is accessed."""
        base = access.address - access.offset
        place = access.place
        named = isinstance(place, MemoryObject) and not place.thread_local
        key: object = id(place) if named else (base, self.generation[base])
        if key not in self.numbers:
            self.numbers[key] = len(self.script.things)
            name = place if isinstance(place, str) else place.name
            made = self.heap.get((base, self.generation[base]), (0, 0))
            self.script.things.append(Thing(name, name, 0, 0) if named else Thing(name, "", *made))
        return self.numbers[key]

    def called(self, stack: tuple[Pos, ...]) -> str:
        """The library function that the user's program called."""
        outermost = stack[0]
        for pos in stack:
            if not in_library(pos):
                break
            outermost = pos
        return self.functions.get((outermost.file, outermost.line), "?")


def library_functions(program: Program) -> dict[tuple[str, int], str]:
    """The function at each line of the models. A nested call of another model lies on a line of the caller."""
    return {
        (edge.pos.file, edge.pos.line): name
        for name, function in program.functions.items()
        for edge in function.edges
        if edge.pos.line and in_library(edge.pos)
    }
