"""Reading and writing a scalar of any type in a cell, a part of a wide cell, or a run of byte cells.

Memory is little-endian: byte 0 is the low one. A cell of another type of the same width is converted without loss of bits.
"""

from __future__ import annotations

from threadproof.ir import expr as e
from threadproof.ir.arith import from_bytes
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Assign, Op, Write
from threadproof.ir.types import BOOL, INDEX, ArrayType, FloatType, IntType, Type, byte_size
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A variable, or with an index an element of an array variable."""

    variable: Variable
    index: Expr | None = None

    @property
    def type(self) -> Type:
        type_ = self.variable.type
        return type_.element if isinstance(type_, ArrayType) else type_

    def get(self) -> Expr:
        whole = e.var(self.variable)
        return whole if self.index is None else e.select(whole, self.index)

    def put(self, value: Expr) -> Op:
        return Assign(self.variable, value) if self.index is None else Write(self.variable, self.index, value)

    def next(self, distance: int) -> Cell:
        assert self.index is not None
        return Cell(self.variable, e.add(self.index, e.const(INDEX, distance)))


def load(cell: Cell, inner: int, type_: Type) -> Expr:
    """The scalar of `type_` that starts at byte `inner` of the cell."""
    size, cell_size = byte_size(type_), byte_size(cell.type)
    if size > cell_size:
        return from_bits(_assembled(cell, size), type_)
    if size == cell_size and not inner:
        return convert(cell.get(), type_)
    shifted = e.binary("shr", cell.get(), e.const(cell.type, 8 * inner))
    return from_bits(e.cast(IntType(8 * size, False), shifted), type_)


def store(cell: Cell, inner: int, value: Expr) -> list[Op]:
    size, cell_size = byte_size(value.type), byte_size(cell.type)
    if size > cell_size:
        bits = to_bits(value)
        parts = [e.cast(cell.type, e.binary("shr", bits, e.const(bits.type, 8 * n))) for n in range(size)]
        return [cell.next(n).put(part) for n, part in enumerate(parts)]
    if size == cell_size and not inner:
        return [cell.put(convert(value, cell.type))]
    mask = ((1 << 8 * size) - 1) << 8 * inner
    rest = e.binary("and", cell.get(), e.const(cell.type, ~mask))
    moved = e.binary("shl", e.cast(cell.type, to_bits(value)), e.const(cell.type, 8 * inner))
    return [cell.put(e.binary("or", rest, moved))]


def _assembled(cell: Cell, size: int) -> Expr:
    """Consecutive byte cells as one unsigned number."""
    wide = IntType(8 * size, False)
    result = e.zero(wide)
    for n in range(size):
        byte = e.cast(wide, cell.next(n).get())
        result = e.binary("or", e.binary("shl", byte, e.const(wide, 8 * n)), result)
    return result


def to_bits(value: Expr) -> Expr:
    """The value as an unsigned number of as many bits as it has in memory."""
    bits = IntType(8 * byte_size(value.type), False)
    return e.bitcast(bits, value) if isinstance(value.type, FloatType) else e.cast(bits, value)


def from_bits(bits: Expr, type_: Type) -> Expr:
    if isinstance(type_, FloatType):
        return e.bitcast(type_, bits)
    return e.ne(bits, e.zero(bits.type)) if type_ == BOOL else e.cast(type_, bits)


def convert(value: Expr, type_: Type) -> Expr:
    """The same bytes as another type of the same size in memory."""
    if value.type == type_:
        return value
    if isinstance(value.type, FloatType) or isinstance(type_, FloatType):
        return from_bits(to_bits(value), type_)
    return e.cast(type_, value)


def initial_value(type_: Type, data: bytes) -> Expr:
    """Of a cell; what lies beyond the end of its object is zero."""
    return e.const(type_, from_bytes(type_, data.ljust(byte_size(type_), b"\0")))
