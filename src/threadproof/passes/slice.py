"""Static cone of influence: assignments that cannot influence where control goes or whether a check holds are removed.

A variable is relevant if a condition (of a branch, an assumption, an await, a check, a join) mentions it, or if it occurs in
what is assigned to a relevant one, in any thread. What is passed to a thread is relevant if the parameter is; what a thread
returns, if some join of any thread looks at it. All other assignments, inputs and array writes go. Where every thread is, and
what every condition evaluates to, stays the same in each schedule; so do all failures.

Conditions stay, even those of loops that have become idle, so no thread gets further than before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.analyses.graph import with_edges
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Program
from threadproof.ir.uses import expr_variables, op_changed, op_exprs
from threadproof.passes.options import PassOptions
from threadproof.records import replace

_SILENT = ops.Assign | ops.Havoc | ops.Write
"""Operations that do nothing but give a variable a value."""


def slice_program(program: Program, options: PassOptions) -> Program:
    kept = relevant(program)
    functions = {}
    for name, function in program.functions.items():
        functions[name] = with_edges(function, [_sliced(edge, kept) for edge in function.edges])
    return replace(program, functions=functions, initial={v: value for v, value in program.initial.items() if v in kept})


def relevant(program: Program) -> set[Variable]:
    """Variables whose value matters to somebody."""
    sources: dict[Variable, list[Expr]] = {}  # what a variable is made of
    work: list[Variable] = []
    result = Variable("result", program.data_model.pointer)  # of any thread
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                work += _needed(op)
                for variable, expr in _flows(op, program, result):
                    sources.setdefault(variable, []).append(expr)
    joined = {op.target for op in _operations(program) if isinstance(op, ops.Join) and op.target is not None}
    found: set[Variable] = set()
    while work:
        variable = work.pop()
        if variable in found:
            continue
        found.add(variable)
        if variable in joined:
            work.append(result)
        for expr in sources.get(variable, ()):
            work += expr_variables(expr)
    return found


def _operations(program: Program) -> Iterator[ops.Op]:
    return (op for function in program.functions.values() for edge in function.edges for op in edge.ops)


def _needed(op: ops.Op) -> Iterable[Variable]:
    """Variables that decide what the operation does to control."""
    if isinstance(op, _SILENT | ops.ThreadExit | ops.Return):
        return ()
    known = isinstance(op, ops.Spawn) and op.function.op == "addr"
    exprs = () if known else op_exprs(op)
    return (variable for expr in exprs for variable in expr_variables(expr))


def _flows(op: ops.Op, program: Program, result: Variable) -> Iterator[tuple[Variable, Expr]]:
    match op:
        case ops.Assign(target, value):
            yield target, value
        case ops.Write(array, index, value):
            yield array, index
            yield array, value
        case ops.Spawn(function=function, argument=argument) if function.op == "addr":
            for parameter in program.functions[function.payload.name].params[:1]:
                yield parameter, argument
        case ops.ThreadExit(value) | ops.Return(value) if value is not None:
            yield result, value
        case _:
            return  # nothing, or it stays, and whatever it reads is relevant (`_needed`)


def _sliced(edge: Edge, kept: set[Variable]) -> Edge:
    if all(_stays(op, kept) for op in edge.ops):
        return edge
    return replace(edge, ops=tuple(op if _stays(op, kept) else ops.Skip() for op in edge.ops))


def _stays(op: ops.Op, kept: set[Variable]) -> bool:
    if not isinstance(op, _SILENT):
        return True
    target = op_changed(op)
    return target in kept
