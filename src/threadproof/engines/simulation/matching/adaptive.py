"""`adaptive`: cheap matchers first, stronger ones as long as they pay.

1. The same state up to names of inputs is looked up (`esmh`); that costs next to nothing.
2. Visited states with the same control, the youngest first, are compared exactly (`ess`), where that needs no quantifiers.
3. Where quantifiers are left, the quantified question is asked, for a short time; if that does not decide it, some renamings of
   inputs are tried (`sbc-cv`).

What does not lead to a match is waste, and waste is rationed: every state that is added earns a few comparisons, a match by a
stronger matcher earns many, and only a part of the time may be wasted; a match makes up for half of the waste. Most of the time
then goes where the strongest matcher that pays would spend it, and a model on which none pays costs little more than with `esmh`.
Quantified questions have a share of the time of their own.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Generic

from threadproof.engines.simulation.cache import Bucket, V
from threadproof.engines.simulation.matching.entailment import Entailment
from threadproof.engines.simulation.matching.exact import Exact
from threadproof.engines.simulation.matching.spans import outside
from threadproof.engines.simulation.matching.structural import Renamed
from threadproof.engines.simulation.state import State
from threadproof.smt.quantified import QuantifiedSolver

START, EARNED, WON = 400.0, 4.0, 100.0  # comparisons: in the beginning, with a state, with a match
GLANCE = 0.02  # of a comparison, where the bounds of values are enough to refuse
SHARE = 0.2  # of the time, for quantified questions
WASTE = 0.4  # of the time, for comparisons that fail
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
        self.wasted = 0.0
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
        return None if bucket is None else self._stronger(bucket, state), key

    def _stronger(self, bucket: Bucket[V], state: State) -> V | None:
        before = time.monotonic()
        for node in bucket.candidates(state):
            if self.credit <= 0 or self.wasted > PATIENCE + WASTE * (before - self._started):
                break
            if outside(node.state, state):
                self.credit -= GLANCE
                continue
            self.comparisons += 1
            if self._covers(node, state):
                self.credit += WON
                self.wasted /= 2
                return node
            self.credit -= 1
            now = time.monotonic()
            self.wasted += now - before
            before = now
        self.wasted += time.monotonic() - before
        return None

    def add(self, key: Hashable, node: V) -> None:
        self.credit += EARNED
        self._same.setdefault(key, []).append(node)
        self._buckets.setdefault(node.state.structure, Bucket()).add(node)

    def _covers(self, node: V, state: State) -> bool:
        judged = self.exact.judge(node.state, state)
        if isinstance(judged, bool):
            return judged
        share = max(PATIENCE, SHARE * (time.monotonic() - self._started)) - self.quantified.seconds
        if share > 0:
            self.quantified.limit = min(share, PATIENCE)
            decided = self.exact.decided(judged)
            if decided is not None:
                return decided
        return self.entailment.covers(node.state, state)
