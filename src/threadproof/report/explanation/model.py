"""The explanation of an answer as plain data. Text, JSON and the page are made of it, and none of them finds out anything more.

It refers to nothing of the program, like the answer that it is part of (`report.outcome`). Threads are numbers, main is 0; names
are those of the program: variables, members by their path, objects of the heap by the first variable that pointed to them.
"""

from __future__ import annotations

from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class CodePlace:
    """A place in the program, with the text of its line, and the function that it is in."""

    file: str
    line: int
    column: int = 0
    source: str = ""
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file or "an unknown place"

    @property
    def exact(self) -> str:
        """With the column."""
        return f"{self}:{self.column}" if self.line and self.column else str(self)


@dataclass(frozen=True, slots=True)
class ExplainedThread:
    """`creator` is -1 of main."""

    number: int
    function: str
    creator: int = -1
    created: CodePlace | None = None

    def __str__(self) -> str:
        return f"thread {self.number} ({self.function})"


@dataclass(frozen=True, slots=True)
class HeldLock:
    """`mode`: for reading or for writing, of a lock that knows both."""

    name: str
    since: CodePlace
    mode: str = ""


@dataclass(frozen=True, slots=True)
class ExplainedAccess:
    """`expression`: as it is written; `calls`: that led there, innermost first; `locks`: that its thread holds."""

    thread: int
    verb: str
    name: str
    expression: str
    place: CodePlace
    atomic: bool = False
    calls: tuple[CodePlace, ...] = ()
    locks: tuple[HeldLock, ...] = ()


@dataclass(frozen=True, slots=True)
class LockProtection:
    """The lock that most accesses of what a race is about hold. Places of the program are counted, not accesses of an
    execution: those that may access it, and those of them at which the lock is held on every path."""

    lock: str
    variable: str
    holding: int
    places: int
    without: tuple[CodePlace, ...]  # at which it is not held on every path


@dataclass(frozen=True, slots=True)
class RaceExplanation:
    """`simultaneous`: both accesses are possible at the same moment; otherwise one follows the other, and nothing orders
    them. `unordered`: why, as sentences."""

    accesses: tuple[ExplainedAccess, ExplainedAccess]
    simultaneous: bool
    unordered: tuple[str, ...]
    protection: LockProtection | None = None


@dataclass(frozen=True, slots=True)
class WaitedFor:
    """What a thread waits for: a lock (`what`) that a thread holds `since` some place, or the end of a thread."""

    holder: int
    what: str
    since: CodePlace | None = None
    ended: bool = False  # the holder, which will never give it back

    def __str__(self) -> str:
        ended = ", which has ended" if self.ended else ""
        if not self.what:
            return f"for the end of thread {self.holder}"
        since = f" since {self.since}" if self.since is not None else ""
        return f"for {self.what}, which thread {self.holder}{ended}{',' if ended else ''} holds{since}"


@dataclass(frozen=True, slots=True)
class WaitingExplained:
    """A thread that waits for ever. `signal`: the condition variable, semaphore, barrier or event that another thread would
    have to do something with; `awaited`: threads that would have to do something."""

    thread: int
    place: CodePlace
    awaited: tuple[WaitedFor, ...] = ()
    signal: str = ""
    holds: tuple[HeldLock, ...] = ()
    calls: tuple[CodePlace, ...] = ()


@dataclass(frozen=True, slots=True)
class LostSignal:
    """A thread waits for what was signalled before it began to wait (`signals`: by whom and where; empty: never)."""

    thread: int
    condition: str
    place: CodePlace
    signals: tuple[tuple[int, CodePlace], ...]


@dataclass(frozen=True, slots=True)
class DeadlockExplanation:
    """`everyone`: no thread can move; otherwise the others go on. `cycle`: threads of which each waits for the next, and the
    last for the first; empty where there is none."""

    everyone: bool
    waiting: tuple[WaitingExplained, ...]
    cycle: tuple[int, ...] = ()
    lost: tuple[LostSignal, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectEvent:
    """Where an object was made or ended, and by which thread; `calls`: that led there, innermost first."""

    thread: int
    place: CodePlace
    calls: tuple[CodePlace, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryExplanation:
    """An access that is not valid, or the end of an object that cannot be ended. `problem`: what is wrong, in a few words;
    `object`: the whole, `spelling` its type, `kind` heap, stack or global; all of it empty where there is no object.
    `offset`: of the `size` bytes in the `bytes` bytes of the object."""

    problem: str
    access: ExplainedAccess
    size: int
    object: str = ""
    kind: str = ""
    spelling: str = ""
    bytes: int = 0
    offset: int = 0
    made: ObjectEvent | None = None
    ended: ObjectEvent | None = None


@dataclass(frozen=True, slots=True)
class ExplainedValue:
    """A part of an expression as it is written, and its value; empty: it was not evaluated."""

    text: str
    value: str


@dataclass(frozen=True, slots=True)
class OverflowExplanation:
    """`operands` of `operator`, their `type`, the result that it does not hold, and what it holds."""

    operator: str
    operands: tuple[ExplainedValue, ...]
    type: str
    result: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class AssertionExplanation:
    """`parts`: of the condition, what is evaluated first comes first. `condition` is empty of a check of our own."""

    condition: str
    parts: tuple[ExplainedValue, ...]


@dataclass(frozen=True, slots=True)
class SimulationTime:
    """Of a cooperative scheduler: the time (FairThreads: the instant), and which delta cycle of it."""

    time: int
    cycle: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Of an execution that violates a property. One of the parts is there, by the kind of the violation. `orders`: the orders of
    accesses that it takes, as sentences."""

    property: str
    message: str
    place: CodePlace
    threads: tuple[ExplainedThread, ...] = ()
    orders: tuple[str, ...] = ()
    race: RaceExplanation | None = None
    deadlock: DeadlockExplanation | None = None
    memory: MemoryExplanation | None = None
    overflow: OverflowExplanation | None = None
    assertion: AssertionExplanation | None = None
    time: SimulationTime | None = None
