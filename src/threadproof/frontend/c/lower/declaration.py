"""Local variables: registers where possible, stack objects otherwise, variable-length arrays at run time."""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import cleanup, lifetime, variable_arrays
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.initialiser import fill
from threadproof.frontend.c.lower.place import Memory, Register
from threadproof.frontend.c.syntax import attributes
from threadproof.ir import expr as e
from threadproof.ir.op import Alloc, Havoc, Origin


def declare(context: Context, node: Node) -> None:
    if node.storage in (k.S_EXTERN, k.S_STATIC):
        return  # lives outside the function; made when it is used
    context.at(node)
    node = context.module.declaration(node.cursor)
    last = attributes.cleanup(node)
    if node.type.is_pointer:
        variable_arrays.measure(context, node)
    if node.type.is_variable_array:
        _variable_array(context, node)
    elif node.type.value is not None and node.key not in context.address_taken and last is None:
        _register(context, node)
    else:
        _object(context, node)
    context.full()
    if last is not None:
        cleanup.declared(context, node, last)


def _register(context: Context, node: Node) -> None:
    assert node.type.value is not None
    variable = context.registers.get(node.key)
    if variable is None:
        variable = context.registers[node.key] = context.builder.register(node.spelling, node.type.value)
    initialiser = node.initialiser
    if initialiser is None:
        context.builder.emit(Havoc(variable, Origin.UNINIT))
        return
    while initialiser.kind == k.INIT_LIST and initialiser.expressions:
        initialiser = initialiser.expressions[0]
    value = e.zero(variable.type) if initialiser.kind == k.INIT_LIST else context.value(initialiser)
    context.at(node)
    context.write(Register(variable, node.type), value)


def _object(context: Context, node: Node) -> None:
    if node.type.size < 0:
        raise context.unsupported(node, f"a local variable of type '{node.type.spelling}'")
    address = context.objects.get(node.key)
    if address is None:
        address = context.objects[node.key] = lifetime.variable(context, node.key, node.spelling, node.type)
    initialiser = node.initialiser
    lifetime.declared(context, node.key, address, initialiser is not None)
    if initialiser is not None:
        context.at(node)
        fill(context, Memory(address, node.type), initialiser)


def _variable_array(context: Context, node: Node) -> None:
    """`T a[n]`: a new object each time, of a size that is computed here."""
    if not variable_arrays.measure(context, node):
        raise context.unsupported(node, "a variable-length array whose length is not written here")
    size = context.row_sizes[node.key][0]
    context.at(node)
    address = context.builder.register(f"&{node.spelling}", context.pointer)
    context.builder.emit(Alloc(address, size, True, node.spelling, None))
    context.objects[node.key] = e.var(address)
    lifetime.allocated(context, node.key, e.var(address))
