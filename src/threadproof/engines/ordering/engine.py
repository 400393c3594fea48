"""`--engine ordering`: bounded model checking by partial orders. The program, its loops unrolled, is one formula over
reads-from and happens-before of its accesses. No interleaving is explored.

For a bound on the iterations of loops that are not decided by constants: unroll, ask for an execution that violates the
property, and if there is none, for one that leaves the unrolled program (exceeds a bound, is cut, or does what C leaves
undefined). If there is none either, the unrolled program has all executions of the program, and the property holds. If a bound
is exceeded, the next round has twice that bound.
"""

from __future__ import annotations

import time
from enum import Enum
from typing import assert_never

from threadproof.analyses.graph import cycles
from threadproof.analyses.thread_bounds import thread_limit
from threadproof.budget import Budget
from threadproof.counterexample.claims import shown
from threadproof.counters import Counters
from threadproof.engines.ordering.solve import solve
from threadproof.events.encode import EventEncoder
from threadproof.events.event import PossibleFailure
from threadproof.events.problem import EventModel
from threadproof.events.unroll import sought, unroll
from threadproof.events.world import Unrolling, UnrollingLimits
from threadproof.evidence import violation_names as wording
from threadproof.evidence.refutation import EXCEEDED, UNDEFINED, VIOLATED, Lemmas, Refutation, Refuted
from threadproof.evidence.result import Result, Safe, Unknown, Unsafe
from threadproof.evidence.task import CLEAR_BOUND, KNOWN_BOUND, Task
from threadproof.ir.happens_before import is_weak
from threadproof.ir.op import Spawn
from threadproof.ir.program import Program
from threadproof.memory_models import SC, MemoryModel, relaxed
from threadproof.passes import lowering_memo, recipes, runner
from threadproof.passes.options import PassOptions
from threadproof.passes.runner import Pass
from threadproof.properties import Shape, checks, shape
from threadproof.reach.failures import forbids
from threadproof.records import replace
from threadproof.smt.gates import FALSE, TRUE, Literal

SHORT = 16  # iterations of loops whose length is known, in the first round
FEW = 2  # the same, if one of the loops creates threads: every iteration makes the formula larger by all that they do
FURTHER = 8  # iterations that are tried in search of a violation where TRUE is impossible


class TooSmall(Enum):
    """The limit that an execution exceeds."""

    STATIC = "static"
    UNWIND = "unwind"


class OrderingEngine:
    name = "ordering"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        unwind = int(str(task.options.get("unwind", 0)))
        options = recipes.lowering(task.property, unwind)
        model = relaxed(str(task.options.get("memory_model", SC)))
        if shape(task.property) is Shape.DEADLOCK and program.plain is not None:
            model = None  # with store buffers
        tracked = shape(task.property) is Shape.RACE and is_weak(program)
        if model is None and not tracked:
            source, lowered = program, recipes.lower(program, recipes.ORDERED, task.property, unwind, task.invariants())
        else:
            passes = recipes.steps(recipes.TRACKED if tracked else recipes.ORDERED, task.property)
            source, lowered = prepared(program, model, options, passes)
        return Ordering(program, source, lowered, task, budget, counters, model).deepen(unwind)


def prepared(
    program: Program, model: MemoryModel | None, options: PassOptions, passes: tuple[Pass, ...] = recipes.ORDERED.passes
) -> tuple[Program, Program]:
    """The program without store buffers, if the order says what they would do; and lowered."""
    source = program
    if model is not None and program.plain is not None:
        source = runner.run(program.plain, (runner.FENCES, *runner.ANALYSE), options)
    return source, lowering_memo.run(source, passes, options)


def _creates_in_loop(program: Program) -> bool:
    for function in program.functions.values():
        creating = [edge for edge in function.edges if any(isinstance(op, Spawn) for op in edge.ops)]
        out = {location: [edge.target for edge in edges] for location, edges in function.successors().items()}
        if any({edge.source, edge.target} <= set(loop) for loop in cycles(out) for edge in creating):
            return True
    return False


