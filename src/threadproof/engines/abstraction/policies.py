"""Scheduling policies of random walks (`random_walk`): queues of threads, among them priorities with random change points
(PCT).

The first thread of the queue that can move does. A policy says where a new thread is inserted and when the running one goes to
the back: never, after each write that others can see, after each iteration of a loop, or at a few random steps (priorities with
random change points: a bug that needs d preemptions at the right places is found with a probability that depends on d and not
on the number of schedules). `creators` have created all threads before any other moves, and main goes last after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from threadproof.ir import op as ops
from threadproof.records import dataclass, field
from threadproof.sched.system import END, Control, System, SystemStep

QUANTA = ("", "write", "loop")
LIMITS = (400, 4_000, 30_000)  # steps of one walk


@dataclass(slots=True)
class Policy:
    """`insert`: front, back, or anywhere (random). `changes`: after so many steps the running thread goes to the back."""

    insert: str
    quantum: str = ""
    creators: bool = False
    changes: frozenset[int] = frozenset()
    seed: int = 0


def policies(length: list[int]) -> Iterator[tuple[Policy, int]]:
    """With the number of steps that a walk may have: regular and random ones in turn, of short walks, then of longer ones; then
    random ones without end. `length[0]` is how long the last walk was."""
    random, numbers = Random(1), count()
    for limit in LIMITS:
        for quantum in QUANTA:
            for insert, creators in (("back", True), ("front", True), ("back", False), ("front", False)):
                yield Policy(insert, quantum, creators), limit
                yield _random(random, min(length[0], limit), next(numbers)), limit
    while True:
        yield _random(random, length[0], next(numbers)), LIMITS[-1]


def _random(random: Random, length: int, number: int) -> Policy:
    changes = random.choice((1, 1, 2, 3, 5, length // 8 + 1))
    scale = random.choice((length, length // 4 + 2, 40))
    places = frozenset(random.randrange(1, scale + 1) for _ in range(changes))
    return Policy("any", random.choice(("", "", "", "write", "loop")), random.random() < 0.25, places, number)


@dataclass(slots=True)
class Queue:
    """The threads of one walk, first come first."""

    policy: Policy
    creating: frozenset[tuple[int, int]]  # places from which a thread may yet create another
    random: Random
    threads: list[int] = field(default_factory=lambda: [0])
    taken: int = 0

    def order(self, control: Control) -> list[int]:
        """All threads that have not ended, the one to move first in front."""
        live = [t for t in self.threads if control.at[t][1] != END]
        if not self.policy.creators:
            return live
        rank = {t: 0 if control.at[t] in self.creating else 2 if t == 0 else 1 for t in live}
        return sorted(live, key=rank.__getitem__)

    def moved(self, step: SystemStep, idle: bool) -> None:
        """`idle`: a loop was closed in which nothing changed."""
        self.taken += 1
        for new in range(len(self.threads), len(step.target.at)):
            place = {"front": 0, "back": len(self.threads)}.get(self.policy.insert)
            self.threads.insert(self.random.randrange(len(self.threads) + 1) if place is None else place, new)
        if idle or self.taken in self.policy.changes or self._used_up(step):
            self.threads.remove(step.thread)
            self.threads.append(step.thread)

    def _used_up(self, step: SystemStep) -> bool:
        if self.policy.quantum == "loop":
            return step.edge.back
        return self.policy.quantum == "write" and writes_shared(step)


def writes_shared(step: SystemStep) -> bool:
    return any((op.array if isinstance(op, ops.Write) else op.target).shared for op in step.ops if not isinstance(op, ops.Assume))


def creating_places(system: System) -> frozenset[tuple[int, int]]:
    """Places of a template from which it can reach the creation of a thread."""
    found: set[tuple[int, int]] = set()
    before = -1
    while before != len(found):
        before = len(found)
        for template, outgoing in enumerate(system.outgoing):
            for location, edges in outgoing.items():
                if any((template, e.target) in found or any(isinstance(op, ops.Spawn) for op in e.ops) for e in edges):
                    found.add((template, location))
    return frozenset(found)
