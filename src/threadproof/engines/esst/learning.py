"""Refinement from an infeasible path: predicates, as few of them and placed as low as excludes the path.

The methods (`refinement.refine`) are asked in order, and what each one finds is tried on the path itself at every level of
`precision.LEVELS`. Where there are several predicates about the same variables by then, the program may count: fewer variables
whose values are tracked say the same, at no cost for solvers. One that has taken many values at some place is not tracked any
more. If none succeeds alone, all that was found goes to the region over everything, provided that something is new there;
otherwise there is no progress. With all atoms of an inductive sequence of interpolants in one region and the strongest Boolean
abstraction a path is certainly excluded; what stands in the way are only limits on the number of cases and solvers that give up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from threadproof.engines.esst.precision import LEVELS, Living, ThreadPrecisions, Wish
from threadproof.engines.esst.regions import RegionDomain, Regions
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.reach.explore import Learnt, Stuck
from threadproof.reach.graph import ErrorPath
from threadproof.refinement.refine import Feasible, Refinement, Refiner, UndecidedPath
from threadproof.sched.system import System, SystemStep

EFFORT = 100  # successors that may be computed to make a proposal smaller
SEVERAL = 4  # predicates about the same variables that are worth a look at their values
MANY = 32  # values of a variable at one place


class EsstLearner:
    def __init__(
        self,
        system: System,
        domain: RegionDomain,
        refiner: Refiner,
        methods: Sequence[str],
        values: bool,
        check: Callable[[], None],
    ) -> None:
        """`values`: variables may be tracked. `check` is called now and then, and may end the work."""
        self.system, self.domain, self.refiner, self.methods, self.values = system, domain, refiner, methods, values
        self._check = check
        self.precisions = ThreadPrecisions(Living(system, domain.leak))
        self.demoted: set[Variable] = set()  # not tracked again
        self._seen: dict[tuple[object, Variable], set[Expr]] = {}

    def analyse(self, path: ErrorPath[Regions], limit: float) -> Feasible | UndecidedPath | Learnt | Stuck:
        operations: list[Sequence[ops.DataOp]] = [self.system.initial_ops(), *(step.ops for step in path.steps)]
        if self._refuted(path, self.precisions):
            return self._settle(path, self.precisions)
        every: list[Wish] = []
        for method in self.methods:
            found = self.refiner.analyse(operations, method, limit)
            if not isinstance(found, Refinement):
                return found
            wishes = self._wishes(path, found)
            every += wishes
            tried: ThreadPrecisions | None = None
            for level in LEVELS:
                grown = self.precisions.grown(wishes, level)
                if grown is None or grown == tried:
                    continue
                tried = grown
                if self._refuted(path, grown):
                    fewer = self._smaller(path, wishes, level)
                    values = self._values(path, operations, self._about(fewer), limit)
                    return self._settle(path, fewer if values is None else values)
        last = self.precisions.grown(every, LEVELS[-1])
        return Stuck() if last is None else self._settle(path, last)

    def limited(self, step: SystemStep, regions: Regions) -> Regions:
        """What is known after a step without values that were followed for long enough."""
        for region in (regions.whole, regions.own[step.thread] if step.thread < len(regions.own) else regions.whole):
            for variable, value in region.values.items():
                seen = self._seen.setdefault((step.target.at, variable), set())
                seen.add(value)
                if len(seen) > MANY:
                    self.demoted.add(variable)
        if self.precisions.tracked.isdisjoint(self.demoted):
            return regions
        self.precisions = self.precisions.without(self.demoted)
        return regions.without(self.demoted)

    def _about(self, precisions: ThreadPrecisions) -> int:
        """How many predicates there are about the variables of the new ones that a value would decide: `x == y` says that x and
        y go together, whatever they are."""
        every, tracked = precisions.predicates(), self.precisions.tracked
        names = frozenset[Variable]().union(*map(expr_variables, every - self.precisions.predicates()))
        return sum(expr_variables(p) <= names and len(expr_variables(p) - tracked) < 2 for p in every)

    def _values(
        self, path: ErrorPath[Regions], operations: list[Sequence[ops.DataOp]], most: int, limit: float
    ) -> ThreadPrecisions | None:
        """With more tracked variables, but fewer than `most`, that exclude the path."""
        found = self.refiner.analyse(operations, "wp", limit) if self.values and most >= SEVERAL else None
        if not isinstance(found, Refinement):
            return None
        new = {v for atoms in found.cuts for atom in atoms for v in expr_variables(atom)} - self.demoted - self.precisions.tracked
        if not new or not self._refuted(path, self.precisions.tracking(new)):
            return None
        for variable in sorted(new, key=lambda v: (v.shared, v.name), reverse=True):
            if self._refuted(path, self.precisions.tracking(new - {variable})):
                new.remove(variable)
        return self.precisions.tracking(new) if len(new) < most else None

    def _wishes(self, path: ErrorPath[Regions], found: Refinement) -> list[Wish]:
        """The first part of the path's formula sets the initial values; after it comes the first node."""
        cuts = [(atoms, path.nodes[cut - 1].control) for cut, atoms in enumerate(found.cuts) if 0 < cut <= len(path.nodes)]
        return [(atom, control) for atoms, control in cuts for atom in sorted(atoms, key=repr)]

    def _states(self, path: ErrorPath[Regions], precisions: ThreadPrecisions) -> tuple[list[Regions], bool]:
        """What is known along the path, up to where it cannot go on; and whether that is so."""
        states = [self.domain.initial(precisions)]
        for step in path.steps:
            self._check()
            after = self.domain.post(states[-1], step, precisions)
            if after is None:
                return states, True
            states.append(after)
        return states, False

    def _refuted(self, path: ErrorPath[Regions], precisions: ThreadPrecisions) -> bool:
        return self._states(path, precisions)[1]

    def _smaller(self, path: ErrorPath[Regions], wishes: list[Wish], level: str) -> ThreadPrecisions:
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

    def _settle(self, path: ErrorPath[Regions], precisions: ThreadPrecisions) -> Learnt:
        self.precisions = precisions
        states, _ = self._states(path, precisions)
        for number, (node, state) in enumerate(zip(path.nodes, states, strict=False)):
            if node.state.known() != state.known():
                return Learnt(number)
        return Learnt(min(len(path.nodes), len(states)))
