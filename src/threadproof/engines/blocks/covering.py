"""Covering (subsumption) within one unwinding: a step is not followed if it leads only to states that other points of
the unwinding have already reached. So waiting comes to an end: a condition variable that wakes up for no reason, a
loop that reads until something is there, an atomic block that tries again.

Formulas of an unwinding are over inputs and choices. An arrow with formula f and values v is *covered* by points p, q,
... at the control where it leads if f implies, whatever the inputs and choices are, that for one of them the formula
holds and all its variables hold the same: then each state that the arrow leads to is a state of such a point, reached
with the same inputs. Dead registers are no part of a state. That f says more than the formula of p, and that the values
are the same terms, is seen at once; for arrows at the bound a solver is asked, too.

Why that is sound. The covering points are expanded. An execution from the arrow into a failure is one from p of the same
length, and the first step from p leaves a shorter one: it is found wherever it leads, by steps, cuts and covered arrows. An
arrow is covered as a whole or not at all: what leads to a point are always plain paths of the program, so "p has been
there" depends on no other covering, and it does not matter which of the points came first.

With partial order reduction, an unwinding with covered arrows is a graph with cycles, and a thread that is left out at
every point of a cycle would be postponed for ever. Every cycle has a covered arrow; from its source all threads are
followed. Where the source lies in an atomic block, no other thread can move there, and all threads are followed from
the points at which the block may have begun (`entries`): going back along a cycle from a covered arrow to the last
point outside of atomic blocks, the first covered arrow after that has it among its entries. A cycle that never leaves
an atomic block postpones nothing: no other thread could ever move during it, and the executions that matter are those
that leave it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from threadproof.engines.blocks.factor import conjunction
from threadproof.engines.blocks.formula import Trail, Values, disjunction
from threadproof.engines.blocks.order import Places
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.sched.system import HALTED, Control

if TYPE_CHECKING:
    from threadproof.engines.blocks.query import Queries
    from threadproof.engines.blocks.unwind import Arrow, UnwindingPoint

FEW = 3  # points that may cover an arrow together
TRIES = 16  # questions about the arrows of one round
MANY = 64  # equations: not the same state


class Covering:
    def __init__(self, places: Places) -> None:
        self._heads = [places.heads(template) for template in range(len(places.orders))]
        self._points: dict[Control, list[UnwindingPoint]] = {}
        self._same: dict[tuple[Control, frozenset[tuple[Variable, Expr]]], list[UnwindingPoint]] = {}

    def add(self, point: UnwindingPoint) -> None:
        """A point that is being expanded."""
        if any(location in self._heads[template] for template, location in point.control.at):
            self._points.setdefault(point.control, []).append(point)
            self._same.setdefault((point.control, frozenset(point.paths.values.items())), []).append(point)

    def same(self, arrow: Arrow) -> UnwindingPoint | None:
        """A point that plainly covers an arrow to the head of a loop."""
        if not self._candidates(arrow):
            return None
        points = self._same.get((arrow.step.target, frozenset(arrow.values.items())))
        if points is None:
            return None
        passed = set(_conditions(arrow.paths.trail))
        return next((point for point in points if passed.issuperset(_conditions(point.paths.trail))), None)

    def similar(self, arrow: Arrow) -> list[tuple[UnwindingPoint, Expr]]:
        """Points that may cover an arrow, each with a formula that says when it does."""
        found: list[tuple[int, UnwindingPoint, Expr]] = []
        passed = set(_conditions(arrow.paths.trail))
        for point in self._candidates(arrow):
            equations = _equations(arrow.values, point.paths.values)
            if equations is not None:
                missing = [c for c in _conditions(point.paths.trail) if c not in passed]
                found.append((len(equations) + len(missing), point, conjunction([*equations, *missing])))
        return [(point, when) for _, point, when in sorted(found, key=lambda entry: (entry[0], entry[1].number))[:FEW]]

    def _candidates(self, arrow: Arrow) -> Sequence[UnwindingPoint]:
        target = arrow.step.target
        if target is HALTED:
            return ()
        template, location = target.at[arrow.step.thread]
        return self._points.get(target, ()) if location in self._heads[template] else ()


def covered(arrows: Sequence[tuple[Arrow, list[tuple[UnwindingPoint, Expr]]]], queries: Queries) -> set[Arrow]:
    """Of arrows and the points that may cover them: those that are covered. All are asked for at once; those that a model shows
    not to be covered are left out the next time."""
    rest = {a: E.land(a.formula, E.lnot(disjunction([when for _, when in points]))) for a, points in arrows if points}
    for _ in range(TRIES):
        if not rest or not queries.possible(disjunction(list(rest.values()))):
            return set(rest)
        rest = {arrow: formula for arrow, formula in rest.items() if not queries.holds(formula)}
    return set()


def entries(point: UnwindingPoint) -> list[UnwindingPoint]:
    """The point, or those outside of atomic blocks from which paths to it begin."""
    found: list[UnwindingPoint] = []
    seen = {point}
    stack = [point]
    while stack:
        here = stack.pop()
        if not here.control.depth:
            found.append(here)
            continue
        for arrow in here.arrows:
            if arrow.source not in seen:
                seen.add(arrow.source)
                stack.append(arrow.source)
    return found


def _conditions(trail: Trail | None) -> Iterator[Expr]:
    while trail is not None:
        if trail.condition is not E.TRUE:
            yield trail.condition
        trail = trail.before


def _equations(some: Values, others: Values) -> list[Expr] | None:
    """What must hold for variables to hold the same; None if it cannot, or if arrays had to be compared."""
    found: list[Expr] = []
    for name in sorted(some.keys() | others.keys(), key=lambda variable: variable.name):
        left, right = some.get(name) or E.var(name), others.get(name) or E.var(name)
        if left is right:
            continue
        equation = E.same(left, right)
        if equation is E.FALSE or isinstance(left.type, ArrayType):
            return None
        found.append(equation)
        if len(found) == MANY:
            return None
    return found
