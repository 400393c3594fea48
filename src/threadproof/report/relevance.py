"""What matters in a schedule: what a reader needs in order to see why it fails. The rest is folded.

An entry of the log matters if it
- belongs to the failure: a racing access, what the last turn reads and where that was written last, an input;
- brings about an order of threads: an access to what another thread accesses, too, one of them writing, after threads have
  begun to take turns; locking, unlocking, waiting and waking; what a cooperative kernel does;
- ends an object of the heap, or makes one that is ended.

Creating and joining threads, and what the first thread does before another one takes its first turn, do not matter by themselves.
This is a choice for display: nothing is concluded from it.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.ir.interp.outcome import Access, Allocated, Drew, Entry, Performed, ThreadEvent
from threadproof.ir.interp.places import in_library
from threadproof.properties import Shape, shape
from threadproof.report.explanation.history import LOCKS, UNLOCKS, ExecutionHistory
from threadproof.report.explanation.objects import HEAP

LIVELY = (LOCKS, UNLOCKS, "waits", "wakes", "stops", "arrives")


def relevant(past: ExecutionHistory) -> set[int]:
    """The entries that matter, by identity."""
    found = {id(racing.access) for racing in past.run.race}
    found.update(id(moment.entry) for words, _, moment in past.said if words.startswith(LIVELY))
    found.update(id(access) for access in (*_contended(past), *_behind_failure(past)))
    found.update(id(entry) for entry in _events(past))
    return found


def _turns(past: ExecutionHistory) -> int:
    """The number of the first turn of another thread than main."""
    turns = past.run.turns
    return next((number for number, taken in enumerate(turns) if taken.turn.thread != turns[0].turn.thread), len(turns))


def _shared(past: ExecutionHistory, first: int) -> Iterator[Access]:
    for access, moment in past.of_accesses():
        if moment.turn >= first and not access.private and not access.name.startswith("__tp_"):
            yield access


def _contended(past: ExecutionHistory) -> Iterator[Access]:
    """Accesses by several threads to one place, one of which writes."""
    by_place: dict[tuple[object, int], list[Access]] = {}
    for access in _shared(past, _turns(past)):
        if not in_library(access.edge.pos):
            by_place.setdefault((access.place if isinstance(access.place, str) else "", access.address), []).append(access)
    for same in by_place.values():
        if len({access.thread for access in same}) > 1 and any(access.write for access in same):
            yield from same


def _behind_failure(past: ExecutionHistory) -> Iterator[Access]:
    """What the last turn reads, and the last write of that before it."""
    if shape(past.run.found.property) is not Shape.STEP:
        return
    last = len(past.run.turns) - 1
    written: dict[int, Access] = {}  # by address, last
    read: dict[int, list[Access]] = {}
    for access, moment in past.of_accesses():
        if moment.turn < last and access.write:
            written[access.address] = access
        elif moment.turn == last and not access.write:
            read.setdefault(access.address, []).append(access)
    for address, looks in read.items():
        yield from looks
        if address in written:
            yield written[address]


def _events(past: ExecutionHistory) -> Iterator[Entry]:
    for taken in past.run.turns:
        for entry in taken.log:
            match entry:
                case Drew() | Performed():
                    yield entry
                case Access(free=True):
                    yield entry
                case ThreadEvent(what=what) if what in ("stop", "diverge"):
                    yield entry
                case Allocated():
                    made = past.names.find(entry.address, past.names.moments[id(entry)])
                    if made is not None and made.kind == HEAP and made.freed is not None:
                        yield entry
