"""Formulas taken apart, put together, and without the variables that they define.

A formula `x = t` defines x if x does not occur in t. There is an x with x = t and f(x) just where f(t) holds, so such
variables can be eliminated, one after the other, without any effect on whether all formulas can hold together. What
both sides of a question have in common then cancels, which z3 does not notice if equations hide it. Floats: `eq` of
zeros with two signs holds, so only `same` defines a float.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import FloatType
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute


def conjuncts(formula: Expr) -> list[Expr]:
    """a & b, and !(a | b), taken apart."""
    found, stack = [], [formula]
    while stack:
        part = stack.pop()
        if part.op == "and":
            stack.extend(part.args)
        elif part.op == "lnot" and part.args[0].op == "or":
            stack.extend(map(E.lnot, part.args[0].args))
        else:
            found.append(part)
    return found


def without_definitions(formulas: frozenset[Expr]) -> frozenset[Expr]:
    """Satisfiable just where these are: if `x` is some term, that is put in its place, and nothing more is said of `x`."""
    left = set(formulas)
    waiting = [formula for formula in formulas if _defines(formula) is not None]
    while waiting:
        formula = waiting.pop()
        defined = _defines(formula)
        if formula not in left or defined is None:
            continue
        left.remove(formula)
        variable, term = defined
        for user in [other for other in left if variable in expr_variables(other)]:
            left.remove(user)
            changed = conjuncts(replaced(user, {variable: term}))
            left.update(changed)
            waiting += changed
    return frozenset(left) - {E.TRUE}


def _defines(formula: Expr) -> tuple[Variable, Expr] | None:
    """A variable and the term that it is, in which it does not occur."""
    if formula.op not in ("eq", "same"):
        return None
    for variable, term in (formula.args, formula.args[::-1]):
        fits = variable.op == "var" and variable.type == term.type and variable.payload not in expr_variables(term)
        if fits and (formula.op == "same" or not isinstance(term.type, FloatType)):
            return variable.payload, term
    return None


def conjunction(parts: Iterable[Expr]) -> Expr:
    result = E.TRUE
    for part in parts:
        result = E.land(result, part)
    return result


def replaced(term: Expr, values: Mapping[Variable, Expr]) -> Expr:
    if values.keys().isdisjoint(expr_variables(term)):
        return term
    return substitute(term, lambda node: values.get(node.payload) if node.op == "var" else None)
