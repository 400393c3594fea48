"""Explicit values and Cartesian predicates side by side: constants of tracked variables, and a set of literals
(predicates or their negations) that hold.

With no predicates this is the explicit domain, with no tracked variables the predicate domain. The successor for a step is
computed once for both parts: the step is executed symbolically over what is known (`evaluate`), which settles most questions
without a solver; the rest are asked in terms of the state before the step, so no copies of variables are needed. A question
only depends on the conditions that share variables with it, directly or through others; answers are remembered by exactly those
(`Oracle`), hence interleavings that differ elsewhere do not ask again.

The successor is the best Cartesian abstraction of the step up to this split; a solver that gives up counts as "may hold".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from threadproof.domains.base import Domain
from threadproof.domains.effect import Effect, Effects
from threadproof.domains.precision import Precision
from threadproof.domains.state import AbstractState, Knowledge
from threadproof.domains.values import ArrayKnowledge
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables
from threadproof.smt.oracle import ConditionGroup, Oracle

__all__ = ["AbstractState", "Knowledge", "Precision", "Product"]


class Product(Domain):
    def __init__(self, oracle: Oracle, local: bool = False) -> None:
        """`local`: the precision differs from place to place, so a predicate may follow from others that were tracked
        before."""
        self.oracle = oracle
        self.local = local
        self.arrays = ArrayKnowledge()
        self.top = AbstractState({}, frozenset())
        self.effects = Effects(self._kept)

    def post(self, state: AbstractState, steps: Iterable[ops.DataOp], precision: Precision) -> AbstractState | None:
        """The state after the operations; None where they cannot be executed."""
        effect = self.effects.of(steps if isinstance(steps, tuple) else tuple(steps), state.values)
        if effect is None:
            return None
        around = Around(state, effect)
        if effect.conditions and not all(self.oracle.satisfiable(around.base.related(c)) for c in effect.conditions):
            return None
        values = self._values(state, effect, precision)
        if not precision.predicates:
            return AbstractState(values, frozenset())
        return AbstractState(values, frozenset(self._literals(around, precision, values)))

    def _kept(self, variable: Variable, value: Expr) -> Expr | None:
        if isinstance(variable.type, ArrayType):
            return self.arrays.known(variable, value)
        return value if value.is_const else None

    def _values(self, state: AbstractState, effect: Effect, precision: Precision) -> dict[Variable, Expr]:
        tracked = precision.tracked
        values = {variable: value for variable, value in state.values.items() if variable in tracked}
        for variable, value in effect.changed.items():
            if value is None:
                values.pop(variable, None)
            elif variable in tracked:
                values[variable] = value
        return values

    def _literals(self, around: Around, precision: Precision, values: dict[Variable, Expr]) -> Iterable[Expr]:
        facts, effect = around.state.facts, around.effect
        for predicate in precision.predicates:
            mentioned = expr_variables(predicate)
            if mentioned <= values.keys() and not any(isinstance(v.type, ArrayType) for v in mentioned):
                continue  # the values decide it; of an array, elements may be unknown
            negated = E.lnot(predicate)
            if mentioned.isdisjoint(effect.written) and mentioned.isdisjoint(around.concerned):
                if predicate in facts:
                    yield predicate
                elif negated in facts:
                    yield negated
                if not self.local or predicate in facts or negated in facts:
                    continue
            after = around.after(predicate)
            if after.is_const:
                yield predicate if after is E.TRUE else negated
            elif not self.oracle.satisfiable(around.base.related(E.lnot(after))):
                yield predicate
            elif not self.oracle.satisfiable(around.base.related(after)):
                yield negated

    def known(self, state: AbstractState) -> Knowledge:
        return Knowledge(state)

    def covers(self, big: AbstractState, small: AbstractState) -> bool:
        """Whether every concrete state of `small` is one of `big`."""
        if big is small:
            return True
        if len(big.values) > len(small.values):
            return False
        for variable, value in big.values.items():
            other = small.values.get(variable)
            if other is value:
                continue
            if other is None or not isinstance(variable.type, ArrayType) or not self.arrays.covers(value, other):
                return False
        return big.facts <= small.facts or all(fact in small.facts or self.holds(small, fact) for fact in big.facts)

    def holds(self, state: AbstractState, fact: Expr) -> bool:
        """Whether the values alone make it true."""
        return state.put_in(fact) is E.TRUE

    def formula(self, state: AbstractState) -> Expr:
        """The state as a formula."""
        result = E.TRUE
        for fact in state.facts:
            result = E.land(result, fact)
        for variable, value in state.values.items():
            if not isinstance(variable.type, ArrayType):
                result = E.land(result, E.same(E.var(variable), value))
                continue
            while value.op == "store":
                if value.args[2].is_const:
                    result = E.land(result, E.same(E.select(E.var(variable), value.args[1]), value.args[2]))
                value = value.args[0]
        return result


class Around:
    """A step and the state before it: what is assumed there, computed when asked for."""

    def __init__(self, state: AbstractState, effect: Effect) -> None:
        self.state, self.effect = state, effect

    def after(self, predicate: Expr) -> Expr:
        """The predicate after the step in terms of what is not known before it."""
        return self.state.put_in(self.effect.after.value(predicate))

    @cached_property
    def base(self) -> ConditionGroup:
        """Facts and conditions over the variables before the step that have no known value."""
        return ConditionGroup(self.effect.conditions, self.state.assumed) if self.effect.conditions else self.state.assumed

    @cached_property
    def concerned(self) -> frozenset[Variable]:
        """Variables about which the conditions of the step may say something new."""
        return frozenset().union(*map(self.base.variables, self.effect.conditions))
