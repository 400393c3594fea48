"""A finished unwinding as a proof (`reach.proof`): its points and where their steps lead.

No invariant is stated for a point inside of a block: that nothing fails is shown again for all paths of the block at once
(`certify.blocks`). Where only some threads were followed, the constants on which that choice depends are stated.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.engines.blocks.known import Constants
from threadproof.engines.blocks.unwind import Point, Unwinding
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.reach.proof import Proof, ProofNode


def export(unwinding: Unwinding) -> Proof:
    """Of one block that is all of the program."""
    system = unwinding.parts.system
    initial = [E.same(E.var(name), value) for name, value in unwinding.root.paths.values.items()]
    nodes = [node(unwinding, point, initial if point is unwinding.root else ()) for point in unwinding.points]
    return Proof(system, tuple(nodes), blocks=True)


def node(unwinding: Unwinding, point: Point, facts: Sequence[Expr] = (), first: int = 0) -> ProofNode:
    """`first`: the number of the first point of the unwinding in the proof."""
    enabled = unwinding.parts.system.enabled(point.control)
    threads = None if point.followed.issuperset(enabled) else point.followed
    known = frozenset(facts)
    reduction = unwinding.parts.reduction
    if threads is not None and reduction is not None:
        known |= Constants(point.paths.values).facts(reduction.relevant(point.control))
    targets = {step: after.number + first for step, after in point.out.items()}
    return ProofNode(point.control, known, threads, targets, inner=bool(point.arrows))
