"""The cycle proviso (ignoring condition) of partial order reduction: no thread is left out for ever.

From a node only some threads are followed. If a thread were followed nowhere on a cycle of the graph, going round the
cycle would postpone its steps for ever. So for every thread, the graph without the nodes that follow it must be
acyclic; here *the graph* is the tree of steps plus the edges from covered nodes to those that cover them. Where it is
not, the thread is followed from one more node of the cycle. Nothing is demanded inside of atomic blocks: there, no
other thread could move.

The step of a cooperative thread may also go on for ever by itself; then it is no way out for the others, which must be followed
from where it begins (`endless`).

This is judged when a graph is complete, so the order in which it was built does not matter, and no node is expanded more than
needed because it merely might have been on a cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Protocol, TypeVar

from threadproof.analyses.graph import components
from threadproof.sched.system import Control


class Followed(Protocol):
    """A node that is not covered."""

    @property
    def control(self) -> Control: ...

    @property
    def followed(self) -> Collection[int]:
        """Threads whose steps have been taken from here."""
        ...


N = TypeVar("N", bound=Followed)
Enabled = Callable[[N], frozenset[int]]
More = list[tuple[N, frozenset[int]]]
"""Nodes, and threads that have to be followed from there."""
Out = Mapping[int, list[int]]
"""By the number of a node: where its steps lead; from a covered node on to the one that covers it."""


def left_out(nodes: Mapping[int, N], out: Out, enabled: Enabled[N]) -> More[N]:
    """Empty if no cycle leaves a thread out. `enabled`: the threads that must not be left out of a node."""
    found: More[N] = []
    for cycle in _cycles(out, list(out)):
        members = [(number, nodes[number]) for number in cycle]
        resting = [node for _, node in members if not node.control.depth]
        if not resting:
            continue
        threads = frozenset[int]().union(*map(enabled, resting))
        for thread in sorted(t for t in threads if any(t not in node.followed for node in resting)):
            missing = [m for m, n in members if n.control.depth or (thread in enabled(n) and thread not in n.followed)]
            for inner in _cycles(out, missing):
                candidates = [nodes[number] for number in inner if not nodes[number].control.depth]
                if candidates:
                    found.append((candidates[0], frozenset([thread])))
    return found


def endless(nodes: Mapping[int, N], out: Out, enabled: Enabled[N]) -> More[N]:
    """Of cooperative threads: nodes from which only some are followed, and one of their steps may never give way."""
    found: More[N] = []
    for number, node in nodes.items():
        missing = enabled(node).difference(node.followed)
        if node.control.depth or not missing or not node.followed:
            continue
        inside: set[int] = set()
        stack = [number]
        while stack:
            for after in out[stack.pop()]:
                if nodes[after].control.depth and after not in inside:
                    inside.add(after)
                    stack.append(after)
        if any(_cycles(out, sorted(inside))):
            found.append((node, missing))
    return found


def _cycles(out: Out, among: Iterable[int]) -> Iterator[list[int]]:
    """Strongly connected parts with a cycle, of the graph restricted to some nodes."""
    kept = set(among)
    inner = {number: [target for target in out[number] if target in kept] for number in kept}
    for component in components(inner):
        if len(component) > 1 or component[0] in inner[component[0]]:
            yield sorted(component)
