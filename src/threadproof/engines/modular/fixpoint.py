"""Thread-modular abstract interpretation (Mine): each template by itself, what others do as interference, until nothing is new.

For each template and each location where its threads rest there are abstract states, apart by which locks the thread holds. A
move takes a state to the next one, and leaves an interference; each state takes in the interferences that it does not exclude.
Interferences that are found late open again what was done. States at loop heads, what interferences change, and what words guard
are widened after some rounds, to constants of the program first. Then rounds without widening make all of it smaller again
(`narrow`), as long as what comes out implies itself."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.modular import strided
from threadproof.engines.modular.arrays import fill
from threadproof.engines.modular.interference import Classes, Guarded, Known, Profile, SharedEffects, Thresholds, Words
from threadproof.engines.modular.queue import PlaceQueue
from threadproof.engines.modular.results import ResultRegisters
from threadproof.engines.modular.scope import Scope
from threadproof.engines.modular.state import AbstractThread, AffineLink, NoSuchState, signed
from threadproof.engines.modular.strided import Strided
from threadproof.engines.modular.summaries import ArraySummaries
from threadproof.engines.modular.transfer import assume, evaluate, execute
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Program
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import op_changed
from threadproof.records import dataclass
from threadproof.sched.instances import BornThread
from threadproof.sched.solo import HALT, LARGEST, SELF, Solo, SoloMove
from threadproof.sched.thread_counters import RestingPlace

PATIENCE = 3  # rounds before a value is widened
NARROWING = 4  # rounds at most
APART = 6  # states of one place
Held = frozenset[tuple[Variable, int]]
States = dict[Held, AbstractThread]


@dataclass(frozen=True, slots=True, eq=False)
class AfterMove:
    state: AbstractThread
    before: Profile  # of the state in which the move begins, as far as its conditions tell
    written: dict[Variable, Strided]  # values of shared variables that it leaves, and that it puts into arrays
    children: tuple[tuple[RestingPlace, AbstractThread], ...]

    def targets(self, move: SoloMove) -> Iterator[tuple[RestingPlace, AbstractThread]]:
        if move.target >= 0:
            yield (move.template, move.target), self.state
        yield from self.children


class Fixpoint:
    def __init__(self, program: Program, budget: Budget, counters: Counters, narrow: bool = False) -> None:
        """`narrow`: threads know only what they, and the threads that they create, mention."""
        self.program, self.budget, self.counters = program, budget, counters
        self.solo = Solo(program)
        self.scope = Scope(self.solo, narrow)
        self.words = Words(self.solo)
        self.results = ResultRegisters(self.solo)
        self.summaries = ArraySummaries(self.solo.total)
        shared = {v for v in (*program.initial, *_mentioned(program)) if v.shared}
        self.arrays = sorted((v for v in shared if isinstance(v.type, ArrayType) and self.summaries[v]), key=lambda v: v.name)
        elements = [found.every for array in self.arrays if (found := self.summaries[array])]
        self.variables = [*sorted((v for v in shared if strided.scalar(v.type)), key=lambda v: v.name), *elements]
        fronts = [found for array in (*self.arrays, self.solo.over) if (found := self.summaries[array])]
        self._front_of = {found.front: found.array for found in fronts}
        self.ghosts = tuple(ghost for ghost in self.solo.ghosts() if strided.scalar(ghost.type))
        self.thresholds = Thresholds(program)
        self._partners = self.scope.partners(self.words, self.summaries, self.variables)
        self.guarded = Guarded(self.words, self._partners, self.thresholds)
        self.states: dict[RestingPlace, States] = {}
        self.classes = Classes(self.solo, self.words)
        self.effects = SharedEffects(self.words, self.classes)
        self._grown: dict[tuple[RestingPlace, Held, Variable], int] = {}
        self._heads = self._loop_heads()
        self._again = False  # whether something new is known of what words guard
        self.first = AbstractThread(self.summaries)
        for array in self.arrays:
            fill(self.first, array, None)
        for op in self.solo.initial_ops():
            execute(self.first, op)

    def run(self) -> None:
        """Raises NotModular for what `sched.solo` refuses, OutOfBudget."""
        self.waiting = PlaceQueue(self.program, self.solo)
        self._begin(self.states, self.guarded)
        for place in self.states:
            self.waiting.add(place)
        while self.waiting:
            while self.waiting:
                self._visit(self.waiting.pop())
            self._spread()
        self._narrow()

    # -- from states to states ------------------------------------------------------------------------------------------

    def _begin(self, states: dict[RestingPlace, States], guarded: Guarded) -> None:
        state = self.first.copy()
        states.setdefault(self.solo.entry(self.program.main), {})[frozenset()] = state
        guarded.note(state, self.variables, PATIENCE)

    def _visit(self, place: RestingPlace) -> None:
        for held, state in list(self.states[place].items()):
            self._disturbed(place, held, state, self.effects, True)
            for move, after in self._outcomes(place, state):
                self.budget.check(self.counters)
                for target, found in after.targets(move):
                    self._add(target, found)
                if after.written:
                    self.effects.note(move.template, after.before, after.written)
                    self._again |= self.guarded.note(after.state, after.written, PATIENCE)

    def _outcomes(self, place: RestingPlace, state: AbstractThread) -> Iterator[tuple[SoloMove, AfterMove]]:
        """Of all moves that do not end the program, case by case."""
        for move in self.solo.moves(*place):
            if move.failure is None and move.target != HALT:
                for begin in self.words.cases(state, move):
                    after = self.after(begin, move)
                    if after is not None:
                        yield move, after

    def after(self, state: AbstractThread, move: SoloMove) -> AfterMove | None:
        """The state after a move; None if it cannot be made."""
        self.counters["actions"] = self.counters.get("actions", 0) + 1
        now, written = state.copy(), set[Variable]()
        before: dict[Variable, Known] = {}
        elements: dict[Variable, Strided] = {}  # values that are written to them
        words = self.words.index
        try:
            done = self.guarded.decided(now)
            for op in move.ops:
                changed = op_changed(op)
                if changed is not None and changed.shared:
                    if changed in words and changed not in written:
                        before[changed] = self.words.one(now, changed)
                    written.add(changed)
                    self._note_elements(now, op, changed, elements)
                    written.update(elements)
                execute(now, op)
                if isinstance(op, ops.Assume):
                    self.guarded.apply(now, written, done)
            profile = self.words.profile(now, before, self.words.alone(state))
            now.settle()
        except NoSuchState:
            return None
        children = tuple([(self.solo.entry(born.template), self._child(now, born)) for born in move.born])
        for born in move.born:
            for made in (born.number, born.argument):
                if made is not None:
                    now.forget(made)
        values = {v: now.num(v) for v in written if strided.scalar(v.type)} | elements
        return AfterMove(now, profile, values, children)

    def _note_elements(self, state: AbstractThread, op: ops.DataOp, changed: Variable, elements: dict[Variable, Strided]) -> None:
        """What a write puts into an array that others know."""
        summary = self.summaries[changed] if isinstance(changed.type, ArrayType) else None
        if summary is not None:
            whole = strided.whole(summary.every.type)
            value = evaluate(state, op.value).num if isinstance(op, ops.Write) else whole
            for part in (summary.every, summary.front):
                elements[part] = strided.join(elements.get(part, strided.NONE), value)

    def _child(self, after: AbstractThread, thread: BornThread) -> AbstractThread:
        """The state in which a thread begins."""
        child = AbstractThread(self.summaries)
        visible = self.scope.visible(thread.template)
        for array in (*self.arrays, self.solo.over):
            if visible is None or array in visible or array is self.solo.over:
                fill(child, array, None)
        for variable in (*self.variables, *self.ghosts):
            if (visible is None or variable in visible) and (variable in after.nums or variable in after.links):
                child.nums[variable] = after.num(variable)
        sizes = set(self.summaries.counting()) - {self.solo.total}
        known = {v: link for v, link in after.links.items() if v.shared and link.base.shared}
        known = {v: link for v, link in known.items() if v not in sizes and link.base not in sizes}
        child.links = {v: link for v, link in known.items() if visible is None or (v in visible and link.base in visible)}
        child.nums[SELF] = strided.meet(after.num(thread.number), strided.made(1, LARGEST, 1)) or strided.made(1, LARGEST, 1)
        template = self.solo.functions[thread.template]
        if thread.argument is not None and strided.scalar(thread.argument.type):
            param = template.params[0]
            child.nums[param] = after.num(thread.argument)
            number, argument = after.link(thread.number), after.link(thread.argument)
            near = number is not None and argument is not None and number.base is argument.base
            if near and number is not None and argument is not None and after.exact(number, SELF.type):
                less = signed(argument.number - argument.scale * number.number, param.type)
                child.links[param] = AffineLink(SELF, less, argument.scale)
        found = self.solo.instances[thread.template]
        if child.num(found.count).constant == 1:
            assume(child, E.lnot(E.var(found.ended)))
        return child

    def _add(self, place: RestingPlace, state: AbstractThread) -> None:
        states = self.states.setdefault(place, {})
        held = self._key(place, state, states)
        old = states.get(held)
        if old is None:
            states[held] = state
        elif state.within(old):
            return
        else:
            states[held] = self._widened(place, held, old, old.join(state)) if place in self._heads else old.join(state)
            if states[held] == old:
                return
        self.waiting.add(place)

    def _key(self, place: RestingPlace, state: AbstractThread, states: States) -> Held:
        results = ((register, state.num(register).constant) for register in self.results.at(place))
        key = self.words.key(state).union((register, value) for register, value in results if value is not None)
        return key if key in states or len(states) < APART else self.words.held(state)

    def _widened(self, place: RestingPlace, held: Held, old: AbstractThread, new: AbstractThread) -> AbstractThread:
        for variable, num in list(new.nums.items()):
            was = old.num(variable)
            if not strided.within(num, was):
                new.nums[variable] = self._grow(place, held, variable, was, num)
        return new

    def _grow(self, place: RestingPlace, held: Held, variable: Variable, was: Strided, num: Strided) -> Strided:
        key = (place, held, variable)
        times = self._grown[key] = self._grown.get(key, 0) + 1
        if times <= PATIENCE:
            return strided.join(was, num)
        return strided.widened(was, num, self.thresholds.after(times - PATIENCE - 1), variable.type)

    # -- interference -----------------------------------------------------------------------------------------------------

    def _spread(self) -> None:
        """New effects go into all states that do not exclude them."""
        again, self._again = self._again, False
        changed, self.effects.changed = self.effects.changed, set()
        for place, states in self.states.items():
            for held, state in states.items():
                self.budget.check(self.counters)
                if self._disturbed(place, held, state, self.effects, True, changed):
                    self.waiting.add(place)
        if again:
            for place in self.states:
                self.waiting.add(place)

    def _disturbed(
        self,
        place: RestingPlace,
        held: Held,
        state: AbstractThread,
        effects: SharedEffects,
        widen: bool,
        only: Container[Variable] | None = None,
    ) -> bool:
        """Whether others change what is known in a state, which is changed in place, until nothing more does: what it takes in
        from one makes room for another. `only`: nothing else can do so at first."""
        changed, more = False, True
        while more:
            more, mine = False, -1
            for variable in _known(state):
                if variable not in effects.written or (only is not None and variable not in only):
                    continue
                if mine < 0:
                    mine = self.classes.number(place[0], self.words.profile(state))
                num, was = effects.met(variable, mine), state.num(variable)
                array = self._front_of.get(variable)
                linked = variable in state.links or bool(state.members(variable)) or array in state.shifts
                if num is None or was is strided.NONE or (strided.within(num, was) and not linked):
                    continue
                wide = self._grow(place, held, variable, was, num) if widen and not strided.within(num, was) else num
                state.disturb(variable, wide)
                if array is not None:
                    state.shifts.pop(array, None)
                changed, more, mine = True, True, -1
            only = None
        return changed

    # -- narrowing ----------------------------------------------------------------------------------------------------------

    def _narrow(self) -> None:
        """Rounds in which everything is computed from what is known, and nothing is widened. What implies itself is kept."""
        kept = self.states, self.effects, self.guarded
        for _ in range(NARROWING):
            states, effects, guarded = self._round()
            if not (_within(states, self.states) and guarded.within(self.guarded)):
                break
            kept = self.states, self.effects, self.guarded
            if _within(self.states, states) and self.guarded.within(guarded):
                break
            self.states, self.effects, self.guarded = states, effects, guarded
        self.states, self.effects, self.guarded = kept

    def _round(self) -> tuple[dict[RestingPlace, States], SharedEffects, Guarded]:
        states: dict[RestingPlace, States] = {}
        effects = SharedEffects(self.words, self.classes)
        guarded = Guarded(self.words, self._partners, self.thresholds)
        self._begin(states, guarded)
        for _, _, move, after in self.all_moves():
            self.budget.check(self.counters)
            for target, state in after.targets(move):
                found = states.setdefault(target, {})
                key = self._key(target, state, self.states.get(target, {}))
                found[key] = found[key].join(state) if key in found else state
            if after.written:
                effects.note(move.template, after.before, after.written)
                guarded.note(after.state, after.written, 1 << 30)
        for place, by_lock in states.items():
            for held, state in by_lock.items():
                self._disturbed(place, held, state, effects, False)
        return states, effects, guarded

    def all_moves(self) -> Iterator[tuple[RestingPlace, Held, SoloMove, AfterMove]]:
        for place, states in self.states.items():
            for held, state in states.items():
                for move, after in self._outcomes(place, state):
                    yield place, held, move, after

    def _loop_heads(self) -> set[RestingPlace]:
        found = set()
        for name, function in self.solo.functions.items():
            found |= {(name, edge.target) for edge in self.program.functions[function.name].edges if edge.back}
        return found


def _known(state: AbstractThread) -> list[Variable]:
    """Of which a state says something."""
    bases = [link.base for link in state.links.values()]
    return list(dict.fromkeys((*state.nums, *state.links, *bases)))


def _mentioned(program: Program) -> Iterator[Variable]:
    from threadproof.ir.uses import op_variables

    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                yield from op_variables(op)


def _within(new: Mapping[RestingPlace, States], old: Mapping[RestingPlace, States]) -> bool:
    none: States = {}
    return all(
        held in old.get(place, none) and state.within(old[place][held])
        for place, found in new.items()
        for held, state in found.items()
    )
