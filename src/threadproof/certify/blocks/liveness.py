"""Live registers, for the check of proofs: those that their thread may still read before it sets them. States that
differ only in dead ones go on in the same way.

Plain iteration over the automata of a lowered program, edge by edge, until nothing changes."""

from __future__ import annotations

from threadproof.ir.expr import Variable
from threadproof.ir.program import Function
from threadproof.ir.uses import expr_variables, op_exprs, op_target
from threadproof.sched.system import END, Control, System


class Alive:
    def __init__(self, system: System) -> None:
        self.system = system
        self._live: dict[int, dict[int, set[Variable]]] = {}

    def matters(self, variable: Variable, control: Control) -> bool:
        """Whether a variable is live; shared ones always matter."""
        origin = self.system.origin(variable)
        if origin is None or origin[1] >= len(control.at):
            return True
        register, thread = origin
        template, location = control.at[thread]
        if location == END:
            return False
        if template not in self._live:
            self._live[template] = _live(self.system.templates[template])
        return location not in self._live[template] or register in self._live[template][location]


def _live(function: Function) -> dict[int, set[Variable]]:
    found: dict[int, set[Variable]] = {location: set() for edge in function.edges for location in (edge.source, edge.target)}
    grown = True
    while grown:
        grown = False
        for edge in reversed(function.edges):
            live = set(found[edge.target])
            for op in reversed(edge.ops):
                target = op_target(op)
                if target is not None:
                    live.discard(target)
                for expr in op_exprs(op):
                    live |= expr_variables(expr)
            if not live <= found[edge.source]:
                found[edge.source] |= live
                grown = True
    return found
