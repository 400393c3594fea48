"""The protocol of schedulers (stated where the machine uses it, in `ir.interp.control`) and the choice by a program's
`scheduler` field."""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.ir.interp.control import ControlEvent, ControlEventKind, Scheduler
from threadproof.ir.op import Came, Now
from threadproof.ir.program import Program
from threadproof.properties import NONE, Shape, shape
from threadproof.sched.preemptive import Preemptive

__all__ = ["ControlEvent", "ControlEventKind", "Scheduler", "scheduler_of"]


def scheduler_of(program: Program, property: str = NONE, clock: bool = False) -> Scheduler:
    """`clock`: cooperative schedulers keep the time even where the program does not read it."""
    match program.scheduler:
        case "preemptive":
            return Preemptive()
        case "systemc":
            from threadproof.sched.systemc import SystemC

            return SystemC(clock or reads(program, Now), strict=shape(property) is Shape.DEADLOCK)
        case "fairthreads" | "fairthreads-free":
            from threadproof.sched.fairthreads import FairThreads

            free = program.scheduler == "fairthreads-free"
            strict = shape(property) is Shape.DEADLOCK
            return FairThreads(clock or reads(program, Now), reads(program, Came), strict, free)
    raise UnsupportedError(f"no scheduler called {program.scheduler!r}", program.entry.pos)


def reads(program: Program, what: type[Now | Came]) -> bool:
    return any(isinstance(op, what) for f in program.functions.values() for edge in f.edges for op in edge.ops)
