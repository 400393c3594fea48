"""Propagation of the effects of a node under Power, as clauses: see `power` for the stages and why one direction
suffices. Variables exist only for what is reachable at all, in a stage from which something forbidden can still
come."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.bitsets import bits
from threadproof.budget import Budget
from threadproof.events.problem import OrderEdge
from threadproof.records import dataclass, field
from threadproof.smt.gates import Gates, Literal

NONE, LIGHT, STRONG = 0, 1, 2  # what kind of fence a step of hb begins with
Edges = dict[int, list[tuple[int, Literal]]]


@dataclass(slots=True)
class PropagationGraph:
    """Pairs of nodes and the literals that relate them. `whole`: when the writes of a node are only seen together."""

    rf: list[tuple[int, int, Literal]] = field(default_factory=list)
    co: list[tuple[int, int, Literal]] = field(default_factory=list)
    fr: list[tuple[int, int, Literal]] = field(default_factory=list)
    hb: list[tuple[int, int, Literal, int]] = field(default_factory=list)
    writes: int = 0
    whole: dict[int, Literal] = field(default_factory=dict)


class Reached:
    """Literals by stage, where it starts and what is reached."""

    def __init__(self, gates: Gates, budget: Budget) -> None:
        self.gates, self.budget = gates, budget
        self._literals: dict[tuple[str, int, int], Literal] = {}
        self._said: set[tuple[Literal, ...]] = set()

    def clauses(self, graph: PropagationGraph, external: Callable[[int, int], bool]) -> list[OrderEdge]:
        """Adds them, and answers with the orders of `prop`."""
        self.graph = graph
        self.com = _out((*graph.rf, *graph.co, *graph.fr))
        self.hb = _out((a, b, when) for a, b, when, _ in graph.hb)
        self.fences = _out((a, b, when) for a, b, when, strength in graph.hb if strength != NONE)
        self.strong = _out((a, b, when) for a, b, when, strength in graph.hb if strength == STRONG)
        self.rfe = _out((a, b, when) for a, b, when in graph.rf if external(a, b))
        self.missed = _out((b, a, when) for a, b, when in graph.fr if external(a, b))  # by write: reads that are before it
        self.orders: list[OrderEdge] = []
        useful = _back(_sources(self.strong), self.hb)
        useful_com = _back(_sources(self.strong) | _sources(self.fences), self.com)
        for start in sorted(self.com):
            self.budget.check()
            self._strongly(start, useful, useful_com)
        for start in bits(graph.writes):
            self.budget.check()
            if start in self.fences or start in self.rfe or start in graph.whole:
                self._lightly(start)
        return self.orders

    def _strongly(self, start: int, useful: int, useful_com: int) -> None:
        """com*; (fences; hb*)?; ffence; hb*"""
        near = _forth(1 << start, self.com) & useful_com
        middle = _forth(_image(near, self.fences), self.hb) & useful
        far = _forth(_image(near | middle, self.strong), self.hb)
        if not far:
            return
        self._step("K", near, self.com, "K", near, start)
        self._step("K", near, self.fences, "L", middle, start)
        self._step("L", middle, self.hb, "L", middle, start)
        for stage, nodes in (("K", near), ("L", middle)):
            self._step(stage, nodes, self.strong, "H", far, start)
        self._step("H", far, self.hb, "H", far, start)
        self._forbid("H", far, start)
        self._propagated("H", far, start)

    def _lightly(self, start: int) -> None:
        """(fences | rfe; fences); hb*, and after a write of that, hb*"""
        writes = self.graph.writes
        first = 1 << start
        read = _image(first, self.rfe)
        found = _forth(_image(first | read, self.fences), self.hb)
        seen = _forth(found & writes, self.hb)
        for node, when in self.fences.get(start, ()):
            self._say(-when, self._literal("A", start, node))
        for node, when in self.rfe.get(start, ()):
            for other, then in self.fences.get(node, ()):
                self._say(-when, -then, self._literal("A", start, other))
        self._step("A", found, self.hb, "A", found, start)
        for node in bits(found & writes):
            self._say(-self._literal("A", start, node), self._literal("O", start, node))
        if start in self.graph.whole:
            seen |= _forth(_image(first, self.hb), self.hb)
            for node, when in self.hb.get(start, ()):
                self._say(-self.graph.whole[start], -when, self._literal("O", start, node))
        self._step("O", seen, self.hb, "O", seen, start)
        self._forbid("O", seen, start)
        self._propagated("A", found & writes, start)

    def _forbid(self, stage: str, reached: int, start: int) -> None:
        """Observation."""
        for read, when in self.missed.get(start, ()):
            if reached >> read & 1:
                self._say(-when, -self._literal(stage, start, read))

    def _propagated(self, stage: str, reached: int, start: int) -> None:
        for node in bits(reached):
            literal = self._literal(stage, start, node)
            if node == start:
                self._say(-literal)
            elif node in self.com or self.graph.writes >> node & 1:
                self.orders.append(OrderEdge(literal, start, node))

    def _step(self, stage: str, nodes: int, edges: Edges, to: str, reached: int, start: int) -> None:
        for node in bits(nodes):
            for other, when in edges.get(node, ()):
                if reached >> other & 1 and not (stage == to == "K" and other == start):
                    here = () if stage == "K" and node == start else (-self._literal(stage, start, node),)
                    self._say(*here, -when, self._literal(to, start, other))

    def _literal(self, stage: str, start: int, node: int) -> Literal:
        key = (stage, start, node)
        found = self._literals.get(key)
        if found is None:
            found = self._literals[key] = self.gates.input()
            self.gates.emit(found)
        return found

    def _say(self, *clause: Literal) -> None:
        if clause not in self._said:
            self._said.add(clause)
            self.gates.add(list(clause))


def _out(edges: Iterable[tuple[int, int, Literal]]) -> Edges:
    found: Edges = {}
    for first, second, when in edges:
        found.setdefault(first, []).append((second, when))
    return found


def _sources(edges: Edges) -> int:
    return sum(1 << node for node in edges)


def _image(nodes: int, edges: Edges) -> int:
    found = 0
    for node in bits(nodes):
        for other, _ in edges.get(node, ()):
            found |= 1 << other
    return found


def _forth(nodes: int, edges: Edges) -> int:
    """What can be reached."""
    found, fresh = nodes, nodes
    while fresh:
        fresh = _image(fresh, edges) & ~found
        found |= fresh
    return found


def _back(nodes: int, edges: Edges) -> int:
    """From where one of the nodes can be reached."""
    into: Edges = {}
    for node, targets in edges.items():
        for other, when in targets:
            into.setdefault(other, []).append((node, when))
    return _forth(nodes, into)
