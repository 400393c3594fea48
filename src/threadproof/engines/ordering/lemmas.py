"""What a SAT solver was told about the order: the clauses an UNSAT answer rests on beside those of the problem.

Each clause says that some literals together give a cycle; `certify.order` derives it again. A solver starts with the clauses that
are already there (those found before solving) and appends its own; `eager` has all of them at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from threadproof.engines.ordering.problem import Clause, Problem


@dataclass(slots=True)
class Lemmas:
    clauses: list[Clause] = field(default_factory=list)
    choices: dict[int, tuple[int, int]] = field(default_factory=dict)  # write-order variables: true means first < second


@dataclass(slots=True)
class Refuted:
    """A question without answer, and what that rests on."""

    problem: Problem
    lemmas: Lemmas
