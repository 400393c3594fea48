"""Re-checks a proof outline: what it says of each thread holds, whatever any number of other threads do (Owicki and Gries).

The certificate states facts G about the shared variables, and for each template t and location l where its threads rest a set
A(t, l) of states, a union of cubes over the registers of one thread, its number and the shared variables; a place that it does
not mention has the empty set. Moves, ghosts, and what is true of ghosts (X) are those of `sched.solo`: computed here from
program, never taken from the file. So are accesses and which of them may race. A fact may be about each element of an array
(`certify.outline.instances`). The certificate may ask for threads to be counted, by sets of places: how moves change the
counters, and what is true of them (a part of X), is computed here, too (`sched.thread_counters`). Nothing is said, and nothing
believed, about locks, phases or instances: that a thread holds m is the fact `m = self + 1`, and that w does not exist yet is
`count.w = 0`, facts like any other. What a question may use, and why answers may be remembered: `certify.outline.knowledge`.

It may also state facts D(t, l, u, k) about the registers and numbers of two threads, and nothing that anybody else can change.

Some of the facts of G are called *alive*: that a lock is free, or held by a thread that is there. They are used where holders are
asked for and where threads are created, and left out of all other questions.

Claim: in every state between two moves of every execution, under sequential consistency and with any number of threads, G holds,
each thread that has not ended is in the A of its place, and every two of them are in the D of theirs. This is checked, for all
places (t, l) and all moves; wherever two threads are in a question, their D is known as well:

1. *Initial*: the initial states are in G and in A(main, entry).
2. *Own moves*: from A(t, l), G and X, a move of the thread from l leads into G; if the thread rests at l' behind it, into
   A(t, l'); each thread that it creates is in A of its entry, whatever its registers hold but the parameter and the number.
3. *Others*: from A(t, l), A(u, k), G and X, for two threads with different numbers (the same template included, main excepted,
   of which there is one), a move of the second one from k leads into A(t, l) of the first one.
4. *Failures*: from A(t, l), G and X, no move of the thread from l fails: no check, no cut, no join of what is no thread.
5. For deadlocks: whoever is blocked waits for a thread that is not, or is lower in an order (`certify.outline.deadlocks`).
6. For data races: no two accesses of one variable, one of them a write and one of them plain, can be next in two threads at
   once (`certify.outline.races`).
7. *Pairs*: from A(t, l), A(u, k), G and X, for two threads with different numbers, a move of the first one that rests at l'
   behind it leads into D(t, l', u, k) and D(u, k, t, l'). Nothing is stated of places where threads begin
   (`certify.outline.pairs`).

Why the claim holds, by induction over the moves of an execution: at the start by 1, where main is the only thread. Let it hold
before a move of x from (u, k). G holds afterwards by 2. x itself, if it rests, and the threads that it creates are in their A by
2. Any other thread y, at (t, l), has another number than x and is in A(t, l) before the move, so by 3 it is afterwards; its
registers and its number do not change. Of two threads that rest afterwards one is x: 7. Or one was created by the move: then
nothing is stated. Or neither: their registers are as before, and so is what D says of them. A thread that has ended has no
claim. While x is inside of an atomic block no other thread moves, so executions are sequences of moves (`sched.solo`); a move
that ends the program has no state behind it. X holds by construction of the ghosts. No number of threads occurs in a question:
there are as many as moves times places that they concern. By 4 nothing fails: the property holds, and no execution does what is
undefined or was cut.

Under other memory models nothing is claimed here, but for programs without data races whose synchronisation is sequentially
consistent, for which they allow the same executions (DRF-SC, `run.memory_models`).

Shared with the engine that finds outlines: the IR, `sched.solo`, the translation to solver terms. Nothing of its domains."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from threadproof.certify.answer import ProofCheck, Rejected
from threadproof.certify.format import FormatError
from threadproof.certify.formulas import replaced
from threadproof.certify.implication import Cube, ImplicationReply, Implications, OutOfTime
from threadproof.certify.outline.document import StatedOutline, decode
from threadproof.certify.outline.instances import about_every, touched, with_instances
from threadproof.certify.outline.knowledge import KnownFacts, PlaceKind, unpaired
from threadproof.certify.outline.relevance import mentioned_shared
from threadproof.counters import Counters
from threadproof.evidence.outline import EVERY, FactCube
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import DataOp
from threadproof.ir.program import Program
from threadproof.ir.types import U32
from threadproof.ir.uses import expr_variables
from threadproof.sched.instances import BornThread
from threadproof.sched.other_thread import OtherThread, RegisterNames
from threadproof.sched.solo import LARGEST, SELF, NotModular, Solo, SoloMove, place_of, written
from threadproof.sched.thread_counters import RestingPlace

ForeignMove = tuple[RestingPlace, SoloMove, FactCube]
"""A move of another thread, which is at a place, in one of the sets of it."""
Writers = Mapping[Variable, Mapping[FactCube, Sequence[ForeignMove]]]
"""Of a variable the moves that change it, by the facts of their threads that hold of one thread at most."""


def check(
    program: Program, data: Mapping[str, Any], races: bool, deadline: float = float("inf"), deadlocks: bool = False
) -> ProofCheck:
    """Raises Rejected where a move leads out of the outline or fails, or the data is no outline of the lowered program. `races`:
    whether accesses must not race either; `deadlocks`: whether no thread may wait for ever."""
    from threadproof.certify.outline.deadlocks import DeadlockQuestions, decode_ranks
    from threadproof.certify.outline.races import RaceQuestions

    started = time.monotonic()
    try:
        other = OtherThread("'")
        checker = OutlineChecker(decode(data, Solo(program), other), other, deadline)
        try:
            checker.run()
            if races:
                RaceQuestions(checker).run()
            if deadlocks:
                DeadlockQuestions(checker, decode_ranks(data)).run()
        except OutOfTime:
            checker.open = "time"
    except (FormatError, NotModular) as error:
        raise Rejected(f"not a proof of this program: {error}") from None
    return ProofCheck(checker.open, {**checker.counters(), "seconds": time.monotonic() - started})


class OutlineChecker:
    def __init__(
        self,
        stated: StatedOutline,
        other: OtherThread,
        deadline: float,
        excludes: Callable[[SoloMove], bool] = lambda move: True,
    ) -> None:
        """`excludes`: whether a move that fails must be shown to be impossible; all of them, unless only facts are shown."""
        self.solo, self.stated, self.deadline, self.excludes = stated.solo, stated, deadline, excludes
        self.implications = Implications(deadline)
        self.open = ""
        self.checked = 0
        self.other, self.child, self.renaming = other, OtherThread("*"), RegisterNames()
        self.facts = KnownFacts(stated, other)
        self.holders = frozenset(v for fact in stated.alive for v in expr_variables(fact) if v.shared)
        self._goals: dict[frozenset[Expr], Cube] = {}
        self._kept: set[tuple[PlaceKind, FactCube, SoloMove, FactCube]] = set()
        self._single: dict[Expr, bool] = {}
        self._about: dict[RestingPlace, frozenset[Variable]] = {}
        self._ones: dict[FactCube, FactCube] = {}
        self._open: dict[tuple[PlaceKind, FactCube], list[ForeignMove]] = {}
        self._apart: dict[tuple[PlaceKind, FactCube, PlaceKind, FactCube], bool] = {}
        self.places = tuple(place_of(E.var(v)) for v in (SELF, self.other.variable(SELF)))
        self.distinct = self.facts.distinct

    def counters(self) -> Counters:
        asked = self.implications
        return {"controls": len(self.stated.places), "moves": self.checked, "questions": asked.asked, "solver_calls": asked.calls}

    def run(self) -> None:
        from threadproof.certify.outline.pairs import PairQuestions

        entry = self.solo.entry(self.solo.program.main)
        goals = [self.stated.always, *self.cubes(entry)]
        initial, nothing = self.solo.initial_ops(), frozenset[Expr]()
        self.inside(nothing, initial, goals[:1], "an initial state lies outside of what always holds")
        self.inside(nothing, initial, [self.stated.alive], "an initial state lies outside of what holds of holders")
        self.inside(nothing, initial, goals[1:], "an initial state lies outside of the outline")
        writers = self._writers()
        for place, cubes in self.stated.places.items():
            for cube in cubes:
                self.in_time()
                self._own(place, cube)
                self._others(place, cube, writers)
        PairQuestions(self).run()

    # -- the rules -------------------------------------------------------------------------------------------------------

    def _own(self, place: RestingPlace, cube: FactCube) -> None:
        for move in self.solo.moves(*place):
            there = [(move.template, move.target), *(self.solo.entry(born.template) for born in move.born)]
            near = self.holders.union(mentioned_shared(move.ops), *(self._stated_about(each) for each in there))
            mine = self.alone(place, cube, near)
            what = f"the move from {move.pos} at {place_text(place)}"
            if move.failure is not None:
                message = f"{move.failure.kind} at {move.failure.pos} is possible at {place_text(place)}"
                if self.excludes(move):
                    self.hold(self.implications.impossible(self._before(mine, move.ops), move.ops), message)
                continue
            if move.target >= 0:
                self.inside(mine, move.ops, self.cubes((move.template, move.target)), f"{what} leads out of the outline")
            if move.target >= -1:
                changed = written(move)
                always, alive = (
                    [fact for fact in facts if not changed.isdisjoint(expr_variables(fact))]
                    for facts in (self.stated.always, self.stated.alive)
                )
                self.inside(mine, move.ops, [always], f"{what} breaks what always holds")
                self.inside(mine.union(alive), move.ops, [alive], f"{what} breaks what holds of holders")
            for born in move.born:
                known = mine.union(self.stated.alive)
                self.inside(known, move.ops, self._child(born), f"{what} creates a thread outside of the outline")

    def _others(self, place: RestingPlace, cube: FactCube, writers: Writers) -> None:
        """What one cube says is not changed by any other thread."""
        shared = _about_shared(cube)
        goals = [cube, *(other for other in self.cubes(place) if other is not cube)]
        kind = self.kind(place)
        for there, move, others in self._changing(unpaired(kind), shared, writers):
            if (kind, shared, move, others) in self._kept:
                continue
            self.in_time()
            operations = self.other.ops(move.ops)
            touched = mentioned_shared(move.ops)
            if self._keeps(self.both(place, shared, there, others, touched), operations, shared):
                self._kept.add((kind, shared, move, others))
                continue
            if self.apart(place, cube, there, others):
                continue
            before = self.both(place, cube, there, others, touched)
            if self.implications.contradict(with_instances(before, self.places)) is ImplicationReply.YES:
                continue
            message = f"the move from {move.pos} at {place_text(there)} changes what holds at {place_text(place)}"
            self.inside(before, operations, goals, message)

    def _changing(self, kind: PlaceKind, shared: FactCube, writers: Writers) -> list[ForeignMove]:
        """Moves of others that may change facts about shared variables, which many places have in common: not those of threads
        that say what only one thread can say, as the facts do, nor those that keep the facts whatever their registers hold,
        which therefore may have any names. What is stated of two threads is not used."""
        found = self._open.get((kind, shared))
        if found is None:
            mine = self._one_of(shared)
            mentioned = dict.fromkeys(v for fact in shared for v in expr_variables(fact) if v.shared)
            met = [
                each
                for v in mentioned
                for theirs, moves in writers.get(v, {}).items()
                if mine.isdisjoint(theirs)
                for each in moves
            ]
            found = self._open[kind, shared] = []
            known: dict[tuple[PlaceKind | None, bool, tuple[DataOp, ...], FactCube], bool] = {}
            for there, move, others in dict.fromkeys(met):
                self.in_time()
                operations = self.renaming.ops(move.ops)
                touched = mentioned_shared(move.ops)
                near = touched.union(mentioned)
                ghosts = self.facts.ghosts_near(there, near)
                theirs = frozenset(fact for fact in _seen(others) if near.issuperset(expr_variables(fact) - {SELF}))
                main = there[0] == self.solo.program.main
                key = (ghosts, main, operations, theirs)
                if key not in known:
                    before = self.facts.of_two_near(kind, shared, ghosts, main, theirs, touched)
                    known[key] = self._keeps(before, self.other.ops(operations), shared)
                if not known[key]:
                    found.append((there, move, others))
        return found

    def _keeps(self, before: frozenset[Expr], operations: tuple[DataOp, ...], shared: FactCube) -> bool:
        """Whether a move of another thread keeps facts by themselves: those that are about shared variables, which many places
        have in common."""
        self.checked += 1
        reply = self.implications.inside(self._before(before, operations), operations, self._cube(shared))
        return reply is ImplicationReply.YES

    def _writers(self) -> Writers:
        found: dict[Variable, dict[FactCube, list[ForeignMove]]] = {}
        for place, cubes in self.stated.places.items():
            for move in self.solo.moves(*place):
                if move.failure is None and move.target >= -1:
                    for variable in written(move):
                        by_facts = found.setdefault(variable, {})
                        for cube in cubes:
                            by_facts.setdefault(self._one_of(cube), []).append((place, move, cube))
        return found

    # -- sets of states --------------------------------------------------------------------------------------------------

    def _before(self, facts: frozenset[Expr], operations: tuple[DataOp, ...], shown: Sequence[Variable] = ()) -> Cube:
        """Facts before a move, for the elements of arrays that it is about, and those that are to be shown."""
        if not any(map(about_every, facts)):
            return self._cube(facts)
        indices = touched(self.implications.effect(operations))
        return self._cube(with_instances(facts, (*self.places, *indices, *map(E.var, shown))))

    def kind(self, place: RestingPlace) -> PlaceKind:
        return self.facts.kind(place)

    def alone(self, place: RestingPlace, cube: FactCube, touched: Iterable[Variable] = ()) -> frozenset[Expr]:
        """All that is known of a thread, as far as it has to do with the cube and the variables."""
        return self.facts.of_one(self.kind(place), cube, touched)

    def both(
        self, one: RestingPlace, cube: FactCube, two: RestingPlace, others: FactCube, touched: Iterable[Variable] = ()
    ) -> frozenset[Expr]:
        """All that is known of two threads at once."""
        return self.facts.of_two(self.kind(one), cube, self.kind(two), others, touched)

    def apart(self, one: RestingPlace, cube: FactCube, two: RestingPlace, others: FactCube) -> bool:
        """Whether two threads cannot be in these cubes at once. What concerns only registers of one of them does not matter,
        unless something is stated of the registers of both, or counters depend on them."""
        first, second = self.kind(one), self.kind(two)
        close = any(condition is not E.TRUE for kind in (first, second) for _, condition in kind.counted)
        close |= first.paired is not None and second.paired is not None and bool(self.facts.paired(one, two))
        key = (first, cube, second, others) if close else (first, _seen(cube), second, _seen(others))
        found = self._apart.get(key)
        if found is None:
            self.in_time()
            alone = one[0] == two[0] == self.solo.program.main
            found = alone or self._exclusive(key[1], key[3])
            if not found:
                facts = with_instances(self.facts.of_two(*key), self.places)
                found = self.implications.contradict(facts) is ImplicationReply.YES
            self._apart[key] = found
            self._apart[second, key[3], first, key[1]] = found
        return found

    def _exclusive(self, cube: FactCube, others: FactCube) -> bool:
        """Whether both say what only one thread can say."""
        return not self._one_of(cube).isdisjoint(self._one_of(others))

    def _one_of(self, cube: FactCube) -> FactCube:
        """Facts that hold of one thread at most."""
        found = self._ones.get(cube)
        if found is None:
            found = self._ones[cube] = frozenset(fact for fact in cube if SELF in expr_variables(fact) and self._only_one(fact))
        return found

    def _only_one(self, fact: Expr) -> bool:
        """Whether a fact about the number of a thread holds of one thread at most: that it holds a lock."""
        if fact not in self._single:
            ranges = [E.le(number, E.const(U32, LARGEST)) for number in map(E.var, (SELF, self.other.variable(SELF)))]
            reply = self.implications.contradict([fact, self.other.expr(fact), self.distinct, *ranges])
            self._single[fact] = reply is ImplicationReply.YES
        return self._single[fact]

    def cubes(self, place: RestingPlace) -> tuple[FactCube, ...]:
        return self.stated.places.get(place, ())

    def _stated_about(self, place: RestingPlace) -> frozenset[Variable]:
        """Shared variables that the sets of a place mention."""
        if place not in self._about:
            facts = (fact for cube in self.cubes(place) for fact in cube)
            self._about[place] = frozenset(v for fact in facts for v in expr_variables(fact) if v.shared)
        return self._about[place]

    def _child(self, born: BornThread) -> list[frozenset[Expr]]:
        """The sets of its entry, as facts about registers of the move that creates it."""
        template = self.solo.functions[born.template]
        values = {self.child.variable(SELF): E.var(born.number)}
        if born.argument is not None:
            values[self.child.variable(template.params[0])] = E.var(born.argument)
        cubes = self.cubes(self.solo.entry(born.template))
        return [frozenset(replaced(self.child.expr(fact), values) for fact in cube) for cube in cubes]

    # -- questions -------------------------------------------------------------------------------------------------------

    def inside(
        self, before: frozenset[Expr], operations: tuple[DataOp, ...], goals: Iterable[Iterable[Expr]], complaint: str
    ) -> None:
        """Every state after the operations is in one of the goals. Each goal is about an element of its own: for all i A(i), or
        for all j B(j), is the same as for all i and j A(i) or B(j)."""
        cubes = [self._cube(goal) for goal in goals]
        shown = [Variable(f"{EVERY.name}{number}", EVERY.type, True) for number in range(1, len(cubes))]
        if shown and any(about_every(fact) for cube in cubes for fact in cube.facts):
            renamed = [{EVERY: E.var(variable)} for variable in shown]
            others = zip(cubes[1:], renamed, strict=True)
            cubes = [cubes[0], *(self._cube(replaced(fact, values) for fact in cube.facts) for cube, values in others)]
        else:
            shown = []
        self.hold(self.implications.inside_any(self._before(before, operations, shown), operations, cubes), complaint)

    def _cube(self, facts: Iterable[Expr]) -> Cube:
        key = facts if isinstance(facts, frozenset) else frozenset(facts)
        found = self._goals.get(key)
        if found is None:
            found = self._goals[key] = Cube(key)
        return found

    def hold(self, reply: ImplicationReply, complaint: str) -> None:
        self.checked += 1
        if reply is ImplicationReply.NO:
            raise Rejected(complaint)
        if reply is ImplicationReply.UNKNOWN:
            self.open = self.open or f"the solver gave up on whether {complaint}"

    def in_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfTime


def _seen(cube: FactCube) -> FactCube:
    """What another thread can have to do with: facts that mention no register but the number."""
    return frozenset(fact for fact in cube if all(v.shared or v is SELF for v in expr_variables(fact)))


def _about_shared(cube: FactCube) -> FactCube:
    """The facts that others might change."""
    return frozenset(fact for fact in cube if any(v.shared for v in expr_variables(fact)))


def place_text(place: RestingPlace) -> str:
    return f"{place[0]}:{place[1]}"
