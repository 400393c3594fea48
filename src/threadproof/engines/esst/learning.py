"""What is learnt from a path that is not real: predicates, as few of them and placed as low as excludes the path.

The methods (`engines.refine`) are asked in order, and what each one finds is tried on the path itself at every level of
`precision.LEVELS`. If none succeeds alone, all that was found goes to the region over everything, provided that something is new
there; otherwise there is no progress. With all atoms of an inductive sequence of interpolants in one region and the strongest
Boolean abstraction a path is certainly excluded; what stands in the way are only limits on the number of cases and solvers that
give up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from threadproof.engines.esst.precision import LEVELS, Living, Precisions, Wish
from threadproof.engines.esst.regions import RegionDomain, Regions
from threadproof.engines.refine import Feasible, Refinement, Refiner, Undecided
from threadproof.reach.graph import ErrorPath
from threadproof.sched.system import DataOp, System

EFFORT = 100  # successors that may be computed to make a proposal smaller


@dataclass(slots=True)
class Learnt:
    """The node of the path, by number, where something else is known now."""

    pivot: int


class Stuck:
    """No method finds anything new."""


class Learner:
    def __init__(self, system: System, domain: RegionDomain, refiner: Refiner, methods: Sequence[str]) -> None:
        self.system, self.domain, self.refiner, self.methods = system, domain, refiner, methods
        self.precisions = Precisions(Living(system, domain.leak))

    def analyse(self, path: ErrorPath[Regions], limit: float) -> Feasible | Undecided | Learnt | Stuck:
        operations: list[Sequence[DataOp]] = [self.system.initial_ops(), *(step.ops for step in path.steps)]
        if self._refuted(path, self.precisions):
            return self._settle(path, self.precisions)
        every: list[Wish] = []
        for method in self.methods:
            found = self.refiner.analyse(operations, method, limit)
            if not isinstance(found, Refinement):
                return found
            wishes = self._wishes(path, found)
            every += wishes
            tried: Precisions | None = None
            for level in LEVELS:
                grown = self.precisions.grown(wishes, level)
                if grown is None or grown == tried:
                    continue
                tried = grown
                if self._refuted(path, grown):
                    return self._settle(path, self._smaller(path, wishes, level))
        last = self.precisions.grown(every, LEVELS[-1])
        return Stuck() if last is None else self._settle(path, last)

    def _wishes(self, path: ErrorPath[Regions], found: Refinement) -> list[Wish]:
        """The first part of the path's formula sets the initial values; after it comes the first node."""
        cuts = [(atoms, path.nodes[cut - 1].control) for cut, atoms in enumerate(found.cuts) if 0 < cut <= len(path.nodes)]
        return [(atom, control) for atoms, control in cuts for atom in sorted(atoms, key=repr)]

    def _states(self, path: ErrorPath[Regions], precisions: Precisions) -> tuple[list[Regions], bool]:
        """What is known along the path, up to where it cannot go on; and whether that is so."""
        states = [self.domain.initial(precisions)]
        for step in path.steps:
            after = self.domain.post(states[-1], step, precisions)
            if after is None:
                return states, True
            states.append(after)
        return states, False

    def _refuted(self, path: ErrorPath[Regions], precisions: Precisions) -> bool:
        return self._states(path, precisions)[1]

    def _smaller(self, path: ErrorPath[Regions], wishes: list[Wish], level: str) -> Precisions:
        """Without what is not needed to exclude the path; large predicates go first."""
        kept = wishes
        tries = EFFORT // (len(path.steps) + 1)
        for predicate in sorted({p for p, _ in wishes}, key=lambda p: (len(repr(p)), repr(p)), reverse=True)[:tries]:
            fewer = [(p, control) for p, control in kept if p is not predicate]
            grown = self.precisions.grown(fewer, level)
            if grown is not None and self._refuted(path, grown):
                kept = fewer
        found = self.precisions.grown(kept, level)
        assert found is not None
        return found

    def _settle(self, path: ErrorPath[Regions], precisions: Precisions) -> Learnt:
        self.precisions = precisions
        states, _ = self._states(path, precisions)
        for number, (node, state) in enumerate(zip(path.nodes, states, strict=False)):
            if node.state.known() != state.known():
                return Learnt(number)
        return Learnt(min(len(path.nodes), len(states)))
