"""The abstract reachability graph: nodes of (control, state), a tree of steps, and covering.

A node is *covered* by an expanded node with the same control whose state contains its own; then it is not expanded. A
node that covers is expanded and not covered itself, whichever of the two is older, so every node ends at one whose
steps were followed. Removing the subtree below a node un-covers what its nodes and the node itself covered, so that
those are explored after all.

The nodes that may cover a node are looked up: a state with exact values (`known`: by variable) can only contain states
with the same values of these variables. Expanded nodes are indexed by the variables that they know and by the values of
those; of the former there are few at each control, so a thousand states that differ in a counter are not compared one
by one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from threadproof.records import dataclass
from threadproof.sched.system import Control, SystemStep

S = TypeVar("S")


class ReachNode(Generic[S]):
    __slots__ = (
        "alive", "children", "control", "coverer", "covering", "expanded",
        "followed", "missing", "number", "parent", "state", "step",
    )  # fmt: skip

    def __init__(self, number: int, control: Control, state: S, parent: ReachNode[S] | None, step: SystemStep | None) -> None:
        self.number = number
        self.control = control
        self.state = state
        self.parent = parent
        self.step = step
        self.children: list[ReachNode[S]] = []
        self.coverer: ReachNode[S] | None = None
        self.covering: list[ReachNode[S]] = []
        self.alive = True
        self.expanded = False
        self.followed: frozenset[int] = frozenset()  # threads whose steps have been taken from here
        self.missing: frozenset[int] = frozenset()  # threads that must be followed, too

    def path(self) -> list[ReachNode[S]]:
        """From the root to here."""
        found: list[ReachNode[S]] = []
        node: ReachNode[S] | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]


@dataclass(slots=True)
class ErrorPath(Generic[S]):
    """The nodes of a path, and its steps; the last one fails."""

    nodes: list[ReachNode[S]]
    steps: list[SystemStep]

    @classmethod
    def to(cls, node: ReachNode[S], step: SystemStep) -> ErrorPath[S]:
        nodes = node.path()
        return cls(nodes, [*(n.step for n in nodes if n.step is not None), step])


class Shelf(Generic[S]):
    """Expanded nodes of one control that know the values of the same variables."""

    __slots__ = ("by_value", "variables")

    def __init__(self, variables: tuple[Any, ...]) -> None:
        self.variables = variables
        self.by_value: dict[tuple[Any, ...], list[ReachNode[S]]] = {}

    def key(self, values: Mapping[Any, Hashable]) -> tuple[Any, ...]:
        return tuple([values.get(variable) for variable in self.variables])


def _nothing(state: object) -> Mapping[Any, Hashable]:
    return {}


class ReachGraph(Generic[S]):
    def __init__(self, control: Control, state: S, known: Callable[[S], Mapping[Any, Hashable]] = _nothing) -> None:
        """`known`: exact values that every state which is contained in this one has, too."""
        self.created = 1
        self.known = known
        self.root: ReachNode[S] = ReachNode(0, control, state, None, None)
        self._nodes: dict[int, ReachNode[S]] = {0: self.root}
        self._shelves: dict[Control, dict[frozenset[Any], Shelf[S]]] = {}
        self._open: dict[tuple[Control, S], ReachNode[S]] = {}

    def add(self, parent: ReachNode[S], step: SystemStep, state: S) -> ReachNode[S]:
        node = ReachNode(self.created, step.target, state, parent, step)
        self._nodes[self.created] = node
        self.created += 1
        parent.children.append(node)
        return node

    def candidates(self, node: ReachNode[S]) -> Iterator[ReachNode[S]]:
        """Expanded nodes with the same control that may contain this one: one with the same state first, then the newest."""
        same = self._open.get((node.control, node.state))
        if same is not None:
            yield same
        values = self.known(node.state)
        for shelf in self._shelves.get(node.control, {}).values():
            yield from reversed(shelf.by_value.get(shelf.key(values), ()))

    def expand(self, node: ReachNode[S]) -> None:
        """From now on the node may cover others."""
        if node.expanded:
            return
        node.expanded = True
        self._open.setdefault((node.control, node.state), node)
        values = self.known(node.state)
        shelves = self._shelves.setdefault(node.control, {})
        names = frozenset(values)
        shelf = shelves.get(names)
        if shelf is None:
            shelf = shelves[names] = Shelf(tuple(values))
        shelf.by_value.setdefault(shelf.key(values), []).append(node)

    def cover(self, node: ReachNode[S], by: ReachNode[S]) -> None:
        node.coverer = by
        by.covering.append(node)

    def remove_below(self, node: ReachNode[S]) -> list[ReachNode[S]]:
        """Remove all descendants; returns the living nodes that these and the node itself had covered."""
        removed: list[ReachNode[S]] = []
        stack = list(node.children)
        while stack:
            gone = stack.pop()
            removed.append(gone)
            stack.extend(gone.children)
        for gone in [node, *removed]:
            self._close(gone)
        for gone in removed:
            gone.alive = False
            del self._nodes[gone.number]
            if gone.coverer is not None:
                gone.coverer.covering.remove(gone)
        freed = []
        for gone in [node, *removed]:
            for other in gone.covering:
                other.coverer = None
                if other.alive:
                    freed.append(other)
            gone.covering = []
        node.children = []
        node.followed = node.missing = frozenset()
        return freed

    def _close(self, node: ReachNode[S]) -> None:
        """It does not cover anything any more."""
        if not node.expanded:
            return
        node.expanded = False
        if self._open.get((node.control, node.state)) is node:
            del self._open[node.control, node.state]
        values = self.known(node.state)
        shelf = self._shelves[node.control][frozenset(values)]
        shelf.by_value[shelf.key(values)].remove(node)

    def continued(self) -> tuple[dict[int, ReachNode[S]], dict[int, list[int]]]:
        """Nodes that are not covered, and where their steps lead (`reach.proviso`)."""
        nodes = {node.number: node for node in self.nodes() if node.coverer is None}
        out = {n: [(child.coverer or child).number for child in node.children] for n, node in nodes.items()}
        return nodes, out

    def nodes(self) -> Iterator[ReachNode[S]]:
        yield from self._nodes.values()
