"""Variable arguments: the caller stores them one after the other into an object, as the i386 calling convention does,
and passes its address as a hidden last parameter; `va_arg` reads at the pointer and moves it on.

Only functions that call `va_start` have the parameter. Under LP64 a `va_list` is a one-element array of a struct; its
`overflow_arg_area` (second word) is the pointer.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import UNIT, Context
from threadproof.frontend.c.lower.copy import copy
from threadproof.frontend.c.lower.place import Memory, Place, load
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Store

START = frozenset({"__builtin_va_start", "__builtin_stdarg_start", "va_start"})


def uses_varargs(function: Node) -> bool:
    return any(node.kind == k.CALL and node.spelling in START for node in function.walk())


def _slot(context: Context, type_: CType) -> int:
    word = context.pointer.bits // 8
    return (max(1, type_.size) + word - 1) // word * word


def pack(context: Context, arguments: list[Node]) -> Expr:
    """Store the variable arguments; their address."""
    offsets, size = [], 0
    for argument in arguments:
        offsets.append(size)
        size += _slot(context, argument.type)
    base = context.builder.stack_object("arguments", max(1, size), None)
    for argument, offset in zip(arguments, offsets, strict=True):
        value = context.value(argument)
        address = e.add(base, e.const(context.pointer, offset))
        if argument.type.is_record:
            copy(context, address, value, argument.type)
        else:
            context.builder.emit(Store(address, value))
    return base


def _cursor(context: Context, node: Node) -> tuple[Place | None, Expr | None]:
    """Where the reading position is stored: a place that holds an address (ILP32), or the address of the struct
    (LP64)."""
    node = node.strip()
    while node.kind == k.UNEXPOSED_EXPR and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    if context.pointer.bits == 32:
        return context.place(node), None
    return None, e.add(context.value(node), e.const(context.pointer, 8))


def _get(context: Context, node: Node) -> Expr:
    place, address = _cursor(context, node)
    if place is not None:
        return context.read(place)
    assert address is not None
    return load(context.builder, address, context.pointer)


def _set(context: Context, node: Node, value: Expr) -> None:
    place, address = _cursor(context, node)
    if place is not None:
        context.write(place, value)
    else:
        assert address is not None
        context.builder.emit(Store(address, value))


def start(context: Context, node: Node, arguments: list[Node]) -> Expr:
    if context.varargs is None:
        raise context.unsupported(node, "va_start outside a variadic function")
    context.at(node)
    _set(context, arguments[0], context.varargs)
    return UNIT


def copy_list(context: Context, node: Node, arguments: list[Node]) -> Expr:
    context.at(node)
    _set(context, arguments[0], _get(context, arguments[1]))
    return UNIT


def end(context: Context, node: Node, arguments: list[Node]) -> Expr:
    return UNIT


def argument(context: Context, node: Node, cursor: Node) -> Expr:
    """`va_arg(cursor, type of node)`."""
    context.at(node)
    position = context.builder.freeze(_get(context, cursor))
    _set(context, cursor, e.add(position, e.const(context.pointer, _slot(context, node.type))))
    return context.read(Memory(position, node.type))
