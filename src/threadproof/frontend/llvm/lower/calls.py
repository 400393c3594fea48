"""Calls: an intrinsic, a reserved name, a function of the program, a model of the library, or nothing known, in this order.

An aggregate result is written through a hidden first parameter; one that clang already passes so (`sret`) is an argument as
any other. An argument `byval` is copied by the caller. What models expect is what they were compiled with, so numbers are
converted to the types of their parameters.
"""

from __future__ import annotations

import re

from threadproof.errors import InputError, UnsupportedError
from threadproof.frontend.c.library import cancellation, output
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.library.definite import is_definite
from threadproof.frontend.c.library.reserved import is_ordinary
from threadproof.frontend.c.lower.link import Definition
from threadproof.frontend.llvm.lower import blocks_of_memory, intrinsics, lifetimes, parts, reserved
from threadproof.frontend.llvm.lower.frame import FunctionFrame, Tree, converted
from threadproof.frontend.llvm.lower.linkage import Signature
from threadproof.frontend.llvm.lower.memory import read
from threadproof.frontend.llvm.text.tree import GlobalName, Instr, Other, Typed, UndefinedConstant
from threadproof.frontend.llvm.text.types import PTR, FunctionType, LType, LVoid
from threadproof.frontend.llvm.text.values import ASSEMBLY
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Call, Cut, Halt, Origin, Store
from threadproof.ir.program import NoteKind
from threadproof.ir.types import BOOL, FloatType, Type, byte_size

_WRITES = re.compile(r"%[-+ #0-9.*'$]*(?:hh|h|ll|l|j|z|t|q)?n")
_PRINTED = {**output._FORMATS, **output._LISTS}


_HARMLESS = frozenset(f'{ASSEMBLY}"{words}"' for words in ("", "nop", "pause", "rep; nop", "# barrier"))
"""Assembly that does nothing, where executions are sequentially consistent: barriers of compilers and processors."""


def call(frame: FunctionFrame, each: Instr) -> None:
    if isinstance(each.callee, Other) and isinstance(each.type, LVoid) and each.callee.what in _HARMLESS:
        for operand in each.operands:
            frame.tree(operand)
        return
    if isinstance(each.callee, GlobalName):
        name = frame.linkage.resolve(frame.unit, each.callee.name)
        if name.startswith((lifetimes.START, lifetimes.END)):
            (lifetimes.start if name.startswith(lifetimes.START) else lifetimes.end)(frame, each)
            return
        found = intrinsics.call(frame, each, name) if name.startswith("llvm.") else _direct(frame, each, name)
    else:
        found = _indirect(frame, each)
    if frame.uses.get(each.result):
        if found is None:
            scalar = frame.unit.target.scalar(each.type)
            found = frame.undefined(scalar)
        frame.define(each, found)


def _direct(frame: FunctionFrame, each: Instr, name: str) -> Tree | None:
    signature = frame.linkage.defined(frame.unit, name)
    ordinary = signature is not None and is_ordinary(name, frame.options.errors)
    built_in = None if ordinary else reserved.find(name)
    if built_in is None and signature is None:
        built_in = reserved.UNDEFINED.get(name)
    if built_in is not None:
        return built_in(frame, each, [frame.value(operand) for operand in each.operands])
    if signature is not None:
        return _program(frame, each, signature)
    meant = f"__tp_counted_{name}" if name in _PRINTED and frame.uses.get(each.result) else name
    meant = meant if library.find(meant) is not None else name
    if name in blocks_of_memory.FUNCTIONS and blocks_of_memory.is_known(frame, each, name):
        return blocks_of_memory.called(frame, each, name)
    definition = frame.linkage.model(meant, frame.builder.pos)
    if definition is not None:
        return _model(frame, each, name, definition)
    return _unknown(frame, each, name)


# -- functions of the program ------------------------------------------------------------------------------------------


def _program(frame: FunctionFrame, each: Instr, signature: Signature) -> Tree | None:
    values = _arguments(frame, each.operands[: len(signature.text.params)])
    wanted = len(signature.function.params) - signature.hidden_result - signature.uses_varargs
    if len(each.operands) < len(signature.text.params):
        values += [
            frame.undefined(variable.type)
            for variable in signature.function.params[len(values) + signature.hidden_result :][: wanted - len(values)]
        ]
    extra = each.operands[len(signature.text.params) :]
    if signature.uses_varargs:
        values.append(pack(frame, extra))
    else:
        for operand in extra:
            frame.tree(operand)
    return finish(frame, each, e.addr(signature.function, frame.pointer), values)


