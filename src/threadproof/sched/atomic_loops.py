"""Loops inside of atomic blocks, as one arbitrary iteration.

A path through an atomic block (`sched.solo`) that comes to the head of a loop inside of it goes on with any values in all
that the loop may change, and ends where it comes to the head again. That covers every execution: after the last time that it
was at the head, it goes on from a state that differs from the first one there in nothing but what the loop has changed
meanwhile, and nobody else moves inside of an atomic block. So there are more executions, and never fewer. A loop that does
not end is no step at all.

Only loops of plain data operations are told: none that create threads, or wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge, Function
from threadproof.ir.uses import op_changed

PLAIN = ops.Assign | ops.Havoc | ops.Write | ops.Assume | ops.Check | ops.Skip | ops.Fence | ops.AtomicBegin | ops.AtomicEnd


class AtomicLoops:
    def __init__(self, function: Function) -> None:
        self._out: Mapping[int, Sequence[Edge]] = function.successors()
        self._heads = {edge.target for edge in function.edges if edge.back}
        self._changed: dict[tuple[int, int], frozenset[Variable] | None] = {}

    def changed(self, location: int, depth: int) -> frozenset[Variable] | None:
        """What the loop with this head may change inside of an atomic block; None if that is none that is told. `depth`: of
        atomic blocks, at the head."""
        if location not in self._heads:
            return None
        key = location, depth
        if key not in self._changed:
            self._changed[key] = self._find(location, depth)
        return self._changed[key]

    def _find(self, head: int, depth: int) -> frozenset[Variable] | None:
        inside: dict[tuple[int, int], list[tuple[Edge, tuple[int, int]]]] = {}
        waiting = [(head, depth)]
        while waiting:
            at = waiting.pop()
            if at not in inside:
                inside[at] = [(edge, after) for edge in self._out.get(at[0], ()) if (after := _after(edge, at[1])) is not None]
                waiting += [after for _, after in inside[at]]
        body, grown = {(head, depth)}, True
        while grown:
            back = {at for at, steps in inside.items() if any(after in body for _, after in steps)}
            grown, body = not back <= body, body | back
        edges = [edge for at in body for edge, after in inside[at] if after in body]
        if not edges or not all(isinstance(op, PLAIN) for edge in edges for op in edge.ops):
            return None
        changed = (op_changed(op) for edge in edges for op in edge.ops)
        return frozenset(variable for variable in changed if variable is not None)


def _after(edge: Edge, depth: int) -> tuple[int, int] | None:
    """Location and depth of atomic blocks behind an edge; None if it leaves the outermost block."""
    for op in edge.ops:
        depth += isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd)
    return (edge.target, depth) if depth > 0 else None
