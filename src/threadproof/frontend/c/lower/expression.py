"""Values of expressions other than operators and calls: literals, conversions, sizes, and reading lvalues.

Most of clang's implicit conversions need no distinction here: a value carries its own type, reading an lvalue loads it,
arrays and functions have their address as value; so a conversion is a `cast` to the type of the node, or nothing.
"""

from __future__ import annotations

from contextlib import suppress

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import computed_goto, extended, lifetime, varargs, variable_arrays
from threadproof.frontend.c.lower.arithmetic import to_integer
from threadproof.frontend.c.lower.context import UNIT, Context
from threadproof.frontend.c.lower.copy import snapshot
from threadproof.frontend.c.lower.place import Memory
from threadproof.frontend.c.syntax.generic import chosen
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.program import Pointee
from threadproof.ir.types import BOOL

_LVALUES = (k.DECL_REF, k.MEMBER_EXPR, k.SUBSCRIPT)


def literal(context: Context, node: Node) -> Expr:
    value, type_ = node.evaluate(), node.type.value
    if value is None or type_ is None:
        raise context.unsupported(node, "literal")
    extended.end_if_rounded(context, node)
    return e.const(type_, value)


def null_pointer(context: Context, node: Node) -> Expr:
    return e.zero(context.pointer)


def reference(context: Context, node: Node) -> Expr:
    declaration = node.referenced
    match declaration.kind:
        case k.ENUM_CONSTANT:
            assert node.type.value is not None
            return e.const(node.type.value, declaration.enum_value)
        case k.FUNCTION_DECL:
            context.at(node)
            return context.linker.function_address(context.module, declaration, node.pos)
    return lvalue(context, node)


def lvalue(context: Context, node: Node) -> Expr:
    place = context.place(node)
    if place.type.value is not None and isinstance(place, Memory):
        context.at(node)
    return context.read(place)


def parenthesised(context: Context, node: Node) -> Expr:
    return context.value(node.expressions[0])


def convert(context: Context, node: Node, child: Node) -> Expr:
    target = node.type
    if target.is_void:
        context.effect(child)
        return UNIT
    if target.is_pointer and child.type.is_pointer and child.type.target.is_void and not target.target.is_void:
        _note_pointee(context, node, child.strip())
    value = context.value(child)
    if target.value is None:
        if target.is_record and child.type.value is not None:
            raise context.unsupported(node, f"conversion to '{target.spelling}'")
        return snapshot(context, value, child.type) if child.type.atomic and not target.atomic else value
    if extended.is_extended(node):
        context.at(node)
        extended.require_held(context, value)
    return to_integer(context, value, target.value)


def _note_pointee(context: Context, node: Node, call: Node) -> None:
    """What the result of an allocation is used as, for reports."""
    if call.kind == k.CALL and not context.module.is_model:
        spelling = node.written_type.replace("const ", "").removesuffix("const").rstrip(" ").removesuffix("*").rstrip()
        with suppress(UnsupportedError):  # layouts of bit-fields that are not modelled
            context.linker.pointees.setdefault(call.pos, Pointee(spelling, node.type.target.layout))


def explicit(context: Context, node: Node) -> Expr:
    return convert(context, node, node.expressions[-1])


def unexposed(context: Context, node: Node) -> Expr:
    """What libclang does not name: told apart by the children."""
    parts = node.expressions
    offsetof = len(parts) < len(node.children) and any(child.kind == k.MEMBER_REF for child in node.children)
    if not parts or offsetof:
        return _constant(context, node)
    if len(parts) == 1:
        if _is_va_arg(node, parts[0]):
            return varargs.argument(context, node, parts[0])
        return convert(context, node, parts[0])
    if len(parts) == 4 and parts[0].cursor.second == parts[1].cursor.second:
        return _elvis(context, node, parts[0], parts[3])
    if len(parts) == 3 and not parts[0].type.is_pointer:  # __builtin_choose_expr
        return context.value(parts[1] if parts[0].evaluate() else parts[2])
    words = node.tokens()
    raise context.unsupported(node, f"'{words[0]}'" if words else "")


def _constant(context: Context, node: Node) -> Expr:
    value = node.evaluate()
    if value is None or node.type.value is None:
        raise context.unsupported(node, "expression")
    return e.const(node.type.value, value)


