"""Transaction reduction (large blocks that are safe for threads): runs of operations become one edge, without hiding
any interleaving that matters.

An edge is executed without interruption. Joining consecutive edges is safe as long as at most one of their operations can
be noticed by other threads: local operations commute with everything that other threads do. So an edge gets at most one
*visible unit*: an access to an observable variable (see `accesses`), a Spawn, Join or Await, or an atomic block (from its
begin to its end, whatever is inside). As long as main is the only thread, nothing but Spawn, Join and Await counts. Await,
Spawn and Join come first in their edge, so that whether an edge can be taken is decided where its thread rests.

What may end the execution (an assumption or a check that fails, a cut, the end of the program) does not follow a change in
the same edge: it would take the change back, although another thread may have seen it. It opens the next edge instead.

Cooperative threads are interrupted nowhere but where they give way: nothing can be noticed before, and that ends the edge.

Only straight runs are joined: not across branches, meeting points of paths, or the start. Empty edges are removed first.
"""

from __future__ import annotations

from threadproof.analyses.accesses import alone_locations, observable, op_accesses
from threadproof.analyses.graph import reachable_edges, with_edges
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.passes.empty_edges import without_empty
from threadproof.passes.options import PassOptions
from threadproof.records import dataclass, replace

FIRST = (ops.Await, ops.Spawn, ops.Join)
LAST = ops.Yielding  # where a cooperative thread gives way


def form_blocks(program: Program, options: PassOptions) -> Program:
    program = replace(program, functions={name: without_empty(f, set()) for name, f in program.functions.items()})
    cooperative = program.scheduler != "preemptive"
    seen, alone = frozenset() if cooperative else observable(program), alone_locations(program)
    functions = {}
    for name, function in program.functions.items():
        functions[name] = Blocks(function, seen, alone if name == program.main else set()).run()
    return replace(program, functions=functions)


@dataclass(frozen=True, slots=True)
class OpRun:
    """Of a run of operations: open atomic blocks, visible units, and whether others can notice a change, which was taken back."""

    depth: int
    units: int
    changed: bool
    spoilt: bool = False


class Blocks:
    def __init__(self, function: Function, seen: frozenset[Variable], alone: set[int]) -> None:
        self.function = function
        self.seen = seen
        self.alone = alone
        self.edges = reachable_edges(function)
        self.out = with_edges(function, self.edges).successors()
        self.into: dict[int, int] = {function.entry: 2}  # never joined across
        for edge in self.edges:
            self.into[edge.target] = self.into.get(edge.target, 0) + 1
        self.depth = self._depths()

    def run(self) -> Function:
        numbers = {self.function.entry: 0}
        edges: list[Edge] = []
        work = [self.function.entry]
        while work:
            location = work.pop()
            for first in self.out.get(location, ()):
                edge = self._run_from(first)
                if edge.target not in numbers:
                    numbers[edge.target] = len(numbers)
                    work.append(edge.target)
                edges.append(edge)
        edges = [replace(edge, source=numbers[edge.source], target=numbers[edge.target]) for edge in edges]
        return replace(with_edges(self.function, edges, set()), entry=0)

    def _depths(self) -> dict[int, int]:
        """How many atomic blocks are open at a location (the least, if paths disagree)."""
        depth = {self.function.entry: 0}
        work = [self.function.entry]
        while work:
            location = work.pop()
            for edge in self.out.get(location, ()):
                after = depth[location]
                for op in edge.ops:
                    after += isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd)
                after = max(0, after)
                if after < depth.get(edge.target, after + 1):
                    depth[edge.target] = after
                    work.append(edge.target)
        return depth

    def _run_from(self, edge: Edge) -> Edge:
        operations, origin = list(edge.ops), list(edge.origin)
        depth = self.depth[edge.source]
        state = self.after(edge, OpRun(depth, depth > 0, depth > 0))
        while self.into[edge.target] == 1 and len(self.out.get(edge.target, ())) == 1 and not isinstance(operations[-1], LAST):
            (following,) = self.out[edge.target]
            first = state.depth == 0 and isinstance(following.ops[0], FIRST)
            then = self.after(following, state)
            if first or then.units > 1 or then.spoilt:
                break
            state = then
            operations += following.ops
            origin += following.origin
            edge = replace(following, source=edge.source, pos=edge.pos)
        kept = [i for i, op in enumerate(operations) if not isinstance(op, ops.Skip)] or [0]
        sources = tuple(origin[i] for i in kept) if len(origin) == len(operations) else ()
        return replace(edge, ops=tuple(operations[i] for i in kept), origin=sources)

    def after(self, edge: Edge, state: OpRun) -> OpRun:
        """The state of a run after one more edge. While main is alone its accesses are not observable."""
        depth, units, changed, spoilt = state.depth, state.units, state.changed, state.spoilt
        alone = edge.source in self.alone
        for op in edge.ops:
            if isinstance(op, ops.AtomicBegin):
                units += depth == 0 and not alone
                depth += 1
            elif isinstance(op, ops.AtomicEnd):
                depth = max(0, depth - 1)
            elif isinstance(op, FIRST):
                units += depth == 0 or alone
                changed = changed or isinstance(op, ops.Spawn)
            elif not alone:
                accesses = [access for access in op_accesses(op) if access.variable in self.seen]
                units += depth == 0 and bool(accesses)
                spoilt = spoilt or (changed and depth == 0 and _may_end(op))
                changed = changed or any(access.write for access in accesses)
        return OpRun(depth, units, changed, spoilt)


def _may_end(op: ops.Op) -> bool:
    return isinstance(op, ops.Check | ops.Cut | ops.Halt) or (isinstance(op, ops.Assume) and not op.branch)
