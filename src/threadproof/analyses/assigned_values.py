"""What shared scalars are set to, anywhere in a lowered program."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import op_exprs
from threadproof.ir.walk import subterms

FLAGS = 40  # that a proof knows the last writer of


def mentions_self(values: Sequence[Expr]) -> bool:
    return any(node.op == "self" for value in values for node in subterms(value))


def assigned(program: Program) -> dict[Variable, list[Expr | None]]:
    """What shared scalars are set to anywhere; None stands for any value."""
    found: dict[Variable, list[Expr | None]] = {}
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                target = getattr(op, "target", None)
                if isinstance(target, Variable) and target.shared:
                    found.setdefault(target, []).append(op_exprs(op)[0] if isinstance(op, ops.Assign) else None)
    return found


def flags(program: Program) -> list[Variable]:
    """Shared scalars that are set to constants only, and to several."""
    found = []
    for variable, values in assigned(program).items():
        constants = {value for value in values if value is not None and value.is_const}
        if len(constants) == len(set(values)) and len(constants) > 1 and not isinstance(variable.type, ArrayType):
            found.append(variable)
    return found if len(found) <= FLAGS else []
