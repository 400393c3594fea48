"""Arrays whose dimensions are known at run time: `int a[n][m]`, parameters of that form, `int (*p)[m]`.

Clang's types do not say what the dimensions are; declarations do. So the sizes of all rows are computed where a declaration
is reached, as C has it, and kept in registers by the declared variable. How large the elements are that an expression walks over
follows from the variable that it starts with, and from the subscripts on the way. Where that is not a variable of the function
(a typedef, a conversion), it is not supported. Rows have no bounds of their own: an access must stay in the object.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check
from threadproof.ir.types import I64, I128, is_signed

_MOVING = (k.POST_INC, k.POST_DEC, k.PRE_INC, k.PRE_DEC)


def rows(type_: CType) -> list[CType]:
    """The arrays that a variable of the type is, or points to, from the outside in; none if their sizes are constants."""
    if type_.is_pointer:
        type_ = type_.target
    found = []
    while type_.is_array:
        found.append(type_)
        type_ = type_.target
    return found if any(row.is_variable_array or (row.size < 0 and row.count) for row in found) else []


def measure(context: Context, node: Node) -> bool:
    """Computes the sizes of the rows of a declared variable, if they are written there."""
    levels = rows(node.type)
    # clang lists the dimensions from the inside out; of a parameter also the outermost one, which does not count
    lengths = [child for child in node.expressions if child.type.value is not None]
    if node.initialiser is not None:
        lengths = lengths[:-1]
    if not levels or len(lengths) < len(levels) or levels[-1].target.size < 0:
        return False
    builder, size_type = context.builder, context.builder.data_model.size
    size, sizes = e.const(size_type, levels[-1].target.size), list[Expr]()
    for length_node in lengths[: len(levels)]:
        length = context.value(length_node)
        context.at(node)
        if is_signed(length.type) and not length.is_const:
            fits = e.le(e.zero(length.type), length)
            builder.emit(Check(fits, "invalid-length", "a variable-length array has a negative length"))
        size = builder.freeze(e.mul(e.cast(size_type, length), size))
        sizes.insert(0, size)
    context.row_sizes[node.key] = sizes
    return True


def _sizes(context: Context, node: Node) -> tuple[list[Expr], bool] | None:
    """The sizes of the arrays that an expression is or points to, from the outside in; whether it points to the first one."""
    node = node.strip()
    parts = node.expressions
    if node.kind == k.DECL_REF:
        known = context.row_sizes.get(node.referenced.key)
        return None if known is None else (known, node.referenced.type.is_pointer)
    if node.kind == k.UNEXPOSED_EXPR and len(parts) == 1:
        return _sizes(context, parts[0])
    inner = None
    if node.kind in (k.SUBSCRIPT, k.BINARY):
        address = next((part for part in parts if part.type.is_address), None)
        inner = None if address is None else _sizes(context, address)
    elif node.kind in (k.UNARY, k.COMPOUND_ASSIGN) and parts:
        inner = _sizes(context, parts[0])
    if inner is None:
        return None
    sizes, points = inner
    pointed = sizes if points else sizes[1:]
    if node.kind == k.SUBSCRIPT or (node.kind == k.UNARY and node.unary == k.DEREF):
        return pointed, False
    if node.kind == k.UNARY and node.unary == k.ADDRESS_OF:
        return sizes, True
    walks = node.kind in (k.BINARY, k.COMPOUND_ASSIGN) or node.unary in _MOVING
    return (pointed, True) if walks else None


def size_of(context: Context, node: Node) -> Expr | None:
    """Of an array of variable size."""
    found = _sizes(context, node)
    return found[0][0] if found is not None and not found[1] and found[0] else None


def element_size(context: Context, node: Node) -> Expr | None:
    """Of what a subscript, a sum or a difference of addresses, or a step of a pointer counts."""
    for part in node.expressions:
        found = _sizes(context, part) if part.type.is_address else None
        if found is not None:
            sizes, points = found
            pointed = sizes if points else sizes[1:]
            return pointed[0] if pointed else None
    return None


def distance(index: Expr, size: Expr, back: bool) -> Expr:
    """How many bytes so many elements are, exactly."""
    found = e.mul(e.cast(I128, index), e.cast(I128, size))
    return e.neg(found) if back else found


def quotient(bytes_: Expr, size: Expr) -> Expr:
    """How many elements so many bytes are."""
    return e.binary("div", e.cast(I64, bytes_), e.cast(I64, size))
