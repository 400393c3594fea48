"""The engines as a table: what each answers, for which properties and which programs, and the choices that its options have.

It names engines and imports none: who makes them is `run.engines.make_engine`. Other distributions offer engines as entry points
of the group `threadproof.engines`: classes as `engines.base.Engine` describes them, with their row as `info`.
"""

from __future__ import annotations

from typing import Any

from threadproof.errors import InputError
from threadproof.properties import MEMSAFETY, OVERFLOW, PROPERTIES, RACE, UNREACH
from threadproof.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """One row of `threadproof engines`."""

    name: str
    answers: str
    properties: tuple[str, ...]
    idea: str
    schedulers: tuple[str, ...] = ("preemptive",)


ENGINES = (
    EngineInfo(
        "explicit",
        "TRUE, FALSE",
        PROPERTIES,
        "enumerates every schedule and every small input, with state hashing; the oracle of all other engines",
        ("preemptive", "systemc", "fairthreads"),
    ),
    EngineInfo(
        "abstraction",
        "TRUE, FALSE",
        (UNREACH, RACE, OVERFLOW, MEMSAFETY),
        "proves with what it needs to know and no more: explicit values and predicates, refined by spurious counterexamples",
        ("preemptive", "systemc", "fairthreads"),
    ),
    EngineInfo(
        "ordering",
        "TRUE, FALSE",
        PROPERTIES,
        "the unrolled program as one formula over reads and writes and their order; no interleaving is explored",
    ),
    EngineInfo(
        "impact",
        "TRUE, FALSE",
        (UNREACH, RACE, OVERFLOW, MEMSAFETY),
        "unwinds the program into a tree whose paths are labelled with why they do not fail, until older nodes cover the rest",
        ("preemptive", "systemc", "fairthreads"),
    ),
    EngineInfo(
        "bmc",
        "TRUE, FALSE",
        (UNREACH, RACE, OVERFLOW, MEMSAFETY),
        "unwinds the program up to a bound, merges paths that meet into one formula, and asks whether a failure is possible",
    ),
    EngineInfo(
        "predicate",
        "TRUE, FALSE",
        (UNREACH, RACE, OVERFLOW, MEMSAFETY),
        "the same formulas for blocks between loop heads, with predicate abstraction where blocks end",
    ),
    EngineInfo(
        "kinduction",
        "TRUE, FALSE",
        (UNREACH, RACE, OVERFLOW, MEMSAFETY),
        "proves that no failure follows k blocks without one, with constants and conditions of the program as invariants",
    ),
    EngineInfo(
        "simulation",
        "TRUE, FALSE",
        PROPERTIES,
        "runs the program with symbolic inputs through all schedules, and prunes states that a visited one covers",
        ("preemptive", "systemc", "fairthreads"),
    ),
    EngineInfo(
        "esst",
        "TRUE, FALSE",
        (UNREACH, OVERFLOW, MEMSAFETY),
        "executes the scheduler of cooperative threads, and explores each thread by predicate abstraction",
        ("systemc", "fairthreads"),
    ),
)


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
