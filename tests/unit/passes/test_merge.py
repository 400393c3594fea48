"""Merging: locations that disappear, and those that must not."""

from __future__ import annotations

from tests.unit.passes.build import cell, function, integer, program, register, var
from tests.unit.passes.c import stage
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.text import ops_text
from threadproof.ir.types import P32, U32
from threadproof.passes import runner
from threadproof.passes.blocks import form_blocks
from threadproof.passes.merge import gather_edges, merge_edges
from threadproof.passes.options import DEFAULTS

A, X, Y, ID = register("a"), cell("x"), cell("y"), register("id", U32)
ONE = e.eq(var(A), integer(1))


def merged(*steps: tuple[int, int, ops.Op]) -> list[str]:
    """The edges of a thread that runs twice, beside main."""
    worker = function(*steps, name="worker", params=(register("arg", P32),))
    spawn = ops.Spawn(ID, e.addr(worker, P32), e.zero(P32))
    main = function((0, 1, spawn), (1, 2, spawn), (2, 3, ops.Halt()))
    done = merge_edges(form_blocks(program(main, worker), DEFAULTS), DEFAULTS)
    return sorted(ops_text(edge.ops) for edge in done.functions["worker"].edges)


def test_a_local_branch_joins_the_access_before_it() -> None:
    steps = [
        (0, 1, ops.Assign(A, var(X))),
        (1, 2, ops.Assume(ONE)),
        (1, 5, ops.Assume(e.lnot(ONE))),
        (5, 2, ops.Assign(A, integer(3))),
        (2, 3, ops.Assign(X, var(A))),
        (3, 4, ops.ThreadExit()),
    ]
    assert merged(*steps) == ["a := x; when a != 1; a := 3", "a := x; when a == 1", "x := a; exit thread"]


def test_an_atomic_block_becomes_its_paths() -> None:
    steps = [
        (0, 1, ops.AtomicBegin()),
        (1, 2, ops.Assign(A, var(X))),
        (2, 3, ops.Assume(ONE)),
        (2, 4, ops.Assume(e.lnot(ONE))),
        (3, 5, ops.Await(e.FALSE)),
        (4, 5, ops.Assign(X, integer(1))),
        (5, 6, ops.AtomicEnd()),
        (6, 7, ops.ThreadExit()),
    ]
    paths = merged(*steps)
    assert paths == [
        "atomic {; a := x; when a != 1; x := 1; }; exit thread",
        "atomic {; a := x; when a == 1; await false; }; exit thread",
    ]


def test_two_accesses_stay_apart() -> None:
    steps = [(0, 1, ops.Assign(X, integer(1))), (1, 2, ops.Assign(Y, integer(1))), (2, 3, ops.ThreadExit())]
    assert len(merged(*steps)) == 2


def test_what_may_end_the_execution_does_not_follow_a_change() -> None:
    steps = [
        (0, 1, ops.Assign(X, integer(1))),
        (1, 2, ops.Assume(ONE)),
        (1, 3, ops.Assume(e.lnot(ONE))),
        (2, 4, ops.Check(e.FALSE, "reach-error")),
        (3, 4, ops.ThreadExit()),
    ]
    assert "x := 1; when a == 1; check reach-error false" not in merged(*steps)


def test_an_atomic_block_around_nothing_disappears() -> None:
    steps = [(0, 1, ops.AtomicBegin()), (1, 2, ops.Skip()), (2, 3, ops.AtomicEnd()), (3, 4, ops.ThreadExit())]
    assert merged(*steps) == ["exit thread"]


def test_every_loop_keeps_a_back_edge() -> None:
    text = "int x; int main(void) { int i = 0; while (i < 5) { if (x) i += 2; else i++; } return 0; }"
    program = runner.run(stage(text), [runner.MERGE, runner.LOOPS])
    assert any(edge.back for edge in program.functions["main"].edges)


def test_gathering_never_adds_edges() -> None:
    """Two branches that meet, and part again: merging makes four paths of them, gathering leaves the place where they meet."""
    steps = [
        (0, 1, ops.AtomicBegin()),
        (1, 2, ops.Assume(ONE)),
        (1, 3, ops.Assume(e.lnot(ONE))),
        (2, 4, ops.Assign(X, integer(1))),
        (3, 4, ops.Assign(X, integer(2))),
        (4, 5, ops.Assume(e.eq(var(Y), integer(1)))),
        (4, 6, ops.Assume(e.ne(var(Y), integer(1)))),
        (5, 7, ops.Assign(X, integer(3))),
        (6, 7, ops.Assign(X, integer(4))),
        (7, 8, ops.AtomicEnd()),
        (8, 9, ops.ThreadExit()),
    ]
    worker = function(*steps, name="worker", params=(register("arg", P32),))
    main = function((0, 1, ops.Spawn(ID, e.addr(worker, P32), e.zero(P32))), (1, 2, ops.Halt()))
    formed = form_blocks(program(main, worker), DEFAULTS)
    before, merged_, gathered = (
        len(p.functions["worker"].edges) for p in (formed, merge_edges(formed, DEFAULTS), gather_edges(formed, DEFAULTS))
    )
    assert gathered <= before
    assert gathered == merged_ == 4 or gathered == 4 < merged_
