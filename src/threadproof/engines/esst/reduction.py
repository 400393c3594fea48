"""Which threads are scheduled where all of them rest: persistent sets, sleep sets, or both.

*Persistent*: only a set of threads whose next steps nothing depends on that the others can do before (`sched.por.turns`).
*Sleep*: a thread that was followed before its sibling, and is independent of it, need not be followed after it: the other order
has been seen. It stays asleep as long as what happens is independent of it.

As published, both together lose errors: if the whole persistent set is asleep, nothing is scheduled, so no cycle is
seen, and what the set stood for is never tried. Then every thread that is awake is scheduled here. Moreover, a node
covers another only if no thread sleeps in it that is awake there, and cycles are looked for in the finished graph
(`reach.proviso`) instead of along the path, which is an argument about depth-first search. `literal` is the published
algorithm, for comparison.
"""

from __future__ import annotations

from threadproof.sched.por.turns import PersistentTurns
from threadproof.sched.system import Control, System

MODES = ("none", "persistent", "sleep", "persistent+sleep")


class Schedules:
    def __init__(self, system: System, mode: str, literal: bool) -> None:
        self.system = system
        self.persistent = "persistent" in mode
        self.sleep = "sleep" in mode
        self.literal = literal
        self.turns = PersistentTurns(system)
        self.skipped_persistent = self.skipped_asleep = 0  # schedules that were left out

    def able(self, control: Control, asleep: frozenset[int]) -> frozenset[int]:
        """The threads that can run and are awake."""
        return frozenset(self.system.enabled(control)) - asleep

    def stands_for_all(self, control: Control) -> frozenset[int]:
        return self.turns.choose(control) if self.persistent else frozenset(self.system.enabled(control))

    def choose(self, control: Control, asleep: frozenset[int]) -> frozenset[int]:
        """The threads to follow from a node."""
        enabled = frozenset(self.system.enabled(control))
        if control.depth:
            return enabled
        chosen = self.stands_for_all(control)
        found = chosen - asleep
        if not found and not self.literal:
            found = enabled - asleep
        self.skipped_persistent += len(enabled - chosen)
        self.skipped_asleep += len((chosen | found) & asleep)
        return found

    def after(self, control: Control, thread: int, asleep: frozenset[int], before: frozenset[int]) -> frozenset[int]:
        """The threads asleep after a step of a thread that others were followed before from the same node."""
        if control.depth:
            return asleep
        if not self.sleep:
            return frozenset()
        return frozenset(t for t in asleep | before if not self.turns.dependent(control, thread, t))
