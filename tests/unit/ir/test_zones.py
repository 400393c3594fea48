"""Pointer arithmetic never leads from one object to another, whatever the distances."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threadproof.ir import arith, zones
from threadproof.ir import expr as e
from threadproof.ir.bounds import bounds
from threadproof.ir.displacement import accessed, elements, moved
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import MemoryObject
from threadproof.ir.types import I32, I64, I128, U8, U32, U64, IntType, PtrType
from threadproof.ir.walk import fold

WIDTHS = [32, 64]


def objects(bits: int) -> list[tuple[int, int]]:
    """(start, size) of the largest objects of neighbouring zones of each size."""
    found = []
    for first, shift in zones.STANDARD[bits].table:
        for zone in (first, first + (1 << shift)):
            found.append((zones.STANDARD[bits].object_at(zone), zones.capacity(zones.STANDARD[bits].shift(zone))))
    return found


def distances(bits: int) -> st.SearchStrategy[int]:
    near = st.integers(-1100, 1100)
    powers = st.builds(
        lambda power, sign, rest: sign * (1 << power) + rest, st.integers(0, bits + 2), st.sampled_from([1, -1]), near
    )
    return st.one_of(near, powers)


@pytest.mark.parametrize("bits", WIDTHS)
def test_tables_divide_the_address_space(bits: int) -> None:
    table = zones.STANDARD[bits].table
    assert table[0][0] == 0 and all(first % (1 << shift) == 0 for first, shift in table)
    for (first, shift), (following, _) in pairwise(table):
        assert following % (1 << shift) == 0 and first < following
    for start, size in objects(bits):
        low, high = zones.room(bits, size)
        assert low + size // 2 <= 0 and high >= size + size // 2 - 1 and zones.near(bits) * 2 <= -low
        assert zones.STANDARD[bits].object_at(start + size) == start


@pytest.mark.parametrize("bits", WIDTHS)
@given(data=st.data())
def test_no_way_to_another_object(bits: int, data: st.DataObject) -> None:
    """Any number of displacements; an address in an object is in that where the first one started, and exact."""
    space = zones.STANDARD[bits]
    start, size = data.draw(st.sampled_from(objects(bits)))
    address = exact = start + data.draw(st.integers(0, size))
    gaps = st.sampled_from([other - exact for other, _ in objects(bits)])
    for _ in range(data.draw(st.integers(1, 5))):
        distance = data.draw(st.one_of(distances(bits), gaps))
        address, exact = space.displaced(address, distance), exact + distance
        assert 0 <= address < 1 << bits and space.start(address) == space.start(start)
    if start <= address < start + size:
        assert address == exact


@pytest.mark.parametrize("bits", WIDTHS)
@given(data=st.data())
def test_an_access_that_is_near_needs_no_zone(bits: int, data: st.DataObject) -> None:
    """From anywhere, also from an address that is valid nowhere, the plain sum is in an object where the displaced one is."""
    space = zones.STANDARD[bits]
    start, _ = data.draw(st.sampled_from(objects(bits)))
    address = start
    for _ in range(data.draw(st.integers(0, 3))):
        address = space.displaced(address, data.draw(distances(bits)))
    distance = data.draw(st.integers(-zones.near(bits), zones.near(bits)))
    displaced, plain = space.displaced(address, distance), address + distance
    for first, size in objects(bits):
        assert (first <= displaced < first + size) == (first <= plain < first + size)


def value(expr: Expr, values: dict[Variable, int]) -> int:
    def visit(node: Expr, args: list[int]) -> int:
        if node.is_const:
            return int(node.payload)
        if node.op == "var":
            return values[node.payload]
        if node.op == "cast":
            return int(arith.cast(node.type, node.args[0].type, args[0]))
        if node.op == "neg":
            return int(arith.unary("neg", node.type, args[0]))
        return int(arith.binary(node.op, node.args[0].type, *args))

    return fold(expr, visit)


@given(data=st.data())
def test_distances_do_not_wrap_around(data: st.DataObject) -> None:
    type_ = data.draw(st.sampled_from([I32, U32, I64, U64, U8, IntType(16, True)]))
    low, high = (0, (1 << type_.bits) - 1) if not type_.signed else (-(1 << type_.bits - 1), (1 << type_.bits - 1) - 1)
    index, size, back = data.draw(st.integers(low, high)), data.draw(st.integers(0, 1 << 30)), data.draw(st.booleans())
    variable = Variable("i", type_)
    distance = elements(e.var(variable), size, back)
    found = value(distance, {variable: index})
    assert found == (-index if back else index) * size
    assert bounds(distance)[0] <= found <= bounds(distance)[1]


def test_where_a_plain_sum_is_enough() -> None:
    item = MemoryObject("a", 40, 4, None)
    p, i = e.addr(item, PtrType(32)), e.var(Variable("i", I32))
    q, wide = e.var(Variable("q", PtrType(32))), e.var(Variable("r", PtrType(64)))
    assert e.displace(p, e.const(I64, 36)).op == "add"
    assert e.displace(p, e.const(I64, 1 << 20)).op == "displace"
    assert e.displace(p, elements(i, 4)).op == "displace"
    assert e.displace(p, elements(e.cast(I32, e.var(Variable("c", U8))), 4)).op == "add"
    assert e.displace(e.addr(item, PtrType(64)), elements(i, 4)).op == "add"
    assert e.displace(q, e.const(I128, 0)) is q
    assert accessed(e.displace(q, e.const(I64, -4))) is e.add(q, e.const(PtrType(32), -4))
    assert accessed(e.displace(q, elements(i, 4))).op == "displace"
    assert accessed(e.displace(wide, elements(i, 4))).op == "add"
    assert moved(q, 8).op == "add" and moved(q, 1 << 16).op == "displace"
    with pytest.raises(TypeError):
        e.displace(q, e.const(U32, 1))
