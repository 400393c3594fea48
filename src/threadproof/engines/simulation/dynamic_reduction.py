"""Dynamic partial order reduction (DPOR) with visited states: dependences are observed while transitions are executed,
and add backtrack points.

From a state one enabled thread is followed at first. When a transition turns out to be in conflict with an earlier one of
the same evaluation phase, its thread is also followed from the state before that one, or, if it could not move there, every
thread that could. Transitions of different phases are never swapped.

Visited states complicate this. What is reachable from a state that is matched is also reachable from here: all effects
that are reachable from it in the same phase, along the recorded graph of states, are compared with the present path. If
the match closes a cycle (the state, or one reachable from it, is on the path), what lies on the cycle is not complete
yet; then everything enabled is followed from the states of the cycle in this phase. The condition that nothing is
postponed for ever holds as in `avpe`.

Preemptive threads have one phase, which never ends, and their next step may have to wait: for a lock that is held, or
in some of the concrete states that a symbolic state stands for (`doubtful`). What such a step would look at counts like
what a step does, at every state where it has to wait, also those reachable from visited states: otherwise the order in
which it comes first would be missed where it waits for ever afterwards. Where a doubtful thread is wanted, every thread
is followed. So whenever a transition that some thread can ever take next is in conflict with one of the path, either
its thread was able to move before that one, and is followed from there, or everything is; that makes what is followed
from a state a persistent set, as soon as the search has returned to it. Ends of executions (a failing assumption, the
end of the program) hide no thread, since everything is followed where one is met.

With `combined` only threads of a persistent set, found when a state is first visited, are ever followed from it.

That the result is right where the state space has cycles is not proved, only tested; a proof that rests on it says so.

`hbr`: a thread is not followed from a state if its transition there is another one, because an earlier one of the thread already
depends on what happened there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.simulation.avpe import AvpeSearch, SearchNode
from threadproof.engines.simulation.branch import TransitionOutcome
from threadproof.engines.simulation.cache import StateStore
from threadproof.engines.simulation.execute import TransitionExecutor
from threadproof.engines.simulation.reduction import SimulationReduction
from threadproof.ir.program import Edge
from threadproof.sched.por.effects import CONFLICTS, EdgeEffects, Effects, Manner, Resources, merge


class ExecutedTransition(NamedTuple):
    """A transition that was executed: what it does, and what is in conflict with that, as bits."""

    thread: int
    does: int
    clashes: int
    suspends: bool

    def conflicts(self, other: ExecutedTransition) -> bool:
        return self.thread != other.thread and self.does & other.clashes != 0


class EffectWatch:
    """Packs the effects of the edges of a trail into numbers."""

    def __init__(self, executor: TransitionExecutor) -> None:
        self.resources = Resources(executor.program)
        self.effects = EdgeEffects(executor.program, self.resources)
        self.width = self.resources.size
        self._packed: dict[tuple[int, frozenset[Edge]], ExecutedTransition] = {}

    def seen(self, thread: int, outcome: TransitionOutcome) -> ExecutedTransition:
        key = (thread, frozenset(outcome.edges))
        found = self._packed.get(key)
        if found is None:
            effects: Effects = {Manner.RUN: self.resources.thread(thread)}
            for edge in outcome.edges:
                merge(effects, self.effects.of(edge))
            found = self._packed[key] = self._pack(thread, effects)
        return found

    def _pack(self, thread: int, effects: Effects) -> ExecutedTransition:
        does = clashes = 0
        for manner, resources in effects.items():
            does |= resources << manner * self.width
            for other in CONFLICTS[manner]:
                clashes |= resources << other * self.width
        return ExecutedTransition(thread, does, clashes, Manner.SUSPEND in effects)


class Dynamic(AvpeSearch):
    def __init__(
        self,
        executor: TransitionExecutor,
        store: StateStore[SearchNode],
        reduction: SimulationReduction | None,
        hbr: bool,
        budget: Budget,
        counters: Counters,
    ) -> None:
        """`reduction`: the persistent sets of `combined`."""
        super().__init__(executor, store, reduction, budget, counters)
        self.hbr = hbr
        self.watch = EffectWatch(executor)
        self.cyclic = False
        self.allowed: dict[SearchNode, frozenset[int]] = {}
        self.doubtful: dict[SearchNode, frozenset[int]] = {}
        self.waiting: dict[SearchNode, list[ExecutedTransition]] = {}  # what steps that have to wait would look at
        self.now: dict[SearchNode, ExecutedTransition] = {}  # the transition that is followed from a state of the path
        self.before: dict[SearchNode, frozenset[SearchNode]] = {}  # states of the path whose transitions happen before it
        self.out: dict[SearchNode, list[tuple[ExecutedTransition, SearchNode]]] = {}

    # -- what the search asks --------------------------------------------------------------------------------------------

    def _first(self, node: SearchNode, doubtful: frozenset[int]) -> tuple[int, ...]:
        sets = self.reduction
        allowed = node.enabled if sets is None or len(node.enabled) < 2 else sets.choose(node.state, node.enabled, doubtful)
        self.allowed[node] = frozenset(allowed)
        if doubtful:
            self.doubtful[node] = doubtful
            self.waiting[node] = [self.watch.seen(thread, node.outcomes[thread]) for thread in sorted(doubtful)]
            phase = self._phase(len(self.stack) - 1)
            for seen in self.waiting[node]:
                self._compare(seen, phase)
        certain = [thread for thread in allowed if thread not in doubtful]
        return tuple(certain[:1]) or allowed

    def _executed(self, node: SearchNode, thread: int, outcome: TransitionOutcome) -> None:
        seen = self.now[node] = self.watch.seen(thread, outcome)
        phase = self._phase(len(self.stack) - 1)
        if self.hbr:
            before = [p for p in phase if self.now[p].thread == thread or self.now[p].conflicts(seen)]
            self.before[node] = frozenset(before).union(*[self.before[p] for p in before])
        self._compare(seen, phase)
        if seen.suspends:
            self._add(node, frozenset(node.enabled))

    def _reached(self, parent: SearchNode, node: SearchNode, known: bool) -> None:
        """A transition leads to a state, a new one or (`known`) one that covers it."""
        seen = self.now[parent]
        self.out.setdefault(parent, []).append((seen, node))
        self.cyclic |= known and node.active  # every cycle is closed by such a step
        if not known or self._notifies(parent):
            return
        phase = self._phase(len(self.stack))
        if node.active:
            self._cycle(node, phase)
            return
        compared: set[ExecutedTransition] = set()
        for effect, state in self._behind(node):
            if state.active:
                self._cycle(state, phase)
            if effect not in compared:
                compared.add(effect)
                self._compare(effect, phase)

    # -- backtrack points ------------------------------------------------------------------------------------------------

    def _phase(self, upto: int) -> list[SearchNode]:
        """States of the path below a depth that belong to the present evaluation phase."""
        found = []
        for node in reversed(self.stack[:upto]):
            if self._notifies(node):
                break
            found.append(node)
        return found

    def _compare(self, seen: ExecutedTransition, phase: list[SearchNode]) -> None:
        hidden: frozenset[SearchNode] = frozenset()
        if self.hbr:
            own = next((node for node in phase if self.now[node].thread == seen.thread), None)
            hidden = frozenset() if own is None else self.before[own] | {own}
        for node in phase:
            if self.now[node].conflicts(seen) and node not in hidden:
                able = seen.thread in node.enabled and seen.thread not in self.doubtful.get(node, ())
                self._add(node, frozenset((seen.thread,) if able else node.enabled))

    def _add(self, node: SearchNode, wanted: frozenset[int]) -> None:
        allowed = self.allowed[node]
        if not wanted & allowed:
            wanted = allowed
        for thread in sorted(wanted & allowed, reverse=True):
            if thread not in node.done and thread not in node.working:
                node.working.append(thread)

    def _cycle(self, start: SearchNode, phase: list[SearchNode]) -> None:
        for node in phase:
            self._add(node, frozenset(node.enabled))
            if node is start:
                break

    def _behind(self, start: SearchNode) -> Iterator[tuple[ExecutedTransition, SearchNode]]:
        """Transitions reachable from a visited state, in the same phase, and where they lead."""
        seen, work = {start}, [start]
        while work:
            node = work.pop()
            if self._notifies(node):
                continue
            for effect in self.waiting.get(node, ()):
                yield effect, node
            for effect, target in self.out.get(node, ()):
                yield effect, target
                if target not in seen:
                    seen.add(target)
                    work.append(target)

    def _notifies(self, node: SearchNode) -> bool:
        """No thread can run: the phase is over."""
        return self.executor.kernel is not None and node.enabled == (0,)