def _arguments(frame: FunctionFrame, operands: list[Typed]) -> list[Expr]:
    values: list[Expr] = []
    for operand in operands:
        value = frame.tree(operand)
        if operand.by_value is not None:
            assert not isinstance(value, tuple)
            value = _copied(frame, value, operand)
        values += _flat(value)
    return values


def _flat(value: Tree) -> list[Expr]:
    return [leaf for part in value for leaf in _flat(part)] if isinstance(value, tuple) else [value]


def _copied(frame: FunctionFrame, value: Expr, operand: Typed) -> Expr:
    type_ = operand.by_value
    assert type_ is not None
    size = frame.unit.target.size(type_)
    own = frame.builder.stack_object("argument", size, frame.unit.target.layout(type_))
    blocks_of_memory.copy_as(frame, own, value, frame.unit.target.layout(type_))
    return own


def pack(frame: FunctionFrame, operands: list[Typed]) -> Expr:
    """Variable arguments, one after the other in words: see the C front end's `varargs`."""
    word = frame.pointer.bits // 8
    values = _arguments(frame, operands)
    offsets, size = [], 0
    for value in values:
        offsets.append(size)
        size += (byte_size(value.type) + word - 1) // word * word
    base = frame.builder.stack_object("arguments", max(1, size), None)
    for value, offset in zip(values, offsets, strict=True):
        frame.builder.emit(Store(e.add(base, e.const(frame.pointer, offset)), value))
    return base


def finish(frame: FunctionFrame, each: Instr, callee: Expr, values: list[Expr]) -> Tree | None:
    """The call itself, for a callee whose result has the type of the call."""
    target = frame.unit.target
    if isinstance(each.type, LVoid):
        frame.builder.emit(Call(None, callee, tuple(values)))
        return None
    scalar = target.value(each.type)
    if scalar is None:
        place = frame.builder.stack_object("result", target.size(each.type), target.layout(each.type))
        frame.builder.emit(Call(None, callee, (place, *values)))
        return read(frame, place, each.type)
    if not each.result or not frame.uses.get(each.result):
        frame.builder.emit(Call(None, callee, tuple(values)))
        return frame.undefined(scalar) if each.result and frame.uses.get(each.result) else e.zero(scalar)
    found = frame.builder.temporary(scalar)
    frame.builder.emit(Call(found, callee, tuple(values)))
    return e.var(found)


def _indirect(frame: FunctionFrame, each: Instr) -> Tree | None:
    assert each.callee is not None
    callee = frame.value(Typed(PTR, each.callee))
    if isinstance(each.signature, FunctionType) and each.signature.variadic:
        fixed = each.operands[: len(each.signature.params)]
        for operand in each.operands[len(fixed) :]:
            frame.tree(operand)
        return finish(frame, each, callee, _arguments(frame, fixed))
    return finish(frame, each, callee, _arguments(frame, each.operands))


# -- the library -------------------------------------------------------------------------------------------------------


def _model(frame: FunctionFrame, each: Instr, name: str, definition: Definition) -> Tree | None:
    parameters = definition.parameters
    if definition.result.value is None and not definition.result.is_void:
        raise UnsupportedError(f"unsupported: '{name}', whose result is a structure")
    if any(type_.value is None for type_ in parameters) or any(operand.by_value for operand in each.operands):
        raise UnsupportedError(f"unsupported: '{name}', which takes a structure")
    _look(frame, each, name)
    parts.refuse(frame, each, name)
    values = [frame.value(operand) for operand in each.operands[: len(parameters)]]
    given = [converted_to(variable.type, value) for variable, value in zip(definition.function.params, values, strict=False)]
    given += [frame.undefined(variable.type) for variable in definition.function.params[len(given) : len(parameters)]]
    extra = each.operands[len(parameters) :]
    if definition.uses_varargs:
        given.append(pack(frame, extra))
    else:
        for operand in extra:
            frame.tree(operand)
    _cancellation_point(frame, name)
    function = definition.function
    callee = e.addr(function, frame.pointer)
    scalar = None if isinstance(each.type, LVoid) else frame.unit.target.scalar(each.type)
    if scalar is None or function.result is None or not frame.uses.get(each.result):
        frame.builder.emit(Call(None, callee, tuple(given)))
        return None
    found = frame.builder.temporary(function.result)
    frame.builder.emit(Call(found, callee, tuple(given)))
    return converted_to(scalar, e.var(found))


