"""An abstract state: constants of variables, and formulas that hold."""

from __future__ import annotations

from collections.abc import Hashable

from threadproof.domains.evaluate import SymbolicEvaluator, conjuncts
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables
from threadproof.smt.oracle import ConditionGroup


class AbstractState:
    """Immutable. `values` holds constants (arrays: see `values.ArrayKnowledge`), `facts` the literals that hold."""

    __slots__ = ("_assumed", "_hash", "_key", "facts", "values")

    def __init__(self, values: dict[Variable, Expr], facts: frozenset[Expr]) -> None:
        self.values = values
        self.facts = facts
        self._key = (frozenset(values.items()), facts)
        self._hash = hash(self._key)
        self._assumed: ConditionGroup | None = None

    def put_in(self, expr: Expr) -> Expr:
        """The expression with the known values."""
        values = self.values
        if expr_variables(expr).isdisjoint(values):
            return expr
        return SymbolicEvaluator(lambda variable: values.get(variable) or E.var(variable)).value(expr)

    @property
    def assumed(self) -> ConditionGroup:
        """The facts over variables that have no known value."""
        if self._assumed is None:
            self._assumed = ConditionGroup(part for fact in self.facts for part in conjuncts(self.put_in(fact)))
        return self._assumed

    def exact(self) -> dict[Variable, Expr]:
        """What every state that this one covers has, too; of arrays, there may be less to know."""
        return {variable: value for variable, value in self.values.items() if not isinstance(variable.type, ArrayType)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbstractState) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash


class Knowledge:
    """Answers about the states of a node that take no solver: by values, and by facts word for word."""

    def __init__(self, state: AbstractState) -> None:
        self.state = state
        self._run = SymbolicEvaluator(lambda variable: state.values.get(variable) or E.var(variable))

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
