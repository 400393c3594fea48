"""A `Problem` arranged for the order theory: what each literal does, as indices and bit sets. Built once; only `choose` adds to
it.

A *class* says under which literals a node is a rival, for all candidates that agree on that: normally one class per shared
variable. Which members of its class are rivals of a candidate is a bit set (never its own two nodes: pairs within one node say
nothing). So the rivals that count now are one conjunction of sets.
"""

from __future__ import annotations

from threadproof.events.problem import Literal, OrderEdge, Problem, Reads
from threadproof.records import dataclass, field

When = tuple[Literal, ...]
Members = dict[int, tuple[When, ...]]


@dataclass(slots=True)
class Port:
    """The candidates of one read node and class, by their write."""

    read: int
    kind: int
    negated: dict[int, list[Literal]] = field(default_factory=dict)  # the negated literals of the candidates, by write
    writes: int = 0
    plain: bool = True  # whether all members of the class that may lie between the ends of a candidate are its rivals


@dataclass(slots=True)
class LiteralEffects:
    """What holds when a literal becomes true."""

    reads: list[int] = field(default_factory=list)  # these candidates
    orders: list[tuple[int, int]] = field(default_factory=list)
    writes: list[tuple[int, int, When]] = field(default_factory=list)  # class, node: is a rival when all these literals hold


class OrderTables:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.nodes = problem.nodes
        self.after = problem.fixed
        self.before = transpose(problem.fixed)
        self.literal = [c.literal for c in problem.reads]
        self.write = [c.write for c in problem.reads]
        self.read = [c.read for c in problem.reads]
        self.classes: list[Members] = []
        self.kind: list[int] = []
        self.rivals: list[int] = []
        self.effects: dict[Literal, LiteralEffects] = {}
        self._classify(problem.reads)
        self.members = [sum(1 << node for node in members) for members in self.classes]
        self.ports: list[Port] = []
        self.ports_of_node: dict[int, list[int]] = {}
        self.readers = 0
        self.ports_of_class: list[list[int]] = [[] for _ in self.classes]
        self._gather()
        for index, literal in enumerate(self.literal):
            self._effects(literal).reads.append(index)
        for order in problem.orders:
            self.choose(order)
        for index, members in enumerate(self.classes):
            for node, whens in members.items():
                for when in whens:
                    for literal in when:
                        self._effects(literal).writes.append((index, node, when))

    def choose(self, order: OrderEdge) -> None:
        """One more literal that orders two nodes."""
        self._effects(order.literal).orders.append((order.first, order.second))

    def _effects(self, literal: Literal) -> LiteralEffects:
        found = self.effects.get(literal)
        if found is None:
            found = self.effects[literal] = LiteralEffects()
        return found

    def _gather(self) -> None:
        ports: dict[tuple[int, int], Port] = {}
        for index, (write, read, kind) in enumerate(zip(self.write, self.read, self.kind)):
            if write != read:
                port = ports.setdefault((read, kind), Port(read, kind))
                port.negated.setdefault(write, []).append(-self.literal[index])
                port.writes |= 1 << write
                apart = self.before[write] | self.after[read] | 1 << write | 1 << read
                port.plain &= not self.members[kind] & ~(apart | self.rivals[index])
        self.ports = list(ports.values())
        for number, port in enumerate(self.ports):
            self.readers |= 1 << port.read
            self.ports_of_node.setdefault(port.read, []).append(number)
            self.ports_of_class[port.kind].append(number)

    def _classify(self, reads: list[Reads]) -> None:
        """Each candidate joins the first class that says the same about all nodes that both know."""
        index: dict[tuple[int, tuple[When, ...]], list[int]] = {}
        for candidate in reads:
            members = members_of(candidate)
            for number in dict.fromkeys(k for item in members.items() for k in index.get(item, ())):
                known = self.classes[number]
                if all(known.get(node, whens) == whens for node, whens in members.items()):
                    break
            else:
                number = len(self.classes)
                self.classes.append({})
            known = self.classes[number]
            for node, whens in members.items():
                if node not in known:
                    known[node] = whens
                    index.setdefault((node, whens), []).append(number)
            self.kind.append(number)
            self.rivals.append(sum(1 << node for node in members))


def members_of(candidate: Reads) -> Members:
    """When each other node is a rival. Several accesses of one node may hit; any of them will do."""
    whens: dict[int, set[When]] = {}
    for rival in candidate.rivals:
        if rival.node not in (candidate.write, candidate.read):
            whens.setdefault(rival.node, set()).add(rival.when)
    return {node: tuple(sorted(given)) for node, given in whens.items()}


def transpose(after: list[int]) -> list[int]:
    before = [0] * len(after)
    for node, mask in enumerate(after):
        while mask:
            low = mask & -mask
            before[low.bit_length() - 1] |= 1 << node
            mask ^= low
    return before
