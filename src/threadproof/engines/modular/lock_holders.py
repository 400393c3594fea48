"""Whose number is in the word of a lock, as far as abstract states know: its owner's, a thread that has not ended.

A *lock word* is a shared variable that, in moves that abstract states know of, is only ever set to constants (it is free, or
destroyed) and to the number of the running thread, times 1 or -1, plus a constant. So the number of a thread stays in it
until that thread or another one writes it again. What it holds at first may be unknown, if that is over when the first thread
is created: locks on the heap, or in a variable of main, are initialised before. A *stranger* to the word is a thread whose
number is not in it: as it begins, since its number is new; after it has written a constant; and as long as it does not take
the lock. A thread that ends as a stranger leaves no lock behind. Where all do, the word holds one of the constants, or the
number of a thread that is there."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import reduce

from threadproof.engines.modular import strided
from threadproof.engines.modular.export import facts_of_value, linked
from threadproof.engines.modular.fixpoint import AfterMove, Fixpoint, Held
from threadproof.engines.modular.state import AbstractThread, AffineLink
from threadproof.engines.modular.transfer import evaluate
from threadproof.errors import Pos
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import op_changed
from threadproof.records import dataclass
from threadproof.sched.solo import END, LARGEST, SELF, SoloMove, written
from threadproof.sched.thread_counters import RestingPlace

Node = tuple[RestingPlace, Held]
"""A place, and by which locks and flags the state of it is told from others."""


@dataclass(frozen=True, slots=True, eq=False)
class LockWord:
    """`constants` that it may be, and what it is while a thread holds it."""

    word: Variable
    constants: tuple[int, ...]
    mine: tuple[AffineLink, ...]
    late: bool  # it may be anything at first, but is one of these when the first thread is created

    def tells_apart(self) -> bool:
        """Whether no number of a thread makes one of the constants."""
        ends = [(link.number, link.number + link.scale * LARGEST) for link in self.mine]
        return not any(min(pair) <= constant <= max(pair) for pair in ends for constant in self.constants)

    def foreign(self) -> list[Expr]:
        """That it is not the running thread's."""
        return [E.lnot(E.eq(E.var(self.word), linked(link, self.word.type))) for link in self.mine]

    def constant(self, total: Variable) -> Expr:
        """That it is one of the constants, or there are no other threads yet."""
        none = E.eq(E.var(total), E.zero(total.type)) if self.late else E.FALSE
        return reduce(E.lor, [facts_of_value(E.var(self.word), value) for value in self.constants], none)


class LockHolders:
    def __init__(self, found: Fixpoint) -> None:
        self.found = found
        self.nodes = [(place, held) for place, states in found.states.items() for held in states]
        self._words: dict[Variable, LockWord | None] = {}
        self._strangers: dict[Variable, frozenset[Node]] = {}
        self._steps = [((place, held), move, after) for place, held, move, after in found.all_moves()]

    def word(self, variable: Variable) -> LockWord | None:
        """None: it is no lock word."""
        if variable not in self._words:
            self._words[variable] = self._made(variable)
        return self._words[variable]

    def _made(self, word: Variable) -> LockWord | None:
        if word not in self.found.words.locks:
            return None
        first = self.found.program.initial.get(word)
        constants, mine = set[int]() if first is None else {int(first.payload)}, dict[AffineLink, None]()
        for _, move, after in self._steps:
            for value in [op.value for op in move.ops if isinstance(op, ops.Assign) and op.target is word]:
                told = self._told(value, after.state, word)
                if isinstance(told, AffineLink):
                    mine[told] = None
                elif told is not None:
                    constants.add(told)
                else:
                    return None
            if any(op_changed(op) is word for op in move.ops if not isinstance(op, ops.Assign)):
                return None
        made = LockWord(word, tuple(sorted(constants)), tuple(mine), first is None)
        return made if made.tells_apart() and not (made.late and self._unknown_at_first(made)) else None

    def _told(self, value: Expr, after: AbstractThread, word: Variable) -> AffineLink | int | None:
        """What is written: by itself, or as far as the state after the move tells."""
        anyone = AbstractThread(self.found.summaries)
        anyone.nums[SELF] = strided.made(0, LARGEST, 1)
        alone = evaluate(anyone, value)
        for num, link, state in ((alone.num, alone.link, anyone), (after.num(word), after.links.get(word), after)):
            if link is not None and link.base is SELF and abs(link.scale) == 1 and state.exact(link, word.type):
                return link
            if num.constant is not None:
                return num.constant
        return None

    def _unknown_at_first(self, lock: LockWord) -> bool:
        """Whether the first thread may be created while the word is neither a constant nor the number of main."""
        for (place, held), move, after in self._steps:
            if move.born and self.found.states[place][held].num(self.found.solo.total).low == 0:
                known = after.state.num(lock.word).constant in lock.constants or self._owner(after.state, lock.word)
                if not known:
                    return True
        return False

    def strangers(self, word: LockWord) -> frozenset[Node]:
        """Where a thread certainly is no owner of the word."""
        if word.word not in self._strangers:
            found = {node for node in self.nodes if not self._owner(self.found.states[node[0]][node[1]], word.word)}
            if word.late:
                found -= {node for node in found if node[0] == self.found.solo.entry(self.found.program.main)}
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
