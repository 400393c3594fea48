"""Covering: who may cover whom, and what becomes free when part of the graph is removed."""

from __future__ import annotations

from threadproof.errors import NOWHERE
from threadproof.ir.program import Edge
from threadproof.reach.graph import ReachGraph
from threadproof.sched.system import Control, SystemStep

EDGE = Edge(0, 0, (), NOWHERE)


def test_covering_is_looked_up_by_what_is_known() -> None:
    """A state that knows less covers one that knows more, wherever it is kept; one with another value does not."""
    at = Control(None, ((0, 0),))
    made: ReachGraph[frozenset[tuple[str, int]]] = ReachGraph(at, frozenset({("x", 1)}), dict)
    step = SystemStep(0, EDGE, (), at)
    nodes = [made.add(made.root, step, frozenset(known)) for known in ({("x", 2)}, {("y", 3)}, {("x", 2), ("y", 3)})]
    for node in (made.root, *nodes[:2]):
        made.expand(node)
    assert {other.number for other in made.candidates(nodes[2])} == {1, 2}
    made.remove_below(made.root)
    assert not list(made.candidates(nodes[2]))


def test_what_a_rebuilt_node_covered_is_free_again() -> None:
    at = Control(None, ((0, 0),))
    made: ReachGraph[int] = ReachGraph(at, 0)
    middle, other = (made.add(made.root, SystemStep(0, EDGE, (), at), 0) for _ in range(2))
    made.expand(middle)
    leaf = made.add(middle, SystemStep(0, EDGE, (), at), 0)
    made.cover(other, middle)
    assert other in made.remove_below(middle) and other.coverer is None and not leaf.alive
