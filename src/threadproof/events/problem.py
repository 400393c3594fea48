"""The question between the encoder and the order solvers: clauses over literals, and what literals say about the order of nodes.

A *node* of the order graph is one step: a shared access, or an atomic block with all its accesses. An execution under sequential
consistency is a total order of the nodes that happen in which every read sees the latest write before it. `clauses` say what
values and guards allow; the rest says how literals and orders depend on each other. Literals are non-zero integers as in DIMACS.

Axioms, for a candidate `Reads` c (node `write` is read from by node `read`) and a rival r of c (another write that
may hit the address that is read), writing `<` for happens-before:

    c.literal                                   => c.write < c.read
    c.literal & r.when & r.node < c.read        => r.node < c.write      (write serialisation)
    c.literal & r.when & c.write < r.node       => c.read < r.node       (from-read)
    `OrderEdge` o: o.literal                        => o.first < o.second
    `Clash` k: all of k.when                    => k.first < k.second or k.second < k.first   (total order of writes; SC only)

Pairs within one node say nothing. Valid: `<` (transitive, with `fixed`) has no cycle. Without the last axiom this is wSC.
"""

from __future__ import annotations

from threadproof.records import dataclass, field

Literal = int
Clause = list[Literal]


@dataclass(frozen=True, slots=True)
class Rival:
    node: int
    when: tuple[Literal, ...]  # together: this write happens and hits the address


@dataclass(frozen=True, slots=True)
class Reads:
    literal: Literal
    write: int
    read: int
    rivals: tuple[Rival, ...]


@dataclass(frozen=True, slots=True)
class OrderEdge:
    literal: Literal
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Clash:
    """Two writes that hit one address when all literals hold."""

    first: int
    second: int
    when: tuple[Literal, ...]


@dataclass(slots=True)
class Problem:
    variables: int
    clauses: list[Clause]
    nodes: int
    fixed: list[int]  # fixed[i]: bit set of the nodes that come after node i in every execution; transitively closed
    reads: list[Reads] = field(default_factory=list)
    orders: list[OrderEdge] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class EventModel:
    """A satisfying assignment (`true[v]` for variable v; index 0 unused) and a total order of all nodes that obeys the axioms."""

    true: list[bool]
    sequence: list[int]
