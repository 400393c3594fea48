"""Cycles that leave a thread out are found; others are left alone."""

from __future__ import annotations

from threadproof.errors import NOWHERE
from threadproof.ir.program import Edge
from threadproof.reach.graph import ReachGraph
from threadproof.reach.proviso import endless, left_out
from threadproof.sched.system import Control, SystemStep

EDGE = Edge(0, 0, (), NOWHERE)


def graph(*followed: set[int], depth: int = 0) -> ReachGraph[int]:
    """A cycle of nodes, each of which follows some of the threads 0 and 1; the last is covered by the first."""
    made: ReachGraph[int] = ReachGraph(Control(None, ((0, 0), (0, 0)), depth), 0)
    node = made.root
    for number, threads in enumerate(followed):
        made.expand(node)
        node.followed = frozenset(threads)
        last = number == len(followed) - 1
        at = made.root.control if last else Control(None, ((0, number + 1), (0, 0)), depth)
        node = made.add(node, SystemStep(0, EDGE, (), at), 0)
    made.cover(node, made.root)
    return made


def missing(made: ReachGraph[int]) -> list[tuple[int, int]]:
    nodes, out = made.continued()
    return [(node.number, thread) for node, threads in left_out(nodes, out, lambda node: frozenset({0, 1})) for thread in threads]


def test_a_thread_that_is_never_followed() -> None:
    assert missing(graph({0}, {0}, {0})) == [(0, 1)]


def test_once_per_cycle_is_enough() -> None:
    assert missing(graph({0}, {0, 1}, {0})) == []


def test_inside_of_an_atomic_block_nothing_is_demanded() -> None:
    assert missing(graph({0}, {0}, depth=1)) == []


def test_a_path_is_no_cycle() -> None:
    made = graph({0}, {0})
    (leaf,) = [node for node in made.nodes() if node.coverer is not None]
    leaf.coverer = None
    assert missing(made) == []


def steps_inside(closes: bool) -> ReachGraph[int]:
    """A node that follows one of two threads, whose step is a node inside; that one is repeated, or leads to where all rest."""
    made: ReachGraph[int] = ReachGraph(Control(None, ((0, 0), (0, 0)), 0), 0)
    made.expand(made.root)
    made.root.followed = frozenset({0})
    inner = made.add(made.root, SystemStep(0, EDGE, (), Control(None, ((0, 1), (0, 0)), 1)), 0)
    made.expand(inner)
    inner.followed = frozenset({0})
    after = made.add(inner, SystemStep(0, EDGE, (), inner.control if closes else Control(None, ((0, 2), (0, 0)), 0)), 0)
    if closes:
        made.cover(after, inner)
    return made


def test_a_step_that_may_never_end_needs_company() -> None:
    for closes in (True, False):
        nodes, out = steps_inside(closes).continued()
        found = endless(nodes, out, lambda node: frozenset({0, 1}))
        assert [(node.number, threads) for node, threads in found] == ([(0, frozenset({1}))] if closes else [])
