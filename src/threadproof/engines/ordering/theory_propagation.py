"""The order theory with propagation: literals that the present order excludes, and the reason of each on request.

A candidate is impossible when its read is before its write, or when a rival that happens lies between its ends; a rival between
the ends of a true candidate does not happen. Looking for them only pays if it is cheap: candidates are looked up by read and
class (`Port`), the writes that a read can no longer see are one bit set, and only what changed since the last look is examined.
This finds most but not all excluded literals; a conflict shows the others.

Reasons are asked for one in thirty of these literals, so only the number of edges and assignments at that time is
stored, and the reason is found again in what was known then. It must not contain anything later: the solver takes the
clause as the reason of an assignment in the past.
"""

from __future__ import annotations

from threadproof.bitsets import bits
from threadproof.engines.ordering.tables import OrderTables, When
from threadproof.engines.ordering.theory import Theory
from threadproof.events.problem import Clause, Literal

Stamp = tuple[int, int, int, int]  # edges and assignments then; a true candidate and a rival of it, or -1


class Excluder(Theory):
    """A theory that also tells what must be false."""

    __slots__ = ("_lent", "_marks", "_told", "dead", "implied")

    def __init__(self, tables: OrderTables) -> None:
        super().__init__(tables)
        self.dead: list[int] = [0] * len(tables.ports)  # per port: the writes that it cannot see, as far as was looked
        self.implied: dict[Literal, Stamp] = {}
        self._told: list[Literal] = []  # the literals of `implied`, oldest first
        self._marks: list[tuple[list[int], int]] = []
        self._lent = False  # whether `dead` belongs to a level

    def push(self) -> None:
        super().push()
        self._marks.append((self.dead, len(self._told)))
        self._lent = True

    def pop(self, levels: int = 1) -> None:
        super().pop(levels)
        self.dead, told = self._marks[-levels]
        del self._marks[-levels:]
        for literal in self._told[told:]:
            del self.implied[literal]
        del self._told[told:]
        self._lent = True

    def excluded(self) -> list[Literal]:
        """Literals that must be false now: of candidates whose read is before their write, or between whose ends a rival lies
        that happens; of rivals between the ends of a true candidate. They come negated, each once per level. There is no conflict
        now."""
        found: list[Literal] = []
        tables, after, before, happens, dead = self.tables, self.after, self.before, self.happens, self.dead
        ports = [number for node in bits(self.touched & tables.readers) for number in tables.ports_of_node[node]]
        for kind in self.touched_classes:
            ports += tables.ports_of_class[kind]
        for number in ports:
            port = tables.ports[number]
            gone = after[port.read]
            between = happens[port.kind] & before[port.read] if port.plain else 0
            while between:
                node = between.bit_length() - 1
                gone |= before[node]
                between &= ~(before[node] | 1 << node)
            gone &= port.writes & ~dead[number]
            if gone:
                if self._lent:
                    dead = self.dead = self.dead.copy()
                    self._lent = False
                dead[number] |= gone
                while gone:
                    low = gone & -gone
                    found += port.negated[low.bit_length() - 1]
                    gone ^= low
        implied = self.implied
        new = dict.fromkeys([literal for literal in found if literal not in implied], (len(self.edges), len(self.trail), -1, -1))
        implied.update(new)
        found = list(new)
        for candidate in self.examined:
            self._silence(candidate, found)
        self._told += found
        self.touched = 0
        self.touched_classes.clear()
        self.examined.clear()
        return found

    def _silence(self, candidate: int, found: list[Literal]) -> None:
        """A rival between the ends of a true candidate does not happen: the last open literal of its condition is false."""
        tables = self.tables
        kind, write, read = tables.kind[candidate], tables.write[candidate], tables.read[candidate]
        middle = self.after[write] & self.before[read] & tables.rivals[candidate] & ~self.happens[kind]
        for node in bits(middle):
            for when in tables.classes[kind][node]:
                open_ = [literal for literal in when if literal not in self.held]
                if len(open_) == 1 and -open_[0] not in self.implied:
                    self.implied[-open_[0]] = (len(self.edges), len(self.trail), candidate, node)
                    found.append(-open_[0])

    def reason(self, literal: Literal) -> Clause:
        """Why a literal was excluded: a clause that contains it, all other literals of which were false then."""
        edges, trail, candidate, node = self.implied[literal]
        if candidate >= 0:
            whens = self.tables.classes[self.tables.kind[candidate]][node]
            when = next(when for when in whens if -literal in when and self._held_before(when, trail, -literal))
            given = {self.tables.literal[candidate], *when} - {-literal}
            clause = self._between(candidate, node, edges)
            assert clause is not None
            return [literal, *{*clause, *(-other for other in given)}]
        for candidate in self.tables.effects[-literal].reads:
            clause = self._why_not(candidate, edges, trail)
            if clause is not None:
                return [literal, *clause]
        raise AssertionError("a literal that was excluded without a reason")

    def _why_not(self, candidate: int, edges: int, trail: int) -> Clause | None:
        """What excluded the candidate when there were this many edges and assignments."""
        tables = self.tables
        write, read, kind = tables.write[candidate], tables.read[candidate], tables.kind[candidate]
        if self.after[read] >> write & 1:
            clause = self.explain([(read, write)], (), edges)
            if clause is not None:
                return clause
        for node in bits(self.after[write] & self.before[read] & tables.rivals[candidate] & self.happens[kind]):
            for when in tables.classes[kind][node]:
                if self._held_before(when, trail):
                    clause = self._between(candidate, node, edges)
                    if clause is not None:
                        return [*{*clause, *(-literal for literal in when)}]
        return None

    def _held_before(self, when: When, trail: int, but: Literal = 0) -> bool:
        return all(literal == but or self.held.get(literal, trail) < trail for literal in when)

    def _between(self, candidate: int, node: int, edges: int) -> Clause | None:
        return self.explain([(self.tables.write[candidate], node), (node, self.tables.read[candidate])], (), edges)
