"""Persistent sets of cooperative threads: which of the threads that can run must be tried where all of them rest.

The sets are those of `stubborn`, over the static relations of whole steps (`transitions`). They depend on the control alone.
Inside of a step nobody else can move, and where no thread can run main does: there is no choice in either case.

Updates that commute (`x = x + 1`) count as dependent: the check of a proof (`certify.turns`) does not know that they do.
Under FairThreads the steps of an instant decide about the order of the threads for ever, so all of them depend on each other.
With a free order they do not, unless threads give orders to each other (stop, suspend, resume). Whether two steps are dependent
also depends on the events that are there: a thread that waits for one that is not does nothing else.
"""

from __future__ import annotations

from threadproof.ir import op as ops
from threadproof.ir.program import Edge
from threadproof.sched.fairthreads import FairThreads
from threadproof.sched.kernel import Running
from threadproof.sched.por.effects import CONFLICTS, Effects, merge
from threadproof.sched.por.footprint import Place
from threadproof.sched.por.static import Known
from threadproof.sched.por.stubborn import make
from threadproof.sched.por.transitions import ENDED, Transition, Transitions
from threadproof.sched.system import END, Control, Step, System


class PersistentTurns:
    def __init__(self, system: System, name: str = "stub-min") -> None:
        self.system = system
        self.understood = system.program.scheduler == "systemc" or _free(system)
        self.transitions = Transitions(system.program, commuting=False)
        self._closures = make(name, self.transitions)
        self._steps: dict[tuple[Place, frozenset[int]], Effects] = {}
        self._dependent: dict[tuple[Place, int, Place, int], bool] = {}

    def choose(self, control: Control, known: Known | Step | None = None) -> frozenset[int]:
        """The threads to follow, whatever is known and whichever step led here."""
        enabled = self.system.enabled(control)
        if not self.understood or control.depth or len(enabled) < 2:
            return frozenset(enabled)
        at = tuple([None if place[1] == END else place for place in control.at])
        return frozenset(self._closures.choose(at, enabled))

    def complete(self, control: Control, known: Known | None, followed: frozenset[int]) -> frozenset[int]:
        """Nothing: a choice stays good."""
        return frozenset()

    def alias(self, control: Control, last: Step | None, thread: int) -> None:
        """Nothing depends on the last step."""

    def dependent(self, control: Control, one: int, other: int) -> bool:
        """Whether the next steps of two threads that rest are in conflict."""
        if one == other or not self.understood:
            return True
        if self.transitions.fair:
            return self._clash(control, one, other)
        key = (control.at[one], one, control.at[other], other)
        found = self._dependent.get(key)
        if found is None:
            templates = tuple([ENDED if place[1] == END else place[0] for place in control.at])
            relations = self.transitions.relations(templates, 0)
            found = relations.dependent(Transition(one, control.at[one][1]), Transition(other, control.at[other][1]))
            self._dependent[key] = found
        return found

    # -- FairThreads: what is there now decides how far a step goes ------------------------------------------------------------

    def _clash(self, control: Control, one: int, other: int) -> bool:
        """A wait for events none of which is there ends a step, unless somebody generates one of them; that step is dependent."""
        assert isinstance(control.scheduler, Running)
        present = frozenset(control.scheduler.kernel.present)
        a, b = self._step(control.at[one], present), self._step(control.at[other], present)
        return any(mask & b.get(manner, 0) for own, mask in a.items() for manner in CONFLICTS[own])

    def _step(self, place: Place, present: frozenset[int]) -> Effects:
        """What a step from a place may do if these events are there when it begins."""
        found = self._steps.get((place, present))
        if found is None:
            here, before = set(present), -1
            while before != len(here):
                before = len(here)
                found = self._walk(place, here)
            assert found is not None
            self._steps[place, present] = found
        return found

    def _walk(self, place: Place, here: set[int]) -> Effects:
        """Events that the step itself generates are added to those that are there."""
        found: Effects = {}
        seen, stack = {place[1]}, [place[1]]
        while stack:
            for edge in self.transitions.outgoing[place[0]].get(stack.pop(), ()):
                merge(found, self.transitions.effects_of(edge))
                for op in edge.ops:
                    if isinstance(op, ops.Notify):
                        here.add(int(op.event.payload) if op.event.is_const else ANY)
                if not _gives_way(edge, here) and edge.target not in seen:
                    seen.add(edge.target)
                    stack.append(edge.target)
        return found


ANY = -1  # among events that are there: each of them may be


def _gives_way(edge: Edge, here: set[int]) -> bool:
    last = edge.ops[-1] if edge.ops else None
    if not isinstance(last, ops.Wait):
        return isinstance(last, ops.Idle)
    limited = last.timeout is not None and not (last.timeout.is_const and last.timeout.payload > 0)
    absent = all(event.is_const and int(event.payload) not in here for event in last.events)
    return not limited and absent and (ANY not in here or not last.events)


def _free(system: System) -> bool:
    kernel = None if system.kernel is None else system.kernel.kernel
    orders = ops.Suspend | ops.Resume | ops.Stop
    given = any(isinstance(op, orders) for function in system.templates for edge in function.edges for op in edge.ops)
    return isinstance(kernel, FairThreads) and kernel.free and not given
