"""The unwinding of a program: a tree of nodes with labels, and the covering relation.

A label is a conjunction of facts that hold of every state in which a path may arrive at the node; it only grows. A node
may be *covered* by an older one at the same control whose label it implies: then nothing needs to follow from it. A
node is *hidden* if it or a node above it is covered. Only nodes that are not hidden cover others: hiding a subtree ends
all that its nodes cover, and a node that becomes visible again has to be looked at again, with everything below it.
These nodes are what `cover` and `uncover` return.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.engines.impact.single_assignment import Values
from threadproof.ir.expr import Expr
from threadproof.sched.system import Control, SystemStep


class ImpactNode:
    __slots__ = (
        "children",
        "chosen",
        "control",
        "coverer",
        "covering",
        "depth",
        "followed",
        "hidden",
        "label",
        "number",
        "parent",
        "required",
        "step",
        "values",
    )

    def __init__(self, number: int, control: Control, parent: ImpactNode | None, step: SystemStep | None) -> None:
        self.number = number
        self.control = control
        self.parent = parent
        self.step = step  # that leads here from the parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.label: frozenset[Expr] = frozenset()
        self.values: Values = {}  # that do not change any more; the label says so
        self.children: dict[SystemStep, ImpactNode] = {}
        self.chosen: frozenset[int] | None = None  # threads to follow after the last step, once that is decided
        self.followed: set[int] = set()  # threads all of whose steps have been looked at
        self.required: set[int] = set()  # threads that a node which it covers needs
        self.coverer: ImpactNode | None = None
        self.covering: dict[ImpactNode, None] = {}
        self.hidden: bool = parent is not None and parent.hidden

    def path(self) -> list[ImpactNode]:
        """From the root to this node."""
        found: list[ImpactNode] = []
        node: ImpactNode | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def below(self) -> Iterator[ImpactNode]:
        """This node and all its descendants."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += node.children.values()


class ImpactTree:
    def __init__(self, control: Control) -> None:
        self.count = 0
        self._at: dict[Control, list[ImpactNode]] = {}
        self.root = self._new(control, None, None)

    def _new(self, control: Control, parent: ImpactNode | None, step: SystemStep | None) -> ImpactNode:
        node = ImpactNode(self.count, control, parent, step)
        self.count += 1
        self._at.setdefault(control, []).append(node)
        return node

    def add(self, parent: ImpactNode, step: SystemStep) -> ImpactNode:
        node = parent.children[step] = self._new(step.target, parent, step)
        return node

    def older(self, node: ImpactNode) -> Iterator[ImpactNode]:
        """Nodes that may cover one: at the same control, visible, created before it; the oldest first."""
        for other in self._at[node.control]:
            if other.number >= node.number:
                return
            if not other.hidden:
                yield other

    def visible(self) -> list[ImpactNode]:
        return sorted((node for nodes in self._at.values() for node in nodes if not node.hidden), key=lambda node: node.number)

    def continued(self) -> tuple[dict[int, ImpactNode], dict[int, list[int]]]:
        """Visible nodes, and where their steps lead (`reach.proviso`)."""
        nodes = {node.number: node for node in self.visible()}
        out = {n: [(child.coverer or child).number for child in node.children.values()] for n, node in nodes.items()}
        return nodes, out

    def cover(self, node: ImpactNode, other: ImpactNode) -> list[ImpactNode]:
        node.coverer = other
        other.covering[node] = None
        freed: list[ImpactNode] = []
        for inner in node.below():
            inner.hidden = True
            freed += inner.covering
        return [found for covered in freed for found in self.uncover(covered)]

    def uncover(self, node: ImpactNode) -> list[ImpactNode]:
        assert node.coverer is not None
        del node.coverer.covering[node]
        node.coverer = None
        if node.parent is not None and node.parent.hidden:
            return []
        found: list[ImpactNode] = []
        stack = [node]
        while stack:
            inner = stack.pop()
            if inner.coverer is None:
                inner.hidden = False
                found.append(inner)
                stack += inner.children.values()
        return found


def common(one: ImpactNode, other: ImpactNode) -> ImpactNode:
    """The nearest node above both."""
    while one is not other:
        if one.depth >= other.depth:
            assert one.parent is not None
            one = one.parent
        else:
            assert other.parent is not None
            other = other.parent
    return one
