"""The one loop of counterexample-guided abstraction refinement over an abstract reachability graph.

A node that waits is covered by an older, expanded one whose state contains its own, or it is expanded: the steps of the
threads that a reduction chooses lead to new nodes. A step into a failure closes a path, which is real (an answer) or
impossible: then the abstraction is refined, and the subtree of the first node of the path whose state has changed is
built again. Nodes that were covered by removed ones wait again. When nothing waits any more, and no thread was left out
that must not be (`reach.proviso`), the graph is closed: no failure is reachable.

What an engine plugs in: the states (`initial`, `covers`, `successor`), the threads that are followed (`choose`, `postponed`),
what is learnt (`Learner`), and the proof that a closed graph is (`closed`). Why the parts fit together is said where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from threadproof.budget import Budget
from threadproof.counterexample.from_path import counterexample
from threadproof.counters import Counters
from threadproof.evidence.result import Result, Unknown
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.reach.failures import Failures
from threadproof.reach.frontier import Frontier
from threadproof.reach.graph import ErrorPath, ReachGraph, ReachNode
from threadproof.records import dataclass
from threadproof.refinement.refine import Feasible, UndecidedPath
from threadproof.sched.system import System, SystemStep

S = TypeVar("S")


@dataclass(slots=True)
class Learnt:
    """The node of the path, by number, that knows something else now; the number of nodes if none does."""

    pivot: int


class Stuck:
    """No method finds anything new."""


class Learner(Protocol[S]):
    def analyse(self, path: ErrorPath[S], limit: float) -> Feasible | UndecidedPath | Learnt | Stuck:
        """Whether the path is real; if not, what is known afterwards rules it out."""

    def limited(self, step: SystemStep, state: S) -> S:
        """The state after a step, without what is not worth following any more."""


class Exploration(Generic[S]):
    graph: ReachGraph[S]
    waiting: Frontier[S]

    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters, system: System) -> None:
        self.program, self.task, self.budget, self.counters, self.system = program, task, budget, counters, system
        self.failures = Failures(task.property)

    # -- what an engine plugs in -------------------------------------------------------------------------------------------

    @property
    def learning(self) -> Learner[S]:
        raise NotImplementedError

    def initial(self) -> ReachGraph[S]:
        """A graph of its root, with what has been learnt so far."""
        raise NotImplementedError

    def covers(self, older: ReachNode[S], node: ReachNode[S]) -> bool:
        raise NotImplementedError

    def choose(self, node: ReachNode[S]) -> frozenset[int]:
        """The threads that are followed from a node."""
        raise NotImplementedError

    def successor(self, node: ReachNode[S], step: SystemStep) -> S | None:
        """None: the step is not possible."""
        raise NotImplementedError

    def postponed(self) -> Iterable[tuple[ReachNode[S], frozenset[int]]]:
        """When nothing waits any more: nodes from which more threads must be followed."""
        raise NotImplementedError

    def closed(self) -> Result:
        """The answer of a graph that is closed."""
        raise NotImplementedError

    def entering(self, node: ReachNode[S], thread: int, before: frozenset[int], again: bool) -> Callable[[S], S]:
        """How states after a node are changed for what is known of the order of threads. `before`: threads that were followed
        from it; `again`: it has been expanded before."""
        return lambda state: state

    def wait(self, nodes: list[ReachNode[S]]) -> None:
        """New nodes, in the order of their threads."""
        for node in nodes:
            self.waiting.push(node)

    def pause(self) -> Result | None:
        """Before each node."""
        return None

    def learnt(self) -> None:
        """After something was learnt."""

    def covered(self, node: ReachNode[S], older: ReachNode[S]) -> None:
        """After a node was covered."""

    lazy = True  # whether only the part of the graph is built again that knows something else

    # -- the loop ----------------------------------------------------------------------------------------------------------

    def explore(self) -> Result:
        self.begin()
        while self.waiting or self._incomplete():
            self.budget.check(self.counters)
            found = self.pause()
            if found is not None:
                return found
            node = self.waiting.pop()
            if not node.alive or node.coverer is not None or (node.expanded and not node.missing):
                continue
            if not node.expanded and self._covered(node):
                continue
            found = self._expand(node)
            if found is not None:
                return found
        return Unknown(self.failures.trouble) if self.failures.trouble else self.closed()

    def begin(self) -> None:
        self.graph = self.initial()
        self.waiting.clear()
        self.waiting.push(self.graph.root)

    def _incomplete(self) -> bool:
        if self.failures.trouble:
            return False
        for node, threads in self.postponed():
            node.missing |= threads
            self.waiting.push(node)
        return bool(self.waiting)

    def _covered(self, node: ReachNode[S]) -> bool:
        for older in self.graph.candidates(node):
            if self.covers(older, node):
                self.graph.cover(node, older)
                self.counters["covered"] += 1
                self.covered(node, older)
                return True
        return False

    def _expand(self, node: ReachNode[S]) -> Result | None:
        """The steps that have to be followed. A failure that is not real changes the graph: then the rest is left for later."""
        again = node.expanded
        threads = node.missing if again else self.choose(node)
        self.graph.expand(node)
        before = node.followed
        node.followed |= threads
        node.missing = frozenset()
        children: list[ReachNode[S]] = []
        for thread in sorted(threads):
            enter = self.entering(node, thread, before, again)
            before |= {thread}
            for step in self.system.thread_steps(node.control, thread):
                if self.failures.ignored(step):
                    continue
                state = self.successor(node, step)
                if state is None:
                    continue
                if step.failure is None:
                    children.append(self.graph.add(node, step, enter(self.learning.limited(step, state))))
                    self.counters["nodes"] += 1
                    continue
                found = self._analyse(ErrorPath.to(node, step))
                if found is not None or not node.expanded or not node.alive:
                    return found
        self.wait(children)
        return None

    # -- refinement --------------------------------------------------------------------------------------------------------

    def _analyse(self, path: ErrorPath[S]) -> Result | None:
        self.counters["refinements"] += 1
        found = self.learning.analyse(path, self.budget.left())
        match found:
            case UndecidedPath(reason):
                return Unknown(reason)
            case Stuck():
                return Unknown("refinement made no progress")
            case Learnt(pivot):
                self.learnt()
                self._rebuild(path, pivot)
                return None
        if self.failures.violates(path.steps[-1]):
            return counterexample(self.program, self.task, path.steps, found)
        self.failures.possible(path.steps[-1])
        return None

    def _rebuild(self, path: ErrorPath[S], pivot: int) -> None:
        """What lies after the node before the one of that number is computed anew."""
        if pivot == 0 or not self.lazy:
            path.nodes[-1].alive = False
            self.begin()
            return
        below = path.nodes[pivot - 1]
        for node in self.graph.remove_below(below):
            self.waiting.push(node)
        self.waiting.push(below)
