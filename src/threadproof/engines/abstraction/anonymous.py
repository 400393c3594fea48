"""Threads without identity: a lowered program in which no thread knows its own number or that of another one.

A proof for any number of threads treats all threads of one template alike, so numbers must not matter. The number that `spawn`
yields becomes an arbitrary value, and so does `self` in every thread but main, except that it lies between 1 and MOST: no program
creates more threads than that. The result allows more executions than the program, never fewer. Joins need the number, so a
program with joins has no such form; neither has one that creates main as a thread or is not scheduled freely.
"""

from __future__ import annotations

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import U32
from threadproof.ir.uses import map_op
from threadproof.ir.walk import substitute
from threadproof.records import replace

MOST = (1 << 31) - 1  # threads


def anonymous(program: Program) -> Program | None:
    if program.scheduler != "preemptive" or any(
        isinstance(op, ops.Join) or (isinstance(op, ops.Spawn) and op.function.payload.name == program.main)
        for function in program.functions.values()
        for edge in function.edges
        for op in edge.ops
    ):
        return None
    return replace(program, functions={name: _function(f, name == program.main) for name, f in program.functions.items()})


def _function(function: Function, main: bool) -> Function:
    self = E.const(U32, 0) if main else E.var(Variable("%self", U32))
    number = Variable("%number", U32)
    memo: dict[Expr, Expr] = {}

    def rename(expr: Expr) -> Expr:
        return substitute(expr, lambda node: self if node.op == "self" else None, memo)

    known = [] if main else [ops.Assume(E.land(E.le(E.const(U32, 1), self), E.le(self, E.const(U32, MOST))), False)]
    edges = []
    for edge in function.edges:
        done: list[ops.Op] = list(known) if edge.source == function.entry else []
        for op in edge.ops:
            if isinstance(op, ops.Spawn):
                done += [ops.Spawn(number, rename(op.function), rename(op.argument)), ops.Havoc(op.target, ops.Origin.UNINIT)]
            else:
                done.append(map_op(op, rename, lambda variable: variable))
        edges.append(Edge(edge.source, edge.target, tuple(done), edge.pos, edge.back))
    return replace(function, edges=edges)
