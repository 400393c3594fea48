"""The engines as a table: what each answers, for which properties and which programs, and the choices that its options have.

It names engines and imports none: `run.engines.make_engine` makes them. Other distributions offer engines as entry
points of the group `threadproof.engines`: classes as `engines.base.Engine` describes them, with their row as `info`.
"""

from __future__ import annotations

from typing import Any

from threadproof.errors import InputError
from threadproof.properties import COOPERATIVE, GRAPH, PREEMPTIVE, PROPERTIES, SCHEDULERS, TABLE, Shape, parts
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """One row of `threadproof engines`."""

    name: str
    answers: str
    properties: tuple[str, ...]
    idea: str
    schedulers: tuple[str, ...] = (PREEMPTIVE,)
    knows_order: bool = False  # of accesses under weak memory models, also where no program follows all of it
    modular: bool = False  # no number of threads bounds it, and its answer counts only when its proof was checked


def _showing(*shapes: Shape) -> tuple[str, ...]:
    """For engines that see such violations in executions."""
    return tuple(each.name for each in TABLE if each.shape in shapes)


CHECKED = tuple(each.name for each in TABLE if GRAPH in each.evidence)
"""For engines that look for checks that fail, and prove that none does."""
WRITTEN = tuple(each.name for each in TABLE if GRAPH in each.evidence and not each.watched_by)
"""The same, where no pass adds checks: accesses of cooperative threads never meet."""

ENGINES = (
    EngineInfo(
        "explicit",
        "TRUE, FALSE",
        _showing(Shape.STEP, Shape.RACE, Shape.DEADLOCK),
        "enumerates every schedule and every small input, with state hashing; the oracle of all other engines",
        SCHEDULERS,
    ),
    EngineInfo(
        "abstraction",
        "TRUE, FALSE",
        CHECKED,
        "proves with what it needs to know and no more: explicit values and predicates, refined by spurious counterexamples",
        SCHEDULERS,
    ),
    EngineInfo(
        "ordering",
        "TRUE, FALSE",
        _showing(Shape.STEP, Shape.RACE, Shape.DEADLOCK),
        "the unrolled program as one formula over reads and writes and their order; no interleaving is explored",
        knows_order=True,
    ),
    EngineInfo(
        "impact",
        "TRUE, FALSE",
        CHECKED,
        "unwinds the program into a tree whose paths are labelled with why they do not fail, until older nodes cover the rest",
        SCHEDULERS,
    ),
    EngineInfo(
        "bmc",
        "TRUE, FALSE",
        CHECKED,
        "unwinds the program up to a bound, merges paths that meet into one formula, and asks whether a failure is possible",
    ),
    EngineInfo(
        "predicate",
        "TRUE, FALSE",
        CHECKED,
        "the same formulas for blocks between loop heads, with predicate abstraction where blocks end",
    ),
    EngineInfo(
        "kinduction",
        "TRUE, FALSE",
        CHECKED,
        "proves that no failure follows k blocks without one, with constants and conditions of the program as invariants",
    ),
    EngineInfo(
        "simulation",
        "TRUE, FALSE",
        _showing(Shape.STEP, Shape.RACE, Shape.DEADLOCK),
        "runs the program with symbolic inputs through all schedules, and prunes states that a visited one covers",
        SCHEDULERS,
    ),
    EngineInfo(
        "modular",
        "TRUE",
        _showing(Shape.STEP, Shape.RACE, Shape.DEADLOCK),
        "proves each thread by itself, for any number of threads; what others may do is summed up as interference",
        modular=True,
    ),
    EngineInfo(
        "esst",
        "TRUE, FALSE",
        WRITTEN,
        "executes the scheduler of cooperative threads, and explores each thread by predicate abstraction",
        COOPERATIVE,
    ),
)


def verifies(engine: EngineInfo, property_: str) -> bool:
    """Also several properties together."""
    return all(part in engine.properties for part in parts(property_))


def known(name: str) -> EngineInfo | None:
    """The row of an engine, also of one that another distribution offers. None: there is no such engine."""
    ours = next((engine for engine in ENGINES if engine.name == name), None)
    if ours is not None or name == AUTO:
        return ours
    from threadproof import plugins

    point = plugins.offered(plugins.ENGINES).get(name)
    return described(name, plugins.loaded(point)) if point else None


def installed() -> tuple[EngineInfo, ...]:
    """All of them."""
    from threadproof import plugins

    points = {name: point for name, point in plugins.offered(plugins.ENGINES).items() if name not in OURS}
    return (*ENGINES, *(described(name, plugins.loaded(point)) for name, point in sorted(points.items())))


def described(name: str, engine: Any) -> EngineInfo:
    """The row of a stranger's engine, which goes by the name of its entry point."""
    info = getattr(engine, "info", None)
    if not isinstance(info, EngineInfo) or not set(info.properties) <= set(PROPERTIES):
        raise InputError(f"engine {name} does not say what it answers: it needs an EngineInfo as `info`")
    return replace(info, name=name)


OURS = (*(engine.name for engine in ENGINES), "auto")
PERSISTENT_SETS = ("ct", "stub", "stub2", "ct-min", "stub-min", "stub2-min")
AUTO = "auto"
ORDERED = ("abstraction", "impact", "esst", "simulation")  # engines that may forget the order of FairThreads
REDUCTIONS = {
    "abstraction": ("static", "abstract"),
    "impact": ("shared", "monotonic"),
    "bmc": ("static",),
    "predicate": ("static",),
    "kinduction": ("static",),
    "simulation": (*PERSISTENT_SETS, "dynamic", "combined"),
    "esst": ("persistent", "sleep", "persistent+sleep"),
}
SEARCHES = {
    "explicit": ("bfs", "dfs"),
    "abstraction": ("bfs", "dfs", "error-distance"),
    "predicate": ("bfs", "dfs", "threads"),
}
MATCHERS = ("ceq", "pesm", "esm", "esmh", "psbc-eq", "psbc-cv", "sbc-eq", "sbc-cv", "ess", "adaptive")
