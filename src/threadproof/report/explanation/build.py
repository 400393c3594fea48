"""The explanation of a counterexample that was replayed: what belongs to the kind of its violation."""

from __future__ import annotations

from typing import assert_never

from threadproof.properties import Shape, shape
from threadproof.records import replace
from threadproof.report.causes import causes
from threadproof.report.explanation.deadlocks import deadlock
from threadproof.report.explanation.history import ExecutionHistory
from threadproof.report.explanation.model import Explanation
from threadproof.report.explanation.races import race

MOST_LATE = 3  # writes that are named


def explanation(past: ExecutionHistory) -> Explanation:
    run = past.run
    found = Explanation(run.found.property, run.found.message, past.texts.place(run.pos), past.threads())
    match shape(run.found.property):
        case Shape.RACE:
            return replace(found, race=race(past))
        case Shape.DEADLOCK:
            return replace(found, deadlock=deadlock(past))
        case Shape.STEP:
            return replace(found, orders=(*late_writes(past), *causes(run, past.names.learn)))
        case other:
            assert_never(other)


def late_writes(past: ExecutionHistory) -> tuple[str, ...]:
    """Which writes were held back for too long, and what was early, of a program with store buffers."""
    if "buffers" not in past.run.program.passes:
        return ()
    from threadproof.report.store_buffers import buffered  # start-up counts

    found = buffered(past.run)
    late = [
        f"the write {past.names.place(late.address)} = {late.number()} of thread {late.thread} at line {late.pos.line} is "
        f"still in its store buffer when {late.overtaken}"
        for late in found.late[:MOST_LATE]
    ]
    return (*late, *found.early[:MOST_LATE])
