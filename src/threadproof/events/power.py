"""Power: writes reach different threads at different times, so no one order of all nodes says what happens. Its axioms (Alglave,
Maranget, Tautschnig: Herding Cats, 2014) are about several relations:

    sc per location  acyclic(po-loc | rf | co | fr)
    no thin air      acyclic(hb)                       hb = ppo | fences | rfe
    observation      irreflexive(fre; prop; hb*)
    propagation      acyclic(co | prop)                prop = (prop-base & W*W) | (com*; prop-base*; ffence; hb*)
                                                       prop-base = (fences | rfe; fences); hb*

**Coherence** is the order of nodes that the encoder has anyway, with what `program_order` preserves: accesses to one
place, and what a full fence separates. The latter adds nothing: a cycle of po-loc, com and ffence is one of com*;
ffence, hence of prop. The order says which of two writes to a place comes first (`co`, a literal for each pair), and
with it what is read before (`fr`).

**No thin air** and **propagation** are more layers of nodes: copies, ordered by literals, from which no order leads
back to the layers before. An order solver finds cycles in all layers; nothing below knows what they mean.

**prop** is what can be reached in a graph, so for each node e that it starts at there are literals "x is reached from e", by
stage, and clauses that lead on. They say that what is reached is reached, not the converse: the axioms only forbid, so an
execution that obeys them does so with the least such sets. Since rfe and fences are part of hb, and rfe of com, the stages are:

    K  com*           L  K; fences; hb*           H  K or L; ffence; hb*
    A  (fences | rfe; fences); hb*, from a write  O  A, a write, hb*

prop from e to x: H, or A if x is a write. Observation: neither H nor O leads from a write to a read that does not see it.

**Fences.** A fence is a node between: what comes before leads to it, and it leads on. Leading to it is the step
`fences` (or `ffence`: one that orders writes before reads). Atomic blocks, creating, joining and ending threads are
full fences. A block with several writes is seen as a whole: a read that misses one of them does not happen after
another.

Only nodes on a cycle of what may be related at all are part of this.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.analyses.graph import components
from threadproof.bitsets import bits
from threadproof.events.event import EventNode, WriteEvent
from threadproof.events.ppo import Basis, Pair, PowerPreservedOrder, Table
from threadproof.events.problem import OrderEdge
from threadproof.events.program_order import CONTROL, LAST, is_full, same_place
from threadproof.events.propagated import LIGHT, NONE, STRONG, PropagationGraph, Reached
from threadproof.smt.gates import FALSE, TRUE, Literal

if TYPE_CHECKING:
    from threadproof.events.encode import EventEncoder


class Power:
    def __init__(self, encoder: EventEncoder) -> None:
        self.encoder, self.gates, self.world = encoder, encoder.gates, encoder.world
        self.ignored = encoder.world.lives
        self._chosen: dict[Pair, Literal] = {}  # pairs of nodes: the first is before the second
        self._ordered: set[OrderEdge] = set()
        self._reached = Reached(encoder.gates, encoder.world.budget)

    def layers(self, everything: bool) -> list[list[OrderEdge]]:
        """The orders of each layer, by numbers of nodes; clauses are added to the gates."""
        rf, co, fr = self._communication(everything)
        graph = PropagationGraph()
        for table, edges in ((rf, graph.rf), (co, graph.co), (fr, graph.fr)):
            edges += [(a, b, when) for (a, b), when in table.items()]
        for first, second, when, strength in self._threads(rf, co, fr):
            graph.hb.append((first, second, when, strength))
        graph.hb += [(a, b, when, NONE) for a, b, when in graph.rf if self._external(a, b)]
        self._restrict(graph)
        for node in self.world.nodes:
            graph.writes |= (bool(node.writes) and self.places(node)) << node.number
            several = self._several(node)
            if several != FALSE:
                graph.whole[node.number] = several
        propagated = self._reached.clauses(graph, self._external)
        happens = [OrderEdge(self.gates.emit(when), a, b) for a, b, when, _ in graph.hb]
        return [happens, [*propagated, *(OrderEdge(self.gates.emit(when), a, b) for a, b, when in graph.co)]]

    def _external(self, first: int, second: int) -> bool:
        return self.world.nodes[first].thread is not self.world.nodes[second].thread

    def places(self, node: EventNode) -> bool:
        """Whether it is an access, not only a question whether an object is alive."""
        return any(v not in self.ignored for v, _ in node.reads) or any(w.variable not in self.ignored for w in node.writes)

    def _several(self, node: EventNode) -> Literal:
        """Whether an atomic block writes more than one place."""
        writes = [self.encoder.when(write) for write in node.writes] if is_full(node) else []
        return self.gates.any([self.gates.and_(a, b) for i, a in enumerate(writes) for b in writes[:i]])

    def _restrict(self, graph: PropagationGraph) -> None:
        out: dict[int, list[int]] = {node.number: [] for node in self.world.nodes}
        for first, second, *_ in (*graph.hb, *graph.rf, *graph.co, *graph.fr):
            out[first].append(second)
        part: dict[int, int] = {}
        for number, component in enumerate(components(out)):
            part.update((node, number) for node in component)
        for edges in (graph.hb, graph.rf, graph.co, graph.fr):
            edges[:] = [edge for edge in edges if part[edge[0]] == part[edge[1]]]  # type: ignore[misc]

    # -- what reads see, and the order of writes ---------------------------------------------------------------------------

    def _communication(self, everything: bool) -> tuple[Table, Table, Table]:
        rf: Table = {}
        co: Table = {}
        fr: Table = {}
        encoder, gates, add = self.encoder, self.gates, Basis.add
        candidates = [c for c in encoder.candidates if c[2].variable not in self.ignored]
        for literal, write, read in candidates:
            add(gates, rf, write.node.number, read.node.number, literal)
            for later in encoder.writes[read.variable]:
                if later.node is not read.node and later.node is not write.node:
                    hits = gates.all((literal, self._co(write, later), encoder.match(later.index, read.index)))
                    add(gates, fr, read.node.number, later.node.number, hits)
        variables = encoder.writes if everything else dict.fromkeys(read.variable for _, _, read in candidates)
        for variable in variables:
            writes = [] if variable in self.ignored else encoder.writes[variable]
            for one in writes:
                for other in writes:
                    if one.node is not other.node:
                        add(gates, co, one.node.number, other.node.number, self._co(one, other))
        return rf, co, fr

    def _co(self, first: WriteEvent, second: WriteEvent) -> Literal:
        """Both happen, to one place, in this order."""
        encoder, a, b = self.encoder, first.node.number, second.node.number
        if encoder.before[a] >> b & 1 or encoder.sets.of(first.guard) & encoder.sets.negated(second.guard):
            return FALSE
        match = encoder.match(first.index, second.index)
        both = self.gates.all((encoder.when(first), encoder.when(second), match)) if match != FALSE else FALSE
        if both == FALSE or encoder.before[b] >> a & 1:
            return both
        pair = (min(a, b), max(a, b))
        if pair not in self._chosen:
            self._chosen[pair] = chosen = self.gates.input()
            self.gates.emit(chosen)
        found = self.gates.and_(both, self._chosen[pair] if a < b else -self._chosen[pair])
        order = OrderEdge(self.gates.emit(found), a, b)
        if order not in self._ordered:
            self._ordered.add(order)
            encoder.orders.append(order)
        return found

    # -- happens-before ----------------------------------------------------------------------------------------------------

    def _threads(self, rf: Table, co: Table, fr: Table) -> Iterator[tuple[int, int, Literal, int]]:
        into: dict[int, list[tuple[int, Literal]]] = {}  # by read: external writes that it may see
        for (write, read), when in rf.items():
            if self._external(write, read):
                into.setdefault(read, []).append((write, when))
        for thread in self.world.threads:
            accesses = [node for node in thread.nodes if not is_full(node) and self.places(node)]
            basis = Basis()
            earlier: dict[int, list[EventNode]] = {}
            for place, node in enumerate(thread.nodes):
                yield from self._fenced(thread.nodes[:place], node, earlier, basis)
            for node in accesses:
                self.world.budget.check()
                self._depends(node, earlier[node.number], basis)
                self._sees(node, earlier[node.number], basis, into.get(node.number, []), (rf, co, fr))
            preserved = PowerPreservedOrder(self.gates, basis, self._happens)
            for first, second, when in preserved.pairs(accesses, earlier):
                yield first.number, second.number, self._both(first, second, when), NONE
        for join in self.world.joined:
            if join.thread.last is not None and join.when != FALSE:
                yield join.thread.last.number, join.node.number, join.when, NONE

    def _fenced(
        self, before: list[EventNode], node: EventNode, earlier: dict[int, list[EventNode]], basis: Basis
    ) -> Iterator[tuple[int, int, Literal, int]]:
        """Steps to a node because of fences, and because of threads that were created or joined; `earlier` gets the accesses that
        may overtake it, or be overtaken."""
        sets, guard = self.encoder.sets, self.encoder.sets.of(node.guard)
        access = self.places(node)
        near = earlier[node.number] = []
        outside: list[EventNode | None] = [*node.after]
        for first in reversed(before):
            if sets.of(first.guard) & sets.negated(node.guard):
                continue
            if is_full(first):
                if is_full(node) or access:
                    yield first.number, node.number, self._both(first, node), STRONG if self.places(first) else NONE
                if not sets.of(first.guard) & ~guard:
                    break
            elif self.places(first):
                strength = _strength(first, node)
                if strength != NONE:
                    yield first.number, node.number, self._both(first, node), strength
                elif access:
                    near.insert(0, first)
            elif access and first.fence is not None:
                if first.fence[0] in (CONTROL, LAST):
                    for number in bits(first.control):
                        basis.add(self.gates, basis.ci, number, node.number, self._happens(first, self.world.nodes[number], node))
                elif any(kind in first.fence[1] for kind in _kinds(node)):
                    yield first.number, node.number, self._both(first, node), NONE
        else:
            outside.append(node.thread.before)
        for other in outside:
            if other is not None and other.thread is not node.thread:
                yield other.number, node.number, self._both(other, node), STRONG if self.places(other) else NONE

    def _depends(self, node: EventNode, earlier: list[EventNode], basis: Basis) -> None:
        """Dependencies, and accesses to one place."""
        add, number = basis.add, node.number
        for first in earlier:
            if (node.address | node.data) >> first.number & 1:
                add(self.gates, basis.ii, first.number, number, TRUE)
                add(self.gates, basis.cc, first.number, number, TRUE)
            if node.control >> first.number & 1:
                add(self.gates, basis.cc, first.number, number, TRUE)
            for between in earlier:
                if between.address >> first.number & 1:
                    add(self.gates, basis.cc, first.number, number, self._happens(between, first, node))
            add(self.gates, basis.cc, first.number, number, same_place(self.encoder, first, node, self.ignored))

    def _sees(
        self,
        node: EventNode,
        earlier: list[EventNode],
        basis: Basis,
        sources: list[tuple[int, Literal]],
        tables: tuple[Table, Table, Table],
    ) -> None:
        """Reads that see a write of the thread (rfi), or one that came after an earlier access (rdw, detour)."""
        rf, co, fr = tables
        for first in earlier:
            a, b = first.number, node.number
            basis.add(self.gates, basis.ii, a, b, rf.get((a, b), FALSE))
            for write, when in sources:
                for table, target in ((fr, basis.ii), (co, basis.ci)):
                    if (a, write) in table:
                        newer = self.gates.all((table[a, write], when, same_place(self.encoder, first, node, self.ignored)))
                        basis.add(self.gates, target, a, b, newer)

    def _happens(self, node: EventNode, first: EventNode, second: EventNode) -> Literal:
        """Given that the two others do."""
        sets = self.encoder.sets
        given = sets.of(first.guard) | sets.of(second.guard)
        return self.world.holds(node.guard) if sets.of(node.guard) & ~given else TRUE

    def _both(self, first: EventNode, second: EventNode, when: Literal = TRUE) -> Literal:
        return self.gates.all((when, self.world.holds(first.guard), self.world.holds(second.guard)))


def _kinds(node: EventNode) -> str:
    return "W" if node.writes else "R"


def _strength(first: EventNode, fence: EventNode) -> int:
    """Of the step from an access to what may be a fence."""
    if is_full(fence):
        return STRONG
    if fence.fence is None or fence.fence[0] in (CONTROL, LAST) or _kinds(first) not in fence.fence[0]:
        return NONE
    return STRONG if fence.fence == ("W", "R") else LIGHT
