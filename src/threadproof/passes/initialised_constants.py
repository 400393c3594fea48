"""Constants that main initialises: shared variables that are set once, on the straight path from the entry of main,
are constants from then on.

Handles of events and locks are typical: created at the beginning, stored in a global variable, never changed. A
variable counts if the only operation of the program that writes it assigns a constant, and main executes that operation
on the straight path from its entry, before the first branch and the first thread. Every later read of it reads that
constant. The assignment stays.

Cooperative threads do not run before main starts them, so there the way goes on to the start, and the numbers of the threads that
are created on it are known: handles of threads are constants, too. `settle_handles` is this for cooperative programs only, whose
schedulers are executed and want constants as operands.
"""

from __future__ import annotations

from collections import Counter

from threadproof.analyses.graph import with_edges
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable, const
from threadproof.ir.program import Edge, Program
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import map_op, op_changed, op_exprs, op_target, op_variables, with_values
from threadproof.passes.constants import propagate_constants
from threadproof.passes.options import PassOptions
from threadproof.records import replace


def settle(program: Program, options: PassOptions) -> Program:
    beginning = _beginning(program)
    written: Counter[Variable] = Counter()
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                target = op_changed(op)
                if target is not None:
                    written[target] += 1
    known = {v: value for v, value in _values(beginning).items() if v.shared and written[v] == 1}
    if not known:
        return program
    first = set(beginning)
    functions = {}
    for name, function in program.functions.items():
        edges = [edge if edge in first else _with(edge, known) for edge in function.edges]
        functions[name] = with_edges(function, edges)
    return replace(program, functions=functions)


def settle_handles(program: Program, options: PassOptions) -> Program:
    if program.scheduler == "preemptive":
        return program
    after = settle(program, options)
    return program if after is program else propagate_constants(after, options)


def _values(beginning: list[Edge]) -> dict[Variable, Expr]:
    """What is assigned on the straight way, where it is a constant."""
    found: dict[Variable, Expr] = {}
    threads = 0
    for edge in beginning:
        for op in edge.ops:
            target = op_target(op)
            value = with_values(op.value, found) if isinstance(op, ops.Assign) else None
            if isinstance(op, ops.Spawn):
                threads += 1
                value = const(op.target.type, threads)
            if target is not None:
                found.pop(target, None)
                if value is not None and value.is_const and not isinstance(target.type, ArrayType):
                    found[target] = value
    return found


def _beginning(program: Program) -> list[Edge]:
    """The straight way from the entry of main to where threads begin to run."""
    runs = ops.Spawn if program.scheduler == "preemptive" else ops.Simulate | ops.Advance | ops.Idle
    out = program.entry.successors()
    into = Counter(edge.target for edge in program.entry.edges)
    found: list[Edge] = []
    location = program.entry.entry
    while into[location] == (0 if location == program.entry.entry else 1) and len(out.get(location, ())) == 1:
        (edge,) = out[location]
        if any(isinstance(op, runs) for op in edge.ops):
            break
        found.append(edge)
        location = edge.target
    return found


def _with(edge: Edge, known: dict[Variable, Expr]) -> Edge:
    if all(known.keys().isdisjoint(op_variables(op)) for op in edge.ops):
        return edge
    changed = [
        op if not op_exprs(op) else map_op(op, lambda expr: with_values(expr, known), lambda variable: variable)
        for op in edge.ops
    ]
    return replace(edge, ops=tuple(changed))
