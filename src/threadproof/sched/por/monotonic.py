"""Monotonic partial order reduction: of two adjacent actions that are independent, the thread with the smaller number
goes first.

Every finite execution can be brought into this form by exchanging adjacent independent actions that are out of order, which ends,
and changes nothing about the state that it leads to. So an error that some execution reaches is reached by a monotonic one, and
a search may leave out an action of thread T right after an action of T' > T that is independent of it.

What is left out depends on the action before: where one node stands for several paths (covering), it must follow every
thread that one of them needs. The rule for covering has to ensure that.

An action is a step outside of atomic blocks, or a whole atomic block; the one *before* a node is known by its last edge, so it
counts as everything that a block which contains this edge can do. Two single steps that share nothing but elements of arrays
are independent where the indices differ in the state before both of them: `alias` is the condition under which some do not.
After an action with a back edge nothing is left out: not needed for the argument, but loops are then seen in one order of the
threads, which makes them easier to cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import assert_never

from threadproof.analyses.accesses import SharedAccess, op_accesses
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import with_values
from threadproof.sched.por.footprint import Footprint, Footprints
from threadproof.sched.preemptive import Preemptive
from threadproof.sched.system import END, Control, System, SystemStep


class Monotonic:
    def __init__(self, system: System) -> None:
        self.system = system
        self.footprints = Footprints(system)
        self._last: dict[Edge, Footprint] = {}
        self._loops: set[Edge] = set()
        self._cells = self.footprints.scattered()
        for template, function in enumerate(system.templates):
            blocks = {edge for edge in function.edges if any(isinstance(op, ops.Bracket) for op in edge.ops)}
            for location in {function.entry, *(edge.target for edge in function.edges)} if blocks else ():
                action = self.footprints.action((template, location))
                if len(action) > len(system.outgoing[template].get(location, ())):
                    self._block((template, location), action)

    def _block(self, place: tuple[int, int], action: list[Edge]) -> None:
        together = self.footprints.next(place)
        loops = any(edge.back for edge in action)
        for edge in action:
            self._last.setdefault(edge, Footprint()).include(together)
            if loops:
                self._loops.add(edge)

    def choose(self, control: Control, last: SystemStep | None) -> frozenset[int]:
        """The threads to follow after a step."""
        threads = self.system.enabled(control)
        if last is None or control.depth or last.edge.back or last.edge in self._loops:
            return frozenset(threads)
        before = self._last.get(last.edge) or self.footprints.edge(last.edge)
        return frozenset(
            thread for thread in threads if thread >= last.thread or self.footprints.next(control.at[thread]).depends(before, -1)
        )

    def alias(self, control: Control, last: SystemStep | None, thread: int) -> Expr | None:
        """When the next action of a thread that is to be followed depends on the last step, in terms of the state before that
        step; None if that is not only a question of indices."""
        if last is None or thread >= last.thread or control.depth or last.edge.back or last.edge in self._last:
            return None
        if not isinstance(self.system.scheduler, Preemptive):
            return None
        place = control.at[thread]
        action = self.footprints.action(place)
        if len(action) > len(self.system.outgoing[place[0]].get(place[1], ())):
            return None
        if self.footprints.next(place).shared(self.footprints.edge(last.edge)) & ~self._cells:
            return None
        found = E.FALSE
        before = cells(last.ops)
        for step in self.system.thread_steps(control, thread):
            for one, other in product(before, cells(step.ops)):
                if one.variable is other.variable and (one.write or other.write):
                    if one.index is None or other.index is None:
                        return None
                    found = E.lor(found, E.eq(one.index, other.index))
        return found


def cells(operations: Sequence[ops.DataOp]) -> list[SharedAccess]:
    """The accesses of a step to shared arrays, indices in terms of the state before it."""
    found = []
    values: dict[Variable, Expr] = {}
    for op in operations:
        for access in op_accesses(op):
            if isinstance(access.variable.type, ArrayType):
                index = None if access.index is None else with_values(access.index, values)
                found.append(SharedAccess(access.variable, index, access.write))
        match op:
            case ops.Assign(target, value):
                values[target] = with_values(value, values)
            case ops.Havoc(target) | ops.Write(target):
                values[target] = E.var(Variable(f"{target.name}?", target.type))
            case ops.Assume():
                pass
            case _:
                assert_never(op)
    return found


class LocalSteps:
    """Follow only one thread where its next action is its own business: it touches nothing shared, cannot wait, and closes no
    loop. The choice depends on the control alone, so a node and the one that covers it follow the same."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.footprints = Footprints(system)

    def choose(self, control: Control, last: SystemStep | None) -> frozenset[int]:
        threads = self.system.enabled(control)
        if not control.depth:
            for thread in threads:
                if self._local(control, thread):
                    return frozenset([thread])
        return frozenset(threads)

    def alias(self, control: Control, last: SystemStep | None, thread: int) -> None:
        """Nothing depends on the last step."""

    def _local(self, control: Control, thread: int) -> bool:
        place = control.at[thread]
        touched = self.footprints.next(place)
        return (
            place[1] != END
            and not touched.reads | touched.writes
            and not any(edge.back or any(isinstance(op, _STOPS) for op in edge.ops) for edge in self.footprints.action(place))
            and all(op.branch for edge in self.footprints.action(place) for op in edge.ops if isinstance(op, ops.Assume))
        )


_STOPS = ops.Ending | ops.Await
