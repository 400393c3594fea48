"""Lvalues: variables, members, elements, dereferences, literals that have an address."""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import lifetime, subobject, variable_arrays
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.copy import snapshot
from threadproof.frontend.c.lower.initialiser import fill
from threadproof.frontend.c.lower.place import Bits, Memory, Place, Register
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.displacement import elements, moved
from threadproof.ir.expr import Expr
from threadproof.ir.op import Cut


def variable(context: Context, node: Node) -> Place:
    declaration = node.referenced
    if declaration.kind not in (k.VAR_DECL, k.PARM_DECL):
        return Memory(context.value(node), node.type)
    key = declaration.key
    register = context.registers.get(key)
    if register is not None:
        return Register(register, declaration.type)
    address = context.objects.get(key)
    if address is None:
        if context.linker.is_absent_variable(declaration):
            return Memory(e.zero(context.pointer), declaration.type)
        found = context.linker.variable(declaration)
        address = e.addr(found, context.pointer)
        if found in context.linker.unsized and context.function is not None:
            context.at(node)
            context.builder.stop(Cut(f"the size of {found.name} is known in no given file"))
    return Memory(address, declaration.type)


def member(context: Context, node: Node) -> Place:
    inner = node.expressions
    if not inner:
        raise context.unsupported(node, "member of an implicit object")
    base = inner[0]
    address = context.value(base)
    if context.has_temporaries and base.type.is_record and lifetime.is_temporary(base):
        if base.strip().kind != k.CALL:
            address = snapshot(context, address, base.type)
        context.temporaries.append(address)
    record = base.type if base.type.is_record else base.type.target
    extra, found = record.paths[node.referenced.key]
    place = moved(address, extra + found.offset)
    context.at(node)
    if found.unit is not None:
        return Bits(place, found)
    return Memory(place, found.type)


def step(context: Context, node: Node, base: Expr, index: Expr, element: CType, sign: str = "add") -> Expr:
    """`base` plus (minus) `index` elements. What is added to a null pointer, or known before the program starts, is a number."""
    if element.size >= 0:
        distance = elements(index, element.size, sign == "sub")
    elif (size := variable_arrays.element_size(context, node)) is not None:
        distance = variable_arrays.distance(index, size, sign == "sub")
    else:
        raise context.unsupported(node, f"arithmetic on addresses of '{element.spelling}', whose size is not known here")
    if base.is_const or context.function is None:
        return e.add(base, e.narrowed(context.pointer, distance))
    return e.displace(base, distance)


def element(context: Context, node: Node) -> Place:
    if context.command_line is not None and (argument := context.command_line.element(node)) is not None:
        return argument
    left, right = node.expressions
    return _element(context, node, left, right)


def _element(context: Context, node: Node, left: Node, right: Node) -> Place:
    array = left if left.type.is_address else right
    if context.options.bounds:
        subobject.subscripted(context, node, array)
    first, second = context.operands(left, right)
    base, index = (first, second) if array is left else (second, first)
    context.at(node)
    if context.options.bounds:
        subobject.check_index(context, node, array, index)
    return Memory(step(context, node, base, index, node.type), node.type)


def unary(context: Context, node: Node) -> Place:
    child = node.expressions[0]
    match node.unary:
        case k.DEREF:
            parts = subobject.sum_of_part(child) if context.options.bounds else None
            if parts is not None:
                return _element(context, node, *parts)
            address = context.value(child)
            context.at(node)
            return Memory(address, node.type)
        case k.EXTENSION | k.REAL:
            return context.place(child)
    raise context.unsupported(node, "lvalue")


def inner(context: Context, node: Node) -> Place:
    return context.place(node.expressions[-1])


def unexposed(context: Context, node: Node) -> Place:
    """A conversion that changes nothing about the place, `__func__`, or `__builtin_choose_expr`."""
    parts = node.expressions
    if len(parts) == 3 and not parts[0].type.is_pointer:
        return context.place(parts[1] if parts[0].evaluate() else parts[2])
    if len(parts) != 1:
        raise context.unsupported(node)
    return context.place(parts[0])


def string(context: Context, node: Node) -> Place:
    return Memory(e.addr(context.linker.string(node), context.pointer), node.type)


def compound_literal(context: Context, node: Node) -> Place:
    """`(T){...}`: an object of the enclosing block (of the program, in a static initialiser), set anew on each evaluation."""
    if context.function is None:
        target = context.linker.anonymous(context.module, node, "literal")
        return Memory(e.addr(target, context.pointer), node.type)
    if node.type.size < 0:
        raise context.unsupported(node, "compound literal of variable size")
    context.at(node)
    place = Memory(lifetime.literal(context, node.type), node.type)
    fill(context, place, node.expressions[-1])
    return place


PLACES = {
    k.DECL_REF: variable,
    k.MEMBER_EXPR: member,
    k.SUBSCRIPT: element,
    k.UNARY: unary,
    k.PAREN: inner,
    k.UNEXPOSED_EXPR: unexposed,
    k.STRING: string,
    k.COMPOUND_LITERAL: compound_literal,
}
