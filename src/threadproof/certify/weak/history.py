"""What an execution consists of: events in an order, and what lies between them in their threads."""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.evidence.execution import Place
from threadproof.ir.arith import Value
from threadproof.ir.expr import Variable
from threadproof.records import dataclass, field


class ExecutionRefused(Exception):
    """The execution does not show what it claims, or says less than is needed to see it."""


@dataclass(slots=True, eq=False)
class HistoryEvent:
    """`after`: events that it is known to come after, because of threads that were created or joined."""

    thread: int
    number: int
    pos: Pos
    after: set[HistoryEvent]
    reads: dict[Place, Value] = field(default_factory=dict)
    writes: dict[Place, Value] = field(default_factory=dict)
    full: bool = False
    # earlier reads that its address, its value, and branches before it depend on
    address: set[HistoryEvent] = field(default_factory=set)
    data: set[HistoryEvent] = field(default_factory=set)
    control: set[HistoryEvent] = field(default_factory=set)

    @property
    def kinds(self) -> str:
        return "RW" if self.full else "W" if self.writes else "R"


@dataclass(frozen=True, slots=True, eq=False)
class Barrier:
    """Of `before` and `after` see `ops.Fence`; `behind`: the reads, if it says which."""

    before: str
    after: str
    behind: frozenset[HistoryEvent] = frozenset()

    @property
    def full(self) -> bool:
        return (self.before, self.after) == ("RW", "RW")


Item = HistoryEvent | Barrier


@dataclass(frozen=True, slots=True)
class History:
    """`threads`: what each does, in the order of the program. `memory`: what the first threads find there. `lives`: variables
    that tell whether objects are alive."""

    order: list[HistoryEvent]
    threads: list[list[Item]]
    memory: dict[Place, Value]
    lives: frozenset[Variable]
