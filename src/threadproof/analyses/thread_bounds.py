"""How many threads a lowered program creates at most, where its text says so.

Each place that creates a thread does so once for each of its thread, times the rounds of the loops around it, where constants
bound these (`trips`). Threads that create threads multiply. Where a loop has no known bound, or threads create their own kind,
nothing is known, and a limit has to end the search (`--threads`). An error here would cost time and never a verdict: a limit that
is met is said, however large it is.
"""

from __future__ import annotations

from threadproof.analyses import trip_counts as trips
from threadproof.analyses.graph import cycles
from threadproof.counters import Counters, Name
from threadproof.ir import op as ops
from threadproof.ir.program import Function, Program

DEFAULT = 64  # threads, main included, where the text does not say how many there are
MOST = 10_000  # of known ones
RAISED: Name = "thread_limit"  # the counter that tells of a higher limit


def thread_limit(program: Program, asked: int, counters: Counters | None = None) -> int:
    """How many threads there may be, main included. `asked`: what the user says, or 0."""
    if asked:
        return asked
    known = created(program)
    if known is None or known < DEFAULT:
        return DEFAULT
    if counters is not None:
        counters[RAISED] = known + 1
    return known + 1


def created(program: Program) -> int | None:
    """Threads besides main."""
    places = {name: _places(function) for name, function in program.functions.items()}
    if program.scheduler != "preemptive":
        return len(places[program.main])  # a model is elaborated once
    return _created(places, program.main, frozenset())


def _created(places: dict[str, list[tuple[str, int | None]]], name: str, above: frozenset[str]) -> int | None:
    """By one thread, and by those that it creates."""
    total = 0
    for target, times in places[name]:
        more = None if times is None or target in above | {name} else _created(places, target, above | {name})
        if times is None or more is None:
            return None
        total += times * (1 + more)
    return total if total < MOST else None


def _places(function: Function) -> list[tuple[str, int | None]]:
    """Of each place that creates threads: which, and how often at most."""
    creating = [(edge, op) for edge in function.edges for op in edge.ops if isinstance(op, ops.Spawn)]
    if not creating:
        return []
    out = {location: [edge.target for edge in edges] for location, edges in function.successors().items()}
    found = trips.loops(function) if cycles(out) else []
    places: list[tuple[str, int | None]] = []
    for edge, op in creating:
        around = [loop.total for loop in found if {edge.source, edge.target} <= loop.inside]
        known = [total for total in around if total is not None]
        name = op.function.payload.name if op.function.op == "addr" else ""
        places.append((name, None if not name or len(known) < len(around) else max(known, default=1)))
    return places
