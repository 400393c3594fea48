"""Which expressions lower to a value without any operation: no access to memory, no call, no assignment, no check.

Only those may be evaluated although the program might not; that is what turns `a && b` into one condition instead of a branch.
The answer errs on the side of "no".
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import dangling
from threadproof.frontend.c.lower.context import Context
from threadproof.ir.types import FloatType

_LITERALS = frozenset({k.INTEGER, k.CHARACTER, k.FLOATING, k.STRING, k.SIZEOF, k.BOOL_LITERAL, k.NULLPTR})
_CHECKED = frozenset({k.DIV, k.REM})
_SIGNED_CHECKS = frozenset({k.ADD, k.SUB, k.MUL, k.SHL})
_WRITES = frozenset({k.POST_INC, k.POST_DEC, k.PRE_INC, k.PRE_DEC})


def is_pure(context: Context, node: Node) -> bool:
    if node.pure is None:
        node.pure = _decide(context, node)
    return node.pure


def _decide(context: Context, node: Node) -> bool:
    kind = node.kind
    if kind != k.DECL_REF and node.type.kind == k.T_LONG_DOUBLE:
        return False
    if kind in _LITERALS:
        return True
    if kind == k.DECL_REF:
        declaration = node.referenced
        return (
            declaration.kind in (k.ENUM_CONSTANT, k.FUNCTION_DECL)
            or declaration.key in context.registers
            or declaration.type.is_array
        )
    if kind in (k.PAREN, k.CAST, k.UNEXPOSED_EXPR):
        parts = node.expressions
        if len(parts) != 1 or node.type.is_void or (_is_float(parts[0]) and not _is_float(node)):
            return False
        return is_pure(context, parts[0]) and "va_list" not in _written(parts[0])
    if kind == k.UNARY:
        return _unary(context, node)
    if kind == k.BINARY:
        return _binary(context, node)
    if kind == k.CONDITIONAL:
        return not node.type.is_void and _all(context, node)
    return False


def _is_float(node: Node) -> bool:
    return isinstance(node.type.value, FloatType)


def _written(node: Node) -> str:
    return node.written_type if node.kind == k.DECL_REF and (node.type.is_pointer or node.type.is_array) else ""


def _all(context: Context, node: Node) -> bool:
    return all(is_pure(context, part) for part in node.expressions)


def _unary(context: Context, node: Node) -> bool:
    code = node.unary
    if code in _WRITES or code == k.DEREF or (code == k.MINUS and context.overflow):
        return False
    child = node.expressions[0]
    if code == k.ADDRESS_OF:
        return child.strip().kind == k.DECL_REF
    return is_pure(context, child)


def _is_small(node: Node) -> bool:
    """A constant number of bits by which everything may be shifted."""
    value = node.evaluate()
    return isinstance(value, int) and 0 <= value < 32


def _binary(context: Context, node: Node) -> bool:
    code = node.binary
    if code in (k.ASSIGN, k.COMMA) or (code in _SIGNED_CHECKS and context.overflow):
        return False
    if dangling.compares(context, node):
        return False
    if code in (k.SHL, k.SHR) and not _is_small(node.expressions[1]):
        return False
    checked = code in _CHECKED and not isinstance(node.type.value, FloatType)
    if checked and (context.overflow or node.expressions[1].evaluate() in (None, 0, -1)):
        return False
    return _all(context, node)
