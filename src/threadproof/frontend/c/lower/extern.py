"""Functions that are neither defined nor modelled. What they do is a choice, `--extern`:

`havoc` (the default): the result is arbitrary, and so is afterwards every object that a non-const pointer argument points to
(as far as the pointed-to type says). A violation that is found so is reported; it rests on what the ledger says of the function.
But the function may as well write whatever has external linkage or has escaped, take locks, create threads or call back. That is
not explored (a `Cut` on one side of a free choice), so the verdict is not TRUE. Two writes that are both of such functions are no
data race: nobody knows that they write at all, and with which locks. `arguments`: nothing but the above happens.
`pure`: only the result is arbitrary. `reject`: it is an error.

A function that the program declares pure or const does no more than `pure` says. One that is declared not to return ends the
program instead of returning. Functions of the C library (see `definite`) and whatever else a header of the system declares
promise something, and are not treated so: the execution is not explored. A function that is handed over, by itself or in a
structure whose address is, may be called at any time, by any thread: not explored either.
"""

from __future__ import annotations

from threadproof.errors import InputError, Pos
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.library.definite import is_definite
from threadproof.frontend.c.lower import extended
from threadproof.frontend.c.lower.context import UNIT, Context
from threadproof.frontend.c.lower.copy import for_each_scalar
from threadproof.frontend.c.lower.place import load
from threadproof.frontend.c.syntax.attributes import never_returns, refuse_other_name
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check, Cut, Halt, Origin, Store
from threadproof.ir.program import MemoryObject, NoteKind
from threadproof.ir.types import BOOL, Type


def call(context: Context, node: Node, declaration: Node, arguments: list[Node]) -> Expr:
    name = declaration.spelling
    values = [(value, argument) for argument, value in zip(arguments, context.operands(*arguments), strict=True)]
    context.at(node)
    if context.linker.is_absent(declaration):
        context.builder.stop(Check(e.FALSE, "invalid-function", f"call of {name}, which is weak and not defined"))
        return arbitrary(context, name, node.type)
    announce(context, declaration, node.pos)
    may_do_more(context, declaration)
    if not is_pure(context, declaration):
        parameters = declaration.type.parameters
        for index, (value, argument) in enumerate(values):
            declared = parameters[index] if index < len(parameters) else argument.type
            may_call_members(context, name, value, argument)
            target, guarded = pointee(argument, declared), _does_more(context, declaration)
            overwrite(context, f"*{name}", value, target, guarded)  # no result, for replay
            if is_callback(argument):
                may_call(context, name, value)
    if never_returns(declaration):
        context.builder.stop(Halt())
    return arbitrary(context, name, node.type)


def announce(context: Context, declaration: Node, pos: Pos) -> None:
    """Refuse, or put it on record."""
    name = declaration.spelling
    refuse_other_name(declaration)
    if context.options.extern == "reject":
        raise InputError(f"'{name}' is neither defined nor modelled", pos, "--extern havoc accepts it")
    if is_definite(name) or declaration.is_system:
        effect = "not explored, so the verdict cannot be TRUE"
        context.linker.note(NoteKind.APPROXIMATED, pos, f"library function {name}", effect)
        context.builder.stop(Cut(f"{name} is not modelled"))
        return
    end = "ends the program" if never_returns(declaration) else "returns any value"
    writes = "" if is_pure(context, declaration) else ", overwrites what its pointer arguments point to,"
    more = "; that it may do more forbids TRUE" if _does_more(context, declaration) else ""
    effect = f"{end}{writes} and does nothing else{more}"
    context.linker.note(NoteKind.ASSUMED, pos, f"external function {name}", effect)


def is_pure(context: Context, declaration: Node) -> bool:
    """Whether nothing but the result counts."""
    if context.options.extern == "pure":
        return True
    every = (declaration, *declaration.module.prototypes.get(declaration.spelling, ()))
    return any(child.kind in (k.PURE_ATTRIBUTE, k.CONST_ATTRIBUTE) for each in every for child in each.children)


def _does_more(context: Context, declaration: Node) -> bool:
    return context.options.extern == "havoc" and not is_pure(context, declaration) and not never_returns(declaration)


def may_do_more(context: Context, declaration: Node) -> None:
    """What a function that is known by its name alone may do beside what is explored."""
    if not _does_more(context, declaration):
        return
    name = declaration.spelling
    builder = context.builder
    more, less = builder.location(), builder.location()
    builder.branch(builder.havoc(BOOL, Origin.EXTERN), more, less)
    builder.here = more
    builder.stop(Cut(f"{name} may do anything, being defined in no given file; say --extern pure if it does not"))
    builder.here = less


