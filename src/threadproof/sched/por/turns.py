"""Persistent sets of cooperative threads: which of the threads that can run must be tried where all of them rest.

The sets are those of `stubborn`, over the static relations of whole steps (`transitions`). They depend on the control
alone, mostly on where the threads are. Inside of a step no other thread can move, and where no thread can run main
does: there is no choice in either case.

Updates that commute (`x = x + 1`) count as dependent: the check of a proof (`certify.graph.turns`) does not know that they do.
Under FairThreads the steps of an instant decide about the order of the threads for ever, so all of them depend on each other.
With a free order they do not, unless threads give orders to each other (stop, suspend, resume). What steps may do then depends on
the events that are there (`present_events`).
"""

from __future__ import annotations

from threadproof.ir import op as ops
from threadproof.sched.fairthreads import FairThreads
from threadproof.sched.por.footprint import Place
from threadproof.sched.por.present_events import PresentEvents
from threadproof.sched.por.static import NodeKnowledge
from threadproof.sched.por.stubborn import make
from threadproof.sched.por.transitions import ENDED, ThreadTransition, Transitions
from threadproof.sched.system import END, Control, System, SystemStep


class PersistentTurns:
    def __init__(self, system: System, name: str = "stub-min") -> None:
        self.system = system
        self.understood = system.program.scheduler == "systemc" or _free(system)
        self.transitions = Transitions(system.program, commuting=False)
        self._closures = make(name, self.transitions)
        self._present = PresentEvents(self.transitions)
        self._dependent: dict[tuple[Place, int, Place, int], bool] = {}

    def choose(self, control: Control, known: NodeKnowledge | SystemStep | None = None) -> frozenset[int]:
        """The threads to follow, whatever is known and whichever step led here."""
        enabled = self.system.enabled(control)
        if not self.understood or control.depth or len(enabled) < 2:
            return frozenset(enabled)
        if self.transitions.fair:
            return self._present.choose(control, enabled)
        at = tuple([None if place[1] == END else place for place in control.at])
        return frozenset(self._closures.choose(at, enabled))

    def complete(self, control: Control, known: NodeKnowledge | None, followed: frozenset[int]) -> frozenset[int]:
        """Nothing: a choice stays good."""
        return frozenset()

    def alias(self, control: Control, last: SystemStep | None, thread: int) -> None:
        """Nothing depends on the last step."""

    def dependent(self, control: Control, one: int, other: int) -> bool:
        """Whether the next steps of two threads that rest are in conflict."""
        if one == other or not self.understood:
            return True
        if self.transitions.fair:
            return self._present.clash(control, one, other)
        key = (control.at[one], one, control.at[other], other)
        found = self._dependent.get(key)
        if found is None:
            templates = tuple([ENDED if place[1] == END else place[0] for place in control.at])
            relations = self.transitions.relations(templates, 0)
            found = relations.dependent(ThreadTransition(one, control.at[one][1]), ThreadTransition(other, control.at[other][1]))
            self._dependent[key] = found
        return found


def _free(system: System) -> bool:
    kernel = None if system.kernel is None else system.kernel.kernel
    orders = ops.Suspend | ops.Resume | ops.Stop
    given = any(isinstance(op, orders) for function in system.templates for edge in function.edges for op in edge.ops)
    return isinstance(kernel, FairThreads) and kernel.free and not given
