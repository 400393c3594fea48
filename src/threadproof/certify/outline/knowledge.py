"""What is known in a question about one thread where it rests, or two: what is stated of their places, what always holds, and
what is true of ghosts, as far as it has to do with the question (`certify.outline.proof`).

Facts are hypotheses only where they were shown, or are shown in the same induction: `always`, as far as it is related
(`certify.outline.relevance`); the set of each thread; what ghosts tell of a thread of its template; what a thread at its place
makes of counters; and, of two threads, what is stated of the registers of both. The last two depend on places, not on templates.
They are a function of the *kind* of a place, so answers are remembered by kinds:

- what is known of one thread, but its set, by the kind (`_mine`): by template and counters with their conditions;
- whether two threads are apart (`OutlineChecker.apart`): by both kinds, and by the sets, without the facts about registers of one
  thread where neither a pair of these places nor a condition of a counter mentions registers. Fewer facts lose a proof at most;
- which moves keep facts, by the kind of the place that has them, the facts, the move, which has a place of its own, and the set
  of its thread (`_kept`);
- which moves may change facts, by the kind without pairs, and the facts (`_open`): there nothing stated of two threads is used.
  The moves are asked about with their registers renamed, once for all that are alike in operations, in whether they are main's,
  in the facts about the number and shared variables, and in the kind of their place without pairs, if it is used
  (`ghosts_near`). Conditions of counters keep the registers that they are about: these have the values that the thread has, and
  so have those with new names, so all that is said is true, only that they are the same is not said. No counter is left out of
  a kind: a thread that is not in a set is known to be outside of it;
- whether a fact holds of one thread at most by the fact alone (`_single`), and so of a set (`_ones`): nothing else is known;
- formulas by the facts that they are made of (`_goals`), variables of sets by their place (`_about`), relations by variables."""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.certify.outline.document import StatedOutline
from threadproof.certify.outline.relevance import RelevantFacts
from threadproof.evidence.outline import FactCube
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import U32
from threadproof.records import dataclass
from threadproof.sched.other_thread import OtherThread
from threadproof.sched.solo import SELF
from threadproof.sched.thread_counters import CountedBy, RestingPlace


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """All about a place that what is known without its sets depends on; `paired`: the place, if pairs are stated of it."""

    template: str
    counted: CountedBy
    paired: RestingPlace | None


class KnownFacts:
    def __init__(self, stated: StatedOutline, other: OtherThread) -> None:
        self.solo, self.stated, self.other = stated.solo, stated, other
        self.relevant = RelevantFacts(stated.always, stated.solo)
        self.distinct = E.lnot(E.eq(E.var(SELF), E.var(other.variable(SELF))))
        self._paired = {place for pair in stated.pairs for place in pair}
        self._kinds: dict[RestingPlace, PlaceKind] = {}
        self._mine: dict[PlaceKind, frozenset[Expr]] = {}

    def kind(self, place: RestingPlace) -> PlaceKind:
        found = self._kinds.get(place)
        if found is None:
            counted = self.solo.counters.around(place)
            found = self._kinds[place] = PlaceKind(place[0], counted, place if place in self._paired else None)
        return found

    def of_one(self, kind: PlaceKind, cube: FactCube, touched: Iterable[Variable]) -> frozenset[Expr]:
        """All that is known of a thread, as far as it has to do with the cube and the variables."""
        if kind not in self._mine:
            counted = self.solo.counters.of_thread(kind.counted)
            self._mine[kind] = frozenset(self.solo.of_thread(kind.template, E.var(SELF))).union(counted)
        facts = self._mine[kind] | cube
        return facts | self.relevant.about(facts, touched)

    def of_two(
        self, one: PlaceKind, cube: FactCube, two: PlaceKind, others: FactCube, touched: Iterable[Variable] = ()
    ) -> frozenset[Expr]:
        """All that is known of two threads at once."""
        second = frozenset(map(self.other.expr, self.of_one(two, others, touched)))
        paired: FactCube = frozenset()
        if one.paired is not None and two.paired is not None:
            paired = self.paired(one.paired, two.paired)
        others_counted = frozenset((counter, self.other.expr(condition)) for counter, condition in two.counted)
        counted = self.solo.counters.of_two(one.counted, others_counted)
        return (self.of_one(one, cube, touched) | second | paired | {self.distinct}).union(counted)

    def paired(self, one: RestingPlace, two: RestingPlace) -> FactCube:
        """What is stated of the registers of two threads."""
        nothing: FactCube = frozenset()
        turned = self.stated.pairs.get((two, one), nothing)
        return self.stated.pairs.get((one, two), nothing).union(map(self.other.swapped, turned))

    def ghosts_near(self, there: RestingPlace, near: frozenset[Variable]) -> PlaceKind | None:
        """What the ghosts tell of a thread at a place depends on this, if some of them are among variables."""
        kind = self.kind(there)
        ghosts = {*self.solo.instances[there[0]].all(), *(counter.variable for counter, _ in kind.counted)}
        return None if near.isdisjoint(ghosts) else unpaired(kind)

    def of_two_near(
        self, one: PlaceKind, cube: FactCube, two: PlaceKind | None, main: bool, others: FactCube, touched: frozenset[Variable]
    ) -> frozenset[Expr]:
        """What is known of two threads, of the place of the second one only if its ghosts matter."""
        if two is not None:
            return self.of_two(one, cube, two, others, touched)
        number, zero = E.var(self.other.variable(SELF)), E.zero(U32)
        there = [E.eq(number, zero)] if main else [E.lt(zero, number), E.le(number, E.var(self.solo.total))]
        return self.of_one(one, cube, touched).union(map(self.other.expr, others), there, [self.distinct])


def unpaired(kind: PlaceKind) -> PlaceKind:
    """The same where nothing is stated of two threads."""
    return PlaceKind(kind.template, kind.counted, None)
