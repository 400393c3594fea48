"""A data race: two accesses, what each thread holds there, and why nothing orders them.

Two accesses are ordered if a lock is held at both of them, or if one happens before the other: by creating a thread, by joining
it, by signals, barriers and atomic variables. That they race was shown by replay (`certify.replay`), so here it only has to be
said which of these is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.certify.replay.follow import Racing
from threadproof.report.explanation.history import ExecutionHistory
from threadproof.report.explanation.model import ExplainedAccess, HeldLock, RaceExplanation
from threadproof.report.explanation.protection import protection


def race(past: ExecutionHistory) -> RaceExplanation:
    one, other = (access(past, racing) for racing in past.run.race)
    return RaceExplanation((one, other), past.run.adjacent, tuple(_unordered(past, one, other)), protection(past))


def access(past: ExecutionHistory, racing: Racing) -> ExplainedAccess:
    entry, texts = racing.access, past.texts
    moment = past.accesses.get(id(entry))
    stack = moment.stack if moment is not None else (racing.pos,)
    return ExplainedAccess(
        entry.thread,
        entry.verb,
        past.names.learn(entry),
        texts.expression(racing.pos, whole=entry.write),
        texts.place(racing.pos),
        entry.atomic,
        texts.calls(stack),
        moment.locks if moment is not None else (),
    )


def _unordered(past: ExecutionHistory, one: ExplainedAccess, other: ExplainedAccess) -> Iterator[str]:
    yield _no_common_lock(one, other)
    yield _no_order(past, one, other)


def _no_common_lock(one: ExplainedAccess, other: ExplainedAccess) -> str:
    if not one.locks and not other.locks:
        return "Neither thread holds a lock."
    shared = {lock.name for lock in one.locks} & {lock.name for lock in other.locks}
    if shared:  # as readers, or one that the accesses do not need
        return f"Both hold {_names(lock for lock in one.locks if lock.name in shared)}, which does not exclude this."
    if one.locks and other.locks:
        return f"They hold different locks: thread {one.thread} {_names(one.locks)}, thread {other.thread} {_names(other.locks)}."
    holder, free = (one, other) if one.locks else (other, one)
    return f"Thread {holder.thread} holds {_names(holder.locks)}, thread {free.thread} does not."


def _names(locks: Iterator[HeldLock] | tuple[HeldLock, ...]) -> str:
    return " and ".join(lock.name + (f" ({lock.mode})" if lock.mode else "") for lock in locks)


def _no_order(past: ExecutionHistory, one: ExplainedAccess, other: ExplainedAccess) -> str:
    """Which edge of happens-before is missing."""
    mixed = one.atomic != other.atomic
    for creator, created in ((one.thread, other.thread), (other.thread, one.thread)):
        maker, where = past.made.get(created, (-1, None))
        if maker == creator and where is not None:
            place = past.texts.place(where)
            begun = f"Thread {creator} has created thread {created} at {place}"
            return f"{begun} and has not joined it before these accesses." if not mixed else f"{begun}; {_MIXED}"
    made = sorted({str(past.texts.place(past.made[t][1])) for t in (one.thread, other.thread) if t in past.made})
    running = f"Both threads run since their creation ({', '.join(made)})"
    return f"{running}; {_MIXED}" if mixed else f"{running}, and neither waits for the other in between."


_MIXED = "only one of the accesses is atomic, and an atomic access does not order one that is not."
