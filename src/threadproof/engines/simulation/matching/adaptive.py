"""`adaptive`: cheap matchers first, stronger ones as long as they pay.

1. The same state up to names of inputs is looked up (`esmh`); that costs next to nothing.
2. Visited states with the same control, the youngest first, are compared exactly (`ess`), where that needs no quantifiers.
3. Where quantifiers are left, the quantified question is asked, with little patience; if that does not decide it, some renamings
   of inputs are tried (`sbc-cv`).

What does not lead to a match is waste, and waste is rationed: only a part of the work may be wasted, and a match makes up for
half of it. Most of the work then goes where the strongest matcher that pays would spend it, and a model on which none pays costs
little more than with `esmh`. Quantified questions have a share of their own.

Work is counted and not timed, so that a run does the same whatever else the machine does: terms that were built, what the solvers
say that they did, and so much for every transition and every comparison. The unit is the second that it takes, roughly.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic

from threadproof.engines.simulation.cache import Bucket, V, split
from threadproof.engines.simulation.matching.entailment import Entailment
from threadproof.engines.simulation.matching.exact import Exact
from threadproof.engines.simulation.matching.spans import outside, unlike
from threadproof.engines.simulation.matching.structural import Renamed
from threadproof.engines.simulation.state import SymbolicState
from threadproof.smt.quantified import QuantifiedSolver

TRANSITION, VALUE, TERM = 3e-4, 1e-6, 4e-6  # seconds, roughly: of a transition, per variable of a state, per term
COMPARISON, GLANCE = 5e-5, 1e-6  # of comparing two states; where bounds or distances of values are enough to refuse
SHARE = 0.2  # of the work, for quantified questions
WASTE = 0.15  # of the work, for comparisons that fail
GRACE = 0.005  # seconds that these may take in any case
PATIENCE = 0.25  # seconds that quantified questions may take in any case


class Adaptive(Generic[V]):
    def __init__(self, renamed: Renamed, exact: Exact, entailment: Entailment, quantified: QuantifiedSolver) -> None:
        self.renamed = renamed
        self.exact = exact
        self.entailment = entailment
        self.quantified = quantified
        self.comparisons = 0
        self.hash_matches = 0
        self.wasted = 0.0
        self._steps = 0.0  # work of the search itself, and of single comparisons beside what is counted elsewhere
        self._same: dict[Hashable, list[V]] = {}
        self._buckets: dict[Hashable, Bucket[V]] = {}

    @property
    def work(self) -> float:
        """So far."""
        return self._steps + TERM * self.exact.terms.steps + self.exact.feasibility.solver.effort + self.quantified.effort

    def find(self, state: SymbolicState) -> tuple[V | None, Hashable]:
        self._steps += TRANSITION + VALUE * len(state.values())
        key = self._key(state)
        for node in reversed(self._same.get(key, ())):
            self.hash_matches += 1
            if not split(state)[0] or self.renamed.covers(node.state, state):
                return node, key
        bucket = self._buckets.get(state.structure)
        if bucket is None or (bucket.concrete and not split(state)[0]):
            return None, key
        return self._stronger(bucket, state), key

    def _key(self, state: SymbolicState) -> Hashable:
        """What renamed states have in common: all that is constant, and the shapes of the rest."""
        symbolic, constants = split(state)
        if not symbolic:
            return state.structure, constants
        shapes, values = self.renamed.terms.shapes, state.values()
        conditions = frozenset(shapes(tuple(state.pc))) if state.pc else None
        return state.structure, constants, shapes([values[place] for place in symbolic]), conditions

    def _stronger(self, bucket: Bucket[V], state: SymbolicState) -> V | None:
        before = self.work
        for node in bucket.candidates(state):
            if self.wasted > GRACE + WASTE * before:
                break
            if outside(node.state, state) or unlike(node.state, state):
                self._steps += GLANCE
                self.wasted += GLANCE
                continue
            self.comparisons += 1
            self._steps += COMPARISON
            if self._covers(node, state):
                self.wasted /= 2
                return node
            now = self.work
            self.wasted += now - before
            before = now
        return None

    def add(self, key: Hashable, node: V) -> None:
        self._same.setdefault(key, []).append(node)
        self._buckets.setdefault(node.state.structure, Bucket()).add(node)

    def _covers(self, node: V, state: SymbolicState) -> bool:
        judged = self.exact.judge(node.state, state)
        if isinstance(judged, bool):
            return judged
        share = max(PATIENCE, SHARE * self.work) - self.quantified.effort
        if share > 0:
            self.quantified.limit = min(share, PATIENCE)
            decided = self.exact.decided(judged)
            if decided is not None:
                return decided
        return self.entailment.covers(node.state, state)
