"""Footprints of actions: shared variables as bit masks, of single edges, of whole atomic blocks, and of all that a
thread may still do.

An array whose indices are constants throughout the program has a bit per element, any other variable has one. Two more
bits stand for what is no variable: JOIN (ending a thread writes it, joining reads it) and SPAWN (creating a thread
writes it, because the order decides the numbers of the threads; joining reads it, because there may be no such thread
yet).
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analyses.accesses import SharedAccess, edge_accesses
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import ArrayType
from threadproof.records import dataclass
from threadproof.sched.system import System

JOIN, SPAWN = 1 << 0, 1 << 1
Place = tuple[int, int]
"""Template and location."""


@dataclass(slots=True)
class Footprint:
    reads: int = 0
    writes: int = 0

    def include(self, other: Footprint) -> None:
        self.reads |= other.reads
        self.writes |= other.writes

    def shared(self, other: Footprint) -> int:
        """What both touch and one of them writes."""
        return self.writes & (other.reads | other.writes) | self.reads & other.writes

    def depends(self, other: Footprint, mask: int) -> bool:
        """Whether they share something that one of them writes, as far as the mask lets us see it."""
        return bool(self.shared(other) & mask)


class Footprints:
    def __init__(self, system: System) -> None:
        self.system = system
        self._bits: dict[tuple[Variable, Expr | None], int] = {}
        self._whole: dict[Variable, int] = {}
        self._edges: dict[Edge, Footprint] = {}
        self._actions: dict[Place, list[Edge]] = {}
        self._next: dict[Place, Footprint] = {}
        self._future: dict[tuple[Place, frozenset[Edge]], Footprint] = {}
        accesses = [a for outgoing in system.outgoing for edges in outgoing.values() for e in edges for a in edge_accesses(e)]
        scattered = {a.variable for a in accesses if a.index is None or not a.index.is_const}
        for access in accesses:
            key = self._key(access, scattered)
            if key not in self._bits:
                self._bits[key] = 4 << len(self._bits)
                self._whole[access.variable] = self._whole.get(access.variable, 0) | self._bits[key]
        self._scattered = scattered

    @staticmethod
    def _key(access: SharedAccess, scattered: set[Variable]) -> tuple[Variable, Expr | None]:
        return access.variable, None if access.variable in scattered else access.index

    def mask(self, variables: Iterable[Variable]) -> int:
        """All that can be seen when only these variables are looked at."""
        found = JOIN | SPAWN
        for variable in variables:
            found |= self._whole.get(variable, 0)
        return found

    def scattered(self) -> int:
        """Arrays whose elements are not told apart."""
        return self.mask(v for v in self._scattered if isinstance(v.type, ArrayType)) & ~(JOIN | SPAWN)

    def edge(self, edge: Edge) -> Footprint:
        found = self._edges.get(edge)
        if found is None:
            found = self._edges[edge] = Footprint()
            for access in edge_accesses(edge):
                bit = self._bits[self._key(access, self._scattered)]
                found.reads |= 0 if access.write else bit
                found.writes |= bit if access.write else 0
            for op in edge.ops:
                found.reads |= (JOIN | SPAWN) * isinstance(op, ops.Join)
                found.writes |= JOIN * isinstance(op, ops.ThreadEnd) | SPAWN * isinstance(op, ops.Spawn)
        return found

    def action(self, place: Place) -> list[Edge]:
        """The edges of the next action of a thread: those from its location, and the rest of atomic blocks they begin."""
        found = self._actions.get(place)
        if found is None:
            found = self._actions[place] = list(_until_block_ends(self.system.outgoing[place[0]], place[1]))
        return found

    def next(self, place: Place) -> Footprint:
        found = self._next.get(place)
        if found is None:
            found = self._next[place] = Footprint()
            for edge in self.action(place):
                found.include(self.edge(edge))
        return found

    def future(self, place: Place, shut: frozenset[Edge]) -> Footprint:
        """All that a thread, and the threads it may create, can do from a place without taking one of the edges `shut`."""
        found = self._future.get((place, shut))
        if found is None:
            found = self._future[place, shut] = Footprint()
            seen, stack = {place}, [place]
            while stack:
                template, location = stack.pop()
                for edge in self.system.outgoing[template].get(location, ()):
                    if edge in shut:
                        continue
                    found.include(self.edge(edge))
                    for following in ((template, edge.target), *self._started(edge)):
                        if following not in seen:
                            seen.add(following)
                            stack.append(following)
        return found

    def _started(self, edge: Edge) -> Iterable[Place]:
        for op in edge.ops:
            if isinstance(op, ops.Spawn) and op.function.op == "addr":
                number = self.system.number[op.function.payload.name]
                yield number, self.system.templates[number].entry


def _until_block_ends(outgoing: dict[int, list[Edge]], location: int) -> Iterable[Edge]:
    seen = {(location, 0)}
    stack = [(location, 0)]
    while stack:
        at, depth = stack.pop()
        for edge in outgoing.get(at, ()):
            yield edge
            inner = depth
            for op in edge.ops:
                inner += isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd)
            if inner > 0 and (edge.target, inner) not in seen:
                seen.add((edge.target, inner))
                stack.append((edge.target, inner))
