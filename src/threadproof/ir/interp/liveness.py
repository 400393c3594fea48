"""Live registers of a location: those that some path reads before it sets them.

Classic backward data flow over one function, sets as bit masks by register slot. The machine clears dead registers where a
frame rests; since nothing reads them before setting them, this merges states without changing behaviour.

A live register may still be *idle*: read for nothing but to set registers that are idle, too, like a counter that no
condition depends on. Idle registers are not cleared (reading one would draw an input), but they do not tell two rounds
of a loop apart.
"""

from __future__ import annotations

from collections import defaultdict

from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge, Function
from threadproof.ir.uses import op_exprs, op_target
from threadproof.ir.walk import variables
from threadproof.records import replace


def live_registers(function: Function, slots: dict[Variable, int]) -> dict[int, int]:
    """Location -> mask of the slots that are live there. Locations from which nothing is read are missing."""
    effects = {edge: _effect(edge, slots) for edge in function.edges}
    into: dict[int, list[Edge]] = defaultdict(list)
    for edge in function.edges:
        into[edge.target].append(edge)
    live: dict[int, int] = defaultdict(int)
    pending = list(function.edges)
    while pending:
        edge = pending.pop()
        reads, sets = effects[edge]
        before = live[edge.source]
        after = before | reads | (live[edge.target] & ~sets)
        if after != before:
            live[edge.source] = after
            pending.extend(into[edge.source])
    return dict(live)


def _effect(edge: Edge, slots: dict[Variable, int]) -> tuple[int, int]:
    """(read before being set, set) by the operations of an edge."""
    reads = sets = 0
    for op in edge.ops:
        used = {variable for expr in op_exprs(op) for variable in variables(expr)}
        if isinstance(op, ops.Write):
            used.add(op.array)  # the other elements stay
        for variable in used:
            if not variable.shared and not sets >> slots[variable] & 1:
                reads |= 1 << slots[variable]
        target = op_target(op)
        if target is not None and not target.shared:
            sets |= 1 << slots[target]
    return reads, sets


def deciding_registers(function: Function, slots: dict[Variable, int]) -> dict[int, int]:
    """Location -> mask of the slots that are live and not idle there."""
    into: dict[int, list[Edge]] = defaultdict(list)
    for edge in function.edges:
        into[edge.target].append(edge)
    found: dict[int, int] = defaultdict(int)
    pending = list(function.edges)
    while pending:
        edge = pending.pop()
        before = found[edge.source]
        needed = found[edge.target]
        for op in reversed(edge.ops):
            target = op_target(op)
            own = 0 if target is None or target.shared else 1 << slots[target]
            if isinstance(op, ops.Assign) and own and not needed & own:
                continue
            reads, _ = _effect(replace(edge, ops=(op,)), slots)
            needed = (needed & ~own) | reads
        if before | needed != before:
            found[edge.source] = before | needed
            pending.extend(into[edge.source])
    return dict(found)
