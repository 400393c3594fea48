"""A symbolic state: explicit control, a value per variable, and a path condition.

The control is what the scheduler knows and where each thread rests. Of a thread, only live registers are part of the
state, so two states with the same control have the same list of variables, and are compared value by value. A value is
a term over *literals*, variables that stand for inputs; the state means all concrete states that arise from values of
the literals which satisfy the path condition. A register that was never set holds `None`; it gets a literal when it is
first read.

Literals are numbered per type and source position, and a new one takes the smallest number that the state does not use.
Going round a cycle thus meets the same literals again, terms and solver answers are shared, and what a run has to
remember stays small. Within one state a literal has one meaning, which is all that freshness is needed for.

The path condition is a set of conjuncts. Those that say nothing about the present are dropped: whole groups of conjuncts,
connected by shared literals, none of which occurs in a value. A group that is satisfiable by itself restricts nothing, and
it is satisfiable because the path condition as a whole is. A conjunct that determines a literal is used up: the literal is
replaced by its value everywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from threadproof.errors import NOWHERE, Pos
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import FloatType, Type
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass

END = -1
Spans = dict[int, tuple[int, int]]
"""Of values that only lie between bounds, by the number of the variable: the least and the greatest."""
Offsets = dict[int, tuple[Expr | None, int]]
"""Of values that are a term and a constant, by the number of the variable; None: a constant alone."""
NO_LITERALS: frozenset[Variable] = frozenset()


class RestingThread:
    """A thread at rest: its template, its location, and the registers that are live there, in the order of `Code.live`."""

    __slots__ = ("at", "literals", "values")

    def __init__(self, at: tuple[int, int], values: tuple[Expr | None, ...]) -> None:
        self.at = at
        self.values = values
        self.literals = literals_of(values)


class SymbolicState:
    """Immutable. `structure` is equal for states that have the same control."""

    __slots__ = ("_values", "frames", "offsets", "pc", "scheduler", "shared", "spans", "split", "structure", "varying")

    def __init__(
        self, scheduler: Hashable, frames: tuple[RestingThread, ...], shared: tuple[Expr | None, ...], pc: frozenset[Expr]
    ) -> None:
        self.scheduler = scheduler
        self.frames = frames
        self.shared = shared
        self.pc = pc
        self.structure = (scheduler, tuple([frame.at for frame in frames]))
        self.spans: Spans | None = None  # this and the next ones: kept by `matching.spans`
        self.varying: frozenset[int] | None = None
        self.offsets: tuple[Offsets, list[list[int]]] | None = None
        self.split: tuple[tuple[int, ...], tuple[Expr | None, ...]] | None = None  # kept by `cache`
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
class LiteralSource:
    """Where a literal comes from."""

    type: Type
    pos: Pos = NOWHERE


class Literals:
    """All literals that were made, by source and number."""

    def __init__(self) -> None:
        self._pools: dict[LiteralSource, list[Variable]] = {}
        self._sources: dict[Variable, LiteralSource] = {}

    def fresh(self, source: LiteralSource, used: frozenset[Variable] | set[Variable]) -> Variable:
        """The first literal of this source that is not in use."""
        pool = self._pools.setdefault(source, [])
        for literal in pool:
            if literal not in used:
                return literal
        literal = Variable(f"?{len(self._sources)}", source.type)
        pool.append(literal)
        self._sources[literal] = source
        return literal

    def source(self, literal: Variable) -> LiteralSource:
        return self._sources[literal]


def relevant(pc: frozenset[Expr], live: frozenset[Variable]) -> frozenset[Expr]:
    """The path condition without what says nothing about live literals: conjuncts that are not connected to one of them."""
    if not pc:
        return pc
    mentioning: dict[Variable, list[Expr]] = {}
    for conjunct in pc:
        for literal in expr_variables(conjunct):
            mentioning.setdefault(literal, []).append(conjunct)
    kept: set[Expr] = set()
    work = [literal for literal in mentioning if literal in live]
    seen = set(work)
    while work:
        for conjunct in mentioning[work.pop()]:
            if conjunct not in kept:
                kept.add(conjunct)
                new = expr_variables(conjunct) - seen
                seen |= new
                work.extend(new)
    return pc if len(kept) == len(pc) else frozenset(kept)


def solved(conjunct: Expr) -> tuple[Variable, Expr] | None:
    """A literal that the conjunct determines, and its value."""
    match conjunct.op:
        case "var":
            return conjunct.payload, E.TRUE
        case "lnot" if conjunct.args[0].op == "var":
            return conjunct.args[0].payload, E.FALSE
        case "eq" if not isinstance(conjunct.args[0].type, FloatType):
            for one, two in (conjunct.args, conjunct.args[::-1]):
                if one.op == "var" and one.payload not in expr_variables(two):
                    return one.payload, two
    return None
