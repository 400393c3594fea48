"""Blocks and the objects declared in them: what is left behind when a block is left.

Objects are made when their function is entered (see `Builder.stack_object`), once for all iterations of a loop. Where a block
that is not the function's own is left at its end, by `break` or by `continue`, its objects end; where it is entered again, or by
a label, they begin to live again. That is said (`ops.Lifetime`) only of objects whose address may be kept by somebody: `kept`
finds them by looking at how they are used. A `goto` does not end what it leaves, so what it leaves behind is not noticed.

Each time that the declaration of a variable without initialiser is reached, what it holds becomes arbitrary.
"""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.frontend.c import cleanup
from threadproof.frontend.c import kinds as k
from threadproof.frontend.c.context import Context
from threadproof.frontend.c.node import Node
from threadproof.ir.expr import Expr
from threadproof.ir.op import Lifetime

_NOTHING, _VALUE, _PLACE = 0, 1, 2  # what may be kept: neither, the value, the address of the place
_COMPARE = frozenset({k.LT, k.GT, k.LE, k.GE, k.EQ, k.NE})


def kept(body: Node) -> set[int]:
    """Variables whose address is used for more than an access, a comparison or to return it (the function ends then)."""
    found: set[int] = set()
    work = [(body, _NOTHING)]
    while work:
        node, use = work.pop()
        if node.kind == k.DECL_REF:
            if use == _PLACE or (use and _is_aggregate(node)):
                found.add(node.referenced.key)
        elif node.kind != k.SIZEOF:
            below = _below(node, use)
            work.extend((child, below) for child in node.children)
    return found


def _below(node: Node, use: int) -> int:
    """How the parts of a node are used, given how the node is. An array is used by its address."""
    match node.kind:
        case k.UNARY if node.unary == k.ADDRESS_OF:
            return _PLACE
        case k.PAREN:
            return use
        case k.UNARY if node.unary == k.DEREF:
            return _VALUE if use and _is_aggregate(node) else _NOTHING
        case k.MEMBER_EXPR | k.SUBSCRIPT:
            return _PLACE if use == _PLACE or (use and _is_aggregate(node)) else _NOTHING
        case k.BINARY if node.binary in _COMPARE:
            return _NOTHING
        case k.RETURN | k.BLOCK | k.IF | k.WHILE | k.DO | k.FOR:
            return _NOTHING
    return _VALUE


def _is_aggregate(node: Node) -> bool:
    """Whether it is used by its address; what is not understood will be refused where it is used."""
    try:
        return node.type.value is None
    except UnsupportedError:
        return True


def declared(context: Context, key: int, address: Expr, initialised: bool) -> None:
    """A variable of the innermost block."""
    if key in context.kept:
        made(context, address)
    if not initialised and _again(context):
        context.builder.emit(Lifetime(address, True, fresh=True))


def allocated(context: Context, key: int, address: Expr) -> None:
    """A variable-length array of the innermost block: a new object each time, so that none begins to live again."""
    if key in context.kept and len(context.scopes) > 1:
        context.scopes[-1].append(address)


def made(context: Context, address: Expr) -> None:
    """An object of the innermost block. In a loop it lived before."""
    if len(context.scopes) > 1:
        context.scopes[-1].append(address)
        if _again(context):
            context.builder.emit(Lifetime(address, True))


def _again(context: Context) -> bool:
    """Whether control may come here more than once in a call."""
    return bool(context.loops) or context.has_labels


def leave(context: Context, depth: int) -> None:
    """All but the first `depth` blocks are left."""
    cleanup.leave(context, depth)
    for scope in reversed(context.scopes[depth:]):
        for address in scope:
            context.builder.emit(Lifetime(address, False))


def close(context: Context) -> None:
    """The end of the innermost block."""
    leave(context, len(context.scopes) - 1)
    context.scopes.pop()
    cleanup.close(context)


def arrive(context: Context) -> None:
    """By a label: whatever block that is in, it is entered."""
    for scope in context.scopes:
        for address in scope:
            context.builder.emit(Lifetime(address, True))
