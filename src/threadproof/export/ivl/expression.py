"""Expressions as IVL text, such that reading them gives the very same node.

The language converts operands as C does. An operator is therefore written as such only where nothing is converted: on
operands of one type that is not narrower than int. Everything else is written as a call, `__add(a, b)`, which converts nothing.
"""

from __future__ import annotations

import math
import struct

from threadproof.errors import UnsupportedError
from threadproof.export.ivl.names import IvlNames, type_text
from threadproof.ir.expr import Expr
from threadproof.ir.types import BOOL, FloatType, IntType, PtrType, Type

_INFIX = {
    "mul": ("*", 10), "div": ("/", 10), "rem": ("%", 10), "add": ("+", 9), "sub": ("-", 9), "shl": ("<<", 8), "shr": (">>", 8),
    "lt": ("<", 7), "le": ("<=", 7), "eq": ("==", 6), "and": ("&", 5), "xor": ("^", 4), "or": ("|", 3),
}  # fmt: skip
_BOOLEAN = {"and": ("&&", 2), "or": ("||", 1), "xor": ("^", 4), "eq": ("==", 6)}
_PREFIX = {"neg": "-", "not": "~", "lnot": "!"}
_TERNARY, _UNARY, _ATOM = 0, 11, 12

Piece = str | tuple[Expr, int]


def expr_ivl(expr: Expr, names: IvlNames) -> str:
    """Built with an explicit stack: deep expressions do not meet the recursion limit."""
    out: list[str] = []
    stack: list[Piece] = [(expr, 0)]
    while stack:
        piece = stack.pop()
        if isinstance(piece, str):
            out.append(piece)
            continue
        node, context = piece
        pieces, binding = _pieces(node, names)
        stack.extend(reversed(["(", *pieces, ")"] if binding < context else pieces))
    return "".join(out)


def is_wide(type_: Type) -> bool:
    """Nothing is converted when two of them are combined."""
    return isinstance(type_, FloatType) or (isinstance(type_, IntType) and type_.bits >= 32)


def _pieces(node: Expr, names: IvlNames) -> tuple[list[Piece], int]:
    args = node.args
    match node.op:
        case "var":
            return [names.of(node.payload)], _ATOM
        case "const":
            return [constant_ivl(node)], _UNARY
        case "addr":
            return [f"(void*)&{names.of(node.payload)}"], _UNARY
        case "self":
            return ["__self()"], _ATOM
        case "lnot":
            return ["!", (args[0], _UNARY)], _UNARY
        case "neg" | "not" if is_wide(node.type):
            return [_PREFIX[node.op], (args[0], _ATOM)], _UNARY
        case "ite":
            return [(args[0], _TERNARY + 1), " ? ", (args[1], _TERNARY + 1), " : ", (args[2], _TERNARY + 1)], _TERNARY
        case "cast":
            return [f"({type_text(node.type)})", (args[0], _UNARY)], _UNARY
        case "bitcast":
            return [f"__bitcast({type_text(node.type)}, ", (args[0], 0), ")"], _ATOM
        case "select":
            return [(args[0], _ATOM), "[", (args[1], 0), "]"], _ATOM
        case "store" | "fill" | "same":
            raise UnsupportedError("a formula cannot be written as IVL")
    return _binary(node)


def _binary(node: Expr) -> tuple[list[Piece], int]:
    left, right = (*node.args, node.args[0])[:2]
    if len(node.args) == 2:
        if left.type == right.type == BOOL and node.op in _BOOLEAN:
            return _infix(left, *_BOOLEAN[node.op], right)
        pointers = isinstance(left.type, PtrType) and left.type == right.type and node.op in ("eq", "lt", "le")
        if pointers or (is_wide(left.type) and is_wide(right.type) and (left.type == right.type or node.op in ("shl", "shr"))):
            return _infix(left, *_INFIX[node.op], right)
        if node.op == "add" and isinstance(left.type, PtrType) and right.is_const:
            value, bits = int(right.payload), left.type.bits
            sign, value = ("-", (1 << bits) - value) if value >> (bits - 1) else ("+", value)
            if value < 1 << 63:
                return [(left, 9), f" {sign} {value}l"], 9
    pieces: list[Piece] = [f"__{node.op}("]
    for number, arg in enumerate(node.args):
        pieces += [", "] if number else []
        pieces.append((arg, 0))
    return [*pieces, ")"], _ATOM


def _infix(left: Expr, symbol: str, binding: int, right: Expr) -> tuple[list[Piece], int]:
    return [(left, binding), f" {symbol} ", (right, binding + 1)], binding


def constant_ivl(node: Expr) -> str:
    type_, value = node.type, node.payload
    if type_ == BOOL:
        return "true" if value else "false"
    if isinstance(type_, FloatType):
        return _float(type_, float(value))
    if isinstance(type_, PtrType) and value == 0:
        return "null"
    if isinstance(type_, IntType) and type_.bits in (32, 64):
        suffix = ("" if type_.signed else "u") + ("l" if type_.bits == 64 else "")
        if abs(value) < 1 << type_.bits - 1 or not type_.signed:
            return f"{value}{suffix}"
    return f"({type_text(type_)}){_magnitude(int(value))}"


def _magnitude(value: int) -> str:
    """A whole number of some type that holds it."""
    sign, size = ("-" if value < 0 else ""), abs(value)
    if size < 1 << 63:
        return f"{sign}{size}" if not sign else f"({sign}{size}l)"
    if size < 1 << 64:
        return f"{size}ul" if not sign else f"(-(i128){size}ul)"
    return f"({sign}((u128){size >> 64}ul * ((u128)1 << 64) + (u128){size & (1 << 64) - 1}ul))"


def _float(type_: FloatType, value: float) -> str:
    text = repr(value)
    if math.isfinite(value) and "e" not in text and not text.startswith("-"):
        return text + ("f" if type_.bits == 32 else "")
    if type_.bits == 32:
        return f"__bitcast(f32, {struct.unpack('<I', struct.pack('<f', value))[0]}u)"
    return f"__bitcast(f64, {struct.unpack('<Q', struct.pack('<d', value))[0]}ul)"
