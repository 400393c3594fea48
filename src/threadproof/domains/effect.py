"""Memoised post of a step on known values.

The outcome of executing a step on symbols depends on nothing but the known values of the variables that it mentions. Of those
there are few combinations, however many interleavings there are, so almost every step of a long run is looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from threadproof.domains.evaluate import SymbolicEvaluator
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable, var
from threadproof.ir.uses import op_variables
from threadproof.records import dataclass

Kept = Callable[[Variable, Expr], Expr | None]


@dataclass(slots=True, eq=False)
class Effect:
    """`after` executes expressions over the state after the step; `changed`: what is known after it about the variables
    that it mentions (None: nothing); `conditions` over the state before it must hold for the step to be taken."""

    after: SymbolicEvaluator
    changed: dict[Variable, Expr | None]
    written: frozenset[Variable]
    conditions: tuple[Expr, ...]


class _Steps:
    """What is remembered of one sequence of operations."""

    __slots__ = ("effects", "mentioned", "operations")

    def __init__(self, operations: tuple[ops.DataOp, ...]) -> None:
        self.operations = operations  # also keeps its id from being given away
        self.mentioned = tuple(dict.fromkeys(variable for op in operations for variable in op_variables(op)))
        self.effects: dict[tuple[Expr | None, ...], Effect | None] = {}


class Effects:
    """`kept` says what is remembered of the value of a variable, as far as it is known."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._steps: dict[int, _Steps] = {}

    def of(self, operations: tuple[ops.DataOp, ...], values: Mapping[Variable, Expr]) -> Effect | None:
        """None where the step cannot be taken."""
        steps = self._steps.get(id(operations))
        if steps is None:
            steps = self._steps[id(operations)] = _Steps(operations)
        key = tuple([values.get(variable) for variable in steps.mentioned])
        try:
            return steps.effects[key]
        except KeyError:
            found = steps.effects[key] = self._compute(steps, key)
            return found

    def _compute(self, steps: _Steps, key: tuple[Expr | None, ...]) -> Effect | None:
        known = dict(zip(steps.mentioned, key, strict=True))
        run = SymbolicEvaluator(lambda variable: known.get(variable) or var(variable))
        if not run.run(steps.operations):
            return None
        changed: dict[Variable, Expr | None] = {}
        for variable, value in run.env.items():
            kept = self._kept(variable, value)
            if kept is not known.get(variable):
                changed[variable] = kept
        targets = {
            op.array if isinstance(op, ops.Write) else op.target for op in steps.operations if not isinstance(op, ops.Assume)
        }
        return Effect(run, changed, frozenset(targets), tuple(run.conditions))
