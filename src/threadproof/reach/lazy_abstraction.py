"""Lazy abstraction over explicit control: take a node that waits, cover or follow it, until none waits.

That is the loop, whatever the nodes are: those of a graph of abstract states that is built again where the
precision grew (`explore`), or those of a tree whose labels get stronger (`engines.impact`). When nothing waits any more, partial
order reduction may have postponed threads that must not be left out for ever: then their nodes wait again. The end is a proof,
unless a failure was met that forbids TRUE. A path into a failure that is feasible is a counterexample, or such a failure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic

from threadproof.budget import Budget
from threadproof.counterexample.from_path import counterexample
from threadproof.counters import Counters
from threadproof.evidence.result import Result, Unknown
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.reach.failures import Failures
from threadproof.reach.frontier import Frontier, N
from threadproof.refinement.refine import Feasible
from threadproof.sched.system import System, SystemStep


class LazyAbstraction(ABC, Generic[N]):
    waiting: Frontier[N]

    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters, system: System) -> None:
        self.program, self.task, self.budget, self.counters, self.system = program, task, budget, counters, system
        self.failures = Failures(task.property)

    @abstractmethod
    def visit(self, node: N) -> Result | None:
        """Covers or follows a node that waited, unless it need not be looked at any more."""

    @abstractmethod
    def postponed(self) -> Iterable[tuple[N, frozenset[int]]]:
        """When nothing waits any more: nodes from which more threads must be followed."""

    @abstractmethod
    def require(self, node: N, threads: frozenset[int]) -> None:
        """From now on these threads must be followed from a node."""

    @abstractmethod
    def closed(self) -> Result:
        """The answer when every node is covered or followed."""

    def pause(self) -> Result | None:
        """Before each node."""
        return None

    def search(self) -> Result:
        while self.waiting or self._incomplete():
            self.budget.check(self.counters)
            found = self.pause() or self.visit(self.waiting.pop())
            if found is not None:
                return found
        return Unknown(self.failures.trouble) if self.failures.trouble else self.closed()

    def _incomplete(self) -> bool:
        if self.failures.trouble:
            return False
        for node, threads in self.postponed():
            self.require(node, threads)
            self.waiting.push(node)
        return bool(self.waiting)

    def real(self, steps: Sequence[SystemStep], path: Feasible) -> Result | None:
        """The meaning of a feasible path, the last step of which fails."""
        if self.failures.violates(steps[-1]):
            return counterexample(self.program, self.task, steps, path)
        self.failures.possible(steps[-1])
        return None
