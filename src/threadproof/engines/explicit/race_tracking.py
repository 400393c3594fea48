"""Data races by tracking happens-before, for programs in which no reachable state shows them (`ir.happens_before`):
relaxed atomics, attempts at locks that fail.

First every state is visited as ever; two threads that are about to race are found there. Then, from each of those
states, one access after the other is *chosen*, and the execution goes on together with what is known of that access:
which threads, fences and objects it happens before (`Clocks` with one bit). Whatever conflicts with it later, in a
thread that it does not happen before, races with it. Each pair of accesses of each execution is met so, the earlier one
being chosen. An access is not worth choosing if no other thread ever conflicts with it, nor worth following when it
happens before the present of every thread that is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from threadproof.engines.explicit.inputs import Step, Unrolled
from threadproof.engines.explicit.search import Enumeration
from threadproof.engines.explicit.store import CachedStep, Key
from threadproof.evidence import violation_names as wording
from threadproof.evidence.result import Result, Safe, Unknown, Unsafe
from threadproof.ir.happens_before import Clocks, Frozen
from threadproof.ir.interp.outcome import Access, Allocated, Blocked, Infeasible, Log
from threadproof.ir.interp.places import user_place
from threadproof.records import dataclass

Kind = tuple[object, int, int, bool, bool, int]
"""All that matters of an access for what conflicts with it: variable (if it is one), first byte, bytes, write, atomic, thread."""

WATCHED = 1  # the bit of the access that was chosen


@dataclass(frozen=True, slots=True)
class TrackedState:
    """A state, an access that was chosen on the way there, and what is known of it."""

    key: Key
    kind: Kind
    known: Frozen


class Tracked(Enumeration):
    """Searches twice: states, then executions after each access."""

    def explore(self) -> Result:
        result = super().explore()
        if isinstance(result, Unsafe):
            return result
        conflicting = self.conflicting()
        self.trail: list[tuple[int, Step]] = []  # of each point: the state or (negative) point before it, and the step
        self.places: dict[Kind, Access] = {}
        seen: set[TrackedState] = set()
        self.work: deque[tuple[int, TrackedState]] = deque()
        for key, here in list(self.number.items()):
            for move in self.steps_of(key):
                for point in self.chosen(key, move, conflicting):
                    self.reach(seen, point, here, move.step)
            unsafe = self.follow(seen)
            if unsafe is not None:
                return unsafe
        self.counters["watched"] = len(seen)
        return Unknown(self.troubles[0]) if self.troubles else Safe()

    def conflicting(self) -> set[Kind]:
        """The accesses that some other thread may conflict with."""
        found: dict[Kind, Access] = {}
        for key in self.number:
            for move in self.steps_of(key):
                for entry in move.log:
                    if isinstance(entry, Access) and not entry.private:
                        found.setdefault(_kind(entry), entry)
        every = list(found.items())
        return {kind for kind, a in every if any(b.thread != a.thread and a.conflicts(b) for _, b in every)}

    def steps_of(self, key: Key) -> Iterator[CachedStep]:
        self.budget.check(self.counters)
        for thread in self.store.enabled[key[0]]:
            for move in self.moves(key, thread):
                if not isinstance(move.outcome, Blocked | Infeasible):
                    yield move

    def target(self, key: Key, move: CachedStep) -> Key | None:
        """The state that a step leads to, if it does not end the execution."""
        if move.outcome is not None:
            return None
        thread = move.step[0]
        return move.key or (move.memory, *key[1 : thread + 1], move.part, *key[thread + 2 :])

    # -- points ------------------------------------------------------------------------------------------------------------

    def chosen(self, key: Key, move: CachedStep, conflicting: set[Kind]) -> Iterator[TrackedState]:
        """One point for each access of a step that may be chosen."""
        target = self.target(key, move)
        if target is None:
            return
        for number, entry in enumerate(move.log):
            if isinstance(entry, Access) and not entry.private and _kind(entry) in conflicting:
                self.places.setdefault(_kind(entry), entry)
                clocks = Clocks()
                clocks.add(entry.thread, WATCHED)
                if self.passes(clocks, entry, move.log[number + 1 :]) is None:
                    yield TrackedState(target, _kind(entry), clocks.frozen())

    def passes(self, clocks: Clocks, chosen: Access, log: Log) -> Access | bool | None:
        """Carry on what is known of a chosen access: one that races with it; True if its place belongs to another object."""
        for entry in log:
            clocks.take(entry)
            if isinstance(entry, Access) and entry.conflicts(chosen) and not clocks.has(entry.thread, WATCHED):
                return entry
            if isinstance(entry, Allocated) and entry.covers(chosen):
                return True
        return None

    def reach(self, seen: set[TrackedState], point: TrackedState, before: int, step: Step) -> None:
        state = self.store.unpack(point.key)
        ordered = {thread for thread, _ in point.known[0]}
        if ordered.issuperset(self.machine.live(state)):
            return
        if point not in seen:
            seen.add(point)
            self.trail.append((before, step))
            self.work.append((len(self.trail), point))
        elif self.store.is_paused(point.key):
            self.reach(seen, TrackedState(self.store.pack(self.machine.diverged(state)), point.kind, point.known), before, step)

    def follow(self, seen: set[TrackedState]) -> Unsafe | None:
        while self.work:
            here, point = self.work.popleft()
            self.counters["watched"] = len(seen)
            for move in self.steps_of(point.key):
                clocks = Clocks(point.known)
                found = self.passes(clocks, self.places[point.kind], move.log)
                if isinstance(found, Access):
                    return self.unsafe(point, here, move.step, found)
                target = self.target(point.key, move)
                if found is None and target is not None:
                    self.reach(seen, TrackedState(target, point.kind, clocks.frozen()), -here, move.step)
        return None

    def unsafe(self, point: TrackedState, here: int, step: Step, second: Access) -> Unsafe:
        """The whole execution as a schedule; the last turn makes the second access."""
        path: list[Step] = []
        while True:
            before, taken = self.trail[here - 1]
            path.append(taken)
            if before >= 0:
                break
            here = -before
        while before >= 0:
            path.append(self.steps[before])
            before = self.parents[before]
        schedule = Unrolled(self.machine, self.domains).schedule(path[::-1], [step])
        state = self.store.unpack(point.key)
        first = self.places[point.kind]
        places = [first.edge.pos, user_place(self.machine.where(state, second.thread))]
        return Unsafe(self.property, wording.race((first, second), places), schedule, places[1])


def _kind(access: Access) -> Kind:
    variable = access.place if isinstance(access.place, str) else None
    return variable, access.address, access.size, access.write, access.atomic, access.thread
