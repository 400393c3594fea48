"""Variables that are declared but defined nowhere: another file may give them any value, so main begins by making them
arbitrary.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.ir import expr as e
from threadproof.ir.expr import Variable
from threadproof.ir.layout import leaves
from threadproof.ir.op import Cut, Havoc, Op, Origin, Store
from threadproof.ir.program import Edge, Function, MemoryObject
from threadproof.ir.types import PtrType

MOST = 4096
"""Scalars of one variable; larger ones end the exploration, because leaving them zero would be a guess."""


def make_arbitrary(main: Function, objects: Iterable[MemoryObject], pointer: PtrType) -> None:
    """Put the operations in front of the function's entry."""
    here = start = 1 + max([main.entry, *(place for edge in main.edges for place in (edge.source, edge.target))])
    steps: list[tuple[Op, MemoryObject]] = []
    for item in objects:
        parts = [] if item.layout is None else list(leaves(item.layout))
        if len(parts) > MOST:
            steps.append((Cut(f"external object {item.name} is too large"), item))
            parts = []
        for offset, type_ in parts:
            value = Variable(f"{item.name}#{offset}", type_)
            main.locals.append(value)
            address = e.add(e.addr(item, pointer), e.const(pointer, offset))
            steps += [(Havoc(value, Origin.EXTERN, item.name), item), (Store(address, e.var(value)), item)]
    made = []
    for n, (op, item) in enumerate(steps):
        target = main.entry if n == len(steps) - 1 else here + 1
        made.append(Edge(here, target, (op,), item.pos))
        here += 1
    if made:
        main.edges[:0] = made
        main.entry = start
