"""Taking operations apart covers every operation, and putting them together again gives the same one."""

from __future__ import annotations

from typing import get_args

import pytest

from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.types import BOOL, I32, INDEX, P32, U32, ArrayType
from threadproof.ir.uses import expr_variables, map_op, op_exprs, op_target, op_variables

A, B, P, T = Variable("a", I32), Variable("b", I32), Variable("p", P32), Variable("t", U32)
ARRAY = Variable("array", ArrayType(I32, 4), shared=True)
FLAG = e.eq(e.var(A), e.var(B))
ALL: list[tuple[ops.Op, set[Variable]]] = [
    (ops.Assign(A, e.var(B)), {A, B}),
    (ops.Havoc(A, ops.Origin.INPUT), {A}),
    (ops.Load(A, e.var(P)), {A, P}),
    (ops.Store(e.var(P), e.var(A)), {A, P}),
    (ops.Alloc(P, e.var(T), True, "x"), {P, T}),
    (ops.Free(e.var(P)), {P}),
    (ops.Lifetime(e.var(P), False), {P}),
    (ops.ObjectSize(T, e.var(P)), {P, T}),
    (ops.Compared(e.var(P)), {P}),
    (ops.Write(ARRAY, e.cast(INDEX, e.var(T)), e.var(A)), {ARRAY, T, A}),
    (ops.Assume(FLAG), {A, B}),
    (ops.Await(FLAG), {A, B}),
    (ops.Check(FLAG, "overflow"), {A, B}),
    (ops.Cut("bound"), set()),
    (ops.Skip(), set()),
    (ops.Call(A, e.var(P), (e.var(B),)), {A, B, P}),
    (ops.Return(e.var(A)), {A}),
    (ops.Return(), set()),
    (ops.Spawn(T, e.var(P), e.var(P)), {T, P}),
    (ops.Join(None, e.var(T)), {T}),
    (ops.ThreadExit(e.var(P)), {P}),
    (ops.Halt(), set()),
    (ops.AtomicBegin(), set()),
    (ops.AtomicEnd(), set()),
    (ops.Fence("RW", "W"), set()),
    (ops.Wait((e.var(P),), True, e.cast(INDEX, e.var(T))), {P, T}),
    (ops.Wait(()), set()),
    (ops.Notify(e.var(P), e.cast(INDEX, e.var(T))), {P, T}),
    (ops.Notify(e.var(P)), {P}),
    (ops.Cancel(e.var(P)), {P}),
    (ops.Suspend(e.var(T)), {T}),
    (ops.Resume(e.var(T), now=True), {T}),
    (ops.AwaitEnd(e.var(T), e.cast(INDEX, e.var(T))), {T}),
    (ops.AwaitEnd(e.var(T)), {T}),
    (ops.Stop(e.var(T)), {T}),
    (ops.Came(A), {A}),
    (ops.Present(A, e.var(P)), {A, P}),
    (ops.RequestUpdate(e.var(T)), {T}),
    (ops.Simulate(e.cast(INDEX, e.var(T))), {T}),
    (ops.Simulate(), set()),
    (ops.Idle(), set()),
    (ops.PickUpdate(T), {T}),
    (ops.Advance(A), {A}),
    (ops.Now(A), {A}),
]


def test_every_operation_is_here() -> None:
    assert {type(op) for op, _ in ALL} == set(get_args(ops.Op))


@pytest.mark.parametrize(("op", "variables"), ALL, ids=lambda item: type(item).__name__)
def test_parts(op: ops.Op, variables: set[Variable]) -> None:
    assert set(op_variables(op)) == variables
    assert map_op(op, lambda expr: expr, lambda variable: variable) == op


@pytest.mark.parametrize(("op", "variables"), ALL, ids=lambda item: type(item).__name__)
def test_everything_is_mapped(op: ops.Op, variables: set[Variable]) -> None:
    """With all expressions replaced and all targets renamed, nothing of the old operation is left."""
    fresh = {v: Variable(v.name + "'", v.type, v.shared) for v in variables}
    replaced = {P32: e.zero(P32), I32: e.zero(I32), U32: e.zero(U32), BOOL: e.TRUE, INDEX: e.zero(INDEX)}
    new = map_op(op, lambda expr: replaced[expr.type], lambda variable: fresh[variable])
    assert variables.isdisjoint(op_variables(new))
    assert len(op_exprs(new)) == len(op_exprs(op)) and (op_target(new) is None) == (op_target(op) is None)


def test_variables_of_shared_terms_are_found_once_and_remembered() -> None:
    expr = e.var(A)
    for _ in range(200):
        expr = e.add(e.mul(expr, expr), e.var(B))
    assert expr_variables(expr) == {A, B}
    assert expr_variables(expr) is expr_variables(expr)
