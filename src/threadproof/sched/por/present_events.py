"""Persistent sets of FairThreads with a free order: the events that are present decide how far steps go, hence which of
them are dependent.

A thread that waits for events none of which is there gives way at once; one that finds one of them runs on. So what a
step may do is followed from its place with the events that are there, and those that it generates itself. That they are
not more when the step is taken later is a matter of dependence: a thread that generates an event depends on those that
wait for it or look at it.

A *persistent set* P of threads: nothing that the others can do while those of P rest depends on a next step of P.
Others that can run take their steps; where these end they wait, and go on only if one of the others generates what they
wait for (the instant does not end as long as a thread of P can run). All of this is followed, with all events that may
be there by then. A thread that can run and does something that a step of P depends on joins P; if a thread does so that
cannot run yet, or creates a thread, P is given up. Every thread that can run is tried as the first one of P, and the
smallest set is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import NamedTuple

from threadproof.ir import op as ops
from threadproof.ir.program import Edge
from threadproof.passes.blocks import LAST
from threadproof.sched.kernel import RunningThread
from threadproof.sched.por.effects import CONFLICTS, Effects, Manner, merge
from threadproof.sched.por.footprint import Place
from threadproof.sched.por.transitions import Transitions
from threadproof.sched.system import END, Control

ANY = -1  # among events that are there: each of them may be
Events = frozenset[int]


class StepWalk(NamedTuple):
    """What a step may do: `there` are the events after it, `rests` the places where it may end."""

    effects: Effects
    there: Events
    rests: tuple[Place, ...]
    creates: bool


class PresentEvents:
    def __init__(self, transitions: Transitions) -> None:
        self.transitions = transitions
        self._awaited = [_awaited(function.edges) for function in transitions.templates]
        self._walks: dict[tuple[Place, Events], StepWalk] = {}
        self._chosen: dict[tuple[object, ...], frozenset[int]] = {}

    def clash(self, control: Control, one: int, other: int) -> bool:
        """Whether the next steps of two threads that rest are in conflict."""
        here = _here(control)
        return _meets(self._walk(control.at[one], here).effects, _against(self._walk(control.at[other], here).effects))

    def choose(self, control: Control, enabled: tuple[int, ...]) -> frozenset[int]:
        key = (control.at, enabled, _here(control))
        found = self._chosen.get(key)
        if found is None:
            every = found = frozenset(enabled)
            for seed in enabled:
                found = self._closed(control, every, seed, found)
            self._chosen[key] = found
        return found

    # -- persistent sets -------------------------------------------------------------------------------------------------

    def _closed(self, control: Control, enabled: frozenset[int], seed: int, best: frozenset[int]) -> frozenset[int]:
        """A persistent set with that thread, if it is smaller than the best one so far."""
        chosen, here = frozenset([seed]), _here(control)
        own: Effects = {}
        merge(own, self._walk(control.at[seed], here).effects)
        while len(chosen) < len(best):
            joining = self._conflicting(control, enabled, chosen, own)
            if joining is None:
                return chosen
            if joining not in enabled:
                return best
            chosen |= {joining}
            merge(own, self._walk(control.at[joining], here).effects)
        return best

    def _conflicting(self, control: Control, enabled: frozenset[int], chosen: frozenset[int], own: Effects) -> int | None:
        """A thread outside that may do something in conflict with these effects while those inside rest; main, which is
        never outside, if it is not known which."""
        static, there, notified, against = self.transitions.static, _here(control), 0, _against(own)
        begun = {(thread, control.at[thread]) for thread in enabled - chosen}
        resting = {(t, at) for t, at in enumerate(control.at) if t and t not in enabled and at[1] != END}
        before: object = None
        while before != (before := (len(begun), len(resting), there, notified)):
            for thread, place in sorted(begun):
                walk = self._walk(place, there)
                if walk.creates or _meets(walk.effects, against):
                    return 0 if walk.creates else thread
                there |= walk.there
                notified |= walk.effects.get(Manner.NOTIFY, 0)
                resting |= {(thread, rest) for rest in walk.rests}
            begun |= {(thread, place) for thread, place in resting if place not in static or static[place].events & notified}
        return None

    # -- steps -----------------------------------------------------------------------------------------------------------

    def _walk(self, place: Place, here: Events) -> StepWalk:
        """A step from a place if these events are there when it begins; `there` leaves out those that do not matter to
        it."""
        here = here & self._awaited[place[0]]
        found = self._walks.get((place, here))
        if found is None:
            there, found = here, self._once(place, here)
            while found.there != there:  # it finds what it generates itself
                there = found.there
                found = self._once(place, there)
            self._walks[place, here] = found
        return found

    def _once(self, place: Place, here: Events) -> StepWalk:
        effects: Effects = {}
        there, rests, creates = set(here), set[Place](), False
        seen, stack = {place[1]}, [place[1]]
        while stack:
            for edge in self.transitions.outgoing[place[0]].get(stack.pop(), ()):
                merge(effects, self.transitions.effects_of(edge))
                for op in edge.ops:
                    creates = creates or isinstance(op, ops.Spawn)
                    if isinstance(op, ops.Notify):
                        there.add(int(op.event.payload) if op.event.is_const else ANY)
                if edge.ops and isinstance(edge.ops[-1], LAST):
                    rests.add((place[0], edge.target))
                if not _gives_way(edge, there) and edge.target not in seen:
                    seen.add(edge.target)
                    stack.append(edge.target)
        return StepWalk(effects, frozenset(there), tuple(sorted(rests)), creates)


def _awaited(edges: Iterable[Edge]) -> Events:
    """Events that decide how far a thread goes."""
    waits = [op for edge in edges for op in edge.ops if isinstance(op, ops.Wait)]
    return frozenset(int(event.payload) for wait in waits for event in wait.events if event.is_const) | {ANY}


def _here(control: Control) -> Events:
    assert isinstance(control.scheduler, RunningThread)
    return frozenset(control.scheduler.kernel.present)


def _against(effects: Effects) -> Effects:
    """What is in conflict with these effects, by manner."""
    return {manner: reduce(or_, [effects.get(other, 0) for other in others], 0) for manner, others in CONFLICTS.items()}


def _meets(effects: Effects, against: Effects) -> bool:
    return any(mask & against[manner] for manner, mask in effects.items())


def _gives_way(edge: Edge, here: set[int]) -> bool:
    """A wait for events none of which is there."""
    last = edge.ops[-1] if edge.ops else None
    if not isinstance(last, ops.Wait):
        return isinstance(last, ops.Idle)
    limited = last.timeout is not None and not (last.timeout.is_const and last.timeout.payload > 0)
    absent = all(event.is_const and int(event.payload) not in here for event in last.events)
    return not limited and absent and (ANY not in here or not last.events)
