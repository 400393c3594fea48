"""Single-assignment registers: one edge, outside of loops, assigns them, and the value never changes again.

Handles of threads, for instance. Once such a register has a constant value it keeps it on every continuation of the path, so
this is part of the label of every node from there on, and need not be found out by refutations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from threadproof.analyses.graph import cyclic_locations
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import op_target, with_values
from threadproof.sched.system import System, SystemStep

Values = Mapping[Variable, Expr]


class Stable:
    def __init__(self, system: System) -> None:
        self.system = system
        self.registers: set[Variable] = set()
        changing: set[Variable] = set()  # in some template; others may have a register of the same name
        for function in system.templates:
            cyclic = cyclic_locations(function.edges)
            assigned = [(op_target(op), edge) for edge in function.edges for op in edge.ops]
            count = Counter(target for target, _ in assigned)
            for target, edge in assigned:
                looping = edge.source in cyclic and edge.target in cyclic
                if target is not None and not target.shared:
                    (self.registers if count[target] == 1 and not looping else changing).add(target)
        self.registers -= changing

    def after(self, known: Values, step: SystemStep) -> Values:
        new: dict[Variable, Expr] = {}
        for op in step.ops:
            if isinstance(op, ops.Assign) and self.system.register(op.target) in self.registers:
                value = with_values(op.value, {**known, **new})
                if value.is_const and not isinstance(value.type, ArrayType):
                    new[op.target] = value
        return {**known, **new} if new else known


def facts(known: Values) -> frozenset[Expr]:
    return frozenset(E.same(E.var(variable), value) for variable, value in known.items())
