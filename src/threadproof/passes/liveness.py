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


class Liveness:
    """Live registers at every location of an automaton, as bit sets."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._bit: dict[Variable, int] = {}
        self._bits_of: dict[Expr, int] = {}
        self._at: dict[int, int] = {}
        self._solve(list(edges))

    def bit(self, variable: Variable) -> int:
        """The one-element set of a register; empty for a shared variable."""
        if variable.shared:
            return 0
        found = self._bit.get(variable)
        if found is None:
            found = self._bit[variable] = 1 << len(self._bit)
        return found

    def at(self, location: int) -> int:
        return self._at.get(location, 0)

    def before(self, op: Op, after: int) -> int:
        """Live before an operation, given what is live after it."""
        target = op_target(op)
        if target is not None:
            after &= ~self.bit(target)
        for expr in op_exprs(op):
            after |= self._expr_bits(expr)
        return after

    def registers(self, bits: int) -> Iterator[Variable]:
        return (variable for variable, bit in self._bit.items() if bits & bit)

    def _expr_bits(self, expr: Expr) -> int:
        found = self._bits_of.get(expr)
        if found is None:
            found = 0
            for variable in expr_variables(expr):
                found |= self.bit(variable)
            self._bits_of[expr] = found
        return found

    def _solve(self, edges: list[Edge]) -> None:
        into: dict[int, list[tuple[int, int, int]]] = {}  # target -> (source, read there, not set there)
        everything = -1
        for edge in edges:
            gen, keep = 0, everything
            for op in reversed(edge.ops):
                target = op_target(op)
                if target is not None:
                    keep &= ~self.bit(target)
                gen = self.before(op, gen)
            into.setdefault(edge.target, []).append((edge.source, gen, keep))
        work = list(into)  # every location once, then those that grew
        queued = set(work)
        while work:
            location = work.pop()
            queued.discard(location)
            after = self._at.get(location, 0)
            for source, gen, keep in into.get(location, ()):
                old = self._at.get(source, 0)
                new = old | gen | (after & keep)
                if new != old:
                    self._at[source] = new
                    if source not in queued:
                        queued.add(source)
                        work.append(source)


def maybe_unset(entry: int, edges: Iterable[Edge], params: Iterable[Variable]) -> set[Variable]:
    """Registers that may be read before they are set."""
    live = Liveness(edges)
    return set(live.registers(live.at(entry))) - set(params)
