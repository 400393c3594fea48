"""When actions can be taken, as conditions over the state before them.

Two things are read off an edge by executing it on symbols:

- *gates*: conditions over shared variables alone that must hold for the edge to be taken at all. As long as one is known to be
  false and nobody writes its variables, no thread gets past the edge, wherever the thread is now.
- *waits* of a location: conditions under which a thread that rests there is blocked (an await or an assumption of the program
  that does not hold) or ends the program. If none can hold, some edge of the location can be taken and goes on: the guards of
  branches cover all cases.

A check that fails is no obstacle: the failing step is an error that is found where the location is explored. So nothing behind a
check, a join (there may be no such thread) or a creation (there may be too many) is a gate.
"""

from __future__ import annotations

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.uses import expr_variables, op_target
from threadproof.ir.walk import substitute, subterms
from threadproof.records import dataclass, field
from threadproof.sched.por.footprint import Footprints, Place
from threadproof.sched.system import System


@dataclass(slots=True)
class Waits:
    """`blocked`: conditions of being blocked; `joins`: (condition of getting there, thread to join); `first`: the thread that
    must have ended before anything else happens; `never`: it may be blocked for other reasons."""

    blocked: list[Expr] = field(default_factory=list)
    joins: list[tuple[Expr, Expr]] = field(default_factory=list)
    first: Expr | None = None
    never: bool = False


class Guards:
    def __init__(self, system: System, footprints: Footprints) -> None:
        self.system = system
        self.footprints = footprints
        self.fresh: set[Variable] = set()
        self._waits: dict[Place, Waits] = {}
        self._mentioned: dict[Place, frozenset[Variable]] = {}
        self.gates: dict[Edge, tuple[Expr, ...]] = {}
        for template, outgoing in enumerate(system.outgoing):
            for edges in outgoing.values():
                for edge in edges:
                    found = _Reading(template == system.number[system.program.main], {}).gates(edge)
                    if found:
                        self.gates[edge] = tuple(found)

    def waits(self, place: Place) -> Waits:
        found = self._waits.get(place)
        if found is None:
            found = self._waits[place] = self._compute(place)
        return found

    def mentioned(self, place: Place) -> frozenset[Variable]:
        """Variables of what a thread may be waiting for there."""
        found = self._mentioned.get(place)
        if found is None:
            waits = self.waits(place)
            parts = [*waits.blocked, *(part for pair in waits.joins for part in pair)]
            names = {variable for part in parts for variable in expr_variables(part)}
            found = self._mentioned[place] = frozenset(names - self.fresh)
        return found

    def _compute(self, place: Place) -> Waits:
        template, location = place
        edges = self.system.outgoing[template].get(location, [])
        main = template == self.system.number[self.system.program.main]
        if not edges:
            return Waits(never=True)
        whole = self.footprints.action(place)
        if len(whole) > len(edges):  # an atomic block of several edges
            return Waits(never=any(edge.back or _obstructs(edge, main) for edge in whole))
        waits, symbols = Waits(), dict[object, Variable]()
        for edge in edges:
            _Reading(main, symbols).waits(edge, waits)
        waits.blocked = [condition for condition in waits.blocked if condition is not E.FALSE]
        self.fresh.update(symbols.values())
        opening = [edge.ops[0] for edge in edges]
        joined = {op.thread for op in opening if isinstance(op, ops.Join)}
        if len(joined) == 1 and all(isinstance(op, ops.Join) for op in opening):
            (waits.first,) = joined
        return waits


def _obstructs(edge: Edge, main: bool) -> bool:
    return any(
        isinstance(op, ops.Blocking | ops.Halt)
        or (isinstance(op, ops.Return) and main)
        or (isinstance(op, ops.Assume) and not op.branch)
        for op in edge.ops
    )


class _Reading:
    """Executes one edge on symbols. `symbols` gives the same name to what the same operation chooses on sibling edges."""

    def __init__(self, main: bool, symbols: dict[object, Variable]) -> None:
        self.main = main
        self.symbols = symbols
        self._env: dict[Variable, Expr] = {}
        self._drawn: dict[object, int] = {}

    def value(self, expr: Expr) -> Expr:
        return substitute(expr, lambda node: self._env.get(node.payload) if node.op == "var" else None) if self._env else expr

    def execute(self, op: ops.Op) -> None:
        match op:
            case ops.Assign(target, value):
                self._env[target] = self.value(value)
            case ops.Write(array, index, value):
                self._env[array] = E.store(self.value(E.var(array)), self.value(index), self.value(value))
            case _:
                drawn = op_target(op)
                if drawn is not None:
                    self._drawn[op] = self._drawn.get(op, 0) + 1
                    symbol = self.symbols.setdefault((op, self._drawn[op]), Variable(f"{drawn.name}?", drawn.type))
                    self._env[drawn] = E.var(symbol)

    def gates(self, edge: Edge) -> list[Expr]:
        found = []
        for op in edge.ops:
            if isinstance(op, ops.Failing):
                break
            if isinstance(op, ops.Assume | ops.Await):
                found += [part for part in _conjuncts(self.value(op.condition)) if _is_shared(part)]
            self.execute(op)
        return found

    def waits(self, edge: Edge, waits: Waits) -> None:
        path = E.TRUE
        for op in edge.ops:
            if isinstance(op, ops.Cut) or path is E.FALSE:
                return
            if isinstance(op, ops.Halt) or (isinstance(op, ops.Return) and self.main):
                waits.blocked.append(path)
                return
            if isinstance(op, ops.Condition):
                condition = self.value(op.condition)
                if isinstance(op, ops.Await) or (isinstance(op, ops.Assume) and not op.branch):
                    waits.blocked.append(E.land(path, E.lnot(condition)))
                path = E.land(path, condition)
            if isinstance(op, ops.Join):
                waits.joins.append((path, self.value(op.thread)))
            self.execute(op)


def _conjuncts(condition: Expr) -> list[Expr]:
    found, stack = [], [condition]
    while stack:
        node = stack.pop()
        if node.op == "and":
            stack.extend(node.args)
        else:
            found.append(node)
    return found


def _is_shared(condition: Expr) -> bool:
    """Means the same to every thread, and may not hold."""
    if condition is E.FALSE:
        return True
    names = expr_variables(condition)
    return bool(names) and all(v.shared for v in names) and not any(node.op == "self" for node in subterms(condition))
