"""Paths that constant folding shows to be infeasible: a condition becomes false when the path is executed on symbols.

Sums are put together on the way, so that a token which was raised by one fifty times is what it was plus fifty, at no cost; for a
solver that is a chain of fifty adders. Conditions are not used to simplify others, so the reason is one condition, with the
assignments that its value comes from: they are a core of the path's formula. That nothing folds to false means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import assert_never

from threadproof.domains.evaluate import SymbolicEvaluator
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables, op_variables

Path = Sequence[Sequence[ops.DataOp]]


class _FoldedStep(SymbolicEvaluator):
    """Each input is a symbol of its own; conditions teach nothing."""

    def __init__(self) -> None:
        super().__init__(E.var)
        self._inputs = count()

    def havocked(self, target: Variable) -> Expr:
        return E.var(Variable(f"{target.name}?{next(self._inputs)}", target.type))

    def _learn(self, condition: Expr) -> None:
        pass


def folded(path: Path, conjuncts: Sequence[Sequence[Expr]]) -> list[Expr] | None:
    """Conjuncts that contradict each other, of the path's formula (`smt.ssa`); None if no condition folds to false."""
    run, flat = _FoldedStep(), list(_flat(path, conjuncts))
    for number, (op, _) in enumerate(flat):
        if not run.run((op,)):
            return _reason(flat[: number + 1])
    return None


def _flat(path: Path, conjuncts: Sequence[Sequence[Expr]]) -> Iterator[tuple[ops.DataOp, Expr | None]]:
    """Every operation with what the formula says about it, if anything."""
    for step, parts in zip(path, conjuncts, strict=True):
        said = iter(parts)
        for op in step:
            spoken = isinstance(op, ops.Assume) or (isinstance(op, ops.Assign) and not isinstance(op.target.type, ArrayType))
            yield op, next(said) if spoken else None


def _reason(flat: list[tuple[ops.DataOp, Expr | None]]) -> list[Expr]:
    """The last condition, and what its value comes from."""
    op, said = flat[-1]
    assert isinstance(op, ops.Assume) and said is not None
    needed, found = set(expr_variables(op.condition)), [said]
    for op, said in reversed(flat[:-1]):
        match op:
            case ops.Assign(target, value):
                if target in needed:
                    needed.remove(target)
                    needed |= expr_variables(value)
                    if said is not None:
                        found.append(said)
            case ops.Havoc(target):
                needed.discard(target)
            case ops.Write(array):
                if array in needed:
                    needed.update(op_variables(op))
            case ops.Assume():
                pass  # a condition that holds is no reason for another one to fail
            case _:
                assert_never(op)
    return [part for part in found if part is not E.TRUE]
