"""Which registers may still be read: classic backward liveness over bit sets.

A register is live at a location when some path from there reads it before setting it as a whole. A register that is live at
the entry of its function may be read before it was ever set, so it holds an arbitrary value then. Shared variables are
never dead (other threads read them) and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Op
from threadproof.ir.program import Edge
from threadproof.ir.uses import expr_variables, op_exprs, op_target


class Registers:
    """Registers as bits, and what expressions and edges read and set, remembered: for several questions about one function.

    Shared variables have no bit.
    """

    def __init__(self) -> None:
        self._bit: dict[Variable, int] = {}
        self._read: dict[Expr, int] = {}
        self._edges: dict[Edge, tuple[int, int]] = {}

    def bit(self, variable: Variable) -> int:
        """The one-element set of a register; empty for a shared variable."""
        if variable.shared:
            return 0
        found = self._bit.get(variable)
        if found is None:
            found = self._bit[variable] = 1 << len(self._bit)
        return found

    def read_by(self, expr: Expr) -> int:
        found = self._read.get(expr)
        if found is None:
            found = 0
            for variable in expr_variables(expr):
                found |= self.bit(variable)
            self._read[expr] = found
        return found

    def before(self, op: Op, after: int) -> int:
        """Live before an operation, given what is live after it."""
        target = op_target(op)
        if target is not None:
            after &= ~self.bit(target)
        for expr in op_exprs(op):
            after |= self.read_by(expr)
        return after

    def effect(self, edge: Edge) -> tuple[int, int]:
        """(what is live before the edge whatever is live after it, what else stays live if it is live after it)."""
        found = self._edges.get(edge)
        if found is None:
            read, kept = 0, -1
            for op in reversed(edge.ops):
                target = op_target(op)
                if target is not None:
                    bit = ~self.bit(target)
                    kept &= bit
                    read &= bit
                for expr in op_exprs(op):
                    read |= self.read_by(expr)
            found = self._edges[edge] = (read, kept)
        return found

    def named(self, bits: int) -> list[Variable]:
        """The registers of a set, in the order in which they were first met."""
        return [variable for variable, bit in self._bit.items() if bits & bit] if bits else []


Effect = tuple[int, int, int, int]  # source, target, and what `Registers.effect` says


def solve(effects: Iterable[Effect]) -> dict[int, int]:
    """Live registers at the locations of an automaton; where nothing is live, the location may be missing."""
    into: dict[int, list[tuple[int, int, int]]] = {}
    for source, target, read, kept in effects:
        arriving = into.get(target)
        if arriving is None:
            arriving = into[target] = []
        arriving.append((source, read, kept))
    live: dict[int, int] = {}
    work = list(into)  # every location once, then those that grew
    queued = set(work)
    while work:
        location = work.pop()
        queued.discard(location)
        after = live.get(location, 0)
        for source, read, kept in into[location]:
            old = live.get(source, 0)
            new = old | read | (after & kept)
            if new != old:
                live[source] = new
                if source in into and source not in queued:
                    queued.add(source)
                    work.append(source)
    return live


class Liveness:
    """Live registers at every location of an automaton, as bit sets."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._registers = Registers()
        self._at = solve((edge.source, edge.target, *self._registers.effect(edge)) for edge in edges)

    def at(self, location: int) -> int:
        return self._at.get(location, 0)

    def registers(self, bits: int) -> Iterator[Variable]:
        return iter(self._registers.named(bits))


def maybe_unset(entry: int, edges: Iterable[Edge], params: Iterable[Variable]) -> set[Variable]:
    """Registers that may be read before they are set."""
    live = Liveness(edges)
    return set(live.registers(live.at(entry))).difference(params)
