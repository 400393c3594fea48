"""The finished tree as an inductive invariant (`evidence.graph`): the labels of its visible nodes; a covered node is
replaced by the one that covers it. A node that no path reaches (its label is false) is left out: the label of the node
before excludes the step."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.engines.impact.tree import ImpactTree
from threadproof.evidence.graph import Proof, ProofNode
from threadproof.ir import expr as E
from threadproof.sched.system import Control, System


def export(system: System, tree: ImpactTree, monotonic: bool, persistent: Callable[[Control], frozenset[int]] | None) -> Proof:
    nodes = [node for node in tree.visible() if E.FALSE not in node.label]
    number = {node: i for i, node in enumerate(nodes)}
    found = []
    for node in nodes:
        after = {step: child.coverer or child for step, child in node.children.items()}
        targets = {step: number[child] for step, child in after.items() if child in number}
        threads = None if node.followed.issuperset(system.enabled(node.control)) else frozenset(node.followed)
        reason = None if threads is None or persistent is None else persistent(node.control)
        found.append(ProofNode(node.control, node.label, threads, targets, reason))
    return Proof(system, tuple(found), monotonic)
