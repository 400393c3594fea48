"""Pointer arithmetic in numbers: what `displace` means once objects have addresses, and the conditions of accesses.

As a value, `displace(p, n)` is `p + n` if that stays in the half of a zone that `p` is in (see `ir.zones`), and `p` with the bit
of the upper half otherwise. Zones have one size each, which the objects that `p` may refer to tell; where they differ, or it may
be any number, the address decides. For an *access* no such choice is needed: it is valid exactly if the plain sum is in
an object and no displacement on the way has left its zone, which is one condition more.

Both get simpler where the points-to analysis knows `p` exactly. From an address within or near an object a sum that is in an
object, and whose distance is less than half a zone, is in the same one; and a constant distance that stays in the zone needs no
condition at all. Distances are compared as they were written: a limit of `4 * i` is a limit of `i`.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.analyses.points_to import Pointees, PointsTo
from threadproof.analyses.stride import signed
from threadproof.ir import expr as e
from threadproof.ir.bounds import bounds
from threadproof.ir.displacement import accessed
from threadproof.ir.expr import Expr, rebuild
from threadproof.ir.program import Function
from threadproof.ir.types import PtrType, is_integral, is_signed, width
from threadproof.ir.walk import fold
from threadproof.passes.memory.plan import MemoryPlan
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """A condition; one on an index says how far from zero it may be."""

    condition: Expr
    index: Expr | None = None
    most: int = 0


class Displaced:
    """For the expressions of one template. Everything is said of addresses that are not yet numbers."""

    def __init__(self, plan: MemoryPlan, points: PointsTo, template: str) -> None:
        self.plan, self.points, self.template = plan, points, template
        self.zones = plan.space.zones
        self._memo: dict[Expr, Expr] = {}

    def value(self, expr: Expr) -> Expr:
        """The expression without displacements."""
        return fold(expr, self._plain, self._memo) if expr.args else expr

    def access(self, address: Expr) -> tuple[Expr, list[Limit]]:
        """(plain address, under which conditions no displacement has left a zone)."""
        node, steps = accessed(address), list[Expr]()
        while node.op == "displace" or (node.op == "add" and node.args[1].is_const):
            steps.insert(0, node)
            node = node.args[0]
        displacing = [step for step in steps if step.op == "displace"]
        here, limits = self.value(node), list[Limit]()
        for step in steps:
            distance = self.value(step.args[1])
            there = e.add(here, e.narrowed(here.type, distance))
            if step.op == "displace":
                limits += self._stays(step.args[0], here, distance, there, len(displacing) == 1)
            here = there
        return here, limits

    # -- one displacement ------------------------------------------------------------------------------------------------

    def _plain(self, node: Expr, args: list[Expr]) -> Expr:
        if node.op != "displace":
            return node if all(new is old for new, old in zip(args, node.args, strict=True)) else rebuild(node, tuple(args))
        base, distance = args
        there = e.add(base, e.narrowed(base.type, distance))
        pointees = self.points.known(node.args[0])
        if distance.is_const and pointees is not None and self._certain(pointees, int(distance.payload)):
            return there
        stays: Expr = e.TRUE
        for limit in self._stays(node.args[0], base, distance, there, False):
            stays = e.land(stays, limit.condition)
        upper = self._choice(base, pointees, lambda shift: 1 << shift - 1)
        return e.ite(stays, there, e.lor(base, upper))

    def _certain(self, pointees: Pointees, distance: int) -> bool:
        """Whether a constant distance leads out of no zone; nor does it from a null pointer."""
        exact = all(not place.stride and self.points.within(place.target, place.offset + distance) for place in pointees.places)
        return exact and not pointees.unknown

    def _stays(self, origin: Expr, here: Expr, distance: Expr, there: Expr, accessed: bool) -> list[Limit]:
        """When the sum is in the same half of a zone. `accessed`: it is enough to be right where an object is accessed."""
        pointees = self.points.known(origin)
        shifts = self._shifts(pointees)
        half = 1 << max(shifts) - 1
        low, high = bounds(distance)
        if accessed and pointees is not None and len(shifts) == 1 and self._certain(pointees, 0):
            return [limited(distance, half - 1)] if max(-low, high) >= half else []
        mask = self._choice(here, pointees, lambda shift: -1 << shift - 1)
        same = e.eq(e.binary("and", e.binary("xor", here, there), mask), e.zero(here.type))
        wraps = max(-low, high) > (1 << width(here.type)) - half
        return [limited(distance, half - 1), Limit(same)] if wraps else [Limit(same)]

    # -- sizes of zones --------------------------------------------------------------------------------------------------

    def _shifts(self, pointees: Pointees | None) -> set[int]:
        """Of the zones in which an address may be."""
        if pointees is None or pointees.unknown:
            return {shift for _, shift in self.zones.table}
        found = {self.zones.shift(address) for address in self._starts(pointees)}
        return found | {self.zones.table[0][1]} if pointees.number or not found else found

    def _starts(self, pointees: Pointees) -> list[int]:
        plan = self.plan
        return [
            plan.address(target) if isinstance(target, Function) else plan.region(target, self.template).base
            for target in pointees.targets
        ]

    def _choice(self, address: Expr, pointees: Pointees | None, of_shift: Callable[[int], int]) -> Expr:
        """A number that depends on the size of the zone of an address."""
        type_, shifts = address.type, self._shifts(pointees)
        table = [(first, shift) for first, shift in self.zones.table if shift in shifts]
        result = e.const(type_, of_shift(table[-1][1]))
        for (_, shift), (following, _) in zip(table[-2::-1], table[:0:-1], strict=True):
            result = e.ite(e.lt(address, e.const(type_, following)), e.const(type_, of_shift(shift)), result)
        return result


def limited(distance: Expr, limit: int) -> Limit:
    """That the distance is at most so far from zero, as a condition on what it is a multiple of."""
    while True:
        if distance.op == "neg":
            distance = distance.args[0]
        elif distance.op == "mul" and distance.args[1].is_const and distance.args[1].payload:
            limit //= abs(int(distance.args[1].payload))
            distance = distance.args[0]
        elif distance.op == "cast" and is_integral(distance.args[0].type) and bounds(distance) == bounds(distance.args[0]):
            distance = distance.args[0]
        else:
            break
    low, high = bounds(distance)
    below = e.le(distance, e.const(distance.type, limit)) if high > limit else e.TRUE
    above = e.le(e.const(distance.type, -limit), distance) if low < -limit else e.TRUE
    return Limit(e.land(above, below), distance, limit)


def implied(limit: Limit, guard: Expr, pointer: PtrType) -> bool:
    """Whether the index is within its limit wherever `index + constant < bound` holds for addresses."""
    index = limit.index
    if index is None or guard.op != "lt" or not guard.args[1].is_const:
        return False
    number, start = guard.args[0], 0
    if number.op == "add" and number.args[1].is_const:
        number, start = number.args[0], signed(number.args[1])
    exact = is_signed(index.type) or width(index.type) < pointer.bits or start <= 0
    if number is not e.cast(pointer, index) or width(index.type) > pointer.bits or not exact:
        return False
    return -limit.most <= -start and int(guard.args[1].payload) - start <= limit.most
