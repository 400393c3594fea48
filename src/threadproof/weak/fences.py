"""Fences as operations: for engines that relax program order by themselves, and need no store buffers for it.

The front end writes fences as calls of `models/store_buffer.c`. Each becomes the `Fence` operations that it means; then
nothing calls the buffers any more. Everything else stays as it is, edges included, so that a relation between this
program and the one with store buffers finds the same locations in both.
"""

from __future__ import annotations

from threadproof.analyses.graph import with_edges
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Function, Program
from threadproof.passes.options import PassOptions
from threadproof.records import replace

# function of the model -> kinds of accesses before and after that it orders; each row is a fence of its own
MEANING = {
    "__tp_buffer_drain": (("RW", "RW"),),
    "__tp_buffer_fence": (("W", "W"),),
    "__tp_buffer_write_read": (("W", "R"),),
    "__tp_buffer_acquire": (("R", "RW"),),
    "__tp_buffer_release": (("RW", "W"),),
    "__tp_buffer_light": (("R", "RW"), ("W", "W")),
    "__tp_buffer_instructions": (("C", "RW"),),
    "__tp_buffer_acquired": (("L", "RW"),),
}


def show_fences(program: Program, options: PassOptions) -> Program:
    if options.marks:
        from threadproof.weak.fence_insertion import name_places

        program = name_places(program)
    return replace(program, functions={name: _shown(function) for name, function in program.functions.items()})


def _shown(function: Function) -> Function:
    if not any(_meaning(edge) for edge in function.edges):
        return function
    edges: list[Edge] = []
    fresh = 1 + max([function.entry, *(end for edge in function.edges for end in (edge.source, edge.target))])
    for edge in function.edges:
        source = edge.source
        meaning = _meaning(edge)
        for before, after in meaning[:-1]:
            edges.append(Edge(source, fresh, (ops.Fence(before, after),), edge.pos))
            source, fresh = fresh, fresh + 1
        if meaning:
            edges.append(Edge(source, edge.target, (ops.Fence(*meaning[-1]),), edge.pos))
        else:
            edges.append(edge)
    return with_edges(function, edges)


def _meaning(edge: Edge) -> tuple[tuple[str, str], ...]:
    op = edge.ops[0]
    if not isinstance(op, ops.Call) or op.callee.op != "addr":
        return ()
    return MEANING.get(op.callee.payload.name, ())
