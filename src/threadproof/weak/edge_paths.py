"""Paths in the place of edges: a function is rewritten, operation by operation, with calls of a model in between."""

from __future__ import annotations

from threadproof.analyses.graph import with_edges
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import Type


class EdgePaths:
    """`now`: the edge at hand. `at`: where the next edge begins that is written for it."""

    now: Edge

    def __init__(self, program: Program, function: Function) -> None:
        self.program, self.function = program, function
        self.pointer = program.data_model.pointer
        self.edges: list[Edge] = []
        self.fresh = 1 + max([function.entry, *(end for edge in function.edges for end in (edge.source, edge.target))])
        self.made: list[Variable] = []
        self.at = function.entry

    def run(self) -> Function:
        for edge in self.function.edges:
            self.at, self.now = edge.source, edge
            self.prepare(edge)
        result = with_edges(self.function, self.edges)
        result.locals.extend(self.made)
        return result

    def prepare(self, edge: Edge) -> None:
        self.rewrite(edge)

    def rewrite(self, edge: Edge) -> None:
        raise NotImplementedError

    def first(self, edge: Edge, name: str) -> None:
        self.path(edge, self.at, [self.call(name), *edge.ops], edge.target)

    def path(self, edge: Edge, source: int, steps: list[ops.Op], target: int) -> None:
        """Edges in a row, in the place of one."""
        for number, step in enumerate(steps):
            after = target if number == len(steps) - 1 else self.location()
            same = step is edge.ops[0] and (source, after) == (edge.source, edge.target)
            self.edges.append(edge if same else Edge(source, after, (step,), edge.pos))
            source = after

    def onward(self, edge: Edge, steps: list[ops.Op]) -> None:
        """The same, and go on after them."""
        after = self.location()
        self.path(edge, self.at, steps, after)
        self.at = after

    def unless(self, edge: Edge, condition: Expr) -> int:
        """Go on where the condition holds; the location where it does not."""
        source, self.at, other = self.at, self.location(), self.location()
        self.path(edge, source, [ops.Assume(condition)], self.at)
        self.path(edge, source, [ops.Assume(e.lnot(condition))], other)
        return other

    def location(self) -> int:
        self.fresh += 1
        return self.fresh - 1

    def register(self, type_: Type) -> Variable:
        self.made.append(Variable(f"%buffer{len(self.made)}", type_))
        return self.made[-1]

    def call(self, name: str, *args: Expr, target: Variable | None = None) -> ops.Call:
        function = self.program.functions[f"__tp_buffer_{name}"]
        return ops.Call(target, e.addr(function, self.pointer), args)
