"""Mark loops: in a depth-first walk, an edge to a location that is still open closes a cycle.

Those edges are marked `back`, their targets are the loop heads. Every cycle contains such an edge, in irreducible
graphs too, so a walk that stops at back edges stops on every cycle. Of a location's edges the first is walked first, so
the result is the same on every run.
"""

from __future__ import annotations

from threadproof.analyses.graph import walk, with_edges
from threadproof.ir.program import Edge, Function, Program
from threadproof.passes.options import PassOptions
from threadproof.records import replace


def mark_loops(program: Program, options: PassOptions) -> Program:
    private: set[Edge] = set()
    functions = {}
    for name, function in program.functions.items():
        closing = back_edges(function)
        edges = []
        for edge in function.edges:
            marked = edge if edge.back == (edge in closing) else replace(edge, back=not edge.back)
            edges.append(marked)
            if edge in program.private:
                private.add(marked)
        functions[name] = with_edges(function, edges, {edge.target for edge in closing})
    return replace(program, functions=functions, private=private)


def back_edges(function: Function) -> set[Edge]:
    return walk(function.entry, function.edges).closing
