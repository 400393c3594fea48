"""Parts of steps under construction (`sched.system`)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from threadproof.errors import Pos
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.uses import with_values
from threadproof.records import dataclass
from threadproof.sched.kernel import RunningThread


@dataclass(frozen=True, slots=True)
class StepFailure:
    """Why a step leads nowhere: the kind of a failed check, or "cut"."""

    kind: str
    message: str
    pos: Pos


@dataclass(slots=True)
class Branch:
    """A step under construction."""

    ops: list[ops.DataOp]
    scheduler: Hashable
    at: list[tuple[int, int]]
    depth: int
    halted: bool = False
    choices: tuple[int, ...] = ()


class StepPlace(NamedTuple):
    thread: int
    edge: Edge
    upto: int


class StepRecipe(NamedTuple):
    """What becomes a step at every control."""

    ops: tuple[ops.DataOp, ...]
    failure: StepFailure | None
    upto: int


_INSIDE = ops.DataOp | ops.Condition | ops.Cut | ops.Skip | ops.Bracket | ops.Fence


def moves_only(edge: Edge) -> bool:
    """Whether it creates, joins and ends nothing, and atomic blocks begin and end in it."""
    depth = 0
    for op in edge.ops:
        depth += isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd)
        if depth < 0 or not isinstance(op, _INSIDE):
            return False
    return depth == 0


def running(scheduler: Hashable) -> RunningThread:
    assert isinstance(scheduler, RunningThread)
    return scheduler


def effect(operations: list[ops.DataOp]) -> tuple[dict[Variable, Expr], set[Variable]]:
    """What variables are after some operations, in terms of the values before them, and the unknowns that stand for inputs."""
    values: dict[Variable, Expr] = {}
    unknown: set[Variable] = set()
    for op in operations:
        if isinstance(op, ops.Assign):
            values[op.target] = with_values(op.value, values)
        elif not isinstance(op, ops.Assume):
            target = op.array if isinstance(op, ops.Write) else op.target
            input_ = Variable(f"{target.name}?", target.type)
            unknown.add(input_)
            values[target] = E.var(input_)
    return values, unknown
