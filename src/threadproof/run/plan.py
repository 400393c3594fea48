"""Which engines run on a program, in which order: the plans of `--engine auto`, as a table.

A plan is chosen by features of the program that are cheap to see. Its runs start in the order of the table, as many at a time
as there are jobs; the first one that knows the answer, and can have it checked, ends the others. `share`: of the time that is
left, how much a run may use while others still wait for their turn, and at most so many `seconds`; the last one may use all of
it. `simulation` gets a few seconds of most plans: programs with few states are no work to it, others it does not even begin to
cover. Before that `abstraction` has a moment where there are loops: violations along single schedules are found at once or late.
A single thread without inputs has one execution, which is followed first. Loops of hundreds of iterations that count with
constants are for `bmc`: it follows them, and conditions are decided on the way. So are shorter ones with arrays, whose cells each
iteration decides anew; without arrays `ordering` is faster. `modular` needs a moment, however many threads and rounds there are.
Data races are on most ways through a program that has one: `explicit` follows some from end to end, however large it is.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING

from threadproof.config.engines import ENGINES, verifies
from threadproof.properties import PREEMPTIVE, Shape, shape
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.ir.program import Program

LARGE = 20_000  # operations, calls inlined: looking at all of them takes longer than most programs take to be verified
UNROLLED = 64  # iterations, up to which ordering, which unrolls all of them, is worth more than the usual share of the time


@dataclass(frozen=True, slots=True)
class Features:
    scheduler: str
    property: str
    threads: int  # places that create one
    unbounded: bool  # whether threads are created by threads, or in loops of which constants do not say how often they repeat
    loops: int
    unbounded_loops: int  # those of which constants do not say how often they repeat
    iterations: int  # of the innermost loop that repeats most often, where constants say it
    accesses: int  # steps that touch what several threads can see
    inputs: int
    data: frozenset[str] = frozenset()  # kinds of data that are hard for some engine (`analyses.data_kinds`)
    buffers: bool = False  # whether writes are held back
    relaxed: bool = False  # whether the engine has to know the memory model
    large: bool = False  # nothing else is known about it
    endless: tuple[str, ...] = ()  # places of loops of which constants do not say how often they repeat

    def __str__(self) -> str:
        if self.large:
            return f"{self.scheduler} scheduler, more than {LARGE} operations with calls inlined"
        many = " in a loop" if self.unbounded else ""
        parts = (
            (self.threads, "thread", many),
            (self.loops, "loop", self._rounds()),
            (self.accesses, "shared step", ""),
            (self.inputs, "input", ""),
        )
        counts = [f"{count} {word}{'' if count == 1 else 's'}{rest}" for count, word, rest in parts]
        data = f"data with {' and '.join(sorted(self.data))}" if self.data else "linear data"
        return ", ".join([f"{self.scheduler} scheduler", *counts, data])

    def _rounds(self) -> str:
        """What is known about how often loops repeat."""
        if not self.loops:
            return ""
        known = f"at most {self.iterations} iterations"
        if not self.unbounded_loops:
            return f" ({known})"
        return f" ({self.unbounded_loops} without bound{f', others {known}' if self.unbounded_loops < self.loops else ''})"


@dataclass(frozen=True, slots=True)
class Run:
    engine: str
    share: float = 1.0
    seconds: float = inf
    search: str = ""  # of `explicit`: depth first or breadth first, if it matters


@dataclass(frozen=True, slots=True)
class Plan:
    name: str
    holds: Callable[[Features], bool]
    runs: tuple[Run, ...]


GLANCE = Run("abstraction", 0.05, 1.5)
BRIEFLY = Run("simulation", 0.1, 4.0)
THREADWISE = Run("modular", 0.1, 5.0)
LOOK = Run("explicit", 0.2, 30.0, "dfs")

PLANS = (
    Plan("large", lambda f: f.large, (LOOK, Run("explicit", 0.5), Run("simulation", 0.5), Run("abstraction", 0.5), Run("bmc"))),
    Plan(
        "a model of cooperative threads",
        lambda f: f.scheduler != PREEMPTIVE,
        (Run("simulation", 0.5), Run("esst", 0.5), Run("impact", 0.5), Run("explicit")),
    ),
    Plan(
        "relaxed memory order and loops",
        lambda f: f.relaxed and bool(f.unbounded_loops),
        (Run("ordering", 0.6), Run("explicit", 0.6), Run("abstraction")),
    ),
    Plan("relaxed memory order", lambda f: f.relaxed, (Run("ordering"),)),
    Plan("store buffers", lambda f: f.buffers, (Run("ordering", 0.6), Run("explicit", 0.6), Run("abstraction"))),
    Plan("deadlocks", lambda f: shape(f.property) is Shape.DEADLOCK, (THREADWISE, Run("ordering", 0.6), Run("explicit"))),
    Plan(
        "data races",
        lambda f: shape(f.property) is Shape.RACE,
        (THREADWISE, LOOK, Run("ordering", 0.3), Run("abstraction", 0.6), Run("explicit", 0.5), Run("impact")),
    ),
    Plan(
        "one thread, without inputs",
        lambda f: not f.threads and not f.inputs,
        (Run("explicit", 0.3), Run("simulation", 0.3), Run("impact", 0.3), Run("bmc", 0.5), Run("abstraction")),
    ),
    Plan(
        "one thread",
        lambda f: not f.threads,
        (
            Run("simulation", 0.5),
            Run("impact", 0.3),
            Run("predicate", 0.5),
            Run("abstraction", 0.5),
            Run("ordering", 0.6),
            Run("explicit"),
        ),
    ),
    Plan(
        "any number of threads",
        lambda f: f.unbounded,
        (THREADWISE, Run("abstraction", 0.7), Run("ordering", 0.5), Run("explicit")),
    ),
    Plan("no loops", lambda f: not f.loops, (Run("ordering", 0.6), BRIEFLY, Run("abstraction", 0.5), Run("explicit"))),
    Plan(
        "arrays and loops with constant bounds",
        lambda f: "arrays" in f.data and not f.unbounded_loops and f.iterations <= UNROLLED,
        (Run("bmc", 0.4), Run("ordering", 0.4), GLANCE, BRIEFLY, Run("abstraction", 0.6), Run("impact", 0.6), Run("explicit")),
    ),
    Plan(
        "loops with constant bounds",
        lambda f: not f.unbounded_loops and f.iterations <= UNROLLED,
        (Run("ordering", 0.5), GLANCE, BRIEFLY, Run("abstraction", 0.6), Run("impact", 0.6), Run("explicit")),
    ),
    Plan(
        "long loops with constant bounds",
        lambda f: not f.unbounded_loops,
        (
            Run("bmc", 0.5),
            THREADWISE,
            GLANCE,
            BRIEFLY,
            Run("abstraction", 0.5),
            Run("ordering", 0.3),
            Run("impact", 0.6),
            Run("explicit"),
        ),
    ),
    Plan(
        "loops",
        lambda f: True,
        (Run("ordering", 0.3), THREADWISE, GLANCE, BRIEFLY, Run("abstraction", 0.6), Run("impact", 0.6), Run("explicit")),
    ),
)


def examined(program: Program, property_: str, unwind: int = 0) -> Features:
    """Of a program as engines get it. One that calls make too large (recursion, most of all) is not looked at any more
    closely."""
    from threadproof.analyses.inlined_size import inlined_sizes
    from threadproof.passes import lowering_memo, recipes, runner

    options, passes = recipes.lowering(property_, unwind), recipes.ORDERED.passes
    size = sum(inlined_sizes(program).values())
    if size <= LARGE:  # as far as that can be seen
        inlined = lowering_memo.run(program, passes[: passes.index(runner.INLINE) + 1], options)
        size = sum(len(function.edges) for function in inlined.functions.values())
    if size > LARGE:
        return Features(program.scheduler, property_, 0, False, 0, 0, 0, 0, 0, frozenset(), *_memory(program), large=True)
    return features(lowering_memo.run(program, passes, options), property_)


def features(program: Program, property_: str) -> Features:
    """Of a lowered program: threads over variables."""
    from threadproof.analyses import trip_counts as trips
    from threadproof.analyses.accesses import edge_accesses
    from threadproof.analyses.data_kinds import kinds
    from threadproof.analyses.graph import cycles
    from threadproof.ir import op as ops

    threads = accesses = inputs = 0
    loops: list[trips.Loop] = []
    unbounded = False
    places: list[str] = []
    for function in program.functions.values():
        out = {location: [edge.target for edge in edges] for location, edges in function.successors().items()}
        mine = trips.loops(function) if cycles(out) else []
        loops += mine
        endless = [loop.inside for loop in mine if loop.total is None]
        heads = {loop.head for loop in mine if loop.total is None}
        places += [f"{edge.pos.file}:{edge.pos.line}" for edge in function.edges if edge.source in heads and edge.pos.line]
        for edge in function.edges:
            accesses += any(access.variable.shared for access in edge_accesses(edge))
            for op in edge.ops:
                inputs += isinstance(op, ops.Havoc) and op.origin is ops.Origin.INPUT
                if isinstance(op, ops.Spawn):
                    threads += 1
                    again = any({edge.source, edge.target} <= loop for loop in endless)
                    unbounded = unbounded or again or function.name != program.main
    open_ = sum(loop.total is None for loop in loops)
    most = max((loop.total for loop in loops if loop.total is not None), default=0)
    counts = threads, unbounded, len(loops), open_, most, accesses, inputs
    return Features(
        program.scheduler, property_, *counts, kinds(program), *_memory(program), endless=tuple(dict.fromkeys(places))
    )


def _memory(program: Program) -> tuple[bool, bool]:
    """Whether writes are held back, and whether the engine has to know the memory model."""
    return "buffers" in program.passes, "fences" in program.passes


def choose(found: Features) -> Plan:
    """The first plan that fits, without engines that do not check the property or do not work on such programs."""
    plan = next(plan for plan in PLANS if plan.holds(found))
    able = {e.name for e in ENGINES if verifies(e, found.property) and found.scheduler in e.schedulers}
    *runs, last = (run for run in plan.runs if run.engine in able)
    return Plan(plan.name, plan.holds, (*runs, Run(last.engine)))


def explain(found: Features, plan: Plan, jobs: int) -> str:
    width = max(len(run.engine) for run in plan.runs)
    rows = [f"  {number}. {run.engine.ljust(width)}  {_limit(run)}" for number, run in enumerate(plan.runs, 1)]
    return "\n".join([f"Plan: {plan.name}, {jobs} at a time. The program: {found}.", *rows])


def _limit(run: Run) -> str:
    if run.share == 1:
        return "all the time that is left"
    first = ", depth first" if run.search == "dfs" else ""
    return f"{run.share:.0%} of the time that is left" + (f", at most {run.seconds:g} s" if run.seconds < inf else "") + first
