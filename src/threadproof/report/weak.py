"""An execution under a memory model without interpreter, for people and for scripts: the accesses in the order in which they take
effect, and which of them are early or late for their thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from threadproof.certify.execution import Event

if TYPE_CHECKING:
    from threadproof.engines.base import Unsafe


def to_steps(events: Sequence[Event]) -> tuple[dict[str, Any], ...]:
    return tuple(
        {
            "thread": event.thread,
            "line": event.pos.line,
            "file": event.pos.file,
            "what": _what(event),
            "early": _early(event, events),
        }
        for event in events
        if event.reads or event.writes
    )


def render(events: Sequence[Event], found: Unsafe) -> str:
    """One line per access."""
    lines = ["Accesses in the order in which they take effect:"]
    for event in events:
        if event.reads or event.writes:
            passed = _early(event, events)
            kind = "write" if event.writes else "read"
            note = f"   <- early {kind}: before line {', '.join(map(str, passed))} of its thread" if passed else ""
            lines.append(f"  thread {event.thread}  line {event.pos.line:4}  {_what(event)}{note}")
    lines += ["", f"Violated {found.property} at {found.pos.file}:{found.pos.line}: {found.message}"]
    return "\n".join(lines)


def _early(event: Event, events: Sequence[Event]) -> list[int]:
    """Lines of accesses of its thread that come before it in the program, and take effect after it."""
    behind = events[events.index(event) + 1 :]
    return [x.pos.line for x in behind if x.thread == event.thread and x.number < event.number and (x.reads or x.writes)]


def _what(event: Event) -> str:
    def name(place: tuple[Any, int | None]) -> str:
        return str(place[0].name) if place[1] is None else f"{place[0].name}[{place[1]}]"

    found = [f"reads {name(place)} = {value}" for place, value in event.reads.items()]
    found += [f"writes {name(place)} = {value}" for place, value in event.writes.items()]
    return ", ".join(found)
