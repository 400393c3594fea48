"""A SAT solver behind one small class: clauses in, an assignment out, within a time limit.

The solvers of python-sat cannot be interrupted from outside, but they stop after a number of conflicts. `solve` asks in slices,
so that no slice is expected to take longer than a fraction of the time that is left; what was learnt stays in between. Every
variable is known from the start or from the first clause that mentions it; one that the solver never met is false.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

DEFAULT = "cadical195"
FIRST_SLICE = 2000  # conflicts
SLICE_SECONDS = 1.0


class Sat:
    """`seconds` is the time spent in `solve`."""

    __slots__ = ("_solver", "_trusted", "seconds")

    def __init__(self, clauses: Iterable[Sequence[int]] = (), name: str = DEFAULT) -> None:
        from pysat.solvers import Solver

        self._solver: Any = Solver(name=name)
        self.seconds = 0.0
        self._trusted = True
        for clause in clauses:
            self.add(clause)

    @property
    def native(self) -> Any:
        """The solver of python-sat, to connect a propagator."""
        return self._solver.solver

    def add(self, clause: Sequence[int]) -> None:
        if clause:
            self._solver.add_clause(clause)
        else:
            self._trusted = False

    def solve(self, seconds: float) -> bool | None:
        """None: not within this time."""
        if not self._trusted:
            return False
        started = time.monotonic()
        conflicts = FIRST_SLICE
        answer: bool | None = None
        while answer is None:
            before = time.monotonic()
            if before - started >= seconds:
                break
            self._solver.conf_budget(conflicts)
            answer = self._solver.solve_limited()
            took = max(time.monotonic() - before, 1e-6)
            left = seconds - (time.monotonic() - started)
            conflicts = min(1 << 30, max(100, int(conflicts * min(4.0, min(SLICE_SECONDS, left / 2) / took))))
        self.seconds += time.monotonic() - started
        return answer

    def model(self, variables: int) -> list[bool]:
        """After True: the value of each variable, by number; index 0 is unused."""
        true = [False] * (variables + 1)
        for literal in self._solver.get_model():
            if 0 < literal <= variables:
                true[literal] = True
        return true

    def statistics(self) -> dict[str, int]:
        """`decisions`, `conflicts`, `propagations`, `restarts` so far."""
        return dict(self._solver.accum_stats())

    def close(self) -> None:
        self._solver.delete()

    def __enter__(self) -> Sat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
