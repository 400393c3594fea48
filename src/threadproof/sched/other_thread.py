"""Two threads in one question: the registers of the second one get names of their own."""

from __future__ import annotations

from threadproof.ir.expr import Expr, Variable, var
from threadproof.ir.op import DataOp
from threadproof.ir.types import Type
from threadproof.ir.uses import map_op
from threadproof.ir.walk import substitute
from threadproof.sched.solo import SELF


class OtherThread:
    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.plain: dict[Variable, Variable] = {}  # of those that were made: the register
        self._variables: dict[Variable, Variable] = {}
        self._memo: dict[Expr, Expr] = {}
        self._swaps: dict[Expr, Expr] = {}
        self._ops: dict[tuple[DataOp, ...], tuple[DataOp, ...]] = {}

    def variable(self, variable: Variable) -> Variable:
        if variable.shared:
            return variable
        found = self._variables.get(variable)
        if found is None:
            found = self._variables[variable] = Variable(f"{variable.name}{self.mark}", variable.type)
            self.plain[found] = variable
        return found

    def expr(self, expr: Expr) -> Expr:
        return substitute(expr, lambda node: var(self.variable(node.payload)) if node.op == "var" else None, self._memo)

    def swapped(self, expr: Expr) -> Expr:
        """An expression about both threads with each in the place of the other."""

        def replace(node: Expr) -> Expr | None:
            if node.op != "var":
                return None
            return var(self.plain.get(node.payload) or self.variable(node.payload))

        return substitute(expr, replace, self._swaps)

    def ops(self, operations: tuple[DataOp, ...]) -> tuple[DataOp, ...]:
        found = self._ops.get(operations)
        if found is None:
            found = self._ops[operations] = tuple(map_op(op, self.expr, self.variable) for op in operations)  # type: ignore[misc]
        return found


class RegisterNames:
    """Operations with their registers named in the order of their appearance: alike where they differ in names only."""

    def __init__(self) -> None:
        self._known: dict[tuple[DataOp, ...], tuple[DataOp, ...]] = {}
        self._made: dict[tuple[Type, int], Variable] = {}

    def ops(self, operations: tuple[DataOp, ...]) -> tuple[DataOp, ...]:
        found = self._known.get(operations)
        if found is None:
            names: dict[Variable, Variable] = {}

            def named(variable: Variable) -> Variable:
                if variable.shared or variable is SELF:
                    return variable
                if variable not in names:
                    key = (variable.type, len(names))
                    names[variable] = self._made.setdefault(key, Variable(f"%r{len(names)}", variable.type))
                return names[variable]

            def renamed(expr: Expr) -> Expr:
                return substitute(expr, lambda node: var(named(node.payload)) if node.op == "var" else None)

            found = tuple(map_op(op, renamed, named) for op in operations)  # type: ignore[misc]
            self._known[operations] = found
        return found
