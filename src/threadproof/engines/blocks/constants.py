"""Constants at a point of an unwinding: variables that hold one value, whatever path was taken. Partial order
reduction asks for it (`sched.por.static.NodeKnowledge`)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import with_values


class Constants:
    def __init__(self, values: Mapping[Variable, Expr]) -> None:
        self.values = {name: value for name, value in values.items() if is_constant(value)}

    def value(self, expr: Expr) -> Expr:
        return with_values(expr, self.values)

    def truth(self, condition: Expr) -> bool | None:
        value = self.value(condition)
        return value is E.TRUE if value.is_const else None

    def about(self, variables: frozenset[Variable]) -> Hashable:
        return frozenset((name, value) for name, value in self.values.items() if name in variables)

    def facts(self, variables: frozenset[Variable]) -> frozenset[Expr]:
        """The same as formulas."""
        return frozenset(E.same(E.var(name), value) for name, value in self.values.items() if name in variables)


def is_constant(value: Expr) -> bool:
    """Also an array whose elements are all constants."""
    if value.is_const:
        return True
    if not isinstance(value.type, ArrayType):
        return False
    while value.op == "store":
        if not (value.args[1].is_const and value.args[2].is_const):
            return False
        value = value.args[0]
    return value.op == "fill" and value.args[0].is_const
