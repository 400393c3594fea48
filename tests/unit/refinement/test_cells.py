"""A path with a variable per cell says the same as the path with arrays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.types import INDEX, U8, ArrayType
from threadproof.refinement.cells import CELLS, Cells
from threadproof.refinement.refine import Refinement, make_refiner
from threadproof.smt.bitwuzla import BitwuzlaSolver
from threadproof.smt.solver import Answer
from threadproof.smt.ssa import Ssa

A = E.Variable("a", ArrayType(U8, 3), shared=True)
B = E.Variable("b", ArrayType(U8, 3), shared=True)
I = E.Variable("i", INDEX)  # noqa: E741
V = E.Variable("v", U8)


def byte(value: int) -> E.Expr:
    return E.const(U8, value)


def at(value: int) -> E.Expr:
    return E.const(INDEX, value)


def holds(array: E.Variable, *values: int) -> list[ops.DataOp]:
    """Assume that it does not hold these."""
    all_ = E.TRUE
    for number, value in enumerate(values):
        all_ = E.land(all_, E.eq(E.select(E.var(array), at(number)), byte(value)))
    return [ops.Assume(E.lnot(all_))]


def answer(path: Sequence[Sequence[ops.DataOp]]) -> Answer:
    ssa, index = Ssa(), dict[E.Variable, int]()
    return BitwuzlaSolver().check([part for step in path for part in ssa.conjuncts(step, index)])


ZERO = E.fill(ArrayType(U8, 3), byte(0))
START: list[ops.DataOp] = [ops.Assign(A, ZERO), ops.Write(A, at(0), byte(1)), ops.Write(A, at(1), byte(2))]
ROTATED = E.store(E.store(E.var(A), at(0), E.select(E.var(A), at(1))), at(1), E.select(E.var(A), at(0)))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ([START, holds(A, 1, 2, 0)], Answer.UNSAT),
        ([START, holds(A, 1, 2, 1)], Answer.SAT),
        ([START, [ops.Assign(A, ROTATED)], holds(A, 2, 1, 0)], Answer.UNSAT),
        ([START, [ops.Assign(B, E.var(A)), ops.Write(A, at(2), byte(7))], holds(B, 1, 2, 0)], Answer.UNSAT),
        ([START, [ops.Assume(E.lt(E.var(I), at(2))), ops.Write(A, E.var(I), byte(9))], holds(A, 9, 2, 0)], Answer.SAT),
        ([START, [ops.Assume(E.eq(E.var(I), at(0))), ops.Write(A, E.var(I), byte(9))], holds(A, 9, 2, 0)], Answer.UNSAT),
        ([START, [ops.Havoc(A, ops.Origin.INPUT)], holds(A, 1, 2, 0)], Answer.SAT),
    ],
)
def test_a_path_with_cells_has_the_same_runs(path: Sequence[Sequence[ops.DataOp]], found: Answer) -> None:
    split = Cells().path(path)
    assert answer(path) is found and answer(split) is found
    assert not any(isinstance(op, ops.Write) for step in split for op in step)


def test_what_is_read_outside_is_any_value() -> None:
    read = [ops.Assign(V, E.select(E.var(A), at(5))), ops.Assume(E.eq(E.var(V), byte(77)))]
    assert answer(Cells().path([START, read])) is Answer.SAT


def test_large_and_unbounded_arrays_stay_as_they_are() -> None:
    for size in (0, CELLS + 1):
        array = E.Variable("c", ArrayType(U8, size), shared=True)
        write = ops.Write(array, E.var(I), byte(1))
        assert Cells().path([[write]]) == [[write]]


def test_interpolants_are_about_what_the_array_holds() -> None:
    """What is read is compared with an input: without cells nothing is to be known before the step."""
    big = E.lt(E.select(E.var(A), at(0)), E.cast(U8, E.var(I)))
    path = [START, [ops.Havoc(I, ops.Origin.INPUT), ops.Assume(E.lt(E.var(I), at(2))), ops.Assume(big)]]
    refiner = make_refiner()
    without, found = refiner.analyse(path, "interpolants", 10), refiner.analyse(path, "cells", 10)
    assert isinstance(without, Refinement) and not any(without.cuts)
    assert isinstance(found, Refinement) and any("a[0]" in str(atom) for atom in found.cuts[1])
