"""Fence inference by minimal hitting sets: every violation names a set of places of which one must get a fence, until a
smallest choice leaves no violation.

Every place has a fence that is there if a literal says so. One question then has the executions of the program with any
set of fences. With more fences there are fewer executions, so a violation under some of them is made one under as many
as possible: the places that are left out are a *demand*, since without a fence at any of them it is still there.
Smallest choices from all demands are tried until one has no violation; smaller ones have one. Demands that were found
for a small bound hold for larger ones, and once a larger bound adds none it is enough: nothing here is a verdict: the
program with the fences is verified before a repair is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from threadproof.analyses.thread_bounds import thread_limit
from threadproof.budget import Budget, OutOfBudget
from threadproof.engines.ordering.eager import Pairs
from threadproof.engines.ordering.engine import SHORT, prepared
from threadproof.events.encode import EventEncoder
from threadproof.events.problem import Problem
from threadproof.events.unroll import unroll
from threadproof.events.world import UnrollingLimits
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.memory_models import named
from threadproof.passes.options import DEFAULTS
from threadproof.properties import checks
from threadproof.records import dataclass, replace
from threadproof.smt.gates import FALSE, Literal
from threadproof.smt.sat import Sat

Demand = frozenset[str]


@dataclass(frozen=True, slots=True)
class Demands:
    """`why`: why there may be more."""

    sets: tuple[Demand, ...]
    why: str = ""
    questions: int = 0


def demands(program: Program, task: Task, budget: Budget) -> Demands:
    """An empty demand: fences do not help."""
    search = _DemandSearch(program, task, budget)
    try:
        why = search.run(thread_limit(search.lowered, int(str(task.options.get("threads", 0)))))
    except OutOfBudget as stop:
        why = str(stop)
    return Demands(tuple(search.found), why, search.questions)


class _DemandSearch:
    def __init__(self, program: Program, task: Task, budget: Budget) -> None:
        self.task, self.budget = task, budget
        self.model = named(str(task.options["memory_model"]))
        self.lowered = prepared(program, self.model, replace(DEFAULTS, marks=True))[1]
        self.found: list[Demand] = []
        self.questions = 0

    def run(self, threads: int) -> str:
        limits = UnrollingLimits(1, threads, SHORT)
        while True:
            before = len(self.found)
            world = unroll(self.lowered, limits, self.budget, model=self.model, optional=True)
            encoder = EventEncoder(world)
            failures = [failure for failure in world.failures if checks(self.task.property, failure.kind)]
            bounds = [failure for failure in world.failures if failure.kind == "bound"]
            if not self._answered(encoder, encoder.gates.any([failure.when for failure in failures])):
                return ""
            if world.long:
                limits = replace(limits, static=limits.static * 8)
            elif not self._exceeds(encoder, encoder.gates.any([failure.when for failure in bounds])):
                return ""
            elif before and before == len(self.found):
                return f"bound {limits.unwind}"
            else:
                limits = replace(limits, unwind=limits.unwind * 2)

    def _answered(self, encoder: EventEncoder, goal: Literal) -> bool:
        """Until a smallest choice has no violation; False if fences do not help."""
        if goal == FALSE:
            return True
        with _Asked(encoder, goal, self) as asked:
            while True:
                there = asked.violated(smallest(self.found))
                if there is None:
                    return True
                demand = asked.places - asked.grown(there)
                self.found.append(demand)
                if not demand:
                    return False

    def _exceeds(self, encoder: EventEncoder, goal: Literal) -> bool:
        if goal == FALSE:
            return False
        with _Asked(encoder, goal, self) as asked:
            return asked.violated(smallest(self.found)) is not None


class _Asked:
    """One question, under different fences."""

    def __init__(self, encoder: EventEncoder, goal: Literal, search: _DemandSearch) -> None:
        self.search = search
        problem: Problem = encoder.question(goal)
        known, optional = set(encoder.gates.asked), encoder.world.optional or {}
        self.literals = {place: literal for place, literal in optional.items() if literal in known}
        self.places: Demand = frozenset(self.literals)
        pairs = Pairs(problem)
        self.sat = Sat([*problem.clauses, *pairs.axioms(), [pairs.true]])

    def __enter__(self) -> _Asked:
        return self

    def __exit__(self, *_: object) -> None:
        self.sat.close()

    def violated(self, places: Iterable[str]) -> Demand | None:
        """With fences at these places at least: those that are there in an execution."""
        assume = [self.literals[place] for place in places if place in self.literals]
        self.search.budget.check()
        self.search.questions += 1
        answer = self.sat.solve(self.search.budget.left(), assume=assume)
        if answer is None:
            raise OutOfBudget("timeout")
        if not answer:
            return None
        true = self.sat.model(max(self.literals.values(), default=0))
        return frozenset(place for place, literal in self.literals.items() if true[literal])

    def grown(self, there: Demand) -> Demand:
        """As many fences as possible."""
        for place in sorted(self.places, reverse=True):
            if place not in there:
                there = self.violated([*there, place]) or there
        return there


def smallest(wanted: Sequence[Demand], left_out: Iterable[Demand] = ()) -> tuple[str, ...]:
    """A smallest set with an element of each, other than some; what is in most of them, and after an access, is preferred."""
    count: dict[str, int] = {}
    for demand in wanted:
        for place in demand:
            count[place] = count.get(place, 0) + 1
    order = sorted(count, key=lambda place: (-count[place], not place.startswith("after"), line(place)))
    excluded = set(left_out)
    for size in range(len(order) + 1):
        for chosen in _hitting(list(wanted), order, size):
            if chosen not in excluded:
                return tuple(sorted(chosen, key=line))
    return ()


def _hitting(wanted: list[Demand], order: list[str], size: int) -> Iterator[Demand]:
    """Sets of at most that size: an element of the smallest demand that is left, and so on."""
    if not wanted:
        yield frozenset()
    elif size:
        first = min(wanted, key=len)
        for place in order:
            if place in first:
                for rest in _hitting([demand for demand in wanted if place not in demand], order, size - 1):
                    yield rest | {place}


def line(place: str) -> tuple[int, ...]:
    return tuple(int(word) for word in place.split(":") if word.isdigit())
