"""The closed graph of a finished search as an inductive invariant (`evidence.graph`).

A covered node is replaced by the node that covers it, and nodes that know the same at the same control and went on with the same
threads become one.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.domains.facts import facts
from threadproof.domains.product import AbstractState
from threadproof.evidence.graph import Proof, ProofNode
from threadproof.reach.graph import ReachGraph, ReachNode
from threadproof.sched.system import HALTED, System


def export(
    system: System, graph: ReachGraph[AbstractState], persistent: Callable[[ReachNode[AbstractState]], frozenset[int] | None]
) -> Proof:
    found: dict[object, int] = {}
    kept: list[ReachNode[AbstractState]] = []
    threads: list[frozenset[int] | None] = []
    number: dict[ReachNode[AbstractState], int] = {}
    for node in sorted(graph.nodes(), key=lambda n: n.number):
        if node.coverer is not None or node.control is HALTED:
            continue
        moved = node.followed
        every = moved.issuperset(system.enabled(node.control))
        key = (node.control, node.state, None if every else moved)
        if key not in found:
            found[key] = len(kept)
            kept.append(node)
            threads.append(None if every else moved)
        number[node] = found[key]
    nodes = []
    for node, moved_threads in zip(kept, threads, strict=True):
        targets = {c.step: number[c.coverer or c] for c in node.children if c.control is not HALTED and c.step is not None}
        reason = None if moved_threads is None else persistent(node)
        nodes.append(ProofNode(node.control, facts(node.state), moved_threads, targets, reason))
    return Proof(system, tuple(nodes))
