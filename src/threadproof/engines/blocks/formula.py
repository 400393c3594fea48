"""Path formulas with merging: paths that meet become one disjunction, and what variables hold becomes a choice.

Every path executes on symbols: its formula is the conjunction of the conditions it passed, its values are terms over the
start of the block and over inputs; that is single assignment without copies, and constants fold on the way. Where paths meet,
the formula is the disjunction of theirs. Paths may be possible at the same time (the schedule is no input of the program), so
what a variable holds afterwards is decided by a fresh Boolean that says which side was taken: `(s & f) | (!s & g)` with value
`ite(s, a, b)`. A model of a formula is thus one path, with its inputs. Formulas share their parts, so an unwinding has a
formula of its own size."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.domains.evaluate import put
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL
from threadproof.ir.uses import with_values
from threadproof.records import dataclass
from threadproof.sched.system import DataOp


class Local(Variable):
    """An input that is drawn inside of a block, or a choice between paths: no variable of the program."""

    __slots__ = ()


Values = dict[Variable, Expr]
"""What variables hold; one that is missing holds what it held at the start."""


def execute(operations: Sequence[DataOp], before: Values) -> tuple[list[Expr], Values] | None:
    """Conditions and values after the operations; None where a condition is plainly false."""
    values = dict(before)
    conditions: list[Expr] = []
    for op in operations:
        match op:
            case ops.Assume(condition):
                holds = with_values(condition, values)
                if holds is E.FALSE:
                    return None
                if holds is not E.TRUE:
                    conditions.append(holds)
            case ops.Assign(target, value):
                values[target] = with_values(value, values)
            case ops.Havoc(target):
                values[target] = E.var(Local(f"{target.name}?", target.type))
            case ops.Write(array, index, value):
                old = values.get(array) or E.var(array)
                values[array] = put(old, with_values(index, values), with_values(value, values))
    return conditions, values


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """Some paths to one place. `choices[i]` holds of a model if path i (of those that were merged) is the one it is about."""

    formula: Expr
    values: Values
    choices: tuple[Expr, ...] = (E.TRUE,)


def merge(paths: Sequence[Paths]) -> Paths:
    """All of them as one; those with the same values need no choice."""
    if len(paths) == 1:
        return paths[0]
    names = dict.fromkeys(name for path in paths for name in path.values)
    differing = [name for name in names if any(_value(path, name) is not _value(paths[0], name) for path in paths)]
    groups: dict[tuple[Expr, ...], list[int]] = {}
    for number, path in enumerate(paths):
        groups.setdefault(tuple(_value(path, name) for name in differing), []).append(number)
    tree = [
        (members, Paths(disjunction([paths[i].formula for i in members]), paths[members[0]].values))
        for members in groups.values()
    ]
    choices = [E.TRUE] * len(paths)
    while len(tree) > 1:
        tree = [_pair(tree[i : i + 2], differing, choices) for i in range(0, len(tree), 2)]
    found = tree[0][1]
    return Paths(found.formula, found.values, tuple(choices))


def _pair(sides: list[tuple[list[int], Paths]], differing: list[Variable], choices: list[Expr]) -> tuple[list[int], Paths]:
    if len(sides) == 1:
        return sides[0]
    (left, first), (right, second) = sides
    taken = E.var(Local("left", BOOL))
    for i in left:
        choices[i] = E.land(choices[i], taken)
    for i in right:
        choices[i] = E.land(choices[i], E.lnot(taken))
    values = dict(first.values)
    for name in differing:
        values[name] = E.ite(taken, _value(first, name), _value(second, name))
    formula = E.lor(E.land(first.formula, taken), E.land(second.formula, E.lnot(taken)))
    return [*left, *right], Paths(formula, values)


def _value(path: Paths, name: Variable) -> Expr:
    return path.values.get(name) or E.var(name)


def disjunction(formulas: Sequence[Expr]) -> Expr:
    """As a balanced tree."""
    parts = list(dict.fromkeys(formulas))
    while len(parts) > 1:
        parts = [E.lor(parts[i], parts[i + 1]) if i + 1 < len(parts) else parts[i] for i in range(0, len(parts), 2)]
    return parts[0] if parts else E.FALSE
