"""Counterexample-guided abstraction refinement (CEGAR) over an abstract reachability graph, in the loop of `lazy_abstraction`.

A node that waits is covered by an older, expanded one whose state contains its own, or it is expanded: the steps of the
threads that a reduction chooses lead to new nodes. A step into a failure closes a path, which is real (an answer) or
impossible: then the abstraction is refined, and the subtree of the first node of the path whose state has changed is
built again. Nodes that were covered by removed ones wait again. When nothing waits any more, and no thread was left out
that must not be (`reach.proviso`), the graph is closed: no failure is reachable.

What an engine plugs in: the states (`initial`, `covers`, `successor`), the threads that are followed (`choose`, `postponed`),
what is learnt (`Learner`), and the proof that a closed graph is (`closed`). Why the parts fit together is said where they are.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from threadproof.evidence.result import Result, Unknown
from threadproof.reach.graph import ErrorPath, ReachGraph, ReachNode
from threadproof.reach.lazy_abstraction import LazyAbstraction
from threadproof.records import dataclass
from threadproof.refinement.refine import Feasible, UndecidedPath
from threadproof.sched.system import SystemStep

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


class Exploration(LazyAbstraction[ReachNode[S]], Generic[S]):
    graph: ReachGraph[S]

    # -- what an engine plugs in -------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def learning(self) -> Learner[S]: ...

    @abstractmethod
    def initial(self) -> ReachGraph[S]:
        """A graph of its root, with what has been learnt so far."""

    @abstractmethod
    def covers(self, older: ReachNode[S], node: ReachNode[S]) -> bool: ...

    @abstractmethod
    def choose(self, node: ReachNode[S]) -> frozenset[int]:
        """The threads that are followed from a node."""

    @abstractmethod
    def successor(self, node: ReachNode[S], step: SystemStep) -> S | None:
        """None: the step is not possible."""

    def entering(self, node: ReachNode[S], thread: int, before: frozenset[int], again: bool) -> Callable[[S], S]:
        """How states after a node are changed for what is known of the order of threads. `before`: threads that were followed
        from it; `again`: it has been expanded before."""
        return lambda state: state

    def wait(self, nodes: list[ReachNode[S]]) -> None:
        """New nodes, in the order of their threads."""
        for node in nodes:
            self.waiting.push(node)

    def learnt(self) -> None:
        """After something was learnt."""

    def covered(self, node: ReachNode[S], older: ReachNode[S]) -> None:
        """After a node was covered."""

    lazy = True  # whether only the part of the graph is built again that knows something else

    # -- the loop ----------------------------------------------------------------------------------------------------------

    def explore(self) -> Result:
        self.begin()
        return self.search()

    def begin(self) -> None:
        self.graph = self.initial()
        self.waiting.clear()
        self.waiting.push(self.graph.root)

    def visit(self, node: ReachNode[S]) -> Result | None:
        if not node.alive or node.coverer is not None or (node.expanded and not node.missing):
            return None
        return None if not node.expanded and self._covered(node) else self._expand(node)

    def require(self, node: ReachNode[S], threads: frozenset[int]) -> None:
        node.missing |= threads

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
        return self.real(path.steps, found)

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
