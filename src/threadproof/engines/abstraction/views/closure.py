"""View abstraction: a proof for any number of threads from what main and every two other threads can be doing at the
same time.

A *view* of a configuration keeps main, the shared variables and two of the other threads (or fewer, when there are fewer) and
forgets the rest: control, and which of the predicates hold. The set of views is closed under three rules:

- a thread of a view takes a step: the view after it is in the set;
- a third thread takes a step: for any three threads whose three views are in the set and agree on what they have in common,
  the view of the other two after the step of the third is in the set;
- a step creates a thread: its views with each thread of the view are in the set.

Why that covers every configuration: let all views of a configuration be in the set, and let one thread step. Two
threads whose view has the mover are covered by the first rule, two others by the second (their three views with the
mover were in the set before), new ones by the third; configurations of fewer than two threads are views themselves. So
by induction all views of all reachable configurations are in the set, and if no failing step is possible from a view,
none is possible at all: a failing step concerns only main, the shared variables and its own thread. Threads of one
template are interchangeable (`anonymous`), hence a view is stored for both orders of its threads. Steps within an
atomic block are taken together.

The second rule needs no solver. Let l and r be the views of the third thread with the first and the second one. What
holds of main, shared variables and the first thread after the step is part of a successor of l, what holds of the
second one of a successor of r; both successors come from the same step, so they agree on main, shared variables and the
mover. Predicates over registers of both threads do not change unless the step writes one of their shared variables;
those are asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.abstraction.views.moves import NO_THREAD, SLOTS, At, Key, SlotMove, SlotMoves
from threadproof.engines.abstraction.views.post import Facts, Post
from threadproof.engines.abstraction.views.view_predicates import Vocabulary
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass, field

Slots = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Facts over slots 1 and 2, and how it was reached: by a move from another view. Where a third thread moved, `sides` are its
    views with slots 1 and 2, each with the slots that its own slots 1 and 2 stand for. The new slots 1 and 2 are the old
    `slots`."""

    key: Key
    facts: Facts
    origin: View | None = None
    move: SlotMove | None = None
    sides: tuple[Placed, ...] = ()
    slots: Slots = (1, 2)
    placed: dict[Slots, Placed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A view, the slots that its slots 1 and 2 stand for, and its facts over these, with their negations."""

    view: View
    slots: Slots
    facts: Facts
    negated: Facts

    def agrees(self, other: Placed) -> bool:
        return self.facts.isdisjoint(other.negated)


class NotClosed(Exception):
    """A failing step can be taken from a view."""

    def __init__(self, view: View, move: SlotMove) -> None:
        super().__init__(move.failure.message if move.failure else "")
        self.view, self.move = view, move


class Views:
    def __init__(self, moves: SlotMoves, words: Vocabulary, post: Post, counters: Counters) -> None:
        self.moves, self.words, self.post, self.counters = moves, words, post, counters
        self.sets: dict[Key, dict[Facts, View]] = {}
        self._alike: dict[tuple[Key, Facts], list[View]] = {}  # views that agree on main and shared variables
        self._ready: dict[tuple[Key, Slots, Facts], list[Placed]] = {}
        self._partners: dict[tuple[At, At, Facts], set[At]] = {}  # of those: the places of the one thread, by that of the other
        self._noticed: dict[At, list[SlotMove]] = {}  # moves of a third thread from a place, as far as they matter to others
        self._pairwise: dict[tuple[Placed, SlotMove], tuple[Facts, tuple[Expr, ...]]] = {}
        self._sides: dict[tuple[Placed, SlotMove], list[tuple[Facts, Facts]]] = {}
        self._waiting: deque[View] = deque()  # shortest lines first
        counters.update({"views": 0, "view_controls": 0})

    def close(self, budget: Budget) -> None:
        """Compute the set; raises NotClosed where a failing step is possible. After OutOfBudget it can go on: a view waits until
        all that follows from it is there."""
        if not self.sets:
            self._begin()
        while self._waiting:
            budget.check(self.counters)
            view = self._waiting[0]
            self._own(view)
            self._third(view)
            self._waiting.popleft()

    def _begin(self) -> None:
        main = self.moves.system.initial.at[0]
        key = (main, NO_THREAD, NO_THREAD)
        initial = SlotMove(0, self.moves.system.initial_ops(), main, (), None, frozenset())
        for facts in self.post.after(frozenset(), initial, self.words.at(key)):
            self._add(View(key, facts))

    # -- the rules -------------------------------------------------------------------------------------------------------

    def _own(self, view: View) -> None:
        """Steps of main and of the two threads of a view, also those that create threads."""
        for slot in range(3):
            for move in self.moves.of(slot, view.key[slot]):
                if move.failure is not None:
                    if self.post.after(view.facts, move, ()):
                        raise NotClosed(view, move)
                    continue
                places = {0: view.key[0], 1: view.key[1], 2: view.key[2], slot: move.at}
                places.update({SLOTS + number: at for number, at in enumerate(move.born)})
                for first, second in _pairs(places, bool(move.born)):
                    key, slots = _placed(places[0], places.get(first, NO_THREAD), first, places.get(second, NO_THREAD), second)
                    for facts in self._successors(view.facts, move, key, slots):
                        self._reach(View(key, self.words.back(facts, slots), view, move, (), slots))

    def _successors(self, facts: Facts, move: SlotMove, key: Key, slots: Slots) -> list[Facts]:
        return self.post.after(facts, move, self.words.placed(key, slots))

    def _third(self, view: View) -> None:
        """A step of a thread outside a view; the new view takes any of the three parts."""
        main, one, two = view.key
        if one is NO_THREAD or two is NO_THREAD:
            return
        common = self.words.common(view.facts)
        places = self._partners.get((main, one, common), set()) & self._partners.get((main, two, common), set())
        for place in sorted(places):
            for x, y in ((1, 2), (2, 1)):  # the view is that of a thread in slot 1 with the mover in slot 3
                at = {1: view.key[x], 2: place, 3: view.key[y]}
                self._triangles(main, at, common, (1, 3), self._put(view, _slots(x, 1, y, 3)))
            self._triangles(main, {1: one, 2: two, 3: place}, common, (1, 2), self._put(view, (1, 2)))

    def _moves(self, place: At) -> list[SlotMove]:
        found = self._noticed.get(place)
        if found is None:
            moves = self.moves.of(3, place)
            found = self._noticed[place] = [move for move in moves if move.failure is None and self.words.touched(move)]
        return found

    def _triangles(self, main: At, at: dict[int, At], common: Facts, given: Slots, seed: Placed) -> None:
        """All ways to complete a triangle of views of which one is given, and the moves of its third thread."""
        moves = self._moves(at[3])
        if not moves:
            return
        options = []
        for pair in ((1, 2), (1, 3), (2, 3)):
            if pair == given:
                options.append([seed])
                continue
            found = self._together(*_placed(main, at[pair[0]], pair[0], at[pair[1]], pair[1]), common)
            options.append([other for other in found if seed.agrees(other)])
        bases, lefts, rights = options
        for base in bases:
            behind = [right for right in rights if base.agrees(right)]
            for left in lefts if behind else ():
                if not base.agrees(left):
                    continue
                for right in behind:
                    if left.agrees(right):
                        for move in moves:
                            self._moved(base, left, right, move)

    def _moved(self, base: Placed, left: Placed, right: Placed, move: SlotMove) -> None:
        main, one, two = base.view.key
        at = dict(zip(base.slots, (one, two), strict=True))
        kept, changed = self._both(base, move)
        rights = self._side(right, move, main, at[2], 2)
        for mine, negated in self._side(left, move, main, at[1], 1):
            for other, _ in rights:
                if not other.isdisjoint(negated):
                    continue
                parts = kept | self.words.without(mine, 3) | self.words.without(other, 3)
                if not changed:
                    self._third_view(base, left, right, move, parts)
                    continue
                for rest in self.post.after(base.facts | left.facts | right.facts, move, changed):
                    self._third_view(base, left, right, move, parts | rest)

    def _third_view(self, base: Placed, left: Placed, right: Placed, move: SlotMove, facts: Facts) -> None:
        self._reach(View(base.view.key, self.words.back(facts, base.slots), base.view, move, (left, right)), check=True)

    def _both(self, base: Placed, move: SlotMove) -> tuple[Facts, tuple[Expr, ...]]:
        """Of what is about both threads of a view: the facts that a move leaves alone, and the predicates that it may change."""
        found = self._pairwise.get((base, move))
        if found is None:
            predicates = [p for p in self.words.placed(base.view.key, base.slots) if {1, 2} <= self.words.slots(p)]
            changed = tuple(p for p in predicates if not move.writes.isdisjoint(expr_variables(p)))
            facts = base.facts if predicates else ()
            kept = (f for f in facts if {1, 2} <= self.words.slots(f) and move.writes.isdisjoint(expr_variables(f)))
            found = self._pairwise[base, move] = (frozenset(kept), changed)
        return found

    def _side(self, side: Placed, move: SlotMove, main: At, at: At, slot: int) -> list[tuple[Facts, Facts]]:
        """What can hold of a thread and the mover after the move, and the negations of that."""
        found = self._sides.get((side, move))
        if found is None:
            key, slots = _placed(main, at, slot, move.at, 3)
            after = self._successors(side.facts, move, key, slots)
            found = self._sides[side, move] = [(facts, frozenset(E.lnot(fact) for fact in facts)) for facts in after]
        return found

    # -- the set ---------------------------------------------------------------------------------------------------------

    def _put(self, view: View, slots: Slots) -> Placed:
        found = view.placed.get(slots)
        if found is None:
            facts = frozenset(self.words.moved(fact, *slots) for fact in view.facts)
            found = view.placed[slots] = Placed(view, slots, facts, frozenset(E.lnot(fact) for fact in facts))
        return found

    def _together(self, key: Key, slots: Slots, common: Facts) -> list[Placed]:
        """The views of a control that agree on main and shared variables, in these slots."""
        found = self._ready.setdefault((key, slots, common), [])
        alike = self._alike.get((key, common), ())
        found += [self._put(view, slots) for view in alike[len(found) :]]
        return found

    def _reach(self, view: View, check: bool = False) -> None:
        known = self.sets.get(view.key, {})
        if view.facts in known or (check and not self.post.possible(view.facts)):
            return
        self._add(view)
        _, one, two = view.key
        if one == two:
            swapped = frozenset(self.words.moved(fact, 2, 1) for fact in view.facts)
            if swapped not in self.sets[view.key]:
                first, second = view.slots
                self._add(View(view.key, swapped, view.origin, view.move, view.sides, (second, first)))

    def _add(self, view: View) -> None:
        self.sets.setdefault(view.key, {})[view.facts] = view
        common = self.words.common(view.facts)
        self._alike.setdefault((view.key, common), []).append(view)
        main, one, two = view.key
        for here, other in ((one, two), (two, one)):
            if here is not NO_THREAD and other is not NO_THREAD:
                self._partners.setdefault((main, here, common), set()).add(other)
        self._waiting.append(view)
        self.counters["views"] += 1
        self.counters["view_controls"] = len(self.sets)

    def all(self) -> Iterator[View]:
        for views in self.sets.values():
            yield from views.values()


def _pairs(places: dict[int, At], born: bool) -> list[Slots]:
    """The pairs of threads that make up the views after a step."""
    present = [slot for slot, at in places.items() if slot and at is not NO_THREAD]
    if len(present) < 2:
        missing = [slot for slot in (1, 2) if slot not in present]
        return [(1, 2)] if not born else [(present[0], missing[0])] if present else []
    return [(a, b) for i, a in enumerate(present) for b in present[i + 1 :]]


def _slots(x: int, first: int, y: int, second: int) -> Slots:
    """Slots of a view whose slot x is `first` and whose slot y is `second`."""
    return (first, second) if (x, y) == (1, 2) else (second, first)


def _placed(main: At, one: At, first: int, two: At, second: int) -> tuple[Key, Slots]:
    """The view of two threads, and the slots that they are in."""
    return ((main, one, two), (first, second)) if one <= two else ((main, two, one), (second, first))
