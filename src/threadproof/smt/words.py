"""Solvers' bit-vector terms as IR expressions: a bit-vector has no sign, so it becomes an unsigned integer, and signed operators
cast."""

from __future__ import annotations

from itertools import pairwise

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.ir.types import IntType, width


class Unreadable(Exception):
    """A term without counterpart: arrays as values, floats, quantifiers."""


def unsigned(bits: int) -> IntType:
    return IntType(bits, False)


def signed(e: Expr) -> Expr:
    return E.cast(IntType(width(e.type), True), e)


def as_unsigned(e: Expr) -> Expr:
    return E.cast(unsigned(width(e.type)), e)


def concat(args: list[Expr]) -> Expr:
    result = args[0]
    for low in args[1:]:
        bits = unsigned(width(result.type) + width(low.type))
        high = E.binary("shl", E.cast(bits, result), E.const(bits, width(low.type)))
        result = E.binary("or", high, E.cast(bits, low))
    return result


def equal(args: list[Expr]) -> Expr:
    result = E.TRUE
    for left, right in pairwise(args):
        result = E.land(result, E.eq(left, right))
    return result
