"""Path formulas: branches that exclude each other need no choice, and a merged formula means what its paths mean."""

from __future__ import annotations

from itertools import product

import pytest

from threadproof.engines.blocks.formula import BlockLocal, MergedPaths, Trail, merge, start
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, I32
from threadproof.ir.uses import expr_variables, with_values

A, B, C = (Variable(name, BOOL) for name in "abc")
X, Y = (Variable(name, I32) for name in "xy")


def number(value: int) -> Expr:
    return E.const(I32, value)


def path(begin: Trail, conditions: list[Expr], **values: int) -> MergedPaths:
    for condition in conditions:
        begin = begin.then(condition)
    return MergedPaths(begin, {name: number(values[name.name]) for name in (X, Y) if name.name in values})


def chosen(merged: MergedPaths) -> set[Variable]:
    """The choices that a merge has made up."""
    parts = [merged.formula, *merged.values.values(), *merged.choices]
    return {name for part in parts for name in expr_variables(part) if isinstance(name, BlockLocal)}


def meanings(paths: MergedPaths, state: dict[Variable, Expr]) -> set[tuple[Expr, Expr]]:
    """What x and y may hold after the paths, over all choices."""
    found = set()
    names = sorted(chosen(paths), key=lambda name: name.name)
    for values in product((E.TRUE, E.FALSE), repeat=len(names)):
        known = {**state, **dict(zip(names, values, strict=True))}
        if with_values(paths.formula, known) is E.TRUE:
            x, y = (with_values(paths.values.get(name) or E.var(name), known) for name in (X, Y))
            found.add((x, y))
    return found


a, b, c = E.var(A), E.var(B), E.var(C)
ROOT = Trail(None, c)
CASES = {
    "two branches": ([path(ROOT, [a], x=1), path(ROOT, [E.lnot(a)], x=2)], 0),
    "nested branches": ([path(ROOT, [a, b], x=1), path(ROOT, [E.lnot(a)], x=2), path(ROOT, [a, E.lnot(b)], x=3)], 0),
    "with conditions behind": ([path(ROOT, [a, b], x=1), path(ROOT, [E.lnot(a), b], y=2)], 0),
    "the same values": ([path(ROOT, [a, b], x=1), path(ROOT, [b, a], x=1)], 0),
    "two schedules": ([path(ROOT, [a], x=1), path(ROOT, [b], x=2)], 1),
    "no common begin": ([path(Trail(None, a), [], x=1), path(Trail(None, E.lnot(a)), [], x=2)], 1),
    "schedules and branches": ([path(ROOT, [a], x=1), path(ROOT, [E.lnot(a)], x=2), path(ROOT, [b], x=3)], 1),
    "one goes further": ([path(ROOT, [], x=1), path(ROOT, [a], x=2)], 1),
}


@pytest.mark.parametrize("name", CASES)
def test_a_merge_means_its_paths(name: str) -> None:
    paths, choices = CASES[name]
    merged = merge(paths)
    assert len(chosen(merged)) == choices
    for values in product((E.TRUE, E.FALSE), repeat=3):
        state = {**dict(zip((A, B, C), values, strict=True)), X: number(8), Y: number(9)}
        assert meanings(merged, state) == set().union(*(meanings(p, state) for p in paths)), state


@pytest.mark.parametrize("name", CASES)
def test_choices_tell_which_path(name: str) -> None:
    """Where the merged formula holds, the first path whose formula and choice hold has the merged values."""
    paths, _ = CASES[name]
    merged = merge(paths)
    free = [A, B, C, *sorted(chosen(merged), key=lambda name: name.name)]
    for values in product((E.TRUE, E.FALSE), repeat=len(free)):
        state = dict(zip(free, values, strict=True))
        if with_values(merged.formula, state) is not E.TRUE:
            continue
        ways = zip(paths, merged.choices, strict=True)
        taken = next(p for p, choice in ways if with_values(E.land(p.formula, choice), state) is E.TRUE)
        for variable, value in merged.values.items():
            assert with_values(value, state) is with_values(taken.values.get(variable) or E.var(variable), state)


def test_branches_without_other_conditions_leave_nothing() -> None:
    merged = merge([path(ROOT, [a, b], x=1), path(ROOT, [a, E.lnot(b)], x=2), path(ROOT, [E.lnot(a)], x=3)])
    assert merged.trail is ROOT


def test_one_path_stays_as_it_is() -> None:
    only = start(a, {X: number(1)})
    assert merge([only]) is only
