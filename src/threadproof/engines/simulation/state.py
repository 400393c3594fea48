"""A symbolic state: explicit control, a value per variable, and a path condition.

The control is what the scheduler knows and where each thread rests. Of a thread, only registers that may still be read are
kept, so two states with the same control have the same list of variables, and are compared value by value. A value is a term
over *literals*, variables that stand for inputs; the state means all concrete states that arise from values of the literals
which satisfy the path condition. A register that was never set holds `None`; it gets a literal when it is first read.

Literals are numbered per type and source position, and a new one takes the smallest number that the state does not use.
Going round a cycle thus meets the same literals again, terms and solver answers are shared, and what a run has to
remember stays small. Within one state a literal has one meaning, which is all that freshness is needed for.

The path condition is a set of conjuncts. Those that say nothing about the present are dropped: whole groups of conjuncts,
connected by shared literals, none of which occurs in a value. A group that is satisfiable by itself restricts nothing, and
it is satisfiable because the path condition as a whole is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from threadproof.errors import NOWHERE, Pos
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import Type
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass

END = -1
NO_LITERALS: frozenset[Variable] = frozenset()


class Frame:
    """A thread at rest: its template, its location, and the registers that are live there, in the order of `Code.live`."""

    __slots__ = ("at", "literals", "values")

    def __init__(self, at: tuple[int, int], values: tuple[Expr | None, ...]) -> None:
        self.at = at
        self.values = values
        self.literals = literals_of(values)


class State:
    """Immutable. `structure` is equal for states that have the same control."""

    __slots__ = ("_values", "frames", "pc", "scheduler", "shared", "structure")

    def __init__(
        self, scheduler: Hashable, frames: tuple[Frame, ...], shared: tuple[Expr | None, ...], pc: frozenset[Expr]
    ) -> None:
        self.scheduler = scheduler
        self.frames = frames
        self.shared = shared
        self.pc = pc
        self.structure = (scheduler, tuple([frame.at for frame in frames]))
        self._values: tuple[Expr | None, ...] | None = None

    def values(self) -> tuple[Expr | None, ...]:
        """Of all variables, in the order that the structure implies."""
        if self._values is None:
            found = list(self.shared)
            for frame in self.frames:
                found += frame.values
            self._values = tuple(found)
        return self._values

    def literals(self) -> frozenset[Variable]:
        """Those that occur in a value."""
        return literals_of(self.shared).union(*[frame.literals for frame in self.frames])


def literals_of(values: Iterable[Expr | None]) -> frozenset[Variable]:
    found: frozenset[Variable] = NO_LITERALS
    for value in values:
        if value is not None and not value.is_const:
            names = expr_variables(value)
            if not names <= found:
                found |= names
    return found


@dataclass(frozen=True, slots=True)
class Source:
    """Where a literal comes from."""

    type: Type
    pos: Pos = NOWHERE


class Literals:
    """All literals that were made, by source and number."""

    def __init__(self) -> None:
        self._pools: dict[Source, list[Variable]] = {}
        self._sources: dict[Variable, Source] = {}

    def fresh(self, source: Source, used: frozenset[Variable] | set[Variable]) -> Variable:
        """The first literal of this source that is not in use."""
        pool = self._pools.setdefault(source, [])
        for literal in pool:
            if literal not in used:
                return literal
        literal = Variable(f"?{len(self._sources)}", source.type)
        pool.append(literal)
        self._sources[literal] = source
        return literal

    def source(self, literal: Variable) -> Source:
        return self._sources[literal]


def groups(conjuncts: Iterable[Expr]) -> Iterator[tuple[set[Variable], list[Expr]]]:
    """Conjuncts grouped by shared literals."""
    found: list[tuple[set[Variable], list[Expr]]] = []
    for conjunct in conjuncts:
        names, members = set(expr_variables(conjunct)), [conjunct]
        apart = []
        for group in found:
            if group[0].isdisjoint(names):
                apart.append(group)
            else:
                names |= group[0]
                members += group[1]
        found = [*apart, (names, members)]
    return iter(found)


def relevant(pc: frozenset[Expr], live: frozenset[Variable]) -> frozenset[Expr]:
    """The path condition without what says nothing about live literals."""
    if not pc:
        return pc
    kept = [conjunct for names, members in groups(pc) if not names.isdisjoint(live) for conjunct in members]
    return pc if len(kept) == len(pc) else frozenset(kept)
