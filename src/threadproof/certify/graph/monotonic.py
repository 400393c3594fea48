"""Monotonic partial order reduction, re-checked: when is it enough that a node, entered by a step, does not follow some
threads? The other rule beside `certify.graph.reduction`.

An execution is *monotonic* if of two adjacent actions that are apart (neither touches what the other writes, not both create a
thread, none joins while the other creates or ends one) the thread with the smaller number goes first. Exchanging adjacent actions
that are out of order ends and leads to the same state, so every failure that can be reached is reached by a monotonic
execution.

Claim: no failing step is reachable if, for every step that enters a node and every thread T that the node does not follow, the
action that ends with this step belongs to a thread greater than T and is apart from the next action of T, and if the invariants
are closed under the steps that are followed, none of which can fail. Proof: a monotonic execution stays inside the nodes. By
induction over its length the state after each action lies in a node that was entered by this action's last step. The next
action belongs to a thread that the node follows: for any other one, the two actions would be out of order.

The action that ends with a step counts as all that an atomic block in which the step's edge occurs can have done on the way to
it: what other paths through the block do is of no matter, since exchanged are actions that were taken. Two single steps are
also apart if all that they have in common are elements of arrays whose indices differ in the state before them. That is judged
by the facts of the node that the first step comes from. The second one's index is the same there as after the first, which
writes nothing that it depends on: what the index reads is itself among the accesses that must be different.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from threadproof.certify.graph.actions import Actions, Touched
from threadproof.certify.implication import Cube, Implications
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import op_exprs, op_target, op_variables, with_values
from threadproof.ir.walk import subterms
from threadproof.records import replace
from threadproof.sched.preemptive import Preemptive
from threadproof.sched.system import END, Control, System, SystemStep


class MonotonicCheck:
    def __init__(self, system: System, implications: Implications) -> None:
        self.system = system
        self.understood = isinstance(system.scheduler, Preemptive)
        operations = (op for function in system.templates for edge in function.edges for op in edge.ops)
        shared = {variable for op in operations for variable in op_variables(op) if variable.shared}
        self.actions = Actions(system, shared)
        self.implications = implications
        self._ending: dict[Edge, Touched] = {}

    def objection(self, control: Control, last: SystemStep | None, threads: frozenset[int], before: Cube) -> str:
        """Why the threads are not enough in a node at a control that a step enters from a cube; empty if they are."""
        if control.depth:
            return "" if threads.issuperset(self.system.enabled(control)) else "the thread in an atomic block goes on"
        for thread, (_, location) in enumerate(control.at):
            if location == END or thread in threads:
                continue
            if last is None or not self.understood or thread >= last.thread:
                return f"thread {thread} does not follow a step of a greater one"
            if not _apart(self._ends(last), self.actions.next(control.at[thread])) and not self._differ(
                control, last, thread, before
            ):
                return f"the next action of thread {thread} is not apart from the one before"
        return ""

    def _differ(self, control: Control, last: SystemStep, thread: int, before: Cube) -> bool:
        """Whether a step and the next one of a thread have only elements of arrays in common, all of them different."""
        place = control.at[thread]
        ends, following = self._ends(last), self.actions.next(place)
        if ends != self.actions.single(last.edge) or len(self.actions.block(place).edges) > 1:
            return False
        if not _apart(_without_arrays(ends), _without_arrays(following)):
            return False
        ours = _elements(last)
        for step in self.system.thread_steps(control, thread):
            for (array, index, write), (other, at, writes) in product(ours, _elements(step)):
                if array is not other or not (write or writes):
                    continue
                if index is None or at is None or not self.implications.excludes(before, E.eq(index, at)):
                    return False
        return True

    def _ends(self, step: SystemStep) -> Touched:
        """The action that ends with a step."""
        found = self._ending.get(step.edge)
        if found is None:
            found = self.actions.single(step.edge)
            for template, function in enumerate(self.system.templates):
                if step.edge in function.edges:
                    for location in {function.entry, *(edge.target for edge in function.edges)}:
                        block = self.actions.block((template, location))
                        if len(block.edges) > 1 and any(step.edge in edges for edges in block.edges.values()):
                            found |= self.actions.upto((template, location), step.edge)
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


def _without_arrays(touched: Touched) -> Touched:
    reads, writes = (
        frozenset(a for a in some if not isinstance(a[0].type, ArrayType)) for some in (touched.reads, touched.writes)
    )
    return replace(touched, reads=reads, writes=writes)


def _elements(step: SystemStep) -> list[tuple[Variable, Expr | None, bool]]:
    """Shared arrays that a step accesses: at which index, in terms of the state before the step (None: anywhere), and whether it
    writes there."""
    found: list[tuple[Variable, Expr | None, bool]] = []
    after: dict[Variable, Expr] = {}
    for op in step.ops:
        for expr in op_exprs(op):
            found += [(array, None if index is None else with_values(index, after), False) for array, index in _reads(expr)]
        target = op_target(op)
        if isinstance(op, ops.Write):
            found.append((op.array, with_values(op.index, after), True))
            target = op.array
        elif target is not None:
            found.append((target, None, True))
        if target is not None:
            unknown = E.var(Variable(f"{target.name}?", target.type))
            after[target] = with_values(op.value, after) if isinstance(op, ops.Assign) else unknown
    return [access for access in found if access[0].shared and isinstance(access[0].type, ArrayType)]


def _reads(expr: Expr) -> Iterator[tuple[Variable, Expr | None]]:
    if expr.op == "var":
        yield expr.payload, None
    for node in subterms(expr):
        for position, arg in enumerate(node.args):
            if arg.op == "var":
                yield arg.payload, node.args[1] if node.op == "select" and position == 0 else None
