"""Which updates may be executed in any fixed order: those that can neither notice any other nor be noticed, and always complete.

A signal is an update that copies a variable of its own. A model has dozens of them, and the kernel may execute them in any order;
following all orders would be pointless. An update is *free* if it consists of accesses to known variables, delayed
notifications and branches without loops, and touches nothing that another update changes, and changes nothing that another one
touches. Executing it first is one of the orders that the kernel may choose, and whatever could happen in others still can.
"""

from __future__ import annotations

from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Function, MemoryObject
from threadproof.records import dataclass, field

_LOCAL = (ops.Assign, ops.Skip, ops.Return, ops.Now)


@dataclass(slots=True)
class UpdateFootprint:
    """The globals that an update reads and changes. `known`: there is nothing else to it, and it always completes."""

    reads: set[MemoryObject] = field(default_factory=set)
    writes: set[MemoryObject] = field(default_factory=set)
    known: bool = True

    def disturbs(self, other: UpdateFootprint) -> bool:
        return not other.known or bool(self.writes & (other.reads | other.writes))


def free_updates(updates: list[Function]) -> tuple[int, ...]:
    """Numbers, from 1, of the updates whose order does not matter."""
    found = [footprint(update) for update in updates]
    return tuple(
        number
        for number, own in enumerate(found, 1)
        if own.known and not any(own.disturbs(other) or other.disturbs(own) for other in found if other is not own)
    )


def footprint(function: Function) -> UpdateFootprint:
    found = UpdateFootprint(known=not any(edge.back for edge in function.edges))
    for edge in function.edges:
        for op in edge.ops:
            match op:
                case ops.Load(address=address):
                    _add(found, found.reads, address)
                case ops.Store(address=address):
                    _add(found, found.writes, address)
                case ops.Notify(delay=delay):
                    found.known &= delay is not None
                case ops.Assume(branch=branch):
                    found.known &= branch
                case _:
                    found.known &= isinstance(op, _LOCAL)
    return found


def _add(found: UpdateFootprint, where: set[MemoryObject], address: Expr) -> None:
    base = address.args[0] if address.op == "add" and address.args[1].is_const else address
    if base.op == "addr" and isinstance(base.payload, MemoryObject):
        where.add(base.payload)
    else:
        found.known = False
