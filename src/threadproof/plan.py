"""Which engines run on a program, in which order: the plans of `--engine auto`, as a table.

A plan is chosen by features of the program that are cheap to see. Its runs start in the order of the table, as many at a time
as there are jobs; the first one that knows the answer ends the others. `share`: of the time that is left, how much a run may
use while others still wait for their turn; the last one may use all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.enginetable import ENGINES
from threadproof.properties import DEADLOCK, RACE
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.ir.program import Program


@dataclass(frozen=True, slots=True)
class Features:
    scheduler: str
    property: str
    threads: int  # places that create one
    unbounded: bool  # whether threads are created in loops, or by threads
    loops: int
    accesses: int  # steps that touch what several threads can see
    inputs: int
    buffers: bool = False  # whether writes are held back

    def __str__(self) -> str:
        many = " in a loop" if self.unbounded else ""
        parts = (
            (self.threads, "thread", many),
            (self.loops, "loop", ""),
            (self.accesses, "shared step", ""),
            (self.inputs, "input", ""),
        )
        counts = [f"{count} {word}{'' if count == 1 else 's'}{rest}" for count, word, rest in parts]
        return ", ".join([f"{self.scheduler} scheduler", *counts])


@dataclass(frozen=True, slots=True)
class Run:
    engine: str
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    name: str
    holds: Callable[[Features], bool]
    runs: tuple[Run, ...]


PLANS = (
    Plan(
        "a model of cooperative threads",
        lambda f: f.scheduler != "preemptive",
        (Run("simulation", 0.5), Run("esst", 0.5), Run("impact", 0.5), Run("explicit")),
    ),
    Plan("store buffers", lambda f: f.buffers, (Run("explicit", 0.6), Run("abstraction", 0.5), Run("ordering"))),
    Plan("races and deadlocks", lambda f: f.property in (RACE, DEADLOCK), (Run("ordering", 0.6), Run("explicit"))),
    Plan(
        "any number of threads",
        lambda f: f.unbounded,
        (Run("abstraction", 0.7), Run("ordering", 0.5), Run("explicit")),
    ),
    Plan("no loops", lambda f: not f.loops, (Run("ordering", 0.6), Run("abstraction", 0.5), Run("explicit"))),
    Plan(
        "loops",
        lambda f: True,
        (Run("ordering", 0.3), Run("abstraction", 0.6), Run("impact", 0.6), Run("explicit")),
    ),
)


def features(program: Program, property_: str) -> Features:
    """Of a lowered program: threads over variables."""
    from threadproof.ir import op as ops
    from threadproof.passes.accesses import edge_accesses
    from threadproof.passes.graph import cycles

    threads = loops = accesses = inputs = 0
    unbounded = False
    for function in program.functions.values():
        out = {location: [edge.target for edge in edges] for location, edges in function.successors().items()}
        around = [set(found) for found in cycles(out)]
        loops += len(around)
        for edge in function.edges:
            accesses += any(access.variable.shared for access in edge_accesses(edge))
            for op in edge.ops:
                inputs += isinstance(op, ops.Havoc) and op.origin is ops.Origin.INPUT
                if isinstance(op, ops.Spawn):
                    threads += 1
                    again = any({edge.source, edge.target} <= loop for loop in around)
                    unbounded = unbounded or again or function.name != program.main
    buffers = "buffers" in program.passes
    return Features(program.scheduler, property_, threads, unbounded, loops, accesses, inputs, buffers)


def choose(found: Features) -> Plan:
    """The first plan that fits, without engines that do not check the property or do not work on such programs."""
    plan = next(plan for plan in PLANS if plan.holds(found))
    able = {e.name for e in ENGINES if found.property in e.properties and found.scheduler in e.schedulers}
    return Plan(plan.name, plan.holds, tuple(run for run in plan.runs if run.engine in able))


def explain(found: Features, plan: Plan, jobs: int) -> str:
    runs = ", ".join(run.engine if run.share == 1 else f"{run.engine} ({run.share:.0%})" for run in plan.runs)
    return f"Plan: {plan.name} ({found}): {runs}; {jobs} at a time."
