"""The protocol of schedulers (stated where the machine uses it, in `ir.interp.control`) and the choice by a program's
`scheduler` field."""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.ir.interp.control import Event, Happening, Scheduler
from threadproof.ir.program import Program
from threadproof.sched.preemptive import Preemptive

__all__ = ["Event", "Happening", "Scheduler", "scheduler_of"]


def scheduler_of(program: Program) -> Scheduler:
    match program.scheduler:
        case "preemptive":
            return Preemptive()
    raise UnsupportedError(f"no scheduler called {program.scheduler!r}", program.entry.pos)
