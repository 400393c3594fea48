"""Remove edges that do nothing.

What led to the source of an empty edge leads to its target instead. A branch whose two sides lead to the same place without
doing anything is no branch. Before memory is lowered, edges that stand for the end of an activation remain: stack objects
end there.
"""

from __future__ import annotations

from threadproof.analyses.graph import with_edges
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Function
from threadproof.ir.uses import op_variables
from threadproof.records import replace


def without_empty(function: Function, private: set[Edge], keep_returns: bool = False) -> Function:
    """The smaller function. Edges that change and are in `private` are replaced there, too."""
    edges, entry = function.edges, function.entry
    while True:
        edges = _without_idle_branches(edges)
        onward = _onward(edges, keep_returns)
        if not onward:
            return replace(with_edges(function, edges), entry=entry)
        entry = _follow(onward, entry)
        kept = [edge for edge in edges if edge.source not in onward]
        edges = [edge if edge.target not in onward else replace(edge, target=_follow(onward, edge.target)) for edge in kept]
        private |= {new for old, new in zip(kept, edges, strict=True) if old in private}


def _is_empty(edge: Edge, keep_returns: bool) -> bool:
    for op in edge.ops:
        if not (isinstance(op, ops.Skip) or (isinstance(op, ops.Assume) and op.condition is e.TRUE)):
            return False
    return not (keep_returns and any(trail and isinstance(trail[-1].ops[0], ops.Return) for trail in edge.origin))


def _onward(edges: list[Edge], keep_returns: bool) -> dict[int, int]:
    """Locations whose only edge out is empty -> its target. A loop of empty edges keeps one of them."""
    count: dict[int, int] = {}
    for edge in edges:
        count[edge.source] = count.get(edge.source, 0) + 1
    onward: dict[int, int] = {}
    for edge in edges:
        if count[edge.source] == 1 and _is_empty(edge, keep_returns) and _follow(onward, edge.target) != edge.source:
            onward[edge.source] = edge.target
    return onward


def _follow(onward: dict[int, int], location: int) -> int:
    while location in onward:
        location = onward[location]
    return location


def _without_idle_branches(edges: list[Edge]) -> list[Edge]:
    """`when c` and `when not c` to the same place are a mere step there."""
    by_ends: dict[tuple[int, int], list[Edge]] = {}
    degree: dict[int, int] = {}
    for edge in edges:
        degree[edge.source] = degree.get(edge.source, 0) + 1
        if len(edge.ops) == 1 and isinstance(edge.ops[0], ops.Assume) and edge.ops[0].branch:
            by_ends.setdefault((edge.source, edge.target), []).append(edge)
    dropped: dict[Edge, Edge | None] = {}
    for (source, _), pair in by_ends.items():
        if len(pair) == 2 and degree[source] == 2:
            a, b = (edge.ops[0] for edge in pair)
            assert isinstance(a, ops.Assume) and isinstance(b, ops.Assume)
            if e.lnot(a.condition) is b.condition and not any(variable.shared for variable in op_variables(a)):
                dropped[pair[0]] = replace(pair[0], ops=(ops.Skip(),), origin=pair[0].origin[:1])
                dropped[pair[1]] = None
    return [new for edge in edges if (new := dropped.get(edge, edge)) is not None] if dropped else edges
