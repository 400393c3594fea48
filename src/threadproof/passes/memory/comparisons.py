"""Addresses that are compared as they are: whether two objects have the same one can be noticed.

Comparing the address of an object that has ended is undefined behaviour, and `Compared` tells of it where pointers are compared.
It does not where integers are, nor where what is compared was read atomically. There, objects that are made one after the
other must have different addresses, as they have in the interpreter. Comparing with a constant (null) tells nothing. Pointers
are ordered within one object only.
"""

from __future__ import annotations

from threadproof.analyses.points_to import PointsTo, Target
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.types import PtrType
from threadproof.ir.uses import expr_variables, op_exprs
from threadproof.ir.walk import subterms


def compared_unasked(points: PointsTo) -> set[Target]:
    """Objects whose address may be compared with another value where `Compared` does not say so."""
    asked: set[frozenset[Expr]] = set()
    others: dict[Expr, None] = {}
    for op in (op for edges in points.edges.values() for edge in edges for op in edge.ops):
        if isinstance(op, ops.Compared):
            asked |= {frozenset(node.args) for node in subterms(op.address) if node.op == "eq"}
        else:
            others |= dict.fromkeys(op_exprs(op))
    seen: set[Expr] = set()
    found: set[Target] = set()
    for expr in others:
        for node in subterms(expr):
            if node not in seen and _tells(node) and frozenset(node.args) not in asked:
                found |= {target for variable in expr_variables(node) for target in points.held_by_register(variable)}
            seen.add(node)
    return found


def _tells(node: Expr) -> bool:
    if node.op not in ("eq", "lt", "le") or any(part.is_const for part in node.args):
        return False
    return node.op == "eq" or not isinstance(node.args[0].type, PtrType)
