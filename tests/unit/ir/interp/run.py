"""Helpers: run programs step by step, collect all reachable states in the plainest way."""

from __future__ import annotations

from threadproof.ir.interp import Given, Machine, State
from threadproof.ir.interp.outcome import Next, StepOutcome
from threadproof.ir.interp.values import Stored
from threadproof.ir.program import Program
from threadproof.properties import UNREACH
from threadproof.sched.base import scheduler_of


def machine_of(program: Program, property: str = UNREACH, **options: object) -> Machine:
    return Machine(program, property, scheduler_of(program), **options)  # type: ignore[arg-type]


def walk(machine: Machine, *turns: int | tuple[int, tuple[Stored, ...]], first: tuple[Stored, ...] = ()) -> StepOutcome:
    """The outcome of the last turn; all earlier ones must be taken."""
    outcome = machine.start(Given(first))
    for turn in turns:
        assert isinstance(outcome, Next), outcome
        thread, inputs = (turn, ()) if isinstance(turn, int) else turn
        outcome = machine.step(outcome.state, thread, Given(inputs))
    return outcome


def taken(outcome: StepOutcome) -> State:
    assert isinstance(outcome, Next), outcome
    return outcome.state
