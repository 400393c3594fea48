"""The explanation of a counterexample that was replayed: what belongs to the kind of its violation."""

from __future__ import annotations

from typing import assert_never

from threadproof.ir.interp.control import Act
from threadproof.properties import Shape, shape
from threadproof.records import replace
from threadproof.report.causes import causes
from threadproof.report.explanation.assertions import assertion
from threadproof.report.explanation.deadlocks import deadlock
from threadproof.report.explanation.history import ExecutionHistory
from threadproof.report.explanation.memory import memory
from threadproof.report.explanation.model import AssertionExplanation, Explanation, SimulationTime
from threadproof.report.explanation.overflow import operands, overflow
from threadproof.report.explanation.races import race

MOST_LATE = 3  # writes that are named
ASSERTED = ("reach-error",)  # checks whose condition is one of the program


def explanation(past: ExecutionHistory) -> Explanation:
    run = past.run
    found = Explanation(run.found.property, run.found.message, past.texts.place(run.pos), past.threads(), time=simulated(past))
    match shape(run.found.property):
        case Shape.RACE:
            return replace(found, race=race(past))
        case Shape.DEADLOCK:
            return replace(found, deadlock=deadlock(past))
        case Shape.STEP:
            return failed(replace(found, orders=(*late_writes(past), *causes(run, past.names.learn))), past)
        case other:
            assert_never(other)


def failed(found: Explanation, past: ExecutionHistory) -> Explanation:
    """What the check that failed was about."""
    check = past.run.check
    if check is None:
        return found
    found = replace(found, memory=memory(past, check), overflow=overflow(past, check))
    if check.kind in ASSERTED:
        return replace(found, assertion=assertion(past, check))
    if found.memory is None and found.overflow is None:
        return replace(found, assertion=AssertionExplanation("", operands(past, check)))
    return found


def simulated(past: ExecutionHistory) -> SimulationTime | None:
    """Under a cooperative scheduler: how often it has gone on, and since when the time is what it is."""
    advances = [entry for entry, _ in past.performed if entry.primitive.act is Act.ADVANCE]
    if past.run.program.scheduler == "preemptive" or not advances:
        return None
    time = advances[-1].time
    return SimulationTime(time, sum(entry.time == time for entry in advances))


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
