"""Programs that create threads in a loop: few threads for counterexamples and predicates, views for the proof.

A run with at most n threads besides main covers some executions only: an error that it finds is real, its closed graph proves
nothing, but the predicates that it needed are a good guess at what matters for any number of threads. With them, the views of
every two threads are closed (`views.closure`); where a failing step is in reach, its line yields more predicates
(`views.lines`) and the views are computed anew. If nothing new is found, n grows.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from threadproof.engines.abstraction.anonymous import anonymous
from threadproof.engines.abstraction.refine import Refiner
from threadproof.engines.abstraction.views.closure import NotClosed, Views
from threadproof.engines.abstraction.views.lines import Lines
from threadproof.engines.abstraction.views.moves import Moves, TooComplex
from threadproof.engines.abstraction.views.post import GaveUp, Post
from threadproof.engines.abstraction.views.words import Vocabulary
from threadproof.engines.base import Budget
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Program
from threadproof.passes.graph import cyclic_locations
from threadproof.sched.system import System
from threadproof.smt.solver import Solver

METHODS = ("flags", "wp", "interpolants")
LINES = 12  # lines that are looked at for one failing view


def creates_in_loops(program: Program) -> bool:
    """Whether threads are created on a cycle, or by threads that were created: their number has no obvious bound."""
    for function in program.functions.values():
        cyclic = cyclic_locations(function.edges)
        for edge in function.edges:
            created = any(isinstance(op, ops.Spawn) for op in edge.ops)
            if created and (function.name != program.main or {edge.source, edge.target} <= cyclic):
                return True
    return False


class Parametric:
    """The search for a proof; `learn` takes in what other runs found out."""

    def __init__(
        self,
        lowered: Program,
        solver: Solver,
        refiner: Refiner,
        budget: Budget,
        counters: dict[str, float],
    ) -> None:
        self.refiner, self.budget, self.counters = refiner, budget, counters
        self.post = Post(solver, budget, counters)
        program = anonymous(lowered)
        self.moves = Moves(program) if program is not None else None
        if self.moves is not None:
            self.words = Vocabulary(self.moves.system)
            self.lines = Lines(self.moves.system)
        counters.update(view_refinements=0)
        self.why = "" if self.moves is not None else "threads are joined"

    def learn(self, predicates: Iterable[Expr], system: System) -> None:
        if self.moves is not None:
            self.words.learn(predicates, system)

    def prove(self) -> Views | None:
        """The closed views, or None if that did not succeed."""
        if self.moves is None:
            return None
        while True:
            views = Views(self.moves, self.words, self.post, self.budget, self.counters)
            try:
                views.close()
                return views
            except TooComplex as failed:
                self.why = str(failed)
                return None
            except GaveUp:
                self.why = "the solver gave up"
                return None
            except NotClosed as failed:
                self.why = str(failed)
                if not self._refine(failed):
                    return None
                self.counters["view_refinements"] += 1

    def _refine(self, error: NotClosed) -> bool:
        assert self.moves is not None
        for method in METHODS:
            found = self.lines.predicates(error, self.refiner, method, min(10.0, self.budget.left()))
            for predicates in islice(found, LINES):
                if self.words.learn(predicates, self.moves.system):
                    return True
        return False
