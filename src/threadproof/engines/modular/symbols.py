"""Moves on symbols: what they make of shared variables and registers, as terms over the state before them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import with_values
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicMove:
    """`after`: of all that is written; `conditions`: what must hold for the move to be made."""

    after: Mapping[Variable, Expr]
    conditions: tuple[Expr, ...]

    def value(self, variable: Variable) -> Expr:
        """Behind the move."""
        return self.after.get(variable) or E.var(variable)

    def carried(self, fact: Expr) -> Expr:
        """A fact about the state behind the move as one about the state before it."""
        return with_values(fact, self.after)


def symbolic(operations: Iterable[ops.DataOp]) -> SymbolicMove:
    after: dict[Variable, Expr] = {}
    conditions: list[Expr] = []
    for op in operations:
        match op:
            case ops.Assume(condition):
                conditions.append(with_values(condition, after))
            case ops.Assign(target, value):
                after[target] = with_values(value, after)
            case ops.Havoc(target):
                after[target] = E.var(Variable(f"{target.name}?", target.type))
            case ops.Write(array, index, value):
                old = after.get(array) or E.var(array)
                after[array] = E.store(old, with_values(index, after), with_values(value, after))
            case _:
                assert_never(op)
    return SymbolicMove(after, tuple(conditions))


def distance(value: Expr, base: Variable) -> int | None:
    """k, where a value is `base + k`."""
    if value.op == "var":
        return 0 if value.payload is base else None
    if value.op not in ("add", "sub") or not value.args[1].is_const:
        return None
    inner = distance(value.args[0], base)
    if inner is None:
        return None
    number = int(value.args[1].payload)
    return inner + (number if value.op == "add" else -number)
