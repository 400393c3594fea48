"""Paths as formulas: every assignment makes a new copy of its variable, so a path is the conjunction of its steps.

`Ssa` owns the copies. Copy 0 of a variable is the variable itself: a formula about the state before a path needs no renaming.
Arrays are different: a later version is no symbol but the term that it was assigned (`store`s over the first version or over
`fill`), so no formula compares arrays, which solvers do badly. The price: a formula may mention an older copy of an index or
element.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.walk import substitute, variables


class Ssa:
    def __init__(self) -> None:
        self._copies: dict[tuple[Variable, int], Variable] = {}
        self._original: dict[Variable, Variable] = {}
        self._arrays: dict[tuple[Variable, int], Expr] = {}

    def copy(self, variable: Variable, index: int) -> Variable:
        if index == 0:
            return variable
        found = self._copies.get((variable, index))
        if found is None:
            found = Variable(f"{variable.name}#{index}", variable.type)
            self._copies[variable, index] = found
            self._original[found] = variable
        return found

    def at(self, expr: Expr, index: Mapping[Variable, int]) -> Expr:
        """The expression over the copies that are current at `index`."""

        def rename(node: Expr) -> Expr | None:
            if node.op != "var" or not index.get(node.payload):
                return None
            key = (node.payload, index[node.payload])
            return self._arrays.get(key) or E.var(self.copy(*key))

        return substitute(expr, rename)

    def original(self, expr: Expr, index: Mapping[Variable, int]) -> Expr | None:
        """The expression with every copy replaced by its variable; None if it mentions a copy that is not current at `index`."""
        for variable in variables(expr):
            original = self._original.get(variable, variable)
            if self.copy(original, index.get(original, 0)) is not variable:
                return None

        def rename(node: Expr) -> Expr | None:
            return E.var(self._original[node.payload]) if node.op == "var" and node.payload in self._original else None

        return substitute(expr, rename)

    def conjuncts(self, steps: Iterable[ops.DataOp], index: dict[Variable, int]) -> list[Expr]:
        """One conjunct per assume and per assignment to a scalar; `index` moves on to the state after them."""
        found = []
        for op in steps:
            match op:
                case ops.Assume(condition):
                    found.append(self.at(condition, index))
                case ops.Assign(target, value) if isinstance(target.type, ArrayType):
                    self._assign_array(target, self.at(value, index), index)
                case ops.Assign(target, value):
                    renamed = self.at(value, index)
                    found.append(E.same(E.var(self._next(target, index)), renamed))
                case ops.Havoc(target):
                    self._next(target, index)
                case ops.Write(array, at, value):
                    stored = E.store(self.at(E.var(array), index), self.at(at, index), self.at(value, index))
                    self._assign_array(array, stored, index)
                case _:
                    assert_never(op)
        return found

    def _assign_array(self, array: Variable, term: Expr, index: dict[Variable, int]) -> None:
        self._next(array, index)
        self._arrays[array, index[array]] = term

    def _next(self, variable: Variable, index: dict[Variable, int]) -> Variable:
        index[variable] = index.get(variable, 0) + 1
        return self.copy(variable, index[variable])


def conjunction(parts: Iterable[Expr]) -> Expr:
    result = E.TRUE
    for part in parts:
        result = E.land(result, part)
    return result
