"""How often loops of a lowered program repeat at most, where constants decide it.

A loop is bounded if each of its rounds tests and changes a counter: a register that one operation of each round
changes, as in `v := e(v)`, and that starts with a constant wherever it is set outside of it. Every round must pass the
change, and a location from which all ways that stay in the loop have a condition about `v` alone. Then the values of
`v` are a fixed sequence, one more in every round, and the loop is left at the first that satisfies no such condition,
however threads interleave: registers belong to one thread. What is longer than `LONGEST` counts as not bounded. It is
used for decisions about speed, not about verdicts.

Loops are found as in `analyses.weak_topological_order`: of a strongly connected component, the first location that a
depth-first walk meets is the head; without it, what is left has the inner loops.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from threadproof.analyses.graph import cycles, walk
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function
from threadproof.ir.uses import expr_variables, op_target, with_values
from threadproof.records import dataclass

LONGEST = 1024  # iterations


@dataclass(frozen=True, slots=True)
class Loop:
    """`trips`: how often it repeats at most each time that it is entered, None if unknown; `total`: with the loops around it.
    `inside`: its locations. `tested_first`: whether its head is where that is decided."""

    head: int
    trips: int | None
    total: int | None
    inside: frozenset[int]
    tested_first: bool


def loops(function: Function) -> list[Loop]:
    """All of a function, outer ones first."""
    order = {location: number for number, location in enumerate(walk(function.entry, function.edges).out)}
    found: list[Loop] = []
    waiting: list[tuple[Sequence[Edge], int | None]] = [(function.edges, 1)]
    while waiting:
        edges, around = waiting.pop()
        for component in cycles(_targets(edges)):
            inside = set(component)
            kept = [edge for edge in edges if edge.source in inside and edge.target in inside]
            head = min(component, key=lambda location: order.get(location, len(order)))
            trips, place = _trips(function, head, inside, kept)
            total = None if trips is None or around is None else trips * around
            found.append(Loop(head, trips, total, frozenset(inside), place == head))
            waiting.append(([edge for edge in kept if head not in (edge.source, edge.target)], total))
    return found


class TripCounts:
    """How often a thread that runs a function comes to a location; loops are looked for when that is asked first."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._loops: list[Loop] | None = None

    def of(self, location: int) -> int | None:
        """At most; None if not known. What comes before the test of a loop runs once more than the loop repeats."""
        if self._loops is None:
            self._loops = loops(self._function)
        found = 1
        for loop in self._loops:
            if location in loop.inside:
                if loop.trips is None:
                    return None
                found *= loop.trips + (location == loop.head or not loop.tested_first)
        return found


def _targets(edges: Iterable[Edge]) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for edge in edges:
        out.setdefault(edge.source, []).append(edge.target)
        out.setdefault(edge.target, [])
    return out


def _trips(function: Function, head: int, inside: set[int], kept: Sequence[Edge]) -> tuple[int | None, int | None]:
    """And at which location that is tested."""
    best: int | None = None
    place: int | None = None
    for counter, (changing, step) in _counters(head, kept).items():
        starts = _starts(function, counter, inside)
        if not starts or _returns(head, [other for other in kept if other not in changing]):
            continue
        for location, conditions in _tests(counter, head, inside, kept):
            counts = [_count(counter, start, step, conditions) for start in starts]
            if all(count is not None for count in counts):
                longest = max(count for count in counts if count is not None)
                if best is None or (longest, location != head) < (best, place != head):
                    best, place = longest, location
    return best, place


def _counters(head: int, kept: Sequence[Edge]) -> dict[Variable, tuple[set[Edge], Expr]]:
    """Registers that the loop changes once in a round, from nothing but their own value: at one place, or on edges to the
    head that all do the same."""
    changes: dict[Variable, list[tuple[Edge, ops.Op]]] = {}
    for edge in kept:
        for op in edge.ops:
            target = op_target(op)
            if target is not None and not target.shared:
                changes.setdefault(target, []).append((edge, op))
    found = {}
    for variable, places in changes.items():
        op = places[0][1]
        edges = {edge for edge, _ in places}
        once = len(places) == 1 or (len(edges) == len(places) and all(edge.target == head for edge in edges))
        same = all(other == op for _, other in places)
        if once and same and isinstance(op, ops.Assign) and expr_variables(op.value) == {variable}:
            found[variable] = (edges, op.value)
    return found


def _starts(function: Function, counter: Variable, inside: set[int]) -> list[Expr]:
    """The constants that it is set to outside of the loop; empty if something else is."""
    found: list[Expr] = []
    if counter in function.params:
        return []
    for edge in function.edges:
        if edge.source in inside and edge.target in inside:
            continue
        for op in edge.ops:
            if op_target(op) == counter:
                if not isinstance(op, ops.Assign) or op.value.op != "const":
                    return []
                found.append(op.value)
    return found


def _returns(head: int, edges: Iterable[Edge]) -> bool:
    """Whether a way leads from the head back to it."""
    return any(head in component for component in cycles(_targets(edges)))


def _tests(counter: Variable, head: int, inside: set[int], kept: Sequence[Edge]) -> Iterable[tuple[int, list[Expr]]]:
    """For each location that every round passes and where the counter alone decides: the conditions to stay."""
    for location in inside:
        ways = [edge for edge in kept if edge.source == location]
        first = [edge.ops[0] for edge in ways if edge.ops]
        conditions = [op.condition for op in first if isinstance(op, ops.Assume) and expr_variables(op.condition) == {counter}]
        if ways and len(conditions) == len(ways):
            others = [edge for edge in kept if location not in (edge.source, edge.target)]
            if location == head or not _returns(head, others):
                yield location, conditions


def _count(counter: Variable, start: Expr, step: Expr, conditions: Sequence[Expr]) -> int | None:
    """For how many values of the counter, from the first on, some condition holds."""
    value = start
    for count in range(LONGEST + 1):
        if not any(_holds(condition, counter, value) for condition in conditions):
            return count
        value = with_values(step, {counter: value})
        if value.op != "const":
            return None
    return None


def _holds(condition: Expr, counter: Variable, value: Expr) -> bool:
    """True also where it is unknown."""
    decided = with_values(condition, {counter: value})
    return decided.op != "const" or bool(decided.payload)
