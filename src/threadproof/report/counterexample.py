"""A counterexample that was replayed, for scripts and for people: its steps, the table of its schedule, and why it fails."""

from __future__ import annotations

from typing import Any

from threadproof.certify.replay.follow import Replay
from threadproof.records import dataclass, replace
from threadproof.report.explanation import wording
from threadproof.report.explanation.build import explanation
from threadproof.report.explanation.deadlocks import plain
from threadproof.report.explanation.history import history
from threadproof.report.explanation.model import Explanation
from threadproof.report.schedule_table import WIDTH, render
from threadproof.report.trace import Table, to_steps


@dataclass(frozen=True, slots=True)
class ToldCounterexample:
    """`waits`: of a deadlock, which thread waits for which."""

    steps: tuple[dict[str, Any], ...]
    waits: tuple[dict[str, Any], ...]
    trace: str
    explanation: Explanation


def told(run: Replay, width: int = WIDTH, full: bool = True) -> ToldCounterexample:
    past = history(run)
    why = explanation(past)
    why = replace(why, message=wording.headline(why))
    table = Table(past, why.message)
    waits = tuple(map(plain, why.deadlock.waiting)) if why.deadlock is not None else ()
    text = f"{render(table, width, full)}\n{wording.text(why, width)}\n"
    return ToldCounterexample(to_steps(table), waits, text, why)
