"""Weak topological order of a control-flow automaton: a nested order in which every edge leads forwards or to the head of a
loop around it.

It gives every location of the unrolled automaton a key such that sorting by keys sorts topologically: for each loop
around the location, the loop's place and the number of the iteration, then the location's own place. Paths meet where
their keys are equal, so a traversal in the order of keys has seen everything that leads to an unrolled location before
it comes to it.

Computed from strongly connected components: take the head out of each, and order what is left of it in the same way (after F.
Bourdoncle).
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analyses.graph import components
from threadproof.ir.program import Edge

Key = tuple[int, ...]


class WeakOrder:
    """`loops[l]`: heads of the loops around location l, outermost first (a head lies in its own loop). `exits`: heads of loops
    that have a way out."""

    def __init__(self, entry: int, edges: Iterable[Edge]) -> None:
        self.loops: dict[int, tuple[int, ...]] = {}
        self.exits: set[int] = set()
        self._places: dict[int, tuple[int, ...]] = {}
        out: dict[int, list[int]] = {entry: []}
        for edge in edges:
            out.setdefault(edge.source, []).append(edge.target)
            out.setdefault(edge.target, [])
        self._depth_first = _numbers(entry, out)
        work: list[tuple[dict[int, list[int]], tuple[int, ...], tuple[int, ...], int]] = [(out, (), (), 0)]
        while work:
            graph, loops, places, first = work.pop()
            for place, component in enumerate(reversed(components(graph)), first):
                if len(component) == 1 and component[0] not in graph[component[0]]:
                    self.loops[component[0]], self._places[component[0]] = loops, (*places, place)
                    continue
                inside = set(component)
                head = min(component, key=self._depth_first.__getitem__)
                self.loops[head], self._places[head] = (*loops, head), (*places, place, 0)
                if any(target not in inside for location in component for target in out[location]):
                    self.exits.add(head)
                rest = {at: [t for t in graph[at] if t in inside and t != head] for at in component if at != head}
                work.append((rest, (*loops, head), (*places, place), 1))

    def follow(self, source: int, target: int, iterations: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Over an edge: how many loops are kept, and the iterations of the loops around the target."""
        old, new = self.loops[source], self.loops[target]
        kept = 0
        while kept < len(old) and kept < len(new) and old[kept] == new[kept]:
            kept += 1
        count = iterations[:kept]
        if kept and kept == len(new) and new[-1] == target:
            count = (*count[:-1], count[-1] + 1)
        return kept, count + (0,) * (len(new) - kept)

    def key(self, location: int, iterations: tuple[int, ...]) -> Key:
        places = self._places[location]
        parts: list[int] = []
        for place, iteration in zip(places, iterations, strict=False):
            parts += (place, iteration)
        return (*parts, places[-1])


def _numbers(entry: int, out: dict[int, list[int]]) -> dict[int, int]:
    """In which order a walk from the entry meets the locations; those that it does not meet come last."""
    numbers: dict[int, int] = {}
    stack = [entry]
    while stack:
        location = stack.pop()
        if location not in numbers:
            numbers[location] = len(numbers)
            stack.extend(reversed(out[location]))
    for location in out:
        numbers.setdefault(location, len(numbers))
    return numbers
