"""The order theory, as of DPLL(T): the happens-before that a set of true literals implies, and the reason of a cycle.
It knows no solver.

State is the happens-before relation `<` as two bit sets per node, `after` and `before`, transitively closed, and the list of the
*edges* that were added to `fixed`, oldest first. An edge comes from a literal (a read's source, an `OrderEdge`), or is derived by
write serialisation or from-read; then it has a *premise*, a pair that was already ordered. So reasons are well-founded: a pair is
explained by a path of edges and fixed orders, an edge by its literals and by edges older than itself. A path that closes a cycle
is a conflict, and the literals met on the way are the clause.

`assign` takes literals that are now true and returns a clause (all of whose literals are false now) when the order has a cycle.
After a conflict the state must be popped. The relation is closed under all axioms of `problem` except the total order of writes:
it is exactly wSC. `push` and `pop` cost the same whatever happens in between: a level keeps the lists it began with, and the
first change in a level copies them (pointers only; the sets themselves are shared).
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from threadproof.engines.ordering.tables import OrderTables, When
from threadproof.events.problem import Clause, Literal

Edge = tuple[int, int, tuple[Literal, ...], int, int]  # first, second, literals, premise (a pair; -1, -1: none)
Level = tuple[list[int], list[int], list[int], int, int, int, int, int]


class Theory:
    """Happens-before under the literals assigned so far."""

    __slots__ = (
        "_after_changed",
        "_before_changed",
        "_classes_changed",
        "_levels",
        "_live_reads",
        "_live_writes",
        "_reading",
        "_shared",
        "_writing",
        "active",
        "after",
        "before",
        "conflict",
        "edges",
        "examined",
        "happens",
        "held",
        "tables",
        "touched",
        "touched_classes",
        "trail",
    )

    def __init__(self, tables: OrderTables) -> None:
        self.tables = tables
        self.after: list[int] = tables.after.copy()
        self.before: list[int] = tables.before.copy()
        self.happens: list[int] = [0] * len(tables.classes)  # per class: the writes that are known to hit
        self.active: list[int] = []  # candidates whose literal is true
        self.held: dict[Literal, int] = {}  # true literals, with their position in `trail`
        self.trail: list[Literal] = []
        self.edges: list[Edge] = []
        self.conflict: Clause | None = None
        self._levels: list[Level] = []
        self._shared = False  # whether `after`, `before`, `happens` belong to a level
        self._reading: list[list[int]] = [[] for _ in range(tables.nodes)]  # active candidates by read, by write
        self._writing: list[list[int]] = [[] for _ in range(tables.nodes)]
        self._live_reads = self._live_writes = 0  # the nodes that have any
        self._after_changed = self._before_changed = 0
        self._classes_changed: set[int] = set()
        self.touched = (1 << tables.nodes) - 1  # since someone looked: nodes whose order changed,
        self.touched_classes: set[int] = set()  # classes more of whose members happen,
        self.examined: set[int] = set()  # true candidates with a new order or rival
        for index, members in enumerate(tables.classes):
            for node, whens in members.items():
                if () in whens:
                    self.happens[index] |= 1 << node

    # levels

    def push(self) -> None:
        sizes = self._live_reads, self._live_writes, len(self.active), len(self.edges), len(self.trail)
        self._levels.append((self.after, self.before, self.happens, *sizes))
        self._shared = True

    def pop(self, levels: int = 1) -> None:
        """Forgets what was assigned since the `levels`-last push."""
        self.after, self.before, self.happens, *sizes = self._levels[-levels]
        self._live_reads, self._live_writes, active, edges, trail = sizes
        del self._levels[-levels:]
        for candidate in self.active[active:]:
            self._reading[self.tables.read[candidate]].pop()
            self._writing[self.tables.write[candidate]].pop()
        del self.active[active:], self.edges[edges:]
        for literal in self.trail[trail:]:
            del self.held[literal]
        del self.trail[trail:]
        self._shared = True
        self._after_changed = self._before_changed = self.touched = 0
        self._classes_changed.clear()
        self.touched_classes.clear()
        self.examined.clear()
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
            held[literal] = len(self.trail)
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
                if not self.happens[index] >> node & 1 and all(map(held.__contains__, when)):
                    if self._shared:
                        self._own()
                    self.happens[index] |= 1 << node
                    self._classes_changed.add(index)
        self._close(fresh)
        return self.conflict

    def choose(self, first: int, second: int, literal: Literal) -> Clause | None:
        """Orders two nodes by a decision that `literal` stands for."""
        self.held[literal] = len(self.trail)
        self.trail.append(literal)
        if self._order(first, second, (literal,)):
            self._close([])
        return self.conflict

    def _close(self, fresh: list[int]) -> None:
        """Derives write serialisation and from-read until nothing changes, or a cycle is found."""
        tables = self.tables
        self.active += fresh
        for candidate in fresh:
            write, read = tables.write[candidate], tables.read[candidate]
            self._reading[read].append(candidate)
            self._writing[write].append(candidate)
            self._live_reads |= 1 << read
            self._live_writes |= 1 << write
        self.examined.update(fresh)
        for candidate in fresh:
            if not self._derive(candidate):
                return
        while self._after_changed or self._before_changed or self._classes_changed:
            affected = self._affected()
            self.examined |= affected
            for candidate in affected:
                if not self._derive(candidate):
                    return

    def _affected(self) -> set[int]:
        """The active candidates for which something changed since the last call: the nodes before the read, after the
        write, or which rivals happen."""
        sources, targets, classes = self._after_changed, self._before_changed, self._classes_changed
        self._after_changed = self._before_changed = 0
        self.touched |= sources | targets
        found: set[int] = set()
        mask = targets & self._live_reads
        while mask:
            low = mask & -mask
            found.update(self._reading[low.bit_length() - 1])
            mask ^= low
        mask = sources & self._live_writes
        while mask:
            low = mask & -mask
            found.update(self._writing[low.bit_length() - 1])
            mask ^= low
        if classes:
            kind = self.tables.kind
            found.update([candidate for candidate in self.active if kind[candidate] in classes])
            self.touched_classes |= classes
            self._classes_changed = set()
        return found

    def _derive(self, candidate: int) -> bool:
        """What a true candidate says about the rivals that are ordered with its ends; False: a cycle."""
        tables = self.tables
        rivals = self.happens[tables.kind[candidate]] & tables.rivals[candidate]
        write, read = tables.write[candidate], tables.read[candidate]
        found = self.before[read] & rivals & ~self.before[write]
        while found:
            low = found & -found
            node = low.bit_length() - 1
            if not self._order(node, write, (tables.literal[candidate], *self._why(candidate, node)), node, read):
                return False
            found = (found ^ low) & ~self.before[write]
        found = self.after[write] & rivals & ~self.after[read]
        while found:
            low = found & -found
            node = low.bit_length() - 1
            if not self._order(read, node, (tables.literal[candidate], *self._why(candidate, node)), write, node):
                return False
            found = (found ^ low) & ~self.after[read]
        return True

    def _why(self, candidate: int, node: int) -> When:
        """Literals that make the node a rival of the candidate."""
        whens = self.tables.classes[self.tables.kind[candidate]][node]
        if len(whens) == 1:
            return whens[0]
        for when in whens:
            if all(map(self.held.__contains__, when)):
                return when
        raise AssertionError("a rival without a reason")

    def _order(self, first: int, second: int, literals: tuple[Literal, ...], source: int = -1, target: int = -1) -> bool:
        """Adds an edge and closes transitively; False when that closes a cycle, which is then explained."""
        if first == second or self.after[first] >> second & 1:
            return True
        if self.after[second] >> first & 1:
            pairs = [(second, first)] if source < 0 else [(second, first), (source, target)]
            self.conflict = self.explain(pairs, literals, len(self.edges))
            return False
        if self._shared:
            self._own()
        after, before = self.after, self.before
        self.edges.append((first, second, literals, source, target))
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

    def explain(self, pairs: list[tuple[int, int]], given: Iterable[Literal], size: int) -> Clause | None:
        """The negation of the given literals and of those that order all these pairs by the first `size` edges; None:
        these do not order them."""
        literals = set(given)
        todo = [(first, second, size) for first, second in pairs]
        seen: set[int] = set()
        while todo:
            first, second, limit = todo.pop()
            path = self._path(first, second, limit)
            if path is None:
                return None
            for index in path:
                if index not in seen:
                    seen.add(index)
                    _, _, more, source, target = self.edges[index]
                    literals.update(more)
                    if source >= 0:
                        todo.append((source, target, index))
        return [-literal for literal in literals]

    def _path(self, first: int, second: int, limit: int) -> list[int] | None:
        """The edges (below `limit`) of a path between two nodes that is cheap: few edges, few of them derived."""
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
        return None
