"""What the machine asks of a scheduler: which threads may take a step, and how that changes with what threads do.

The scheduler's knowledge is a frozen, hashable *control* value that is part of the state. The machine tells it what happened
(`ControlEvent`); it never looks inside. Schedulers live in `sched/`.

A *kernel* is a scheduler of cooperative threads. Threads talk to it through primitives, which it executes on the control; whether
the thread goes on after one is for the kernel to say, and that is the only place where a step ends.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import Any, Protocol, runtime_checkable

from threadproof.records import dataclass


class ControlEventKind(Enum):
    SPAWNED = "spawned"  # a thread was created; its number is the next one, or that of one that was joined
    ENDED = "ended"
    JOINED = "joined"  # its number may be given to another thread; only where numbers are (`Limits.reuse`)
    DIVERGED = "diverged"  # loops for ever on its own
    ENTERED = "entered"  # began an atomic block (only where it does not end within the same step)
    LEFT = "left"  # ended it


@dataclass(frozen=True, slots=True)
class ControlEvent:
    happening: ControlEventKind
    thread: int


class Scheduler(Protocol):
    """Controls are values: `advance` returns a new one. Thread 0 exists from the start."""

    def start(self) -> Hashable: ...

    def enabled(self, control: Any) -> tuple[int, ...]:
        """Threads that may take the next step, as far as the scheduler knows (they may still be blocked by data)."""
        ...

    def advance(self, control: Any, event: ControlEvent) -> Hashable: ...

    def live(self, control: Any) -> tuple[int, ...]:
        """Threads that have not ended."""
        ...

    def ended(self, control: Any, thread: int) -> bool | None:
        """Whether a thread has ended; None if there is no such thread."""
        ...

    def diverges(self, control: Any) -> bool:
        """Whether some thread loops for ever on its own."""
        ...


@runtime_checkable
class Recycling(Protocol):
    """A scheduler that gives numbers of threads again (`numbers`)."""

    def joined(self, control: Any, thread: int) -> bool:
        """Whether a thread was joined, so that another one may get its number."""
        ...


class Act(Enum):
    """The operations of `ir.op.Kernel`."""

    WAIT = "wait"
    NOTIFY = "notify"
    CANCEL = "cancel"
    SUSPEND = "suspend"
    RESUME = "resume"
    JOIN = "join"
    STOP = "stop"
    CAME = "came"
    PRESENT = "present"
    REQUEST_UPDATE = "request update"
    SIMULATE = "simulate"
    IDLE = "idle"
    PICK_UPDATE = "pick update"
    ADVANCE = "advance"
    NOW = "now"


@dataclass(frozen=True, slots=True)
class Primitive:
    """An operation of the kernel with the values of its operands."""

    act: Act
    items: tuple[int, ...] = ()  # addresses of events, the number of a thread or an update
    amount: int | None = None  # delay, timeout, limit
    flag: bool = False  # `Wait.every`, `Resume.now`


class Misuse(Exception):
    """A primitive was called where it must not be."""


@runtime_checkable
class CooperativeScheduler(Scheduler, Protocol):
    """A scheduler of cooperative threads."""

    def perform(self, control: Any, thread: int, primitive: Primitive) -> tuple[tuple[int, Any], ...]:
        """What a primitive answers and the control after it, once for everything that the kernel may choose."""
        ...

    def runs_on(self, control: Any, thread: int) -> bool:
        """Whether the running thread keeps running."""
        ...
