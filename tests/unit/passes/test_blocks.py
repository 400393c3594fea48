"""Blocks: what is joined, and what must not be."""

from __future__ import annotations

import pytest

from tests.unit.passes.build import cell, function, integer, program, register, var
from tests.unit.passes.c import stage
from threadproof.analyses.accesses import SharedAccess, alone_locations, edge_accesses, observable
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.program import Program
from threadproof.ir.text import ops_text
from threadproof.ir.types import I32, INDEX, P32, U32, ArrayType
from threadproof.passes.blocks import form_blocks
from threadproof.passes.options import DEFAULTS

A, B, X, Y = register("a"), register("b"), cell("x"), cell("y")
ID = register("id", U32)


def two_threads(*steps: tuple[int, int, ops.Op]) -> list[str]:
    """The blocks of a thread that runs twice, beside main."""
    worker = function(*steps, name="worker", params=(register("arg", P32),))
    spawn = ops.Spawn(ID, e.addr(worker, P32), e.zero(P32))
    main = function((0, 1, spawn), (1, 2, spawn), (2, 3, ops.Halt()))
    done = form_blocks(program(main, worker), DEFAULTS)
    return [ops_text(edge.ops) for edge in done.functions["worker"].edges]


def test_one_access_per_edge() -> None:
    steps = [
        (0, 1, ops.Assign(A, integer(1))),
        (1, 2, ops.Assign(B, var(X))),
        (2, 3, ops.Assign(A, e.add(var(A), var(B)))),
        (3, 4, ops.Assign(X, var(A))),
        (4, 5, ops.ThreadExit()),
    ]
    assert two_threads(*steps) == ["a := 1; b := x; a := a + b", "x := a; exit thread"]


def test_an_atomic_block_is_one_edge() -> None:
    steps = [
        (0, 1, ops.AtomicBegin()),
        (1, 2, ops.Assign(A, var(X))),
        (2, 3, ops.Await(e.eq(var(A), integer(0)))),
        (3, 4, ops.Assign(X, integer(1))),
        (4, 5, ops.AtomicEnd()),
        (5, 6, ops.Assign(Y, integer(1))),
        (6, 7, ops.Assign(X, integer(0))),
        (7, 8, ops.ThreadExit()),
    ]
    atomic, *rest = two_threads(*steps)
    assert atomic == "atomic {; a := x; await a == 0; x := 1; }"
    assert rest == ["y := 1", "x := 0; exit thread"]


@pytest.mark.parametrize("op", [ops.Await(e.eq(e.var(A), integer(1))), ops.Join(None, e.zero(U32))], ids=["await", "join"])
def test_blocking_operations_come_first(op: ops.Op) -> None:
    steps = [(0, 1, ops.Assign(A, integer(1))), (1, 2, op), (2, 3, ops.Assign(B, integer(2))), (3, 4, ops.ThreadExit(var(B)))]
    first, second = two_threads(*steps)
    assert first == "a := 1" and second.endswith("b := 2; exit thread b")


def test_branches_meetings_and_loops_are_kept() -> None:
    steps = [
        (0, 1, ops.Assign(A, var(X))),
        (1, 2, ops.Assume(e.eq(var(A), integer(0)))),
        (1, 3, ops.Assume(e.ne(var(A), integer(0)))),
        (2, 1, ops.Assign(A, integer(1))),
        (3, 4, ops.Assign(X, integer(1))),
        (4, 5, ops.ThreadExit()),
    ]
    assert two_threads(*steps) == ["a := x", "when a == 0; a := 1", "when a != 0; x := 1; exit thread"]


@pytest.mark.parametrize(
    "op",
    [ops.Assume(e.FALSE, branch=False), ops.Check(e.FALSE, "invalid-deref"), ops.Cut("too far"), ops.Halt()],
    ids=["assume", "check", "cut", "halt"],
)
def test_the_end_of_an_execution_does_not_take_back_a_change(op: ops.Op) -> None:
    """Another thread may have seen it before."""
    change = [(0, 1, ops.Assign(X, integer(1))), (1, 2, op), (2, 3, ops.ThreadExit())]
    assert two_threads(*change)[0] == "x := 1"
    read = [(0, 1, ops.Assign(A, var(X))), (1, 2, op), (2, 3, ops.Assign(X, var(A))), (3, 4, ops.ThreadExit())]
    assert two_threads(*read)[0].startswith("a := x; ")


def test_a_branch_without_effect_is_none() -> None:
    steps = [
        (0, 1, ops.Assume(e.eq(var(A), integer(0)))),
        (0, 1, ops.Assume(e.ne(var(A), integer(0)))),
        (1, 2, ops.Assign(X, integer(1))),
        (2, 3, ops.ThreadExit()),
    ]
    assert two_threads(*steps) == ["x := 1; exit thread"]


def test_what_only_one_thread_accesses_or_nobody_writes_is_not_observable() -> None:
    worker = function((0, 1, ops.Assign(A, var(X))), (1, 2, ops.Assign(Y, var(A))), (2, 3, ops.ThreadExit()), name="worker")
    spawn = ops.Spawn(ID, e.addr(worker, P32), e.zero(P32))
    main = function((0, 1, ops.Assign(X, integer(1))), (1, 2, spawn), (2, 3, ops.Assign(B, var(X))), (3, 4, ops.Halt()))
    made = program(main, worker)
    assert alone_locations(made) == {0, 1}
    assert observable(made) == frozenset()  # x is written before there is another thread, y by one thread only
    again = function((0, 1, spawn), (1, 2, spawn), (2, 3, ops.Assign(X, integer(1))), (3, 4, ops.Halt()))
    assert observable(program(again, worker)) == {X, Y}


def test_accesses_of_an_edge() -> None:
    array = cell("array", ArrayType(I32, 4))
    index = e.cast(INDEX, var(A))
    edge = function((0, 1, ops.Write(array, index, e.add(var(X), e.select(var(array), e.zero(INDEX)))))).edges[0]
    assert set(edge_accesses(edge)) == {
        SharedAccess(X, None, False),
        SharedAccess(array, e.zero(INDEX), False),
        SharedAccess(array, index, True),
    }


TEXT = """
#include <pthread.h>
int x, y, a[4];
pthread_mutex_t m;
void *work(void *arg) {
    for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); x = x + y; a[x & 3] = y++; pthread_mutex_unlock(&m); y = x; }
    return 0;
}
int main(void) { pthread_t t, u; pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);
    pthread_join(t, 0); pthread_join(u, 0); return x; }
"""


def units(made: Program, name: str) -> list[int]:
    """Visible units of every edge, counted without regard to how blocks were formed (no edge here starts inside of a block)."""
    seen = observable(made)
    counts = []
    for edge in made.functions[name].edges:
        depth = count = 0
        for op in edge.ops:
            if isinstance(op, ops.AtomicBegin):
                count += depth == 0
                depth += 1
            elif isinstance(op, ops.AtomicEnd):
                depth = max(0, depth - 1)
            elif depth == 0:
                single = function((0, 1, op)).edges[0]
                count += sum(access.variable in seen for access in edge_accesses(single)) > 0
        counts.append(count)
    return counts


def test_lowered_programs_have_one_unit_per_edge() -> None:
    made = stage(TEXT)
    inside = [count for count in units(made, "work") if count > 1]
    assert len(inside) <= 2  # edges inside of the atomic blocks of the mutex
    assert max(units(stage(TEXT.replace("pthread_mutex_lock(&m);", "").replace("pthread_mutex_unlock(&m);", "")), "work")) == 1
