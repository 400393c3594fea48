"""Substitution is simultaneous: what a term simplifies to belongs to the new state and is left alone."""

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, U32
from threadproof.ir.walk import substitute


def test_simplified_to_a_variable() -> None:
    x = Variable("x", U32)
    one = E.const(U32, 1)

    def successor(node: Expr) -> Expr | None:
        return E.add(E.var(x), one) if node.op == "var" and node.payload is x else None

    assert substitute(E.sub(E.var(x), one), successor) is E.var(x)
    assert substitute(E.eq(E.var(x), E.sub(E.var(x), one)), successor) is E.eq(E.add(E.var(x), one), E.var(x))


def test_swapped_variables() -> None:
    a, b, c = Variable("a", U32), Variable("b", U32), Variable("c", BOOL)
    swapped = {a: E.var(b), b: E.var(a), c: E.TRUE}
    term = E.ite(E.var(c), E.var(a), E.var(b))
    assert substitute(term, lambda node: swapped.get(node.payload) if node.op == "var" else None) is E.var(b)


def test_inner_nodes() -> None:
    a, b = E.var(Variable("a", U32)), E.var(Variable("b", U32))
    total = E.add(a, b)
    found = substitute(E.mul(total, a), lambda node: b if node is total else None)
    assert found is E.mul(b, a)
