"""Addresses as sums: `base + 12 * i + 4` becomes the constant `base + 4` and the term `i` with factor 12.

All arithmetic is modulo the size of the address space. With this the start of an object cancels out, and an index is
recovered from its address without a division.
"""

from __future__ import annotations

from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.types import PtrType, is_integral, width
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Linear:
    """`constant` plus the sum of factor * term; factors and constant are signed."""

    pointer: PtrType
    constant: int
    terms: tuple[tuple[Expr, int], ...]

    def minus(self, constant: int) -> Linear:
        return Linear(self.pointer, _signed(self.constant - constant, self.pointer), self.terms)

    def divides(self, step: int) -> bool:
        """Whether constant and all factors are multiples of `step`."""
        return self.constant % step == 0 and all(factor % step == 0 for _, factor in self.terms)

    def over(self, step: int) -> Linear:
        return Linear(self.pointer, self.constant // step, tuple((term, factor // step) for term, factor in self.terms))

    def split(self, span: int) -> tuple[Linear, Linear]:
        """(what is a multiple of `span`, the rest); the constant goes to both such that the rest's lies within [0, span)."""
        whole = tuple((term, factor) for term, factor in self.terms if factor % span == 0)
        rest = tuple((term, factor) for term, factor in self.terms if factor % span)
        inner = self.constant % span
        return Linear(self.pointer, self.constant - inner, whole), Linear(self.pointer, inner, rest)

    def expr(self) -> Expr:
        result = e.const(self.pointer, self.constant)
        for term, factor in self.terms:
            scaled = e.mul(e.cast(self.pointer, term), e.const(self.pointer, abs(factor)))
            result = e.add(scaled, result) if factor > 0 else e.sub(result, scaled)
        return result


def _signed(value: int, pointer: PtrType) -> int:
    value &= (1 << pointer.bits) - 1
    return value - (1 << pointer.bits) if value >> (pointer.bits - 1) else value


def linear(address: Expr, pointer: PtrType) -> Linear:
    """Follows sums, differences and products with constants, through conversions that keep all bits."""
    constant = 0
    terms: dict[Expr, int] = {}
    work = [(address, 1)]
    while work:
        node, factor = work.pop()
        if node.is_const:
            constant += factor * int(node.payload)
        elif node.op == "cast" and is_integral(node.args[0].type) and width(node.args[0].type) == pointer.bits:
            work.append((node.args[0], factor))
        elif node.op == "add":
            work.extend((arg, factor) for arg in node.args)
        elif node.op == "sub":
            work.extend(((node.args[0], factor), (node.args[1], -factor)))
        elif node.op == "neg":
            work.append((node.args[0], -factor))
        elif node.op == "mul" and node.args[1].is_const:
            work.append((node.args[0], factor * int(node.args[1].payload)))
        elif node.op == "shl" and node.args[1].is_const and node.args[1].payload < pointer.bits:
            work.append((node.args[0], factor << int(node.args[1].payload)))
        else:
            terms[node] = terms.get(node, 0) + factor
    scaled = [(term, _signed(factor, pointer)) for term, factor in terms.items()]
    return Linear(pointer, _signed(constant, pointer), tuple((term, factor) for term, factor in scaled if factor))
