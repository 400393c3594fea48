"""Refinement of views: from a failing view to better predicates.

A view has a *line*: the moves by which it was reached, back to the initial states. Third threads on it are strangers: nothing is
known about them but the views that they were seen in. If the line into a failing step is infeasible, what makes it so (weakest
preconditions over an unsatisfiable core, or interpolants) are predicates that rule it out. If it is feasible, too little is known
about a stranger: then the line that leads to the stranger's view with one of the threads takes the place of the beginning,
and the other thread becomes the stranger.

Lines only serve to find predicates; no verdict depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.engines.abstraction.views.closure import NotClosed, View
from threadproof.engines.abstraction.views.moves import At, SlotMove
from threadproof.engines.abstraction.views.view_predicates import Needed
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import map_op
from threadproof.ir.walk import substitute
from threadproof.records import dataclass, field
from threadproof.refinement.refine import Refinement, Refiner
from threadproof.sched.system import System
from threadproof.smt.ssa import conjunction


@dataclass(slots=True)
class Line:
    """A path over threads with numbers of their own; `slots` says which thread is in which slot at its end."""

    system: System
    path: list[tuple[ops.DataOp, ...]]
    slots: dict[int, int] = field(default_factory=lambda: {0: 0})
    threads: int = 0
    places: dict[int, At] = field(default_factory=dict)  # of threads, as far as they are known
    cuts: list[dict[int, At]] = field(default_factory=list)  # the places before each part of the path

    def who(self, slot: int) -> int:
        """The thread in a slot; a stranger where none was seen."""
        if slot not in self.slots:
            self.threads += 1
            self.slots[slot] = self.threads
        return self.slots[slot]

    def name(self, variable: Variable) -> Variable:
        instance = self.system.origin(variable)
        return self.system.instance(instance[0], self.who(instance[1])) if instance else variable

    def expr(self, expr: Expr) -> Expr:
        return substitute(expr, lambda node: E.var(self.name(node.payload)) if node.op == "var" else None)

    def assume(self, expr: Expr, first: int, second: int) -> None:
        """Something over slots 1 and 2 holds of two others."""
        line = Line(self.system, [], {0: 0, 1: self.who(first), 2: self.who(second)}, self.threads)
        self._append((ops.Assume(line.expr(expr)),))

    def take(self, move: SlotMove) -> None:
        step = tuple(map_op(op, self.expr, self.name) for op in move.ops)
        self._append(step)  # type: ignore[arg-type]

    def _append(self, step: tuple[ops.DataOp, ...]) -> None:
        self.cuts.append(dict(self.places))
        self.path.append(step)

    def at(self, view: View, first: int, second: int) -> None:
        """The threads in two slots, and main, are where a view has them."""
        for slot, place in zip((0, first, second), view.key, strict=True):
            self.places[self.who(slot)] = place

    def after(self, view: View) -> None:
        """The move that led to a view, and then its slots."""
        assert view.move is not None
        for side in view.sides:
            self.at(side.view, *side.slots)
        for side in view.sides:
            self.assume(conjunction(side.view.facts), *side.slots)
        self.take(view.move)
        first, second = view.slots
        self.slots = {0: 0, 1: self.who(first), 2: self.who(second)}
        self.at(view, 1, 2)


class Lines:
    def __init__(self, system: System) -> None:
        self.system = system

    def of(self, error: NotClosed) -> Iterator[Line]:
        """Lines into the failing step: the plain one, and those that begin with a stranger's."""
        chain = self._chain(error.view)
        yield self._finish(self._line(chain[1:]), [], error)
        for position in range(len(chain) - 1, 0, -1):
            view = chain[position]
            origin = chain[position - 1]
            for side in view.sides:
                beginning = self._chain(side.view)
                line = self._line(beginning[1:])
                line.slots = {0: 0, side.slots[0]: line.who(1), side.slots[1]: line.who(2)}
                line.at(origin, 1, 2)
                line.assume(conjunction(origin.facts), 1, 2)
                yield self._finish(line, chain[position:], error)

    def _chain(self, view: View) -> list[View]:
        chain = [view]
        while chain[-1].origin is not None:
            chain.append(chain[-1].origin)
        return chain[::-1]

    def _line(self, rest: list[View]) -> Line:
        line = Line(self.system, [self.system.initial_ops()], cuts=[{}])
        line.places[0] = self.system.initial.at[0]
        for view in rest:
            line.after(view)
        return line

    def _finish(self, line: Line, rest: list[View], error: NotClosed) -> Line:
        for view in rest:
            line.after(view)
        line.take(error.move)
        return line

    def predicates(self, error: NotClosed, refiner: Refiner, method: str, limit: float) -> Iterator[list[Needed]]:
        """For each infeasible line: what must be known where, over instances of registers of `system`."""
        for line in self.of(error):
            found = refiner.analyse(line.path, method, limit)
            if isinstance(found, Refinement):
                yield [
                    (atom, places)
                    for atoms, places in zip(found.cuts, line.cuts, strict=False)
                    for atom in sorted(atoms, key=repr)
                ]
