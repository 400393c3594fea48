"""Names of objects and values, as a reader of the program knows them.

An object of the heap has no name of its own. It gets that of the first variable that pointed to it: `message`, or the path of a
member. Its parts are those of the type that the result of the allocation was converted to (`Program.pointees`), so that a byte
of it is `message->text[0]`. Several objects of one name are numbered. An address may be given out again after its object has
ended: what lies there is looked up with the number of the entry of the log.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from threadproof.certify.replay.follow import Replay
from threadproof.errors import Pos
from threadproof.ir import addresses
from threadproof.ir.interp.outcome import Access, Allocated, Assigned, Entry, Executed
from threadproof.ir.interp.places import in_library, user_place
from threadproof.ir.layout import ArrayOf, Layout, Record, path_at, size_of, start_at
from threadproof.ir.op import Alloc, Return
from threadproof.ir.program import MemoryObject, Program
from threadproof.ir.types import PtrType, Type
from threadproof.records import dataclass, field

HEAP, STACK, GLOBAL = "heap", "stack", "global"


@dataclass(slots=True, eq=False)
class NamedObject:
    """`stack`: where it was made, innermost first; of a global the place of its definition. `deep`: how many calls were open
    where its type became known."""

    kind: str
    name: str
    address: int
    size: int
    layout: Layout | None
    spelling: str = ""
    thread: int = 0
    stack: tuple[Pos, ...] = ()
    since: int = 0
    deep: int = 0
    pointer: bool = False  # whether the name is that of a pointer to it
    freed: tuple[int, tuple[Pos, ...]] | None = None  # by which thread, and where
    candidates: list[tuple[int, str]] = field(default_factory=list)  # open calls, name of a pointer

    def part(self, offset: int, type_: Type | None = None) -> str:
        """The name of what lies at an offset."""
        return self.joined(path_at(self.layout, offset, type_))

    def joined(self, path: str) -> str:
        if not self.pointer:
            return self.name + path
        if path.startswith("."):
            return f"{self.name}->{path[1:]}"
        if path.startswith("["):
            return self.name + path
        return f"{self.name}{path}" if path or self.layout is None or isinstance(self.layout, Record) else f"*{self.name}"


class ObjectNames:
    """All objects of an execution. The log is read twice: for which object points to which, then names are given."""

    def __init__(self, run: Replay) -> None:
        self.program = run.program
        self.space = addresses.assign(run.program)
        self.functions = {address: function.name for address, function in self.space.functions.items()}
        self.moments: dict[int, int] = {}  # of entries of the log
        self.at: dict[int, list[NamedObject]] = defaultdict(list)  # by the address where the zone has its object, oldest first
        self.handles: dict[int, str] = {}  # events of C programs: the variable that holds the address
        for item, address in self.space.of.items():
            if isinstance(item, MemoryObject):
                self.at[address].append(NamedObject(GLOBAL, item.name, address, item.size, item.layout, stack=(item.pos,)))
        self._read(run)
        self._number()

    # -- the log ---------------------------------------------------------------------------------------------------------

    def _read(self, run: Replay) -> None:
        last: dict[int, Executed] = {}
        moment = 0
        for taken in run.turns:
            for entry in taken.log:
                moment += 1
                self.moments[id(entry)] = moment
                if isinstance(entry, Executed):
                    last[entry.thread] = entry
                elif isinstance(entry, Allocated):
                    self._made(entry, last.get(entry.thread), moment)
                else:
                    self._pointed(entry, last.get(entry.thread))
        self.last = moment

    def _made(self, entry: Allocated, by: Executed | None, moment: int) -> None:
        op = next((op for op in by.edge.ops if isinstance(op, Alloc)), None) if by is not None else None
        if by is None or op is None:  # a copy of a thread-local variable
            made = NamedObject(STACK, "thread-local object", entry.address, entry.size, None)
        else:
            kind = STACK if op.stack else HEAP
            made = NamedObject(kind, op.name, entry.address, entry.size, op.layout, stack=by.stack)
        made.thread, made.since = entry.thread, moment
        if made.kind == HEAP and made.layout is None:
            _typed(made, self.program)
        self.at[entry.address].append(made)

    def _pointed(self, entry: Entry, by: Executed | None) -> None:
        if isinstance(entry, Access) and entry.free:
            found = self.find(entry.address, self.moments[id(entry)])
            if found is not None and by is not None:
                found.freed = entry.thread, by.stack
            return
        stack = assigned_in(entry, by)
        if not stack or in_library(stack[0]):
            return
        if isinstance(entry, Assigned) and isinstance(entry.type, PtrType) and entry.name[0] not in "%&":
            name = entry.name.split("#")[0]
        elif isinstance(entry, Access) and entry.write and isinstance(entry.type, PtrType):
            holder = self.find(entry.address, self.moments[id(entry)])
            if holder is None or (holder.kind == HEAP and not holder.candidates):
                return
            first = holder.candidates[0][1] if holder.candidates else holder.name
            name = _through(first, bool(holder.candidates), path_at(holder.layout, entry.address - holder.address, entry.type))
        else:
            return
        if not isinstance(entry.value, int):
            return
        found = self.find(entry.value, self.moments[id(entry)])
        if found is not None and found.kind == HEAP and found.address == entry.value and not name.startswith("__tp_"):
            found.candidates.append((len(stack), name))

    def _number(self) -> None:
        count: Counter[str] = Counter()
        shared = Counter(name for items in self.at.values() for item in items for name in {name for _, name in item.candidates})
        made = sorted((item for items in self.at.values() for item in items if item.kind != GLOBAL), key=lambda item: item.since)
        for item in made:
            names = [name for deep, name in item.candidates if deep <= item.deep] or [name for _, name in item.candidates]
            names = [name for name in names if "->" not in name] or names
            if names:
                item.name, item.pointer = next((name for name in names if shared[name] == 1), names[0]), True
            if item.kind == HEAP:
                count[item.name] += 1
                item.name += f"#{count[item.name]}" if count[item.name] > 1 else ""

    # -- names -----------------------------------------------------------------------------------------------------------

    def find(self, address: int, moment: int | None = None) -> NamedObject | None:
        """The object to whose zone an address belongs, the last one that was made there by then."""
        items = self.at.get(self.space.zones.object_at(address))
        if not items:
            return None
        before = bisect_right(items, self.last if moment is None else moment, key=lambda item: item.since)
        return items[before - 1] if before else None

    def learn(self, access: Access) -> str:
        """The name of what is accessed."""
        if isinstance(access.place, str):
            return access.name
        found = self.find(access.address, self.moments.get(id(access)))
        if found is None or found.kind != HEAP:
            return access.name
        return self.title(found) if access.free else found.part(access.offset, access.type)

    def value(self, type_: Type | None, value: Any, entry: Entry | None = None) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if not isinstance(type_, PtrType) or not isinstance(value, int):
            return str(value)
        if value in self.functions or value == 0:
            return self.functions.get(value, "null")
        found = self.find(value, self.moments.get(id(entry)))
        if found is None or self.space.zones.start(value) == 0:
            return hex(value)
        offset = value - found.address
        if found.pointer and offset == 0:
            return f"pointer to {self.title(found)}"
        part = start_at(found.layout, offset)
        return f"&{found.name} + {offset}" if part is None else f"&{found.joined(part)}"

    @staticmethod
    def title(found: NamedObject) -> str:
        """The whole object."""
        return f"*{found.name}" if found.pointer else found.name

    def place(self, address: int) -> str:
        """The name of an event."""
        if address in self.handles:
            return self.handles[address]
        found = self.find(address)
        return found.part(address - found.address) if found is not None else hex(address)


def assigned_in(entry: Entry, by: Executed | None) -> tuple[Pos, ...]:
    """The place, and the calls that led there, of the activation that an entry is about: the caller receives what a function
    returns."""
    if by is None:
        return ()
    return by.stack[1:] if isinstance(entry, Assigned) and isinstance(by.edge.ops[-1], Return) else by.stack


def _through(name: str, pointer: bool, path: str) -> str:
    return f"{name}->{path[1:]}" if pointer and path.startswith(".") else name + path


def _typed(made: NamedObject, program: Program) -> None:
    """What the result of the innermost call is converted to, as far as that fits the size."""
    calls: Sequence[Pos] = made.stack
    for number, pos in enumerate(calls):
        pointee = program.pointees.get(pos)
        if pointee is not None:
            made.spelling, made.deep = pointee.spelling, len(calls) - number
            made.layout = _fitting(pointee.layout, made.size)
            return
    user = user_place(calls)
    made.deep = len(calls) - (calls.index(user) if user in calls else 0)


def _fitting(layout: Layout | None, size: int) -> Layout | None:
    """An array, where there is room for several."""
    one = 0 if layout is None else size_of(layout)
    if layout is None or not one:
        return layout
    if isinstance(layout, Record) and size < 2 * one:
        return layout
    return ArrayOf(layout, size // one, one) if size != one and size >= one else layout
