"""An infeasible path as an inductive sequence of interpolants: a fact after each of its steps, true before the path,
each implies the next one, false in the end. They come from weakest preconditions, or from an interpolating solver.

`wp`: take an unsatisfiable core of the path's conditions, and push it backwards through the assignments. The fact
after step i is that the conditions of the core after it do not all hold: the weakest liberal precondition of false
under the rest of the core. That is a sequence of interpolants: if a step's own condition holds and, with it, not all
others hold before the step, then they do not all hold after it. A havoc would need a quantifier. So a condition about
a havocked variable is given up there, unless the others say what the value must be, or all of them cannot hold anyway.
Fewer conditions make a stronger fact, which still implies the next one. If the conditions that are left at the
beginning can hold, too much was given up. Then an interpolating solver is asked (`interpolants`, `spacer`, or `cells`:
about the path with a variable per cell of its arrays), and another solver checks its answer in terms of states.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import assert_never

from threadproof.domains.atoms import eliminate, replaced
from threadproof.engines.impact.execute import ExecutedStep, execute
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables, with_values
from threadproof.ir.walk import substitute, subterms
from threadproof.refinement.cells import Cells
from threadproof.refinement.refine import Refiner
from threadproof.smt.oracle import Oracle
from threadproof.smt.solver import Answer, Solver
from threadproof.smt.ssa import Ssa, conjunction

METHODS = {
    "auto": ("wp", "interpolants", "spacer", "cells"),
    "wp": ("wp",),
    "interpolants": ("interpolants", "cells"),
    "spacer": ("spacer",),
}
SPLITS = 6  # of cases when a value is forgotten
MANY = 40  # conditions of a core that are looked at one by one
Core = set[tuple[int, int]]
"""Conditions: the step, and which of its assumptions."""


class PathRefuter:
    def __init__(self, solver: Solver, refiner: Refiner, oracle: Oracle, methods: Sequence[str]) -> None:
        self.solver = solver
        self.refiner = refiner
        self.oracle = oracle
        self.methods = methods

    def refute(self, path: Sequence[ExecutedStep], limit: float, quick: bool = False) -> list[Expr] | None:
        """One fact for each step but the last: what holds after it. None: the path is possible, or there was no way to show
        that it is not. `quick`: with the first method or not at all."""
        until = time.monotonic() + limit
        core = self._core(path, limit)
        if core is None:
            return None
        for method in self.methods[:1] if quick else self.methods:
            found = _backwards(path, core, self.oracle) if method == "wp" else self._interpolated(path, method, until)
            if found is not None:
                return found
        return None

    def _core(self, path: Sequence[ExecutedStep], limit: float) -> Core | None:
        """Conditions that cannot hold together, few of them if possible; None: the path is feasible, or that is unknown."""
        places: dict[Expr, tuple[int, int]] = {}
        for number in range(len(path) - 1, -1, -1):
            for position, condition in enumerate(path[number].conditions):
                if condition is E.FALSE:
                    return {(number, position)}
                if condition is not E.TRUE:
                    places.setdefault(condition, (number, position))
        if self.solver.check(list(places), limit) is not Answer.UNSAT:
            return None
        core = self.solver.core()
        for part in list(core) if len(core) <= MANY else ():
            rest = [other for other in core if other is not part]
            if len(rest) < len(core) and self.solver.check(rest, min(0.05, limit)) is Answer.UNSAT:
                core = self.solver.core()
        return {places[condition] for condition in core}

    def _interpolated(self, path: Sequence[ExecutedStep], method: str, until: float) -> list[Expr] | None:
        ssa, index, cells = Ssa(), dict[Variable, int](), Cells()
        conjuncts, indices = [], []
        operations: Sequence[Sequence[ops.DataOp]] = [step.ops for step in path]
        for step in cells.path(operations) if method == "cells" else operations:
            conjuncts.append(ssa.conjuncts(step, index))
            indices.append(dict(index))
        everything = {part for parts in conjuncts for part in parts}
        chain = self.refiner.sequence(conjuncts, everything, "interpolants" if method == "cells" else method, until)
        if chain is None:
            return None
        facts = [ssa.original(fact, current) for fact, current in zip(chain, indices, strict=False)]
        known = [cells.back(fact) for fact in facts if fact is not None]
        return known if len(known) == len(facts) and self._inductive(path, known, until) else None

    def _inductive(self, path: Sequence[ExecutedStep], facts: Sequence[Expr], until: float) -> bool:
        """Whether each fact follows from the one before. The formula of a path has no copies of arrays but says what they are
        made of, so what an interpolant needs to know about an array may be missing in the one before."""
        checker = self.refiner.checker()
        for before, step, after in zip([E.TRUE, *facts], path, [*facts, E.FALSE], strict=True):
            done = execute(step.ops, {})
            goal = E.lnot(with_values(after, done.values))
            if checker.check([before, *done.conditions, goal], max(0.001, until - time.monotonic())) is not Answer.UNSAT:
                return False
        return True


def conjuncts(fact: Expr) -> list[Expr]:
    """Facts that together say the same."""
    if fact.op == "and":
        return [part for arg in fact.args for part in conjuncts(arg)]
    if fact.op == "lnot" and fact.args[0].op == "or":
        return [part for arg in fact.args[0].args for part in conjuncts(E.lnot(arg))]
    return [fact]


def _backwards(path: Sequence[ExecutedStep], core: Core, oracle: Oracle) -> list[Expr] | None:
    facts, ahead = _pushed(path, core, oracle)
    return None if oracle.satisfiable(frozenset(ahead)) else facts


def carried(path: Sequence[ExecutedStep], oracle: Oracle) -> list[Expr]:
    """What has to hold after each step but the last, in order that the first condition of the last step does not: whatever the
    conditions on the way are. What has to hold after the first step must be known from elsewhere."""
    return _pushed(path, {(len(path) - 1, 0)}, oracle)[0]


def _pushed(path: Sequence[ExecutedStep], core: Core, oracle: Oracle) -> tuple[list[Expr], set[Expr]]:
    """The facts, and the conditions that are left before the first step."""
    ahead: set[Expr] = set()
    facts: list[Expr] = []
    for number in range(len(path) - 1, -1, -1):
        facts.append(E.lnot(conjunction(sorted(ahead, key=repr))))
        ahead = _before(path[number], {position for step, position in core if step == number}, ahead, oracle)
        if E.FALSE in ahead:
            facts += [E.TRUE] * number
            break
    return facts[:0:-1], ahead


def _before(step: ExecutedStep, needed: set[int], ahead: set[Expr], oracle: Oracle) -> set[Expr]:
    """Conditions after a step, and those of its assumptions that are needed, as conditions before it."""
    position = len(step.conditions)
    for op in reversed(step.ops):
        match op:
            case ops.Assume(condition):
                position -= 1
                if position in needed:
                    ahead = ahead | {condition}
            case ops.Assign(target, value):
                ahead = {replaced(c, target, value) for c in ahead}
            case ops.Write(array, at, value):
                ahead = {replaced(c, array, E.store(E.var(array), at, value)) for c in ahead}
            case ops.Havoc(target):
                if any(target in expr_variables(c) for c in ahead):
                    ahead = _without(ahead, target, oracle, SPLITS)
            case _:
                assert_never(op)
        if E.FALSE in ahead:
            return {E.FALSE}
    return ahead - {E.TRUE}


def _without(ahead: set[Expr], variable: Variable, oracle: Oracle, splits: int) -> set[Expr]:
    """Conditions that hold if some value of the variable makes the given ones hold. A read from an array into which it was
    written is either this element or not; often only one of the two is possible."""
    if not oracle.satisfiable(frozenset(ahead)):
        return {E.FALSE}
    read = _read_back(ahead, variable) if splits else None
    if read is None:
        return eliminate(ahead, variable)
    (array, at, value), index = read.args[0].args, read.args[1]
    same = E.eq(at, index)
    cases = []
    for what, when in ((value, same), (E.select(array, index), E.lnot(same))):
        found = _without({_put(c, read, what) for c in ahead} | {when}, variable, oracle, splits - 1)
        if E.FALSE not in found:
            cases.append(found)
    if not cases:
        return {E.FALSE}
    if len(cases) == 1:
        return cases[0]
    both = cases[0] & cases[1]
    one, other = (conjunction(sorted(case - both, key=repr)) for case in cases)
    return both | {E.lor(one, other)}


def _put(condition: Expr, old: Expr, new: Expr) -> Expr:
    return substitute(condition, lambda node: new if node is old else None)


def _read_back(conditions: set[Expr], variable: Variable) -> Expr | None:
    for condition in sorted(conditions, key=repr):
        if variable in expr_variables(condition):
            for node in subterms(condition):
                if node.op == "select" and node.args[0].op == "store" and variable in expr_variables(node.args[0]):
                    return node
    return None
