"""Closed graphs that follow threads at random: proofs only if the check says so.

The data of a node is what the explicit domain keeps of some variables. From every node a random set of threads is followed, and
never one that may fail there. For a program with an error no such graph may be accepted.
"""

from __future__ import annotations

import random

from threadproof.domains.facts import facts
from threadproof.domains.product import AbstractState, Precision, Product
from threadproof.evidence.graph import Proof, ProofNode
from threadproof.ir.expr import Variable
from threadproof.passes import runner
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import HALTED, Control, System, SystemStep

LIMIT = 800  # nodes
Key = tuple[Control, AbstractState]


def lowered(program):
    return runner.run(program, [*runner.LOWER, runner.MERGE, runner.LOOPS])


class Wanderer:
    def __init__(self, program, seed: int, domain: Product, ignored: str = "") -> None:
        """`ignored`: a variable that is not tracked, whereas all others are; empty: some are, at random."""
        self.random = random.Random(seed)
        self.system = System(program, scheduler_of(program), 8)
        self.domain = domain
        self.numbers: dict[Key, int] = {}
        self.keys: list[Key] = []
        self.nodes: list[ProofNode] = []
        self.ignored = ignored
        self.share = 1.0 if ignored else self.random.choice([1.0, 1.0, 0.8, 0.5, 0.2])  # of the variables that are tracked
        self.tracked: dict[Variable, bool] = {}
        self.eager = self.random.choice([0.0, 0.1, 0.5])  # probability of one more thread
        self.rank = self.random.sample(range(8), 8)  # which thread is preferred
        self.steady = self.random.choice([0.0, 0.8, 1.0])

    def proof(self) -> Proof | None:
        """None if an error cannot be avoided this way, or it gets too large."""
        start = self.post(self.domain.top, self.system.initial_ops())
        assert start is not None
        self.number(self.system.initial, start)
        for control, state in self.keys:
            threads = self.choose(control, state)
            if threads is None or len(self.keys) > LIMIT:
                return None
            every = threads >= set(self.system.enabled(control))
            targets = dict(self.successors(control, state, threads))
            self.nodes.append(ProofNode(control, facts(state), None if every else threads, targets))
        return Proof(self.system, tuple(self.nodes))

    def number(self, control: Control, state: AbstractState) -> int:
        key = (control, state)
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
        return self.numbers[key]

    def post(self, state: AbstractState, operations) -> AbstractState | None:
        for op in operations:
            for variable in (getattr(op, "target", None), getattr(op, "array", None)):
                if variable is not None and variable not in self.tracked:
                    self.tracked[variable] = self.random.random() < self.share and variable.name != self.ignored
        tracked = frozenset(variable for variable, kept in self.tracked.items() if kept)
        return self.domain.post(state, operations, Precision(tracked, frozenset()))

    def choose(self, control: Control, state: AbstractState) -> frozenset[int] | None:
        fine = [t for t in self.system.enabled(control) if not self.fails(control, state, t)]
        if control.depth:
            return frozenset(fine) if len(fine) == len(self.system.enabled(control)) else None
        moving = [t for t in fine if self.moves(control, state, t) or self.random.random() < 0.05]
        if not fine:
            return frozenset() if not self.system.enabled(control) else None
        candidates = moving or fine
        first = min(candidates, key=self.rank.index) if self.random.random() < self.steady else self.random.choice(candidates)
        return frozenset(t for t in fine if t == first or self.random.random() < self.eager)

    def fails(self, control: Control, state: AbstractState, thread: int) -> bool:
        steps = self.system.thread_steps(control, thread)
        return any(step.failure is not None and self.post(state, step.ops) is not None for step in steps)

    def moves(self, control: Control, state: AbstractState, thread: int) -> bool:
        steps = self.system.thread_steps(control, thread)
        return any(step.failure is None and self.post(state, step.ops) is not None for step in steps)

    def successors(self, control: Control, state: AbstractState, threads: frozenset[int]) -> list[tuple[SystemStep, int]]:
        found = []
        for thread in sorted(threads):
            for step in self.system.thread_steps(control, thread):
                after = None if step.failure is not None else self.post(state, step.ops)
                if after is not None:
                    found.append((step, -1 if step.target is HALTED else self.number(step.target, after)))
        return found
