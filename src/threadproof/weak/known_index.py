"""Array elements that are certain although the index is computed: the index follows from one read, and the place that is
read never holds more than a few constants, each of which gives the same index.
"""

from __future__ import annotations

from collections.abc import Collection

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.uses import expr_variables, op_target
from threadproof.ir.walk import substitute

FEW = 8
Values = frozenset[Expr]
NO_VALUES: Values = frozenset()  # nothing is known


def held(program: Program) -> dict[Variable, Values]:
    """By shared variable of a lowered program: all that it ever holds, if these are few constants."""
    found = {variable: {value} for variable, value in program.initial.items() if value.is_const}
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                target = op_target(op)
                if target in found:
                    if isinstance(op, ops.Assign) and op.value.is_const and len(found[target]) < FEW:
                        found[target].add(op.value)
                    else:
                        del found[target]
    return {variable: frozenset(values) for variable, values in found.items()}


def element(index: Expr, registers: Collection[Variable], values: Values) -> Expr | None:
    """The only one, if the registers hold one of these values."""
    if index.is_const:
        return index
    if not values or not expr_variables(index) <= set(registers):
        return None
    result, *others = {_with(index, value) for value in values}
    return result if result.is_const and not others else None


def _with(index: Expr, value: Expr) -> Expr:
    return substitute(index, lambda part: value if part.op == "var" else None)
