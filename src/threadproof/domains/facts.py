"""What a state knows, as formulas over the variables of the program alone: for proofs, and for solvers.

What is known of an array with some unknown elements becomes one equation: both sides hold zero at the unknown indices.
"""

from __future__ import annotations

from threadproof.domains.evaluate import put
from threadproof.domains.product import AbstractState
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType


def facts(state: AbstractState) -> frozenset[Expr]:
    """All of them hold together."""
    found = set(state.facts)
    for variable, value in state.values.items():
        if isinstance(variable.type, ArrayType):
            found |= _array(variable, value)
        else:
            found.add(E.same(E.var(variable), value))
    return frozenset(found)


def _array(variable: Variable, value: Expr) -> set[Expr]:
    assert isinstance(variable.type, ArrayType)
    elements: dict[Expr, Expr] = {}
    while value.op == "store":
        elements.setdefault(value.args[1], value.args[2])
        value = value.args[0]
    if value.op != "fill":
        return {E.same(E.select(E.var(variable), i), element) for i, element in elements.items() if element.is_const}
    left, right = E.var(variable), value
    for index in sorted(elements, key=lambda i: int(i.payload)):
        element = elements[index]
        if not element.is_const:
            element = E.zero(variable.type.element)
            left = E.store(left, index, element)
        right = put(right, index, element)
    return {E.same(left, right)}
