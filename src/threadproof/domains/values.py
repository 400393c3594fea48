"""Explicit values: a map from tracked variables to constants; a variable that is missing has an unknown value.

An array's value is a term: elements sorted by index, stored over `fill` of a constant (all other elements known) or over the
array variable itself (unknown). An element that is not known is a placeholder of its own, one per array and index, so equal
knowledge is the same term and two unknown elements are never mistaken for equal ones.
"""

from __future__ import annotations

from threadproof.domains.evaluate import put
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType


class ArrayKnowledge:
    """Knowledge about arrays as terms."""

    def __init__(self) -> None:
        self._placeholders: dict[tuple[Variable, Expr], Expr] = {}

    def known(self, array: Variable, value: Expr) -> Expr | None:
        """What is remembered of an array's value; None where nothing is known. A store at an unknown index hides
        everything below it."""
        elements: list[tuple[Expr, Expr]] = []
        while value.op == "store" and value.args[1].is_const:
            elements.append((value.args[1], value.args[2]))
            value = value.args[0]
        exact = value.op == "fill" and value.args[0].is_const
        base = value if exact else E.var(array)
        if not exact and not any(element.is_const for _, element in elements):
            return None
        for index, element in reversed(elements):
            if element.is_const:
                base = put(base, index, element)
            elif exact:
                base = put(base, index, self._placeholder(array, index))
        return base

    def _placeholder(self, array: Variable, index: Expr) -> Expr:
        key = (array, index)
        if key not in self._placeholders:
            assert isinstance(array.type, ArrayType)
            self._placeholders[key] = E.var(Variable(f"{array.name}[{index.payload}]?", array.type.element))
        return self._placeholders[key]

    def covers(self, big: Expr, small: Expr) -> bool:
        """Whether all that `big` knows about an array, `small` knows too."""
        if big is small:
            return True
        base, bottom = _base(big), _base(small)
        if base.op == "fill" and base is not bottom:
            return False
        known, mine = dict(_elements(big)), dict(_elements(small))
        if base.op == "fill":  # elements that only the small one mentions differ from the common default
            return all(index in known and _weaker(known[index], mine.get(index)) for index in known | mine)
        return all(not value.is_const or mine.get(index) is value for index, value in known.items())


def _weaker(big: Expr, small: Expr | None) -> bool:
    return not big.is_const or big is small


def _base(value: Expr) -> Expr:
    while value.op == "store":
        value = value.args[0]
    return value


def _elements(value: Expr) -> list[tuple[Expr, Expr]]:
    found = []
    while value.op == "store":
        found.append((value.args[1], value.args[2]))
        value = value.args[0]
    return found
