"""Loop bounds and unwinding assertions. A path that would exceed the bound of a loop is cut, and remembered: whether
one of the cut paths is feasible decides between TRUE and another round with a larger bound.

A loop that counts is not cut in the middle: where a condition of leaving it is about registers that hold constants, it is
known whether the loop goes on, so unwinding it costs nothing (up to a limit, as it may never end). Other ways out of the loop
only end it sooner. Shared variables do not count: a thread that waits for another one would be unwound without need.
"""

from __future__ import annotations

from typing import Protocol

from threadproof.analyses.trip_counts import loops
from threadproof.engines.blocks.formula import Values
from threadproof.engines.blocks.order import Iterations, Places
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.uses import expr_variables, with_values
from threadproof.sched.system import HALTED, System, SystemStep

COUNTED = 256  # iterations of a loop that counts, unless it is known to end later
SHORT = 64  # iterations, with those of the loops around it


class Bound(Protocol):
    def exceeded(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        """Whether a step that leads to these iterations and values is one too many."""
        ...


class Unbounded:
    """For blocks that end at loops."""

    def exceeded(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        return False


class LoopBound:
    """Each time that a loop is entered, its head may be reached `limit` times more."""

    def __init__(self, limit: int, counters: LoopCounters) -> None:
        self.limit = limit
        self.counters = counters

    def exceeded(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        count = self.counters.repeated(step, iterations)
        return count > self.limit and not self.counters.counts(step, iterations, values)


class LoopCounters:
    """What must be known at the head of a loop that counts."""

    def __init__(self, system: System, places: Places) -> None:
        self.system = system
        self._leaving = [
            {head: _conditions(places, template, head) for head in places.heads(template)}
            for template in range(len(system.templates))
        ]
        self._trips = [{loop.head: loop.total for loop in loops(function) if loop.total} for function in system.templates]

    def repeated(self, step: SystemStep, iterations: Iterations) -> int:
        """How often the loop that begins where a step leads has been repeated."""
        if step.target is HALTED:
            return 0
        template, location = step.target.at[step.thread]
        return iterations[step.thread][-1] if location in self._leaving[template] else 0

    def short(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        """Whether the loop is known to end soon: then it need not be the end of a block."""
        template, location = step.target.at[step.thread]
        return self._trips[template].get(location, SHORT + 1) <= SHORT and self.counts(step, iterations, values)

    def counts(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        """Whether it is known at the target of a step if the loop that begins there goes on; not for ever."""
        template, location = step.target.at[step.thread]
        conditions = self._leaving[template].get(location, ())
        if self.repeated(step, iterations) > max(COUNTED, self._trips[template].get(location, 0)):
            return False
        return any(with_values(self.system.expr(c, step.thread), values).is_const for c in conditions)


def _conditions(places: Places, template: int, head: int) -> list[Expr]:
    """Of the steps that leave a loop, as far as they are about registers alone."""
    order = places.orders[template]
    found = []
    for edge in places.system.templates[template].edges:
        if head in order.loops.get(edge.source, ()) and head not in order.loops.get(edge.target, ()):
            first = next((op.condition for op in edge.ops if isinstance(op, ops.Assume)), None)
            if first is not None and expr_variables(first) and not any(v.shared for v in expr_variables(first)):
                found.append(first)
    return found
