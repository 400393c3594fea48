"""Path formulas with merging: paths that meet become one disjunction, and what variables hold becomes a choice.

Every path executes on symbols: its formula is the conjunction of the conditions it passed, its values are terms over the
start of the block and over inputs; that is single assignment without copies, and constants fold on the way. Where paths meet,
the formula is the disjunction of theirs. Paths may be possible at the same time (the schedule is no input of the program), so
what a variable holds afterwards is decided by a fresh Boolean that says which side was taken: `(s & f) | (!s & g)` with value
`ite(s, a, b)`. A model of a formula is thus one path, with its inputs. Formulas share their parts, so an unwinding has a
formula of its own size.

Branches of one thread that meet again are not possible at the same time: where their conditions part, one has c and the other
!c. Then c is the choice, `c & f | !c & g` is what remains of the formula (nothing, if the branches have no other conditions),
and the values are `ite(c, a, b)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from threadproof.domains.evaluate import put
from threadproof.engines.blocks.factor import conjunction
from threadproof.engines.blocks.ranges import Ranges
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL
from threadproof.ir.uses import with_values
from threadproof.records import dataclass

FEW = 24  # sides that are compared with each other when paths meet


class BlockLocal(Variable):
    """An input that is drawn inside of a block, or a choice between paths: no variable of the program."""

    __slots__ = ()


Values = dict[Variable, Expr]
"""What variables hold; one that is missing holds what it held at the start."""


def execute(operations: Sequence[ops.DataOp], before: Values, ranges: Ranges) -> tuple[list[Expr], Values] | None:
    """Conditions and values after the operations; None where a condition is plainly false."""
    values = dict(before)
    conditions: list[Expr] = []
    for op in operations:
        match op:
            case ops.Assume(condition):
                holds = ranges.decided(with_values(condition, values))
                if holds is E.FALSE:
                    return None
                if holds is not E.TRUE:
                    conditions.append(holds)
            case ops.Assign(target, value):
                values[target] = with_values(value, values)
            case ops.Havoc(target):
                values[target] = E.var(BlockLocal(f"{target.name}?", target.type))
            case ops.Write(array, index, value):
                old = values.get(array) or E.var(array)
                values[array] = put(old, with_values(index, values), with_values(value, values))
            case _:
                assert_never(op)
    return conditions, values


class Trail:
    """The conditions along a path, one by one: trails that began together share that part, so it is known where they part."""

    __slots__ = ("_behind", "before", "condition", "depth", "formula")

    def __init__(self, before: Trail | None, condition: Expr) -> None:
        self.before = before
        self.condition = condition
        self.depth: int = 0 if before is None else before.depth + 1
        self.formula: Expr = condition if before is None else E.land(before.formula, condition)
        self._behind: dict[Expr, Trail] = {}

    def then(self, condition: Expr) -> Trail:
        """The same one for the same condition."""
        found = self._behind.get(condition)
        if found is None:
            found = self._behind[condition] = Trail(self, condition)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class MergedPaths:
    """Some paths to one place. `choices[i]` holds of a model if path i (of those that were merged) is the one it is about."""

    trail: Trail
    values: Values
    choices: tuple[Expr, ...] = (E.TRUE,)

    @property
    def formula(self) -> Expr:
        return self.trail.formula


def start(formula: Expr, values: Values) -> MergedPaths:
    """Paths of which only a formula is known."""
    return MergedPaths(Trail(None, formula), values)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """Some of the paths that are being merged."""

    members: list[int]
    trail: Trail
    values: Values


def merge(paths: Sequence[MergedPaths]) -> MergedPaths:
    """All of them as one; those with the same values need no choice, those that exclude each other need no fresh one."""
    if len(paths) == 1:
        return paths[0]
    differing = _differing(paths)
    groups: dict[tuple[Expr, ...], _Side] = {}
    for number, path in enumerate(paths):
        key = tuple([_value(path.values, name) for name in differing])
        same = groups.get(key)
        members, trail = ([], path.trail) if same is None else (same.members, _either(same.trail, path.trail))
        groups[key] = _Side([*members, number], trail, path.values)
    choices = [E.TRUE] * len(paths)
    sides = list(groups.values())
    while len(sides) > 1:
        pair = _excluding(sides)
        if pair is None:
            sides = [_choose(sides[i : i + 2], differing, choices) for i in range(0, len(sides), 2)]
        else:
            one, other, parted = pair
            sides.remove(other)
            sides[sides.index(one)] = _decided(one, other, parted, differing, choices)
    return MergedPaths(sides[0].trail, sides[0].values, tuple(choices))


def _differing(paths: Sequence[MergedPaths]) -> list[Variable]:
    """Variables that do not hold the same on all paths."""
    first = paths[0].values
    found: dict[Variable, None] = {}
    for path in paths[1:]:
        other = path.values
        found.update((name, None) for name, value in first.items() if other.get(name) is not value)
        if len(other) != len(first) or found:
            found.update((name, None) for name in other if name not in first)
    return [name for name in found if any(_value(path.values, name) is not _value(first, name) for path in paths)]


@dataclass(frozen=True, slots=True, eq=False)
class _Parted:
    """Where two trails part, and their conditions after that."""

    common: Trail
    left: list[Expr]
    right: list[Expr]

    def excluding(self) -> bool:
        return bool(self.left and self.right) and self.left[0] is E.lnot(self.right[0])


def _part(one: Trail, other: Trail) -> _Parted | None:
    """None if they did not begin together."""
    left: list[Expr] = []
    right: list[Expr] = []
    while one is not other:
        side, conditions = (one, left) if one.depth >= other.depth else (other, right)
        if side.before is None:
            return None
        conditions.append(side.condition)
        one, other = (side.before, other) if side is one else (one, side.before)
    return _Parted(one, left[::-1], right[::-1])


def _either(one: Trail, other: Trail) -> Trail:
    """For paths with the same values."""
    parted = _part(one, other)
    if parted is None:
        return Trail(None, E.lor(one.formula, other.formula))
    if set(parted.left) <= set(parted.right):
        return one
    if set(parted.right) <= set(parted.left):
        return other
    if parted.excluding() and len(parted.left) == len(parted.right) == 1:
        return parted.common
    return parted.common.then(E.lor(conjunction(parted.left), conjunction(parted.right)))


def _excluding(sides: list[_Side]) -> tuple[_Side, _Side, _Parted] | None:
    """Of the sides that exclude each other, the two that parted last."""
    best: tuple[_Side, _Side, _Parted] | None = None
    for number, one in enumerate(sides[:FEW]):
        for other in sides[number + 1 : FEW]:
            parted = _part(one.trail, other.trail)
            if parted and parted.excluding() and (best is None or parted.common.depth > best[2].common.depth):
                best = one, other, parted
    return best


def _decided(one: _Side, other: _Side, parted: _Parted, differing: list[Variable], choices: list[Expr]) -> _Side:
    """Which side it is follows from the condition at which they parted."""
    taken = parted.left[0]
    rest = E.ite(taken, conjunction(parted.left[1:]), conjunction(parted.right[1:]))
    trail = parted.common if rest is E.TRUE else parted.common.then(rest)
    return _joined(one, other, taken, trail, differing, choices)


def _choose(sides: list[_Side], differing: list[Variable], choices: list[Expr]) -> _Side:
    """A fresh Boolean says which side it is."""
    if len(sides) == 1:
        return sides[0]
    one, other = sides
    taken = E.var(BlockLocal("left", BOOL))
    formula = E.lor(E.land(one.trail.formula, taken), E.land(other.trail.formula, E.lnot(taken)))
    return _joined(one, other, taken, Trail(None, formula), differing, choices)


def _joined(one: _Side, other: _Side, taken: Expr, trail: Trail, differing: list[Variable], choices: list[Expr]) -> _Side:
    for i in one.members:
        choices[i] = E.land(choices[i], taken)
    for i in other.members:
        choices[i] = E.land(choices[i], E.lnot(taken))
    values = dict(one.values)
    for name in differing:
        values[name] = E.ite(taken, _value(one.values, name), _value(other.values, name))
    return _Side([*one.members, *other.members], trail, values)


def _value(values: Values, name: Variable) -> Expr:
    return values.get(name) or E.var(name)


def disjunction(formulas: Sequence[Expr]) -> Expr:
    """As a balanced tree."""
    parts = list(dict.fromkeys(formulas))
    while len(parts) > 1:
        parts = [E.lor(parts[i], parts[i + 1]) if i + 1 < len(parts) else parts[i] for i in range(0, len(parts), 2)]
    return parts[0] if parts else E.FALSE