class Ordering:
    def __init__(
        self,
        program: Program,
        source: Program,
        lowered: Program,
        task: Task,
        budget: Budget,
        counters: Counters,
        model: MemoryModel | None = None,
    ) -> None:
        self.source, self.model = source, model
        self.program, self.lowered, self.task, self.budget, self.counters = program, lowered, task, budget, counters
        self.threads = thread_limit(lowered, int(str(task.options.get("threads", 0))), counters)
        self.method = str(task.options.get("order_solver", "auto"))
        self.refuted: list[Refuted] = []  # in this round
        self.plain = True  # in this round, no question was asked twice
        self.trouble: Unknown | None = None  # why the answer cannot be TRUE
        self.conflicts = task.options.get("conflicts", "on") == "on"
        counters.update({"events": 0, "nodes": 0, "rf_candidates": 0, "solver_seconds": 0, "encode_seconds": 0})

    def deepen(self, unwind: int) -> Result:
        """Long loops come last, even if their length is known: many violations need few iterations."""
        known = int(str(self.task.options.get(KNOWN_BOUND, 0)))  # an earlier run has shown that there is nothing up to there
        first = FEW if _creates_in_loop(self.lowered) else SHORT
        limits = (
            UnrollingLimits(unwind, self.threads)
            if unwind
            else UnrollingLimits(2 * known or 1, self.threads, max(first, 2 * known))
        )
        before = 0.0
        while True:
            self.counters["bound"] = limits.unwind
            started = time.monotonic()
            result = self.round(limits)
            if not isinstance(result, TooSmall):
                return result
            if self.trouble is None:
                self.counters[CLEAR_BOUND] = min(limits.unwind, limits.static)
                taken = self.counters["clear_seconds"] = time.monotonic() - started
                self.counters["clear_growth"] = taken / before if before else 0
                before = taken
            if unwind:
                return self.trouble or Unknown(f"bound {unwind}")
            limits = (
                replace(limits, static=limits.static * 8)
                if result is TooSmall.STATIC
                else replace(limits, unwind=limits.unwind * 2)
            )

    def round(self, limits: UnrollingLimits) -> Result | TooSmall:
        """One bound; if it is too small, the limit that was reached."""
        self.refuted, self.plain = [], True
        started = time.monotonic()
        look = sought(self.lowered, self.task.property)
        world = unroll(self.lowered, limits, self.budget, look is Shape.RACE, self.model)
        encoder = EventEncoder(world)
        self._encoded(world, encoder, started)
        wanted = [failure for failure in world.failures if checks(self.task.property, failure.kind)]
        match look:
            case Shape.STEP:
                violated = self._violation(encoder, wanted)
            case Shape.RACE:
                violated = self._race(encoder)
            case Shape.DEADLOCK:
                violated = self._deadlock(encoder)
            case _:
                assert_never(look)
        if violated is not None:
            return violated
        if world.long:
            return TooSmall.STATIC
        return self._leaves(encoder, limits, [failure for failure in world.failures if failure not in wanted])

    def _violation(self, encoder: EventEncoder, wanted: list[PossibleFailure]) -> Result | None:
        """If the interpreter does not follow, ask again for an execution of which everything is known, not only what matters."""
        if self.model is not None:
            return self._weak_violation(encoder, wanted)
        result: Result | None = None
        for everything in (False, True):
            if everything:
                encoder.ask_everything()
            found = self._find(encoder, VIOLATED, wanted)
            if found is None:
                break
            failure, model = found
            from threadproof.engines.ordering.schedule import schedule

            turns = schedule(self.program, encoder.world, encoder.nodes, model, failure, self.task.property)
            result = shown(self.task, failure.message, failure.pos, turns)
            if isinstance(result, Unsafe):
                break
        return result

    def _weak_violation(self, encoder: EventEncoder, wanted: list[PossibleFailure]) -> Result | None:
        """A schedule of the program with store buffers, or an execution where there is none; everything must be known."""
        if self._find(encoder, VIOLATED, wanted) is None:
            return None
        encoder.ask_everything()
        found = self._find(encoder, VIOLATED, wanted)
        if found is None:  # reads that nothing depends on make the difference
            return None
        if self.program.plain is not None:
            scheduled = self._scheduled(encoder, wanted)
            if scheduled is not None:
                return scheduled
        return self._executed(encoder, *found)

    def _executed(self, encoder: EventEncoder, failure: PossibleFailure, model: EventModel) -> Result:
        from threadproof.engines.ordering.execution import execution

        given = execution(self.lowered, encoder, model, failure)
        if given is None:
            reason = "a counterexample with threads that create threads, or arrays without initial value"
            return self.task.unconfirmed(f"{reason} to {failure.pos}", (failure.message,))
        return Unsafe(self.task.property, failure.message, (), failure.pos, given)

    def _scheduled(self, encoder: EventEncoder, wanted: list[PossibleFailure]) -> Result | None:
        """None: there is not enough room in the buffers, or nothing was found."""
        from threadproof.engines.ordering.buffered import buffered_schedule, never_held

        assert encoder.relaxed is not None
        encoder.relaxed.at_once(never_held(self.program, self.source, encoder.world))
        found = self._find(encoder, VIOLATED, wanted)
        if found is None:
            return None
        failure, model = found
        turns = buffered_schedule(self.program, self.source, self.task.property, encoder, model, failure, self.budget)
        return None if turns is None else Unsafe(self.task.property, failure.message, turns, failure.pos)

    def _race(self, encoder: EventEncoder) -> Result | None:
        from threadproof.events.races import Races

        races, result = Races(encoder), None
        for everything in (False, True):
            if everything:
                encoder.ask_everything()
            model = self._ask(encoder, VIOLATED, races.goal)
            if model is None:
                break
            pair = races.found(encoder.gates.evaluate(model.true))
            from threadproof.engines.ordering.schedule import race_schedule

            turns = race_schedule(self.program, encoder.world, encoder.nodes, model, (pair.one, pair.other))
            result = shown(self.task, pair.describe(), pair.one.pos, turns)
            if isinstance(result, Unsafe):
                break
        return result

    def _deadlock(self, encoder: EventEncoder) -> Result | None:
        from threadproof.events.deadlocks import DeadlockEncoding

        deadlocks, result = DeadlockEncoding(encoder), None
        for everything in (False, True):
            if everything:
                encoder.ask_everything()
            model = self._ask(encoder, VIOLATED, deadlocks.goal)
            if model is None:
                break
            values = encoder.gates.evaluate(model.true)
            global_deadlock, waiting = deadlocks.found(values)
            places = ", ".join(f"line {blocked.pos.line}" for blocked in waiting)
            if self.model is not None:
                return self._under_sc(f"a deadlock under {self.model.name} that no schedule shows: {places}")
            from threadproof.engines.ordering.schedule import deadlock_schedule

            turns = deadlock_schedule(self.program, encoder.world, encoder.nodes, model)
            who = wording.waiting_threads(len(waiting), global_deadlock)
            result = shown(self.task, f"{who} for ever: {places}", waiting[0].pos, turns)
            if isinstance(result, Unsafe):
                break
        return result

    def _under_sc(self, otherwise: str) -> Result:
        """The interpreter is sequentially consistent: a violation there is one under every model."""
        sequential = Ordering(self.program, self.source, self.lowered, self.task, self.budget, self.counters)
        found = sequential.deepen(int(str(self.task.options.get("unwind", 0))))
        return found if isinstance(found, Unsafe) else self.task.unconfirmed(otherwise)

    def _leaves(self, encoder: EventEncoder, limits: UnrollingLimits, troubles: list[PossibleFailure]) -> Result | TooSmall:
        """Whether some execution leaves the unrolled program. One that cannot be followed does not end the search for one that
        violates the property, as long as more iterations are cheap."""
        other = [failure for failure in troubles if failure.kind != "bound"]
        found = self._find(encoder, UNDEFINED, other) if self.trouble is None else None
        if found is not None:
            failure, _ = found
            self.trouble = Unknown(forbids(failure.kind, failure.message, failure.pos))
        if self.trouble is not None and limits.unwind >= FURTHER:
            return self.trouble
        if self._find(encoder, EXCEEDED, [failure for failure in troubles if failure.kind == "bound"]) is not None:
            return TooSmall.UNWIND
        if self.trouble is not None:
            return self.trouble
        return Safe(refutation=Refutation(self.lowered, limits, tuple(self.refuted), self.plain))

    def _find(
        self, encoder: EventEncoder, question: str, failures: list[PossibleFailure]
    ) -> tuple[PossibleFailure, EventModel] | None:
        """An execution into one of the failures, and the one that comes first in it."""
        model = self._ask(encoder, question, encoder.gates.any([failure.when for failure in failures]))
        if model is None:
            return None
        certain = [failure for failure in failures if failure.when == TRUE]
        failures = certain or failures  # beside one that always happens nothing was asked about the others
        from threadproof.engines.ordering.schedule import Path

        path = Path(encoder.world, encoder.nodes, model)
        place = {encoder.nodes[i]: position for position, i in enumerate(model.sequence)}
        happening = [failure for failure in failures if path.holds(failure.when)]
        return min(happening, key=lambda failure: place.get(failure.node, len(place)) if failure.node else len(place)), model

    def _ask(self, encoder: EventEncoder, question: str, goal: Literal) -> EventModel | None:
        if goal == FALSE:
            return None
        started = time.monotonic()
        problem = encoder.question(goal)
        self._encoded(encoder.world, encoder, started)
        self.counters["clauses"] = len(problem.clauses)
        lemmas = Lemmas()
        model = solve(problem, self.method, self.budget, self.counters, self.conflicts, lemmas)
        if model is None:
            self.refuted.append(Refuted(question, problem, lemmas))
        else:
            self.plain = False
            if problem.nodes > len(encoder.nodes):  # copies of nodes come last
                model = replace(model, sequence=model.sequence[: len(encoder.nodes)])
        return model

    def _encoded(self, world: Unrolling, encoder: EventEncoder, started: float) -> None:
        self.counters["encode_seconds"] += time.monotonic() - started
        self.counters["events"] = sum(len(node.reads) + len(node.writes) for node in world.nodes)
        self.counters["nodes"] = len(encoder.nodes)
        self.counters["rf_candidates"] = len(encoder.candidates)
