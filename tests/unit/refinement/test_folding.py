"""Paths that fold to false: the core is contradictory, and nothing that a solver finds possible is said to be impossible."""

from __future__ import annotations

import random

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import U8, U64, ArrayType
from threadproof.refinement.folding import folded
from threadproof.smt.bitwuzla import BitwuzlaSolver
from threadproof.smt.solver import Answer
from threadproof.smt.ssa import Ssa

X, Y, Z = (Variable(name, U8) for name in "xyz")
A = Variable("a", ArrayType(U8, 2))


def conjuncts(path: list[list[ops.DataOp]]) -> list[list[Expr]]:
    ssa, index = Ssa(), dict[Variable, int]()
    return [ssa.conjuncts(step, index) for step in path]


def number(value: int) -> Expr:
    return E.const(U8, value)


def raised(variable: Variable, by: int) -> Expr:
    return E.add(E.var(variable), number(by))


def test_a_sum_of_many_steps() -> None:
    path: list[list[ops.DataOp]] = [[ops.Havoc(X, ops.Origin.INPUT)], [ops.Assign(Y, E.var(X))], [ops.Assign(Z, number(1))]]
    path += [[ops.Assign(X, raised(X, 1))] for _ in range(50)]
    path += [[ops.Assume(E.ne(E.var(X), raised(Y, 50)))]]
    said = conjuncts(path)
    core = folded(path, said)
    assert core is not None and len(core) == 52  # not z
    assert folded(path[3:], said[3:]) is None


def test_inputs_differ() -> None:
    path: list[list[ops.DataOp]] = [[ops.Havoc(X, ops.Origin.INPUT), ops.Assign(Y, E.var(X)), ops.Havoc(X, ops.Origin.INPUT)]]
    path += [[ops.Assume(E.ne(E.var(X), E.var(Y)))]]
    assert folded(path, conjuncts(path)) is None


def random_op(rng: random.Random) -> ops.DataOp:
    target, one, other = (rng.choice((X, Y, Z)) for _ in range(3))
    at = E.const(U64, rng.randrange(2))
    value = rng.choice((number(rng.randrange(3)), raised(one, rng.randrange(3)), E.add(E.var(one), E.var(other))))
    match rng.randrange(8):
        case 0:
            return ops.Havoc(target, ops.Origin.INPUT)
        case 1:
            return ops.Write(A, at, value)
        case 2 | 3:
            return ops.Assume(rng.choice((E.eq, E.ne, E.lt))(E.var(target), value))
        case 4:
            return ops.Assign(target, E.select(E.var(A), at))
    return ops.Assign(target, value)


def test_cores_are_contradictory() -> None:
    rng, solver, found = random.Random(1), BitwuzlaSolver(), 0
    for _ in range(300):
        path = [[random_op(rng) for _ in range(rng.randint(0, 3))] for _ in range(6)]
        said = conjuncts(path)
        for start in (0, 2):
            core = folded(path[start:], said[start:])
            if core is not None:
                found += 1
                assert solver.check(core, 10.0) is Answer.UNSAT, path
                assert set(core) <= {part for parts in said[start:] for part in parts}
    assert found > 30