def _is_va_arg(node: Node, child: Node) -> bool:
    """`__builtin_va_arg(ap, T)`. Unlike a conversion of `ap`, its type does not mention va_list, and where a va_list is an
    address (ILP32) its operand is an lvalue."""
    if not child.type.is_address or node.type.is_void:
        return False
    child = child.strip()
    is_lvalue = child.kind in _LVALUES or (child.kind == k.UNARY and child.unary == k.DEREF)
    possible = is_lvalue or (child.kind == k.UNEXPOSED_EXPR and child.type.target.is_record)
    return possible and "va_list" in child.written_type and "va_list" not in node.written_type


def _elvis(context: Context, node: Node, first: Node, otherwise: Node) -> Expr:
    """GNU `a ?: b`."""
    builder = context.builder
    value = context.hold(context.value(first))
    result = builder.temporary(node.type.value or context.pointer)
    yes, no, end = builder.location(), builder.location(), builder.location()
    builder.branch(e.cast(BOOL, value), yes, no)
    builder.here = yes
    builder.assign(result, e.cast(result.type, value))
    builder.jump(end)
    builder.here = no
    builder.assign(result, e.cast(result.type, context.value(otherwise)))
    builder.jump(end)
    builder.here = end
    return e.var(result)


def size_of(context: Context, node: Node) -> Expr:
    """`sizeof` and `_Alignof`; for a variable-length array its size at run time."""
    assert node.type.value is not None
    parts = node.expressions
    operand = parts[-1].strip() if parts else None
    if operand is not None and operand.type.is_array and operand.type.size < 0:
        size = variable_arrays.size_of(context, operand)
        if size is not None:
            return e.cast(node.type.value, size)
    value = node.evaluate()
    if value is None:
        raise context.unsupported(node, "sizeof of a type whose size is not a constant")
    return e.const(node.type.value, value)


def statement_expression(context: Context, node: Node) -> Expr:
    """GNU `({ ...; v; })`: the value of the last expression. It is a block, whose objects end with it.

    A jump out of it ends the full expression around it, too, whose objects are like those of another block around."""
    outer, context.temporaries = context.temporaries, []
    context.scopes += [outer, []]
    value = _last_value(context, node, node.children[0].children)
    if (context.scopes[-1] or context.temporaries) and node.type.is_record:  # its value is an address, perhaps of one of those
        value = snapshot(context, value, node.type)
    context.full()
    context.temporaries = outer
    lifetime.close(context)
    context.scopes.pop()
    return value


def _last_value(context: Context, node: Node, items: list[Node]) -> Expr:
    """The last expression may have labels."""
    if not items or node.type.is_void:
        for item in items:
            context.statement(item)
        return UNIT
    for item in items[:-1]:
        context.statement(item)
    last = lifetime.arrive(context, items[-1])
    if not k.FIRST_EXPR <= last.kind <= k.LAST_EXPR:
        raise context.unsupported(last, "value of a statement expression")
    context.at(last)
    value = context.value(last)
    return e.cast(node.type.value, value) if node.type.value is not None else value


def generic(context: Context, node: Node) -> Expr:
    return context.value(chosen(context, node))


def discard_variable(context: Context, node: Node) -> None:
    """Naming a variable for no purpose, as in `(void)x`, is not an access to it, unless it is volatile."""
    if node.type.volatile:
        context.value(node)


def discard_unexposed(context: Context, node: Node) -> None:
    parts = node.expressions
    if len(parts) == 1 and not _is_va_arg(node, parts[0]):
        context.effect(parts[0])
    else:
        context.value(node)


def discard_inner(context: Context, node: Node) -> None:
    context.effect(node.expressions[-1])


VALUES = {
    k.INTEGER: literal,
    k.CHARACTER: literal,
    k.BOOL_LITERAL: literal,
    k.NULLPTR: null_pointer,
    k.FLOATING: literal,
    k.DECL_REF: reference,
    k.MEMBER_EXPR: lvalue,
    k.SUBSCRIPT: lvalue,
    k.STRING: lvalue,
    k.COMPOUND_LITERAL: lvalue,
    k.PAREN: parenthesised,
    k.CAST: explicit,
    k.UNEXPOSED_EXPR: unexposed,
    k.SIZEOF: size_of,
    k.STATEMENT_EXPR: statement_expression,
    k.GENERIC: generic,
    k.ADDR_LABEL: computed_goto.label,
}
EFFECTS = {
    k.DECL_REF: discard_variable,
    k.UNEXPOSED_EXPR: discard_unexposed,
    k.PAREN: discard_inner,
    k.CAST: discard_inner,
}
