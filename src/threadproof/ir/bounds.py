"""What an integer expression lies between, as far as types and operators say it: an index of type `int`, times four."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.ir.types import BOOL, Type, is_integral, is_signed, width

if TYPE_CHECKING:
    from threadproof.ir.expr import Expr

Bounds = tuple[int, int]


def of_type(type_: Type) -> Bounds:
    bits = width(type_)
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed(type_) else (0, (1 << bits) - 1)


def bounds(expr: Expr, depth: int = 8) -> Bounds:
    """Of a Boolean, an integer or an address. `depth`: how many operators are looked through."""
    whole = of_type(expr.type)
    found = _of_operator(expr, depth) if depth else None
    return whole if found is None or found[0] < whole[0] or found[1] > whole[1] else found


def _of_operator(expr: Expr, depth: int) -> Bounds | None:
    args = expr.args
    if any(arg.type is not BOOL and not is_integral(arg.type) for arg in args):
        return None
    match expr.op:
        case "const":
            return int(expr.payload), int(expr.payload)
        case "cast":
            return bounds(args[0], depth - 1)
        case "neg":
            low, high = bounds(args[0], depth - 1)
            return -high, -low
        case "mul" if args[1].is_const:
            ends = [end * int(args[1].payload) for end in bounds(args[0], depth - 1)]
            return min(ends), max(ends)
        case "add":
            (low, high), (below, above) = (bounds(arg, depth - 1) for arg in args)
            return low + below, high + above
        case "and" if args[1].is_const and args[1].payload >= 0 and expr.type is not BOOL:
            return 0, int(args[1].payload)
        case "ite":
            (low, high), (below, above) = (bounds(arg, depth - 1) for arg in args[1:])
            return min(low, below), max(high, above)
    return None
