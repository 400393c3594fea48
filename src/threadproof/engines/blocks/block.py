"""A block of the program from one abstract state: its unwinding, where it ends, and what holds there.

An abstract state is a set of facts about the variables, and the constants that some of them hold. Where a block ends,
the paths that arrive at the same control are one formula, and the strongest combination of the given predicates that it
implies is the next abstract state: first the predicates that always or never hold, then, for the others, the cases that
are possible (up to a number of them). Answers of the solver are cached: the same block comes back after every
refinement, with a few predicates more.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from threadproof.budget import Budget
from threadproof.domains.boolean import disjunction as cases_formula
from threadproof.domains.boolean import merged as merge_cases
from threadproof.engines.blocks.bound import Unbounded
from threadproof.engines.blocks.constants import is_constant
from threadproof.engines.blocks.factor import conjunction
from threadproof.engines.blocks.formula import MergedPaths, disjunction, merge, start
from threadproof.engines.blocks.query import Queries
from threadproof.engines.blocks.unwind import Arrow, Unwinding, UnwindingParts
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables, with_values
from threadproof.records import dataclass
from threadproof.sched.system import Control

CASES = 16
Constants = frozenset[tuple[Variable, Expr]]


@dataclass(frozen=True, slots=True)
class Abstract:
    """What is known where a block begins. `whole`: all threads are followed from there."""

    facts: frozenset[Expr]
    constants: Constants
    whole: bool

    def exact(self) -> dict[Variable, Expr]:
        """Constants that every state which this one covers has, too."""
        return dict(self.constants)

    def formulas(self) -> frozenset[Expr]:
        return self.facts | {E.same(E.var(name), value) for name, value in self.constants}


@dataclass(frozen=True, slots=True, eq=False)
class Exit:
    """Paths of a block that end at one control. `key` tells the exits of a block apart; `again`: a loop has been
    repeated."""

    key: Hashable
    control: Control
    arrows: tuple[Arrow, ...]
    paths: MergedPaths
    again: bool
    alive: frozenset[Variable]


class Block:
    def __init__(
        self, parts: UnwindingParts, control: Control, state: Abstract, queries: Queries, budget: Budget, values: bool
    ) -> None:
        self.parts, self.queries, self.values = parts, queries, values
        constants = state.exact()
        begin = start(conjunction(with_values(fact, constants) for fact in sorted(state.facts, key=repr)), constants)
        self.unwinding = Unwinding(parts, control, begin, state.whole)
        while self.unwinding.waiting():
            budget.check()
            self.unwinding.advance(Unbounded())
        self.exits = list(self._exits())
        self._possible: dict[Exit, bool] = {}
        self._seen: dict[tuple[Exit, Expr], set[bool]] = {}  # values that a predicate is known to have
        self._never: set[tuple[Exit, Expr, bool]] = set()
        self._cases: dict[tuple[Exit, tuple[Expr, ...]], Expr] = {}

    def _exits(self) -> Iterable[Exit]:
        groups: dict[Hashable, list[Arrow]] = {}
        for arrow in self.unwinding.exits:
            constants = frozenset((n, v) for n, v in arrow.values.items() if is_constant(v)) if self.values else None
            groups.setdefault((arrow.step.target, self._again(arrow), constants), []).append(arrow)
        for key, arrows in groups.items():
            control = arrows[0].step.target
            paths = merge([arrow.paths for arrow in arrows])
            yield Exit(key, control, tuple(arrows), paths, self._again(arrows[0]), self.parts.forgetting.alive(control))

    def _again(self, arrow: Arrow) -> bool:
        return any(map(any, arrow.iterations))

    def similar(self, old: Exit) -> Exit | None:
        """The exit that corresponds to one of another block: with the same key, or at least with some step of it."""
        same = next((exit_ for exit_ in self.exits if exit_.key == old.key), None)
        steps = {arrow.step for arrow in old.arrows}
        return same or next((e for e in self.exits if not steps.isdisjoint(arrow.step for arrow in e.arrows)), None)

    def failures(self, wanted: Iterable[Arrow]) -> Expr:
        return disjunction([arrow.formula for arrow in wanted])

    # -- abstraction -----------------------------------------------------------------------------------------------------

    def after(self, exit_: Exit, predicates: Iterable[Expr], forgotten: set[Variable]) -> Abstract | None:
        """What is known at an exit; None if it is never reached. `forgotten`: variables whose constants are not
        tracked."""
        if exit_ not in self._possible:
            self._possible[exit_] = self.queries.possible(exit_.paths.formula)
        if not self._possible[exit_]:
            return None
        values = exit_.paths.values
        constants = {n: v for n, v in values.items() if is_constant(v) and n not in forgotten} if self.values else {}
        useful = [p for p in sorted(predicates, key=repr) if self._speaks(p, exit_, constants)]
        facts: set[Expr] = set()
        undecided: list[Expr] = []
        for predicate in useful:
            holds = self._decide(exit_, predicate)
            if holds is None:
                undecided.append(predicate)
            else:
                facts.add(predicate if holds else E.lnot(predicate))
        if len(undecided) > 1:
            facts |= {self._combined(exit_, tuple(undecided))} - {E.TRUE}
        return Abstract(frozenset(facts), frozenset(constants.items()), exit_.again)

    def _speaks(self, predicate: Expr, exit_: Exit, constants: dict[Variable, Expr]) -> bool:
        """Whether it says something that the constants do not, about variables that are still there."""
        names = expr_variables(predicate)
        dead = any(self.parts.system.origin(name) is not None and name not in exit_.alive for name in names)
        return not dead and not names <= constants.keys()

    def _decide(self, exit_: Exit, predicate: Expr) -> bool | None:
        value = with_values(predicate, exit_.paths.values)
        if value.is_const:
            return value is E.TRUE
        seen = self._seen.setdefault((exit_, predicate), set())
        for wanted in (True, False):
            if wanted in seen or (exit_, predicate, wanted) in self._never:
                continue
            if self.queries.possible(E.land(exit_.paths.formula, value if wanted else E.lnot(value))):
                seen.add(wanted)
            else:
                self._never.add((exit_, predicate, wanted))
                seen.add(not wanted)
        return None if len(seen) > 1 else next(iter(seen))

    def _combined(self, exit_: Exit, predicates: tuple[Expr, ...]) -> Expr:
        """The cases that are possible; everything if they are many."""
        key = (exit_, predicates)
        if key not in self._cases:
            self._cases[key] = self._enumerate(exit_, predicates)
        return self._cases[key]

    def _enumerate(self, exit_: Exit, predicates: tuple[Expr, ...]) -> Expr:
        values = {predicate: with_values(predicate, exit_.paths.values) for predicate in predicates}
        found: set[frozenset[Expr]] = set()
        rest = exit_.paths.formula
        while self.queries.possible(rest):
            if len(found) >= CASES:
                return E.TRUE
            case = E.TRUE
            literals = []
            for predicate, value in values.items():
                holds = self.queries.holds(value)
                literals.append(predicate if holds else E.lnot(predicate))
                case = E.land(case, value if holds else E.lnot(value))
            if frozenset(literals) in found:
                return E.TRUE  # the model does not say which case it is
            found.add(frozenset(literals))
            rest = E.land(rest, E.lnot(case))
        return cases_formula(merge_cases(found))
