"""Expressions survive being written and read, and whatever else a text says is refused."""

from __future__ import annotations

import random

import pytest

from threadproof.certify.format import ExprReader, FormatError, Writer
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, F32, F64, I8, I32, P64, U8, U64, ArrayType, IntType

NAMES = {
    name: Variable(name, type_, True)
    for name, type_ in {
        "x": I32, "main.%1@0": I32, "small": U8, "flag": BOOL, "p": P64, "f": F64, "true": BOOL, "a b|c\\": I8, "#5:i32": I8,
        "list": ArrayType(I32, 4), "bytes": ArrayType(U8, 0), "-1": I32, "$0": I32, "(": BOOL,
    }.items()
}  # fmt: skip
X, FLAG, LIST = e.var(NAMES["x"]), e.var(NAMES["flag"]), e.var(NAMES["list"])


def again(*roots: Expr) -> list[Expr]:
    writer = Writer(lambda variable: variable.name)
    texts = writer.write(roots)
    reader = ExprReader(NAMES.get, writer.table)
    return [reader.read(text) for text in texts]


@pytest.mark.parametrize("variable", NAMES.values(), ids=lambda v: v.name)
def test_every_name_can_be_written(variable: Variable) -> None:
    assert again(e.var(variable)) == [e.var(variable)]


@pytest.mark.parametrize(
    "expr",
    [
        e.const(I32, -(1 << 31)), e.const(P64, (1 << 64) - 1), e.const(BOOL, True), e.const(F64, -0.0), e.const(F32, 0.1),
        e.const(F64, float("nan")), e.const(F64, float("-inf")), e.const(IntType(33, False), 1 << 32),
        e.lnot(e.lt(X, e.const(I32, 3))), e.ite(FLAG, X, e.neg(X)), e.cast(U64, X), e.bitcast(U64, e.var(NAMES["f"])),
        e.select(e.store(LIST, e.cast(U64, X), X), e.const(U64, 2)), e.same(LIST, e.fill(ArrayType(I32, 4), e.const(I32, 0))),
        e.same(e.var(NAMES["f"]), e.const(F64, 1.5)), e.binary("shr", X, e.var(NAMES["small"])), e.bit_not(X),
        e.eq(e.var(NAMES["small"]), e.const(U8, 7)),
    ],
)  # fmt: skip
def test_round_trip(expr: Expr) -> None:
    assert again(expr) == [expr]


def test_shared_terms_are_written_once() -> None:
    term = X
    for _ in range(200):
        term = e.mul(e.add(term, e.var(NAMES["main.%1@0"])), term)  # 2^200 nodes as a tree
    writer = Writer(lambda variable: variable.name)
    (text,) = writer.write([e.eq(term, X)])
    assert len(text) + sum(map(len, writer.table)) < 20_000
    assert again(e.eq(term, X)) == [e.eq(term, X)]


def test_deep_terms() -> None:
    array = LIST
    for i in range(5000):
        array = e.store(array, e.const(U64, i), X)
    assert again(e.same(LIST, array)) == [e.same(LIST, array)]


def test_random_terms() -> None:
    choose = random.Random(7)
    terms = [X, e.var(NAMES["main.%1@0"]), e.const(I32, 5)]
    for _ in range(3000):
        op = choose.choice(["add", "sub", "mul", "and", "or", "xor", "div", "rem", "shl", "ite", "cast"])
        a, b = choose.choice(terms[-40:]), choose.choice(terms[-40:])
        match op:
            case "ite":
                terms.append(e.ite(e.lt(a, b), a, b))
            case "cast":
                terms.append(e.cast(I32, e.cast(choose.choice([I8, U8, U64, P64]), a)))
            case _:
                terms.append(e.binary(op, a, b))
    assert again(*terms) == terms


NONSENSE = """
|x x|y|5|5:|5:i|300:u8|1.5:f64|#00:f64|5:i32:i32|()|(add)|(add x)|(add x x x)|(add x|add x x)|(add x flag)|(lnot x)
(lt flag flag)|(eq list list)|(select x x)|(select list x)|(cast x)|(cast i32)|(cast i99999 x)|(cast i32[4] x)|(fill i32 x)
(fill u8[4] x)|(bitcast f32 p)|(bitcast bool x)|((add) x x)|(frobnicate x)|(5:i32 x)|$0|$x|(ite x x x)|(neg flag)
(store list 0:u64 flag)|(self)|(addr x)|(const 5:i32)|(var x)
"""


@pytest.mark.parametrize("text", ["|x", "x|", *NONSENSE.strip().replace("\n", "|").split("|")])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        ExprReader(NAMES.get).read(text)


def test_a_table_refers_backwards_only() -> None:
    with pytest.raises(FormatError):
        ExprReader(NAMES.get, ["$1", "x"])
    with pytest.raises(FormatError):
        ExprReader(NAMES.get, ["$0"])
