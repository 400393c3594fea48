"""Assumed invariants: what they make of a program, and that its executions stay what they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.unit.passes.build import cell, function, integer, program, register, var
from tests.unit.passes.c import stage, verdict
from threadproof.engines.modular.facts import ProcessorBudget, invariants
from threadproof.errors import InternalError
from threadproof.evidence.result import Safe, Unsafe
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.passes import runner
from threadproof.passes.invariants import ThreadInvariants, assume_invariants, atomic_locations
from threadproof.passes.options import DEFAULTS
from threadproof.records import replace

A, B, X = register("a"), register("b"), cell("x")
POSITIVE, SMALL = e.lt(integer(0), var(A)), e.lt(var(A), integer(9))
PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))


def assumed(found, facts=None, excluded=()):
    known = ThreadInvariants(facts or {}, frozenset(excluded))
    return assume_invariants(found, replace(DEFAULTS, invariants=known)).functions["main"].edges


def test_nothing_is_assumed_without_invariants():
    with pytest.raises(InternalError):
        assume_invariants(program(function((0, 1, ops.Skip()))), DEFAULTS)


def test_a_check_that_never_fails_goes():
    check, end = ops.Check(POSITIVE, "reach-error"), ops.Check(SMALL, "reach-error")
    edges = assumed(program(function((0, 1, check), (1, 2, end))), excluded=[("main", 0, 0)])
    assert [edge.ops for edge in edges] == [(ops.Skip(),), (end,)]


def test_branches_that_are_known():
    steps = ((0, 1, ops.Assume(POSITIVE)), (0, 2, ops.Assume(e.lnot(POSITIVE))), (2, 3, ops.Assign(B, integer(1))))
    edges = assumed(program(function(*steps)), {("main", 0): (POSITIVE,)})
    assert [(edge.source, edge.target, edge.ops) for edge in edges] == [(0, 1, (ops.Skip(),))]


def test_a_value_ends_where_the_register_is_set():
    one = e.eq(var(A), integer(1))
    copy = replace(function((0, 1, ops.Assign(B, var(A)))).edges[0], ops=(ops.Assign(A, var(B)), ops.Assign(B, var(A))))
    main = function((0, 1, ops.Assign(B, e.add(var(A), integer(1)))), (1, 2, ops.Skip()))
    main.edges[1] = replace(copy, source=1, target=2)
    edges = assumed(program(main), {("main", 0): (one,), ("main", 1): (one,)})
    assert edges[0].ops == (ops.Assign(B, integer(2)),)
    assert edges[1].ops == (ops.Assign(A, var(B)), ops.Assign(B, var(A)))


def test_what_only_limits_a_register_changes_nothing():
    steps = ((0, 1, ops.Assign(B, var(A))), (1, 2, ops.Check(e.lt(var(B), integer(9)), "reach-error")))
    assert [edge.ops[0] for edge in assumed(program(function(*steps)), {("main", 0): (SMALL,)})] == [op for _, _, op in steps]


def test_a_thread_does_not_rest_inside_of_an_atomic_block():
    """Not even where another path comes to the same location outside of one; there nothing is known."""
    reads, one, two = ops.Assign(B, var(A)), e.eq(var(A), integer(1)), e.eq(var(A), integer(2))
    main = function((0, 1, ops.AtomicBegin()), (0, 1, ops.Skip()), (1, 2, reads))
    assert atomic_locations(main) == {1, 2}
    assert assumed(program(main), {("main", 1): (one,)})[2].ops == (reads,)
    block = function((0, 1, ops.AtomicBegin()), (1, 2, reads), (2, 3, ops.AtomicEnd()), (3, 4, reads))
    assert atomic_locations(block) == {1, 2}
    edges = assumed(program(block), {("main", 0): (one,), ("main", 1): (two,)})
    assert [edge.ops[0] for edge in edges] == [ops.AtomicBegin(), ops.Assign(B, integer(1)), ops.AtomicEnd(), reads]


def test_values_inside_of_a_block_meet():
    """Of two ways to a location, one of which sets the register, nothing is known there."""
    reads, one = ops.Assign(B, var(A)), e.eq(var(A), integer(1))
    ways = ((1, 2, ops.Skip()), (1, 2, ops.Assign(A, integer(2))))
    edges = assumed(program(function((0, 1, ops.AtomicBegin()), *ways, (2, 3, reads))), {("main", 0): (one,)})
    assert edges[-1].ops == (reads,)
    again = ((1, 2, ops.Skip()), (2, 1, ops.Assign(A, integer(2))))
    edges = assumed(program(function((0, 1, ops.AtomicBegin()), *again, (2, 3, reads))), {("main", 0): (one,)})
    assert edges[-1].ops == (reads,)


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_the_verdict_stays(file: Path):
    lowered = stage(file.read_text())
    found = invariants(lowered, ProcessorBudget(20))
    if found is None:
        pytest.skip("nothing is known")
    options = replace(DEFAULTS, invariants=found.invariants)
    changed = runner.run(lowered, (runner.INVARIANTS, runner.LOOPS), options)
    for property_, expected in re.findall(r"^// ([\w-]+): (TRUE|FALSE)", file.read_text(), re.M):
        assert isinstance(verdict(changed, property_), Safe if expected == "TRUE" else Unsafe)
