"""Thread templates prepared for symbolic execution: edges by location, live registers, and where a preemptive thread rests.

A cooperative thread rests where the kernel makes it give way. A preemptive one performs an edge with something that others can
notice, and then goes on through local edges up to the next such one. It stops before an edge that may end the execution (what
others could do in between would be lost otherwise) and at heads of loops, which keeps every transition finite.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.analyses.accesses import observable
from threadproof.analyses.liveness import Liveness
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.uses import op_variables
from threadproof.properties import checks

VISIBLE = ops.Ordering


class TemplateCode:
    """A template."""

    def __init__(self, function: Function, property_: str, seen: frozenset[Variable]) -> None:
        self.function = function
        self.property = property_
        self.seen = seen
        self.out: dict[int, tuple[Edge, ...]] = {at: tuple(edges) for at, edges in function.successors().items()}
        self.heads = {edge.target for edge in function.edges if edge.back}
        self._liveness = Liveness(function.edges)
        self._live: dict[int, tuple[Variable, ...]] = {}
        self._passes: dict[int, bool] = {}
        self._waits: dict[int, bool] = {}

    def live(self, location: int) -> tuple[Variable, ...]:
        found = self._live.get(location)
        if found is None:
            found = self._live[location] = tuple(self._liveness.registers(self._liveness.at(location)))
        return found

    def passes(self, location: int) -> bool:
        """Whether a preemptive thread goes on here, within the same transition."""
        found = self._passes.get(location)
        if found is None:
            local = all(self._is_local(op) for edge in self.out.get(location, ()) for op in edge.ops)
            found = self._passes[location] = local and location in self.out and location not in self.heads
        return found

    def may_wait(self, location: int) -> bool:
        """Whether a preemptive thread may be unable to move here."""
        found = self._waits.get(location)
        if found is None:
            found = self._waits[location] = any(isinstance(op, ops.Blocking) for op in self._extent(location))
        return found

    def _extent(self, location: int) -> Iterator[ops.Op]:
        """Operations of the transition that begins here."""
        seen, work = {(location, 0)}, [(location, 0)]
        while work:
            at, before = work.pop()
            for edge in self.out.get(at, ()):
                yield from edge.ops
                depth = before
                for op in edge.ops:
                    depth = max(0, depth + isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd))
                after = (edge.target, min(depth, 1 + len(self.out)))
                if after not in seen and (depth or self.passes(edge.target)):
                    seen.add(after)
                    work.append(after)

    def _is_local(self, op: ops.Op) -> bool:
        if isinstance(op, ops.Check) and not checks(self.property, op.kind):
            return False
        if isinstance(op, ops.Ending) or (isinstance(op, ops.Assume) and not op.branch):
            return False
        return not isinstance(op, VISIBLE) and not any(variable in self.seen for variable in op_variables(op))


def prepare(program: Program, property_: str) -> list[TemplateCode]:
    seen = observable(program)
    return [TemplateCode(function, property_, seen) for function in program.functions.values()]
