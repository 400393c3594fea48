"""When is it enough that a node, entered by a step, does not follow some threads? The other rule beside `certify.reduction`.

An execution is *monotonic* if of two adjacent actions that are apart (neither touches what the other writes, not both create a
thread, none joins while the other creates or ends one) the thread with the smaller number goes first. Exchanging adjacent actions
that are out of order ends and leads to the same state, so every failure that can be reached is reached by a monotonic
execution.

Claim: no failing step is reachable if, for every step that enters a node and every thread T that the node does not follow, the
action that ends with this step belongs to a thread greater than T and is apart from the next action of T, and if the invariants
are closed under the steps that are followed, none of which can fail. Proof: a monotonic execution stays inside the nodes. By
induction over its length the state after each action lies in a node that was entered by this action's last step. The next
action belongs to a thread that the node follows: for any other one, the two actions would be out of order.

The action that ends with a step counts as all that an atomic block can do in which the step's edge occurs.
"""

from __future__ import annotations

from threadproof.certify.actions import Actions, Touched
from threadproof.ir.program import Edge
from threadproof.ir.uses import op_variables
from threadproof.sched.preemptive import Preemptive
from threadproof.sched.system import END, Control, Step, System


class Monotonic:
    def __init__(self, system: System) -> None:
        self.system = system
        self.understood = isinstance(system.scheduler, Preemptive)
        operations = (op for function in system.templates for edge in function.edges for op in edge.ops)
        shared = {variable for op in operations for variable in op_variables(op) if variable.shared}
        self.actions = Actions(system, shared)
        self._ending: dict[Edge, Touched] = {}

    def objection(self, control: Control, last: Step | None, threads: frozenset[int]) -> str:
        """Why the threads are not enough in a node at a control that a step enters; empty if they are."""
        if control.depth:
            return "" if threads.issuperset(self.system.enabled(control)) else "the thread in an atomic block goes on"
        for thread, (_, location) in enumerate(control.at):
            if location == END or thread in threads:
                continue
            if last is None or not self.understood or thread >= last.thread:
                return f"thread {thread} does not follow a step of a greater one"
            if not _apart(self._ends(last), self.actions.next(control.at[thread])):
                return f"the next action of thread {thread} is not apart from the one before"
        return ""

    def _ends(self, step: Step) -> Touched:
        """The action that ends with a step."""
        found = self._ending.get(step.edge)
        if found is None:
            found = self.actions.single(step.edge)
            for template, function in enumerate(self.system.templates):
                if step.edge in function.edges:
                    for location in {function.entry, *(edge.target for edge in function.edges)}:
                        block = self.actions.block((template, location))
                        if len(block.edges) > 1 and any(step.edge in edges for edges in block.edges.values()):
                            found |= self.actions.next((template, location))
            self._ending[step.edge] = found
        return found


def _apart(a: Touched, b: Touched) -> bool:
    return (
        a.writes.isdisjoint(b.reads | b.writes)
        and a.reads.isdisjoint(b.writes)
        and not (a.creates and (b.creates or b.joins))
        and not (b.creates and a.joins)
        and not (a.joins and b.ends)
        and not (b.joins and a.ends)
    )
