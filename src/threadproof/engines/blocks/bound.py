"""How often a loop may be repeated before an unwinding stops. A path that would go further is cut, and remembered: whether one of
the cut paths is possible decides between TRUE and another round with a larger bound.

A loop that counts is not cut in the middle: where the conditions of leaving it are about registers that hold constants, it is
known whether the loop goes on, so unwinding it costs nothing (up to a limit, as it may never end). Shared variables do not
count: a thread that waits for another one would be unwound without need."""

from __future__ import annotations

from typing import Protocol

from threadproof.engines.blocks.formula import Values
from threadproof.engines.blocks.order import Iterations, Places
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.uses import expr_variables, with_values
from threadproof.sched.system import END, HALTED, Step, System

COUNTED = 256  # iterations of a loop that counts


class Bound(Protocol):
    def exceeded(self, step: Step, iterations: Iterations, values: Values) -> bool:
        """Whether a step that leads to these iterations and values is one too many."""
        ...


class Unbounded:
    """For blocks that end at loops."""

    def exceeded(self, step: Step, iterations: Iterations, values: Values) -> bool:
        return False


class LoopBound:
    """Each time that a loop is entered, its head may be reached `limit` times more."""

    def __init__(self, limit: int, counters: Counters) -> None:
        self.limit = limit
        self.counters = counters

    def exceeded(self, step: Step, iterations: Iterations, values: Values) -> bool:
        most = max(iterations[step.thread], default=0)
        return most > self.limit and not (most <= COUNTED and self.counters.decided(step, values))


class Counters:
    """What must be known at the head of a loop that counts."""

    def __init__(self, system: System, places: Places) -> None:
        self.system = system
        self._leaving = [
            {head: _conditions(places, template, head) for head in places.heads(template)}
            for template in range(len(system.templates))
        ]

    def decided(self, step: Step, values: Values) -> bool:
        """Whether it is known at the target of a step if the loop that begins there goes on."""
        if step.target is HALTED:
            return False
        template, location = step.target.at[step.thread]
        conditions = self._leaving[template].get(location) if location != END else None
        if not conditions:
            return False
        return all(with_values(self.system.expr(c, step.thread), values).is_const for c in conditions)


def _conditions(places: Places, template: int, head: int) -> list[Expr]:
    """Of the steps that leave a loop; none if one is about more than registers."""
    order = places.orders[template]
    found = []
    for edge in places.system.templates[template].edges:
        if head in order.loops.get(edge.source, ()) and head not in order.loops.get(edge.target, ()):
            first = next((op.condition for op in edge.ops if isinstance(op, ops.Assume)), None)
            if first is None or any(variable.shared for variable in expr_variables(first)):
                return []
            found.append(first)
    return found
