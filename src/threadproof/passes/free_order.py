"""FairThreads in any order: whichever thread can run may be next, at any time, instead of one order for all instants.

That is more than can happen, so what holds afterwards held before; a failure must be checked against the program as it was. The
order of the threads is no longer part of the control: instead of one state per order, of which there are as many as
permutations, there is one per set of threads that have had their turn.
"""

from __future__ import annotations

from threadproof.ir.program import Program
from threadproof.passes.options import PassOptions
from threadproof.records import replace

FIXED, FREE = "fairthreads", "fairthreads-free"


def free_order(program: Program, options: PassOptions) -> Program:
    return replace(program, scheduler=FREE) if program.scheduler == FIXED else program
