"""Explicit-state model checking without reduction: `search` is the loop, `inputs` chooses values, `store` keeps states
and steps."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.analyses.input_values import SampledDomains
from threadproof.budget import Budget, OutOfBudget
from threadproof.counters import Counters
from threadproof.engines.explicit.number_reuse import followed
from threadproof.engines.explicit.search import Crowded, Enumeration
from threadproof.evidence.result import Result, Unknown, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir.arith import Value, from_bytes
from threadproof.ir.happens_before import is_weak
from threadproof.ir.interp import Limits
from threadproof.ir.interp.numbers import recyclable
from threadproof.ir.layout import leaves
from threadproof.ir.program import MemoryObject, Program
from threadproof.ir.types import Type, byte_size
from threadproof.properties import NONE, Shape, shape
from threadproof.records import replace

SAMPLED = 50_000  # states that are looked at with a few values of inputs that have too many

__all__ = ["ExplicitEngine", "IncompleteSearch", "outcomes"]


class ExplicitEngine:
    """Options: `search` (bfs, dfs), `threads` (how many there may be, main included), `unwind` (how deep calls nest).

    Where an input has too many values, those executions are left out, and then tried with a few values: a violation along one of
    them is one, and TRUE is impossible already.
    """

    name = "explicit"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        threads, depth = (int(str(task.options.get(name, 0))) for name in ("threads", "unwind"))
        known = None if threads else lambda: _known(program, task.property, counters)
        limits = Limits(threads=threads or Limits().threads, depth=depth or Limits().depth, known=known)
        breadth = task.options.get("search") != "dfs"
        tracked = shape(task.property) is Shape.RACE and is_weak(program)
        if tracked:
            from threadproof.engines.explicit.race_tracking import Tracked
        kind = Tracked if tracked else Enumeration
        search = kind(program, task.property, budget, counters, limits, breadth)
        search.recycles = not tracked and recyclable(program)  # clocks go by numbers
        try:
            result = search.run()
        except Crowded:
            again = Enumeration(program, task.property, budget, counters, replace(limits, reuse=True), breadth)
            return followed(program, again.run())
        if not isinstance(result, Unknown) or not search.unfollowed:
            return result
        seen = dict(counters)
        search = kind(program, task.property, budget, counters, limits, breadth, SampledDomains(program))
        search.most = SAMPLED
        try:
            found = search.run()
        except OutOfBudget:
            return result
        if isinstance(found, Unsafe):
            return found
        counters.update(seen)
        return result


def _known(program: Program, property_: str, counters: Counters) -> int:
    """How many threads there may be where there are more than usual: lowering says what the text does."""
    from threadproof.analyses.thread_bounds import thread_limit
    from threadproof.passes import recipes

    return thread_limit(recipes.lower(program, recipes.ORDERED, property_, 0), 0, counters)


class IncompleteSearch(Exception):
    """Not every execution was followed to its end."""


Final = Value | tuple[Value, ...]


def outcomes(
    program: Program, names: Sequence[str], budget: Budget | None = None, limits: Limits | None = None
) -> set[tuple[Final, ...]]:
    """The values that named globals can have when the program ends, over all schedules and inputs.

    Of an aggregate: those of its scalars, in order. Executions that fail a check of `unreach-call` have no end. Raises
    `IncompleteSearch` where the enumeration is.
    """
    search = Enumeration(program, NONE, budget or Budget(), {}, limits or Limits(), True)
    places = {item.name: (number, item) for number, item in enumerate(search.machine.statics.variable)}
    found: set[tuple[Final, ...]] = set()
    search.at_end = lambda cells: found.add(tuple(_final(cells[places[name][0]], places[name][1]) for name in names))
    result = search.run()
    if isinstance(result, Unknown):
        raise IncompleteSearch(result.reason)
    return found


def _final(data: bytes, item: MemoryObject) -> Final:
    parts = [(offset, type_) for offset, type_ in leaves(item.layout)] if item.layout is not None else []
    values = tuple(from_bytes(type_, data[offset : offset + byte_size(type_)]) for offset, type_ in parts)
    return values[0] if isinstance(item.layout, Type) else values
