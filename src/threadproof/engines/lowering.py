"""A program as an engine explores it: threads over variables. Data races are checks there."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.ir.program import Program
from threadproof.passes import runner
from threadproof.passes.options import DEFAULTS
from threadproof.properties import RACE
from threadproof.records import replace

ANALYSED = [step for step in runner.LOWER if step is not runner.REACHABLE]
"""The passes from an analysed program on, without those that only some engines want."""


def lower(program: Program, passes: Sequence[runner.Pass], property_: str, unwind: int) -> Program:
    races = property_ == RACE
    limits = replace(DEFAULTS, recursion=unwind or DEFAULTS.recursion, all_accesses=races)
    return runner.run(program, runner.watching(passes) if races else passes, limits)
