"""That no two accesses race in a program with a proof outline (`certify.outline.proof`).

A data race is a state in which two threads are about to make conflicting accesses: to one variable, or one element of an array,
one of them a write, one of them plain. What is an access, and which are plain, is told by the program before lowering
(`analyses.raceable`). Programs that synchronise weakly are refused: there a race is none of two accesses at the same time.

Before each of the two accesses its thread has rested at a place (t, l), and has done since then operations that others do not
notice, or the first ones of an atomic block. So if both are about to make them, both were in the sets of their places, and the
conditions on their ways hold. Two accesses are excluded where these contradict each other. Of what the operations on the way
read from variables that others may change nothing is assumed: any value may stand there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.analyses.accesses import observable
from threadproof.analyses.raceable import raceable
from threadproof.certify.answer import Rejected
from threadproof.certify.formulas import replaced
from threadproof.certify.implication import ImplicationReply
from threadproof.certify.outline.instances import with_instances
from threadproof.evidence.outline import FactCube
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.happens_before import is_weak
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass
from threadproof.sched.solo import NotModular, SoloAccess, SoloMove
from threadproof.sched.thread_counters import RestingPlace

if TYPE_CHECKING:
    from threadproof.certify.outline.proof import OutlineChecker


@dataclass(frozen=True, slots=True, eq=False)
class PlacedAccess:
    """`when`: what holds of registers at its place, and of unknowns, if the thread gets to the access."""

    place: RestingPlace
    access: SoloAccess
    index: Expr | None
    when: tuple[Expr, ...]


class RaceQuestions:
    def __init__(self, checker: OutlineChecker) -> None:
        self.checker = checker
        self.solo = checker.solo
        if is_weak(self.solo.program):
            raise NotModular("it synchronises weakly")
        self.seen = observable(self.solo.program)

    def run(self) -> None:
        for accesses in self._by_variable().values():
            for number, one in enumerate(accesses):
                for two in accesses[: number + 1]:
                    writes = one.access.access.write or two.access.access.write
                    if writes and (one.access.plain or two.access.plain):
                        self._exclude(one, two)

    def _by_variable(self) -> dict[Variable, list[PlacedAccess]]:
        racing = raceable(self.solo.program)
        found: dict[Variable, dict[object, PlacedAccess]] = {}
        for place in self.checker.stated.places:
            for move in self.solo.moves(*place):
                for access in move.accesses:
                    if access.access.variable in racing:
                        if access.created:
                            raise NotModular(f"a step at {access.pos} creates a thread before an access")
                        made = self._placed(place, move, access)
                        key = (place, access.access.write, access.plain, made.index, made.when)
                        found.setdefault(access.access.variable, {})[key] = made
        return {variable: list(accesses.values()) for variable, accesses in found.items()}

    def _placed(self, place: RestingPlace, move: SoloMove, access: SoloAccess) -> PlacedAccess:
        effect = self.checker.implications.effect(move.ops[: access.upto])
        index = None if access.access.index is None else self._blurred(replaced(access.access.index, effect.after))
        return PlacedAccess(place, access, index, tuple(map(self._blurred, effect.conditions)))

    def _blurred(self, term: Expr) -> Expr:
        """With unknowns for what others may have changed meanwhile."""
        values = {v: E.var(Variable(f"{v.name}?", v.type)) for v in expr_variables(term) if v in self.seen}
        return replaced(term, values)

    def _exclude(self, one: PlacedAccess, two: PlacedAccess) -> None:
        for cube, others in self._together(one, two):
            hypotheses = with_instances(self.checker.both(one.place, cube, two.place, others), self.checker.places)
            second = self.checker.other.expr
            found = [*hypotheses, *one.when, *map(second, two.when)]
            if one.index is not None and two.index is not None:
                found.append(E.eq(one.index, second(two.index)))
            reply = self.checker.implications.contradict(found)
            if reply is ImplicationReply.NO:
                name = one.access.access.variable.name
                raise Rejected(f"a data race on {name} is possible between {one.access.pos} and {two.access.pos}")
            if reply is ImplicationReply.UNKNOWN:
                self.checker.open = self.checker.open or "the solver gave up on whether two accesses race"

    def _together(self, one: PlacedAccess, two: PlacedAccess) -> Iterator[tuple[FactCube, FactCube]]:
        places = self.checker.stated.places
        for cube in places[one.place]:
            for others in places[two.place]:
                self.checker.in_time()
                if not self.checker.apart(one.place, cube, two.place, others):
                    yield cube, others
