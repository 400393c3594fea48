"""Which of the facts that always hold a question needs: those about its variables, and about what these are related to.

Facts that mention a variable in common are related. What is true of the ghosts of a template is needed where one of its ghosts
is mentioned; the number of all threads relates nothing. Fewer facts before a move can only lose a proof, and what they say of
variables that are not related to the question cannot help it unless it is contradictory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import DataOp
from threadproof.ir.uses import expr_variables, op_variables
from threadproof.sched.solo import Solo


class RelevantFacts:
    def __init__(self, always: Sequence[Expr], solo: Solo) -> None:
        self._parent: dict[Variable, Variable] = {}
        self._facts: dict[Variable, list[Expr]] = {}
        self._closed: list[Expr] = []  # about no variable
        self._unions: dict[frozenset[Variable], frozenset[Expr]] = {}
        self._mentioned: dict[frozenset[Expr], frozenset[Variable]] = {}
        self.everything = frozenset([*always, *solo.always()])
        stated = [(fact, [v for v in expr_variables(fact) if v.shared]) for fact in always]
        own = [(fact, [v for v in expr_variables(fact) if v is not solo.total]) for fact in solo.always()]
        for _, variables in (*stated, *own):
            for variable in variables:
                self._parent[self._root(variable)] = self._root(variables[0])
        for fact, variables in (*stated, *own):
            if variables:
                self._facts.setdefault(self._root(variables[0]), []).append(fact)
            else:
                self._closed.append(fact)

    def _root(self, variable: Variable) -> Variable:
        while (parent := self._parent.setdefault(variable, variable)) is not variable:
            variable = parent
        return variable

    def about(self, facts: frozenset[Expr], more: Iterable[Variable] = ()) -> frozenset[Expr]:
        """Needed with these facts, and variables."""
        mentioned = self._mentioned.get(facts)
        if mentioned is None:
            mentioned = self._mentioned[facts] = frozenset(v for fact in facts for v in expr_variables(fact) if v.shared)
        roots = frozenset(self._root(v) for v in (*mentioned, *more) if v in self._parent)
        if roots not in self._unions:
            found = [fact for root in roots for fact in self._facts.get(root, ())]
            self._unions[roots] = frozenset((*self._closed, *found))
        return self._unions[roots]


def mentioned_shared(operations: Iterable[DataOp]) -> frozenset[Variable]:
    """Shared variables that operations mention."""
    return frozenset(variable for op in operations for variable in op_variables(op) if variable.shared)
