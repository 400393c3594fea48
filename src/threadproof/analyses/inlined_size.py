"""How many operations the threads of a program have once every call is replaced by the function that it calls.

Copies are counted, not made: what a function adds is the sum of its own edges and of what the functions add that it may call,
computed once for each function. Calls through pointers count for each function that points-to names. A recursive call counts
nothing, so for programs with recursion the number is a lower bound.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.analyses.points_to import points_to
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Function, Program


def inlined_sizes(program: Program) -> dict[str, int]:
    """By the names of the functions that threads start with."""
    sizes: dict[str, int] = {}
    roots = {program.main: None}
    for function in program.functions.values():
        roots.update(
            (name, None) for edge in function.edges if isinstance(edge.ops[0], ops.Spawn) for name in _entered(program, edge)
        )
    for root in roots:
        _measure(program, root, sizes)
    return {root: sizes[root] for root in roots}


def _measure(program: Program, root: str, sizes: dict[str, int]) -> None:
    """Functions that are called come first; those that are on the way already are recursive."""
    active = {root}
    path = [(root, _called(program, root))]
    total = [len(program.functions[root].edges)]
    if root in sizes:
        return
    while path:
        name, rest = path[-1]
        for callee in rest:
            if callee in active:
                continue
            if callee not in sizes:
                active.add(callee)
                path.append((callee, _called(program, callee)))
                total.append(len(program.functions[callee].edges))
                break
            total[-1] += sizes[callee]
        else:
            path.pop()
            active.discard(name)
            sizes[name] = total.pop()
            if total:
                total[-1] += sizes[name]


def _called(program: Program, name: str) -> Iterator[str]:
    for edge in program.functions[name].edges:
        if isinstance(edge.ops[0], ops.Call):
            yield from _entered(program, edge)


def _entered(program: Program, edge: Edge) -> list[str]:
    op = edge.ops[0]
    assert isinstance(op, ops.Entering)
    callee = op.function if isinstance(op, ops.Spawn) else op.callee
    if callee.op == "addr" and isinstance(callee.payload, Function):
        return [callee.payload.name]
    return points_to(program).callees(edge)
