"""An explanation as text for people, at most `width` columns wide where words allow it. All that is said is in the model."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from threadproof.report.explanation.model import (
    DeadlockExplanation,
    ExplainedAccess,
    ExplainedThread,
    ExplainedValue,
    Explanation,
    HeldLock,
    LostSignal,
    MemoryExplanation,
    ObjectEvent,
    OverflowExplanation,
    RaceExplanation,
    WaitingExplained,
)

UNORDERED = "nothing orders the first of these accesses before the second (no happens-before)."
SAME_TIME = "both of these accesses can happen at the same time."
MOST_CALLS = 4  # that are named
MOST_PLACES = 3
TRUTH = ("true", "false")
WIDTH = 120


def lines(found: Explanation, width: int = WIDTH) -> list[str]:
    if found.race is not None:
        return list(_race(found, found.race, width))
    if found.deadlock is not None:
        return list(_deadlock(found, found.deadlock, width))
    return [f"Violated {found.property} at {found.place}: {headline(found)}", *_details(found, width), *_orders(found, width)]


def headline(found: Explanation) -> str:
    """What fails, in one line."""
    if found.race is not None:
        return " while ".join(f"thread {a.thread} {a.verb} {a.name} at line {a.place.line}" for a in found.race.accesses)
    if found.memory is not None:
        return _memory_headline(found.memory)
    if found.overflow is not None:
        return _overflow_headline(found.overflow)
    if found.assertion is not None and found.message == "assertion":  # of a language whose assertions have no text
        return f"assertion fails: {found.assertion.condition}"
    return found.message


def _details(found: Explanation, width: int) -> Iterator[str]:
    if found.time is not None:
        yield f"  at time {found.time.time}, delta cycle {found.time.cycle}"
    if found.memory is not None:
        yield from _memory(found, found.memory, width)
    for part in found.assertion.parts if found.assertion is not None else ():
        yield from _wrapped(_part(part), width)


def _part(part: ExplainedValue) -> str:
    if not part.value:
        return f"{part.text} was not evaluated"
    return f"{part.text} {'is' if part.value in TRUTH else '='} {part.value}"


def text(found: Explanation, width: int = WIDTH) -> str:
    return "\n".join(lines(found, width))


def _orders(found: Explanation, width: int) -> Iterator[str]:
    for number, cause in enumerate(found.orders):
        head = "It takes that" if number == 0 else "         that"
        yield from textwrap.wrap(f"{head} {cause}", width, subsequent_indent=" " * len(head) + " ")


def thread(found: Explanation, number: int) -> ExplainedThread:
    return next((each for each in found.threads if each.number == number), ExplainedThread(number, "?"))


def _wrapped(sentence: str, width: int, indent: str = "  ") -> list[str]:
    return textwrap.wrap(sentence, width, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)


def held(locks: tuple[HeldLock, ...]) -> str:
    if not locks:
        return "holds no lock"
    return "holds " + ", ".join(f"{lock.name}{f' {lock.mode}' if lock.mode else ''} (since {lock.since})" for lock in locks)


# -- races ------------------------------------------------------------------------------------------------------------------


def _race(found: Explanation, race: RaceExplanation, width: int) -> Iterator[str]:
    yield f"Data race: {SAME_TIME if race.simultaneous else UNORDERED}"
    for access in race.accesses:
        yield from _access(found, access, width)
    for sentence in (*race.unordered, *protection(race)):
        yield from _wrapped(sentence, width)


def _access(found: Explanation, access: ExplainedAccess, width: int) -> Iterator[str]:
    own = thread(found, access.thread)
    atomic = ", an atomic access" if access.atomic else ""
    yield f"  {own} {access.verb} {access.name} at {access.place.exact}: {access.expression or access.place.source}{atomic}"
    if access.place.function and (access.calls or access.place.function != own.function):
        yield from _wrapped(f"in {called(access)}", width, "    ")
    if own.created is not None:
        yield f"    created by thread {own.creator} at {own.created}"
    yield from _wrapped(held(access.locks), width, "    ")


def called(access: ExplainedAccess) -> str:
    """The calls that led to an access."""
    shown = [f"called by {call.function or '?'} at {call}" for call in access.calls[:MOST_CALLS]]
    more = f", {len(access.calls) - MOST_CALLS} more calls" if len(access.calls) > MOST_CALLS else ""
    return f"{access.place.function}, {', '.join(shown)}{more}" if shown else access.place.function


def protection(race: RaceExplanation) -> tuple[str, ...]:
    found = race.protection
    if found is None:
        return ()
    places = f"{found.holding} of the {found.places} places in the program that access {found.variable} hold {found.lock}"
    shown = ", ".join(map(str, found.without[:MOST_PLACES]))
    more = f" and {len(found.without) - MOST_PLACES} more" if len(found.without) > MOST_PLACES else ""
    return (f"{places}; not so {shown}{more}.",)


# -- deadlocks --------------------------------------------------------------------------------------------------------------


def waiting_threads(found: DeadlockExplanation) -> str:
    if found.everyone:
        return "every thread waits"
    return "a thread waits" if len(found.waiting) == 1 else f"{len(found.waiting)} threads wait for each other"


def _deadlock(found: Explanation, deadlock: DeadlockExplanation, width: int) -> Iterator[str]:
    yield f"Deadlock: {waiting_threads(deadlock)} for ever."
    for waiting in deadlock.waiting:
        yield from _waiting(found, waiting, width)
    yield from cycle(found, deadlock)
    for signal in deadlock.lost:
        yield from _wrapped(lost(signal), width, "")


def _waiting(found: Explanation, waiting: WaitingExplained, width: int) -> Iterator[str]:
    yield f"  {thread(found, waiting.thread)} waits at {waiting.place}: {waiting.place.source}"
    for awaited in waiting.awaited:
        yield f"    {awaited}"
    if waiting.signal:
        yield f"    for {waiting.signal}"
    if waiting.holds:
        yield from _wrapped(held(waiting.holds), width, "    ")


def cycle(found: Explanation, deadlock: DeadlockExplanation) -> Iterator[str]:
    """As a picture."""
    if not deadlock.cycle:
        return
    yield "The cycle:"
    by_thread = {waiting.thread: waiting for waiting in deadlock.waiting}
    for number, holder in zip(deadlock.cycle, (*deadlock.cycle[1:], deadlock.cycle[0]), strict=True):
        waiting = by_thread[number]
        on = next(awaited for awaited in waiting.awaited if awaited.holder == holder)
        yield f"  {thread(found, number)}"
        yield f"    |  waits for {on.what or f'the end of thread {holder}'} at {waiting.place}" + (
            f", held since {on.since}" if on.since is not None else ""
        )
        yield "    v"
    yield f"  {thread(found, deadlock.cycle[0])}"


def lost(signal: LostSignal) -> str:
    begun = f"thread {signal.thread} waits for {signal.condition} at {signal.place}"
    if not signal.signals:
        return f"No signal: {begun}, and no thread has signalled it in this execution."
    who = " and ".join(f"thread {number} at {place}" for number, place in signal.signals)
    what = "the only signal, by" if len(signal.signals) == 1 else "all signals, by"
    return f"Lost wake-up: {begun}, but {what} {who}, came before the wait began."


# -- memory and arithmetic --------------------------------------------------------------------------------------------------


def _memory_headline(found: MemoryExplanation) -> str:
    access, whole = found.access, found.object
    if access.verb == "frees":
        return f"{found.problem}: {access.expression or access.name}"
    if not whole:
        return f"{found.problem}: {access.verb} {access.expression or access.name}"
    count = f"{found.size} byte{'' if found.size == 1 else 's'}"
    return f"{found.problem}: {access.verb} {access.name or access.expression}, {count} at offset {found.offset} of {whole}"


def _memory(found: Explanation, memory: MemoryExplanation, width: int) -> Iterator[str]:
    access = memory.access
    inside = f" in {called(access)}" if access.place.function and access.calls else ""
    verb = access.verb
    yield from _wrapped(f"{thread(found, access.thread)} {verb} it at {access.place.exact}: {access.expression}{inside}", width)
    if not memory.object:
        return
    spelling = f"{memory.spelling}, " if memory.spelling else ""
    where = {"heap": "on the heap", "stack": "a local variable", "global": "a global variable"}[memory.kind]
    yield from _wrapped(f"{memory.object} ({spelling}{memory.bytes} bytes) is {where}", width)
    if memory.made is not None:
        made = "allocated" if memory.kind == "heap" else "made"
        yield from _wrapped(f"  {made} by {thread(found, memory.made.thread)} at {_where(memory.made)}", width)
    if memory.ended is not None:
        yield from _wrapped(f"  freed by {thread(found, memory.ended.thread)} at {_where(memory.ended)}", width)


def _where(event: ObjectEvent) -> str:
    shown = [f"called by {call.function or '?'} at {call}" for call in event.calls[:MOST_CALLS]]
    return f"{event.place} ({', '.join([event.place.function, *shown])})" if shown else str(event.place)


def _overflow_headline(found: OverflowExplanation) -> str:
    names = [operand.text for operand in found.operands]
    values = f" {found.operator} ".join(operand.value for operand in found.operands)
    written = f" {found.operator} ".join(name or operand.value for name, operand in zip(names, found.operands, strict=True))
    equals = f"{written} = {values}" if any(names) else values
    return f"{equals} = {found.result} does not fit into {found.type} ({found.low} to {found.high})"
