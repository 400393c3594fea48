"""What the machine asks of a scheduler: which threads may take a step, and how that changes with what threads do.

The scheduler's knowledge is a frozen, hashable *control* value that is part of the state. The machine tells it what happened
(`Event`); it never looks inside. Schedulers live in `sched/`.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol


class Happening(Enum):
    SPAWNED = "spawned"  # a thread was created; its number is the next one
    ENDED = "ended"
    DIVERGED = "diverged"  # loops for ever on its own
    ENTERED = "entered"  # began an atomic block (only where it does not end within the same step)
    LEFT = "left"  # ended it


@dataclass(frozen=True, slots=True)
class Event:
    happening: Happening
    thread: int


class Scheduler(Protocol):
    """Controls are values: `advance` returns a new one. Thread 0 exists from the start."""

    def start(self) -> Hashable: ...

    def enabled(self, control: Any) -> tuple[int, ...]:
        """Threads that may take the next step, as far as the scheduler knows (they may still be blocked by data)."""
        ...

    def advance(self, control: Any, event: Event) -> Hashable: ...

    def live(self, control: Any) -> tuple[int, ...]:
        """Threads that have not ended."""
        ...

    def ended(self, control: Any, thread: int) -> bool | None:
        """Whether a thread has ended; None if there is no such thread."""
        ...

    def diverges(self, control: Any) -> bool:
        """Whether some thread loops for ever on its own."""
        ...
