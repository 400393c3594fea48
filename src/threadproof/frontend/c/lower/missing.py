"""Functions that end without the value they promise.

C makes only the *use* of such a result undefined, and programs rely on that: thread functions often just end. So the result is
arbitrary, except where every call of the function uses it: there the end itself is undefined behaviour.
"""

from __future__ import annotations

from threadproof.ir import expr as e
from threadproof.ir.op import Check, Havoc
from threadproof.ir.program import Edge, Function
from threadproof.records import replace

NO_VALUE = "no value returned"


def require_value(function: Function) -> None:
    function.edges = [_checked(edge, function.name) for edge in function.edges]


def _checked(edge: Edge, name: str) -> Edge:
    op = edge.ops[0]
    if not (isinstance(op, Havoc) and op.name == NO_VALUE):
        return edge
    return replace(edge, ops=(Check(e.FALSE, "unreachable", f"{name} ends without a value, but its result is used"),))
