"""Which reads an access depends on, for memory models that preserve nothing else (`memory`).

Followed per thread while it is executed, with sets of nodes: of each register, of the branches taken so far, and of the address
of the access at hand. Where an access through a pointer was lowered to one alternative per object, the conditions that choose
among them are its address, not branches. What arrays of one thread hold is not followed.
"""

from __future__ import annotations

from threadproof.events.event import Node
from threadproof.events.state import State
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables, op_exprs, op_target
from threadproof.ir.walk import subterms


class Dependencies:
    """Of the edge that is being executed."""

    __slots__ = ("_address", "reads", "touched", "wrote")

    def __init__(self) -> None:
        self._address = 0
        self.next()

    def next(self) -> None:
        """A new operation."""
        self.reads = 0  # nodes that it reads in
        self.touched: Node | None = None  # the last node that it accesses,
        self.wrote = False  # and whether it writes there

    def edge(self) -> None:
        self._address = 0
        self.next()

    def done(self, state: State, op: ops.Op, source: ops.Op | None) -> None:
        """After an operation, which came from `source`."""
        given = self.reads
        index = 0
        for expr in op_exprs(op):
            given |= _of(state, expr_variables(expr))
            for part in subterms(expr):
                if part.op == "select":
                    index |= _of(state, expr_variables(part.args[1]))
        if isinstance(op, ops.Condition):
            if isinstance(source, ops.Touching):
                self._address |= given
            else:
                state.branches |= given
        target = op_target(op)
        if target is not None and not (self.wrote and target.shared) and not isinstance(target.type, ArrayType):
            state.deps[target] = given
        if self.touched is not None:
            node, others = self.touched, ~(1 << self.touched.number)
            if isinstance(op, ops.Write):
                index |= _of(state, expr_variables(op.index))
            node.address |= (self._address | index) & others
            node.control |= state.branches & others
            if self.wrote:
                node.data |= given & others
        if self.reads:
            state.recent = self.reads
        self.next()


def _of(state: State, variables: frozenset[Variable]) -> int:
    found = 0
    for variable in variables:
        found |= state.deps.get(variable, 0)
    return found
