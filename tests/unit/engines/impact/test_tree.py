"""Covering and uncovering: what is hidden is what lies below a covered node, and only visible nodes cover."""

from __future__ import annotations

import random

import pytest

from threadproof.engines.impact.tree import ImpactNode, ImpactTree, common
from threadproof.errors import NOWHERE
from threadproof.ir.program import Edge
from threadproof.sched.system import Control, SystemStep

CONTROLS = [Control(None, ((0, location),)) for location in range(3)]


def step(to: Control) -> SystemStep:
    return SystemStep(0, Edge(0, 0, (), NOWHERE), (), to)


def check(nodes: list[ImpactNode]) -> None:
    for node in nodes:
        assert node.hidden == any(above.coverer is not None for above in node.path())
        if node.coverer is not None:
            assert not node.coverer.hidden and node.coverer.number < node.number and node in node.coverer.covering
        for covered in node.covering:
            assert covered.coverer is node


@pytest.mark.parametrize("seed", range(30))
def test_random_covers(seed: int) -> None:
    choose = random.Random(seed)
    tree = ImpactTree(CONTROLS[0])
    nodes = [tree.root]
    for _ in range(60):
        node = choose.choice(nodes)
        older = list(tree.older(node))
        kind = choose.randrange(4)
        if kind < 2 and not node.hidden:
            nodes.append(tree.add(node, step(choose.choice(CONTROLS))))
        elif kind == 2 and not node.hidden and older:
            before = {n for n in nodes if not n.hidden}
            shown = tree.cover(node, choose.choice(older))
            assert {n for n in nodes if not n.hidden} - before <= set(shown)
        elif kind == 3 and node.coverer is not None:
            before = {n for n in nodes if not n.hidden}
            assert set(tree.uncover(node)) == {n for n in nodes if not n.hidden} - before
        check(nodes)


def test_common_ancestor() -> None:
    tree = ImpactTree(CONTROLS[0])
    left, right = tree.add(tree.root, step(CONTROLS[1])), tree.add(tree.root, step(CONTROLS[2]))
    deep = tree.add(tree.add(left, step(CONTROLS[1])), step(CONTROLS[2]))
    assert common(deep, right) is tree.root
    assert common(deep, left) is left
    assert common(deep, deep) is deep
