"""Strongest postconditions by forward symbolic execution: each variable's value after a step as a term over the values
before it.

Everything that is known is folded in on the way, so a step over known values costs no solver call. A havocked variable becomes
a fresh symbol of the step. Conditions of assumes that do not fold to true are collected; one that folds to false ends the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import FloatType
from threadproof.ir.walk import substitute


class SymbolicEvaluator:
    """`lookup` gives the value of a variable before the step (a constant, or the variable itself)."""

    def __init__(self, lookup: Callable[[Variable], Expr]) -> None:
        self.lookup = lookup
        self.env: dict[Variable, Expr] = {}  # what was read or written so far
        self.written: set[Variable] = set()
        self.conditions: list[Expr] = []
        self._memo: dict[Expr, Expr] = {}

    def value(self, expr: Expr) -> Expr:
        if expr.is_const:
            return expr
        found = self._memo.get(expr)
        if found is not None:
            return found

        def replace(node: Expr) -> Expr | None:
            if node.op != "var":
                return None
            found = self.env.get(node.payload)
            if found is None:
                found = self.env[node.payload] = self.lookup(node.payload)
            return found

        return substitute(expr, replace, self._memo)

    def run(self, steps: Iterable[ops.DataOp]) -> bool:
        """False where the step cannot be taken."""
        for op in steps:
            match op:
                case ops.Assume(condition):
                    holds = self.value(condition)
                    if holds is E.FALSE:
                        return False
                    if holds is not E.TRUE:
                        self._learn(holds)
                case ops.Assign(target, value):
                    self._set(target, self.value(value))
                case ops.Havoc(target):
                    self._set(target, self.havocked(target))
                case ops.Write(array, index, value):
                    self._set(array, put(self.value(E.var(array)), self.value(index), self.value(value)))
                case _:
                    assert_never(op)
        return True

    def havocked(self, target: Variable) -> Expr:
        return E.var(Variable(f"{target.name}?", target.type))

    def _set(self, variable: Variable, value: Expr) -> None:
        self.env[variable] = value
        self.written.add(variable)
        self._memo = {}

    def _learn(self, condition: Expr) -> None:
        """Keep the conjuncts; `x = c` fixes x from here on."""
        for part in conjuncts(condition):
            self.conditions.append(part)
            fixed = _fixes(part)
            if fixed is None:
                continue
            variable, constant = fixed
            self.env.setdefault(variable, E.var(variable))
            for name, value in self.env.items():
                if value.op == "var" and value.payload is variable:
                    self.env[name] = constant
            self._memo = {}


def conjuncts(condition: Expr) -> list[Expr]:
    """a & b & c, and !(a | b), as a list."""
    found, stack = [], [condition]
    while stack:
        node = stack.pop()
        if node.op == "and":
            stack.extend(reversed(node.args))
        elif node.op == "lnot" and node.args[0].op == "or":
            stack.extend(E.lnot(arg) for arg in reversed(node.args[0].args))
        else:
            found.append(node)
    return found


def _fixes(condition: Expr) -> tuple[Variable, Expr] | None:
    if condition.op == "eq" and condition.args[0].op == "var" and condition.args[1].is_const:
        if isinstance(condition.args[0].type, FloatType):
            return None  # two zeros
        return condition.args[0].payload, condition.args[1]
    if condition.op == "var":
        return condition.payload, E.TRUE
    if condition.op == "lnot" and condition.args[0].op == "var":
        return condition.args[0].payload, E.FALSE
    return None


def put(array: Expr, index: Expr, value: Expr) -> Expr:
    """`store`, where known elements stay sorted by index and an overwritten one disappears: equal arrays are the same term."""
    if not index.is_const:
        return E.store(array, index, value)
    above = []
    while array.op == "store" and array.args[1].is_const and array.args[1].payload >= index.payload:
        if array.args[1] is not index:
            above.append((array.args[1], array.args[2]))
        array = array.args[0]
    if not (array.op == "fill" and array.args[0] is value):
        array = E.store(array, index, value)
    for at, element in reversed(above):
        array = E.store(array, at, element)
    return array
