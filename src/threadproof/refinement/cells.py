"""A path with one variable per cell of its arrays: what an array holds at a cut can then be part of an interpolant.

In the usual formula of a path a later version of an array is the term that it was assigned (`smt.ssa`), so a read says at once
what was written long before: nothing about the array has to be known in between, and no interpolant mentions it. Where a step
needs to know just that, no predicate is ever found. Here a write is an assignment to each cell that it may hit, `a[i] = v` is
`a.0 = i == 0 ? v : a.0` and so on, and a read chooses among the cells. That is the same path for all indices within the array;
what is read outside of it is any value, so fewer paths are contradictory, never more, and a predicate is only a proposal anyway.

Arrays with more than CELLS elements, and unbounded ones, stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import INDEX, ArrayType
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import fold, substitute

CELLS = 32


class Cells:
    def __init__(self) -> None:
        self._cells: dict[Variable, tuple[Variable, ...]] = {}
        self._place: dict[Variable, Expr] = {}
        self._outside = 0

    def path(self, steps: Sequence[Sequence[ops.DataOp]]) -> list[list[ops.DataOp]]:
        return [[new for op in step for new in self._op(op)] for step in steps]

    def back(self, formula: Expr) -> Expr:
        """About the arrays themselves."""
        return substitute(formula, lambda node: self._place.get(node.payload) if node.op == "var" else None)

    def _op(self, op: ops.DataOp) -> list[ops.DataOp]:
        match op:
            case ops.Assume(condition):
                return [ops.Assume(self._scalar(condition))]
            case ops.Write(array, at, value) if _split(array):
                return self._assign(array, E.store(E.var(array), at, value))
            case ops.Write(array, at, value):
                return [ops.Write(array, self._scalar(at), self._scalar(value))]
            case ops.Assign(target, value) if _split(target):
                return self._assign(target, value)
            case ops.Assign(target, value):
                return [ops.Assign(target, self._scalar(value))]
            case ops.Havoc(target, origin) if _split(target):
                return [ops.Havoc(cell, origin) for cell in self._of(target)]
            case ops.Havoc():
                return [op]
            case _:
                assert_never(op)

    def _assign(self, array: Variable, value: Expr) -> list[ops.DataOp]:
        """All cells at once: what is written may depend on any of them."""
        cells = self._of(array)
        after = self._elements(value, len(cells))
        changed = [(cell, new) for cell, new in zip(cells, after, strict=True) if new is not E.var(cell)]
        if not any(expr_variables(new) & set(cells) - {cell} for cell, new in changed):
            return [ops.Assign(cell, new) for cell, new in changed]
        held = [(Variable(f"{cell.name}'", cell.type), cell, new) for cell, new in changed]
        return [*(ops.Assign(copy, new) for copy, _, new in held), *(ops.Assign(cell, E.var(copy)) for copy, cell, _ in held)]

    def _elements(self, term: Expr, size: int) -> list[Expr]:
        """What an array term holds, cell by cell."""
        match term.op:
            case "var":
                return [E.var(cell) for cell in self._of(term.payload)]
            case "fill":
                return [self._scalar(term.args[0])] * size
            case "store":
                at, value = self._scalar(term.args[1]), self._scalar(term.args[2])
                before = self._elements(term.args[0], size)
                return [E.ite(E.eq(at, E.const(INDEX, i)), value, old) for i, old in enumerate(before)]
            case "ite":
                condition = self._scalar(term.args[0])
                one, other = (self._elements(arg, size) for arg in term.args[1:])
                return [E.ite(condition, a, b) for a, b in zip(one, other, strict=True)]
        raise TypeError(f"an array by {term.op}")

    def _scalar(self, expr: Expr) -> Expr:
        """Without arrays that are split."""

        def visit(node: Expr, args: list[Expr]) -> Expr:
            if node.op == "select" and _bounded(node.args[0].type):
                return self._read(node.args[0], args[1])
            return E.rebuild(node, tuple(args)) if args else node

        return fold(expr, visit)

    def _read(self, array: Expr, index: Expr) -> Expr:
        type_ = array.type
        assert isinstance(type_, ArrayType)
        found = self._elements(array, type_.size)
        if index.is_const:
            return found[index.payload] if index.payload < type_.size else self._any(type_)
        result = self._any(type_)
        for number, value in enumerate(found):
            result = E.ite(E.eq(index, E.const(INDEX, number)), value, result)
        return result

    def _any(self, type_: ArrayType) -> Expr:
        self._outside += 1
        return E.var(Variable(f"outside.{self._outside}", type_.element))

    def _of(self, array: Variable) -> tuple[Variable, ...]:
        found = self._cells.get(array)
        if found is None:
            type_ = array.type
            assert isinstance(type_, ArrayType)
            found = self._cells[array] = tuple(Variable(f"{array.name}.{i}", type_.element) for i in range(type_.size))
            self._place |= {cell: E.select(E.var(array), E.const(INDEX, i)) for i, cell in enumerate(found)}
        return found


def _split(variable: Variable) -> bool:
    return _bounded(variable.type)


def _bounded(type_: object) -> bool:
    return isinstance(type_, ArrayType) and 0 < type_.size <= CELLS
