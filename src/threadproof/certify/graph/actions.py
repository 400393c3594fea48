"""What actions do to others, by plain walks over the automata of a lowered program; the facts that
`certify.graph.reduction` needs.

An action is a step outside of atomic blocks, or a whole atomic block. Only variables that a given set contains count. An array
that is only accessed at constant indices counts element by element.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeVar, get_args

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import op_exprs, op_target
from threadproof.ir.walk import substitute, subterms
from threadproof.records import dataclass
from threadproof.sched.system import System

Place = tuple[int, int]
"""Template and location."""

Access = tuple[Variable, Expr | None]
"""A variable, or one element of an array."""

N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class Touched:
    """What a set of edges may do to others. Of joins it only says whether there are any."""

    reads: frozenset[Access] = frozenset()
    writes: frozenset[Access] = frozenset()
    creates: bool = False
    joins: bool = False
    ends: bool = False

    def __or__(self, other: Touched) -> Touched:
        return Touched(
            self.reads | other.reads,
            self.writes | other.writes,
            self.creates or other.creates,
            self.joins or other.joins,
            self.ends or other.ends,
        )

    def written(self) -> set[Variable]:
        return {variable for variable, _ in self.writes}


class ActionBlock(NamedTuple):
    """The next action at a place: its edges by the location where they start. `ends`: there is no loop in it."""

    edges: Mapping[int, list[Edge]]
    ends: bool


class Actions:
    def __init__(self, system: System, mentioned: Iterable[Variable]) -> None:
        self.system = system
        self.mentioned = frozenset(variable for variable in mentioned if variable.shared)
        self._scattered = {
            variable
            for function in system.templates
            for edge in function.edges
            for variable, index in _accesses(edge)
            if isinstance(variable.type, ArrayType) and index is None
        }
        self._edges: dict[Edge, Touched] = {}
        self._blocks: dict[Place, ActionBlock] = {}
        self._nexts: dict[Place, Touched] = {}
        self._futures: dict[tuple[Place, frozenset[Edge]], Touched] = {}

    def block(self, place: Place) -> ActionBlock:
        """From a place outside of atomic blocks to the next such places."""
        found = self._blocks.get(place)
        if found is None:
            found = self._blocks[place] = _block(self.system.outgoing[place[0]], place[1])
        return found

    def single(self, edge: Edge) -> Touched:
        return self._union([edge])

    def next(self, place: Place) -> Touched:
        """What the next action of a thread touches."""
        found = self._nexts.get(place)
        if found is None:
            found = self._nexts[place] = self._union(e for edges in self.block(place).edges.values() for e in edges)
        return found

    def upto(self, place: Place, last: Edge) -> Touched:
        """What an action that begins at a place and has just taken an edge may have touched: edges that lead to it."""
        before: dict[int, list[Edge]] = {}
        for edges in self.block(place).edges.values():
            for edge in edges:
                before.setdefault(edge.target, []).append(edge)
        found, stack = {last: None}, [last]
        while stack:
            for edge in before.get(stack.pop().source, ()):
                if edge not in found:
                    found[edge] = None
                    stack.append(edge)
        return self._union(found)

    def future(self, place: Place, shut: frozenset[Edge]) -> Touched:
        """What a thread, and the threads that it creates, may ever do without taking one of the edges `shut`."""
        found = self._futures.get((place, shut))
        if found is None:
            found = self._futures[place, shut] = self._union(self._reachable(place, shut))
        return found

    def _reachable(self, place: Place, shut: frozenset[Edge]) -> Iterator[Edge]:
        seen, stack = {place}, [place]
        while stack:
            template, location = stack.pop()
            for edge in self.system.outgoing[template].get(location, ()):
                if edge in shut:
                    continue
                yield edge
                started = [self.system.number[name] for name in _started(edge)]
                for after in [(template, edge.target), *((t, self.system.templates[t].entry) for t in started)]:
                    if after not in seen:
                        seen.add(after)
                        stack.append(after)

    def _union(self, edges: Iterable[Edge]) -> Touched:
        found = Touched()
        for edge in edges:
            touched = self._edges.get(edge)
            if touched is None:
                touched = self._edges[edge] = self._touched(edge)
            found |= touched
        return found

    def _touched(self, edge: Edge) -> Touched:
        kinds = {type(op) for op in edge.ops}
        written = {_target(op) for op in edge.ops}
        reads = {access for op in edge.ops for expr in op_exprs(op) for access in _read(expr)}
        return Touched(
            self._seen(reads),
            self._seen(access for access in written if access is not None),
            creates=ops.Spawn in kinds,
            joins=ops.Join in kinds,
            ends=not kinds.isdisjoint(get_args(ops.ThreadEnd)),
        )

    def _seen(self, accesses: Iterable[Access]) -> frozenset[Access]:
        """Those to mentioned variables; arrays as a whole where the elements are not told apart."""
        return frozenset((v, None if v in self._scattered else index) for v, index in accesses if v in self.mentioned)


# -- edges -------------------------------------------------------------------------------------------------------------


def _accesses(edge: Edge) -> Iterator[Access]:
    for op in edge.ops:
        target = _target(op)
        if target is not None:
            yield target
        for expr in op_exprs(op):
            yield from _read(expr)


def accesses_of(edge: Edge) -> tuple[set[Access], set[Access]]:
    """Shared variables, and elements of arrays with constant indices, that an edge reads and writes."""
    reads = {access for op in edge.ops for expr in op_exprs(op) for access in _read(expr) if access[0].shared}
    written = {_target(op) for op in edge.ops}
    return reads, {access for access in written if access is not None and access[0].shared}


def _target(op: ops.Op) -> Access | None:
    if isinstance(op, ops.Write):
        return op.array, op.index if op.index.is_const else None
    target = op_target(op)
    return None if target is None else (target, None)


def _read(expr: Expr) -> Iterator[Access]:
    """Variables of an expression; elements of arrays where their index is constant."""
    if expr.op == "var":
        yield expr.payload, None
    for node in subterms(expr):
        for place, arg in enumerate(node.args):
            if arg.op == "var":
                element = node.op == "select" and place == 0 and node.args[1].is_const
                yield arg.payload, node.args[1] if element else None


def _started(edge: Edge) -> list[str]:
    return [op.function.payload.name for op in edge.ops if isinstance(op, ops.Spawn)]


def _block(outgoing: Mapping[int, list[Edge]], entry: int) -> ActionBlock:
    inside: dict[Place, list[Place]] = {}  # location and depth
    stack = [(entry, 0)]
    while stack:
        state = stack.pop()
        if state not in inside:
            location, depth = state
            afters = [(edge.target, _depth(edge, depth)) for edge in outgoing.get(location, ())]
            inside[state] = [after for after in afters if after[1] > 0]
            stack += inside[state]
    return ActionBlock({location: outgoing.get(location, []) for location, _ in inside}, not cycle(inside))


def _depth(edge: Edge, depth: int) -> int:
    """Open atomic blocks after an edge; a thread that ends leaves all of them. Nothing is after a cut, or a check that always
    fails."""
    for op in edge.ops:
        if isinstance(op, ops.Ending):
            return 0
        if isinstance(op, ops.Check) and op.condition is E.FALSE:
            return 0
        depth += isinstance(op, ops.AtomicBegin) - isinstance(op, ops.AtomicEnd)
    return depth


class ExecutedEdge:
    """One edge, executed on symbols: conditions and joined threads as terms over the state before it."""

    def __init__(self, edge: Edge) -> None:
        self.guard: list[Expr] = []  # conditions of being taken, or of failing a check
        self.gate: list[Expr] = []  # those that must hold even to get to the first check
        self.joined: list[Expr] = []
        self.drawn: dict[Variable, Variable] = {}  # symbols of what is drawn, and where it goes
        self._after: dict[Variable, Expr] = {}
        checked = False
        for op in edge.ops:
            match op:
                case ops.Assume(condition) | ops.Await(condition):
                    self.guard += _conjuncts(self._value(condition))
                    self.gate = self.gate if checked else list(self.guard)
                case ops.Check() | ops.Cut():
                    checked = True
                case ops.Assign(target, value):
                    self._after[target] = self._value(value)
                case ops.Write(array, index, value):
                    before = self._after.get(array) or E.var(array)
                    self._after[array] = E.store(before, self._value(index), self._value(value))
                case _:
                    checked = checked or isinstance(op, ops.Join | ops.Spawn)  # may fail: no such thread, too many threads
                    if isinstance(op, ops.Join):
                        self.joined.append(self._value(op.thread))
                    drawn = op_target(op)
                    if drawn is not None:
                        symbol = Variable(f"{drawn.name}?", drawn.type)
                        self.drawn[symbol], self._after[drawn] = drawn, E.var(symbol)

    def _value(self, expr: Expr) -> Expr:
        return substitute(expr, lambda node: self._after.get(node.payload) if node.op == "var" else None)


def _conjuncts(condition: Expr) -> list[Expr]:
    return [part for arg in condition.args for part in _conjuncts(arg)] if condition.op == "and" else [condition]


def cycle(graph: Mapping[N, Iterable[N]]) -> list[N]:
    """A cycle of a graph that is given by the successors of its nodes; empty if it has none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[N] = error.args[1]
        return found
    return []
