"""What several passes need of a control-flow automaton: reachable edges, strongly connected components, locations on cycles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from threadproof.ir.program import Edge, Function


def with_edges(function: Function, edges: list[Edge], loop_heads: set[int] | None = None) -> Function:
    """A copy with other edges; registers and position stay."""
    heads = set(function.loop_heads) if loop_heads is None else loop_heads
    return replace(function, edges=edges, locals=list(function.locals), loop_heads=heads)


def reachable_edges(function: Function) -> list[Edge]:
    """Edges on some path from the entry, in their given order."""
    out = function.successors()
    seen = {function.entry}
    stack = [function.entry]
    while stack:
        for edge in out.get(stack.pop(), ()):
            if edge.target not in seen:
                seen.add(edge.target)
                stack.append(edge.target)
    return [edge for edge in function.edges if edge.source in seen]


def cyclic_locations(edges: Iterable[Edge]) -> set[int]:
    """Locations that lie on some cycle (Tarjan's strongly connected components, iterative)."""
    out: dict[int, list[int]] = {}
    for edge in edges:
        out.setdefault(edge.source, []).append(edge.target)
        out.setdefault(edge.target, [])
    found: set[int] = set()
    for component in components(out):
        if len(component) > 1 or component[0] in out[component[0]]:
            found.update(component)
    return found


def components(out: dict[int, list[int]]) -> list[list[int]]:
    """Strongly connected components, successors before predecessors."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    open_: list[int] = []
    on_stack: set[int] = set()
    result: list[list[int]] = []
    for root in out:
        if root in index:
            continue
        work: list[tuple[int, int]] = [(root, 0)]
        while work:
            node, position = work.pop()
            if position == 0:
                index[node] = low[node] = len(index)
                open_.append(node)
                on_stack.add(node)
            targets = out[node]
            for i in range(position, len(targets)):
                target = targets[i]
                if target not in index:
                    work.extend(((node, i + 1), (target, 0)))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                if low[node] == index[node]:
                    result.append(_pop_component(node, open_, on_stack))
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
    return result


def _pop_component(root: int, open_: list[int], on_stack: set[int]) -> list[int]:
    component = []
    while True:
        member = open_.pop()
        on_stack.discard(member)
        component.append(member)
        if member == root:
            return component
