"""Selective search: depth first over symbolic states, with persistent sets and the cycle proviso (no transition is
ignored for ever).

From an evaluation state only the transitions of a persistent set are followed (`SimulationReduction`). That alone finds every
deadlock, but an assertion may be ignored if its transition is left out all the way round a cycle. A state from which
everything that is enabled was followed is *fully expanded*. If one can be reached from every state (through steps, and
from covered states to those that cover them), nothing is ignored. So a state is marked *safe* when a fully expanded or
safe state is reachable from it, which marks the path to it too. One that is matched while it is not safe is
*unfinished*; if it is still not safe when the search returns to it, the rest of what is enabled there is followed as
well.

A transition some of whose executions end (an assumption that fails, an endless loop) postpones nothing but cuts off everything:
from the state where that is found, all that is enabled is followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.simulation.branch import Path, Trail, TransitionOutcome
from threadproof.engines.simulation.cache import StateStore
from threadproof.engines.simulation.deadlocks import SymbolicDeadlocks
from threadproof.engines.simulation.execute import TransitionExecutor
from threadproof.engines.simulation.reduction import SimulationReduction
from threadproof.engines.simulation.state import SymbolicState
from threadproof.properties import Shape, shape
from threadproof.sched.system import StepFailure


class SearchNode:
    """A state on the search path or in the cache."""

    __slots__ = (
        "active",
        "after",
        "arrived",
        "done",
        "enabled",
        "outcomes",
        "pending",
        "running",
        "safe",
        "state",
        "unfinished",
        "working",
    )

    def __init__(self, state: SymbolicState, enabled: tuple[int, ...], arrived: tuple[int, Trail] | None) -> None:
        self.state = state
        self.enabled = enabled
        self.arrived = arrived  # the transition that led here
        self.working: list[int] = []  # threads to follow
        self.done: set[int] = set()
        self.after: list[tuple[int, SearchNode]] = []  # per successor the thread, and the state that it is or that covers it
        self.outcomes: dict[int, TransitionOutcome] = {}  # of transitions that were executed to see whether they are possible
        self.running = -1
        self.pending: list[tuple[SymbolicState, Trail]] = []  # successors of the thread that runs, to be visited
        self.active = True
        self.safe = False
        self.unfinished = False


class FailureFound(Exception):
    """A failure: ends the search, or is noted."""

    def __init__(self, failure: StepFailure | None, path: Path, blocked: Path | None = None) -> None:
        super().__init__()
        self.failure = failure
        self.path = path
        self.blocked = blocked or []  # of a deadlock: how far threads get whose next step depends on data


class AvpeSearch:
    def __init__(
        self,
        executor: TransitionExecutor,
        store: StateStore[SearchNode],
        reduction: SimulationReduction | None,
        budget: Budget,
        counters: Counters,
    ) -> None:
        self.executor = executor
        self.reduction = reduction
        self.budget = budget
        self.counters = counters
        self.cache = store
        self.deadlocks = SymbolicDeadlocks(executor)
        self.stack: list[SearchNode] = []
        self.first: SearchNode | None = None
        counters.update({"transitions": 0, "forks": 0, "states": 0, "matches": 0})

    def failures(self) -> Iterator[FailureFound]:
        """Explores everything; yields the failures on the way."""
        yield from self._visit(self.executor.initial(), None)
        while self.stack:
            self.budget.check(self.counters)
            node = self.stack[-1]
            if node.pending:
                state, trail = node.pending.pop()
                yield from self._visit(state, (node.running, trail))
            elif node.working:
                yield from self._follow(node, node.working.pop())
            elif node.unfinished and not node.safe:
                self._mark_safe()
                node.working = self._rest(node)
            else:
                node.active, node.outcomes = False, {}
                self.stack.pop()

    def path(self) -> Path:
        return [node.arrived for node in self.stack if node.arrived is not None]

    def _follow(self, node: SearchNode, thread: int) -> Iterator[FailureFound]:
        """Execute a transition."""
        node.done.add(thread)
        outcome = node.outcomes.pop(thread, None) or self.executor.run(node.state, thread)
        self.counters["transitions"] += 1 + outcome.halted
        self.counters["forks"] += max(0, len(outcome.successors) + len(outcome.failures) + outcome.halted - 1)
        node.running = thread
        node.pending = outcome.successors[::-1]
        self._executed(node, thread, outcome)
        if outcome.ended or outcome.halted:
            node.working += self._rest(node)
            self._mark_safe()
        for failure, trail in outcome.failures:
            yield FailureFound(failure, [*self.path(), (thread, trail)])

    def _rest(self, node: SearchNode) -> list[int]:
        """What is enabled and was not followed yet, last first."""
        left = [thread for thread in node.enabled if thread not in node.done and thread not in node.working]
        return left[::-1]

    def _visit(self, state: SymbolicState, arrived: tuple[int, Trail] | None) -> Iterator[FailureFound]:
        known, key = self.cache.find(state)
        if known is not None:
            self.counters["matches"] += 1
            self.stack[-1].after.append((self.stack[-1].running, known))
            self._reached(self.stack[-1], known, True)
            if known.safe:
                self._mark_safe()
            else:
                known.unfinished = True
            return
        node = SearchNode(state, self.executor.enabled(state), arrived)
        self.counters["states"] += 1
        self.cache.add(key, node)
        if self.stack:
            self.stack[-1].after.append((self.stack[-1].running, node))
            self._reached(self.stack[-1], node, False)
        elif self.first is None:
            self.first = node
        self.stack.append(node)
        doubtful = self._try(node)
        blocked = self._shown(state, node, doubtful)
        if blocked is not None:
            yield FailureFound(None, self.path(), blocked)
        chosen = self._first(node, doubtful)
        node.working = [thread for thread in reversed(node.enabled) if thread in chosen]
        if len(node.working) == len(node.enabled):
            self._mark_safe()

    def _shown(self, state: SymbolicState, node: SearchNode, doubtful: frozenset[int]) -> Path | None:
        """What a state shows of a violation, apart from its steps: data races are checks."""
        match shape(self.executor.property):
            case Shape.STEP | Shape.RACE:
                return None
            case Shape.DEADLOCK:
                blocked = self.deadlocks.global_deadlock(state, node.outcomes) if doubtful.issuperset(node.enabled) else None
                return self.deadlocks.some(state, node.outcomes) if blocked is None else blocked
            case other:
                assert_never(other)

    # -- for other reductions --------------------------------------------------------------------------------------------

    def _first(self, node: SearchNode, doubtful: frozenset[int]) -> tuple[int, ...]:
        """The threads that are followed from a new state."""
        if self.reduction is None or len(node.enabled) < 2:
            return node.enabled
        return self.reduction.choose(node.state, node.enabled, doubtful)

    def _executed(self, node: SearchNode, thread: int, outcome: TransitionOutcome) -> None:
        """A transition was executed from the last state of the path."""

    def _reached(self, parent: SearchNode, node: SearchNode, known: bool) -> None:
        """It leads to a state, a new one or (`known`) one that covers it."""

    # -- details ---------------------------------------------------------------------------------------------------------

    def _try(self, node: SearchNode) -> frozenset[int]:
        """Find out which threads can move, where that depends on data; those that can in some cases only."""
        doubtful = set()
        for thread in node.enabled:
            if self.executor.may_wait(node.state, thread):
                outcome = node.outcomes[thread] = self.executor.run(node.state, thread)
                if outcome.blocked:
                    doubtful.add(thread)
        node.enabled = tuple([t for t in node.enabled if t not in doubtful or node.outcomes[t].possible])
        return frozenset(doubtful)

    def _mark_safe(self) -> None:
        """A fully expanded state is reachable from every state of the path."""
        for node in reversed(self.stack):
            if node.safe:
                break
            node.safe = True
