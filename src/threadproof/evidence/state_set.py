"""A closed set of states as data: the evidence of exhaustive enumeration. `certify.states` says what must hold."""

from __future__ import annotations

from threadproof.ir.program import Program
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class StateSet:
    """All states that an analysed program can reach within limits that are not met. `number`: of the set, as it is in every
    process (`ir.interp.fingerprint`); states inside of a step, and those with a thread that loops for ever, do not count. With
    `reuse`, numbers of joined threads are given again (`ir.interp.numbers`)."""

    program: Program
    threads: int
    depth: int
    count: int
    number: str
    reuse: bool = False
