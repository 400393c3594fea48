"""Programs with more threads than allowed, most of which were joined: a second search, in which their numbers are given again.

The search with new numbers for all threads comes first, and is the only one for most programs. If it meets the limit, and the
program joins threads, it begins again with `Limits.reuse` (`ir.interp.numbers`): then the limit is on threads that
exist at the same time. What it finds is a schedule that names threads by the order of their creation; here it is followed
without reuse, so that a program which computes with handles gets no answer that depends on their values.
"""

from __future__ import annotations

from threadproof.evidence.result import Result, Unknown, Unsafe
from threadproof.ir.interp import Given, Limits, Machine, NeedInput, State
from threadproof.ir.interp.outcome import Next
from threadproof.ir.program import Program
from threadproof.properties import shape
from threadproof.sched.base import scheduler_of

HANDLES = "numbers of threads that were joined matter"


def followed(program: Program, result: Result) -> Result:
    """The answer, if a schedule can be taken with numbers that are not given again."""
    if not isinstance(result, Unsafe):
        return result
    limits = Limits(threads=1 << 20, depth=1 << 20)
    machine = Machine(program, result.property, scheduler_of(program, result.property), limits, pause=True)
    state: State | None = None
    ends = shape(result.property).last_turns
    for turn in result.schedule[: len(result.schedule) - ends]:
        inputs = Given(turn.inputs)
        try:
            outcome = machine.start(inputs) if state is None else machine.step(state, turn.thread, inputs)
            while isinstance(outcome, Next) and outcome.state.paused >= 0:
                outcome = machine.step(outcome.state, turn.thread, inputs)
        except (NeedInput, IndexError):
            return Unknown(HANDLES)
        if not isinstance(outcome, Next):
            return Unknown(HANDLES)
        state = outcome.state
    return result
