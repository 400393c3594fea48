"""From an address to a cell: under which condition an address lies in a region, in which instance, and at which index.

An *exact* position needs the address to equal one value (per instance). A *moving* one needs an index within bounds; it is
read off the sum that the address is (`linear`), or where it is a mere pointer by a shift, a mask or a division. Where the
points-to analysis leaves no doubt (`sure`: the value can only be an address of this very place), the condition is dropped.
"""

from __future__ import annotations

from threadproof.analyses.andersen import StridedAddress
from threadproof.analyses.points_to import Target
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.passes.memory.linear import Linear, linear
from threadproof.passes.memory.region import Region
from threadproof.passes.memory.shape import Column
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """A scalar at byte `inner` of a cell: of the cell with a number, or (None) of a moving one."""

    column: Column
    inner: int
    number: int | None


@dataclass(frozen=True, slots=True)
class Located:
    """`guard`: when the address means this position. `offset`: of the access within its instance."""

    guard: Expr
    instance: Expr | None
    number: Expr | None
    offset: Expr


def positions(region: Region, places: list[StridedAddress[Target]], width: int) -> list[Position]:
    """Where in a region an access of `width` bytes may go; a moving position covers exact ones in its column."""
    found: dict[Position, None] = {}
    for place in places:
        for column in region.columns:
            if place.stride:
                inner = column.meets(place.offset, width, region.size)
                if inner is not None:
                    found[Position(column, inner, None)] = None
            else:
                held = column.holds(place.offset, width)
                if held is not None:
                    found[Position(column, held[1], held[0])] = None
    return [
        position for position in found if position.number is None or Position(position.column, position.inner, None) not in found
    ]


def locate_exact(address: Expr, region: Region, offset: int, sure: bool) -> Located:
    """The address of the byte at `offset` of some instance."""
    distance = linear(address, region.pointer).minus(region.base + offset)
    at = region.const(offset)
    if region.instances == 1:
        return Located(e.TRUE if sure else _is_zero(distance), None, None, at)
    whole, rest = distance.split(region.span)
    if not rest.terms:
        instance = whole.over(region.span).expr()
        guard = e.FALSE if rest.constant else _below(instance, region.instances, sure)
        return Located(guard, instance, None, at)
    relative = distance.expr()
    instance = _shifted(relative, region.span)
    if sure:
        return Located(e.TRUE, instance, None, at)
    aligned = e.eq(e.binary("and", relative, region.const(region.span - 1)), region.const(0))
    return Located(e.land(aligned, _below(instance, region.instances, False)), instance, None, at)


def locate_moving(address: Expr, region: Region, position: Position, width: int, sure: bool) -> Located:
    """A cell of a column, by an index that is checked against the bounds."""
    column = position.column
    first = column.first + position.inner
    distance = linear(address, region.pointer).minus(region.base + first)
    end = region.capacity if column.end is None else column.end
    bound = (end - width - first) // column.step + 1
    instance, inside = None, e.TRUE
    if region.instances > 1:
        instance, distance = _instance(distance, region, first)
        inside = _below(instance, region.instances, sure)
    if distance.divides(column.step):
        number = distance.over(column.step).expr()
        guard = e.lt(number, region.const(bound))
    else:
        relative = distance.expr()
        power = column.step & (column.step - 1) == 0
        number = _shifted(relative, column.step) if power else e.binary("div", relative, region.const(column.step))
        guard = e.le(relative, region.const((bound - 1) * column.step))
        if not (sure and power):  # what wraps around stays a multiple of a power of two
            rest = e.binary("and", relative, region.const(column.step - 1))
            rest = rest if power else e.binary("rem", relative, region.const(column.step))
            guard = e.land(guard, e.eq(rest, region.const(0)))
    if bound <= 0:
        guard = e.FALSE
    offset = e.add(e.mul(number, region.const(column.step)), region.const(first))
    return Located(e.land(guard, inside), instance, number, offset)


def _instance(distance: Linear, region: Region, first: int) -> tuple[Expr, Linear]:
    """(instance, distance within it). The distance is checked by the caller, which makes splitting a sum by its factors right."""
    whole, rest = distance.split(region.span)
    if whole.terms:
        if rest.constant > region.span // 2:  # it was negative before: the index begins below the first cell
            whole, rest = whole.minus(-region.span), rest.minus(region.span)
        return whole.over(region.span).expr(), rest
    relative = distance.minus(-first).expr()
    inner = e.binary("and", relative, region.const(region.span - 1))
    return _shifted(relative, region.span), linear(inner, region.pointer).minus(first)


def _below(instance: Expr, bound: int, sure: bool) -> Expr:
    return e.TRUE if sure else e.lt(instance, e.const(instance.type, bound))


def _shifted(value: Expr, power: int) -> Expr:
    return e.binary("shr", value, e.const(value.type, power.bit_length() - 1))


def _is_zero(distance: Linear) -> Expr:
    if not distance.terms:
        return e.const(e.TRUE.type, distance.constant == 0)
    if len(distance.terms) == 1 and distance.terms[0][1] == 1:
        return e.eq(e.cast(distance.pointer, distance.terms[0][0]), e.const(distance.pointer, -distance.constant))
    return e.eq(distance.expr(), e.zero(distance.pointer))
