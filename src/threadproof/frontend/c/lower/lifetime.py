"""Blocks and the objects declared in them: what is left behind when a block is left.

Objects are made when their function is entered (see `Builder.stack_object`), once for all iterations of a loop. Where a block
that is not the function's own is left, at its end or by a jump, its objects end; where it is entered again, also by a jump, they
begin to live again. That is said (`ops.Lifetime`) only of objects whose address may be kept by somebody: `kept`
finds them by looking at how they are used. Selections and loops are blocks, too, and so are the statements in them (C11 6.8.4p3,
6.8.5p5), which matters for compound literals.

A jump leaves the blocks that are around it and not around its target, and enters those around the target only. Objects of blocks
that are entered in the middle hold anything. Where the target comes later in the text, the operations of the jump are emitted
there.

The value of a function that is a struct with an array in it is an object that lives until the end of the full expression
(C11 6.2.4p8): `f().a` is an address.

Each time that the declaration of a variable without initialiser is reached, what it holds becomes arbitrary.
"""

from __future__ import annotations

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import cleanup
from threadproof.frontend.c.lower.context import Context, Jump
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
    """A variable-length array of the innermost block: a new object each time, so that none begins to live again.

    One of the function's own block ends before the function if a jump leads back before its declaration (C11 6.2.4p7)."""
    if key in context.kept and (len(context.scopes) > 1 or context.has_labels):
        context.scopes[-1].append(address)
        context.variable_arrays.add(address)


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


# -- jumps ---------------------------------------------------------------------------------------------------------------


def goto(context: Context, key: int) -> None:
    """To a label, which may not have been met yet."""
    source = Jump(context.builder.here, context.pos, [(scope, len(scope)) for scope in context.scopes])
    context.builder.here = context.builder.location()
    target = context.arrivals.get(key)
    if target is None:
        context.departures.setdefault(key, []).append(source)
    else:
        _jump(context, source, target)


def arrive(context: Context, node: Node) -> Node:
    """Go on at a label (or a row of labels); what it labels is the result."""
    while node.kind == k.LABEL:
        key = node.cursor.second
        location = context.builder.location()
        context.builder.jump(location)
        target = context.arrivals[key] = Jump(location, context.pos, [(scope, len(scope)) for scope in context.scopes])
        for source in context.departures.pop(key, ()):
            _jump(context, source, target)
        context.builder.here = location
        node = next(child for child in node.children if child.kind < k.FIRST_ATTRIBUTE)
    return node


def _jump(context: Context, source: Jump, target: Jump) -> None:
    """The operations of a jump. In blocks that stay, variable-length arrays end that are declared behind the target."""
    builder, here, pos = context.builder, context.builder.here, context.pos
    builder.here, builder.pos = source.location, source.pos
    pairs = zip(source.scopes, target.scopes, strict=False)
    common = next((depth for depth, ((one, _), (other, _)) in enumerate(pairs) if one is not other), None)
    common = min(len(source.scopes), len(target.scopes)) if common is None else common
    for depth in range(len(source.scopes) - 1, -1, -1):
        scope, made = source.scopes[depth]
        for number, address in enumerate(scope):
            variable = address in context.variable_arrays
            left = depth >= common if not variable else number < made and (depth >= common or number >= target.scopes[depth][1])
            if left:
                builder.emit(Lifetime(address, False))
    for scope, made in target.scopes[common:]:
        for address in scope[:made]:
            builder.emit(Lifetime(address, True, fresh=True))
    builder.jump(target.location)
    builder.here, builder.pos = here, pos


def entered(context: Context, depth: int, location: int) -> int:
    """Where to go from outside of all but the first `depth` blocks, to a location in the innermost one."""
    addresses = [address for scope in context.scopes[depth:] for address in scope]
    if not addresses:
        return location
    builder, here = context.builder, context.builder.here
    entry = builder.here = builder.location()
    for address in addresses:
        builder.emit(Lifetime(address, True, fresh=True))
    builder.jump(location)
    builder.here = here
    return entry


# -- temporary lifetime --------------------------------------------------------------------------------------------------


def is_temporary(node: Node) -> bool:
    """Whether a struct is a value, not an lvalue."""
    return node.strip().kind in (k.CALL, k.BINARY, k.CONDITIONAL, k.STATEMENT_EXPR)


def is_array_of_value(node: Node) -> bool:
    """`f().a`, `f().inner.a`: the address of a part of a value."""
    if not node.type.is_array:
        return False
    while node.kind == k.MEMBER_EXPR and node.expressions and node.expressions[0].type.is_record:
        node = node.expressions[0].strip()
    return node.kind != k.MEMBER_EXPR and node.type.is_record and is_temporary(node)


def temporary(context: Context, address: Expr) -> None:
    """An object that lives until the end of the full expression; in a loop it lived before."""
    if context.has_temporaries and _again(context):
        context.builder.emit(Lifetime(address, True))
