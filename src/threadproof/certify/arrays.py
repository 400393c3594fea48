"""Equations between arrays whose elements are known: turned into definitions, and into equations between elements."""

from __future__ import annotations

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables


def array_definition(left: Expr, right: Expr) -> tuple[Variable, Expr, Expr] | None:
    """`a[i := z] = c`, with c constant, says that a is c except at i: a -> c[i := a[i]]."""
    if expr_variables(right):
        return None
    open_ = []
    while left.op == "store" and left.args[1].is_const:
        open_.append(left.args[1])
        left = left.args[0]
    if left.op != "var":
        return None
    value = right
    for index in open_:
        value = E.store(value, index, E.select(left, index))
    return left.payload, left, value


def same_elements(node: Expr) -> Expr | None:
    """An equation between arrays that agree except at given indices, element by element; None where it is something else."""
    if node.op != "same" or not isinstance(node.args[0].type, ArrayType):
        return None
    (left, base), (right, other) = map(_elements, node.args)
    if base is not other:
        return None
    result = E.TRUE
    for index in left.keys() | right.keys():
        result = E.land(result, E.same(left.get(index) or E.select(base, index), right.get(index) or E.select(base, index)))
    return result


def _elements(array: Expr) -> tuple[dict[Expr, Expr], Expr]:
    """Elements at known indices, and the array below them."""
    found: dict[Expr, Expr] = {}
    while array.op == "store" and array.args[1].is_const:
        found.setdefault(array.args[1], array.args[2])
        array = array.args[0]
    return found, array
