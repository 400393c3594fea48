"""Circuits mean what they say, simplified or not: against evaluation without any simplification, and against a SAT solver."""

from __future__ import annotations

import random

import pytest

from threadproof.smt.gates import FALSE, TRUE, Gates
from threadproof.smt.sat import Sat

INPUTS = 4


def grow(gates: Gates, rng: random.Random) -> list[tuple[int, int]]:
    """Random literals, each with its truth table (bit i: its value under the i-th assignment of the inputs)."""
    full = (1 << (1 << INPUTS)) - 1
    known = [(TRUE, full), (FALSE, 0)]
    for i in range(INPUTS):
        table = sum(1 << row for row in range(1 << INPUTS) if row >> i & 1)
        known.append((gates.input(), table))
    for _ in range(60):
        (a, x), (b, y), (c, z) = (rng.choice(known) for _ in range(3))
        if rng.random() < 0.4:
            a, x = -a, full ^ x
        match rng.randrange(4):
            case 0:
                known.append((gates.and_(a, b), x & y))
            case 1:
                known.append((gates.or_(a, b), x | y))
            case 2:
                known.append((gates.xor(a, b), x ^ y))
            case _:
                known.append((gates.ite(a, b, c), (x & y) | (~x & z & full)))
    return known


@pytest.mark.parametrize("seed", range(40))
def test_truth_tables(seed: int) -> None:
    gates = Gates()
    known = grow(gates, random.Random(seed))
    for row in range(1 << INPUTS):
        value = gates.evaluate([False, True, *(bool(row >> i & 1) for i in range(INPUTS))])
        for literal, table in known:
            assert (value[abs(literal)] ^ (literal < 0)) == bool(table >> row & 1)


@pytest.mark.parametrize("seed", range(10))
def test_clauses(seed: int) -> None:
    gates = Gates()
    known = grow(gates, random.Random(seed))
    for literal, _ in known:
        gates.emit(literal)
    for row in range(1 << INPUTS):
        units = [[i + 2 if row >> i & 1 else -(i + 2)] for i in range(INPUTS)]
        with Sat([*gates.clauses, *units]) as sat:
            assert sat.solve(10)
            true = sat.model(gates.last)
        assert all((true[abs(literal)] ^ (literal < 0)) == bool(table >> row & 1) for literal, table in known)


def test_only_what_is_asked_for_is_written() -> None:
    gates = Gates()
    a, b, c = gates.input(), gates.input(), gates.input()
    gates.xor(b, c)
    gates.emit(gates.and_(a, b))
    assert gates.asked == [b, a] or gates.asked == [a, b]
    assert len(gates.clauses) == 1 + 3


def test_a_condition_comes_with_its_input() -> None:
    gates = Gates()
    a, b = gates.input(), gates.input()
    gates.require([b], -b)
    gates.emit(a)
    assert [-b] not in gates.clauses
    gates.emit(b)
    assert [-b] in gates.clauses
