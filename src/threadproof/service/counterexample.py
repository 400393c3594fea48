"""Executions that violate a property, as users see them: steps as data, and the table of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from threadproof.records import dataclass
from threadproof.report.outcome import RunOutcome

if TYPE_CHECKING:
    from threadproof.report.explanation.model import Explanation


@dataclass(frozen=True, slots=True)
class Happening:
    """What a step does: `kind` is read, write, input or event; `what` a variable or a sentence."""

    kind: str
    what: str
    value: str = ""

    def __str__(self) -> str:
        from threadproof.report.text import note

        return note(self.kind, self.what, self.value)


@dataclass(frozen=True, slots=True)
class Step:
    """What a thread does at a line of the program before another thread or another line follows."""

    thread: int
    file: str
    line: int
    source: str  # the text of the line; empty under memory models whose executions have no order of steps
    happened: tuple[Happening, ...] = ()

    def __str__(self) -> str:
        did = "; ".join(map(str, self.happened))
        return f"{self.file}:{self.line} thread {self.thread}: {self.source}{f'  [{did}]' if did else ''}"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An execution that violates a property; it was replayed before you got it. Printed, it is the table of the command
    line."""

    property: str
    message: str
    place: str  # file:line:column
    steps: tuple[Step, ...]
    schedule: tuple[dict[str, Any], ...]  # turns of threads with the inputs that they draw
    waits: tuple[dict[str, Any], ...]  # of a deadlock: which thread waits where, and for which
    table: str
    explanation: Explanation | None  # why it fails, as records; None under memory models whose executions are not replayed

    def __str__(self) -> str:
        return self.table


def counterexample(found: RunOutcome) -> Counterexample:
    steps = tuple(map(_step, found.steps))
    return Counterexample(
        found.property,
        found.message,
        found.place,
        steps,
        found.schedule,
        found.waits,
        found.trace.rstrip("\n"),
        found.explanation,
    )


def _step(row: Mapping[str, Any]) -> Step:
    happened = row.get("happened", [{"kind": "event", "what": row.get("what", ""), "value": ""}])
    notes = tuple(Happening(each["kind"], each["what"], each["value"]) for each in happened)
    return Step(row["thread"], row["file"], row["line"], row.get("source", ""), notes)
