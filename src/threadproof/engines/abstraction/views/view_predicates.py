"""Predicates for views, and where they are needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations

from threadproof.analyses.liveness import Liveness
from threadproof.engines.abstraction.views.moves import At, Key, SlotMove
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute
from threadproof.sched.system import END, System

Needed = tuple[Expr, Mapping[int, At]]
"""A predicate, and where the threads are for which it is needed; a thread without a place is meant wherever it is."""
Where = tuple[At | None, ...]


class Vocabulary:
    """Predicates over main, shared variables and the registers of two threads; threads are interchangeable, so each predicate is
    there for every choice of slots in the place of its threads. It is only used where its threads are at places for which
    it was asked for."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._live = [Liveness(function.edges) for function in system.templates]
        self._general: dict[Expr, set[Where]] = {}  # over slots 1 and 2, in the order in which they were found
        self._at: dict[Key, tuple[Expr, ...]] = {}
        self._placed: dict[tuple[Key, tuple[int, int]], tuple[Expr, ...]] = {}
        self._memos: dict[object, dict[Expr, Expr]] = {}
        self._slots: dict[Expr, frozenset[int]] = {}
        self._backs: dict[tuple[frozenset[Expr], tuple[int, int]], frozenset[Expr]] = {}
        self._without: dict[tuple[frozenset[Expr], int], frozenset[Expr]] = {}
        self._shared: set[Variable] = set()

    def __len__(self) -> int:
        return len(self._general)

    def learn(self, needed: Iterable[Needed], system: System) -> bool:
        """Take in predicates over the threads of a system; whether one of them was not known where it is needed."""
        new = False
        for predicate, places in needed:
            for general, threads in self._slotted(predicate, system):
                known = E.lnot(general) if E.lnot(general) in self._general else general
                where = tuple(places.get(thread) for thread in threads)
                scope = self._general.setdefault(known, set())
                if where not in scope:
                    scope.add(where)
                    new = True
        self._at, self._placed = {}, {}
        self._shared = {v for predicate in self._general for v in expr_variables(predicate) if v.shared}
        return new

    def _slotted(self, predicate: Expr, system: System) -> Iterator[tuple[Expr, tuple[int, ...]]]:
        """One predicate for each way to put its threads into slots 1 and 2, and the threads in the order of their slots; none
        if there are too many."""
        registers = {v: system.origin(v) for v in expr_variables(predicate) if not v.shared}
        known = {v: instance for v, instance in registers.items() if instance is not None}
        threads = sorted({thread for _, thread in known.values()} - {0})
        if len(threads) > 2 or len(known) < len(registers):
            return
        for slots in permutations((1, 2), len(threads)):
            place = {0: 0, **dict(zip(threads, slots, strict=True))}
            names = {v: self.system.instance(register, place[thread]) for v, (register, thread) in known.items()}
            yield renamed(predicate, names), tuple(sorted(threads, key=place.__getitem__))

    def at(self, key: Key) -> tuple[Expr, ...]:
        """The predicates that a view of this control is described with: those over registers that are still needed."""
        found = self._at.get(key)
        if found is None:
            live = {self.system.instance(v, slot) for slot, place in enumerate(key) for v in self._registers(place)}
            found = self._at[key] = tuple(
                predicate
                for predicate, scope in self._general.items()
                if all(v.shared or v in live for v in expr_variables(predicate)) and self._within(predicate, scope, key)
            )
        return found

    def _within(self, predicate: Expr, scope: set[Where], key: Key) -> bool:
        """Whether a predicate is needed where the threads that it is about are. What is shared is needed everywhere."""
        here = tuple(key[slot] for slot in sorted(self.slots(predicate)))
        return not here or here in scope or (None,) * len(here) in scope

    def _registers(self, at: At) -> Iterator[Variable]:
        template, location = at
        if location == END:
            return iter(())
        live = self._live[template]
        return live.registers(live.at(location))

    def placed(self, key: Key, slots: tuple[int, int]) -> tuple[Expr, ...]:
        """The predicates of a view, for the slots that its threads are in."""
        found = self._placed.get((key, slots))
        if found is None:
            found = self._placed[key, slots] = tuple(self.moved(p, *slots) for p in self.at(key))
        return found

    def moved(self, expr: Expr, first: int, second: int) -> Expr:
        """An expression over slots 1 and 2, for two other slots."""
        return expr if (first, second) == (1, 2) else self._rename(expr, {0: 0, 1: first, 2: second})

    def back(self, facts: frozenset[Expr], slots: tuple[int, int]) -> frozenset[Expr]:
        """The inverse of `moved`."""
        if slots == (1, 2):
            return facts
        found = self._backs.get((facts, slots))
        if found is None:
            place = {0: 0, slots[0]: 1, slots[1]: 2}
            found = self._backs[facts, slots] = frozenset(self._rename(fact, place) for fact in facts)
        return found

    def _rename(self, expr: Expr, place: dict[int, int]) -> Expr:
        memo = self._memos.setdefault(tuple(place.items()), {})
        found = memo.get(expr)
        if found is None:

            def rename(node: Expr) -> Expr | None:
                instance = self.system.origin(node.payload) if node.op == "var" else None
                return E.var(self.system.instance(instance[0], place[instance[1]])) if instance else None

            found = substitute(expr, rename, memo)
        return found

    def slots(self, expr: Expr) -> frozenset[int]:
        """Which threads an expression is about, main left out."""
        found = self._slots.get(expr)
        if found is None:
            instances = (self.system.origin(v) for v in expr_variables(expr))
            found = self._slots[expr] = frozenset(instance[1] for instance in instances if instance) - {0}
        return found

    def common(self, facts: frozenset[Expr]) -> frozenset[Expr]:
        """What is about main and shared variables only."""
        return frozenset(fact for fact in facts if not self.slots(fact))

    def without(self, facts: frozenset[Expr], slot: int) -> frozenset[Expr]:
        """What is not about the thread in a slot."""
        found = self._without.get((facts, slot))
        if found is None:
            found = self._without[facts, slot] = frozenset(fact for fact in facts if slot not in self.slots(fact))
        return found

    def touched(self, move: SlotMove) -> bool:
        """Whether some predicate may be changed for other threads."""
        return not move.writes.isdisjoint(self._shared)


def renamed(expr: Expr, names: dict[Variable, Variable]) -> Expr:
    return substitute(expr, lambda node: E.var(names[node.payload]) if node.op == "var" and node.payload in names else None)
