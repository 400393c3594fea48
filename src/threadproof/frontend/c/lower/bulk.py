"""`memset`, `memcpy`, `memmove` and `__VERIFIER_nondet_memory` of whole typed objects, scalar by scalar.

The models in the library see words or bytes of untyped memory, which would cut every object they touch into pieces. Where the
types of the arguments say what the bytes are and the length is a constant, the same bytes are written as the scalars that they
are. Otherwise the model for the alignment of those types does it, in units that do not mix one value with another.

Padding counts: a program may look at the bytes of an object afterwards.
"""

from __future__ import annotations

from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.copy import UNROLL, all_units, for_each_scalar
from threadproof.frontend.c.lower.place import load
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import arith
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.layout import ArrayOf, Field, Layout, Record, size_of
from threadproof.ir.op import Check, Origin, Store
from threadproof.ir.types import U8, Type, byte_size

ANY = "__VERIFIER_nondet_memory"
_ARGUMENTS = {"memset": 3, "memcpy": 3, "memmove": 3, "realloc": 2, ANY: 2}


def call(context: Context, node: Node, name: str, arguments: list[Node]) -> Expr | None:
    """The result of the call, or None if a model has to do it."""
    element = _element(context, name, arguments)
    if element is None or name == "realloc":
        return None
    size = arguments[-1].evaluate()
    if not isinstance(size, int) or size <= 0 or size % element.size:
        return None
    assert element.layout is not None
    whole = ArrayOf(_padded(element.layout), size // element.size, element.size)
    if name == "memset":
        return _set(context, node, whole, arguments)
    if name == ANY:
        return _any(context, node, whole, arguments)
    units = all_units(whole, 0) if whole.count <= UNROLL else []
    if name == "memmove" and not 0 < len(units) <= 2 * UNROLL:
        return None
    context.linker.note_model(name, node.pos)
    target, source, _ = context.operands(*arguments)
    context.at(node)
    if name == "memmove":  # the blocks may overlap: read everything first
        offsets = [e.const(context.pointer, offset) for offset, _ in units]
        values = [load(context.builder, e.add(source, at), unit[1]) for at, unit in zip(offsets, units, strict=True)]
        for at, value in zip(offsets, values, strict=True):
            context.builder.emit(Store(e.add(target, at), value))
        return target
    _require_apart(context, target, source, size)

    def move(offset: Expr, scalar: Type) -> None:
        value = load(context.builder, e.add(source, offset), scalar)
        context.builder.emit(Store(e.add(target, offset), value))

    for_each_scalar(context, whole, move)
    return target


def _require_apart(context: Context, target: Expr, source: Expr, size: int) -> None:
    """Blocks that overlap are undefined; those of two objects never do."""
    if target.op == source.op == "addr" and target is not source:
        return
    length = e.const(context.pointer, size)
    apart = e.lor(e.le(e.add(target, length), source), e.le(e.add(source, length), target))
    context.builder.emit(Check(apart, "invalid-copy", "memcpy between blocks that overlap"))


def variant(context: Context, node: Node, name: str, arguments: list[Node]) -> str:
    """The name of the model: that for the alignment of the types, if they are known."""
    element = _element(context, name, arguments)
    if element is None or element.align not in (1, 2, 4, 8) or name == ANY:
        return name
    context.linker.note_model(name, node.pos)
    return f"__tp_{name}_{element.align}"


def _element(context: Context, name: str, arguments: list[Node]) -> CType | None:
    """What the call is about: the type that its pointers have in common."""
    if _ARGUMENTS.get(name) != len(arguments) or context.module.is_model or context.linker.image.defines(context.module, name):
        return None
    element = _pointee(arguments[0])
    if element is None or element.layout is None or element.size <= 0:
        return None
    if name in ("memcpy", "memmove"):
        source = _pointee(arguments[1])
        if source is None or source.layout != element.layout:
            return None
    return element


def _pointee(node: Node) -> CType | None:
    """The type that an address had before it was converted to `void *`."""
    node = node.strip()
    while node.type.is_address and node.type.target.is_void and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    if not node.type.is_address or node.type.target.is_void or node.type.target.atomic:
        return None
    return node.type.target


def _set(context: Context, node: Node, whole: ArrayOf, arguments: list[Node]) -> Expr | None:
    byte = arguments[1].evaluate()
    if not isinstance(byte, int):
        return None
    values = {scalar: _repeated(scalar, byte) for _, scalar in all_units(whole.element, 0)}
    if None in values.values():
        return None
    context.linker.note_model("memset", node.pos)
    target, _, _ = context.operands(*arguments)
    context.at(node)

    def store(offset: Expr, scalar: Type) -> None:
        value = values[scalar]
        assert value is not None
        context.builder.emit(Store(e.add(target, offset), value))

    for_each_scalar(context, whole, store)
    return target


def _any(context: Context, node: Node, whole: ArrayOf, arguments: list[Node]) -> Expr:
    context.linker.note_model(ANY, node.pos)
    target, _ = context.operands(*arguments)
    context.at(node)

    def store(offset: Expr, scalar: Type) -> None:
        context.builder.emit(Store(e.add(target, offset), context.builder.havoc(scalar, Origin.INPUT, ANY)))

    for_each_scalar(context, whole, store)
    return target


def _repeated(scalar: Type, byte: int) -> Expr | None:
    """The scalar that consists of this byte only; None if no value does."""
    raw = bytes([byte & 255]) * byte_size(scalar)
    value = arith.from_bytes(scalar, raw)
    return e.const(scalar, value) if arith.to_bytes(scalar, value) == raw else None


def _padded(layout: Layout) -> Layout:
    """The layout with its unused bytes as fields, too."""
    if isinstance(layout, ArrayOf):
        return ArrayOf(_padded(layout.element), layout.count, layout.stride)
    if not isinstance(layout, Record):
        return layout
    if layout.is_union:
        return Record(layout.size, (*layout.fields, *(Field("", byte, U8) for byte in range(layout.size))), True)
    fields: list[Field] = []
    end = 0
    for field in (*layout.fields, None):
        start = field.offset if field is not None else layout.size
        fields += [Field("", byte, U8) for byte in range(end, start)]
        if field is not None:
            fields.append(Field(field.name, field.offset, _padded(field.layout)))
            end = max(end, field.offset + size_of(field.layout))
    return Record(layout.size, tuple(fields))
