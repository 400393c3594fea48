"""Strongest postconditions of paths, by symbolic execution: values and path conditions as terms over the start of the
path and over inputs. Most of a concurrent path is constant, so most conditions are decided by simplifying them,
without a solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from threadproof.engines.impact.tree import ImpactNode
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import with_values
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class ExecutedStep:
    """A step: its operations, the conditions of its assumptions in order, and the values after it."""

    ops: Sequence[ops.DataOp]
    conditions: tuple[Expr, ...]
    values: dict[Variable, Expr]


def execute(operations: Sequence[ops.DataOp], before: dict[Variable, Expr]) -> ExecutedStep:
    values = dict(before)
    conditions = []
    for op in operations:
        match op:
            case ops.Assume(condition):
                conditions.append(with_values(condition, values))
            case ops.Assign(target, value):
                values[target] = with_values(value, values)
            case ops.Havoc(target):
                values[target] = E.var(Variable(f"{target.name}?", target.type))
            case ops.Write(array, index, value):
                old = values.get(array) or E.var(array)
                values[array] = E.store(old, with_values(index, values), with_values(value, values))
            case _:
                assert_never(op)
    return ExecutedStep(operations, tuple(conditions), values)


class Executions:
    """Of the paths from the root of a tree, each node's step once."""

    def __init__(self, initial: Sequence[ops.DataOp]) -> None:
        self._root = execute(initial, {})
        self._nodes: dict[ImpactNode, ExecutedStep] = {}
        self._excluded: dict[tuple[ImpactNode, Expr], bool] = {}

    def of(self, node: ImpactNode) -> ExecutedStep:
        """The step that leads to a node; to the root: the initial one."""
        found = self._nodes.get(node)
        if found is None:
            if node.parent is None or node.step is None:
                found = self._root
            else:
                found = execute(node.step.ops, self.of(node.parent).values)
            self._nodes[node] = found
        return found

    def excluded(self, node: ImpactNode, fact: Expr) -> bool:
        """Whether a fact is plainly false of the values with which the path arrives at a node."""
        found = self._excluded.get((node, fact))
        if found is None:
            found = self._excluded[node, fact] = with_values(fact, self.of(node).values) is E.FALSE
        return found
