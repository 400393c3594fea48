"""Where a block ends: the operator that makes bounded model checking, large-block or single-block predicate abstraction of one
analysis.

A block ends with a step, namely when its thread arrives somewhere: at the head of a loop, at a call or return, or anywhere.
(It is not enough for a thread to *be* at such a place: while one thread rests at a loop head, the others still get large
blocks.) Every cycle of the program takes some thread to the head of a loop, so with all operators but `Never` blocks have no
cycles; `Never` needs a bound. A short loop that counts with constants does not end a block: it is followed to its end
(`bound`)."""

from __future__ import annotations

from typing import Protocol

from threadproof.engines.blocks.bound import LoopCounters
from threadproof.engines.blocks.formula import Values
from threadproof.engines.blocks.order import Iterations, Places
from threadproof.ir.program import Edge, Function
from threadproof.sched.system import END, HALTED, System, SystemStep


class BlockOperator(Protocol):
    def ends(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        """Whether a block ends where the step leads, to these iterations and values."""
        ...


class Never:
    def ends(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        return False


class Every:
    def ends(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        return True


class Loops:
    """Heads of loops."""

    def __init__(self, system: System, places: Places) -> None:
        self._heads = [places.heads(template) for template in range(len(system.templates))]
        self._counters = LoopCounters(system, places)

    def ends(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        if step.target is HALTED:
            return False
        template, location = step.target.at[step.thread]
        return location in self._heads[template] and not self._counters.short(step, iterations, values)


class LoopsAndFunctions(Loops):
    """Also where a function is entered or left; calls are inlined, but every edge remembers the calls it comes from."""

    def __init__(self, system: System, places: Places) -> None:
        super().__init__(system, places)
        self._borders = [_borders(function) | {END} for function in system.templates]

    def ends(self, step: SystemStep, iterations: Iterations, values: Values) -> bool:
        if step.target is HALTED:
            return False
        template, location = step.target.at[step.thread]
        return location in self._borders[template] or super().ends(step, iterations, values)


def _borders(function: Function) -> frozenset[int]:
    """Locations between edges of different calls."""
    calls: dict[int, set[tuple[Edge, ...]]] = {}
    for edge in function.edges:
        trails = [trail[:-1] for trail in edge.origin if trail]
        if trails:
            calls.setdefault(edge.source, set()).add(trails[0])
            calls.setdefault(edge.target, set()).add(trails[-1])
    return frozenset(location for location, found in calls.items() if len(found) > 1)


def make(name: str, system: System, places: Places) -> BlockOperator:
    match name:
        case "never":
            return Never()
        case "every":
            return Every()
        case "loops+functions":
            return LoopsAndFunctions(system, places)
    return Loops(system, places)
