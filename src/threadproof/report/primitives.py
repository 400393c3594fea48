"""What the primitives of a cooperative scheduler did, for people. One vocabulary per scheduler: SystemC has time and
notifications, FairThreads have instants and events that are there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.ir.interp.control import Act
from threadproof.ir.interp.outcome import Performed

Place = Callable[[int], str]
"""The name of an event."""


def described(scheduler: str, entry: Performed, place: Place) -> Iterator[str]:
    yield from (fairthreads if scheduler == "fairthreads" else systemc)(entry, place)
    if entry.woken and entry.primitive.act is not Act.ADVANCE:
        yield "wakes " + _threads(entry)


def _threads(entry: Performed) -> str:
    return ", ".join(f"thread {thread}" for thread in entry.woken)


def systemc(entry: Performed, place: Place) -> Iterator[str]:
    given, amount = entry.primitive, entry.primitive.amount
    events = (" and " if given.flag else " or ").join(map(place, given.items))
    match given.act:
        case Act.WAIT:
            parts = [f"for {events}"] if events else []
            yield " ".join(["waits", *parts, *([] if amount is None else [f"{'at most ' if events else ''}{amount}"])])
        case Act.NOTIFY:
            yield f"notifies {events}" + ("" if amount is None else " after the delta cycle" if not amount else f" in {amount}")
        case Act.CANCEL:
            yield f"cancels {events}"
        case Act.SUSPEND | Act.RESUME:
            yield f"{'suspends' if given.act is Act.SUSPEND else 'resumes'} thread {given.items[0]}"
        case Act.ADVANCE:
            yield f"time {entry.time}: " + (f"{_threads(entry)} can run" if entry.value else "the simulation ends")


_ORDERS = {Act.STOP: "stops", Act.SUSPEND: "suspends", Act.RESUME: "resumes"}


def fairthreads(entry: Performed, named: Place) -> Iterator[str]:
    def place(event: int) -> str:
        return named(event).removesuffix(".count")  # how an event with values begins

    given, amount = entry.primitive, entry.primitive.amount
    limit = "" if amount is None else f", at most {amount} instant{'s' * (amount != 1)}"
    match given.act:
        case Act.WAIT if not given.items:
            yield "cooperates" + ("" if amount == 1 else f" for {amount} instants")
        case Act.WAIT:
            events = " or ".join(map(place, given.items))
            yield f"{events} is there" if entry.value else f"awaits {events}{limit}"
        case Act.JOIN:
            ended = f"thread {given.items[0]} has ended"
            yield ended if entry.value else f"waits for the end of thread {given.items[0]}{limit}"
        case Act.CAME if not entry.value:
            yield "the limit is over"
        case Act.NOTIFY:
            yield f"{'generates' if amount is None else 'broadcasts'} {place(given.items[0])}"
        case Act.STOP | Act.SUSPEND | Act.RESUME:
            yield f"{_ORDERS[given.act]} thread {given.items[0]} with the next instant"
        case Act.ADVANCE:
            yield f"instant {entry.time}: {_threads(entry)} can run" if entry.value else "the scheduler has nothing more to do"
