"""Persistent sets from static relations: which threads must be tried in a state so that nothing is lost.

`choose` starts with a *seed*, an enabled transition, and closes the set: with an enabled transition come all that are in
conflict with it, of all threads, wherever they are now; with a disabled one something without which it stays disabled. What is
enabled in the closed set is followed, the rest of the state's transitions is not.

| name | with a disabled transition comes |
|---|---|
| `ct` (conflicting transitions) | everything: the attempt is given up |
| `stub` (stubborn sets) | whatever may enable it; preemptive: as `stub2` |
| `stub2` | if its thread is elsewhere: the next transition of that thread; else whatever may enable it |
| `ct-min`, `stub-min`, `stub2-min` | the same, but every seed is tried, and the smallest set is taken |

*Conditions.* C0: the set is empty only if nothing is enabled (it contains the seed). C1, the set is *persistent*:
whatever threads outside of it do first, as long as those inside rest, is independent of the transitions inside. For
suppose that outside threads move from s, and u is the first move in conflict with a t inside that is enabled in s. Then
u is in the closed set, as it is in conflict with t. If u was enabled in s, it is inside. If not, a transition has
enabled it on the way, and one of those without which that is impossible is in the closed set, too, and so on back to a
move that was enabled in s, hence inside. Deadlocks need no more than C0 and C1. For errors the search must ensure that
every enabled transition is tried sooner or later (C2): a cycle of states in each of which it is left out would lose it
for ever. That is the duty of the search (its proviso: a state that closes a cycle is fully expanded, unless some fully
expanded state is reached on the way). It has a second duty: a transition that never rests again is no way out either,
so where one is met its state must be fully expanded. (Assumptions and other ends of the execution need no care: they
are in conflict with everything that can be an error.)

Of several smallest sets the one with the fewest disabled transitions is taken: it depends least on what happens later.

Relations that are too large only make the sets larger, which is always safe. Under a cooperative scheduler the states where no
thread can run belong to the kernel: main is the only one enabled there, so they are fully expanded by themselves, and
transitions can be left out only within one evaluation phase.

A state of a symbolic search stands for many. A thread that can move only in some of them is `doubtful`: it is treated as
enabled and as disabled at once, and is no seed; if there is no other, all are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from threadproof.errors import InternalError
from threadproof.sched.por.footprint import Place
from threadproof.sched.por.transitions import ENDED, Relations, Transitions

NAMES = ("ct", "stub", "stub2", "ct-min", "stub-min", "stub2-min")


class StubbornSets(Protocol):
    def choose(
        self, at: tuple[Place | None, ...], enabled: tuple[int, ...], doubtful: frozenset[int] = frozenset()
    ) -> tuple[int, ...]:
        """The threads to follow, in the order of `enabled`. `at[t]`: where thread t rests; None: it has ended."""
        ...


Demand = Callable[["Situation", int], int]
"""Transitions that must come with a disabled one; all: give up."""


class Situation:
    """A state, as far as it matters here. `current`: the next transitions of all threads."""

    def __init__(self, relations: Relations, at: Sequence[Place | None]) -> None:
        self.relations = relations
        self.at = at
        self.next = [-1 if place is None else relations.numbers[t].get(place[1], -1) for t, place in enumerate(at)]
        self.current = sum(1 << number for number in self.next if number >= 0)

    def is_elsewhere(self, number: int) -> bool:
        return not self.current >> number & 1

    def step_towards(self, number: int) -> int:
        """The next transition of the thread of another transition."""
        relations = self.relations
        thread, location = relations.every[number]
        if thread >= relations.existing:
            template = relations.templates[thread]
            entry = relations.numbers[thread][relations.transitions.templates[template].entry]
            return relations.enablers[entry]
        place = self.at[thread]
        if place is None or location not in relations.transitions.reaches[place]:
            return 0
        return 1 << self.next[thread]


def give_up(situation: Situation, number: int) -> int:
    return -1


def enablers(situation: Situation, number: int) -> int:
    """What may enable it, wherever its thread is now: it has to wait there for something that comes only then."""
    return situation.relations.enablers[number]


def next_or_enablers(situation: Situation, number: int) -> int:
    return situation.step_towards(number) if situation.is_elsewhere(number) else situation.relations.enablers[number]


class Closures:
    """`every_seed`: the smallest set over all seeds."""

    def __init__(self, transitions: Transitions, demand: Demand, every_seed: bool) -> None:
        self.transitions = transitions
        self.demand = demand
        self.every_seed = every_seed
        self._chosen: dict[tuple[object, ...], tuple[int, ...]] = {}

    def choose(
        self, at: tuple[Place | None, ...], enabled: tuple[int, ...], doubtful: frozenset[int] = frozenset()
    ) -> tuple[int, ...]:
        if len(enabled) < 2:
            return enabled
        key = (at, enabled, doubtful)
        found = self._chosen.get(key)
        if found is None:
            found = self._chosen[key] = self._choose(at, enabled, doubtful)
        return found

    def _choose(self, at: tuple[Place | None, ...], enabled: tuple[int, ...], doubtful: frozenset[int]) -> tuple[int, ...]:
        templates = tuple([ENDED if place is None else place[0] for place in at])
        situation = Situation(self.transitions.relations(templates, self.transitions.future(at)), at)
        movable = sum(1 << situation.next[thread] for thread in enabled)
        uncertain = sum(1 << situation.next[thread] for thread in doubtful)
        best, rank, tried = movable, (len(enabled), 0), 0
        for thread in enabled:
            if thread not in doubtful:
                seed = 1 << situation.next[thread]
                found = self._close(situation, seed, movable, uncertain, tried)
                if found is not None and _size(found, movable) < rank:
                    best, rank = found, _size(found, movable)
                if not self.every_seed:
                    break
                tried |= seed
        return tuple([thread for thread in enabled if best >> situation.next[thread] & 1])

    def _close(self, situation: Situation, seed: int, movable: int, uncertain: int, tried: int) -> int | None:
        """The smallest closed set that contains the seed; None as soon as it contains another seed that was tried, as it is not
        smaller than the set of that one, or all that can move."""
        conflicts = situation.relations.conflicts
        closed, work = 0, seed
        while work:
            low = work & -work
            closed |= low
            number = low.bit_length() - 1
            more = 0
            if low & movable:
                more = conflicts[number]
            if not low & movable or low & uncertain:
                more |= self.demand(situation, number)
            work = (work | more) & ~closed
            if work & tried or not movable & ~(closed | work):
                return None
        return closed


def _size(transitions: int, movable: int) -> tuple[int, int]:
    """How many of them can move, and how many there are."""
    return (transitions & movable).bit_count(), transitions.bit_count()


def make(name: str, transitions: Transitions) -> StubbornSets:
    """By the name of the option."""
    base, _, least = name.partition("-")
    rules: dict[str, Demand] = {"ct": give_up, "stub": enablers, "stub2": next_or_enablers}
    if name not in NAMES:
        raise InternalError(f"no reduction is called {name!r}")
    demand = rules[base]
    if not transitions.cooperative and base == "stub":
        demand = next_or_enablers
    return Closures(transitions, demand, bool(least))
