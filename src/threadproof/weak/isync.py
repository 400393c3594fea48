"""`isync` that keeps nothing: it orders what is behind it after the reads on which branches before it depend. Where no branch
comes before it, it goes; what is left of these fences, the analyses that follow take for a fence behind all reads."""

from __future__ import annotations

from threadproof.analyses.graph import with_edges
from threadproof.analyses.points_to import PointsTo
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Function, Program
from threadproof.records import replace
from threadproof.weak.delay_sets import OF_MODEL, calls

INSTRUCTIONS = "__tp_buffer_instructions"


def without_idle(program: Program, points: PointsTo) -> Program:
    """Only where a thread begins, since callers may have branched."""
    called = {
        name for edges in points.edges.values() for e in edges if isinstance(e.ops[0], ops.Call) for name in points.callees(e)
    }
    found = {}
    for name in {program.main, *points.spawned} - called:
        function = program.functions[name]
        idle = {edge for edge in function.edges if calls(edge, INSTRUCTIONS) and _idle(edge, function)}
        if idle:
            edges = [Edge(e.source, e.target, (ops.Skip(),), e.pos) if e in idle else e for e in function.edges]
            found[name] = with_edges(function, edges)
    return replace(program, functions={**program.functions, **found}) if found else program


def _idle(edge: Edge, function: Function) -> bool:
    into: dict[int, list[Edge]] = {}
    for other in function.edges:
        into.setdefault(other.target, []).append(other)
    work, seen = [edge.source], {edge.source}
    while work:
        for before in into.get(work.pop(), ()):
            op = before.ops[0]
            if isinstance(op, ops.Condition) or (isinstance(op, ops.Call) and not calls(before, *OF_MODEL)):
                return False
            if before.source not in seen:
                seen.add(before.source)
                work.append(before.source)
    return True
