"""`--engine bmc`: bounded model checking by block encoding. One block that never ends: the program is unwound, all
interleavings that partial order reduction leaves, paths that meet are merged, and one question decides whether a
failure is possible.

Rounds: loops are followed once, twice, four times ... (up to `--bound` times). A round only unwinds what the rounds
before cut off, and the solver is incremental. After each round:

- is a violation possible? Then its path is the answer.
- is something possible that forbids TRUE: undefined behaviour, a limit such as that of threads?
- is a cut path possible that leads to states where no point has been (`covering`)? If not, no execution leaves what was
  unwound (*forward condition*), and the answer is TRUE. Else another round follows, or the answer is UNKNOWN(bound K).
"""

from __future__ import annotations

import time

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.blocks.bound import LoopBound, LoopCounters
from threadproof.engines.blocks.covering import Covering, covered
from threadproof.engines.blocks.export import export
from threadproof.engines.blocks.formula import execute, start
from threadproof.engines.blocks.options import BlockOptions, make_parts, make_system
from threadproof.engines.blocks.query import Queries, violation
from threadproof.engines.blocks.unwind import Unwinding
from threadproof.evidence.result import Result, Safe, Unknown
from threadproof.evidence.task import Task, chosen
from threadproof.ir import expr as E
from threadproof.ir.program import Program
from threadproof.reach.failures import Failures

PATIENCE = 0.5  # seconds of unwinding after which failures are asked for; twice as long each time


class BmcEngine:
    name = "bmc"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        return Bmc(program, task, budget, counters).run()


class Bmc:
    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters) -> None:
        self.program, self.task, self.budget, self.counters = program, task, budget, counters
        self.options = chosen(BlockOptions, task)
        self.system = make_system(program, task, self.options, counters)
        self.parts = make_parts(self.system, self.options, "never")
        self.loops = LoopCounters(self.system, self.parts.places)
        self.queries = Queries(self.options.factor == "on", budget)
        started = execute(self.system.initial_ops(), {}, self.parts.ranges)
        assert started is not None
        self.covering = Covering(self.parts.places)
        begin = start(E.TRUE, started[1])
        self.unwinding = Unwinding(self.parts, self.system.initial, begin, covering=self.covering)
        self.failures = Failures(task.property)
        self.asked = 0  # failures of which it is known whether they are possible
        self.patience = PATIENCE
        counters.update({"points": 0, "covered": 0, "bound": 0, "solver_calls": 0, "solver_seconds": 0.0})

    def run(self) -> Result:
        try:
            return self._rounds()
        finally:
            solver = self.queries.solver
            points = self.unwinding.points
            self.counters.update({"points": len(points), "covered": sum(len(point.again) for point in points)})
            self.counters.update({"solver_calls": solver.calls, "solver_seconds": round(solver.seconds, 3)})

    def _rounds(self) -> Result:
        limit = 1
        while True:
            self.counters["bound"] = limit
            found = self._unwind(LoopBound(limit, self.loops)) or self._failures()
            if found is not None:
                return found
            if not self._further():
                return Unknown(self.failures.trouble) if self.failures.trouble else Safe(export(self.unwinding))
            if limit == self.options.bound:
                return Unknown(self.failures.trouble or f"bound {limit}")
            limit = min(2 * limit, self.options.bound or 2 * limit)
            self.unwinding.resume()

    def _further(self) -> bool:
        """Whether an execution leaves what was unwound. Of the cuts, those that are not covered remain."""
        cuts = self.unwinding.cuts
        if self.queries.first(cuts) is None:
            return False
        similar = {}
        for arrow in cuts:
            self.budget.check(self.counters)
            similar[arrow] = self.covering.similar(arrow)
        repeating = covered(list(similar.items()), self.queries)
        for arrow in repeating:
            self.unwinding.cover(arrow, tuple([point for point, _ in similar[arrow]]))
        self.unwinding.cuts = [arrow for arrow in cuts if arrow not in repeating]
        return not repeating or self.queries.first(self.unwinding.cuts) is not None

    def _unwind(self, bound: LoopBound) -> Result | None:
        """One round. Failures are asked for from time to time, too, since the whole of it may take long."""
        started = time.monotonic()
        while self.unwinding.waiting():
            self.counters["points"] = len(self.unwinding.points)
            self.budget.check(self.counters)
            self.unwinding.advance(bound)
            if time.monotonic() - started > self.patience:
                found = self._failures()
                if found is not None:
                    return found
                self.patience *= 2
                started = time.monotonic()
        return None

    def _failures(self) -> Result | None:
        """Of all failing steps that were found since the last time."""
        new = self.unwinding.failures[self.asked :]
        self.asked = len(self.unwinding.failures)
        steps = self.queries.first([arrow for arrow in new if self.failures.violates(arrow.step)])
        if steps is not None:
            return violation(self.program, self.task, self.system.initial_ops(), steps, self.budget)
        others = [] if self.failures.trouble else [arrow for arrow in new if not self.failures.violates(arrow.step)]
        steps = self.queries.first(others)
        if steps is not None:
            self.failures.possible(steps[-1])
        return None
