"""Lifetimes of the objects that are declared in blocks.

Objects are made when their function is entered (see `Builder.stack_object`), once for all iterations of a loop. Where a
block that is not the function's own is left, at its end or by a jump, its objects end (`ops.Lifetime`). If it may be
entered again, its objects are new ones then (C11 6.2.4p6): each is made where its declaration is reached, or by a jump
that leads past it. That is so only for objects whose address may be stored: `kept` finds them by looking at how they
are used. For all others the difference is not observable, since no address is there to tell two objects apart.
Selections and loops are blocks, too, and so are the statements in them (C11 6.8.4p3, 6.8.5p5), which matters for
compound literals.

A declaration that is reached again while the block was not left names the same object. Where that may be (functions with labels,
compound literals and temporary objects, which need not be evaluated at all), the register of the address is null as long as there
is no object: making and ending ask for it (`Context.optional`).

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
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.lower import cleanup
from threadproof.frontend.c.lower.context import Context, Jump
from threadproof.frontend.c.syntax import attributes
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Alloc, Lifetime

_NOTHING, _VALUE, _PLACE = 0, 1, 2  # what may be stored: neither, the value, the address of the place
_BLOCKS = frozenset({k.BLOCK, k.IF, k.WHILE, k.DO, k.FOR, k.SWITCH, k.STATEMENT_EXPR})
_COMPARE = frozenset({k.LT, k.GT, k.LE, k.GE, k.EQ, k.NE})


def kept(body: Node) -> set[int]:
    """Variables whose address is used for more than an access, a comparison or to return it (the function ends then).

    A function that is called where the block is left gets it, too."""
    found: set[int] = set()
    work = [(body, _NOTHING)]
    while work:
        node, use = work.pop()
        if node.kind == k.DECL_REF:
            if use == _PLACE or (use and _is_aggregate(node)):
                found.add(node.referenced.key)
        elif node.kind != k.SIZEOF:
            if node.kind == k.VAR_DECL and attributes.cleanup(node) is not None:
                found.add(node.key)
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


def leaves_objects(module: Module) -> bool:
    """Whether a function has blocks with objects whose address may be stored when the block is left."""
    if module.leaves_objects is None:
        bodies = [part for node in module.functions.values() for part in node.children if part.kind == k.BLOCK]
        module.leaves_objects = any(_leaves_objects(body) for body in bodies)
    return module.leaves_objects


def _leaves_objects(body: Node) -> bool:
    found: set[int] | None = None
    work = [(child, False) for child in body.children]
    while work:
        node, inside = work.pop()
        if inside and node.kind == k.COMPOUND_LITERAL:
            return True
        if inside and node.kind == k.VAR_DECL and node.storage not in (k.S_EXTERN, k.S_STATIC):
            found = kept(body) if found is None else found
            if node.key in found:
                return True
        inside = inside or node.kind in _BLOCKS
        work.extend((child, inside) for child in node.children)
    return False


def variable(context: Context, key: int, name: str, type_: CType) -> Expr:
    """The address of a variable of the innermost block: made once for all, or anew each time."""
    if key in context.kept and len(context.scopes) > 1 and _again(context):
        return _anew(context, name, type_, context.has_labels)
    return context.builder.stack_object(name, type_.size, type_.layout)


def _anew(context: Context, name: str, type_: CType, optional: bool) -> Expr:
    """The address of what is not made when the function is entered."""
    builder, size = context.builder, e.const(context.builder.data_model.size, type_.size)
    register = builder.null_register(f"&{name}") if optional else builder.register(f"&{name}", context.pointer)
    address = e.var(register)
    context.makers[address] = Alloc(register, size, True, name, type_.layout)
    if optional:
        context.optional.add(address)
    return address


def declared(context: Context, key: int, address: Expr, initialised: bool) -> None:
    """A variable of the innermost block."""
    if key in context.kept and len(context.scopes) > 1:
        context.scopes[-1].append(address)
    _begin(context, address, not initialised and _again(context))


def _begin(context: Context, address: Expr, fresh: bool = False) -> None:
    """An object is made, unless it is there; then it holds anything if it is `fresh`."""
    builder, maker = context.builder, context.makers.get(address)
    if maker is not None and address not in context.optional:
        builder.emit(maker)
    elif maker is not None:
        absent, present, done = builder.location(), builder.location(), builder.location()
        builder.branch(e.eq(address, e.zero(context.pointer)), absent, present)
        builder.here = absent
        builder.emit(maker)
        builder.jump(done)
        builder.here = present
        if fresh:
            builder.emit(Lifetime(address, True))
        builder.jump(done)
        builder.here = done
    elif fresh:
        builder.emit(Lifetime(address, True))


def allocated(context: Context, key: int, address: Expr) -> None:
    """A variable-length array of the innermost block: a new object each time.

    One of the function's own block ends before the function if a jump leads back before its declaration (C11 6.2.4p7)."""
    if key in context.kept and (len(context.scopes) > 1 or context.has_labels):
        context.scopes[-1].append(address)
        context.variable_arrays.add(address)


def literal(context: Context, type_: CType) -> Expr:
    """A compound literal of the innermost block. Control may come there again in this block, or leave the block
    without."""
    if len(context.scopes) <= 1:
        return context.builder.stack_object("literal", type_.size, type_.layout)
    if not _again(context):
        address = context.builder.stack_object("literal", type_.size, type_.layout)
    else:
        address = _anew(context, "literal", type_, True)
    context.scopes[-1].append(address)
    _begin(context, address)
    return address


def _again(context: Context) -> bool:
    """Whether control may come here more than once in a call."""
    return bool(context.loops) or context.has_labels


def leave(context: Context, depth: int) -> None:
    """All but the first `depth` blocks are left, the innermost one first."""
    for number in range(len(context.scopes), depth, -1):
        cleanup.leave(context, number)
        for address in context.scopes[number - 1]:
            context.end(address)


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
        arrive_from_elsewhere(context, key, location)
        context.builder.here = location
        node = next(child for child in node.children if child.kind < k.FIRST_ATTRIBUTE)
    return node


def arrive_from_elsewhere(context: Context, key: int, location: int) -> None:
    """Jumps to a label of the innermost block lead to a location."""
    target = context.arrivals[key] = Jump(location, context.pos, [(scope, len(scope)) for scope in context.scopes])
    for source in context.departures.pop(key, ()):
        _jump(context, source, target)


def _jump(context: Context, source: Jump, target: Jump) -> None:
    """The operations of a jump. In blocks that stay, variable-length arrays end that are declared after the target."""
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
                context.end(address)
    for depth, (scope, made) in enumerate(target.scopes):
        for address in scope[source.scopes[depth][1] if depth < common else 0 : made]:
            _begin(context, address)
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
        _begin(context, address)
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


def temporary(context: Context, name: str, type_: CType) -> Expr:
    """The address of an object that may live until the end of the full expression only."""
    if not context.has_temporaries or not _again(context):
        return context.builder.stack_object(name, type_.size, type_.layout)
    address = _anew(context, name, type_, True)
    _begin(context, address)
    return address
