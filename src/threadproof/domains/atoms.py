"""Predicates from formulas: the Boolean leaves, each in one of the many forms that it could have.

`a <= b` becomes `b < a` (negated, which does not matter for a predicate), `x + 1 == 5` becomes `x == 4`, `x < x + 1` becomes
`x == MAX`, a test of the sign bit a comparison with zero. What is the same for a state is then the same predicate, and fewer of
them are asked for.
"""

from __future__ import annotations

from itertools import combinations

from threadproof.ir import arith
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, FloatType, IntType, Type, is_integral, width
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute, subterms


def atoms(formula: Expr) -> set[Expr]:
    """The Boolean leaves. Never constants, never negations."""
    found: set[Expr] = set()
    stack, seen = [formula], {formula}
    while stack:
        node = stack.pop()
        if node.op in ("and", "or", "xor", "lnot", "eq", "ite") and all(arg.type == BOOL for arg in node.args):
            parts = node.args
        else:
            if not node.is_const:
                plain = canonical(node)
                if not plain.is_const:
                    found.add(plain)
            parts = tuple(term for term in subterms(node) if term.type == BOOL and term is not node and not term.is_const)
            parts = tuple(p for p in parts if p.op in ("eq", "lt", "le", "var"))
        for part in parts:
            if part not in seen:
                seen.add(part)
                stack.append(part)
    return found


def replaced(condition: Expr, variable: Variable, value: Expr) -> Expr:
    return substitute(condition, lambda node: value if node.op == "var" and node.payload is variable else None)


def eliminate(conditions: set[Expr], variable: Variable) -> set[Expr]:
    """What the conditions say whatever the value of the variable; one that it must be equal to takes its place."""
    about = {c for c in conditions if variable in expr_variables(c)}
    rest = conditions - about
    for condition in sorted(about, key=repr):
        if condition.op == "eq":
            for side, other in (condition.args, condition.args[::-1]):
                if side.op == "var" and side.payload is variable and variable not in expr_variables(other):
                    return rest | {replaced(c, variable, other) for c in about}
    return rest


def chained(conditions: set[Expr]) -> set[Expr]:
    """a = b where a = c and b = c: it may go on holding when the others do not."""
    equal: dict[Expr, list[Expr]] = {}
    for condition in conditions:
        if condition.op == "eq" and not condition.args[1].is_const:
            left, right = condition.args
            equal.setdefault(left, []).append(right)
            equal.setdefault(right, []).append(left)
    found = {E.eq(a, b) for others in equal.values() for a, b in combinations(others, 2) if a.type == b.type}
    return {atom for condition in found for atom in atoms(condition)}


def canonical(atom: Expr) -> Expr:
    """The same predicate, possibly negated, in its usual form."""
    if atom.op == "lnot":
        return canonical(atom.args[0])
    if atom.op not in ("eq", "lt", "le") or not is_integral(atom.args[0].type):
        return atom
    left, right = atom.args
    if atom.op == "le":
        return canonical(E.lt(right, left))
    if atom.op == "lt":
        return _less(left, right)
    return _equal(left, right)


def _less(left: Expr, right: Expr) -> Expr:
    (x, low), (y, high) = _offset(left), _offset(right)
    type_ = left.type
    if x is y and not x.is_const and arith.wrap(type_, high - low) == 1:
        return E.eq(x, E.const(type_, _largest(type_) - low))
    if right.is_const and right.payload == _smallest(type_) + 1:
        return canonical(E.eq(left, E.const(type_, _smallest(type_))))
    if left.is_const and left.payload == _largest(type_) - 1:
        return canonical(E.eq(right, E.const(type_, _largest(type_))))
    return E.lt(left, right)


def _equal(left: Expr, right: Expr) -> Expr:
    if left.is_const:
        left, right = right, left
    if right.is_const:
        x, offset = _offset(left)
        signed = _sign_of(x)
        if signed is not None and offset == 0:
            return E.lt(signed, E.zero(signed.type))
        return E.eq(x, E.const(x.type, right.payload - offset))
    (x, low), (y, high) = _offset(left), _offset(right)
    if x is y:
        return E.const(BOOL, low == high)
    if repr(x) > repr(y):
        x, low, y, high = y, high, x, low
    return E.eq(x, E.add(y, E.const(y.type, high - low)))


def _offset(expr: Expr) -> tuple[Expr, int]:
    """x + c as (x, c)."""
    if expr.op == "add" and expr.args[1].is_const:
        return expr.args[0], expr.args[1].payload
    return expr, 0


def _sign_of(bit: Expr) -> Expr | None:
    """The signed integer whose sign bit this is."""
    if bit.op != "cast" or width(bit.type) != 1 or bit.args[0].op != "shr":
        return None
    word, amount = bit.args[0].args
    inner = word.args[0] if word.op == "cast" else word
    signed = isinstance(inner.type, IntType) and inner.type.signed and width(inner.type) == width(word.type)
    return inner if signed and amount.is_const and amount.payload == width(word.type) - 1 else None


def _largest(type_: Type) -> int:
    assert not isinstance(type_, FloatType)
    signed = isinstance(type_, IntType) and type_.signed
    return int((1 << (width(type_) - signed)) - 1)


def _smallest(type_: Type) -> int:
    return -_largest(type_) - 1 if isinstance(type_, IntType) and type_.signed else 0
