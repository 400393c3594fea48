"""The closed forest as a proof (`evidence.graph`): the conjunction of the regions of a node is its invariant; a
covered node is replaced by the one that covers it."""

from __future__ import annotations

from threadproof.domains.facts import facts
from threadproof.engines.esst.reduction import Schedules
from threadproof.engines.esst.regions import Regions
from threadproof.evidence.graph import Proof, ProofNode
from threadproof.reach.graph import ReachGraph, ReachNode
from threadproof.sched.system import HALTED, System, SystemStep


def export(system: System, graph: ReachGraph[Regions], schedules: Schedules) -> Proof:
    kept = [n for n in sorted(graph.nodes(), key=lambda n: n.number) if n.coverer is None and n.control is not HALTED]
    number = {node: i for i, node in enumerate(kept)}
    nodes = []
    for node in kept:
        targets = {c.step: number[c.coverer or c] for c in node.children if c.control is not HALTED and c.step is not None}
        nodes.append(_exported(system, node, targets, schedules))
    return Proof(system, tuple(nodes))


def _exported(system: System, node: ReachNode[Regions], targets: dict[SystemStep, int], schedules: Schedules) -> ProofNode:
    every = node.followed.issuperset(system.enabled(node.control))
    return ProofNode(
        node.control,
        facts(node.state.together()),
        None if every else node.followed,
        targets,
        None if every else schedules.stands_for_all(node.control),
        node.state.asleep,
    )
