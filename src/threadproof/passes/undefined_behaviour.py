"""`--undefined stop`: executions end where they meet undefined behaviour, instead of forbidding TRUE.

A check of a kind that the property does not cover becomes an assumption like those of programs (`Assume(branch=False)`): an
execution that fails it is discarded from there on. What it did before that was explored, and a violation there was reported: an
execution is followed step by step, and what may end it is never merged with the step before. So TRUE says that no execution
violates the property up to the first undefined behaviour. A `Cut` is no undefined behaviour but something that we do not
follow, and stays what it is.

It is part of lowering memory, after which all checks of invalid accesses are there: every engine that lowers gets it,
and so does every check that repeats the passes of a certificate.
"""

from __future__ import annotations

from threadproof.analyses.graph import with_edges
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Function, Program
from threadproof.properties import KINDS, checks
from threadproof.records import replace


def kinds(property_: str) -> frozenset[str]:
    """The checks that are undefined behaviour while a property is verified."""
    return frozenset(kind for kind in KINDS if not checks(property_, kind))


def stop_there(program: Program) -> Program:
    """With the checks of `Program.stops` as assumptions."""
    if not program.stops:
        return program
    functions = {name: _stopping(function, program.stops) for name, function in program.functions.items()}
    return replace(program, functions=functions)


def _stopping(function: Function, kinds: frozenset[str]) -> Function:
    return with_edges(function, [_rewritten(edge, kinds) for edge in function.edges])


def _rewritten(edge: Edge, kinds: frozenset[str]) -> Edge:
    if not any(isinstance(op, ops.Check) and op.kind in kinds for op in edge.ops):
        return edge
    made = (ops.Assume(op.condition, branch=False) if isinstance(op, ops.Check) and op.kind in kinds else op for op in edge.ops)
    return replace(edge, ops=tuple(made))
