"""Threads without numbers: what a proof for any number of threads is checked on.

The checker sees main and a few threads of a configuration with any number of them, so it cannot know a thread's number.
In the program that it works on no thread does, either: what `Spawn` yields is arbitrary, and `self` is a register of
the thread that starts with any value between 1 and LARGEST, which its first step may assume; in main it is 0. No
program creates more threads than that (each needs memory of its own). Every execution of the given program is one of
the result: let the arbitrary values be the numbers. It needs that

- nothing else depends on numbers: a join does, so there must be none;
- thread 0 alone runs main, and no thread is created with main as its function;
- threads are interleaved freely: under a cooperative scheduler they are not.

A program that breaks one of these has no such form. `Spawn` still needs a register for its result; it gets one that is
never read.
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

SELF, UNREAD = "%self", "%unread"
LARGEST = 0x7FFFFFFF


class Unsuitable(Exception):
    """The program has no form without numbers of threads."""


def without_numbers(program: Program) -> Program:
    if program.scheduler != "preemptive":
        raise Unsuitable(f"threads under the {program.scheduler} scheduler")
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                if isinstance(op, ops.Join):
                    raise Unsuitable(f"a thread is joined at {edge.pos}")
                if isinstance(op, ops.Spawn) and (op.function.op != "addr" or op.function.payload.name == program.main):
                    raise Unsuitable(f"main is created as a thread at {edge.pos}")
    functions = {name: _function(function, name == program.main) for name, function in program.functions.items()}
    return replace(program, functions=functions)


def _function(function: Function, main: bool) -> Function:
    number = E.const(U32, 0) if main else E.var(Variable(SELF, U32))
    unread = Variable(UNREAD, U32)
    memo: dict[Expr, Expr] = {}

    def expr(given: Expr) -> Expr:
        return substitute(given, lambda node: number if node.op == "self" else None, memo)

    def op(given: ops.Op) -> tuple[ops.Op, ...]:
        changed = map_op(given, expr, lambda variable: variable)
        if isinstance(changed, ops.Spawn):
            return ops.Spawn(unread, changed.function, changed.argument), ops.Havoc(changed.target, ops.Origin.EXTERN)
        return (changed,)

    def operations(edge: Edge) -> tuple[ops.Op, ...]:
        changed = tuple(new for old in edge.ops for new in op(old))
        if main or edge.source != function.entry:
            return changed
        low, high = E.le(E.const(U32, 1), number), E.le(number, E.const(U32, LARGEST))
        return ops.Assume(low, False), ops.Assume(high, False), *changed

    edges = [Edge(edge.source, edge.target, operations(edge), edge.pos, edge.back) for edge in function.edges]
    return replace(function, edges=edges)
