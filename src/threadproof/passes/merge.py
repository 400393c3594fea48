"""Larger blocks: what `blocks` does for straight runs, across branches and meeting points.

A location disappears when each of its incoming edges may be joined with each of its outgoing ones: an edge still has at most one
visible unit, what may end the execution does not follow a change, and Await, Spawn and Join come first (see `blocks`; the same
test decides). So a local branch joins the access before it, and an atomic block without loops becomes one edge per path through
it: a lock is the single edge "the mutex is free, and now it is mine". Loop heads stay, hence every cycle keeps its back edge and
the elimination ends; locations whose elimination would multiply paths stay, too. Of cooperative threads nothing is visible before
they give way, and an edge ends there.

For engines that take a step per edge and pay per location. Atomic blocks that have become empty are dropped.
"""

from __future__ import annotations

from threadproof.analyses.accesses import alone_locations, observable
from threadproof.analyses.graph import with_edges
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.passes.blocks import FIRST, LAST, Blocks, OpRun
from threadproof.passes.empty_edges import without_empty
from threadproof.passes.loops import back_edges
from threadproof.passes.options import PassOptions
from threadproof.records import replace

GROWTH = 2  # by how many edges one elimination may let the automaton grow
LENGTH = 80  # operations per edge


def merge_edges(program: Program, options: PassOptions) -> Program:
    return _merge(program, GROWTH)


def gather_edges(program: Program, options: PassOptions) -> Program:
    """For engines that merge paths where they meet: the number of edges never grows."""
    return _merge(program, -1)


def _merge(program: Program, growth: int) -> Program:
    program = replace(program, functions={name: without_empty(_tidy(f), set()) for name, f in program.functions.items()})
    cooperative = program.scheduler != "preemptive"
    seen, alone = frozenset() if cooperative else observable(program), alone_locations(program)
    functions = {}
    for name, function in program.functions.items():
        functions[name] = _Merge(function, seen, alone if name == program.main else set(), growth).merged()
    return replace(program, functions=functions)


def _tidy(function: Function) -> Function:
    """Without atomic blocks around nothing."""
    return with_edges(function, [_without_idle_blocks(edge) for edge in function.edges])


def _without_idle_blocks(edge: Edge) -> Edge:
    kept: list[int] = []
    for number, op in enumerate(edge.ops):
        if isinstance(op, ops.AtomicEnd) and kept and isinstance(edge.ops[kept[-1]], ops.AtomicBegin):
            kept.pop()
        elif not isinstance(op, ops.Skip):
            kept.append(number)
    if len(kept) == len(edge.ops):
        return edge
    if not kept:
        return replace(edge, ops=(ops.Skip(),), origin=edge.origin[:1])
    origin = tuple(edge.origin[i] for i in kept) if len(edge.origin) == len(edge.ops) else ()
    return replace(edge, ops=tuple(edge.ops[i] for i in kept), origin=origin)


class _Merge(Blocks):
    def __init__(self, function: Function, seen: frozenset[Variable], alone: set[int], growth: int) -> None:
        super().__init__(function, seen, alone)
        self.growth = growth
        self.heads = {edge.target for edge in back_edges(function)} | {function.entry}
        self.sources: dict[int, list[Edge]] = {}
        for edge in self.edges:
            self.sources.setdefault(edge.target, []).append(edge)

    def merged(self) -> Function:
        work = sorted((location for location in self.out if location not in self.heads), reverse=True)
        queued = set(work)
        while work:
            location = work.pop()
            queued.discard(location)
            for neighbour in self._eliminate(location):
                if neighbour not in queued and neighbour not in self.heads:
                    queued.add(neighbour)
                    work.append(neighbour)
        return with_edges(self.function, [edge for edges in self.out.values() for edge in edges], set())

    def _eliminate(self, location: int) -> list[int]:
        """Join everything that meets there; the locations that this concerns."""
        incoming, outgoing = self.sources.get(location, []), self.out.get(location, [])
        if not incoming or not outgoing or any(edge.target == location for edge in outgoing):
            return []
        if len(incoming) * len(outgoing) > len(incoming) + len(outgoing) + self.growth:
            return []
        joined: list[Edge] = []
        for before in incoming:
            for after in outgoing:
                edge = self._joined(before, after)
                if edge is None:
                    return []
                joined.append(edge)
        for old in outgoing:
            self.sources[old.target].remove(old)
        for old in incoming:
            self.out[old.source].remove(old)
        del self.out[location], self.sources[location]
        for edge in joined:
            self.out[edge.source].append(edge)
            self.sources[edge.target].append(edge)
        return [*{edge.source for edge in incoming}, *{edge.target for edge in outgoing if edge.target in self.out}]

    def _joined(self, before: Edge, after: Edge) -> Edge | None:
        if len(before.ops) + len(after.ops) > LENGTH or isinstance(before.ops[-1], LAST):
            return None
        depth = self.depth[before.source]
        state = self.after(before, OpRun(depth, depth > 0, depth > 0))
        then = self.after(after, state)
        if then.units > 1 or then.spoilt or (state.depth == 0 and self._waits(after)):
            return None
        origin = before.origin + after.origin
        complete = len(before.origin) == len(before.ops) and len(after.origin) == len(after.ops)
        return replace(after, source=before.source, pos=before.pos, ops=before.ops + after.ops, origin=origin if complete else ())

    def _waits(self, edge: Edge) -> bool:
        """Whether it begins with an operation that decides where its thread rests."""
        depth = 0
        for op in edge.ops:
            depth += isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd)
            if depth <= 0 and isinstance(op, FIRST):
                return True
        return False
