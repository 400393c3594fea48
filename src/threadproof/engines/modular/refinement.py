"""What intervals and equalities leave open, tried with relations and counted threads (`modular.weakening`).

Where moves may still fail, the variables on which that depends are related to each other, and threads are counted where that
says something about them. Facts that hold are added to the outline; if nothing fails then, it is a proof."""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.modular.candidate_goals import CandidateState
from threadproof.engines.modular.counting import counting, deciding_threads
from threadproof.engines.modular.fixpoint import Fixpoint
from threadproof.engines.modular.relations import CandidateFacts, relevant
from threadproof.engines.modular.weakening import Weakening
from threadproof.evidence.outline import FactCube, ProofOutline
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.uses import expr_variables
from threadproof.sched.solo import SoloMove
from threadproof.sched.thread_counters import RestingPlace

LARGE = 30_000  # variables of the solver: neighbouring questions have most facts in common


def with_relations(found: Fixpoint, outline: ProofOutline, budget: Budget, counters: Counters) -> ProofOutline | None:
    """The outline with facts that exclude all failures; None if there are none."""
    from threadproof.smt.blasted import fast_solver

    names = relevant(found.program, _roots(found))
    counted = counting(found.solo, found.states, sorted(names, key=lambda v: v.name))
    if counted.sums:
        names |= relevant(found.program, deciding_threads(found.solo, found.states))
    solo = found.solo.counting(counted.counters)
    relations, solver = CandidateFacts(solo, counted, names), fast_solver(counted=True, large=LARGE)
    for paired in (False, True):
        weakening = Weakening(solo, outline.always, outline.places, relations, solver, budget, counters, paired)
        weakening.run()
        if not any(weakening.possible(state, move) for state, move in _open(weakening)):
            return _extended(outline, weakening)
    return None


def _extended(outline: ProofOutline, weakening: Weakening) -> ProofOutline:
    always, cubes, pairs = weakening.outline()
    places: dict[RestingPlace, tuple[FactCube, ...]] = {}
    for place, states in outline.places.items():
        both = (base | facts for base, facts in zip(states, cubes[place], strict=True))
        places[place] = tuple(cube for cube in both if E.FALSE not in cube)
    kept = {place: cubes for place, cubes in places.items() if cubes}
    return ProofOutline(outline.program, weakening.solo, (*outline.always, *always), kept, pairs=pairs, other=weakening.other)


def _failing(found: Fixpoint) -> Iterator[SoloMove]:
    for place, states in found.states.items():
        for move in found.solo.moves(*place):
            if move.failure is not None and any(found.after(state, move) for state in states.values()):
                yield move


def _roots(found: Fixpoint) -> set[Variable]:
    """What conditions of failing moves mention, and of those that lead to where they begin."""
    failing = list(_failing(found))
    places = {(move.template, move.source) for move in failing}
    into = [
        m for place in found.states for m in found.solo.moves(*place) if (m.template, m.target) in places and m.failure is None
    ]
    conditions = (op.condition for move in (*failing, *into) for op in move.ops if isinstance(op, ops.Assume))
    return {v for condition in conditions for v in expr_variables(condition)}


def _open(weakening: Weakening) -> Iterator[tuple[CandidateState, SoloMove]]:
    for place, states in weakening.states.items():
        for move in weakening.solo.moves(*place):
            if move.failure is not None:
                yield from ((state, move) for state in states)
