"""Unsatisfiability of many formulas with definitions, asked from small subsets of the definitions to all of them.

A *name* is a Boolean with a definition: a formula that it implies. What must be impossible are *parts*, formulas over names and
other variables. To leave definitions out, or to know less about a term, can only make more possible; so each part is tried by
itself first:

- with the definitions of a few names around it (`WINDOWS`), nearest first;
- with products, quotients and remainders as unknowns, of which at most the bounds of a remainder are known.

What is impossible that way is done with. The rest is asked for at once, with all definitions that it depends on, and exactly; of
remainders the bounds are said beside, which no circuit of a division tells a solver. Trying by itself ends where it does not
help.

Solved by z3, which is not the solver that the engines search with.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

from threadproof.certify.implication import OutOfTime
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import FloatType, IntType
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute
from threadproof.smt.solver import Answer
from threadproof.smt.z3 import Z3Solver

WINDOWS = (1, 12)  # definitions
SOON = 0.1  # seconds for a part by itself
FAILED = 16  # parts in excess of those that were done with, after which no more are tried
LARGE = 300  # subterms of a part that is tried
HARD = ("mul", "div", "rem")


class Questions:
    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.calls = 0
        self._small: Z3Solver | None = None
        self._unknown: dict[Expr, Expr] = {}  # what stands for a term
        self._memo: dict[Expr, Expr] = {}

    def possible(self, parts: Iterable[Expr], definitions: Mapping[Variable, Expr], facts: Sequence[Expr] = ()) -> Answer:
        """Whether one of the parts can be true where the facts are."""
        order = {name: number for number, name in enumerate(definitions)}
        rest = self._tried([part for part in dict.fromkeys(parts) if part is not E.FALSE], definitions, order)
        if not rest:
            return Answer.UNSAT
        goal = disjunction(rest)
        return self._solve([goal, *facts, *_around([goal, *facts], definitions, len(definitions), order)])

    def _tried(self, parts: list[Expr], definitions: Mapping[Variable, Expr], order: Mapping[Variable, int]) -> list[Expr]:
        """Those that are not impossible by themselves, as far as that was tried."""
        if len(parts) < 2:
            return parts
        rest: list[Expr] = []
        balance = 0
        for number, part in enumerate(parts):
            if balance > FAILED:
                return rest + parts[number:]
            if any(self._refuted([part, *_around([part], definitions, count, order)]) for count in WINDOWS):
                balance -= 1
            else:
                balance += 1
                rest.append(part)
        return rest

    def _refuted(self, formulas: list[Expr]) -> bool:
        """Whether formulas exclude each other, with less known about hard terms."""
        weaker = [substitute(formula, self._weaker, self._memo) for formula in formulas]
        if E.FALSE in weaker:
            return True
        if sum(1 for _ in _subterms(weaker)) > LARGE or _has_floats(weaker):
            return False
        left = self._left()
        if self._small is None:
            self._small = Z3Solver()
        self._small.push()
        for formula in [*weaker, *_bounds(weaker, {new: old for old, new in self._unknown.items()})]:
            self._small.add(formula)
        self.calls += 1
        answer = self._small.check((), min(SOON, left))
        self._small.pop()
        return answer is Answer.UNSAT

    def _weaker(self, term: Expr) -> Expr | None:
        if term.op not in HARD or not isinstance(term.type, IntType) or not expr_variables(term):
            return None
        found = self._unknown.get(term)
        if found is None:
            found = self._unknown[term] = E.var(Variable(term.op, term.type))
        return found

    def _solve(self, formulas: list[Expr]) -> Answer:
        left = self._left()
        if E.FALSE in formulas:
            return Answer.UNSAT
        solver = Z3Solver("" if _has_floats(formulas) else "QF_AUFBV")
        for formula in [*formulas, *_bounds(formulas, {})]:
            solver.add(formula)
        self.calls += 1
        return solver.check((), None if left == float("inf") else left)

    def _left(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left


def disjunction(parts: Iterable[Expr]) -> Expr:
    found = list(parts)
    while len(found) > 1:
        found = [E.lor(found[i], found[i + 1]) if i + 1 < len(found) else found[i] for i in range(0, len(found), 2)]
    return found[0] if found else E.FALSE


def _around(
    formulas: Iterable[Expr], definitions: Mapping[Variable, Expr], count: int, order: Mapping[Variable, int]
) -> list[Expr]:
    """The definitions of names in the formulas, and in these; so many, nearest first. In the order in which they were
    made: what a solver does should not depend on addresses in memory."""
    found: set[Variable] = set()
    waiting = list(formulas)
    for formula in waiting:  # it grows
        new = (expr_variables(formula) & order.keys()) - found
        if len(found) + len(new) > count:
            break
        found |= new
        waiting += [definitions[name] for name in sorted(new, key=order.__getitem__)]
    return [E.lor(E.lnot(E.var(name)), definitions[name]) for name in sorted(found, key=order.__getitem__)]


def _subterms(formulas: Iterable[Expr]) -> Iterable[Expr]:
    """Of all of them, each once."""
    stack = list(dict.fromkeys(formulas))
    seen = set(stack)
    while stack:
        node = stack.pop()
        yield node
        for arg in node.args:
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)


def _has_floats(formulas: Iterable[Expr]) -> bool:
    return any(isinstance(node.type, FloatType) for node in _subterms(formulas))


def _bounds(formulas: Iterable[Expr], meaning: Mapping[Expr, Expr]) -> list[Expr]:
    """Where remainders of divisions by positive constants lie. `meaning`: what unknowns stand for."""
    found: list[Expr] = []
    for node in _subterms(formulas):
        term = meaning.get(node, node)
        if term.op != "rem" or not isinstance(term.type, IntType) or not term.args[1].is_const or term.args[1].payload <= 0:
            continue
        found.append(E.lt(node, term.args[1]))
        if term.type.signed:
            found.append(E.lt(E.const(term.type, -term.args[1].payload), node))
    return found
