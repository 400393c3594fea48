"""Registers that say what has happened: results of functions, whether a compare-and-swap has worked, choices.

A register that is only ever set to few constants and decides on a branch later keeps what both ways have brought about apart, if
states are apart by its value: after `ok = (top == old) ? (top = new, 1) : 0` all that is known of `top` where `ok = 1`."""

from __future__ import annotations

from threadproof.analyses.liveness import Liveness
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Function
from threadproof.ir.types import IntType
from threadproof.ir.uses import expr_variables, op_changed
from threadproof.sched.solo import Solo
from threadproof.sched.thread_counters import RestingPlace

VALUES = 3


class ResultRegisters:
    def __init__(self, solo: Solo) -> None:
        self.solo = solo
        self._found: dict[str, tuple[Liveness, frozenset[Variable]]] = {}

    def at(self, place: RestingPlace) -> frozenset[Variable]:
        """Those that may still be read there."""
        template, location = place
        function = self.solo.functions[template]
        if function.name not in self._found:
            lowered = self.solo.program.functions[function.name]
            self._found[function.name] = Liveness(lowered.edges), _results(lowered)
        live, results = self._found[function.name]
        return results.intersection(live.registers(live.at(location))) if results else results


def _results(function: Function) -> frozenset[Variable]:
    values: dict[Variable, set[Expr | None]] = {}
    decisive: set[Variable] = set()
    for edge in function.edges:
        for op in edge.ops:
            changed = op_changed(op)
            if changed is not None and not changed.shared:
                known = isinstance(op, ops.Assign) and op.value.is_const
                values.setdefault(changed, set()).add(op.value if known else None)  # type: ignore[union-attr]
            elif isinstance(op, ops.Assume):
                decisive |= expr_variables(op.condition)
    several = {v for v, known in values.items() if None not in known and 2 <= len(known) <= VALUES}
    return frozenset(v for v in several & decisive if isinstance(v.type, IntType))
