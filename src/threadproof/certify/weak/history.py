"""What an execution consists of: events in an order, and what lies between them in their threads."""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.evidence.execution import Place
from threadproof.ir.arith import Value
from threadproof.ir.expr import Variable
from threadproof.records import dataclass, field


class Refused(Exception):
    """The execution does not show what it claims, or says less than is needed to see it."""


@dataclass(slots=True, eq=False)
class Event:
    """`after`: events that it is known to come after, because of threads that were created or joined."""

    thread: int
    number: int
    pos: Pos
    after: set[Event]
    reads: dict[Place, Value] = field(default_factory=dict)
    writes: dict[Place, Value] = field(default_factory=dict)
    full: bool = False
    # earlier reads that its address, its value, and branches before it depend on
    address: set[Event] = field(default_factory=set)
    data: set[Event] = field(default_factory=set)
    control: set[Event] = field(default_factory=set)

    @property
    def kinds(self) -> str:
        return "RW" if self.full else "W" if self.writes else "R"


@dataclass(frozen=True, slots=True, eq=False)
class Barrier:
    """Of `before` and `after` see `ops.Fence`; `behind`: the reads, if it says which."""

    before: str
    after: str
    behind: frozenset[Event] = frozenset()

    @property
    def full(self) -> bool:
        return (self.before, self.after) == ("RW", "RW")


Item = Event | Barrier


@dataclass(frozen=True, slots=True)
class History:
    """`threads`: what each does, in the order of the program. `memory`: what the first threads find there. `lives`: variables
    that tell whether objects are alive."""

    order: list[Event]
    threads: list[list[Item]]
    memory: dict[Place, Value]
    lives: frozenset[Variable]
