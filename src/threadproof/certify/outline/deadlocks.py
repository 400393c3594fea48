"""That no threads wait for ever in a program with a proof outline (`certify.outline.proof`): whoever is blocked waits for a
thread that is not blocked, or is lower in an order.

The certificate gives a number, a *rank*, to each set of states A of each place. The ways on which a thread may be blocked
come from the program, each with the *holders* that it waits for (`sched.solo`): the thread whose number is in the word of a
lock, or that is joined. Checked is for each such way that A does not exclude, with two threads in a question at most:

1. each holder is a number that no thread has, or a thread that exists and has not ended; at least one is the latter. Where
   there is no holder (semaphores, condition variables, barriers), the first thread of some template stands in, if it was
   created and none of that template has ended;
2. no holder is the blocked thread itself;
3. for each set B of each place where a thread may be blocked: that thread is no holder, or the rank of B is less than that of
   A.

A lock-order graph with gate locks is a special case. A thread that holds b says so in its set (`b = self + 1`), one that does
not says that (`b != self + 1`), and with one gate lock in both A and B the two contradict each other. No alias, no set of
locks and no order of locks is believed.

Why nobody waits for ever: take a state between two moves, and suppose that it is a deadlock. Let D be the threads that it is
about: all that have not ended, or some that are blocked and on each of their ways wait for one that belongs to D or has
ended. Each thread of D is blocked, and by the outline it is in a set of its place. Take one of them, y, whose rank is least.
One of its ways is possible. By 1 there is a holder z on it that exists and has not ended; if D are not all such threads, take
the holder that belongs to D or has ended, which by 1 has not ended. (A way without a holder is none of D then.) So z belongs
to D, is blocked, is not y by 2, and by 3 its rank is less. There is no such y.

An endless loop of a thread by itself is no deadlock: the thread moves. That a thread may end with a lock, that a lock is
initialised while it is held, or that another thread unlocks it, shows in facts that do not survive.

That a holder has not ended is told by the facts of the outline that are called `alive`: a lock is free, or held by a thread
that is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from threadproof.certify.answer import Rejected
from threadproof.certify.fields import as_list, as_numbers, as_text
from threadproof.certify.format import FormatError
from threadproof.certify.formulas import replaced
from threadproof.certify.implication import ImplicationReply
from threadproof.certify.outline.instances import touched, with_instances
from threadproof.evidence.outline import FactCube
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass
from threadproof.sched.solo import SELF, SoloBlock
from threadproof.sched.thread_counters import RestingPlace

if TYPE_CHECKING:
    from threadproof.certify.outline.proof import OutlineChecker

RANKS = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class PlacedBlock:
    """A way on which a thread may be blocked in a set of states. `when`: the conditions of the way, and `holders`, both about the
    state in which it rests."""

    place: RestingPlace
    rank: int
    block: SoloBlock
    cube: FactCube
    mine: frozenset[Expr]  # all that is known of the thread
    when: tuple[Expr, ...]
    holders: tuple[Expr, ...]

    def __str__(self) -> str:
        return f"a thread that waits at {self.block.way.pos} ({self.place[0]}:{self.place[1]})"


class DeadlockQuestions:
    def __init__(self, checker: OutlineChecker, ranks: Mapping[RestingPlace, tuple[int, ...]]) -> None:
        self.checker, self.solo = checker, checker.solo
        self.ranks = ranks
        self.always = checker.facts.relevant.everything.union(checker.stated.alive)

    def run(self) -> None:
        found = [block for place, cubes in self.checker.stated.places.items() for block in self._blocks(place, cubes)]
        for each in found:
            if each.holders:
                self._waits_for_threads(each)
            for holder in each.holders:
                for other in found:
                    complaint = f"{each} may wait for {other}, which is no lower"
                    self.checker.hold(self._lower(each, holder, other), complaint)
            if not each.holders and not any(self._beside(each, template, found) for template in self.solo.functions):
                raise Rejected(f"no thread is known to go on while {each} waits")

    def _blocks(self, place: RestingPlace, cubes: tuple[FactCube, ...]) -> Iterator[PlacedBlock]:
        """The ways on which a thread may be blocked at a place."""
        if not self.solo.leads_on(*place):
            raise Rejected(f"a thread cannot go on from {place[0]}:{place[1]}")
        ranks = self.ranks.get(place, (0,) * len(cubes))
        if len(ranks) != len(cubes):
            raise Rejected(f"not a rank for each set of {place[0]}:{place[1]}")
        for block in self.solo.blocks(*place):
            effect = self.checker.implications.effect(block.way.ops)
            holders = tuple([replaced(holder, effect.after) for holder in block.holders])
            indices = (self.checker.places[0], *touched(effect))
            for cube, rank in zip(cubes, ranks, strict=True):
                self.checker.in_time()
                mine = with_instances(self.checker.alone(place, cube) | self.always, indices)
                made = PlacedBlock(place, rank, block, cube, mine, effect.conditions, holders)
                if self._contradict(mine.union(effect.conditions)) is not ImplicationReply.YES:
                    yield made

    def _waits_for_threads(self, waiting: PlacedBlock) -> None:
        facts = (*waiting.mine, *waiting.when)
        alive = [self.solo.alive(holder) for holder in waiting.holders]
        self._hold(facts, reduce(E.lor, alive), f"{waiting} may wait for one that has ended")
        for holder, there in zip(waiting.holders, alive, strict=True):
            if len(alive) > 1:
                known = E.lor(E.lt(E.var(self.solo.total), holder), there)
                self._hold(facts, known, f"{waiting} may wait for one that has ended")
            self._hold(facts, E.lnot(E.eq(holder, E.var(SELF))), f"{waiting} may wait for itself")

    def _beside(self, waiting: PlacedBlock, template: str, others: Sequence[PlacedBlock]) -> bool:
        """Whether the first thread of a template is there, and is lower or not blocked."""
        ghosts = self.solo.instances[template]
        if template == waiting.place[0]:
            return False
        there = E.land(E.lnot(E.eq(E.var(ghosts.count), E.zero(ghosts.count.type))), E.lnot(E.var(ghosts.ended)))
        if self.checker.implications.entails((*waiting.mine, *waiting.when), there) is not ImplicationReply.YES:
            return False
        first, same = E.var(ghosts.first), [other for other in others if other.place[0] == template]
        return all(self._lower(waiting, first, other) is ImplicationReply.YES for other in same)

    def _lower(self, waiting: PlacedBlock, holder: Expr, other: PlacedBlock) -> ImplicationReply:
        """Whether a thread, if it is the one that is waited for, is lower."""
        second, template = self.checker.other, other.place[0]
        if other.rank < waiting.rank or template == waiting.place[0] == self.solo.program.main:
            return ImplicationReply.YES
        self.checker.in_time()
        is_holder = E.eq(E.var(second.variable(SELF)), holder)
        names = {variable for variable in expr_variables(holder) if variable.shared}
        near = [second.expr(fact) for fact in other.cube if not names.isdisjoint(expr_variables(fact))]
        if near and self._contradict(frozenset([*near, *waiting.when, is_holder])) is ImplicationReply.YES:
            return ImplicationReply.YES
        if self.checker.apart(waiting.place, waiting.cube, other.place, other.cube):
            return ImplicationReply.YES
        both = [*waiting.mine, *waiting.when, *map(second.expr, (*other.mine, *other.when)), self.checker.distinct, is_holder]
        return self._contradict(frozenset(both))

    def _contradict(self, facts: frozenset[Expr]) -> ImplicationReply:
        return self.checker.implications.contradict(facts)

    def _hold(self, facts: tuple[Expr, ...], goal: Expr, complaint: str) -> None:
        self.checker.hold(self.checker.implications.entails(facts, goal), complaint)


def decode_ranks(data: Mapping[str, Any]) -> dict[RestingPlace, tuple[int, ...]]:
    """The ranks of a file. Raises FormatError."""
    found: dict[RestingPlace, tuple[int, ...]] = {}
    for entry in as_list(data.get("ranks", []), "ranks"):
        if not isinstance(entry, dict) or entry.keys() != {"at", "ranks"}:
            raise FormatError(f"not ranks: {entry!r:.80}")
        template, _, location = as_text(entry["at"]).rpartition(":")
        if not location.isdecimal() or len(location) > 9 or (template, int(location)) in found:
            raise FormatError(f"not a place: {entry['at']!r:.80}")
        found[template, int(location)] = tuple(as_numbers(entry["ranks"], 0, RANKS))
    return found
