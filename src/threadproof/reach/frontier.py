"""The order in which nodes are expanded: deepest first, oldest first, fewest threads first, or closest to an
error first.

The distance of a control to an error is that of the thread which is closest to an edge that can fail, counted in edges of its
automaton; a thread that has yet to be created counts from where it is created. Among equally close nodes the newest comes first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Generic, Protocol, TypeVar

from threadproof.ir import op as ops
from threadproof.ir.program import Edge
from threadproof.sched.system import END, Control, System

N = TypeVar("N")
H = TypeVar("H", bound="NumberedNode")
FAR = 1 << 30


class NumberedNode(Protocol):
    @property
    def control(self) -> Control: ...

    @property
    def number(self) -> int: ...


class Frontier(Protocol[N]):
    def push(self, node: N) -> None: ...

    def pop(self) -> N: ...

    def clear(self) -> None: ...

    def __len__(self) -> int: ...


class DepthFirst(Generic[N]):
    def __init__(self) -> None:
        self._nodes: list[N] = []
        self.push = self._nodes.append
        self.pop = self._nodes.pop
        self.clear = self._nodes.clear

    def __len__(self) -> int:
        return len(self._nodes)


class BreadthFirst(Generic[N]):
    def __init__(self) -> None:
        self._nodes: deque[N] = deque()
        self.push = self._nodes.append
        self.pop = self._nodes.popleft
        self.clear = self._nodes.clear

    def __len__(self) -> int:
        return len(self._nodes)


class FewestThreads(Generic[H]):
    """Nodes with the fewest threads that have not ended first, among those the oldest."""

    def __init__(self) -> None:
        self._nodes: list[tuple[int, int, int, H]] = []
        self._pushed = 0
        self.clear = self._nodes.clear

    def push(self, node: H) -> None:
        self._pushed += 1
        threads = sum(location != END for _, location in node.control.at)
        heappush(self._nodes, (threads, node.number, self._pushed, node))

    def pop(self) -> H:
        return heappop(self._nodes)[-1]

    def __len__(self) -> int:
        return len(self._nodes)


class ErrorDistance(Generic[H]):
    def __init__(self, system: System, fails: Callable[[Edge], bool]) -> None:
        self._distance = _distances(system, fails)
        self._nodes: list[tuple[int, int, int, H]] = []
        self._pushed = 0
        self.clear = self._nodes.clear

    def push(self, node: H) -> None:
        self._pushed += 1
        heappush(self._nodes, (self.distance(node.control), -node.number, self._pushed, node))

    def pop(self) -> H:
        return heappop(self._nodes)[-1]

    def __len__(self) -> int:
        return len(self._nodes)

    def distance(self, control: Control) -> int:
        return min((self._distance.get(place, FAR) for place in control.at if place[1] != END), default=FAR)


def _distances(system: System, fails: Callable[[Edge], bool]) -> dict[tuple[int, int], int]:
    """Shortest ways by rounds over all edges; automata are small and rounds are few."""
    edges = [(t, edge) for t, outgoing in enumerate(system.outgoing) for out in outgoing.values() for edge in out]
    found: dict[tuple[int, int], int] = {}
    changed = True
    while changed:
        changed = False
        for template, edge in edges:
            after = [found.get(place, FAR) + 1 for place in ((template, edge.target), *_created(system, edge))]
            best = 0 if fails(edge) else min(after)
            if best < found.get((template, edge.source), FAR):
                found[template, edge.source] = best
                changed = True
    return found


def _created(system: System, edge: Edge) -> Iterable[tuple[int, int]]:
    for op in edge.ops:
        if isinstance(op, ops.Spawn) and op.function.op == "addr":
            number = system.number[op.function.payload.name]
            yield number, system.templates[number].entry