def pointee(argument: Node, declared: CType) -> CType | None:
    """What a pointer argument lets the function change: a whole array where one is named, and what a `void *` was before."""
    if not declared.is_pointer or declared.target.const:
        return None
    inner = argument.strip()
    while inner.type.is_pointer and inner.kind in (k.UNEXPOSED_EXPR, k.CAST) and inner.expressions:
        if not inner.type.target.is_void and not inner.expressions[-1].strip().type.is_array:
            break
        inner = inner.expressions[-1].strip()
    target = inner.type if inner.type.is_array and inner.type.size > 0 else inner.type.target if inner.type.is_address else None
    if target is None or target.is_void or target.is_function or target.const or target.layout is None:
        return None
    return target


def is_callback(argument: Node) -> bool:
    """Whether a function is handed over, perhaps converted to another pointer."""
    inner = argument.strip()
    while inner.kind in (k.UNEXPOSED_EXPR, k.CAST) and inner.expressions:
        if inner.type.is_address and inner.type.target.is_function:
            return True
        inner = inner.expressions[-1].strip()
    return inner.type.is_address and inner.type.target.is_function


def may_call_members(context: Context, name: str, address: Expr, argument: Node) -> None:
    """The functions that a structure holds, if the argument is one or its address."""
    target = handed_over(argument)
    offsets = [] if target is None else function_members(target)
    if not offsets or (address.is_const and not address.payload):
        return
    builder = context.builder
    some, end = builder.location(), builder.location()
    builder.branch(e.ne(address, e.zero(address.type)), some, end)
    builder.here = some
    for offset in offsets:
        may_call(context, name, load(builder, e.add(address, e.const(context.pointer, offset)), context.pointer))
    builder.jump(end)
    builder.here = end


def handed_over(argument: Node) -> CType | None:
    """The structure, or array of structures, that an argument is or points to, perhaps converted to another pointer."""
    inner = argument.strip()
    while inner.kind in (k.UNEXPOSED_EXPR, k.CAST) and inner.expressions:
        inner = inner.expressions[-1].strip()
    type_ = inner.type.target if inner.type.is_pointer else inner.type
    return type_ if (type_.is_record or type_.is_array) and type_.layout is not None else None


def function_members(type_: CType, base: int = 0) -> list[int]:
    """Where an object of the type holds addresses of functions."""
    if type_.is_pointer:
        return [base] if type_.target.is_function else []
    if type_.is_array:
        return [n for i in range(type_.count) for n in function_members(type_.target, base + i * type_.target.size)]
    if type_.is_record:
        return [n for member in type_.members for n in function_members(member.type, base + member.offset)]
    return []


def may_call(context: Context, name: str, address: Expr) -> None:
    if address.is_const:  # NULL, SIG_IGN and the like
        return
    builder = context.builder
    called, end = builder.location(), builder.location()
    held = e.ne(address, e.zero(address.type))
    builder.branch(e.land(held, builder.havoc(BOOL, Origin.EXTERN)), called, end)
    builder.here = called
    callee = address.payload.name if address.op == "addr" else "the function that it is given"
    builder.stop(Cut(f"the external function {name} may call {callee}"))
    builder.here = end


def overwrite(context: Context, name: str, address: Expr, target: CType | None, guarded: bool = False) -> None:
    """`guarded`: two such writes are no race, since the function may well lock; one and the program's own access are."""
    nowhere = address.is_const and not address.payload
    constant = address.op == "addr" and isinstance(address.payload, MemoryObject) and address.payload.constant
    if target is None or target.layout is None or nowhere or constant:
        return
    builder = context.builder
    some, end = builder.location(), builder.location()
    builder.branch(e.ne(address, e.zero(address.type)), some, end)
    builder.here = some

    def visit(offset: Expr, scalar: Type) -> None:
        builder.emit(Store(e.add(address, offset), builder.havoc(scalar, Origin.EXTERN, name), guarded))

    for_each_scalar(context, target.layout, visit)
    builder.jump(end)
    builder.here = end


def arbitrary(context: Context, name: str, type_: CType) -> Expr:
    """Any value of a type."""
    if type_.is_void:
        return UNIT
    if type_.kind == k.T_LONG_DOUBLE:
        extended.may_be_any(context)
    if type_.value is not None:
        return context.builder.havoc(type_.value, Origin.EXTERN, name)
    address = context.builder.stack_object("result", type_.size, type_.layout)
    overwrite(context, name, address, type_)
    return address
