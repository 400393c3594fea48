"""Whose number is in the word of a lock, as far as abstract states know: its owner's, a thread that has not ended.

A *lock word* is a shared variable that is only ever set to constants (it is free, or destroyed) and to the number of the
running thread, times 1 or -1, plus a constant. So the number of a thread stays in it until that thread or another one writes
it again. A *stranger* to the word is a thread whose number is not in it: as it begins, since its number is new; after it has
written a constant; and as long as it does not take the lock. A thread that ends as a stranger leaves no lock behind. Where
all do, the word holds one of the constants, or the number of a thread that is there."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import reduce

from threadproof.analyses.assigned_values import assigned
from threadproof.engines.modular import strided
from threadproof.engines.modular.export import facts_of_value, linked
from threadproof.engines.modular.fixpoint import AfterMove, Fixpoint, Held
from threadproof.engines.modular.state import AbstractThread, AffineLink
from threadproof.engines.modular.transfer import evaluate
from threadproof.errors import Pos
from threadproof.evidence.outline import RestingPlace
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.walk import substitute
from threadproof.records import dataclass
from threadproof.sched.solo import END, LARGEST, SELF, SoloMove, written

Node = tuple[RestingPlace, Held]
"""A place, and by which locks and flags the state of it is told from others."""


@dataclass(frozen=True, slots=True, eq=False)
class LockWord:
    """`constants` that it may be, and what it is while a thread holds it."""

    word: Variable
    constants: tuple[int, ...]
    mine: tuple[AffineLink, ...]

    def tells_apart(self) -> bool:
        """Whether no number of a thread makes one of the constants."""
        ends = [(link.number, link.number + link.scale * LARGEST) for link in self.mine]
        return not any(min(pair) <= constant <= max(pair) for pair in ends for constant in self.constants)

    def foreign(self) -> list[Expr]:
        """That it is not the running thread's."""
        return [E.lnot(E.eq(E.var(self.word), linked(link, self.word.type))) for link in self.mine]

    def constant(self) -> Expr:
        """That it is one of the constants."""
        return reduce(E.lor, [facts_of_value(E.var(self.word), value) for value in self.constants])


class LockHolders:
    def __init__(self, found: Fixpoint) -> None:
        self.found = found
        self.nodes = [(place, held) for place, states in found.states.items() for held in states]
        self._words: dict[Variable, LockWord | None] = {}
        self._strangers: dict[Variable, frozenset[Node]] = {}
        self._ends: dict[Variable, Pos] = {}
        self._assigned = assigned(found.program)
        self._steps = [((place, held), move, after) for place, held, _, move, after in found.all_moves()]

    def word(self, variable: Variable) -> LockWord | None:
        """None: it is no lock word."""
        if variable not in self._words:
            self._words[variable] = self._made(variable)
        return self._words[variable]

    def _made(self, word: Variable) -> LockWord | None:
        first = self.found.program.initial.get(word)
        if word not in self.found.words.locks or first is None:
            return None
        anyone = AbstractThread(self.found.summaries)
        anyone.nums[SELF] = strided.made(0, LARGEST, 1)
        constants, mine = {int(first.payload)}, dict[AffineLink, None]()
        for value in self._assigned[word]:
            if value is None:
                return None
            term = evaluate(anyone, substitute(value, lambda node: E.var(SELF) if node.op == "self" else None))
            link = term.link
            if term.num.constant is not None:
                constants.add(term.num.constant)
            elif link is not None and link.base is SELF and abs(link.scale) == 1 and anyone.exact(link, word.type):
                mine[link] = None
            else:
                return None
        made = LockWord(word, tuple(sorted(constants)), tuple(mine))
        return made if made.tells_apart() else None

    def strangers(self, word: LockWord) -> frozenset[Node]:
        """Where a thread certainly is no owner of the word."""
        if word.word not in self._strangers:
            found = {node for node in self.nodes if not self._owner(self.found.states[node[0]][node[1]], word.word)}
            while True:
                lost = set(self._lost(word.word, found)) & found
                if not lost:
                    break
                found -= lost
            self._strangers[word.word] = frozenset(found)
        return self._strangers[word.word]

    def _lost(self, word: Variable, strangers: set[Node]) -> Iterator[Node]:
        """Where a thread comes that may be an owner."""
        for source, move, after in self._steps:
            if move.target >= 0 and self._owns(word, source, move, after, strangers):
                yield from self._targets((move.template, move.target), after.state)

    def _owns(self, word: Variable, source: Node, move: SoloMove, after: AfterMove, strangers: Container[Node]) -> bool:
        """Whether a thread may be the owner after a move."""
        if word in written(move):
            return after.state.num(word).constant is None or self._owner(after.state, word)
        return source not in strangers

    def _owner(self, state: AbstractThread, word: Variable) -> bool:
        link = state.links.get(word)
        return link is not None and link.base is SELF

    def _targets(self, place: RestingPlace, state: AbstractThread) -> Iterator[Node]:
        states, words = self.found.states[place], self.found.words
        for key in (words.key(state), words.held(state)):
            if key in states:
                yield place, key
                return
        yield from ((place, key) for key in states)

    def left(self, word: LockWord) -> Pos | None:
        """Where a thread may end that owns the word."""
        strangers = self.strangers(word)
        for source, move, after in self._steps:
            if move.target == END and self._owns(word.word, source, move, after, strangers):
                return move.pos
        return None
