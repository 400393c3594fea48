"""Parameterised programs, which create threads in a loop: few threads for counterexamples, views for the proof.

The views of every two threads are closed with the predicates known so far (`views.closure`); where a failing step is in
reach, its line yields more predicates (`views.lines`) and the views are computed anew. This alternates with runs of the
engine with at most n threads besides main, n = 2, 3, ...: they cover some executions only, so an error that they find
is real and a closed graph proves nothing, unless no thread was ever refused; but the values that variables take in them
are predicates for the next attempt at the views. A part that runs out of time goes on in the next round: views where
they stopped (once; then they begin anew with what few threads know), few threads from the start, with twice the time.
Single schedules with many threads are followed as well (`random_walk`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from math import inf
from typing import Protocol

from threadproof.analyses.graph import cyclic_locations
from threadproof.budget import Budget, OutOfBudget
from threadproof.counters import Counters
from threadproof.domains.atoms import atoms
from threadproof.domains.product import AbstractState, Precision
from threadproof.engines.abstraction.anonymous import anonymous
from threadproof.engines.abstraction.views.closure import NotClosed, Views
from threadproof.engines.abstraction.views.export import export
from threadproof.engines.abstraction.views.lines import Lines
from threadproof.engines.abstraction.views.moves import SlotMoves, TooComplex
from threadproof.engines.abstraction.views.post import Post, PostUnknown
from threadproof.engines.abstraction.views.view_predicates import Vocabulary
from threadproof.evidence.result import Result, Safe, Unknown, Unsafe
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.uses import expr_variables
from threadproof.reach.graph import ReachGraph
from threadproof.refinement.refine import Refiner
from threadproof.sched.system import System
from threadproof.smt.solver import Solver

METHODS = ("flags", "wp", "interpolants")
LINES = 12  # lines that are looked at for one failing view
MOST = 30  # predicates of an interpolant; one with more is about bits
FIRST = 4.0  # seconds of the first run with few threads, and half of those of the first attempt at the views; then twice as many
FEW = 12  # values of a variable that become predicates


def creates_in_loops(program: Program) -> bool:
    """Whether threads are created on a cycle, or by threads that were created: their number has no obvious bound."""
    for function in program.functions.values():
        cyclic = cyclic_locations(function.edges)
        for edge in function.edges:
            created = any(isinstance(op, ops.Spawn) for op in edge.ops)
            if created and (function.name != program.main or {edge.source, edge.target} <= cyclic):
                return True
    return False


class Few(Protocol):
    """A run of the engine with few threads."""

    system: System
    graph: ReachGraph[AbstractState]
    precision: Precision

    def run(self) -> Result: ...


def verify(
    proof: Parametric, few: Callable[[int, Budget], Few], hunt: Callable[[], Result | None], most: int, budget: Budget
) -> Result:
    """Alternate between few threads and any number of them, each within a share of the time that is left, and at first only for
    seconds; `hunt` follows single schedules with up to `most`."""
    reason = f"thread limit {most} (--threads)"
    threads, seconds = 2, FIRST
    late = True  # whether the predicates for the views had their chance
    while threads < most:
        violation = hunt()
        if violation is not None:
            return violation
        run = few(threads, _share(budget, 0.25, seconds) if proof.possible else _share(budget, 1.0))
        try:
            result = run.run()
            if isinstance(result, Unsafe) or (isinstance(result, Safe) and not run.system.refused):
                return result
            if isinstance(result, Unknown):
                reason = result.reason
            threads += 1
        except OutOfBudget:
            budget.check()
        if proof.possible:
            try:
                views = proof.prove(_share(budget, 0.6, 2 * seconds))
                if views is not None:
                    return Safe(export(proof.lowered, views))
                late = True
            except OutOfBudget:
                budget.check()
                late = not late
            if late:
                proof.start_with(values(run), run.system)
            reason = f"no proof for any number of threads: {proof.why}"
            seconds *= 2
    return Unknown(reason)


def values(run: Few) -> set[Expr]:
    """The predicates of a run, and the values that its variables took where they are few."""
    found = set(run.precision.predicates)
    seen: dict[Variable, dict[Expr, Variable]] = {}
    for node in run.graph.nodes():
        for variable, value in node.state.values.items():
            if value.is_const:
                origin = run.system.origin(variable)
                seen.setdefault(origin[0] if origin else variable, {}).setdefault(value, variable)
    for taken in seen.values():
        if len(taken) <= FEW:
            found |= {atom for value, variable in taken.items() for atom in atoms(E.same(E.var(variable), value))}
    return found


def _share(budget: Budget, share: float, most: float = inf) -> Budget:
    return Budget(min(budget.left() * share, most), budget.memory_mib, progress=budget.progress)


class Parametric:
    """The search for a proof."""

    def __init__(
        self,
        lowered: Program,
        solver: Solver,
        refiner: Refiner,
        counters: Counters,
    ) -> None:
        self.lowered, self.refiner, self.counters = lowered, refiner, counters
        self.post = Post(solver, counters)
        program = anonymous(lowered)
        self.moves = SlotMoves(program) if program is not None else None
        if self.moves is not None:
            self.words = Vocabulary(self.moves.system)
            self.lines = Lines(self.moves.system)
        counters.update({"view_refinements": 0})
        self._views: Views | None = None  # that time has run out for
        self.why = "" if self.moves is not None else "threads are joined"

    @property
    def possible(self) -> bool:
        return self.moves is not None

    def start_with(self, predicates: Iterable[Expr], system: System) -> None:
        """Forget all predicates but these, which are over the threads of a system."""
        self._views = None
        if self.moves is not None:
            self.words = Vocabulary(self.moves.system)
            self.words.learn(((predicate, {}) for predicate in sorted(predicates, key=repr)), system)

    def prove(self, budget: Budget) -> Views | None:
        """The closed views, or None if that did not succeed. Goes on where it ran out of time."""
        if self.moves is None:
            return None
        self.post.budget = budget
        while True:
            views = self._views or Views(self.moves, self.words, self.post, self.counters)
            self._views = views
            try:
                views.close(budget)
                return views
            except TooComplex as failed:
                self.why, self.moves = str(failed), None
                return None
            except PostUnknown:
                self.why = "the solver gave up"
                return None
            except NotClosed as failed:
                self.why, self._views = str(failed), None
                if not self._refine(failed, budget):
                    return None
                self.counters["view_refinements"] += 1

    def _refine(self, error: NotClosed, budget: Budget) -> bool:
        assert self.moves is not None
        for method in METHODS:
            found = self.lines.predicates(error, self.refiner, method, min(10.0, budget.left()))
            for predicates in islice(found, LINES):
                budget.check(self.counters)
                if method == "interpolants" and len({atom for atom, _ in predicates}) > MOST:
                    continue
                if self.words.learn(predicates, self.moves.system):
                    return True
        try:
            return self.words.learn(((guard, {}) for guard in self._guards()), self.moves.system)
        except TooComplex as failed:  # of a move at a place that no view has got to yet
            self.why = str(failed)
            return False

    def _guards(self) -> list[Expr]:
        """What moves ask of shared variables before they can be made: locks that no line explains are among them."""
        assert self.moves is not None
        conditions = {c for move in self.moves.all() for c in self.post.effect(move).conditions}
        found = {atom for condition in conditions for atom in atoms(condition)}
        return sorted((atom for atom in found if all(v.shared for v in expr_variables(atom))), key=repr)
