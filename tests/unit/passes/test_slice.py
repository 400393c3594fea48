"""Slicing: what is dropped, what must stay, and that failures are the same."""

from __future__ import annotations

import pytest

from tests.unit.passes.build import cell, function, integer, program, register, var
from tests.unit.passes.c import stage, verdict
from threadproof.evidence.result import Safe, Unsafe
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.types import P32, U32
from threadproof.passes import runner
from threadproof.passes.options import DEFAULTS
from threadproof.passes.slice import relevant, slice_program

A, B, C, X, Y = register("a"), register("b"), register("c"), cell("x"), cell("y")
ID, RESULT, ARG = register("id", U32), register("result", P32), register("arg", P32)


def kept(*steps):
    return [edge.ops[0] for edge in slice_program(program(function(*steps)), DEFAULTS).functions["main"].edges]


def test_only_what_reaches_a_condition_stays():
    steps = [
        (0, 1, ops.Assign(A, integer(1))),
        (1, 2, ops.Assign(B, e.add(var(A), integer(1)))),
        (2, 3, ops.Assign(C, var(B))),
        (3, 4, ops.Assume(e.eq(var(B), integer(2)))),
    ]
    assert kept(*steps) == [steps[0][2], steps[1][2], ops.Skip(), steps[3][2]]


def test_what_another_thread_looks_at_stays():
    worker = function((0, 1, ops.Await(e.eq(var(X), integer(1)))), (1, 2, ops.ThreadExit()), name="worker", params=(ARG,))
    spawn = ops.Spawn(ID, e.addr(worker, P32), e.zero(P32))
    main = function((0, 1, ops.Assign(X, var(A))), (1, 2, ops.Assign(Y, integer(1))), (2, 3, spawn))
    assert relevant(program(main, worker)) == {X, A}


@pytest.mark.parametrize("looked_at", [True, False])
def test_results_and_arguments_count_if_somebody_looks(looked_at):
    worker = function((0, 1, ops.ThreadExit(var(ARG))), name="worker", params=(ARG,))
    steps = [(0, 1, ops.Spawn(ID, e.addr(worker, P32), var(C))), (1, 2, ops.Join(RESULT, var(ID)))]
    if looked_at:
        steps.append((2, 3, ops.Check(e.eq(var(RESULT), e.zero(P32)), "reach-error")))
    names = relevant(program(function(*steps), worker))
    assert ID in names
    assert ({RESULT, ARG, C} <= names) == looked_at


SOURCE = """
#include <pthread.h>
#include <assert.h>
int x, seen;
void *f(void *arg) { x = x + 1; seen = seen + x; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); seen = 7; pthread_join(t, 0); assert(x %s); return 0; }
"""


@pytest.mark.parametrize(("condition", "expected"), [("== 1", Safe), ("== 2", Unsafe)])
def test_failures_stay_the_same(condition, expected):
    sliced = runner.run(stage(SOURCE % condition, "memory"), [runner.SLICE, runner.BLOCKS, runner.LOOPS])
    assert isinstance(verdict(sliced, "unreach-call"), expected)
    assert not any(
        isinstance(op, ops.Assign) and op.target.name == "seen"
        for f in sliced.functions.values()
        for edge in f.edges
        for op in edge.ops
    )
