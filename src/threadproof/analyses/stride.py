"""Which multiples an integer expression runs through: `4 * i + 8` is 8 plus any multiple of 4.

Used for offsets into objects. A product may wrap around, and then it is no multiple any more unless the factor is a power
of two; in C such an index is far outside every array, and the passes check what they access.
"""

from __future__ import annotations

from math import gcd

from threadproof.ir.expr import Expr
from threadproof.ir.types import FloatType, IntType, PtrType, width
from threadproof.ir.walk import fold

ANY = (0, 1)


def signed(constant: Expr) -> int:
    """The value of a constant; addresses count as signed, so that `p - 4` adds -4."""
    value = int(constant.payload)
    if isinstance(constant.type, PtrType | IntType) and value >> (width(constant.type) - 1) > 0:
        return value - (1 << width(constant.type))
    return value


def stride_of(expr: Expr) -> tuple[int, int]:
    """(offset, stride) such that every value is offset + n * stride; stride 0 for a constant."""
    if isinstance(expr.type, FloatType):
        return ANY
    return fold(expr, _visit)


def _visit(node: Expr, args: list[tuple[int, int]]) -> tuple[int, int]:
    match node.op:
        case "const" if not isinstance(node.type, FloatType):
            return signed(node), 0
        case "add":
            return args[0][0] + args[1][0], gcd(args[0][1], args[1][1])
        case "sub":
            return args[0][0] - args[1][0], gcd(args[0][1], args[1][1])
        case "mul":
            (a, m), (b, n) = args
            return a * b, gcd(a * n, b * m, m * n)
        case "shl" if node.args[1].is_const and 0 <= node.args[1].payload < width(node.type):
            factor = 1 << int(node.args[1].payload)
            return args[0][0] * factor, args[0][1] * factor
        case "ite":
            (a, m), (b, n) = args[1:]
            return a, gcd(m, n, abs(a - b))
        case "cast" if isinstance(node.args[0].type, IntType | PtrType) and isinstance(node.type, IntType | PtrType):
            return (
                args[0] if width(node.type) >= width(node.args[0].type) else (args[0][0], gcd(args[0][1], 1 << width(node.type)))
            )
    return ANY
