"""Loop heads and back edges."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.passes.build import function, program
from threadproof.analyses.graph import cyclic_locations
from threadproof.ir.op import Skip
from threadproof.passes.loops import mark_loops
from threadproof.passes.options import DEFAULTS


def marked(*pairs: tuple[int, int]) -> tuple[set[int], set[tuple[int, int]]]:
    result = mark_loops(program(function(*((a, b, Skip()) for a, b in pairs))), DEFAULTS).entry
    return result.loop_heads, {(edge.source, edge.target) for edge in result.edges if edge.back}


def test_nested_loops() -> None:
    assert marked((0, 1), (1, 2), (2, 3), (3, 2), (3, 1), (1, 4)) == ({1, 2}, {(3, 2), (3, 1)})


def test_no_loop() -> None:
    assert marked((0, 1), (0, 2), (1, 3), (2, 3)) == (set(), set())


def test_loop_with_two_entries() -> None:
    """Either of the two may be the head, but one of them is."""
    heads, back = marked((0, 1), (0, 2), (1, 2), (2, 1), (2, 3))
    assert heads == {1} and back == {(2, 1)}


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_every_cycle_has_a_back_edge(pairs: list[tuple[int, int]]) -> None:
    heads, back = marked(*pairs)
    reached = {0}
    while True:
        more = {b for a, b in pairs if a in reached} - reached
        if not more:
            break
        reached |= more
    rest = function(*((a, b, Skip()) for a, b in pairs if a in reached and (a, b) not in back))
    assert not cyclic_locations(rest.edges)
    assert heads == {target for _, target in back}
