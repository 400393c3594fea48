"""What several passes need of a control-flow automaton: reachable edges, strongly connected components, locations on cycles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from threadproof.ir.program import Edge, Function
from threadproof.records import dataclass, replace


def with_edges(function: Function, edges: list[Edge], loop_heads: set[int] | None = None) -> Function:
    """A copy with other edges; registers and position stay."""
    heads = set(function.loop_heads) if loop_heads is None else loop_heads
    return replace(function, edges=edges, locals=list(function.locals), loop_heads=heads)


def reachable_edges(function: Function) -> list[Edge]:
    """Edges on some path from the entry, in their given order."""
    out: dict[int, list[int]] = {}
    for edge in function.edges:
        out.setdefault(edge.source, []).append(edge.target)
    seen = {function.entry}
    stack = [function.entry]
    while stack:
        for target in out.get(stack.pop(), ()):
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return [edge for edge in function.edges if edge.source in seen]


@dataclass(slots=True, eq=False)
class EdgeChain:
    """Edges (by their number in a list) that can only be taken one after the other."""

    source: int
    target: int
    numbers: list[int]


def chains(entry: int, edges: Sequence[Edge]) -> list[EdgeChain]:
    """All edges of an automaton, each of them reachable, as longest chains: they end where paths meet or part, and at the
    entry."""
    into: dict[int, int] = {entry: 2}
    out: dict[int, int] = {}
    leaving: dict[int, int] = {}
    for number, edge in enumerate(edges):
        into[edge.target] = into.get(edge.target, 0) + 1
        out[edge.source] = out.get(edge.source, 0) + 1
        leaving[edge.source] = number
    found = []
    for number, edge in enumerate(edges):
        if into[edge.source] > 1 or out[edge.source] > 1:
            chain = EdgeChain(edge.source, edge.target, [number])
            while into[chain.target] == 1 and out.get(chain.target) == 1:
                chain.numbers.append(leaving[chain.target])
                chain.target = edges[leaving[chain.target]].target
            found.append(chain)
    return found


class Link(Protocol):
    """An edge, or whatever else leads from one location to another."""

    @property
    def source(self) -> int: ...
    @property
    def target(self) -> int: ...


L = TypeVar("L", bound=Link)


@dataclass(slots=True)
class DepthFirstWalk(Generic[L]):
    """A depth-first walk from a location: which edges leave each location, and which lead to one that is still open.

    Of a location's edges the first is walked first, so the result is the same on every run. What is not reached is left out.
    """

    out: dict[int, list[L]]
    closing: set[L]


def walk(entry: int, links: Iterable[L]) -> DepthFirstWalk[L]:
    everything: dict[int, list[L]] = {}
    for link in links:
        everything.setdefault(link.source, []).append(link)
    out: dict[int, list[L]] = {entry: everything.get(entry, [])}
    closing: set[L] = set()
    done: set[int] = set()
    path = [(entry, iter(out[entry]))]
    while path:
        location, rest = path[-1]
        for link in rest:
            target = link.target
            if target not in out:
                following = out[target] = everything.get(target, [])
                path.append((target, iter(following)))
                break
            if target not in done:
                closing.add(link)
        else:
            path.pop()
            done.add(location)
    return DepthFirstWalk(out, closing)


def cyclic_locations(edges: Iterable[Link]) -> set[int]:
    """Locations that lie on some cycle."""
    out: dict[int, list[int]] = {}
    for edge in edges:
        out.setdefault(edge.source, []).append(edge.target)
    found: set[int] = set()
    for component in cycles(out):
        found.update(component)
    return found


def cycles(out: dict[int, list[int]]) -> list[list[int]]:
    """Strongly connected components with a cycle. `out` need not mention nodes that nothing leaves."""
    into: dict[int, list[int]] = {}
    for source, targets in out.items():
        for target in targets:
            into.setdefault(target, []).append(source)
    degree = {source: len(targets) for source, targets in out.items()}
    ends = [target for target in into if not degree.get(target)]
    while ends:  # what does not lead to a cycle goes first; often nothing is left
        for source in into.get(ends.pop(), ()):
            degree[source] -= 1
            if not degree[source]:
                ends.append(source)
    left = {source: [t for t in out[source] if degree.get(t)] for source, count in degree.items() if count}
    return [component for component in components(left) if len(component) > 1 or component[0] in left[component[0]]]


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
