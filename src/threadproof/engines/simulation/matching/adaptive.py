"""`adaptive`: cheap matchers first, stronger ones as long as they pay.

1. The same state up to names of inputs is looked up (`esmh`); that costs next to nothing.
2. Visited states with the same control, the youngest first, are compared exactly (`ess`), where that needs no quantifiers.
3. Where quantifiers are left, a renaming of inputs is tried (`sbc-cv`), and if the visited state is on the path of the search,
   so that a cycle would close, the quantified question is asked.

What does not lead to a match is waste, and waste is rationed: every state that is added earns a few comparisons, a match by a
stronger matcher earns many. Most of the time then goes where the strongest matcher that pays would spend it, and a model
on which none pays costs little more than with `esmh`. Quantified questions have a share of the time.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Generic

from threadproof.engines.simulation.cache import Bucket, V
from threadproof.engines.simulation.matching.entailment import Entailment
from threadproof.engines.simulation.matching.exact import Exact
from threadproof.engines.simulation.matching.structural import Renamed
from threadproof.engines.simulation.state import State
from threadproof.smt.quantified import QuantifiedSolver

START, EARNED, WON = 400, 4, 100  # comparisons: in the beginning, with a state, with a match
SHARE = 0.2  # of the time, for quantified questions
PATIENCE = 0.25  # seconds that they may take in any case


class Adaptive(Generic[V]):
    def __init__(self, renamed: Renamed, exact: Exact, entailment: Entailment, quantified: QuantifiedSolver) -> None:
        self.renamed = renamed
        self.exact = exact
        self.entailment = entailment
        self.quantified = quantified
        self.comparisons = 0
        self.hash_matches = 0
        self.credit = START
        self._started = time.monotonic()
        self._same: dict[Hashable, list[V]] = {}
        self._buckets: dict[Hashable, Bucket[V]] = {}

    def find(self, state: State) -> tuple[V | None, Hashable]:
        key = self.renamed.key(state)
        for node in reversed(self._same.get(key, ())):
            self.hash_matches += 1
            if self.renamed.covers(node.state, state):
                return node, key
        bucket = self._buckets.get(state.structure)
        if bucket is not None and self.credit > 0:
            for node in bucket.candidates(state):
                if self.credit <= 0:
                    break
                self.comparisons += 1
                if self._covers(node, state):
                    self.credit += WON
                    return node, key
                self.credit -= 1
        return None, key

    def add(self, key: Hashable, node: V) -> None:
        self.credit += EARNED
        self._same.setdefault(key, []).append(node)
        self._buckets.setdefault(node.state.structure, Bucket()).add(node)

    def _covers(self, node: V, state: State) -> bool:
        judged = self.exact.judge(node.state, state)
        if isinstance(judged, bool):
            return judged
        if self.entailment.covers(node.state, state):
            return True
        if not node.active:
            return False
        share = max(PATIENCE, SHARE * (time.monotonic() - self._started)) - self.quantified.seconds
        if share <= 0:
            return False
        self.quantified.limit = share
        return self.exact.decide(judged)
