"""Explicit values and Cartesian predicates side by side: constants of tracked variables, and a set of literals (predicates or
their negations) that hold.

With no predicates this is the explicit domain, with no tracked variables the predicate domain. The successor for a step is
computed once for both parts: the step is executed symbolically over what is known (`evaluate`), which settles most questions
without a solver; the rest are asked in terms of the state before the step, so no copies of variables are needed. A question
only depends on the conditions that share variables with it, directly or through others; answers are remembered by exactly those
(`Oracle`), hence interleavings that differ elsewhere do not ask again.

The successor is the best Cartesian abstraction of the step up to this split; a solver that gives up counts as "may hold".
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from threadproof.domains.evaluate import DataOp, Symbolic, conjuncts
from threadproof.domains.values import Arrays
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables
from threadproof.smt.oracle import Group, Oracle


@dataclass(frozen=True, slots=True)
class Precision:
    tracked: frozenset[Variable] = frozenset()
    predicates: frozenset[Expr] = frozenset()

    def join(self, other: Precision) -> Precision:
        return Precision(self.tracked | other.tracked, self.predicates | other.predicates)


class State:
    """Immutable. `values` holds constants (arrays: see `values.Arrays`), `facts` the literals that hold."""

    __slots__ = ("_hash", "_key", "facts", "values")

    def __init__(self, values: dict[Variable, Expr], facts: frozenset[Expr]) -> None:
        self.values = values
        self.facts = facts
        self._key = (frozenset(values.items()), facts)
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash


class Product:
    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.arrays = Arrays()
        self.top = State({}, frozenset())

    def post(self, state: State, steps: Iterable[DataOp], precision: Precision) -> State | None:
        """The state after the operations; None where they cannot be executed."""
        run = Symbolic(lambda variable: state.values.get(variable) or E.var(variable))
        if not run.run(steps):
            return None
        before = Symbolic(lambda variable: state.values.get(variable) or E.var(variable))
        facts = {fact: before.value(fact) for fact in state.facts}
        assumed = [part for value in facts.values() for part in conjuncts(value)]
        base = self.oracle.group([*assumed, *run.conditions])
        if run.conditions and not all(self.oracle.satisfiable(base.related(c)) for c in run.conditions):
            return None
        values = self._values(state, run, precision)
        return State(values, frozenset(self._literals(state, run, precision, values, base)))

    def _values(self, state: State, run: Symbolic, precision: Precision) -> dict[Variable, Expr]:
        values = {}
        for variable in precision.tracked:
            value = run.env.get(variable)
            if value is None:
                value = state.values.get(variable)
                if value is not None:
                    values[variable] = value
            elif isinstance(variable.type, ArrayType):
                kept = self.arrays.known(variable, value)
                if kept is not None:
                    values[variable] = kept
            elif value.is_const:
                values[variable] = value
        return values

    def _literals(
        self, state: State, run: Symbolic, precision: Precision, values: dict[Variable, Expr], base: Group
    ) -> Iterable[Expr]:
        for predicate in precision.predicates:
            mentioned = expr_variables(predicate)
            if mentioned <= values.keys():
                continue  # the values decide it
            negated = E.lnot(predicate)
            if mentioned.isdisjoint(run.written) and not run.conditions:
                if predicate in state.facts:
                    yield predicate
                elif negated in state.facts:
                    yield negated
                continue
            after = run.value(predicate)
            if after.is_const:
                yield predicate if after is E.TRUE else negated
            elif not self.oracle.satisfiable(base.related(E.lnot(after))):
                yield predicate
            elif not self.oracle.satisfiable(base.related(after)):
                yield negated

    def known(self, state: State) -> Knowledge:
        return Knowledge(state)

    def covers(self, big: State, small: State) -> bool:
        """Whether every concrete state of `small` is one of `big`."""
        if big is small:
            return True
        for variable, value in big.values.items():
            other = small.values.get(variable)
            if other is value:
                continue
            if other is None or not isinstance(variable.type, ArrayType) or not self.arrays.covers(value, other):
                return False
        return all(fact in small.facts or self.holds(small, fact) for fact in big.facts)

    def holds(self, state: State, fact: Expr) -> bool:
        """Whether the values alone make it true."""
        return Symbolic(lambda v: state.values.get(v) or E.var(v)).value(fact) is E.TRUE

    def formula(self, state: State) -> Expr:
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


class Knowledge:
    """Answers about the states of a node that take no solver: by values, and by facts word for word."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._run = Symbolic(lambda variable: state.values.get(variable) or E.var(variable))

    def value(self, expr: Expr) -> Expr:
        return self._run.value(expr)

    def truth(self, condition: Expr) -> bool | None:
        value = self.value(condition)
        if value.is_const:
            return value is E.TRUE
        facts = self.state.facts
        if condition in facts or value in facts:
            return True
        if E.lnot(condition) in facts or E.lnot(value) in facts:
            return False
        if value.op in ("and", "or"):
            parts = [self.truth(part) for part in value.args]
            decisive = value.op == "or"
            return decisive if decisive in parts else None if None in parts else not decisive
        return None

    def about(self, names: frozenset[Variable]) -> Hashable:
        values = tuple([(name, value) for name, value in self.state.values.items() if name in names])
        return frozenset(values), frozenset(fact for fact in self.state.facts if not expr_variables(fact).isdisjoint(names))
