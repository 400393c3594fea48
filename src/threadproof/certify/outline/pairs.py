"""What a proof outline states of the registers of two threads holds (rule 7 of `certify.outline.proof`).

Only moves of the two threads themselves matter, since nobody else changes their registers. It is enough to look at moves of one
of them, called the first one here: the statement is asked in both orders, and for every place of the second one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.certify.answer import Rejected
from threadproof.certify.outline.relevance import mentioned_shared
from threadproof.sched.solo import SoloMove
from threadproof.sched.thread_counters import RestingPlace

if TYPE_CHECKING:
    from threadproof.certify.outline.proof import OutlineChecker


class PairQuestions:
    def __init__(self, checker: OutlineChecker) -> None:
        self.checker = checker
        self.partners: dict[RestingPlace, dict[RestingPlace, None]] = {}
        for one, two in checker.stated.pairs:
            self.partners.setdefault(one, {})[two] = None
            self.partners.setdefault(two, {})[one] = None

    def run(self) -> None:
        solo = self.checker.solo
        for template in solo.functions:
            if solo.entry(template) in self.partners:
                raise Rejected(f"something is stated of two threads of which one begins, as {template}")
        for place in self.checker.stated.places:
            for move in solo.moves(*place):
                if move.failure is None and move.target >= 0:
                    for partner in self.partners.get((move.template, move.target), ()):
                        self._moved(place, move, partner)

    def _moved(self, place: RestingPlace, move: SoloMove, partner: RestingPlace) -> None:
        goal = self.checker.facts.paired((move.template, move.target), partner)
        message = f"the move from {move.pos} changes what is stated of it and another thread"
        for cube in self.checker.cubes(place):
            for others in self.checker.cubes(partner):
                self.checker.in_time()
                if not self.checker.apart(place, cube, partner, others):
                    before = self.checker.both(place, cube, partner, others, mentioned_shared(move.ops))
                    self.checker.inside(before, move.ops, [goal], message)
