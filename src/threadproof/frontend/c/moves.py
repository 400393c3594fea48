"""memcpy, memmove, memset and realloc of objects whose type is known.

The models of these functions see words or bytes only. Here the arguments still have the types of what they point to. Where the
size is a constant that covers whole elements, every scalar is moved in one piece as an assignment would do, and padding byte by
byte (comparing the bytes afterwards must come out right). Where it is not, the model moves units as large as the type's
alignment. So addresses stay addresses, and a value that was never written does not get mixed with one that was.
"""

from __future__ import annotations

from threadproof.frontend.c import library
from threadproof.frontend.c.context import Context
from threadproof.frontend.c.copy import Visit, all_units, for_each_scalar
from threadproof.frontend.c.ctype import CType
from threadproof.frontend.c.node import Node
from threadproof.frontend.c.place import load
from threadproof.ir import arith
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.layout import ArrayOf, Layout
from threadproof.ir.op import Store
from threadproof.ir.types import U8, Type, byte_size

COPIES = ("memcpy", "memmove")
MOST = 64  # scalars and padding bytes that are moved one by one


def lower(context: Context, name: str, node: Node, arguments: list[Node]) -> Expr | None:
    """The value of the call, or None if the model has to do it."""
    type_ = _moved(context, name, arguments)
    size = arguments[2].evaluate() if type_ is not None and name != "realloc" else None
    if type_ is None or not isinstance(size, int) or size <= 0 or size % type_.size:
        return None
    byte = arguments[1].evaluate() if name == "memset" else 0
    layout = type_.layout
    if layout is None or byte is None or (size > MOST and name == "memmove"):
        return None
    if size > type_.size:
        layout = ArrayOf(layout, size // type_.size, type_.size)
    parts = units(layout, size)
    if len(parts) > MOST and (type_.value is None or name == "memmove"):
        return None
    _note(context, name, node)
    target, other, _ = context.operands(*arguments)
    context.at(node)
    if name == "memset":
        for_each_part(context, layout, parts, lambda at, part: _store(context, target, at, pattern(part, int(byte))))
    elif name == "memcpy":
        read = context.builder
        for_each_part(context, layout, parts, lambda at, part: _store(context, target, at, load(read, e.add(other, at), part)))
    else:  # the blocks may overlap
        offsets = [e.const(context.pointer, at) for at, _ in parts]
        values = [load(context.builder, e.add(other, at), part) for at, (_, part) in zip(offsets, parts, strict=True)]
        for at, value in zip(offsets, values, strict=True):
            _store(context, target, at, value)
    return target


def variant(context: Context, name: str, node: Node, arguments: list[Node]) -> str:
    """The name of the model: that for the type, if there is one."""
    type_ = _moved(context, name, arguments)
    if type_ is None or type_.align not in (1, 2, 4, 8):
        return name
    _note(context, name, node)
    return f"__tp_{name}_{type_.align}"


def _moved(context: Context, name: str, arguments: list[Node]) -> CType | None:
    """The type of the elements that the call is about, if the program's types agree on it."""
    counts = {"memcpy": 3, "memmove": 3, "memset": 3, "realloc": 2}
    user = context.linker.user
    if counts.get(name) != len(arguments) or context.module.is_model or (user is not None and name in user.functions):
        return None
    type_ = _pointee(arguments[0])
    if type_ is None or type_.size <= 0 or type_.atomic or type_.layout is None:
        return None
    if name in COPIES:
        source = _pointee(arguments[1])
        if source is None or source.layout != type_.layout:
            return None
    return type_


def _pointee(argument: Node) -> CType | None:
    """What an argument points to, before it became a `void *`."""
    inner = argument.strip()
    while inner.expressions and inner.type.is_pointer and inner.type.target.is_void:
        inner = inner.expressions[-1].strip()
    if not inner.type.is_pointer and not inner.type.is_array:
        return None
    target = inner.type.target
    return None if target.is_void or target.is_function else target


def units(layout: Layout, size: int) -> list[tuple[int, Type]]:
    """Scalars, and bytes where there is padding, that together cover `size` bytes."""
    found = all_units(layout, 0)
    covered = bytearray(size)
    for offset, scalar in found:
        covered[offset : offset + byte_size(scalar)] = b"\1" * byte_size(scalar)
    return found + [(at, U8) for at in range(size) if not covered[at]]


def for_each_part(context: Context, layout: Layout, parts: list[tuple[int, Type]], visit: Visit) -> None:
    """One by one, or by a loop where they are many (and scalars only)."""
    if len(parts) > MOST:
        for_each_scalar(context, layout, visit)
    else:
        for at, part in parts:
            visit(e.const(context.pointer, at), part)


def _store(context: Context, target: Expr, at: Expr, value: Expr) -> None:
    context.builder.emit(Store(e.add(target, at), value))


def pattern(scalar: Type, byte: int) -> Expr:
    """The scalar all of whose bytes have that value."""
    return e.const(scalar, arith.from_bytes(scalar, bytes([byte & 255]) * byte_size(scalar)))


def _note(context: Context, name: str, node: Node) -> None:
    model = library.models()[name]
    context.linker.note(model.kind, node.pos, f"library function {name}", model.text)
