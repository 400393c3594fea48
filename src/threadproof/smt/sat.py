"""A SAT solver as one small class: clauses in, an assignment out, within a time limit.

The solvers of python-sat cannot be interrupted from outside, but they stop after a number of conflicts. `solve` asks in slices
that grow the same way in every run, so that a run can be repeated; only near the end of the time they shrink to what is expected
to fit. What was learnt stays in between. A propagator can end the search by itself; then there are no slices. One
variable that the solver never met is false.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

DEFAULT = "cadical195"
FIRST_SLICE, LAST_SLICE = 2000, 32000  # conflicts


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

    def solve(self, seconds: float, sliced: bool = True, assume: Sequence[int] = ()) -> bool | None:
        """Under assumptions. None: not within this time. Not `sliced`: as long as it takes."""
        if not self._trusted:
            return False
        started = time.monotonic()
        answer: bool | None = None if sliced else self._solver.solve_limited(assume)
        size = FIRST_SLICE
        rate = 0.0  # seconds per conflict in the last slice
        while sliced and answer is None:
            before = time.monotonic()
            left = seconds - (before - started)
            if left <= 0:
                break
            conflicts = size if rate * size <= left else max(100, int(left / rate / 2))
            self._solver.conf_budget(conflicts)
            answer = self._solver.solve_limited(assume)
            rate = (time.monotonic() - before) / conflicts
            size = min(2 * size, LAST_SLICE)
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
