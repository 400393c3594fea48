"""An execution under a memory model without interpreter, for people and for scripts. Where there is one order in which accesses
take effect, they are shown in it, with those that are early for their thread; where writes reach different threads at different
times (Power), by thread, with the write that each read sees and the one that it misses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from threadproof.certify.weak.history import HistoryEvent

if TYPE_CHECKING:
    from threadproof.evidence.execution import Place
    from threadproof.evidence.result import Unsafe


def to_steps(events: Sequence[HistoryEvent], atomic: bool) -> tuple[dict[str, Any], ...]:
    return tuple(
        {
            "thread": event.thread,
            "line": event.pos.line,
            "file": event.pos.file,
            "what": _what(event),
            **({"early": _early(event, events)} if atomic else {"misses": [x.pos.line for x in _missed(event, events)]}),
        }
        for event in _shown(events, atomic)
    )


def render(events: Sequence[HistoryEvent], found: Unsafe, atomic: bool) -> str:
    """One line per access."""
    lines = ["Accesses in the order in which they take effect:" if atomic else "Accesses by thread:"]
    for event in _shown(events, atomic):
        note = _passed(event, events) if atomic else _sources(event, events)
        lines.append(f"  thread {event.thread}  line {event.pos.line:4}  {_what(event)}{note}")
    if not atomic:
        lines += _serialised(events)
    lines += ["", f"Violated {found.property} at {found.pos.file}:{found.pos.line}: {found.message}"]
    return "\n".join(lines)


def _shown(events: Sequence[HistoryEvent], atomic: bool) -> list[HistoryEvent]:
    accesses = [event for event in events if event.reads or event.writes]
    return accesses if atomic else sorted(accesses, key=lambda event: (event.thread, event.number))


def _passed(event: HistoryEvent, events: Sequence[HistoryEvent]) -> str:
    passed = _early(event, events)
    kind = "write" if event.writes else "read"
    return f"   <- early {kind}: before line {', '.join(map(str, passed))} of its thread" if passed else ""


def _early(event: HistoryEvent, events: Sequence[HistoryEvent]) -> list[int]:
    """Lines of accesses of its thread that come before it in the program, and take effect after it."""
    behind = events[events.index(event) + 1 :]
    return [x.pos.line for x in behind if x.thread == event.thread and x.number < event.number and (x.reads or x.writes)]


def _sources(event: HistoryEvent, events: Sequence[HistoryEvent]) -> str:
    missed = _missed(event, events)
    where = ", ".join(f"line {x.pos.line} of thread {x.thread}" for x in missed)
    return f"   <- does not see {where}" if missed else ""


def _missed(event: HistoryEvent, events: Sequence[HistoryEvent]) -> list[HistoryEvent]:
    """The next writes of other threads to what a read finds; the order is that of writes to one place."""
    behind = events[events.index(event) + 1 :]
    found = [next((x for x in behind if place in x.writes and x.thread != event.thread), None) for place in event.reads]
    return [x for x in found if x is not None]


def _serialised(events: Sequence[HistoryEvent]) -> list[str]:
    """Places with several writes, in their order."""
    writes: dict[Place, list[HistoryEvent]] = {}
    for event in events:
        for place in event.writes:
            writes.setdefault(place, []).append(event)
    return [
        f"Writes to {_name(place)} in their order: " + ", ".join(f"{x.writes[place]} (line {x.pos.line})" for x in found)
        for place, found in writes.items()
        if len(found) > 1
    ]


def _name(place: Place) -> str:
    return str(place[0].name) if place[1] is None else f"{place[0].name}[{place[1]}]"


def _what(event: HistoryEvent) -> str:
    found = [f"reads {_name(place)} = {value}" for place, value in event.reads.items()]
    found += [f"writes {_name(place)} = {value}" for place, value in event.writes.items()]
    return ", ".join(found)
