"""One alternation of quantifiers, by z3: have conditions a solution for which a body is false whatever the rest is?

The limit is one of z3's counted resources, so that answers do not depend on what else the machine does; a limit of time is only
there for the case that z3 does not notice.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from threadproof.ir.expr import Expr, Variable

PER_SECOND = 4_000_000  # units of z3's resource limit, roughly; it is checked in more places than the time
AT_MOST = 20  # times as long


class QuantifiedSolver:
    """`limit`: seconds per question, roughly; it may be changed between questions. `effort`: the work so far, in such seconds.
    z3 is loaded with the first question."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.calls = 0
        self.seconds = 0.0
        self.effort = 0.0
        self.unknown = 0
        self._answers: dict[tuple[frozenset[Expr], frozenset[Variable], Expr], bool] = {}

    def solvable(self, conditions: Sequence[Expr], bound: frozenset[Variable], body: Expr) -> bool | None:
        """None: z3 gave up."""
        key = (frozenset(conditions), bound, body)
        if key in self._answers:
            return self._answers[key]
        import z3

        from threadproof.smt.encode import Encoder
        from threadproof.smt.z3 import Z3Terms

        encoder: Encoder[object] = Encoder(Z3Terms())
        solver = z3.Solver()
        solver.set("timeout", max(1, int(AT_MOST * self.limit * 1000)), "rlimit", max(1, int(self.limit * PER_SECOND)))
        for condition in conditions:
            solver.add(encoder.term(condition))
        inner = z3.Not(encoder.term(body))
        names = [encoder.symbol(variable) for variable in sorted(bound, key=lambda variable: variable.name)]
        if encoder.side:
            return None  # bits of floats: their side conditions would have to be quantified, too
        solver.add(z3.ForAll(names, inner) if names else inner)
        started, before = time.monotonic(), _used(solver)
        answer = solver.check()
        self.calls += 1
        self.seconds += time.monotonic() - started
        self.effort += (_used(solver) - before) / PER_SECOND
        if answer == z3.unknown:
            self.unknown += 1
            return None
        self._answers[key] = answer == z3.sat
        return answer == z3.sat  # type: ignore[no-any-return]


def _used(solver: Any) -> int:
    """Of the resource, by all solvers of this process."""
    return int(solver.statistics().get_key_value("rlimit count"))
