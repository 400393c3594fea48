"""One alternation of quantifiers, by z3: have conditions a solution for which a body is false whatever the rest is?"""

from __future__ import annotations

import time

from threadproof.ir.expr import Expr, Variable

PER_SECOND = 4_000_000  # units of z3's resource limit: it is checked in more places than the time


class QuantifiedSolver:
    """`limit`: seconds per question; it may be changed between questions. z3 is loaded with the first one."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.calls = 0
        self.seconds = 0.0
        self.unknown = 0
        self._answers: dict[tuple[frozenset[Expr], frozenset[Variable], Expr], bool] = {}

    def solvable(self, conditions: frozenset[Expr], bound: frozenset[Variable], body: Expr) -> bool | None:
        """None: z3 gave up."""
        key = (conditions, bound, body)
        if key in self._answers:
            return self._answers[key]
        import z3

        from threadproof.smt.encode import Encoder
        from threadproof.smt.z3 import Z3Terms

        encoder: Encoder[object] = Encoder(Z3Terms())
        solver = z3.Solver()
        solver.set("timeout", max(1, int(self.limit * 1000)), "rlimit", int(self.limit * PER_SECOND))
        for condition in conditions:
            solver.add(encoder.term(condition))
        inner = z3.Not(encoder.term(body))
        names = [encoder.symbol(variable) for variable in sorted(bound, key=lambda variable: variable.name)]
        if encoder.side:
            return None  # bits of floats: their side conditions would have to be quantified, too
        solver.add(z3.ForAll(names, inner) if names else inner)
        started = time.monotonic()
        answer = solver.check()
        self.calls += 1
        self.seconds += time.monotonic() - started
        if answer == z3.unknown:
            self.unknown += 1
            return None
        self._answers[key] = answer == z3.sat
        return answer == z3.sat  # type: ignore[no-any-return]
