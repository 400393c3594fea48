"""Propagation: what goes away, and what must not."""

from __future__ import annotations

from tests.unit.passes.build import address, cell, function, integer, program, register, var
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Function, MemoryObject
from threadproof.ir.text import ops_text
from threadproof.ir.types import BOOL, I32
from threadproof.passes.constants import propagate_constants
from threadproof.passes.options import DEFAULTS

A, B, C, X = register("a"), register("b"), register("c"), cell("x")


def result(*steps: tuple[int, int, ops.Op]) -> list[str]:
    return [ops_text(edge.ops) for edge in after(*steps).edges]


def after(*steps: tuple[int, int, ops.Op]) -> Function:
    return propagate_constants(program(function(*steps)), DEFAULTS).entry


def test_constants_and_copies_reach_their_uses() -> None:
    steps = [
        (0, 1, ops.Assign(A, integer(2))),
        (1, 2, ops.Assign(B, e.add(var(A), integer(3)))),
        (2, 3, ops.Assign(X, var(B))),
        (3, 4, ops.Halt()),
    ]
    assert result(*steps) == ["x := 5", "halt"]


def test_shared_reads_stay_where_they_are() -> None:
    steps = [
        (0, 1, ops.Assign(A, var(X))),
        (1, 2, ops.Assign(X, integer(1))),
        (2, 3, ops.Assign(B, var(X))),
        (3, 4, ops.ThreadExit(var(A))),
    ]
    assert result(*steps) == ["a := x", "x := 1", "b := x", "exit thread a"]


def test_a_copy_is_not_used_after_its_source_changed() -> None:
    steps = [
        (0, 1, ops.Havoc(A, ops.Origin.INPUT)),
        (1, 2, ops.Assign(B, var(A))),
        (2, 3, ops.Havoc(A, ops.Origin.INPUT)),
        (3, 4, ops.ThreadExit(e.sub(var(B), var(A)))),
    ]
    assert result(*steps)[-1] == "exit thread b - a"


def test_a_copy_made_in_a_loop_is_not_followed_round_it() -> None:
    """b holds the a of the round before."""
    steps = [
        (0, 1, ops.Assign(B, integer(0))),
        (1, 2, ops.Havoc(A, ops.Origin.INPUT)),
        (2, 3, ops.Check(e.eq(var(A), var(B)), "reach-error")),
        (3, 1, ops.Assign(B, var(A))),
    ]
    texts = result(*steps)
    assert "check reach-error a == b" in texts and "b := a" in texts


def test_what_is_set_once_outside_of_loops_may_be_copied_into_them() -> None:
    steps = [
        (0, 1, ops.Havoc(A, ops.Origin.INPUT)),
        (1, 2, ops.Assign(B, var(A))),
        (2, 2, ops.Assign(X, var(B))),
    ]
    assert result(*steps) == [":= ".join(("a ", "input()")), "x := a"]


def test_unset_registers_are_not_constant() -> None:
    steps = [
        (0, 1, ops.Assume(e.eq(var(C), integer(0)))),
        (0, 2, ops.Assume(e.ne(var(C), integer(0)))),
        (1, 2, ops.Assign(A, integer(1))),
        (2, 3, ops.ThreadExit(var(A))),
    ]
    assert result(*steps)[-1] == "exit thread a"


def test_closed_branches_disappear_with_what_is_behind_them() -> None:
    steps = [
        (0, 1, ops.Assign(A, integer(1))),
        (1, 2, ops.Assume(e.eq(var(A), integer(1)))),
        (1, 3, ops.Assume(e.ne(var(A), integer(1)))),
        (2, 4, ops.Assign(X, integer(1))),
        (3, 4, ops.Assign(X, integer(2))),
        (4, 5, ops.Halt()),
    ]
    assert result(*steps) == ["x := 1", "halt"]


def test_a_loop_with_two_entries_stays_reachable_through_the_other() -> None:
    """The first way into the cycle 1, 2 is closed; the cycle is still entered at 2."""
    flag = register("flag", BOOL)
    steps = [
        (0, 1, ops.Assume(e.FALSE)),
        (0, 2, ops.Assume(e.TRUE)),
        (1, 2, ops.Assign(X, integer(1))),
        (2, 3, ops.Havoc(flag, ops.Origin.INPUT)),
        (3, 1, ops.Assume(var(flag))),
        (3, 4, ops.Assume(e.lnot(var(flag)))),
        (4, 5, ops.Halt()),
    ]
    assert "x := 1" in result(*steps)


def test_inputs_are_kept_and_uninitialised_values_are_not() -> None:
    steps = [
        (0, 1, ops.Havoc(A, ops.Origin.INPUT, "nondet")),
        (1, 2, ops.Havoc(B, ops.Origin.UNINIT)),
        (2, 3, ops.Halt()),
    ]
    assert result(*steps) == ["a := input(nondet)", "halt"]


def test_endless_loop_stays() -> None:
    assert [(edge.source, edge.target) for edge in after((0, 1, ops.Skip()), (1, 0, ops.Skip())).edges] in ([(0, 0)], [(1, 1)])


def test_private_edges_stay_private() -> None:
    item = MemoryObject("m", 4, 4, I32)
    made = program(
        function(
            (0, 1, ops.Assign(A, integer(1))), (1, 2, ops.Store(address(item), var(A))), (2, 3, ops.Skip()), (3, 4, ops.Halt())
        ),
        objects=(item,),
    )
    made.private = {edge for edge in made.entry.edges if isinstance(edge.ops[0], ops.Store)}
    done = propagate_constants(made, DEFAULTS)
    store: Edge = next(edge for edge in done.entry.edges if isinstance(edge.ops[0], ops.Store))
    assert done.private == {store} and ops_text(store.ops) == "m := 1"
