"""A deadlock: who holds what since where, who waits for whom, and signals that came too early.

What a thread waits for is what its last attempt looks at: a lock, or the end of a thread that it joins. A lock is held since its
holder last wrote to it. A wait for a condition variable or an event begins in a step of its own, so a signal is lost if it was
sent before that step, and none after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from threadproof.certify.replay.follow import WaitingThread
from threadproof.errors import Pos
from threadproof.ir.interp.control import Act
from threadproof.ir.interp.outcome import Access
from threadproof.ir.interp.places import in_library, user_place
from threadproof.report.explanation.history import ExecutionHistory, Moment
from threadproof.report.explanation.model import CodePlace, DeadlockExplanation, LostSignal, WaitedFor, WaitingExplained

WORDS = 24  # bytes at the beginning of a lock in which models keep their books
WAITS = "waits for "
SIGNALS = frozenset({"pthread_cond_signal", "pthread_cond_broadcast"})


def deadlock(past: ExecutionHistory) -> DeadlockExplanation:
    found = tuple(_waiting(past, waiting) for waiting in past.run.waiting)
    lost = tuple(signal for each in found for signal in _lost(past, each))
    return DeadlockExplanation(past.run.global_deadlock, found, _cycle(found), lost)


def plain(found: WaitingExplained) -> dict[str, Any]:
    """One row of `waits` in `--json`."""
    since = [{} if on.since is None else {"file": on.since.file, "line": on.since.line} for on in found.awaited]
    held_by = [
        {"thread": on.holder, "holds": on.what, "since": s, "ended": on.ended} for on, s in zip(found.awaited, since, strict=True)
    ]
    return {"thread": found.thread, "file": found.place.file, "line": found.place.line, "for": held_by}


def _waiting(past: ExecutionHistory, waiting: WaitingThread) -> WaitingExplained:
    pos, thread = _place(past, waiting), waiting.thread
    lock = _lock(waiting)
    what = "" if lock is None else past.names.learn(lock).split(".__")[0]
    awaited = tuple(
        WaitedFor(holder, what, None if lock is None else _since(past, holder, lock), holder in past.ended)
        for holder in waiting.holders
    )
    holds = tuple(past.locks.get(thread, {}).values())
    signal = "" if awaited else _condition(past, thread) or what
    return WaitingExplained(thread, past.texts.place(pos), awaited, signal, holds, past.texts.calls(waiting.places))


def _place(past: ExecutionHistory, waiting: WaitingThread) -> Pos:
    """A cooperative thread has left the statement with which it began to wait."""
    if past.run.program.scheduler == "preemptive":
        return user_place(waiting.places)
    began = [moment.stack for entry, moment in past.performed if entry.thread == waiting.thread and moment.stack]
    return user_place(began[-1] if began else waiting.places)


def _lock(waiting: WaitingThread) -> Access | None:
    """The first word of the lock that decided."""
    looks = [look for look in waiting.looks if in_library(look.edge.pos)] or waiting.looks
    if not looks:
        return None
    last = looks[-1]
    near = [a for a in looks if a.place is last.place and 0 <= last.address - a.address < WORDS]
    return min(near, key=lambda access: access.address)


def _since(past: ExecutionHistory, holder: int, lock: Access) -> CodePlace | None:
    places = [
        user_place(moment.stack)
        for access, moment in past.of_accesses()
        if access.thread == holder and access.write and access.common(lock)
    ]
    return past.texts.place(places[-1]) if places else None


def _cycle(found: tuple[WaitingExplained, ...]) -> tuple[int, ...]:
    waiting = {each.thread for each in found}
    next_ = {each.thread: on.holder for each in found for on in each.awaited if on.holder in waiting}
    for start in next_:
        path: list[int] = []
        thread = start
        while thread in next_ and thread not in path:
            path.append(thread)
            thread = next_[thread]
        if thread in path:
            return tuple(path[path.index(thread) :])
    return ()


# -- signals ----------------------------------------------------------------------------------------------------------------


def _condition(past: ExecutionHistory, thread: int) -> str:
    """What a thread has begun to wait for."""
    if past.run.program.scheduler != "preemptive":
        began = [entry for entry, _ in past.performed if entry.thread == thread]
        if not began or began[-1].primitive.act is not Act.WAIT:
            return ""
        joined = " and " if began[-1].primitive.flag else " or "
        return joined.join(past.names.place(event) for event in began[-1].primitive.items)
    own = [(words, name) for words, name, moment in past.said if moment.entry.thread == thread]
    return own[-1][1] if own and own[-1][0].startswith(WAITS) else ""


def _lost(past: ExecutionHistory, waiting: WaitingExplained) -> Iterator[LostSignal]:
    if not waiting.signal or not _condition(past, waiting.thread):
        return
    began = _began(past, waiting)
    signals = [(moment.entry.thread, moment) for moment in _signals(past, waiting.signal)]
    order = past.names.moments
    if began is None or any(order[id(moment.entry)] > order[id(began.entry)] for _, moment in signals):
        return
    places = tuple(dict.fromkeys((thread, past.texts.place(user_place(moment.stack))) for thread, moment in signals))
    yield LostSignal(waiting.thread, waiting.signal, waiting.place, places)


def _began(past: ExecutionHistory, waiting: WaitingExplained) -> Moment | None:
    """The step with which the thread began to wait."""
    own = [moment for words, _, moment in past.said if moment.entry.thread == waiting.thread and words.startswith(WAITS)]
    own += [moment for entry, moment in past.performed if entry.thread == waiting.thread and entry.primitive.act is Act.WAIT]
    return own[-1] if own else None


def _signals(past: ExecutionHistory, condition: str) -> Iterator[Moment]:
    """The models read the word of the condition variable before anything else, once for each call."""
    for access, moment in past.of_accesses():
        model = past.texts.owners.get(moment.stack[0], "")
        if model in SIGNALS and past.names.learn(access).split(".__")[0] == condition:
            yield moment
    for entry, moment in past.performed:
        if entry.primitive.act is Act.NOTIFY and condition in map(past.names.place, entry.primitive.items):
            yield moment
