"""Where the violation of a replayed counterexample lies, and what happened up to there.

Of a data race, the last two turns begin in the same state, and of each only what precedes the access has happened when
the two meet; where only happens-before shows the race, the first access is in the past, and the second ends the last
turn. Of a deadlock, every thread that waits is a place. Otherwise the last operation of the last turn is the violation.
"""

from __future__ import annotations

from typing import assert_never

from threadproof.certify.replay.follow import Racing, Replay, Taken, place
from threadproof.errors import Pos
from threadproof.ir.interp.outcome import Executed, Log
from threadproof.properties import Shape, shape

Violator = tuple[int, tuple[Pos, ...]]
"""A thread, its place, and the calls that led there, innermost first."""


def violation(run: Replay) -> tuple[list[Log], list[Violator]]:
    """What happened, turn by turn, and which thread violates the property."""
    logs = [taken.log for taken in run.turns]
    match shape(run.found.property):
        case Shape.STEP:
            last = next(entry for log in reversed(logs) for entry in reversed(log) if isinstance(entry, Executed))
            return logs, [(last.thread, last.stack)]
        case Shape.RACE if run.adjacent:
            ends = [_upto(taken, racing) for taken, racing in zip(run.turns[-2:], run.race, strict=True)]
            return [*logs[:-2], *(log for log, _ in ends)], [violator for _, violator in ends]
        case Shape.RACE:
            first, second = run.race
            made = next(taken for taken in run.turns if any(entry is first.access for entry in taken.log))
            log, violator = _upto(run.turns[-1], second)
            return [*logs[:-1], log], [_upto(made, first)[1], violator]
        case Shape.DEADLOCK:
            return logs, [(waiting.thread, waiting.places) for waiting in run.waiting]
        case other:
            assert_never(other)


def _upto(taken: Taken, racing: Racing) -> tuple[Log, Violator]:
    """What precedes the access, and its place."""
    at = next(index for index, entry in enumerate(taken.log) if entry is racing.access)
    return taken.log[:at], (racing.access.thread, place(taken.log, racing.access))
