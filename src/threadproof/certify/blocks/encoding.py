"""Blocks as formulas, for the check of proofs: a Boolean for every node and every step, which implies those before it.

Where paths meet with different values, the first of the steps to the node whose Boolean holds decides what a variable holds.
Every path is a model: the Booleans along it hold, and no others. And every model is about a path: from a node whose Boolean
holds, go back along the first such step.

Of some nodes it is also said when a path leads there *with the same inputs*, whether or not it is the one that the model is
about (`real`). Such a node has values in every model where some path leads to it: where no Boolean of a step to it holds, the
first step decides that can be taken from the nodes before it, all of which have values for the same reason. So for each of
its models there is a path to a node whose `real` holds, along which variables get its values; and it begins like the path
that the model is about, up to where that leaves it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import assert_never

from threadproof.certify.questions import disjunction
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, FloatType
from threadproof.ir.uses import expr_variables, with_values
from threadproof.records import dataclass

Values = dict[Variable, Expr]
Place = tuple[int, int]
"""How many blocks lie before, and the number of a node."""


@dataclass(frozen=True, slots=True, eq=False)
class EncodedStep:
    """A step: when the path of the model takes it, the values after it, and when some path with the same inputs
    does."""

    taken: Expr
    values: Values
    real: Expr = E.FALSE


class Encoding:
    """Blocks as a formula: `reached[n]` implies that a path leads to node n, along which variables get `values[n]`.
    Nodes come with the number of the blocks before. `leaving`: the steps that leave a block, and where they lead.
    `exact`: of which nodes `real` is said; with each, those before it."""

    def __init__(self, exact: Container[int] = ()) -> None:
        self.exact = exact
        self.definitions: dict[Variable, Expr] = {}  # what Booleans imply
        self.facts: list[Expr] = []
        self.reached: dict[Place, Expr] = {}
        self.values: dict[Place, Values] = {}
        self.real: dict[Place, Expr] = {}
        self.entered: set[Place] = set()
        self.leaving: list[tuple[int, EncodedStep]] = []
        self.failing: list[Expr] = []
        self._arriving: dict[Place, list[EncodedStep]] = {}
        self._fixed: dict[Expr, tuple[Variable, Expr] | None] = {}

    def begin(self, head: int, facts: Iterable[Expr], maybe: bool = False) -> None:
        """Paths begin at a head, in any state with these facts. `maybe`: or at another one."""
        start: Values = {}
        rest: list[Expr] = []
        for fact in facts:
            fixed = _fixes(fact)
            if fixed is None or fixed[0] in start:
                rest.append(fact)
            else:
                start[fixed[0]] = fixed[1]
        here = E.var(Variable(f"begin{head}", BOOL)) if maybe else E.TRUE
        self.facts += [E.lor(E.lnot(here), with_values(fact, start)) for fact in rest]
        self.entered.add((0, head))
        self.arrive((0, head), EncodedStep(here, start, here))

    def arrive(self, place: Place, way: EncodedStep) -> None:
        if way.taken is not E.FALSE:
            self._arriving.setdefault(place, []).append(way)

    def settle(self, place: Place) -> None:
        """All paths to a node have arrived."""
        sides = self._arriving.pop(place, [])
        exact = place[1] in self.exact
        if exact:
            self.real[place] = disjunction(side.real for side in sides)
        if len(sides) < 2:
            side = sides[0] if sides else EncodedStep(E.FALSE, {})
            self.reached[place], self.values[place] = side.taken, side.values
            return
        ways = self._named([side.taken for side in sides])
        deciding = [*ways, *(side.real for side in sides)][:-1] if exact else ways[:-1]
        merged: Values = {}
        for name in dict.fromkeys(name for side in sides for name in side.values):
            held = [side.values.get(name) or E.var(name) for side in sides] * (2 if exact else 1)
            value = held[-1]
            for way, other in zip(deciding[::-1], held[-2::-1], strict=True):
                value = E.ite(way, other, value)
            merged[name] = value
        self.reached[place], self.values[place] = self._name(f"node{place}", disjunction(ways)), merged

    def _named(self, taken: list[Expr]) -> list[Expr]:
        """A Boolean of its own for each of the ways to a node."""
        found: list[Expr] = []
        for way in taken:
            if way.op != "var" or way in found:
                way = self._name("way", way)
            found.append(way)
        return found

    def _name(self, text: str, implied: Expr) -> Expr:
        name = Variable(text, BOOL)
        self.definitions[name] = implied
        return E.var(name)

    def take(self, place: Place, operations: Iterable[ops.DataOp]) -> EncodedStep:
        """A step from a node."""
        if self.reached[place] is E.FALSE:
            return EncodedStep(E.FALSE, {})
        conditions, values = execute(operations, self.values[place])
        taken, real = self.reached[place], self.real.get(place, E.FALSE)
        for condition in conditions:
            taken = E.land(taken, condition)
        for condition in conditions if real is not E.FALSE else ():
            real = E.land(real, condition)
        if taken.is_const or taken.op == "var":
            return EncodedStep(taken, values, real)
        return EncodedStep(self._name("step", taken), values, real)

    def been(self, place: Place, values: Values, matters: Callable[[Variable], bool]) -> Expr:
        """That a path leads to a node, with the same inputs, where the variables that matter hold these values."""
        there = self.values[place]
        result = self.real[place]
        for name in dict.fromkeys((*values, *there)):
            if matters(name):
                result = E.land(result, E.same(values.get(name) or E.var(name), there.get(name) or E.var(name)))
        return result

    def violated(self, place: Place, fact: Expr) -> Expr:
        """That a path leads to a node where a fact does not hold. Most facts say what a variable is, and it is just
        that."""
        if fact not in self._fixed:
            self._fixed[fact] = _fixes(fact)
        fixed = self._fixed[fact]
        if fixed is not None and self.values[place].get(fixed[0]) is fixed[1]:
            return E.FALSE
        return E.land(self.reached[place], E.lnot(with_values(fact, self.values[place])))


def _fixes(fact: Expr) -> tuple[Variable, Expr] | None:
    """`x = c`, where that is the same as to say that x is c."""
    if fact.op == "var":
        return fact.payload, E.TRUE
    if fact.op == "lnot" and fact.args[0].op == "var":
        return fact.args[0].payload, E.FALSE
    if fact.op not in ("eq", "same") or fact.args[0].op != "var" or expr_variables(fact.args[1]):
        return None
    return None if fact.op == "eq" and isinstance(fact.args[0].type, FloatType) else (fact.args[0].payload, fact.args[1])


def execute(operations: Iterable[ops.DataOp], before: Mapping[Variable, Expr]) -> tuple[list[Expr], Values]:
    """Conditions and values after the operations; nothing matters after a condition that is plainly false."""
    values, conditions = dict(before), []
    for op in operations:
        match op:
            case ops.Assume(condition):
                conditions.append(with_values(condition, values))
                if conditions[-1] is E.FALSE:
                    break
            case ops.Assign(target, value):
                values[target] = with_values(value, values)
            case ops.Havoc(target):
                values[target] = E.var(Variable(f"{target.name}?", target.type))
            case ops.Write(array, index, value):
                old = values.get(array) or E.var(array)
                values[array] = E.store(old, with_values(index, values), with_values(value, values))
            case _:
                assert_never(op)
    return conditions, values
