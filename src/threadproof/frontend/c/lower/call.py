"""Calls: arguments from left to right, then what the callee means.

A direct call goes to a reserved name or intrinsic (`reserved`), a compiler builtin (`builtins`), a definition in the program,
a model from the library, or nothing known (`extern`), in this order. A struct argument is copied by the caller and passed as
an address; a struct result is written through a hidden first parameter.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.library import cancellation, output, reserved
from threadproof.frontend.c.lower import builtins, bulk, extern, lifetime, nonlocal_jump, subobject, varargs
from threadproof.frontend.c.lower.context import UNIT, Context, writes
from threadproof.frontend.c.lower.copy import copy
from threadproof.frontend.c.lower.link import Definition
from threadproof.frontend.c.syntax import formats
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Call, Origin


def value(context: Context, node: Node) -> Expr:
    return _call(context, node, True)


def discard(context: Context, node: Node) -> None:
    _call(context, node, False)


def _direct(node: Node) -> Node | None:
    """The declaration of the function that is called by name."""
    while True:
        node = node.strip()
        if node.kind == k.DECL_REF:
            declaration = node.referenced
            return declaration if declaration.kind == k.FUNCTION_DECL else None
        parts = node.expressions
        through = node.kind == k.UNEXPOSED_EXPR or (node.kind == k.UNARY and node.unary in (k.ADDRESS_OF, k.DEREF))
        if not through or len(parts) != 1:
            return None
        if node.kind == k.UNARY and not (parts[0].type.is_function or parts[0].type.is_pointer):
            return None
        node = parts[0]


def _call(context: Context, node: Node, wanted: bool) -> Expr:
    if context.command_line is not None and (number := context.command_line.call(node)) is not None:
        return number
    callee, *arguments = node.expressions
    declaration = _direct(callee)
    if declaration is None:
        return _indirect(context, node, callee, arguments, wanted)
    name = declaration.spelling
    own = reserved.is_ordinary(name, context.options.errors) and context.linker.image.defines(context.module, name)
    builder = None if own else reserved.find(name) or builtins.find(name)
    if builder is not None:
        return builder(context, node, arguments)
    meant, arguments = builtins.library_name(name), builtins.library_arguments(name, arguments)
    if not context.linker.image.defines(context.module, meant):
        subobject.check_constants(context, node, meant, arguments)
    moved = bulk.call(context, node, meant, arguments)
    if moved is not None:
        return moved
    function, meant = meant, output.variant(context, node, bulk.variant(context, node, meant, arguments), wanted)
    definition = context.linker.definition(context.module, meant, node.pos, declaration)
    if definition is None and name.startswith("__builtin_"):
        return builtins.evaluated(context, node)
    undefined = reserved.find_undefined(name)
    if definition is None and undefined is not None:
        return undefined(context, node, arguments)
    if definition is None:
        cancellation.point(context, node, meant)
        return extern.call(context, node, declaration, arguments)
    formats.cut_writes(context, node, meant, arguments)
    return _defined(context, node, definition, arguments, wanted, function)


def _defined(context: Context, node: Node, definition: Definition, arguments: list[Node], wanted: bool, function: str) -> Expr:
    types = definition.parameters
    values, result = _hidden_result(context, definition.result)
    values += passed(context, arguments, types)
    limited = definition.module.is_model and context.options.bounds
    if limited:
        subobject.check_lengths(context, node, function, arguments, values)
        subobject.check_texts(context, node, function, arguments, values)
        output.check_formatted(context, node, function, arguments)
    if definition.module.is_model:
        cancellation.point(context, node, function)
    values += [context.builder.havoc(type_.value or context.pointer, Origin.UNINIT) for type_ in types[len(arguments) :]]
    inspects = context.options.accesses and definition.module.is_model
    texts = output.looked_at(definition.node.spelling, arguments) if inspects else {}
    if definition.uses_varargs:
        values.append(varargs.pack(context, arguments[len(types) :]))
    else:
        for index, extra in enumerate(arguments[len(types) :], len(types)):
            if index in texts:
                texts[index] = context.hold(context.value(extra))
            else:
                context.unused(extra)
    if inspects:
        output.look(context, node, definition.node.spelling, texts, values)
    context.at(node)
    text = limited and subobject.writes_string(context, function, arguments)
    wanted = wanted or text
    (context.linker.results_used if wanted else context.linker.results_ignored).add(definition.function)
    callee = e.addr(definition.function, context.pointer)
    found = _finish(context, node, callee, values, definition.result, result, wanted)
    if text:
        subobject.check_string(context, node, function, arguments, values, found)
    return found


def _indirect(context: Context, node: Node, callee: Node, arguments: list[Node], wanted: bool) -> Expr:
    function = callee.type.target if callee.type.is_pointer else callee.type
    address = context.value(callee)
    if any(writes(argument) for argument in arguments):
        address = context.hold(address)
    types = function.parameters if function.has_prototype else [argument.type for argument in arguments]
    values, result = _hidden_result(context, function.result)
    values += passed(context, arguments, types)
    for extra in arguments[len(types) :]:
        context.unused(extra)
    context.at(node)
    return _finish(context, node, address, values, function.result, result, wanted)


def _hidden_result(context: Context, type_: CType) -> tuple[list[Expr], Expr | None]:
    if type_.value is not None or type_.is_void:
        return [], None
    address = lifetime.temporary(context, "result", type_)
    return [address], address


def passed(context: Context, arguments: list[Node], types: list[CType]) -> list[Expr]:
    """The arguments that have a parameter, converted to its type."""
    values: list[Expr] = []
    taken = arguments[: len(types)]
    for index, (argument, type_) in enumerate(zip(taken, types, strict=False)):
        value = context.value(argument)
        if type_.value is not None:
            value = e.cast(type_.value, value)
            if any(writes(later) for later in arguments[index + 1 :]):
                value = context.hold(value)
        elif not type_.is_void:
            own = context.builder.stack_object("argument", type_.size, type_.layout)
            copy(context, own, value, type_)
            value = own
        values.append(value)
    return values


def _finish(
    context: Context, node: Node, callee: Expr, values: list[Expr], type_: CType, result: Expr | None, wanted: bool
) -> Expr:
    builder = context.builder
    if result is not None or type_.is_void or not wanted:
        builder.emit(Call(None, callee, tuple(values)))
        nonlocal_jump.after_call(context)
        if result is not None:
            return result
        if type_.is_void and wanted and node.type.value is not None:  # declared otherwise than it is defined
            return builder.havoc(node.type.value, Origin.UNINIT)
        return UNIT
    assert type_.value is not None
    target = builder.temporary(type_.value)
    builder.emit(Call(target, callee, tuple(values)))
    nonlocal_jump.after_call(context)
    returned = e.var(target)
    return returned if node.type.value is None else e.cast(node.type.value, returned)


VALUES = {k.CALL: value}
EFFECTS = {k.CALL: discard}
