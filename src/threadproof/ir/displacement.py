"""Pointer arithmetic as the front ends make it, and where the zones of `zones` need not be looked at.

The distance of `p + i` is computed in a type in which it does not wrap around. An *access* at a displaced address may take the
plain sum instead, if the distance is near: between an object and every half of a zone that is not its own lie more bytes than
that, so the sum is in the object exactly where the displaced address is.
"""

from __future__ import annotations

from threadproof.ir import expr as e
from threadproof.ir import zones
from threadproof.ir.bounds import bounds
from threadproof.ir.expr import Expr
from threadproof.ir.types import I32, I64, I128, IntType, PtrType, is_signed, width


def elements(index: Expr, size: int, back: bool = False) -> Expr:
    """How many bytes `index` elements of `size` bytes are, exactly; `back`: to be subtracted."""
    index = index if isinstance(index.type, IntType) else e.cast(I32, index)
    needed = width(index.type) + (not is_signed(index.type)) + max(size - 1, 0).bit_length()
    type_ = I64 if needed <= 64 else I128
    distance = e.mul(e.cast(type_, index), e.const(type_, size))
    return e.neg(distance) if back else distance


def accessed(address: Expr) -> Expr:
    """An address that is accessed, without displacements that are near."""
    node, total, steps = address, 0, list[Expr]()
    assert isinstance(address.type, PtrType)
    bits = address.type.bits
    while node.op == "displace" or (node.op == "add" and node.args[1].is_const):
        low, high = bounds(node.args[1])
        total += max(-low, high) if node.op == "displace" else min(high, (1 << bits) - high)
        steps.append(node)
        node = node.args[0]
    if total > zones.near(bits) or all(step.op == "add" for step in steps):
        return address
    for step in reversed(steps):
        node = e.add(node, e.narrowed(address.type, step.args[1]))
    return node


def moved(address: Expr, distance: int) -> Expr:
    """A member of what an address refers to: a plain sum where that is near."""
    assert isinstance(address.type, PtrType)
    if distance <= zones.near(address.type.bits):
        return e.add(address, e.const(address.type, distance))
    return e.displace(address, e.const(I64, distance))
