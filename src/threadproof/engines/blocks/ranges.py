"""Interval analysis of terms: the bounds of a value, whatever its variables hold. They show that some conditions never
hold.

What threads leave in arrays and shared variables are terms over inputs, and where paths meet, choices between them. A condition
about such a term often needs no solver: `x % 5 == -2` holds for no x. The bounds of a term follow from those of its parts;
of an array, all elements together have them. Each term is looked at once."""

from __future__ import annotations

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.ir.types import BOOL, ArrayType, FloatType, IntType, Type, is_integral
from threadproof.ir.walk import fold

Bounds = tuple[int, int] | None
"""The least and the greatest value; None: any value of its type."""


class Ranges:
    def __init__(self) -> None:
        self._memo: dict[Expr, Bounds] = {}

    def decided(self, condition: Expr) -> Expr:
        """The condition, or a constant if it always or never holds."""
        inner = condition.args[0] if condition.op == "lnot" else condition
        if inner.op not in ("eq", "lt", "le") or not is_integral(inner.args[0].type):
            return condition
        truth = self._truth(inner)
        return condition if truth is None else E.const(BOOL, truth == (inner is condition))

    def _truth(self, node: Expr) -> bool | None:
        left, right = (self._bounds(arg) for arg in node.args)
        if left is None or right is None:
            return None
        match node.op:
            case "eq":
                return False if left[1] < right[0] or right[1] < left[0] else None
            case "lt":
                return True if left[1] < right[0] else False if left[0] >= right[1] else None
        return True if left[1] <= right[0] else False if left[0] > right[1] else None

    def _bounds(self, term: Expr) -> Bounds:
        found = fold(term, _combined, self._memo)
        return found if found is not None else limits(term.type)


def limits(type_: Type) -> Bounds:
    """Of all values of a type; None if they are no integers."""
    if not isinstance(type_, IntType):
        return None
    return (-(1 << type_.bits - 1), (1 << type_.bits - 1) - 1) if type_.signed else (0, (1 << type_.bits) - 1)


def _combined(node: Expr, args: list[Bounds]) -> Bounds:
    match node.op:
        case "const" if is_integral(node.type):
            return int(node.payload), int(node.payload)
        case "ite":
            return _hull(args[1], args[2])
        case "store":
            return _hull(args[0], args[2])
        case "fill" | "select":
            return args[0]
        case "cast":
            return _converted(node, args[0])
        case "rem":
            return _remainder(node, args)
    return None


def _hull(one: Bounds, other: Bounds) -> Bounds:
    return None if one is None or other is None else (min(one[0], other[0]), max(one[1], other[1]))


def _converted(node: Expr, inner: Bounds) -> Bounds:
    """What fits stays as it is."""
    source = node.args[0].type
    if source is BOOL:
        return 0, 1
    target = limits(node.type)
    inner = inner or limits(source)
    if inner is None or target is None or isinstance(source, FloatType | ArrayType):
        return None
    return inner if target[0] <= inner[0] and inner[1] <= target[1] else None


def _remainder(node: Expr, args: list[Bounds]) -> Bounds:
    """By a positive constant; it has the sign of what is divided."""
    by = args[1]
    if by is None or by[0] != by[1] or by[0] <= 0 or not isinstance(node.type, IntType):
        return None
    divided = args[0] or limits(node.type)
    assert divided is not None
    return (0 if divided[0] >= 0 else 1 - by[0]), (0 if divided[1] <= 0 else by[0] - 1)
