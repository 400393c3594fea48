"""The exploration loop: unwind a program from one point, merge paths that meet, stop where a block ends.

An unwinding is an acyclic graph of points; arrows are steps. A point waits until all paths to it are known (`order`), then
they are merged (`formula`), the threads to follow are chosen (`sched.por.static`), and their steps executed. A step fails,
ends the program, ends the block, exceeds the bound of a loop, or leads to another point. Steps whose conditions are plainly
false are left out.

What is plugged in: where blocks end (`operators`), what is merged (`merging`), the bound (`bound`), the reduction.

Why reduction is sound here: the set of threads that is followed is a source set of the point, so some equivalent of
every failing execution is followed as far as the unwinding goes; it has no cycles, hence nothing is postponed for ever
*within* it. Where it is cut, a thread may be: from a point with a step that exceeds the bound, all threads are
followed, and the answer is not TRUE unless no cut path is possible. Steps that are not followed because they lead to a
state that was seen close cycles; `covering` says why nothing is postponed on these. At the end of a block, the owner of
the unwinding takes care of cycles.

An unwinding can be continued after its cuts (`resume`), with points of its own: what follows a cut is a new path, so
formulas of earlier rounds stay as they are, and what was refuted stays refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush

from threadproof.engines.blocks.bound import Bound
from threadproof.engines.blocks.constants import Constants
from threadproof.engines.blocks.covering import Covering, entries
from threadproof.engines.blocks.formula import MergedPaths, Values, execute, merge, start
from threadproof.engines.blocks.merging import Merging
from threadproof.engines.blocks.operators import BlockOperator
from threadproof.engines.blocks.order import Iterations, Places, Rank
from threadproof.engines.blocks.ranges import Ranges
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.reach.dead_registers import Forgetting
from threadproof.records import dataclass
from threadproof.sched.por.static import StaticSourceSets
from threadproof.sched.system import HALTED, Control, System, SystemStep

Holds = Callable[[Expr], bool]
"""Whether a model satisfies a formula."""


_NOWHERE = start(E.TRUE, {})


class UnwindingPoint:
    """`arrows` lead here; `paths` is their merge, once it is `settled`. `out`: the points after its steps; `again`: the points
    that cover them instead. `entered`: the number of the last point outside of atomic blocks."""

    __slots__ = ("again", "arrows", "control", "entered", "followed", "iterations", "number", "out", "paths", "settled")

    def __init__(self, number: int, control: Control, iterations: Iterations, entered: int) -> None:
        self.number = number
        self.entered = entered if control.depth else number
        self.control = control
        self.iterations = iterations
        self.arrows: list[Arrow] = []
        self.paths = _NOWHERE
        self.followed: frozenset[int] = frozenset()
        self.out: dict[SystemStep, UnwindingPoint] = {}
        self.again: dict[SystemStep, tuple[UnwindingPoint, ...]] = {}
        self.settled = False


@dataclass(frozen=True, slots=True, eq=False)
class Arrow:
    """A step from a point, and the paths over it."""

    source: UnwindingPoint
    step: SystemStep
    iterations: Iterations
    paths: MergedPaths

    @property
    def formula(self) -> Expr:
        return self.paths.trail.formula

    @property
    def values(self) -> Values:
        return self.paths.values


@dataclass(frozen=True, slots=True)
class UnwindingParts:
    """What an unwinding is made of."""

    system: System
    places: Places
    operator: BlockOperator
    merging: Merging
    reduction: StaticSourceSets | None
    forgetting: Forgetting
    ranges: Ranges


class Unwinding:
    def __init__(
        self, parts: UnwindingParts, control: Control, begin: MergedPaths, whole: bool = False, covering: Covering | None = None
    ) -> None:
        """`whole`: all threads are followed from the first point."""
        self.parts = parts
        self.whole = whole
        self.covering = covering
        self.points: list[UnwindingPoint] = []
        self.failures: list[Arrow] = []
        self.exits: list[Arrow] = []
        self.cuts: list[Arrow] = []
        self._round = 0
        self._partial: list[UnwindingPoint] = []  # points from which all threads must be followed
        self._places: dict[Hashable, dict[Hashable, UnwindingPoint]] = {}
        self._waiting: list[tuple[Rank, int, UnwindingPoint]] = []
        self.root = self._point(control, parts.places.start(control), begin.values, 0)
        self.root.paths = begin

    def waiting(self) -> bool:
        return bool(self._waiting)

    def resume(self) -> None:
        """Go on after the cuts."""
        self._round += 1
        cuts, self.cuts = self.cuts, []
        for arrow in cuts:
            self._arrive(arrow)

    def advance(self, bound: Bound) -> UnwindingPoint:
        """Expand the next point."""
        _, _, point = heappop(self._waiting)
        point.settled = True
        if point.arrows:
            point.paths = merge([arrow.paths for arrow in point.arrows])
        enabled = frozenset(self.parts.system.enabled(point.control))
        if self.covering is not None:
            self.covering.add(point)
        self._follow(point, self._chosen(point, enabled), bound)
        while self._partial:
            partial = self._partial.pop()
            self._follow(partial, frozenset(self.parts.system.enabled(partial.control)) - partial.followed, bound)
        return point

    def cover(self, arrow: Arrow, points: tuple[UnwindingPoint, ...]) -> None:
        """An arrow is not followed, since points cover it."""
        arrow.source.again[arrow.step] = points

    def _chosen(self, point: UnwindingPoint, enabled: frozenset[int]) -> frozenset[int]:
        reduction = self.parts.reduction
        if reduction is None or len(enabled) < 2 or (self.whole and point is self.root):
            return enabled
        return reduction.choose(point.control, Constants(point.paths.values))

    def _follow(self, point: UnwindingPoint, threads: frozenset[int], bound: Bound) -> None:
        point.followed |= threads
        for thread in sorted(threads):
            for step in self.parts.system.thread_steps(point.control, thread):
                self._take(point, step, bound)

    def _take(self, point: UnwindingPoint, step: SystemStep, bound: Bound) -> None:
        if step.failure is None and step.target is HALTED:
            return
        executed = execute(step.ops, point.paths.values, self.parts.ranges)
        if executed is None:
            return
        conditions, values = executed
        trail = point.paths.trail
        for condition in conditions:
            trail = trail.then(condition)
        for variable in self.parts.forgetting.dying(step):
            values.pop(variable, None)
        iterations = self.parts.places.after(point.control, step, point.iterations)
        arrow = Arrow(point, step, iterations, MergedPaths(trail, values))
        if step.failure is not None:
            self.failures.append(arrow)
        elif self.parts.operator.ends(step, iterations, values):
            self.exits.append(arrow)
        elif self._covered(arrow):
            self._partial += entries(point)
        elif bound.exceeded(step, iterations, values):
            self.cuts.append(arrow)
            self._partial += entries(point)
        else:
            self._arrive(arrow)

    def _covered(self, arrow: Arrow) -> bool:
        found = None if self.covering is None else self.covering.same(arrow)
        if found is not None:
            self.cover(arrow, (found,))
        return found is not None

    def _arrive(self, arrow: Arrow) -> None:
        point = self._point(arrow.step.target, arrow.iterations, arrow.values, arrow.source.entered)
        point.arrows.append(arrow)
        arrow.source.out[arrow.step] = point

    def _point(self, control: Control, iterations: Iterations, values: Values, entered: int) -> UnwindingPoint:
        merging = self.parts.merging
        points = self._places.setdefault((self._round, control, iterations), {})
        key = merging.key(control, values, entered)
        if key not in points and len(points) >= merging.most and not control.depth:
            key = None
        point = points.get(key)
        if point is None or point.settled:  # the order excludes the latter; a path that came too late would be lost
            point = points[key] = UnwindingPoint(len(self.points), control, iterations, entered)
            self.points.append(point)
            heappush(self._waiting, (self.parts.places.rank(control, iterations), point.number, point))
        return point


def path(arrow: Arrow, holds: Holds) -> list[SystemStep]:
    """The steps of the path that a model is about, up to an arrow whose formula is true."""
    steps = [arrow.step]
    point = arrow.source
    while point.arrows:
        arrow = next(a for a, choice in zip(point.arrows, point.paths.choices, strict=True) if holds(a.formula) and holds(choice))
        steps.append(arrow.step)
        point = arrow.source
    return steps[::-1]
