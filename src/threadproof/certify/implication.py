"""Hoare triples {P} step {Q}: does every state after a step lie in a given set? The one question that proofs are
re-checked with.

A set of states is a *cube*: a conjunction of facts over the variables. For a cube, the operations of a step and another cube,
`Implications.inside` decides whether all states after the step, taken from the first, lie in the second; `impossible` whether
the step can be taken at all; `inside_any` asks for a union of cubes.

The step is executed once on symbols: each variable's value after it becomes a term over the values before it, a havoc is a fresh
symbol, assumes are collected. Facts that fix a variable (x = c, a[i] = c, whole arrays) are replaced in conditions and goals
before anything is asked, and most questions end there: the goal folds to true, or is one of the facts. The rest goes to z3,
which is not the solver that the engines search with. A question contains only the facts that share variables with the goal,
directly or through others; leaving facts out can only lose a proof, never invent one. Answers are remembered by exactly that set.
Before z3 sees it, variables that are some term are eliminated (`certify.formulas`).

This is code of its own: it shares with the engines the IR and the translation of expressions to solver terms (`smt.encode`),
and nothing of domains, oracles or search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, assert_never

from threadproof.certify.arrays import array_definition, same_elements
from threadproof.certify.formulas import conjunction, conjuncts, replaced, without_definitions
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType, FloatType
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.smt.z3 import Z3Solver

Rewrites = tuple[tuple[Expr, Expr], ...]
Parts = tuple[tuple[Expr, tuple[Variable, Expr, Expr] | None], ...]
"""The conjuncts of a fact, and what each of them fixes."""

SOON = 2.0  # seconds for a question in the incremental solver
MANY = 1000  # questions after which a solver that keeps formulas is replaced
LATER = 60.0  # and for the same question on its own, which z3 simplifies more


class ImplicationReply(Enum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"  # the solver gave up


class OutOfTime(Exception):
    """The time for the check is used up."""


class Cube:
    """A conjunction of facts. `known` rewrites terms over a variable to what the facts fix them to, `rest` are the facts that
    do not fix anything, with those rewrites applied. `elements`: facts that fix an element of an array, which no rewrite finds in
    an array that was written to at an unknown index."""

    __slots__ = ("elements", "facts", "known", "rest")

    def __init__(self, facts: Iterable[Expr], known: dict[Expr, Parts] | None = None) -> None:
        """`known`: the parts of facts that other cubes have, too."""
        memo: dict[Expr, Parts] = {} if known is None else known
        fixed: dict[Variable, list[tuple[Expr, Expr]]] = {}
        found: set[Expr] = set()
        loose = []
        elements = []
        for fact in facts:
            parts = memo.get(fact)
            if parts is None:
                parts = memo[fact] = tuple([(part, _fixes(part)) for part in conjuncts(fact)])
            for part, fixes in parts:
                if part in found:
                    continue
                found.add(part)
                if fixes is not None and fixes[1].op == "select":
                    elements.append(part)
                if fixes is None or any(place is fixes[1] for place, _ in fixed.get(fixes[0], ())):
                    loose.append(part)
                else:
                    fixed.setdefault(fixes[0], []).append(fixes[1:])
        self.facts = frozenset(found)
        self.known: Mapping[Variable, Rewrites] = {
            variable: tuple(pairs if len(pairs) < 2 else sorted(pairs, key=lambda pair: id(pair[0])))
            for variable, pairs in fixed.items()
        }
        self.rest = tuple(loose)
        self.elements = tuple(elements)


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicEffect:
    """A step on symbols: `after` maps what it writes to terms over the values before it; `conditions` must hold."""

    after: Mapping[Variable, Expr]
    conditions: tuple[Expr, ...]


class Implications:
    def __init__(self, deadline: float = float("inf")) -> None:
        """`deadline`: on the monotonic clock; OutOfTime is raised when it has passed."""
        self.deadline = deadline
        self.asked = 0  # questions that were not settled by rewriting
        self.calls = 0  # those among them that had to be solved
        self._solver: Z3Solver | None = None
        self._keeper: Z3Solver | None = None  # formulas stay in it
        self._kept = 0
        self._effects: dict[tuple[ops.DataOp, ...], SymbolicEffect] = {}
        self._carried: dict[tuple[Expr, SymbolicEffect], Expr] = {}
        self._rewritten: dict[tuple[Expr, tuple[Rewrites, ...]], Expr] = {}
        self._answers: dict[frozenset[Expr], ImplicationReply] = {}

    # -- questions -------------------------------------------------------------------------------------------------------

    def impossible(self, before: Cube, operations: tuple[ops.DataOp, ...]) -> ImplicationReply:
        """Whether no state of the cube can take the step."""
        conditions = self._conditions(before, self.effect(operations))
        if conditions is None:
            return ImplicationReply.YES
        return self._contradict(before, conditions)

    def inside(self, before: Cube, operations: tuple[ops.DataOp, ...], goal: Cube) -> ImplicationReply:
        """Whether every state after the step, taken from a state of the cube, lies in the goal."""
        effect = self.effect(operations)
        conditions = self._conditions(before, effect)
        if conditions is None:
            return ImplicationReply.YES
        pending = []
        for fact in goal.facts:
            if fact in before.facts and effect.after.keys().isdisjoint(expr_variables(fact)):
                continue
            pending += [part for part in conjuncts(self.rewrite(self._carry(fact, effect), before)) if part is not E.TRUE]
        pending = [part for part in pending if part not in conditions]
        if not pending:
            return ImplicationReply.YES
        hypotheses = self._hypotheses(before, conditions)
        for part in pending:
            reply = self.entails(hypotheses, part)
            if reply is not ImplicationReply.YES:
                return ImplicationReply.YES if self._contradict(before, conditions) is ImplicationReply.YES else reply
        return ImplicationReply.YES

    def inside_any(self, before: Cube, operations: tuple[ops.DataOp, ...], goals: Sequence[Cube]) -> ImplicationReply:
        """Whether every state after the step lies in one of the goals: first in the same one, then in their union."""
        replies = set()
        for goal in goals:
            reply = self.inside(before, operations, goal)
            if reply is ImplicationReply.YES:
                return reply
            replies.add(reply)
        if len(goals) < 2:
            return replies.pop() if replies else self.impossible(before, operations)
        effect = self.effect(operations)
        conditions = self._conditions(before, effect)
        assert conditions is not None
        union = E.FALSE
        for goal in goals:
            union = E.lor(union, conjunction(self.rewrite(self._carry(fact, effect), before) for fact in goal.facts))
        return self.entails(self._hypotheses(before, conditions), union)

    def always_one(
        self, before: Cube, steps: Iterable[tuple[ops.DataOp, ...]], free: Callable[[Variable], bool]
    ) -> ImplicationReply:
        """Whether in every state of the cube one of the steps can be taken, for some values of the variables that are free."""
        union = E.FALSE
        for operations in steps:
            conditions = self._conditions(before, self.effect(operations))
            needed = None if conditions is None else self._without_free(conditions, free)
            if needed is not None:
                union = E.lor(union, conjunction(needed))
        return self.entails(self._hypotheses(before, ()), union)

    def _without_free(self, conditions: list[Expr], free: Callable[[Variable], bool]) -> list[Expr] | None:
        """The conditions without those that free variables alone can satisfy; None if those cannot."""
        needed = []
        for condition in conditions:
            group = _related(conditions, condition)
            if not all(free(variable) for part in group for variable in expr_variables(part)):
                needed.append(condition)
            elif self._unsatisfiable(group) is not ImplicationReply.NO:
                return None
        return needed

    def excludes(self, cube: Cube, condition: Expr) -> bool:
        """Whether a condition holds in no state of the cube."""
        negated = E.lnot(self.rewrite(condition, cube))
        return self.entails(self._hypotheses(cube, ()), negated) is ImplicationReply.YES

    def always(self, before: Iterable[Expr], operations: tuple[ops.DataOp, ...], goal: Expr) -> ImplicationReply:
        """Whether the goal holds in every state after the step, taken from a state in which all of `before` holds. Meant for
        large formulas that many questions share: none is rewritten or left out, and the solver keeps what it has seen."""
        effect = self.effect(operations)
        after = self._carry(goal, effect)
        asked = frozenset([*before, *effect.conditions, E.lnot(after)]) - {E.TRUE}
        if after is E.TRUE or after in asked or E.FALSE in asked:
            return ImplicationReply.YES
        self.asked += 1
        found = self._answers.get(asked)
        if found is None:
            found = self._answers[asked] = self._assume(asked)
        return found

    def entails(self, hypotheses: Sequence[Expr], goal: Expr) -> ImplicationReply:
        """Whether the goal holds whenever all hypotheses do."""
        if goal is E.TRUE or goal in hypotheses:
            return ImplicationReply.YES
        self.asked += 1
        return self._unsatisfiable(_related(hypotheses, E.lnot(goal)))

    def contradict(self, formulas: Iterable[Expr]) -> ImplicationReply:
        """Whether the formulas cannot all hold."""
        self.asked += 1
        return self._unsatisfiable(frozenset(formulas) - {E.TRUE})

    # -- steps -----------------------------------------------------------------------------------------------------------

    def effect(self, operations: tuple[ops.DataOp, ...]) -> SymbolicEffect:
        found = self._effects.get(operations)
        if found is None:
            found = self._effects[operations] = execute(operations)
        return found

    def _carry(self, fact: Expr, effect: SymbolicEffect) -> Expr:
        """A fact about the state after the step as a fact about the state before it."""
        if effect.after.keys().isdisjoint(expr_variables(fact)):
            return fact
        found = self._carried.get((fact, effect))
        if found is None:
            found = self._carried[fact, effect] = replaced(fact, effect.after)
        return found

    def rewrite(self, term: Expr, cube: Cube) -> Expr:
        """The term with everything put in that the cube fixes."""
        used = tuple([cube.known[v] for v in expr_variables(term) if v in cube.known])
        key = (term, used)
        found = self._rewritten.get(key)
        if found is None:
            table = dict(pair for pairs in used for pair in pairs)
            found = self._rewritten[key] = substitute(term, lambda node: table.get(node) or same_elements(node))
        return found

    def _conditions(self, before: Cube, effect: SymbolicEffect) -> list[Expr] | None:
        """What must hold in the cube for the step; None where it cannot."""
        found = []
        for condition in effect.conditions:
            for part in conjuncts(self.rewrite(condition, before)):
                if part is E.FALSE:
                    return None
                if part is not E.TRUE:
                    found.append(part)
        return found

    def _hypotheses(self, before: Cube, conditions: Iterable[Expr]) -> list[Expr]:
        rest = [part for fact in before.rest for part in conjuncts(self.rewrite(fact, before))]
        return [*rest, *before.elements, *conditions]

    def _contradict(self, before: Cube, conditions: list[Expr]) -> ImplicationReply:
        """Whether the conditions cannot hold in the cube, judged by groups that share variables."""
        hypotheses, reply = self._hypotheses(before, conditions), ImplicationReply.NO
        for condition in conditions:
            self.asked += 1
            found = self._unsatisfiable(_related(hypotheses, condition))
            if found is ImplicationReply.YES:
                return found
            reply = found if found is ImplicationReply.UNKNOWN else reply
        if not conditions and E.FALSE in hypotheses:
            return ImplicationReply.YES
        return reply

    # -- solving ---------------------------------------------------------------------------------------------------------

    def _unsatisfiable(self, formulas: frozenset[Expr]) -> ImplicationReply:
        found = self._answers.get(formulas)
        if found is None:
            found = self._answers[formulas] = self._decide(formulas)
        return found

    def _decide(self, formulas: frozenset[Expr]) -> ImplicationReply:
        if E.FALSE in formulas or any(f.op == "lnot" and f.args[0] in formulas for f in formulas):
            return ImplicationReply.YES
        rest = without_definitions(formulas)
        if not rest or E.FALSE in rest:
            return ImplicationReply.YES if rest else ImplicationReply.NO
        found = self._answers.get(rest)
        if found is None:
            found = self._answers[rest] = self._solve(rest)
        return found

    def _solve(self, formulas: frozenset[Expr]) -> ImplicationReply:
        from threadproof.smt.solver import Answer
        from threadproof.smt.z3 import Z3Solver

        replies = {Answer.SAT: ImplicationReply.NO, Answer.UNSAT: ImplicationReply.YES, Answer.UNKNOWN: ImplicationReply.UNKNOWN}
        self.calls += 1
        if self._solver is None:
            self._solver = Z3Solver()
        self._solver.push()
        for formula in formulas:
            self._solver.add(formula)
        reply = replies[self._solver.check((), min(SOON, self._left()))]
        self._solver.pop()
        if reply is ImplicationReply.UNKNOWN:
            alone = Z3Solver()
            for formula in formulas:
                alone.add(formula)
            reply = replies[alone.check((), min(LATER, self._left()))]
        return reply

    def _assume(self, formulas: frozenset[Expr]) -> ImplicationReply:
        """As `_decide`, in a solver that formulas stay in: each is translated once."""
        from threadproof.smt.solver import Answer
        from threadproof.smt.z3 import Z3Solver

        self._kept += 1
        if self._keeper is None or self._kept % MANY == 0:
            self._keeper = Z3Solver()
        answer = self._keeper.check(list(formulas), min(SOON, self._left()))
        if answer is Answer.UNKNOWN:
            return self._decide(formulas)
        self.calls += 1
        return ImplicationReply.YES if answer is Answer.UNSAT else ImplicationReply.NO

    def _left(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left


# -- formulas ----------------------------------------------------------------------------------------------------------


def execute(operations: Iterable[ops.DataOp]) -> SymbolicEffect:
    """The operations of a step, on symbols."""
    after: dict[Variable, Expr] = {}
    conditions = []
    for op in operations:
        match op:
            case ops.Assume(condition):
                conditions += conjuncts(replaced(condition, after))
            case ops.Assign(target, value):
                after[target] = replaced(value, after)
            case ops.Havoc(target):
                after[target] = E.var(Variable(f"{target.name}?", target.type))
            case ops.Write(array, index, value):
                old = after.get(array) or E.var(array)
                after[array] = E.store(old, replaced(index, after), replaced(value, after))
            case _:
                assert_never(op)
    return SymbolicEffect(after, tuple(conditions))


def _fixes(fact: Expr) -> tuple[Variable, Expr, Expr] | None:
    """Variable, term and value of a fact that fixes a variable or an element to a constant, or all of an array."""
    if fact.op == "lnot" and _is_place(fact.args[0]):
        return _variable(fact.args[0]), fact.args[0], E.FALSE
    if _is_place(fact):
        return _variable(fact), fact, E.TRUE
    if fact.op not in ("eq", "same"):
        return None
    left, right = fact.args
    if isinstance(left.type, ArrayType):
        return array_definition(left, right)
    if _is_place(left) and right.is_const and (fact.op == "same" or not isinstance(left.type, FloatType)):
        return _variable(left), left, right
    return None


def _is_place(term: Expr) -> bool:
    """A scalar variable, or one element of an array variable."""
    if term.op == "select":
        return term.args[0].op == "var" and term.args[1].is_const
    return term.op == "var" and not isinstance(term.type, ArrayType)


def _variable(place: Expr) -> Variable:
    found: Variable = place.payload if place.op == "var" else place.args[0].payload
    return found


def _related(hypotheses: Iterable[Expr], goal: Expr) -> frozenset[Expr]:
    """The goal and every hypothesis connected to it by variables."""
    waiting = set(hypotheses)
    found, names = {goal}, set(expr_variables(goal))
    grown = True
    while grown:
        near = {h for h in waiting if not names.isdisjoint(expr_variables(h))}
        waiting -= near
        found |= near
        grown = bool(near)
        names.update(*map(expr_variables, near))
    return frozenset(found)
