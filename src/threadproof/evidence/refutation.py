"""The refutation of an order problem: the theory lemmas that an UNSAT answer rests on, beside the clauses of the
problem.

Each clause says that some literals together give a cycle; `certify.order.clauses` derives it again. A solver starts with the
clauses that are already there (those found before solving) and appends its own; `eager` has all of them at once.

A property holds because none of three questions has an answer: is there an execution that violates it, that does what
is not defined or not modelled, or that leaves the unrolled program. They are asked in this order, and each adds to the
encoding of those before, so a check that asks them again about the same unrolling has to refute the same clauses
(`certify.order.unrolled`).
"""

from __future__ import annotations

from threadproof.events.problem import Clause, Problem
from threadproof.events.world import UnrollingLimits
from threadproof.ir.program import Program
from threadproof.records import dataclass, field

VIOLATED, UNDEFINED, EXCEEDED = QUESTIONS = ("violated", "undefined", "exceeded")


@dataclass(slots=True)
class Lemmas:
    clauses: list[Clause] = field(default_factory=list)
    choices: dict[int, tuple[int, int]] = field(default_factory=dict)  # write-order variables: true means first < second


@dataclass(slots=True)
class Refuted:
    """A question without answer, and what that rests on."""

    question: str
    problem: Problem
    lemmas: Lemmas


@dataclass(frozen=True, slots=True)
class Refutation:
    """All questions about one unrolling. Those that constants decide are not listed. `plain`: no question was asked twice."""

    program: Program  # lowered
    limits: UnrollingLimits
    refuted: tuple[Refuted, ...]
    plain: bool
