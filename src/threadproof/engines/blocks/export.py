"""A finished unwinding as a proof (`evidence.graph`): its points and where their steps lead.

No invariant is stated for a point inside of a block: that nothing fails is shown again for all paths of the block at once
(`certify.blocks.proof`). Where only some threads were followed, the constants on which that choice depends are stated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from threadproof.engines.blocks.block import Abstract, Block, Exit
from threadproof.engines.blocks.constants import Constants
from threadproof.engines.blocks.unwind import Unwinding, UnwindingParts, UnwindingPoint
from threadproof.evidence.graph import Proof, ProofNode
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.reach.graph import ReachGraph, ReachNode
from threadproof.records import replace
from threadproof.sched.system import Control, SystemStep


class FinishedSearch(Protocol):
    """A search that is finished."""

    parts: UnwindingParts
    graph: ReachGraph[Abstract]
    exits: dict[ReachNode[Abstract], Exit]

    def block(self, control: Control, state: Abstract) -> Block: ...


def export(unwinding: Unwinding) -> Proof:
    """Of one block that is all of the program."""
    system = unwinding.parts.system
    initial = [E.same(E.var(name), value) for name, value in unwinding.root.paths.values.items()]
    nodes = [node(unwinding, point, initial if point is unwinding.root else ()) for point in unwinding.points]
    return Proof(system, tuple(nodes), blocks=True)


def node(unwinding: Unwinding, point: UnwindingPoint, facts: Sequence[Expr] = (), first: int = 0) -> ProofNode:
    """`first`: the number of the first point of the unwinding in the proof."""
    enabled = unwinding.parts.system.enabled(point.control)
    threads = None if point.followed.issuperset(enabled) else point.followed
    known = frozenset(facts)
    reduction = unwinding.parts.reduction
    if threads is not None and reduction is not None:
        known |= Constants(point.paths.values).facts(reduction.relevant(point.control))
    targets = {step: after.number + first for step, after in point.out.items()}
    again = {step: tuple([covering.number + first for covering in points]) for step, points in point.again.items()}
    return ProofNode(point.control, known, threads, targets, inner=bool(point.arrows), again=again)


def export_blocks(blocks: FinishedSearch, depth: int = 0) -> Proof:
    """Of a closed graph of blocks; a block that is covered is replaced by the one that covers it. `depth`: failures are only
    excluded after that many blocks, and within as many from the start."""
    heads = [n for n in sorted(blocks.graph.nodes(), key=lambda n: n.number) if n.coverer is None]
    found = [blocks.block(n.control, n.state) for n in heads]
    first: dict[ReachNode[Abstract], int] = {}
    count = 0
    for head, block in zip(heads, found, strict=True):
        first[head] = count
        count += len(block.unwinding.points)
    nodes: list[ProofNode] = []
    for head, block in zip(heads, found, strict=True):
        after: dict[UnwindingPoint, dict[SystemStep, int]] = {}
        for child in head.children:
            for arrow in blocks.exits[child].arrows:
                after.setdefault(arrow.source, {})[arrow.step] = first[child.coverer or child]
        for point in block.unwinding.points:
            facts = head.state.formulas() if point is block.unwinding.root else ()
            made = node(block.unwinding, point, tuple(facts), first[head])
            nodes.append(replace(made, targets={**made.targets, **after.get(point, {})}))
    return Proof(blocks.parts.system, tuple(nodes), blocks=True, depth=depth)
