"""What a step can lead to, and what is recorded of it on request."""

from __future__ import annotations

from typing import Any

from threadproof.errors import NOWHERE, Pos
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.control import Primitive
from threadproof.ir.interp.state import Site, State
from threadproof.ir.layout import path_at
from threadproof.ir.op import Sync
from threadproof.ir.program import Edge, MemoryObject
from threadproof.ir.types import Type
from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Access:
    """One access to memory or (lowered) to a shared variable. A `free` is a write to the whole object."""

    thread: int
    edge: Edge
    place: Site | MemoryObject | str  # a string: a shared variable
    address: int  # of a shared variable: its number; see `common`
    offset: int
    size: int
    type: Type | None
    write: bool
    value: Any
    atomic: bool
    private: bool
    free: bool = False

    @property
    def name(self) -> str:
        if isinstance(self.place, str):
            return self.place
        return self.place.name + ("" if self.free else path_at(self.place.layout, self.offset, self.type))

    @property
    def verb(self) -> str:
        return "frees" if self.free else "writes" if self.write else "reads"

    def common(self, other: Access) -> bool:
        """Whether they touch a common byte."""
        if isinstance(self.place, str) or isinstance(other.place, str):
            return self.place == other.place and self.address == other.address
        return self.address < other.address + other.size and other.address < self.address + self.size

    def conflicts(self, other: Access) -> bool:
        """Whether the two accesses, made at the same time by two threads, are a data race."""
        both = (self.atomic and other.atomic) or self.private or other.private
        return (self.write or other.write) and not both and self.common(other)


@dataclass(frozen=True, slots=True)
class Executed:
    """An edge was taken. `stack`: the places of the calls that led there, innermost first."""

    thread: int
    edge: Edge
    stack: tuple[Pos, ...]


@dataclass(frozen=True, slots=True)
class Assigned:
    """A register got a value."""

    thread: int
    name: str
    type: Type
    value: Any


@dataclass(frozen=True, slots=True)
class Drew:
    """An input was drawn."""

    thread: int
    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class ThreadEvent:
    """`what` is one of spawn, join, end, diverge; `other` the thread that is created or joined."""

    thread: int
    what: str
    other: int = -1


@dataclass(frozen=True, slots=True)
class Performed:
    """A primitive of a cooperative kernel was executed. `woken`: threads that can run because of it; `time`: after it."""

    thread: int
    primitive: Primitive
    value: int
    woken: tuple[int, ...]
    time: int


@dataclass(frozen=True, slots=True)
class Synchronised:
    """An operation on the synchronisation object at some bytes; for `ir.happens_before`."""

    thread: int
    kind: Sync
    address: int
    size: int


@dataclass(frozen=True, slots=True)
class Fenced:
    """A fence of C11."""

    thread: int
    acquires: bool
    releases: bool


@dataclass(frozen=True, slots=True)
class Allocated:
    """A new object, at a place where another one may have been."""

    thread: int
    address: int
    size: int

    def covers(self, access: Access) -> bool:
        return self.address < access.address + access.size and access.address < self.address + self.size


Entry = Access | Executed | Assigned | Drew | ThreadEvent | Performed | Synchronised | Fenced | Allocated
Log = list[Entry]


@dataclass(slots=True)
class StepOutcome:
    """The log is empty unless the machine was told to keep one. `own`: nothing of other threads was looked at or changed."""

    log: Log = field(default_factory=list, kw_only=True)
    own: bool = field(default=False, kw_only=True)


@dataclass(slots=True)
class Next(StepOutcome):
    """The step was taken."""

    state: State


@dataclass(slots=True)
class Halted(StepOutcome):
    """The program ended."""

    state: State


@dataclass(slots=True)
class Blocked(StepOutcome):
    """The step is not enabled. `holders`: it stays so as long as one of these threads takes no step (see `sched.waits`)."""

    pos: Pos = NOWHERE
    holders: tuple[int, ...] = ()


@dataclass(slots=True)
class Discarded(StepOutcome):
    """The program asked to discard the execution, or it enters an atomic block that never ends."""

    pos: Pos = NOWHERE


@dataclass(slots=True)
class Infeasible(StepOutcome):
    """The edge that was chosen among several leads nowhere; no execution takes it."""

    pos: Pos = NOWHERE


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """What a check that failed was about, for reports: an address and a number of bytes (-1: none); or a condition, and what the
    registers of the function held."""

    kind: str
    address: int = -1
    size: int = 0
    condition: Expr | None = None
    registers: tuple[tuple[Variable, Any], ...] = ()


@dataclass(slots=True)
class Violation(StepOutcome):
    property: str
    message: str
    pos: Pos
    check: FailedCheck | None = None  # only where a record is kept


@dataclass(slots=True)
class Undefined(StepOutcome):
    """Undefined behaviour that the property does not cover."""

    kind: str
    message: str
    pos: Pos


@dataclass(slots=True)
class CutOff(StepOutcome):
    """A limit of the interpreter or a `Cut` of the program was met."""

    reason: str
    pos: Pos


class StepStopped(Exception):
    """Ends a step from inside an operation. Without an outcome: the program ends."""

    def __init__(self, outcome: StepOutcome | None) -> None:
        super().__init__()
        self.outcome = outcome
