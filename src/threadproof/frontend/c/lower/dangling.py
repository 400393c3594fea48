"""Addresses that outlive what they pointed to: comparing them is undefined, since a new object may have got the same address.

The interpreter never gives out an address again that is still stored somewhere, so that two objects never compare
equal. Where a program frees objects, or leaves blocks with variables whose address it may keep (in practice the next
iteration gets the same address), and compares addresses that may be those of such objects (`==`, `!=`,
compare-and-exchange), `ops.Compared` says that one of them is used, unless they are equal or the other one is null. The
other one may be the address of such a variable by its name. What has just been read atomically is exempt: comparing an
address with the present content (hazard pointers) is about the object that is there now, whichever it is.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import lifetime
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Compared

_FREES = frozenset({"free", "realloc", "reallocarray"})
_SAME = frozenset({k.PAREN, k.CAST, k.UNEXPOSED_EXPR})


def compares(context: Context, node: Node) -> bool:
    """Whether a binary operator of the program compares two addresses of which either may have been freed."""
    if node.binary not in (k.EQ, k.NE) or context.module.is_model:
        return False
    if not all((part.type.is_pointer and _computed(part)) or _is_brief(context, part) for part in node.expressions):
        return False
    return _ends(context)


def compared(context: Context, value: Expr, other: Expr) -> None:
    """An address is held against another one."""
    if value.type == context.pointer and not value.is_const and _ends(context):
        other, null = e.cast(value.type, other), e.zero(value.type)
        harmless = e.lor(e.eq(value, other), e.eq(other, null))
        context.builder.emit(Compared(e.ite(harmless, null, value)))


def _ends(context: Context) -> bool:
    """Whether the program has objects that end while their address may be held."""
    image = context.linker.image
    return not image.mentioned.isdisjoint(_FREES) or any(map(lifetime.leaves_objects, image.modules))


def _is_brief(context: Context, node: Node) -> bool:
    """Whether it is the address of a variable of a block that ends before the function."""
    node = _bare(node)
    if node.kind == k.UNARY and node.unary == k.ADDRESS_OF:
        node = node.expressions[0].strip()
    return node.kind == k.DECL_REF and context.objects.get(node.referenced.key) in context.makers


def _computed(node: Node) -> bool:
    """Neither NULL nor the address of something that has a name, nor an atomic load."""
    node = _bare(node)
    if node.kind in (k.INTEGER, k.STATEMENT_EXPR) or node.type.atomic or (node.kind == k.UNARY and node.unary == k.ADDRESS_OF):
        return False
    return not node.type.is_array


def _bare(node: Node) -> Node:
    """Without conversions."""
    node = node.strip()
    while node.kind in _SAME and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return node
