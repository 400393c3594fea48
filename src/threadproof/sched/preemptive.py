"""The preemptive scheduler: any thread may take the next step at any time, unless another one is inside an atomic
block.

The control is the status of every thread and the owner of the atomic block. Which mutex, condition or thread a thread
waits for is data here: a step that meets an `Await` or `Join` which does not hold is not enabled, and the machine finds
that out.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from threadproof.ir.interp.control import ControlEvent, ControlEventKind


class PreemptiveStatus(IntEnum):
    RUNNING = 0
    ENDED = 1
    DIVERGED = 2
    JOINED = 3  # never looked at again (only where numbers of threads are given again, see `ir.interp.numbers`)


class PreemptiveControl(NamedTuple):
    status: tuple[PreemptiveStatus, ...]
    owner: int = -1  # thread inside an atomic block that goes on after its step; -1: none


_START = PreemptiveControl((PreemptiveStatus.RUNNING,))
_BECOMES = {
    ControlEventKind.ENDED: PreemptiveStatus.ENDED,
    ControlEventKind.DIVERGED: PreemptiveStatus.DIVERGED,
    ControlEventKind.JOINED: PreemptiveStatus.JOINED,
}
_OVER = (PreemptiveStatus.ENDED, PreemptiveStatus.JOINED)


class Preemptive:
    """The scheduler of POSIX and C11 threads."""

    def start(self) -> PreemptiveControl:
        return _START

    def enabled(self, control: PreemptiveControl) -> tuple[int, ...]:
        if control.owner >= 0:
            return (control.owner,)
        return tuple([t for t, status in enumerate(control.status) if status is PreemptiveStatus.RUNNING])

    def advance(self, control: PreemptiveControl, event: ControlEvent) -> PreemptiveControl:
        status, owner = control
        match event.happening:
            case ControlEventKind.SPAWNED:
                assert event.thread == len(status) or status[event.thread] is PreemptiveStatus.JOINED
                return PreemptiveControl((*status[: event.thread], PreemptiveStatus.RUNNING, *status[event.thread + 1 :]), owner)
            case ControlEventKind.ENTERED:
                return PreemptiveControl(status, event.thread)
            case ControlEventKind.LEFT:
                return PreemptiveControl(status)
        after = (*status[: event.thread], _BECOMES[event.happening], *status[event.thread + 1 :])
        return PreemptiveControl(after, -1 if owner == event.thread else owner)

    def live(self, control: PreemptiveControl) -> tuple[int, ...]:
        return tuple([t for t, status in enumerate(control.status) if status not in _OVER])

    def ended(self, control: PreemptiveControl, thread: int) -> bool | None:
        return control.status[thread] in _OVER if 0 <= thread < len(control.status) else None

    def joined(self, control: PreemptiveControl, thread: int) -> bool:
        """Whether the number of a thread may be given to another one, as far as the scheduler knows."""
        return control.status[thread] is PreemptiveStatus.JOINED

    def diverges(self, control: PreemptiveControl) -> bool:
        return PreemptiveStatus.DIVERGED in control.status
