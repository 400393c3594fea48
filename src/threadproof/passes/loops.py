"""Mark loops: in a depth-first walk, an edge to a location that is still open closes a cycle.

Those edges are marked `back`, their targets are the loop heads. Every cycle contains such an edge, in irreducible graphs
too, so whoever stops at back edges stops on every cycle. Of a location's edges the first is walked first, so the result is
the same on every run.
"""

from __future__ import annotations

from dataclasses import replace

from threadproof.ir.program import Edge, Function, Program
from threadproof.passes.graph import with_edges
from threadproof.passes.options import PassOptions


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
    out = function.successors()
    closing: set[Edge] = set()
    done: set[int] = set()
    open_ = {function.entry}
    path = [(function.entry, iter(out.get(function.entry, ())))]
    while path:
        location, edges = path[-1]
        for edge in edges:
            if edge.target in open_:
                closing.add(edge)
            elif edge.target not in done:
                open_.add(edge.target)
                path.append((edge.target, iter(out.get(edge.target, ()))))
                break
        else:
            path.pop()
            open_.discard(location)
            done.add(location)
    return closing
