"""The order in which an unwinding is followed: topological, so that every predecessor of a point comes before it.

Every thread moves forwards in the weak topological order of its automaton, or into the next iteration of a loop around
it; so the keys of its unrolled locations grow along every path (`analyses.weak_topological_order`). Compared thread by
thread, they order all points of an unwinding topologically: a step changes the key of its thread and of no thread
before it. Hence when a point's turn comes, every path to it has arrived, and the paths become one formula.
"""

from __future__ import annotations

from threadproof.analyses.weak_topological_order import WeakOrder
from threadproof.sched.system import END, HALTED, Control, System, SystemStep

Iterations = tuple[tuple[int, ...], ...]
"""For each thread, the iterations of the loops around it, outermost first."""

Rank = tuple[tuple[float, ...], ...]

_ENDED = (float("inf"),)


class Places:
    def __init__(self, system: System) -> None:
        self.system = system
        self.orders = [WeakOrder(function.entry, function.edges) for function in system.templates]

    def heads(self, template: int) -> frozenset[int]:
        """Locations at which a loop begins; every cycle of the automaton contains one."""
        return frozenset(head for loops in self.orders[template].loops.values() for head in loops)

    def start(self, control: Control) -> Iterations:
        """Every loop in its first iteration."""
        return tuple(() if at == END else (0,) * len(self.orders[t].loops[at]) for t, at in control.at)

    def after(self, control: Control, step: SystemStep, iterations: Iterations) -> Iterations:
        if step.target is HALTED:
            return iterations
        found = list(iterations)
        template, source = control.at[step.thread]
        _, target = step.target.at[step.thread]
        found[step.thread] = () if target == END else self.orders[template].follow(source, target, iterations[step.thread])[1]
        for number, location in step.target.at[len(found) :]:
            found.append((0,) * len(self.orders[number].loops[location]))
        return tuple(found)

    def rank(self, control: Control, iterations: Iterations) -> Rank:
        return tuple(
            _ENDED if at == END else self.orders[t].key(at, count) for (t, at), count in zip(control.at, iterations, strict=True)
        )
