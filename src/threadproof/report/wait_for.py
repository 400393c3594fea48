"""The wait-for graph of a deadlock, and since when each lock is held: read off the replay.

What a thread waits for is what its last attempt looks at, a lock, or the end of a thread that it joins. A lock is held since its
holder last wrote to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from threadproof.certify.replay.follow import Replay, WaitingThread
from threadproof.errors import Pos
from threadproof.ir.interp.outcome import Access, Executed, ThreadEvent
from threadproof.ir.interp.places import user_place
from threadproof.records import dataclass

WORDS = 24  # bytes at the beginning of a lock in which models keep their books


@dataclass(frozen=True, slots=True)
class Held:
    """A thread waits for another one, which holds a lock (`what`), or is to be joined."""

    holder: int
    what: str
    since: Pos | None
    ended: bool

    def __str__(self) -> str:
        ended = ", which has ended" if self.ended else ""
        if not self.what:
            return f"for the end of thread {self.holder}"
        since = f" since {self.since.file}:{self.since.line}" if self.since is not None else ""
        return f"for {self.what}, which thread {self.holder}{ended}{',' if ended else ''} holds{since}"


def held(run: Replay, waiting: WaitingThread, name: Callable[[Access], str]) -> list[Held]:
    """For whom a thread waits. `name`: of what is accessed."""
    lock = _lock(waiting)
    ended = {entry.thread for taken in run.turns for entry in taken.log if isinstance(entry, ThreadEvent) and entry.what == "end"}
    what = "" if lock is None else name(lock).split(".__")[0]
    return [
        Held(holder, what, None if lock is None else _since(run, holder, lock), holder in ended) for holder in waiting.holders
    ]


def plain(waiting: WaitingThread, pos: Pos, found: list[Held]) -> dict[str, Any]:
    """The same for scripts."""
    since = [{} if held.since is None else {"file": held.since.file, "line": held.since.line} for held in found]
    held_by = [{"thread": h.holder, "holds": h.what, "since": s, "ended": h.ended} for h, s in zip(found, since, strict=True)]
    return {"thread": waiting.thread, "file": pos.file, "line": pos.line, "for": held_by}


def _lock(waiting: WaitingThread) -> Access | None:
    """The first word of the lock that decided."""
    if not waiting.looks:
        return None
    last = waiting.looks[-1]
    near = [a for a in waiting.looks if a.place is last.place and 0 <= last.address - a.address < WORDS]
    return min(near, key=lambda access: access.address)


def _since(run: Replay, holder: int, lock: Access) -> Pos | None:
    written = [place for access, place in _writes(run, holder) if access.common(lock)]
    return written[-1] if written else None


def _writes(run: Replay, thread: int) -> Iterator[tuple[Access, Pos]]:
    for taken in run.turns:
        place: Pos | None = None
        for entry in taken.log:
            if isinstance(entry, Executed) and entry.thread == thread:
                place = user_place(entry.stack)
            elif isinstance(entry, Access) and entry.thread == thread and entry.write and place is not None:
                yield entry, place
