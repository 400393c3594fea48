"""Addresses that outlive what they pointed to: comparing them is undefined, since a new object may have got the same address.

The interpreter never gives out an address again that somebody holds, so that two objects never compare equal. Where a program
frees objects and compares addresses that may be those of freed ones (`==`, `!=`, compare-and-exchange), `ops.Compared` says that
one of them is used, unless they are equal or the other one is null. What has just been read atomically is not asked for: whoever
compares an address with what is there now (hazard pointers) means the object that is there now, whichever it is.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Compared

_FREES = frozenset({"free", "realloc", "reallocarray"})
_SAME = frozenset({k.PAREN, k.CAST, k.UNEXPOSED_EXPR})


def compares(context: Context, node: Node) -> bool:
    """Whether a binary operator of the program compares two addresses of which either may have been freed."""
    if node.binary not in (k.EQ, k.NE) or context.module is not context.linker.user or not _frees(context):
        return False
    return all(part.type.is_pointer and _computed(part) for part in node.expressions)


def compared(context: Context, value: Expr, other: Expr) -> None:
    """An address is held against another one."""
    if value.type == context.pointer and not value.is_const and _frees(context):
        other, null = e.cast(value.type, other), e.zero(value.type)
        harmless = e.lor(e.eq(value, other), e.eq(other, null))
        context.builder.emit(Compared(e.ite(harmless, null, value)))


def _frees(context: Context) -> bool:
    assert context.linker.user is not None
    return not context.linker.user.mentioned.isdisjoint(_FREES)


def _computed(node: Node) -> bool:
    """Neither NULL nor the address of something that has a name, nor an atomic load."""
    node = node.strip()
    while node.kind in _SAME and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    if node.kind in (k.INTEGER, k.STATEMENT_EXPR) or node.type.atomic or (node.kind == k.UNARY and node.unary == k.ADDRESS_OF):
        return False
    return not node.type.is_array
