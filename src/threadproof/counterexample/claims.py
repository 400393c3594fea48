"""Concretisation of a violation that an engine has found in a lowered program: FALSE, once the interpreter has replayed
it.

A violation that the interpreter does not follow is a *claim* (`Task.claims`): the engine says that the property is
violated, the reference semantics do not show it, and one of them is wrong. That is no missing answer but a
contradiction: TRUE is forbidden afterwards, to this engine and to every other, and a bug bundle has the claim. A replay
that needs a value which the path does not determine (memory that was never written) may fail to follow a violation that
is real, which is no reason for TRUE either.

Some differences are expected, since they are part of how a proof is made, and are no claim: a race of accesses to
different bytes of what is one variable in the lowered program (`passes.watch`), a violation that needs another order
of threads than FairThreads have (`passes.free_order`), threads that wait for each other until another one does what C
leaves undefined (`sched.waits.lasting`). There the lowered program can do more than the program; if it violates the
property and the program does not, the engine does not know, and the others may.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from threadproof.errors import Pos
from threadproof.evidence.result import Result, Schedule, Unknown, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir.arith import Value
from threadproof.ir.expr import Variable
from threadproof.ir.op import Origin
from threadproof.sched.system import SystemStep

NOT_FOLLOWED = "the interpreter did not follow a counterexample"
APART = "a race of accesses that share a variable here and are apart in memory"
FREED = "threads that wait for each other until another one breaks the rules of locks"

Chosen = list[tuple[int, Variable, Origin, Value]]
"""Values of havocs in path order: thread, the register of the original program, where it comes from, value."""

NOTHING: Chosen = []


class Lost(Enum):
    """Why a path is no schedule."""

    NOT_FOLLOWED = "the interpreter does not follow it"
    APART = "the accesses at its end are apart in memory"
    FREED = "threads that wait for each other at its end are freed by another one"


def shown(
    task: Task, message: str, pos: Pos, schedule: Schedule | Lost, steps: Sequence[SystemStep] = (), chosen: Chosen = NOTHING
) -> Result:
    """The answer for a violation, once the interpreter has tried to follow it along these steps, with these inputs."""
    match schedule:
        case Lost.APART:
            return Unknown(f"{APART} at {pos}")
        case Lost.FREED:
            return Unknown(f"{FREED} at {pos}")
        case Lost.NOT_FOLLOWED:
            taken = (f"thread {step.thread}: {step.edge.pos}: {'; '.join(map(str, step.edge.ops))}" for step in steps)
            drawn = (f"input of thread {thread}: {variable.name} = {value}" for thread, variable, _, value in chosen)
            return task.unconfirmed(f"{NOT_FOLLOWED} to {pos}", (message, *taken, *drawn))
    return Unsafe(task.property, message, schedule, pos)
