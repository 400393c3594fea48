"""Text of expressions, operations and programs: precedence, depth, and what a reader sees."""

import pytest

from threadproof.errors import Pos
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.layout import ArrayOf, Field, Record
from threadproof.ir.program import Edge, Function, Init, MemoryObject, Program
from threadproof.ir.text import expr_text, op_text, program_text
from threadproof.ir.types import BOOL, F32, I32, ILP32, INDEX, P32, U8, ArrayType

X, Y, Z = (e.var(Variable(name, I32)) for name in "xyz")
A, B = (e.var(Variable(name, BOOL)) for name in "ab")
F, G = (e.var(Variable(name, F32)) for name in "fg")
NODE = Record(8, (Field("value", 0, I32), Field("next", 4, P32)))


def int_(value: int) -> e.Expr:
    return e.const(I32, value)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (e.add(e.mul(X, Y), Z), "x * y + z"),
        (e.mul(X, e.add(Y, Z)), "x * (y + z)"),
        (e.sub(X, e.sub(Y, Z)), "x - (y - z)"),
        (e.sub(e.sub(X, Y), Z), "x - y - z"),
        (e.add(X, int_(-1)), "x - 1"),
        (e.mul(X, int_(-1)), "x * -1"),
        (e.add(e.var(Variable("p", P32)), e.const(P32, -4)), "p - 4"),
        (e.ne(X, Y), "x != y"),
        (e.gt(X, Y), "y < x"),
        (e.lnot(e.lt(X, Y)), "x >= y"),
        (e.lnot(e.lt(F, G)), "!(f < g)"),  # not f >= g: false for NaN
        (e.land(e.lor(A, B), e.lnot(A)), "(a || b) && !a"),
        (e.lor(e.land(A, B), e.lnot(A)), "a && b || !a"),
        (e.binary("and", X, e.binary("or", Y, Z)), "x & (y | z)"),
        (e.ite(A, X, e.ite(B, Y, Z)), "a ? x : b ? y : z"),
        (e.add(e.ite(A, X, Y), Z), "(a ? x : y) + z"),
        (e.cast(U8, e.add(X, Y)), "u8(x + y)"),
        (e.neg(e.neg(X)), "-(-x)"),
        (e.const(P32, 0), "null"),
        (e.this_thread(), "self"),
        (e.select(e.var(Variable("m", ArrayType(I32, 4))), e.cast(INDEX, X)), "m[u64(x)]"),
    ],
)
def test_expression(expr: e.Expr, text: str) -> None:
    assert expr_text(expr) == text
    assert repr(expr) == text


def test_deep_expression_does_not_recurse() -> None:
    expr = X
    for _ in range(20_000):
        expr = e.neg(e.add(expr, Y))
    assert expr_text(expr).count("y") == 20_000


def test_memory_operations_name_members() -> None:
    node = MemoryObject("node", 8, 4, NODE)
    place = e.add(e.addr(node, P32), e.const(P32, 4))
    assert op_text(ops.Load(Variable("t", P32), place)) == "t := node.next"
    assert op_text(ops.Store(e.addr(node, P32), int_(3), atomic=True)) == "atomic node.value := 3"
    outside = e.add(e.addr(node, P32), e.const(P32, 64))
    assert op_text(ops.Store(outside, int_(3))) == "[&node + 64] := 3"


def test_program_shows_declarations_edges_and_lines() -> None:
    x = MemoryObject("x", 4, 4, I32, (Init(0, int_(7)),), pos=Pos("a.c", 1))
    nodes = MemoryObject("nodes", 16, 4, ArrayOf(NODE, 2, 8), (Init(12, e.addr(x, P32)),))
    t = Variable("t", I32)
    main = Function("main", (), I32, locals=[t], loop_heads={0}, pos=Pos("a.c", 3))
    main.edges = [
        Edge(1, 0, (ops.Store(e.addr(x, P32), e.add(e.var(t), int_(1))),), Pos("a.c", 5), back=True),
        Edge(0, 1, (ops.Load(t, e.addr(x, P32)),), Pos("a.c", 4)),
        Edge(0, 2, (ops.Cut("no room"),), Pos("/lib/b.c", 9)),
    ]
    text = program_text(Program("a.c", ILP32, [x, nodes], {"main": main}))
    lines = [line.rstrip() for line in text.splitlines()]
    assert "global x: i32 = 7                                            // line 1" in lines
    assert "global nodes: struct { value: i32; next: p32 }[2] = { [1].next = &x }" in lines
    assert "  var t: i32" in lines
    assert any(line.startswith(" *0 -> 1: t := x ") and line.endswith("// line 4") for line in lines)
    assert any(line.startswith(' *0 -> 2: cut "no room" ') and line.endswith("// b.c:9") for line in lines)
    assert any(line.startswith("  1 => 0: x := t + 1 ") and line.endswith("// line 5") for line in lines)


def test_terms_that_share_parts() -> None:
    """Their text would be as long as the number of paths to a leaf."""
    term = other = X
    for n in range(60):
        term, other = e.add(e.mul(term, term), int_(n)), e.add(e.mul(other, other), int_(n + (n == 59)))
    assert len(repr(term)) < 10_000
    assert repr(term) != repr(other)
