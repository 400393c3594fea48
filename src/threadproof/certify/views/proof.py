"""Re-checks a proof for any number of threads: what it says about every two of them is an inductive invariant.

The program is one in which threads do not know their numbers (`certify.views.anonymous`: it allows all that the given one
does). A *configuration* is the state of main, of the shared variables and of a set T of other threads, ended ones included,
none of them inside an atomic block; a *move* takes it to the next one (`certify.views.moves`). The certificate states sets of
states, unions of cubes: I(m) for main at m alone, I(m, p) with one thread at p, I(m, p, q) with two; what it does not mention
is empty. The order of the two does not matter: for p = q the set contains the mirror image of each of its states.

Claim: in every reachable configuration, main and each two threads of T are in I; if T has one thread, main and that one; if T
is empty, main alone. This is checked:

1. *Own moves*, for all I(m), I(m, p), I(m, p, q): if main or one of the threads makes a move and creates threads B, then each
   two of its threads and of B are in I afterwards; if these are fewer than two, main and the one, or main alone.
2. *Moves of a third*, for all p, q, r: from states in I(m, p, q), I(m, p, r) and I(m, q, r) at once, a move of the thread at r
   leads to states in I(m, p, q). Moves that write no variable of I(m, p, q) need no check.
3. The initial states are in I(m), and no move of 1 fails.

Why the claim holds, by induction over the moves: at the start by 3. Let it hold before a move of x. If T has fewer than
two threads, one set describes the whole configuration, and 1 says all about what follows. Otherwise let u, v be two
threads afterwards. Both old, and x is main or one of them: 1 for u, v. Both old, x a third: their three pairs are in I
before the move, so 2. u old, v new: 1 for u and x; if x is main or u itself, for u and any other. Both new: 1 for any
two, x among them if it is not main. Then no move fails by 3, since a move concerns main, shared variables and its own
thread, which is in one of the sets. While a thread is inside an atomic block no other thread moves, so executions are
sequences of moves; a failure inside ends a move.

Only sets that can be reached from the start as far as control knows are looked at; the others are taken for empty.

A question is about a move from all cubes of a set at once: a union is one formula (`certify.views.unions`), and the solver
finds out which cubes of the three sets of 2 fit together. Before it is asked, what all cubes of these sets have in common may
contradict itself or the conditions of the move.

Shared with the engine that finds such proofs: the IR, `sched.system`, the translation to solver terms. Nothing of its views.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from threadproof.certify.answer import ProofCheck, Rejected
from threadproof.certify.format import FormatError
from threadproof.certify.implication import Cube, ImplicationReply, Implications, OutOfTime
from threadproof.certify.names import places_text
from threadproof.certify.views.anonymous import Unsuitable, without_numbers
from threadproof.certify.views.document import decode
from threadproof.certify.views.moves import THREADS, NotOneStep, ThreadMove, ThreadMoves
from threadproof.certify.views.unions import FactSet, common, union
from threadproof.counters import Counters
from threadproof.evidence.graph import Place
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Program
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute
from threadproof.records import dataclass
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import System

Key = tuple[Place, ...]
"""Where main is, and none, one or two other threads, these in ascending order."""
Seat = tuple[int, Place]
"""A thread by its number among those that a question is about, and where it is."""
BORN = 64  # threads that one move may create


def check(program: Program, data: Mapping[str, Any], deadline: float = float("inf")) -> ProofCheck:
    """Raises Rejected where a move leads out of the sets or into a failure, or the data is no proof of the lowered program."""
    started = time.monotonic()
    try:
        nameless = without_numbers(program)
        system = System(nameless, scheduler_of(nameless), THREADS + BORN)
        checker = _ViewChecker(system, decode(data, system), deadline)
    except (FormatError, Unsuitable) as error:
        raise Rejected(f"not a proof of this program: {error}") from None
    try:
        checker.run()
    except OutOfTime:
        checker.open = "time"
    except NotOneStep as error:
        checker.open = str(error)
    return ProofCheck(checker.open, {**checker.counters(), "seconds": time.monotonic() - started})


@dataclass(frozen=True, slots=True, eq=False)
class _Set:
    """States, as a formula; the facts of `common` hold in all of them."""

    formula: Expr
    common: frozenset[Expr]


EVERYTHING = _Set(E.TRUE, frozenset())
NOTHING = _Set(E.FALSE, frozenset())


class _ViewChecker:
    def __init__(self, system: System, stated: Mapping[str, list[FactSet]], deadline: float) -> None:
        self.system, self.stated, self.deadline = system, stated, deadline
        self.moves = ThreadMoves(system)
        self.implications = Implications(deadline)
        self.sets: dict[Key, _Set] = {}  # those that control can reach
        self.open = ""
        self.checked = 0
        self._seated: dict[tuple[Key, tuple[int, ...]], _Set] = {}
        self._memos: dict[tuple[int, ...], dict[Expr, Expr]] = {}

    def counters(self) -> Counters:
        asked = self.implications
        return {"views": len(self.sets), "moves": self.checked, "questions": asked.asked, "solver_calls": asked.calls}

    def run(self) -> None:
        waiting: list[Key] = []
        start = (self.system.initial.at[0],)
        first = self._set(start, waiting)
        self._holds([EVERYTHING], self.system.initial_ops(), first, "an initial state lies outside of the invariant")
        while waiting:
            self._own(waiting.pop(), waiting)
        for key in self.sets:
            if len(key) == 3:
                self._third(key)

    # -- the rules -------------------------------------------------------------------------------------------------------

    def _own(self, key: Key, waiting: list[Key]) -> None:
        before = [self.sets[key]]
        movers = range(1 + len(set(key[1:])))  # two threads at one place are mirror images
        for mover in movers:
            for move in self.moves.of(mover, key[mover]):
                self._in_time()
                if move.failure is not None:
                    what = f"{move.failure.kind} at {move.failure.pos} is possible at {self._text(key)}"
                    self._holds(before, move.ops, NOTHING, what)
                    continue
                after = {**dict(enumerate(key)), mover: move.to, **dict(enumerate(move.born, THREADS))}
                main = after.pop(0)
                for seats in _pairs(list(after.items())):
                    target = self._seats(main, seats, waiting)
                    self._holds(before, move.ops, target, self._complaint(move, key))

    def _third(self, key: Key) -> None:
        main, one, two = key
        pair = self.sets[key]
        mentioned = expr_variables(pair.formula)
        for place in sorted({at for other in self.sets if other[0] == main for at in other[1:]}):
            moves = [m for m in self.moves.of(3, place) if m.failure is None and not mentioned.isdisjoint(self._written(m))]
            if moves:
                self._in_time()
                sides = [self._seats(main, [seat, (3, place)]) for seat in ((1, one), (2, two))]
                before = [pair, *sides]
                for move in moves:
                    self._holds(before, move.ops, pair, f"{self._complaint(move, key)} of two other threads")

    def _written(self, move: ThreadMove) -> Iterable[E.Variable]:
        return self.implications.effect(move.ops).after

    def _holds(self, before: Sequence[_Set], operations: tuple[ops.DataOp, ...], target: _Set, complaint: str) -> None:
        """Every state after the operations, taken from a state in all the sets, is in the target."""
        self.checked += 1
        facts = frozenset(fact for known in before for fact in known.common)
        if self._refuted(facts, operations):
            return
        reply = self.implications.always([known.formula for known in before], operations, target.formula)
        if reply is ImplicationReply.NO:
            raise Rejected(complaint)
        if reply is ImplicationReply.UNKNOWN:
            self.open = self.open or f"the solver gave up on whether {complaint}"

    def _refuted(self, facts: frozenset[Expr], operations: tuple[ops.DataOp, ...]) -> bool:
        """Whether facts contradict each other or the conditions of a move, as far as that is seen without a solver."""
        if not facts.isdisjoint(map(E.lnot, facts)):
            return True
        cube = Cube(facts)
        conditions = (self.implications.rewrite(c, cube) for c in self.implications.effect(operations).conditions)
        return any(c is E.FALSE or E.lnot(c) in facts for c in conditions)

    # -- the sets --------------------------------------------------------------------------------------------------------

    def _set(self, key: Key, waiting: list[Key] | None = None) -> _Set:
        """With a list of keys that wait it is reached now, if it is there at all."""
        found = self.sets.get(key)
        if found is None and waiting is not None:
            cubes = self.stated.get(self._text(key))
            if cubes is not None:
                found = self.sets[key] = self._read(key, cubes)
                waiting.append(key)
        return found or NOTHING

    def _read(self, key: Key, cubes: list[FactSet]) -> _Set:
        """Facts may only be about the threads of the key."""
        for variable in {v for cube in cubes for fact in cube for v in expr_variables(fact)}:
            origin = self.system.origin(variable)
            if not variable.shared and (origin is None or origin[1] >= len(key)):
                raise Rejected(f"a fact at {self._text(key)} is about {variable}")
        if len(key) == 3 and key[1] == key[2]:
            cubes = [*cubes, *(tuple(self._renamed(fact, (2, 1)) for fact in cube) for cube in cubes)]
        return _Set(union(cubes), common(cubes))

    def _seats(self, main: Place, seats: Iterable[Seat], waiting: list[Key] | None = None) -> _Set:
        """The set for main and threads with any numbers."""
        ordered = sorted(seats, key=lambda seat: seat[1])
        key = (main, *(place for _, place in ordered))
        numbers = tuple(number for number, _ in ordered)
        found = self._set(key, waiting)
        if found is NOTHING or numbers == (1, 2)[: len(numbers)]:
            return found
        if (key, numbers) not in self._seated:
            facts = frozenset(self._renamed(fact, numbers) for fact in found.common)
            self._seated[key, numbers] = _Set(self._renamed(found.formula, numbers), facts)
        return self._seated[key, numbers]

    def _renamed(self, expr: Expr, numbers: tuple[int, ...]) -> Expr:
        """An expression about threads 1 and 2, for others in their place."""

        def replace(node: Expr) -> Expr | None:
            origin = self.system.origin(node.payload) if node.op == "var" else None
            if origin is None or origin[1] == 0:
                return None
            return E.var(self.system.instance(origin[0], numbers[origin[1] - 1]))

        return substitute(expr, replace, self._memos.setdefault(numbers, {}))

    # -- messages --------------------------------------------------------------------------------------------------------

    def _complaint(self, move: ThreadMove, key: Key) -> str:
        return f"the move from {move.start} leads out of the invariant of {self._text(key)}"

    def _text(self, key: Key) -> str:
        return places_text(self.system, key)

    def _in_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfTime


def _pairs(seats: list[Seat]) -> Iterator[Sequence[Seat]]:
    """Every two threads; where there are fewer, these."""
    yield from combinations(seats, 2) if len(seats) > 1 else [seats]
