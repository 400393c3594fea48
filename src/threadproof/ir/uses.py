"""Which expressions an operation evaluates and which variable it sets, as the table says (`ir/opfacts`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable, rebuild
from threadproof.ir.opfacts import FACTS, ByClass, Exprs, Variables, mapping, operands, variable_fields

_EXPRS = ByClass(operands)
_MAPS = ByClass(mapping)
_WITH_TARGET = frozenset(kind for kind in FACTS if "target" in variable_fields(kind))


def op_exprs(op: ops.Op) -> tuple[Expr, ...]:
    """Every expression that the operation evaluates."""
    return _EXPRS[op.__class__](op)


def op_target(op: ops.Op) -> Variable | None:
    """The register or cell that the operation sets as a whole (a `Write` changes only an element of its array)."""
    return op.target if op.__class__ in _WITH_TARGET else None  # type: ignore[union-attr]


def op_changed(op: ops.Op) -> Variable | None:
    """The register, cell or array that the operation changes, in one element or as a whole."""
    return op.array if isinstance(op, ops.Write) else op_target(op)


def expr_variables(root: Expr) -> frozenset[Variable]:
    """Variables of an expression. Remembered in the expression."""
    found = root.names
    if found is None:
        stack = [root]
        while stack:
            node = stack[-1]
            missing = [arg for arg in node.args if arg.names is None]
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
                node.names = _names(node)
        found = root.names
        assert found is not None
    return found


_NONE: frozenset[Variable] = frozenset()


def _names(node: Expr) -> frozenset[Variable]:
    """Given those of the arguments; shared where possible."""
    if node.op == "var":
        return frozenset((node.payload,))
    found = _NONE
    for arg in node.args:
        names = arg.names
        assert names is not None
        if not names <= found:
            found = names if found <= names else found | names
    return found


def with_values(root: Expr, values: Mapping[Variable, Expr], memo: dict[Expr, Expr] | None = None) -> Expr:
    """The expression with variables replaced by what they stand for, simplified. A given memo is for these values only."""
    names = values.keys()
    if names.isdisjoint(expr_variables(root)):
        return root
    memo = {} if memo is None else memo
    stack = [root]
    while stack:
        node = stack[-1]
        if node not in memo:
            if names.isdisjoint(expr_variables(node)):
                memo[node] = node
            elif node.op == "var":
                memo[node] = values[node.payload]
            else:
                missing = [arg for arg in node.args if arg not in memo]
                if missing:
                    stack.extend(missing)
                    continue
                memo[node] = rebuild(node, tuple([memo[arg] for arg in node.args]))
        stack.pop()
    return memo[root]


def op_variables(op: ops.Op) -> Iterator[Variable]:
    """Every variable that occurs in the operation."""
    target = op_target(op)
    if target is not None:
        yield target
    if isinstance(op, ops.Write):
        yield op.array
    for expr in op_exprs(op):
        yield from expr_variables(expr)


def map_op(op: ops.Op, expr: Exprs, variable: Variables) -> ops.Op:
    """The same operation over other expressions and other target registers."""
    return _MAPS[op.__class__](op, expr, variable)
