"""Dynamic cone of influence: assignments that no later condition depends on are not computed.

Operation b *observes* a if a writes a variable of the precision that b reads. *Real observers* are the operations
whose outcome matters whatever is observed: conditions of branches, assumptions, awaits, checks, joins, what a thread
returns. An assignment from which no chain of observations leads to a real observer need not be evaluated: its variable
becomes arbitrary if the precision mentions it, and otherwise nothing happens but that control moves on. Conditions are
never simplified.

Which operations can still happen depends on where the threads are: an operation counts only while its thread, or one that may
yet be created, can reach it. That is looked up: for every location the set of operations that can be reached from it is a bit
mask, computed once. The chains are closed per set of locations and precision, backwards from the observers, and remembered;
inside of the step itself they are followed operation by operation, so a value that is overwritten is not observed. A chain
through an edge needs no help of the precision: the edge is executed as a whole.

Why it is sound: an arbitrary value, or no knowledge at all, includes the right one. No new spurious counterexample
arises, since no condition that can still be reached depends on what was skipped; and what is unobserved stays so, since
threads only move on. A counterexample is analysed with the original operations. The old value must not stay instead: if
the variable is observed after all once the precision has grown, it would be wrong. Since what is skipped touches
nothing, partial order reduction treats steps that clash only on such variables as independent (see
`sched.por.abstract`).
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analyses.graph import components
from threadproof.domains.product import Precision
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge
from threadproof.ir.uses import expr_variables, op_exprs
from threadproof.records import dataclass
from threadproof.sched.por.footprint import Place
from threadproof.sched.system import END, HALTED, Control, System, SystemStep


@dataclass(slots=True)
class _Reach:
    """What can still happen: variables that real observers read, and assignments by number, as bit masks."""

    observed: int = 0
    assignments: int = 0

    def include(self, other: _Reach) -> bool:
        before = (self.observed, self.assignments)
        self.observed |= other.observed
        self.assignments |= other.assignments
        return before != (self.observed, self.assignments)


@dataclass(slots=True)
class _Simplified:
    """`original` is kept so that its id is not given away."""

    original: tuple[ops.DataOp, ...]
    ops: tuple[ops.DataOp, ...]
    statements: int = 0
    gone: int = 0
    havocked: int = 0


class DynamicCone:
    def __init__(self, system: System) -> None:
        self.system = system
        self._bits: dict[Variable, int] = {}
        self._flows: dict[int, list[tuple[int, int]]] = {}  # target -> (number of the assignment, what it reads)
        self._numbers = 0
        self._edges: dict[Edge, _Reach] = {}
        self._reach = self._reachable()
        self._relevant: dict[tuple[frozenset[Place], int], int] = {}
        self._simplified: dict[tuple[int, int, int], _Simplified] = {}
        self._watched: frozenset[Variable] = frozenset()
        self._mask = self._version = 0
        self.statements = self.gone = self.havocked = 0

    def watch(self, precision: Precision) -> None:
        """From now on the precision is this."""
        names = precision.tracked.union(*(expr_variables(p) for p in precision.predicates))
        if names != self._watched:
            self._watched = names
            self._version += 1
            self._mask = 0
            for variable in names:
                self._mask |= self._bit_of_instance(variable)

    def simplify(self, step: SystemStep) -> tuple[ops.DataOp, ...]:
        """The operations of a step without those that are not observed."""
        key = (id(step.ops), self._relevant_at(step.target), self._version)
        found = self._simplified.get(key)
        if found is None:
            found = self._simplified[key] = self._without_unobserved(step.ops, key[1])
        self.statements += found.statements
        self.gone += found.gone
        self.havocked += found.havocked
        return found.ops

    # -- inside of a step ------------------------------------------------------------------------------------------------

    def _without_unobserved(self, operations: tuple[ops.DataOp, ...], live: int) -> _Simplified:
        kept: list[ops.DataOp] = []
        found = _Simplified(operations, operations)
        for op in reversed(operations):
            if isinstance(op, ops.Assume):
                live |= self._reads(op)
                kept.append(op)
                continue
            found.statements += 1
            target = op.array if isinstance(op, ops.Write) else op.target
            bit = self._bit_of_instance(target)
            if bit & live or not bit:
                live = (live if isinstance(op, ops.Write) else live & ~bit) | self._reads(op)
                kept.append(op)
            elif target in self._watched and not isinstance(op, ops.Havoc):
                found.havocked += 1
                kept.append(ops.Havoc(target, ops.Origin.INPUT))
            elif target not in self._watched:
                found.gone += 1
            else:
                kept.append(op)
        if found.gone or found.havocked:
            found.ops = tuple(reversed(kept))
        return found

    def _reads(self, op: ops.DataOp) -> int:
        found = 0
        for expr in op_exprs(op):
            for variable in expr_variables(expr):
                found |= self._bit_of_instance(variable)
        return found

    def _bit_of_instance(self, variable: Variable) -> int:
        """Instances of one register count as one; 0 for what is no variable of the program (results of threads)."""
        original = variable if variable.shared else self.system.register(variable)
        return 0 if original is None else self._bit(original)

    # -- between steps ---------------------------------------------------------------------------------------------------

    def _relevant_at(self, control: Control) -> int:
        """Variables of the precision whose values may still be observed."""
        if control is HALTED:
            return 0
        places = frozenset([place for place in control.at if place[1] != END])
        key = (places, self._version)
        found = self._relevant.get(key)
        if found is None:
            found = self._relevant[key] = self._close(places)
        return found

    def _close(self, places: Iterable[Place]) -> int:
        reach = _Reach()
        for place in places:
            reach.include(self._reach[place])
        relevant = new = reach.observed & self._mask
        while new:
            bit = new & -new
            new ^= bit
            for number, reads in self._flows.get(bit, ()):
                if reach.assignments >> number & 1:
                    added = reads & self._mask & ~relevant
                    relevant |= added
                    new |= added
        return relevant

    # -- what can be reached ---------------------------------------------------------------------------------------------

    def _bit(self, variable: Variable) -> int:
        found = self._bits.get(variable)
        if found is None:
            found = self._bits[variable] = 1 << len(self._bits)
        return found

    def _reachable(self) -> dict[Place, _Reach]:
        """By place: what a thread there, and threads that it may yet create, can do. Computed component by component."""
        outgoing = self.system.outgoing
        places = [
            (t, location) for t, out in enumerate(outgoing) for location in {*out, *(e.target for es in out.values() for e in es)}
        ]
        number = {place: i for i, place in enumerate(places)}
        graph = {
            i: [number[p] for edge in outgoing[t].get(location, ()) for p in ((t, edge.target), *self._created(edge))]
            for (t, location), i in number.items()
        }
        found: list[_Reach] = [_Reach()] * len(places)
        for component in components(graph):
            reach = _Reach()
            for i in component:
                template, location = places[i]
                for edge in outgoing[template].get(location, ()):
                    reach.include(self._edge(edge))
                for following in graph[i]:
                    reach.include(found[following])
            for i in component:
                found[i] = reach
        return dict(zip(places, found, strict=True))

    def _created(self, edge: Edge) -> list[Place]:
        numbers = [
            self.system.number[op.function.payload.name]
            for op in edge.ops
            if isinstance(op, ops.Spawn) and op.function.op == "addr"
        ]
        return [(number, self.system.templates[number].entry) for number in numbers]

    def _edge(self, edge: Edge) -> _Reach:
        """What the edge as a whole observes, and what each variable that it sets is made of, in terms of the values before it."""
        found = self._edges.get(edge)
        if found is None:
            found = self._edges[edge] = _Reach()
            made: dict[Variable, int] = {}
            for op in edge.ops:
                reads = 0
                for expr in op_exprs(op):
                    for variable in expr_variables(expr):
                        reads |= made.get(variable, 0) if variable in made else self._bit(variable)
                if isinstance(op, ops.Write):
                    made[op.array] = reads | (made[op.array] if op.array in made else self._bit(op.array))
                elif isinstance(op, ops.Assign | ops.Havoc):
                    made[op.target] = reads
                else:  # also the argument of a new thread: it is observed where the thread is created
                    found.observed |= reads
            for variable, reads in made.items():
                self._flows.setdefault(self._bit(variable), []).append((self._numbers, reads))
                found.assignments |= 1 << self._numbers
                self._numbers += 1
        return found
