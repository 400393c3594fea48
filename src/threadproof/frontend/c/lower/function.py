"""Lowers one function, one unknown function whose address is taken, or one static initialiser."""

from __future__ import annotations

from ctypes import ArgumentError

from threadproof.errors import UnsupportedError, UserError
from threadproof.frontend.c.clang import kinds
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.clang.rendering import render
from threadproof.frontend.c.library import reserved
from threadproof.frontend.c.lower import (
    call,
    command_line,
    expression,
    extern,
    lifetime,
    lvalue,
    nonlocal_jump,
    operators,
    statement,
    static,
    synchronise,
    unsequenced,
    unsupported,
    variable_arrays,
)
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.c.lower.context import Context, Tables
from threadproof.frontend.c.lower.link import Definition, Linker
from threadproof.frontend.c.syntax import attributes
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.op import Cut, Halt, Return, Store
from threadproof.ir.program import Function, Init

TABLES = Tables(
    values={**expression.VALUES, **operators.VALUES, **call.VALUES},
    places=lvalue.PLACES,
    effects={**expression.EFFECTS, **operators.EFFECTS, **call.EFFECTS},
    branches=operators.BRANCHES,
    statements=statement.STATEMENTS,
)


def lower_function(linker: Linker, definition: Definition) -> None:
    node = definition.node
    builder = Builder(linker.options.data_model, node.pos)
    name = node.spelling
    context = Context(linker, definition.module, TABLES, builder, node, name, reserved.is_atomic_function(name))
    try:
        _lower(context, definition)
    except UnsupportedError as error:
        _replace(linker, definition.function, unsupported.at(context.pos, error))
    except (RecursionError, ArgumentError) as error:
        if isinstance(error, ArgumentError) and "RecursionError" not in str(error):  # ctypes hides it in an error of its own
            raise
        _replace(linker, definition.function, UnsupportedError("unsupported: a function that is nested too deeply", node.pos))
    except UserError as error:
        if not error.pos.file:
            error.pos = context.pos
        raise
    else:
        builder.finish(definition.function)


def _lower(context: Context, definition: Definition) -> None:
    node = definition.node
    body = next(child for child in node.children if child.kind == kinds.BLOCK)
    if not definition.module.is_model:
        attributes.note(context.linker, node)
    _scan(context, body)
    context.kept = lifetime.kept(body)
    nonlocal_jump.enter(context, body)
    if context.marks is not None:
        context.linker.marked.add(definition.function)
    if context.atomic:
        synchronise.begin_block(context)
    _parameters(context, definition)
    unsequenced.enter(context, node)
    context.statement(body)
    statement.leave(context, None)


def _replace(linker: Linker, function: Function, error: UnsupportedError) -> None:
    """A body of which nothing can be lowered: no execution gets into it."""
    builder = Builder(linker.options.data_model, error.pos)
    builder.stop(Cut(error.message))
    unsupported.note(linker, error)
    builder.finish(function)


def _scan(context: Context, body: Node) -> None:
    """Look at the whole body once: whose address is taken, and what `for` loops and `asm` consist of."""
    loops: list[Node] = []
    assembly: list[Node] = []
    for node in body.walk():
        if node.kind == kinds.UNARY and node.unary == kinds.ADDRESS_OF:
            operand = node.expressions[0].strip()
            if operand.kind == kinds.DECL_REF:
                context.address_taken.add(operand.referenced.key)
        elif node.kind == kinds.FOR:
            loops.append(node)
        elif node.kind == kinds.LABEL:
            context.has_labels = True
        elif node.kind == kinds.MEMBER_EXPR and lifetime.is_array_of_value(node):
            context.has_temporaries = True
        elif node.kind == kinds.ASM:
            assembly.append(node)
    if loops or assembly:
        assert context.function is not None
        context.rendering = render(context.function, loops, assembly)
    if assembly:
        from threadproof.frontend.c.assembly.statement import in_memory

        context.address_taken |= in_memory(assembly, context.rendering.assembly)


def _parameters(context: Context, definition: Definition) -> None:
    """Scalars stay registers unless their address is taken; a struct argument is the caller's copy."""
    variables = list(definition.function.params)
    if definition.result.value is None and not definition.result.is_void:
        context.result = e.var(variables.pop(0))
    if definition.uses_varargs:
        context.varargs = e.var(variables.pop())
    if context.name == "main" and not definition.module.is_model:
        command_line.enter(context, definition.node.arguments, variables)
    for parameter, variable in zip(definition.node.arguments, variables, strict=True):
        if parameter.type.value is None:
            context.objects[parameter.key] = e.var(variable)
        elif parameter.key in context.address_taken:
            type_ = parameter.type
            address = context.builder.stack_object(parameter.spelling, type_.size, type_.layout)
            context.objects[parameter.key] = address
            context.builder.emit(Store(address, e.var(variable)))
        else:
            context.registers[parameter.key] = variable
    for parameter in definition.node.arguments:
        if parameter.type.is_pointer:
            variable_arrays.measure(context, parameter)


def lower_extern(linker: Linker, function: Function, declaration: Node) -> None:
    """The body of an unknown function: overwrite what the pointer parameters point to, return anything."""
    builder = Builder(linker.options.data_model, function.pos)
    context = Context(linker, declaration.module, TABLES, builder, declaration, function.name)
    try:
        _invent(context, function, declaration)
    except UnsupportedError as error:
        _replace(linker, function, unsupported.at(function.pos, error))
    else:
        builder.finish(function)


def _invent(context: Context, function: Function, declaration: Node) -> None:
    builder = context.builder
    extern.announce(context, declaration, function.pos)
    type_ = declaration.type
    variables = list(function.params)
    has_place = type_.result.value is None and not type_.result.is_void
    place = e.var(variables.pop(0)) if has_place else None
    extern.may_do_more(context, declaration)
    if not extern.is_pure(context, declaration):
        for parameter, variable in zip(type_.parameters, variables, strict=True):
            if parameter.is_pointer and not parameter.target.const:
                if parameter.target.is_function:
                    extern.may_call(context, function.name, e.var(variable))
                else:
                    extern.overwrite(context, function.name, e.var(variable), parameter.target)
    if attributes.never_returns(declaration):
        builder.stop(Halt())
    elif place is not None:
        extern.overwrite(context, function.name, place, type_.result)
        builder.stop(Return())
    else:
        value = None if type_.result.is_void else extern.arbitrary(context, function.name, type_.result)
        builder.stop(Return(value))


def lower_initialiser(linker: Linker, module: Module, type_: CType, node: Node) -> tuple[Init, ...]:
    builder = Builder(linker.options.data_model, node.pos)
    context = Context(linker, module, TABLES, builder)
    try:
        return static.initial_values(context, type_, node)
    except UserError as error:
        if not error.pos.file:
            error.pos = context.pos
        raise
