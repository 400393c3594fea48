"""No thread is left out for ever: the condition on cycles that makes source sets sound.

From a node only some threads are followed. If a thread were followed nowhere on a cycle of the graph, going round the cycle would
postpone its steps for ever. So for every thread, the graph without the nodes that follow it must be acyclic; here *the graph* is
the tree of steps plus the edges from covered nodes to those that cover them. Where it is not, the thread is followed from one
more node of the cycle. Nothing is demanded inside of atomic blocks: there, nobody else could move.

This is judged when a graph is complete, so the order in which it was built does not matter, and no node is expanded more than
needed because it merely might have been on a cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from threadproof.passes.graph import components
from threadproof.reach.graph import Graph, Node

S = TypeVar("S")


def left_out(graph: Graph[S], enabled: Callable[[Node[S]], frozenset[int]]) -> list[tuple[Node[S], int]]:
    """Nodes, and a thread that has to be followed from there; empty if no cycle leaves a thread out."""
    nodes = {node.number: node for node in graph.nodes() if node.coverer is None}
    out = {number: [_continued(child).number for child in node.children] for number, node in nodes.items()}
    found: list[tuple[Node[S], int]] = []
    for cycle in _cycles(out, list(out)):
        members = [nodes[number] for number in cycle]
        resting = [node for node in members if not node.control.depth]
        if not resting:
            continue
        threads = enabled(resting[0])
        for thread in sorted(t for t in threads if any(t not in node.followed for node in resting)):
            missing = [n.number for n in members if n.control.depth or thread not in n.followed]
            for inner in _cycles(out, missing):
                candidates = [nodes[number] for number in inner if not nodes[number].control.depth]
                if candidates:
                    found.append((candidates[0], thread))
    return found


def _continued(node: Node[S]) -> Node[S]:
    return node if node.coverer is None else node.coverer


def _cycles(out: dict[int, list[int]], among: list[int]) -> Iterator[list[int]]:
    """Strongly connected parts with a cycle, of the graph restricted to some nodes."""
    kept = set(among)
    inner = {number: [target for target in out[number] if target in kept] for number in among}
    for component in components(inner):
        if len(component) > 1 or component[0] in inner[component[0]]:
            yield sorted(component)
