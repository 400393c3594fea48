"""A move of a thread under construction (`sched.solo`): the path so far, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Edge
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.sched.instances import BornThread
    from threadproof.sched.solo import SoloAccess


@dataclass(slots=True)
class MovePath:
    at: int
    depth: int = 0  # of atomic blocks
    written: int = 0  # of those that the program itself began
    ops: list[ops.DataOp] = field(default_factory=list)
    born: list[BornThread] = field(default_factory=list)
    accesses: list[SoloAccess] = field(default_factory=list)
    edges: tuple[Edge, ...] = ()
    heads: tuple[int, ...] = ()  # of loops that it is in

    def copy(self) -> MovePath:
        made = [*self.ops], [*self.born], [*self.accesses]
        return MovePath(self.at, self.depth, self.written, *made, self.edges, self.heads)

    def assume(self, condition: Expr) -> bool:
        """Whether the path goes on."""
        if condition is not E.TRUE:
            self.ops.append(ops.Assume(condition, False))
        return condition is not E.FALSE
