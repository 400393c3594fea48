"""Connected conditions: parts that grow together are what following variables one by one finds."""

from __future__ import annotations

import random

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import U8
from threadproof.ir.uses import expr_variables
from threadproof.smt.oracle import ConditionGroup


def slowly(conditions: list[Expr], goal: Expr) -> tuple[set[Expr], set[Variable]]:
    found, names = {goal}, set(expr_variables(goal))
    while True:
        new = {c for c in conditions if c not in found and not names.isdisjoint(expr_variables(c))}
        if not new:
            return found, names
        found |= new
        names = names.union(*map(expr_variables, new))


def test_related() -> None:
    rng = random.Random(0)
    names = [E.var(Variable(f"v{i}", U8)) for i in range(12)]
    for _ in range(200):
        first, second = ([E.lt(*rng.sample(names, 2)) for _ in range(rng.randint(0, 6))] for _ in range(2))
        goal = E.eq(rng.choice(names), rng.choice((*names, E.const(U8, 1))))
        group, both = ConditionGroup(first), ConditionGroup(second, ConditionGroup(first))
        if not goal.is_const:
            assert (group.related(goal), group.variables(goal)) == slowly(first, goal)
            assert (both.related(goal), both.variables(goal)) == slowly(first + second, goal)
