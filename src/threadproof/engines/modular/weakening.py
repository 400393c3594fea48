"""Which of many candidate facts hold: the strongest ones that imply themselves, found from models of what refutes them.

Cartesian predicate abstraction in the thread-modular way: an abstract state is a cube of `modular.fixpoint` (what is known of one
thread where it rests, whatever others do) and the candidates that have held so far in all that is known to lie in it. In the
beginning nothing is reached. A question takes a move of a thread from one such state, or of a second thread beside it, and asks
for a state behind it that lies in some cube and violates a candidate there. Each model throws out all the candidates that it
violates (the cube is reached now), and the question is asked again until there is none; so are the questions about the states
that became larger. What is left implies itself: an outline, in the sense of `certify.outline.proof`, which checks it on its own.

`always` are candidates about shared variables and counters, `pairs` those about the registers of two threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.modular.candidate_goals import CandidateGoal, CandidateState, computed
from threadproof.engines.modular.relations import CandidateFacts, conjunction
from threadproof.engines.modular.symbols import SymbolicMove, symbolic
from threadproof.evidence.outline import EVERY, FactCube, PlacePair
from threadproof.ir import expr as E
from threadproof.ir.arith import Value
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables, with_values
from threadproof.ir.walk import fold
from threadproof.records import replace
from threadproof.sched.instances import BornThread
from threadproof.sched.other_thread import OtherThread
from threadproof.sched.solo import HALT, SELF, Solo, SoloMove
from threadproof.sched.thread_counters import RestingPlace
from threadproof.smt.solver import Answer, Solver

LIMIT = 0.5  # seconds for one question
PAIRS = 4000  # candidates about two threads


class Weakening:
    def __init__(
        self,
        solo: Solo,
        always: Iterable[Expr],
        places: Mapping[RestingPlace, tuple[FactCube, ...]],
        relations: CandidateFacts,
        solver: Solver,
        budget: Budget,
        counters: Counters,
        paired: bool,
    ) -> None:
        """`paired`: whether facts about two threads are tried."""
        self.paired = paired
        self.solo, self.relations, self.solver, self.budget, self.counters = solo, relations, solver, budget, counters
        self.known = [fact for fact in (*always, *solo.always()) if EVERY not in expr_variables(fact)]
        self.other, self.child = OtherThread("'"), OtherThread("*")
        self.states = {
            place: [CandidateState(place, self._needed(place, cube)) for cube in cubes] for place, cubes in places.items()
        }
        self.always: set[Expr] | None = None
        self.pairs: dict[PlacePair, set[Expr]] = {}
        self.version = self.pair_version = 0
        self._asked: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._effects: dict[tuple[SoloMove, bool], SymbolicMove] = {}
        self._candidates: dict[RestingPlace, list[Expr]] = {}
        self._unrelated: dict[tuple[CandidateState, CandidateState], bool] = {}
        self.distinct = E.lnot(E.eq(E.var(SELF), E.var(self.other.variable(SELF))))

    def _needed(self, place: RestingPlace, cube: FactCube) -> FactCube:
        """Facts about what may still be read."""
        live = {*self.relations.live(place), *self.relations.registers(place), SELF}
        return frozenset(fact for fact in cube if all(v in live or (v.shared and v is not EVERY) for v in expr_variables(fact)))

    def run(self) -> None:
        """Raises OutOfBudget."""
        self._begin()
        changed = True
        while changed:
            before = self._total()
            for state in [state for states in self.states.values() for state in states]:
                if state.facts is not None:
                    self._own(state)
                    self._others(state)
            changed = self._total() != before

    def possible(self, state: CandidateState, move: SoloMove) -> bool:
        """Whether a move can be made from a state, as far as is known."""
        effect = self._effect(move, False)
        return state.facts is not None and self._satisfiable([*self._alone(state), *effect.conditions])

    # -- questions -------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        effect = symbolic(self.solo.initial_ops())
        entry = self.solo.entry(self.solo.program.main)
        self._weaken([], [self._shared_goal(effect, None), *self._goals(effect, entry)])

    def _own(self, state: CandidateState) -> None:
        for move in self.solo.moves(*state.place):
            if move.failure is not None or move.target == HALT:
                continue
            effect = self._effect(move, False)
            targets = self.states.get((move.template, move.target), [])
            if self._new((state, move), state.version, self.version):
                goals = [self._shared_goal(effect, effect.after.keys())]
                goals += self._goals(effect, (move.template, move.target)) if targets else []
                goals += [goal for born in move.born for goal in self._child_goals(effect, born)]
                self._weaken([*self._alone(state), *effect.conditions], goals)
            if targets and self.paired:
                self._paired(state, move, effect)

    def _others(self, state: CandidateState) -> None:
        """Moves of other threads beside this one."""
        for there in [there for states in self.states.values() for there in states]:
            if there.facts is None or self._apart(state, there):
                continue
            for move in self.solo.moves(*there.place):
                if move.failure is not None or move.target == HALT or state.facts is None:
                    continue
                written = {v for v in self._effect(move, True).after if v.shared}
                if not self._concerned(state, written):
                    continue
                versions = (state.version, there.version, self.version, len(self._pair_candidates(state.place, there.place)))
                if self._new((state, there, move), *versions):
                    effect = self._effect(move, True)
                    self._weaken(
                        [*self._both(state, there), *effect.conditions], self._goals(effect, state.place, state, written)
                    )

    def _paired(self, state: CandidateState, move: SoloMove, effect: SymbolicMove) -> None:
        """What holds of the registers of two threads behind a move of one of them."""
        target = (move.template, move.target)
        for place, others in self.states.items():
            if not self._pair_candidates(target, place):
                continue
            for there in others:
                if there.facts is None or self._apart(state, there):
                    continue
                versions = (state.version, there.version, self.version, len(self._pair_candidates(state.place, there.place)))
                if self._new((state, move, there), *versions):
                    goal = self._pair_goal(effect, target, place)
                    self._weaken([*self._both(state, there), *effect.conditions], [goal])

    def _new(self, question: tuple[object, ...], *versions: int) -> bool:
        """Whether more is possible than when a question was last asked."""
        if self._asked.get(question) == versions:
            return False
        self._asked[question] = versions
        return True

    def _concerned(self, state: CandidateState, written: set[Variable]) -> bool:
        facts = self._states_facts(state)
        return any(not written.isdisjoint(expr_variables(fact)) for fact in facts)

    def _states_facts(self, state: CandidateState) -> Iterator[Expr]:
        yield from state.facts or ()
        if len(self.states[state.place]) > 1:
            yield from state.base

    # -- what is known before a move ---------------------------------------------------------------------------------------

    def _alone(self, state: CandidateState) -> list[Expr]:
        counted = self.solo.counters.of_thread(self.solo.counters.around(state.place))
        own = self.solo.of_thread(state.place[0], E.var(SELF))
        return [*self.known, *(self.always or ()), *state.base, *(state.facts or ()), *own, *counted]

    def _both(self, one: CandidateState, two: CandidateState) -> list[Expr]:
        second = map(self.other.expr, self._alone(two))
        around = self.solo.counters.around
        others = frozenset((counter, self.other.expr(condition)) for counter, condition in around(two.place))
        counted = self.solo.counters.of_two(around(one.place), others)
        return [*dict.fromkeys((*self._alone(one), *second, *counted, self.distinct, *self._pair_facts(one.place, two.place)))]

    def _apart(self, one: CandidateState, two: CandidateState) -> bool:
        """Whether two threads cannot be there at once, by what is known without candidates."""
        main = self.solo.program.main
        if one.place[0] == two.place[0] == main:
            return True
        found = self._unrelated.get((one, two))
        if found is None:
            facts = [*self.known, *one.base, *self.solo.of_thread(one.place[0], E.var(SELF))]
            others = [*two.base, *self.solo.of_thread(two.place[0], E.var(SELF))]
            found = not self._satisfiable([*facts, *map(self.other.expr, others), self.distinct])
            self._unrelated[one, two] = self._unrelated[two, one] = found
        return found

    # -- what is to hold behind it ------------------------------------------------------------------------------------------

    def _shared_goal(self, effect: SymbolicMove, written: Iterable[Variable] | None) -> CandidateGoal:
        facts = self.relations.common if self.always is None else self.always
        changed = None if written is None else set(written)
        chosen = [f for f in facts if changed is None or not changed.isdisjoint(expr_variables(f))]
        return self._goal(None, E.TRUE, chosen, effect.value)

    def _goal(
        self,
        target: CandidateState | PlacePair | None,
        inside: Expr,
        facts: Iterable[Expr],
        values: Callable[[Variable], Expr],
    ) -> CandidateGoal:
        facts = list(facts)
        table = {variable: values(variable) for variable in {v for fact in facts for v in expr_variables(fact)}}
        return CandidateGoal(target, inside, {fact: with_values(fact, table) for fact in facts}, values)

    def _goals(
        self,
        effect: SymbolicMove,
        place: RestingPlace,
        same: CandidateState | None = None,
        written: set[Variable] | None = None,
    ) -> list[CandidateGoal]:
        """For each cube of a place. `same`: the one that the thread was in, if only others have moved, and what they wrote."""
        found = []
        targets = self.states[place]
        for target in targets:
            facts = self._candidates_at(place) if target.facts is None else target.facts
            chosen = list(facts)
            if target is same and written is not None:
                chosen = [fact for fact in facts if not written.isdisjoint(expr_variables(fact))]
            if target.facts is None or chosen:
                found.append(self._goal(target, self._inside(target, effect.value), chosen, effect.value))
        return found

    def _inside(self, target: CandidateState, values: Callable[[Variable], Expr]) -> Expr:
        """That a thread is in a cube, if its place has others."""
        if len(self.states[target.place]) == 1:
            return E.TRUE
        facts = sorted(target.base, key=repr)
        table = {variable: values(variable) for variable in {v for fact in facts for v in expr_variables(fact)}}
        return conjunction(with_values(fact, table) for fact in facts)

    def _child_goals(self, effect: SymbolicMove, born: BornThread) -> Iterator[CandidateGoal]:
        entry = self.solo.entry(born.template)
        made: dict[Variable, Expr] = {SELF: effect.carried(E.var(born.number))}
        if born.argument is not None:
            made[self.solo.functions[born.template].params[0]] = effect.carried(E.var(born.argument))

        def values(variable: Variable) -> Expr:
            known = made.get(variable)
            return effect.value(variable) if variable.shared else known or E.var(self.child.variable(variable))

        for target in self.states.get(entry, []):
            facts = self._candidates_at(entry) if target.facts is None else target.facts
            yield self._goal(target, self._inside(target, values), facts, values)

    def _candidates_at(self, place: RestingPlace) -> list[Expr]:
        if place not in self._candidates:
            self._candidates[place] = self.relations.at(place)
        return self._candidates[place]

    # -- pairs ----------------------------------------------------------------------------------------------------------------

    def _pair_candidates(self, one: RestingPlace, two: RestingPlace) -> set[Expr]:
        key = (one, two) if one <= two else (two, one)
        found = self.pairs.get(key)
        if found is None:
            entries = {self.solo.entry(template) for template in self.solo.functions}
            facts = self.relations.between(*key, self.other) if self.paired and entries.isdisjoint(key) else []
            found = self.pairs[key] = set(facts if sum(map(len, self.pairs.values())) < PAIRS else ())
        return found

    def _pair_facts(self, one: RestingPlace, two: RestingPlace) -> list[Expr]:
        facts = self._pair_candidates(one, two)
        found = list(facts) if one <= two else []
        return [*found, *map(self.other.swapped, facts)] if one >= two else found

    def _pair_goal(self, effect: SymbolicMove, moved: RestingPlace, other: RestingPlace) -> CandidateGoal:
        """The thread that moved has its plain names."""
        facts = self._pair_candidates(moved, other)
        key = (moved, other) if moved <= other else (other, moved)

        def values(variable: Variable) -> Expr:
            if moved <= other:
                return effect.value(variable)
            return effect.value(self.other.plain.get(variable) or self.other.variable(variable))

        goal = self._goal(key, E.TRUE, facts, values)
        if moved == other:
            turned = {fact: effect.carried(self.other.swapped(fact)) for fact in facts}
            goal = replace(goal, terms={fact: E.land(term, turned[fact]) for fact, term in goal.terms.items()})
        return goal

    def outline(self) -> tuple[tuple[Expr, ...], dict[RestingPlace, tuple[FactCube, ...]], dict[PlacePair, FactCube]]:
        """The candidates that hold: always, at places (beside the cubes there) and of two threads."""
        always = frozenset(self.always or ())
        cubes = {
            place: tuple(frozenset((E.FALSE,) if state.facts is None else state.facts) - always for state in states)
            for place, states in self.states.items()
        }
        pairs = {
            pair: frozenset(facts)
            for pair, facts in self.pairs.items()
            if facts and all(any(state.facts is not None for state in self.states[place]) for place in pair)
        }
        return tuple(always), cubes, pairs

    # -- solving ----------------------------------------------------------------------------------------------------------------

    def _weaken(self, before: Sequence[Expr], goals: Sequence[CandidateGoal]) -> None:
        """Throws out of the goals what some state behind the move violates."""
        if E.FALSE in before:
            return
        self.solver.push()
        for fact in before:
            if fact is not E.TRUE:
                self.solver.add(fact)
        for goal in goals:
            self._weaken_one(goal)
        self.solver.pop()

    def _weaken_one(self, goal: CandidateGoal) -> None:
        terms = dict(goal.terms)
        while True:
            self.budget.check(self.counters)
            unreached = isinstance(goal.target, CandidateState) and goal.target.facts is None
            unreached |= goal.target is None and self.always is None
            violated = E.TRUE if unreached else E.lnot(conjunction(terms.values()))
            question = E.land(goal.inside, violated)
            if question is E.FALSE:
                return
            answer = self._ask([question])
            if answer is Answer.UNSAT:
                return
            if answer is Answer.UNKNOWN:
                self._lose(goal, self._hard(goal, terms))
                return
            lost = self._violated(goal, terms)
            for fact in lost:
                del terms[fact]
            self._lose(goal, lost)

    def _hard(self, goal: CandidateGoal, terms: dict[Expr, Expr]) -> set[Expr]:
        """Facts that are not shown one by one: where all at once are too hard, those are lost."""
        lost = set()
        for fact, term in terms.items():
            self.budget.check(self.counters)
            if term is not E.TRUE and self._ask([E.land(goal.inside, E.lnot(term))]) is not Answer.UNSAT:
                lost.add(fact)
        return lost

    def _violated(self, goal: CandidateGoal, terms: dict[Expr, Expr]) -> set[Expr]:
        """Facts that do not hold in the model."""
        model = self.solver.model()
        values: dict[Expr, Value] = {}
        for variable in {v for fact in terms for v in expr_variables(fact)}:
            values[E.var(variable)] = model.evaluate(goal.values(variable))
        lost = {fact for fact, term in terms.items() if term is not E.TRUE and not fold(fact, computed, values)}
        return lost or {fact for fact, term in terms.items() if term is not E.TRUE and not model.evaluate(term)}

    def _lose(self, goal: CandidateGoal, lost: set[Expr]) -> None:
        match goal.target:
            case None:
                self.always = (set(self.relations.common) if self.always is None else self.always) - lost
                self.version += 1
            case CandidateState() as state:
                state.facts = (set(self._candidates_at(state.place)) if state.facts is None else state.facts) - lost
                state.version += 1
            case pair:
                self.pairs[pair] -= lost
                self.pair_version += 1

    def _satisfiable(self, facts: Iterable[Expr]) -> bool:
        """Also where nobody knows."""
        known = [fact for fact in dict.fromkeys(facts) if fact is not E.TRUE]
        if E.FALSE in known:
            return False
        self.solver.push()
        for fact in known:
            self.solver.add(fact)
        found = self._ask([]) is not Answer.UNSAT
        self.solver.pop()
        return found

    def _ask(self, assumptions: Sequence[Expr]) -> Answer:
        self.counters["questions"] = self.counters.get("questions", 0) + 1
        return self.solver.check(assumptions, LIMIT)

    def _effect(self, move: SoloMove, second: bool) -> SymbolicMove:
        key = (move, second)
        if key not in self._effects:
            self._effects[key] = symbolic(self.other.ops(move.ops) if second else move.ops)
        return self._effects[key]

    def _total(self) -> tuple[int, ...]:
        return (self.version, self.pair_version, *(state.version for states in self.states.values() for state in states))
