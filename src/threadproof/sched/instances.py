"""Instances of a template of threads: the ghosts that say how many there are, and those that a move creates (`sched.solo`)."""

from __future__ import annotations

from threadproof.ir.expr import Variable
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Instances:
    """The ghosts of a template."""

    count: Variable
    first: Variable
    ended: Variable

    def all(self) -> tuple[Variable, Variable, Variable]:
        return self.count, self.first, self.ended


@dataclass(frozen=True, slots=True, eq=False)
class BornThread:
    """A thread that a move creates: its number, and what its parameter is, as registers of the move."""

    template: str
    number: Variable
    argument: Variable | None
