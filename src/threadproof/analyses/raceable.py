"""Which shared variables of a lowered program some thread accesses in a way that is not atomic in the program before lowering.

Only those can be part of a data race. An access is what comes from a load, a store or a free; it is atomic if that says so or
if an atomic block is open that the program itself began (lowering adds blocks around accesses to several variables).
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.analyses.accesses import observable, op_accesses
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge, Function, Program

Change = Callable[[ops.Op, ops.Op | None], int]


def source(edge: Edge, position: int) -> ops.Op | None:
    """The operation of the program before inlining that an operation of an edge comes from."""
    origin = edge.origin[position] if edge.origin else ()
    return origin[-1].ops[0] if origin else None


def is_access(origin: ops.Op | None) -> bool:
    """Whether the program itself accesses memory there."""
    return isinstance(origin, ops.Store | ops.Free) or (isinstance(origin, ops.Load) and origin.sync is None)


def raceable(program: Program) -> frozenset[Variable]:
    found: set[Variable] = set()
    for function in program.functions.values():
        depth = depths(function, change)
        for edge in function.edges:
            open_ = depth.get(edge.source, 0)
            for position, op in enumerate(edge.ops):
                origin = source(edge, position)
                open_ = max(0, open_ + change(op, origin))
                if open_ == 0 and is_access(origin) and not getattr(origin, "atomic", False):
                    found.update(access.variable for access in op_accesses(op))
    return frozenset(found) & observable(program)


def change(op: ops.Op, origin: ops.Op | None) -> int:
    """Of the number of open blocks that the program itself began."""
    if isinstance(op, ops.AtomicBegin):
        return int(isinstance(origin, ops.AtomicBegin))
    return -int(isinstance(op, ops.AtomicEnd) and isinstance(origin, ops.AtomicEnd))


def depths(function: Function, change: Change) -> dict[int, int]:
    """How many blocks are open at a location; the least, if paths disagree."""
    depth = {function.entry: 0}
    out = function.successors()
    work = [function.entry]
    while work:
        location = work.pop()
        for edge in out.get(location, ()):
            after = depth[location]
            for position, op in enumerate(edge.ops):
                after = max(0, after + change(op, source(edge, position)))
            if after < depth.get(edge.target, after + 1):
                depth[edge.target] = after
                work.append(edge.target)
    return depth
