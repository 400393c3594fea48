"""Satisfiability modulo the theory of orders, by one of several procedures with the same answer. `auto` takes `eager`
unless many nodes are unordered: its number of clauses then grows with their cube, and `prop` is faster from some
200,000 on (bench/ordering.md).

Whatever the way, a model comes with a total order that was checked against every axiom, so SAT always means SC and not only wSC;
None rests on the clauses of the problem and on the lemmas that were recorded.
"""

from __future__ import annotations

import time

from threadproof.bitsets import bits
from threadproof.budget import Budget
from threadproof.counters import Counters, Name
from threadproof.engines.ordering.tables import transpose
from threadproof.events.problem import EventModel, Problem
from threadproof.evidence.refutation import Lemmas

METHODS = ("auto", "basic", "prop", "eager", "zprop")
EAGER_CLAUSES = 200_000


def solve(
    problem: Problem,
    method: str,
    budget: Budget,
    counters: Counters,
    conflicts: bool = True,
    lemmas: Lemmas | None = None,
) -> EventModel | None:
    """A model, or None when there is no valid execution. Raises OutOfBudget. `lemmas` is filled in place."""
    lemmas = Lemmas() if lemmas is None else lemmas
    if method == "auto":
        method = "eager" if eager_clauses(problem) <= EAGER_CLAUSES else "prop"
    if method == "eager":
        from threadproof.engines.ordering import eager
        from threadproof.engines.ordering.total_order import check

        model = eager.solve(problem, budget, counters, lemmas)
        if model is not None:
            check(problem, model)
        return model
    if conflicts:
        find_conflicts(problem, counters, lemmas)
    if method == "basic":
        from threadproof.engines.ordering import basic

        return basic.solve(problem, budget, counters, lemmas)
    if method == "prop":
        from threadproof.engines.ordering import propagator as prop

        return prop.solve(problem, budget, counters, lemmas)
    assert method == "zprop", method
    from threadproof.engines.ordering import z3_propagator as zprop

    return zprop.solve(problem, budget, counters, lemmas)


def eager_clauses(problem: Problem) -> int:
    """How many clauses it takes to say that the order of nodes is total: two for each three nodes of which no two are
    ordered."""
    everything = (1 << problem.nodes) - 1
    before = transpose(problem.fixed)
    open_ = [everything & ~(before[node] | problem.fixed[node] | 1 << node) for node in range(problem.nodes)]
    return 2 * sum(
        ((open_[node] & open_[other]) >> other).bit_count()
        for node in range(problem.nodes)
        for other in bits(open_[node] >> node << node)
    )


_CONFLICTS: dict[str, Name] = {
    "pair": "conflict_clauses_pair",
    "coherence": "conflict_clauses_coherence",
    "between": "conflict_clauses_between",
}


def find_conflicts(problem: Problem, counters: Counters, lemmas: Lemmas) -> None:
    from threadproof.engines.ordering.conflicts import Conflicts
    from threadproof.engines.ordering.tables import OrderTables

    started = time.monotonic()
    conflicts = Conflicts(OrderTables(problem))
    lemmas.clauses += conflicts.find()
    for kind, clauses in conflicts.clauses.items():
        counters[_CONFLICTS[kind]] = counters.get(_CONFLICTS[kind], 0) + len(clauses)
    counters["conflict_seconds"] = counters.get("conflict_seconds", 0) + time.monotonic() - started
