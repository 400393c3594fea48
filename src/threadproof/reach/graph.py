"""The abstract reachability graph: nodes of (control, state), a tree of steps, and covering.

A node is *covered* by an older node with the same control whose state contains its own; then it is not expanded. Removing the
subtree below a node un-covers what its nodes covered, so that those are explored after all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from threadproof.sched.system import Control, Step

S = TypeVar("S")


class Node(Generic[S]):
    __slots__ = (
        "alive", "children", "control", "coverer", "covering", "expanded",
        "followed", "missing", "number", "parent", "state", "step",
    )  # fmt: skip

    def __init__(self, number: int, control: Control, state: S, parent: Node[S] | None, step: Step | None) -> None:
        self.number = number
        self.control = control
        self.state = state
        self.parent = parent
        self.step = step
        self.children: list[Node[S]] = []
        self.coverer: Node[S] | None = None
        self.covering: list[Node[S]] = []
        self.alive = True
        self.expanded = False
        self.followed: frozenset[int] = frozenset()  # threads whose steps have been taken from here
        self.missing: frozenset[int] = frozenset()  # threads that must be followed, too

    def path(self) -> list[Node[S]]:
        """From the root to here."""
        found: list[Node[S]] = []
        node: Node[S] | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]


class Graph(Generic[S]):
    def __init__(self, control: Control, state: S) -> None:
        self.created = 1
        self.root: Node[S] = Node(0, control, state, None, None)
        self._at: dict[Control, list[Node[S]]] = {control: [self.root]}
        self._open: dict[tuple[Control, S], Node[S]] = {}

    def add(self, parent: Node[S], step: Step, state: S) -> Node[S]:
        node = Node(self.created, step.target, state, parent, step)
        self.created += 1
        parent.children.append(node)
        self._at.setdefault(step.target, []).append(node)
        return node

    def candidates(self, node: Node[S]) -> Iterator[Node[S]]:
        """Older expanded nodes with the same control: one with the same state first, then the newest."""
        same = self._open.get((node.control, node.state))
        if same is not None:
            yield same
        for other in reversed(self._at[node.control]):
            if other.number < node.number and other.expanded:
                yield other

    def expand(self, node: Node[S]) -> None:
        """From now on the node may cover others."""
        node.expanded = True
        self._open.setdefault((node.control, node.state), node)

    def cover(self, node: Node[S], by: Node[S]) -> None:
        node.coverer = by
        by.covering.append(node)

    def remove_below(self, node: Node[S]) -> list[Node[S]]:
        """Remove all descendants; returns the living nodes that they had covered."""
        removed: list[Node[S]] = []
        stack = list(node.children)
        while stack:
            gone = stack.pop()
            removed.append(gone)
            stack.extend(gone.children)
        for gone in [node, *removed]:
            if self._open.get((gone.control, gone.state)) is gone:
                del self._open[gone.control, gone.state]
        for gone in removed:
            gone.alive = False
            self._at[gone.control].remove(gone)
            if gone.coverer is not None:
                gone.coverer.covering.remove(gone)
        freed = []
        for gone in removed:
            for other in gone.covering:
                other.coverer = None
                if other.alive:
                    freed.append(other)
        node.children = []
        node.expanded = False
        node.followed = node.missing = frozenset()
        return freed

    def nodes(self) -> Iterator[Node[S]]:
        for nodes in self._at.values():
            yield from nodes
