"""What kinds of data a lowered program computes with: what decides how hard its formulas are.

`bits`: masks and shifts; `products`: also quotients, of which no side is a constant; `arrays`: with computed indices;
`pointers`: in shared memory; `floats`. A program with none of them is linear."""

from __future__ import annotations

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL, FloatType, PtrType
from threadproof.ir.uses import op_exprs
from threadproof.ir.walk import subterms

BITS = frozenset({"and", "or", "xor", "not", "shl", "shr"})
PRODUCTS = frozenset({"mul", "div", "rem"})


def kinds(program: Program) -> frozenset[str]:
    found: set[str] = set()
    seen: set[Expr] = set()
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                if isinstance(op, ops.Write) and not op.index.is_const:
                    found.add("arrays")
                for root in op_exprs(op):
                    if root not in seen:
                        seen.add(root)
                        found.update(kind for node in subterms(root) if (kind := _kind(node)))
    return frozenset(found)


def _kind(node: Expr) -> str:
    if isinstance(node.type, FloatType):
        return "floats"
    if node.op == "select" and not node.args[1].is_const:
        return "arrays"
    if node.op == "var" and node.payload.shared and isinstance(node.type, PtrType):
        return "pointers"
    if node.op in BITS and node.type is not BOOL:
        return "bits"
    return "products" if node.op in PRODUCTS and not any(arg.is_const for arg in node.args) else ""