def converted_to(type_: Type, value: Expr) -> Expr:
    """As the calling convention has it: truth values are extended with zeros."""
    if isinstance(type_, FloatType) or isinstance(value.type, FloatType):
        return e.cast(type_, value)
    return converted(type_, value)


def _look(frame: FunctionFrame, each: Instr, name: str) -> None:
    """What is printed is read, where accesses matter: not followed here, unless it is a literal. `%n` writes."""
    position = _PRINTED.get(name)
    if position is not None and position < len(each.operands):
        format_ = reserved.text(frame, each.operands[position].value)
        plain = format_.replace("%%", "")
        if _WRITES.search(plain):
            raise UnsupportedError(f"unsupported: {name} with %n")
        addresses = any(operand.type == PTR for operand in each.operands[position + 1 :])
        if frame.options.accesses and ("s" in re.sub(r"[^%a-z]", "", plain) or not format_) and addresses:
            _require_literals(frame, each.operands[position + 1 :], name)
    if frame.options.accesses:
        for index in output._TEXTS.get(name, ()):
            _require_literals(frame, each.operands[index : index + 1], name)
        if name in output._BLOCKS:
            raise UnsupportedError(f"unsupported: what {name} writes, where accesses are verified")


def _require_literals(frame: FunctionFrame, operands: list[Typed], name: str) -> None:
    for operand in operands:
        if operand.type == PTR and not reserved.text(frame, operand.value):
            raise UnsupportedError(f"unsupported: what {name} prints, where accesses are verified")


def _cancellation_point(frame: FunctionFrame, name: str) -> None:
    if name not in cancellation.ACTS | cancellation.MAY_ACT or "pthread_cancel" not in frame.linker.image.mentioned:
        return
    look = frame.linkage.model("__tp_cancellation_point", frame.builder.pos)
    assert look is not None
    frame.builder.emit(Call(None, e.addr(look.function, frame.pointer), (e.const(BOOL, name in cancellation.ACTS),)))


# -- nothing known -----------------------------------------------------------------------------------------------------


def _unknown(frame: FunctionFrame, each: Instr, name: str) -> Tree | None:
    """A function without a body: its result is arbitrary, and that it may do more forbids TRUE."""
    builder, pos, options = frame.builder, frame.builder.pos, frame.options
    shown = (
        frame.unit.debug.function_name(frame.unit.text.declared[name].debug) or name if name in frame.unit.text.declared else name
    )
    if options.extern == "reject":
        raise InputError(f"'{shown}' is neither defined nor modelled", pos, "--extern havoc accepts it")
    for operand in each.operands:
        frame.tree(operand)
    addresses = any(operand.type == PTR and not isinstance(operand.value, UndefinedConstant) for operand in each.operands)
    if (
        is_definite(name)
        or _is_system(frame, name)
        or name.startswith("_Z")
        or name.startswith("__cxa")
        or (addresses and options.extern != "pure")
    ):
        frame.linker.note(NoteKind.APPROXIMATED, pos, f"external function {shown}", "not explored, so the verdict cannot be TRUE")
        builder.stop(Cut(f"{shown} is not modelled"))
        return _arbitrary(frame, each.type, name)
    groups = (frame.unit.text.attributes.get(word, frozenset()) for word in each.words)
    ends = "noreturn" in each.words or any("noreturn" in group for group in groups)
    effect = "ends the program" if ends else "returns any value and does nothing else"
    frame.linker.note(NoteKind.ASSUMED, pos, f"external function {shown}", effect)
    if options.extern == "havoc" and not ends:
        more, less = builder.location(), builder.location()
        builder.branch(builder.havoc(BOOL, Origin.EXTERN), more, less)
        builder.here = more
        builder.stop(Cut(f"{shown} may do anything, being defined in no given file; say --extern pure if it does not"))
        builder.here = less
    if ends:
        builder.stop(Halt())
    return _arbitrary(frame, each.type, name)


def _is_system(frame: FunctionFrame, name: str) -> bool:
    """Whether one of the library's headers declares it."""
    declared = frame.unit.text.declared.get(name)
    return declared is not None and frame.unit.debug.path(declared.debug).startswith(library.HEADERS)


def _arbitrary(frame: FunctionFrame, type_: LType, name: str) -> Tree | None:
    if isinstance(type_, LVoid):
        return None
    scalar = frame.unit.target.value(type_)
    if scalar is not None:
        return frame.builder.havoc(scalar, Origin.EXTERN, name)
    return tuple(found for _, part in frame.unit.target.parts(type_) if (found := _arbitrary(frame, part, name)) is not None)
