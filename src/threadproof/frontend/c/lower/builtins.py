"""Compiler builtins that are no ordinary functions. The rest (`__builtin_memcpy`, ...) means the library function of that
name.
"""

from __future__ import annotations

from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.library.reserved import Builtin
from threadproof.frontend.c.lower import varargs
from threadproof.frontend.c.lower.arithmetic import negate, representable
from threadproof.frontend.c.lower.context import UNIT, Context
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check, Halt, Store
from threadproof.ir.types import IntType, is_signed

PREFIX = "__builtin_"


def find(name: str) -> Builtin | None:
    if name in _TABLE:
        return _TABLE[name]
    if name.startswith(PREFIX) and name.endswith("_overflow"):
        return overflow
    return None


def library_name(name: str) -> str:
    """`__builtin_memcpy` and `__builtin___memcpy_chk` mean memcpy."""
    if not name.startswith(PREFIX):
        return name
    name = name.removeprefix(PREFIX)
    return name[2:-4] if name.startswith("__") and name.endswith("_chk") else name


# Arguments in the middle that only the checked variant has: a flag, the size of the buffer. At the end they do no harm.
_CHECKED = {"printf": {0}, "vprintf": {0}, "fprintf": {1}, "vfprintf": {1}, "sprintf": {1, 2}, "vsprintf": {1, 2}}
_CHECKED |= {"snprintf": {2, 3}, "vsnprintf": {2, 3}}


def library_arguments(name: str, arguments: list[Node]) -> list[Node]:
    """The arguments of the library function that a builtin means."""
    dropped = _CHECKED.get(library_name(name), set()) if name.endswith("_chk") else set()
    return [argument for index, argument in enumerate(arguments) if index not in dropped]


def evaluated(context: Context, node: Node) -> Expr:
    """A builtin that clang can compute."""
    value = node.evaluate()
    if value is None or node.type.value is None:
        raise context.unsupported(node, f"'{node.spelling}'")
    return e.const(node.type.value, value)


def _first(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """The value of the first argument (`__builtin_expect`); the others are hints."""
    values = context.operands(*arguments)
    return values[0] if node.type.value is None else e.cast(node.type.value, values[0])


def _effects(context: Context, node: Node, arguments: list[Node]) -> Expr:
    for argument in arguments:
        context.unused(argument)
    return UNIT


def _unreachable(context: Context, node: Node, arguments: list[Node]) -> Expr:
    context.at(node)
    context.builder.stop(Check(e.FALSE, "unreachable", "__builtin_unreachable is reached"))
    return UNIT


def _trap(context: Context, node: Node, arguments: list[Node]) -> Expr:
    context.at(node)
    context.builder.stop(Halt())
    return UNIT


def _constant_p(context: Context, node: Node, arguments: list[Node]) -> Expr:
    assert node.type.value is not None
    return e.const(node.type.value, int(node.evaluate() or 0))


def _object_size(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """Not known here: the largest size for kinds 0 and 1, else 0 (as documented by GCC)."""
    assert node.type.value is not None
    value = node.evaluate()
    if value is None:
        value = -1 if int(arguments[1].evaluate() or 0) < 2 else 0
    return e.const(node.type.value, value)


def overflow(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """`__builtin_{add,sub,mul}_overflow(a, b, r)` and its typed and `_p` forms, computed exactly."""
    name = node.spelling.removeprefix(PREFIX)
    kind = next((op for op in ("add", "sub", "mul") if op in name), None)
    if kind is None:
        raise context.unsupported(node, f"'{node.spelling}'")
    a, b, target = context.operands(*arguments)
    predicate = name.endswith("_overflow_p")
    result = arguments[2].type.value if predicate else arguments[2].type.target.value
    if not isinstance(result, IntType):
        raise context.unsupported(node, f"'{node.spelling}' with this result type")
    bits = 2 * max([result.bits] + [v.type.bits for v in (a, b) if isinstance(v.type, IntType)]) + 2
    wide = IntType(128 if bits <= 128 else 256, True)
    exact = e.binary(kind, e.cast(wide, a), e.cast(wide, b))
    context.at(node)
    if not predicate:
        exact = context.hold(exact)
        context.builder.emit(Store(target, e.cast(result, exact)))
    assert node.type.value is not None
    return e.cast(node.type.value, e.lnot(representable(exact, result)))


def _is_nan(context: Context, node: Node, arguments: list[Node]) -> Expr:
    value = context.value(arguments[0])
    assert node.type.value is not None
    return e.cast(node.type.value, e.ne(value, value))


def _absolute(context: Context, node: Node, arguments: list[Node]) -> Expr:
    value = context.value(arguments[0])
    if is_signed(value.type):  # the only number whose negation overflows is negative, so nothing else is checked in vain
        context.at(node)
        return e.ite(e.lt(value, e.zero(value.type)), negate(context, value), value)
    return e.ite(e.le(value, e.zero(value.type)), e.sub(e.zero(value.type), value), value)


_TABLE: dict[str, Builtin] = {
    "__builtin_expect": _first,
    "__builtin_expect_with_probability": _first,
    "__builtin_assume_aligned": _first,
    "__builtin_launder": _first,
    "__builtin_prefetch": _effects,
    "__builtin_assume": _effects,
    "__builtin_unreachable": _unreachable,
    "__builtin_trap": _trap,
    "__builtin_debugtrap": _trap,
    "__builtin_constant_p": _constant_p,
    "__builtin_object_size": _object_size,
    "__builtin_dynamic_object_size": _object_size,
    "__builtin_isnan": _is_nan,
    "__builtin_abs": _absolute,
    "__builtin_labs": _absolute,
    "__builtin_llabs": _absolute,
    "__builtin_fabs": _absolute,
    "__builtin_fabsf": _absolute,
    "__builtin_va_end": varargs.end,
    "__builtin_va_copy": varargs.copy_list,
    **dict.fromkeys(varargs.START, varargs.start),
}
