"""The order theory: what a set of true literals says about the order of the nodes. It knows no solver.

State is the happens-before relation `<` as two bit sets per node, `after` and `before`, transitively closed, and the list of the
*edges* that were added to `fixed`, oldest first. An edge comes from a literal (a read's source, an `Order`), or is derived by
write serialisation or from-read; then it has a *premise*, a pair that was already ordered. So reasons are well-founded: a pair is
explained by a path of edges and fixed orders, an edge by its literals and by edges older than itself. A path that closes a cycle
is a conflict, and the literals met on the way are the clause.

`assign` takes literals that are now true and returns a clause (all of whose literals are false now) when the order has a cycle.
After a conflict the state must be popped. The relation is closed under all axioms of `problem` except the total order of writes:
it is exactly wSC. `push` and `pop` cost the same whatever happens in between: a level keeps the lists it began with, and the
first change in a level copies them (pointers only; the sets themselves are shared).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from threadproof.engines.ordering.problem import Clause, Literal
from threadproof.engines.ordering.tables import Tables

Edge = tuple[int, int, tuple[Literal, ...], int, int]  # first, second, literals, premise (a pair; -1, -1: none)
Level = tuple[list[int], list[int], list[int], int, int, int]


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Theory:
    """Happens-before under the literals assigned so far."""

    __slots__ = (
        "_after_changed",
        "_before_changed",
        "_classes_changed",
        "_levels",
        "_shared",
        "active",
        "after",
        "before",
        "conflict",
        "edges",
        "happens",
        "held",
        "tables",
        "trail",
    )

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.after: list[int] = tables.after.copy()
        self.before: list[int] = tables.before.copy()
        self.happens: list[int] = [0] * len(tables.classes)  # per class: the writes that are known to hit
        self.active: list[int] = []  # candidates whose literal is true
        self.held: set[Literal] = set()
        self.trail: list[Literal] = []
        self.edges: list[Edge] = []
        self.conflict: Clause | None = None
        self._levels: list[Level] = []
        self._shared = False  # whether `after`, `before`, `happens` belong to a level
        self._after_changed = self._before_changed = 0
        self._classes_changed: set[int] = set()
        for index, members in enumerate(tables.classes):
            for node, whens in members.items():
                if () in whens:
                    self.happens[index] |= 1 << node

    # levels

    def push(self) -> None:
        self._levels.append((self.after, self.before, self.happens, len(self.active), len(self.edges), len(self.trail)))
        self._shared = True

    def pop(self, levels: int = 1) -> None:
        """Forgets what was assigned since the `levels`-last push."""
        self.after, self.before, self.happens, active, edges, trail = self._levels[-levels]
        del self._levels[-levels:]
        del self.active[active:], self.edges[edges:]
        self.held.difference_update(self.trail[trail:])
        del self.trail[trail:]
        self._shared = True
        self._after_changed = self._before_changed = 0
        self._classes_changed.clear()
        self.conflict = None

    def _own(self) -> None:
        self.after, self.before, self.happens = self.after.copy(), self.before.copy(), self.happens.copy()
        self._shared = False

    # assignments

    def assign(self, literals: Iterable[Literal]) -> Clause | None:
        """These literals are true from now on. The answer is a conflict clause, or None."""
        tables, held = self.tables, self.held
        fresh: list[int] = []
        for literal in literals:
            if literal in held:
                continue
            held.add(literal)
            self.trail.append(literal)
            effects = tables.effects.get(literal)
            if effects is None:
                continue
            for candidate in effects.reads:
                fresh.append(candidate)
                if not self._order(tables.write[candidate], tables.read[candidate], (literal,)):
                    return self.conflict
            for first, second in effects.orders:
                if not self._order(first, second, (literal,)):
                    return self.conflict
            for index, node, when in effects.writes:
                if not self.happens[index] >> node & 1 and held.issuperset(when):
                    if self._shared:
                        self._own()
                    self.happens[index] |= 1 << node
                    self._classes_changed.add(index)
        self._close(fresh)
        return self.conflict

    def choose(self, first: int, second: int, literal: Literal) -> Clause | None:
        """Orders two nodes by a decision that `literal` stands for."""
        self.trail.append(literal)
        self.held.add(literal)
        if self._order(first, second, (literal,)):
            self._close([])
        return self.conflict

    def _close(self, fresh: list[int]) -> None:
        """Derives write serialisation and from-read until nothing changes, or a cycle is found."""
        tables = self.tables
        self.active += fresh
        for candidate in fresh:
            if not self._derive(candidate):
                return
        while self._after_changed or self._before_changed or self._classes_changed:
            sources, targets, classes = self._after_changed, self._before_changed, self._classes_changed
            self._after_changed = self._before_changed = 0
            if classes:
                self._classes_changed = set()
            write, read, kind = tables.write, tables.read, tables.kind
            for candidate in self.active:
                changed = targets >> read[candidate] & 1 or sources >> write[candidate] & 1 or kind[candidate] in classes
                if changed and not self._derive(candidate):
                    return

    def _derive(self, candidate: int) -> bool:
        """What a true candidate says about the rivals that are ordered with its ends; False: a cycle."""
        tables = self.tables
        rivals = self.happens[tables.kind[candidate]] & tables.rivals[candidate]
        if not rivals:
            return True
        write, read = tables.write[candidate], tables.read[candidate]
        for node in bits(self.before[read] & rivals & ~self.before[write]):
            if not self._order(node, write, (tables.literal[candidate], *self._why(candidate, node)), node, read):
                return False
        for node in bits(self.after[write] & rivals & ~self.after[read]):
            if not self._order(read, node, (tables.literal[candidate], *self._why(candidate, node)), write, node):
                return False
        return True

    def _why(self, candidate: int, node: int) -> tuple[Literal, ...]:
        """Literals that make the node a rival of the candidate."""
        for when in self.tables.classes[self.tables.kind[candidate]][node]:
            if self.held.issuperset(when):
                return when
        raise AssertionError("a rival without a reason")

    def _order(self, first: int, second: int, literals: tuple[Literal, ...], source: int = -1, target: int = -1) -> bool:
        """Adds an edge and closes transitively; False when that closes a cycle, which is then explained."""
        if first == second or self.after[first] >> second & 1:
            return True
        edge = (first, second, literals, source, target)
        if self.after[second] >> first & 1:
            self.conflict = self.explain([(second, first)], [edge])
            return False
        if self._shared:
            self._own()
        after, before = self.after, self.before
        self.edges.append(edge)
        gain, sources = after[second] | 1 << second, before[first] | 1 << first
        left = sources & ~before[second]
        self._after_changed |= left
        right = gain & ~after[first]
        self._before_changed |= right
        while left:
            low = left & -left
            after[low.bit_length() - 1] |= gain
            left ^= low
        while right:
            low = right & -right
            before[low.bit_length() - 1] |= sources
            right ^= low
        return True

    # reasons

    def explain(self, pairs: list[tuple[int, int]], edges: list[Edge], size: int = -1) -> Clause:
        """The negated literals that order all these pairs (by the first `size` edges) and give these edges."""
        literals: set[Literal] = set()
        size = len(self.edges) if size < 0 else size
        todo = [(first, second, size) for first, second in pairs]
        for _, _, given, source, target in edges:
            literals.update(given)
            if source >= 0:
                todo.append((source, target, size))
        seen: set[int] = set()
        while todo:
            first, second, limit = todo.pop()
            for index in self._path(first, second, limit):
                if index not in seen:
                    seen.add(index)
                    _, _, given, source, target = self.edges[index]
                    literals.update(given)
                    if source >= 0:
                        todo.append((source, target, index))
        return [-literal for literal in literals]

    def _path(self, first: int, second: int, limit: int) -> list[int]:
        """The edges (below `limit`) of a path between two ordered nodes that is cheap: few edges, few of them derived."""
        fixed = self.tables.after
        if fixed[first] >> second & 1:
            return []
        inside = (self.after[first] | 1 << first) & (self.before[second] | 1 << second)
        near = [
            (index, edge[0], edge[1], len(edge[2]) + (3 if edge[3] >= 0 else 0))
            for index, edge in enumerate(self.edges[:limit])
            if inside >> edge[0] & 1 and inside >> edge[1] & 1
        ]
        come: dict[int, list[int]] = {first: []}
        heap: list[tuple[int, int, int, int]] = [(0, first, -1, -1)]  # cost, node, edge that led here, node before it
        done = 0
        while heap:
            cost, node, last, origin = heappop(heap)
            if done >> node & 1:
                continue
            done |= 1 << node
            if last >= 0:
                come[node] = [*come[origin], last]
            reach = fixed[node] | 1 << node
            if reach >> second & 1:
                return come[node]
            for index, start, end, price in near:
                if reach >> start & 1 and not done >> end & 1:
                    heappush(heap, (cost + price, end, index, node))
        raise AssertionError("an order without a reason")
