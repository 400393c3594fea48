"""Which threads are worth counting: ghost counters from what moves add to shared variables.

Where every move of every thread changes a shared variable g by a constant that depends on where the thread comes from and where
it goes to, there is a *potential* p of places with p(to) - p(from) = change, and g is what it was at the start plus the sum of
the potentials of all threads. With a counter for the threads of potential at least 1, at least 2, at most -1, ... that is a sum
of counters: `readers = threads that read`. So it is for differences of two variables (`ticket - serving`), which loops leave as
they were more often than each of them.

A thread may take g into a register and write the register plus a constant later. Then it is no equality, but the same sets of
places are what bounds count by (`x <= threads that have added one`). Places may be left with different potentials, told apart by
a register that holds constants (a result, a flag): then the counter has a condition on it. Other variables are not counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import combinations

from threadproof.engines.modular.symbols import SymbolicMove, distance, symbolic
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import U8, IntType, width
from threadproof.ir.uses import expr_variables, with_values
from threadproof.records import dataclass, field
from threadproof.sched.solo import END, HALT, Solo, SoloMove
from threadproof.sched.thread_counters import RestingPlace, ThreadCounter, named_counter

MOST = 12  # counters
STEEP = 4  # potentials are at most that
VALUES = 3  # of a register by which places are told apart
Phase = tuple[int, tuple[tuple[Variable, int], ...]]
"""A location, and registers whose values are known there."""


@dataclass(frozen=True, slots=True, eq=False)
class CountedSum:
    """That the value of a term is some constant plus a sum of counters, each with a factor."""

    term: Expr
    parts: tuple[tuple[int, ThreadCounter], ...]


@dataclass(slots=True)
class Counting:
    """Counters, each set of places once, and what is counted by them."""

    counters: list[ThreadCounter] = field(default_factory=list)
    sums: list[CountedSum] = field(default_factory=list)
    copies: Mapping[Variable, Variable] = field(default_factory=dict)
    created: dict[Variable, frozenset[Variable]] = field(default_factory=dict)  # of a counter: what decides on its threads

    def beside(self, variable: Variable) -> list[Variable]:
        """Counters that a variable may be compared with."""
        base = self.copies.get(variable, variable)
        near = [counter.variable for sum_ in self.sums if base in expr_variables(sum_.term) for _, counter in sum_.parts]
        near += [counter for counter, names in self.created.items() if variable in names]
        return list(dict.fromkeys(near)) if width(variable.type) >= 32 else []

    def counter(self, places: Mapping[RestingPlace, Expr]) -> ThreadCounter:
        for known in self.counters:
            if known.places == places:
                return known
        self.counters.append(named_counter(len(self.counters), places))
        return self.counters[-1]


class NoPotential(Exception):
    """Moves do not change a term by constants that places tell."""


def counting(solo: Solo, places: Iterable[RestingPlace], variables: Iterable[Variable]) -> Counting:
    """`places` that are reached; `variables` that are worth counting."""
    moves = [(move, symbolic(move.ops)) for place in sorted(places) for move in solo.moves(*place) if _goes_on(move)]
    copies = _copies(solo.program)
    found = Counting(copies=copies)
    numbers = [v for v in variables if v.shared and isinstance(v.type, IntType) and width(v.type) >= width(U8)]
    terms = [{variable: 1} for variable in numbers]
    terms += [{one: 1, two: -1} for one, two in combinations(numbers, 2) if one.type == two.type]
    single: set[Variable] = set()
    for term in terms:
        if len(term) == 2 and not single.isdisjoint(term):
            continue
        try:
            sets = _levels(solo, moves, term, copies)
        except NoPotential:
            continue
        if sets and len(found.counters) + len(sets) <= MOST:
            single.update(term)
            counted = tuple((sign, found.counter(where)) for sign, where in sets)
            found.sums.append(CountedSum(reduce(E.add, map(_signed, term.items())), counted))
    for template in _created_in_loops(solo):
        if len(found.counters) < MOST:
            locations = {place[1] for place in places if place[0] == template}
            counter = found.counter({(template, location): E.TRUE for location in (*locations, END)})
            found.created[counter.variable] = frozenset(deciding_threads(solo, places))
    return found


def _goes_on(move: SoloMove) -> bool:
    return move.failure is None and move.target != HALT


def _signed(part: tuple[Variable, int]) -> Expr:
    return E.var(part[0]) if part[1] > 0 else E.neg(E.var(part[0]))


def _copies(program: Program) -> dict[Variable, Variable]:
    """Registers that are only ever set to one shared variable."""
    found: dict[Variable, set[Expr | None]] = {}
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                if isinstance(op, ops.Assign) and not op.target.shared:
                    found.setdefault(op.target, set()).add(op.value if op.value.op == "var" else None)
                elif isinstance(op, ops.Havoc):
                    found.setdefault(op.target, set()).add(None)
    copied: dict[Variable, Variable] = {}
    for register, values in found.items():
        value = next(iter(values))
        if len(values) == 1 and value is not None and value.payload.shared:
            copied[register] = value.payload
    return copied


def deciding_threads(solo: Solo, places: Iterable[RestingPlace]) -> set[Variable]:
    """Variables that conditions of moves which create threads mention, and registers that they change."""
    found: set[Variable] = set()
    for place in places:
        for move in solo.moves(*place):
            if move.born:
                effect = symbolic(move.ops)
                found |= {v for condition in effect.conditions for v in expr_variables(condition)}
    numbers = {copied for register, copied in _copies(solo.program).items() if register in found}
    return {v for v in found | numbers if not v.name.startswith("%total") and v not in solo.ghosts()}


def _created_in_loops(solo: Solo) -> list[str]:
    again: set[str] = set()
    for name, function in solo.functions.items():
        locations = {edge.source for edge in solo.program.functions[function.name].edges}
        for location in locations:
            for move in solo.moves(name, location):
                if move.back or name != solo.program.main:
                    again.update(born.template for born in move.born)
    return sorted(again)


# -- potentials ----------------------------------------------------------------------------------------------------------


def _levels(
    solo: Solo,
    moves: list[tuple[SoloMove, SymbolicMove]],
    term: Mapping[Variable, int],
    copies: Mapping[Variable, Variable],
) -> list[tuple[int, dict[RestingPlace, Expr]]]:
    """The sets of places of potential at least 1, 2, ..., and of at most -1, -2, ..., with their signs."""
    potentials: dict[RestingPlace, dict[Expr, int]] = {}
    for template in solo.functions:
        own = [(move, effect) for move, effect in moves if move.template == template]
        main = template == solo.program.main
        for (location, known), value in _potentials(solo.entry(template)[1], own, term, copies, main).items():
            condition = reduce(E.land, [E.eq(E.var(v), E.const(v.type, n)) for v, n in known], E.TRUE)
            potentials.setdefault((template, location), {})[condition] = value
    levels = sorted({value for by_phase in potentials.values() for value in by_phase.values()} - {0})
    if not levels or max(map(abs, levels)) > STEEP:
        if levels:
            raise NoPotential
        return []
    if any(solo.entry(template) in potentials and len(potentials[solo.entry(template)]) > 1 for template in solo.functions):
        raise NoPotential
    found = []
    for sign, end in ((1, max(levels)), (-1, -min(levels))):
        for level in range(1, end + 1):
            where = {place: _where(by_phase, sign, level) for place, by_phase in potentials.items()}
            found.append((sign, {place: condition for place, condition in where.items() if condition is not E.FALSE}))
    return [(sign, where) for sign, where in found if where]


def _where(by_phase: Mapping[Expr, int], sign: int, level: int) -> Expr:
    chosen = [condition for condition, value in by_phase.items() if sign * value >= level]
    return E.TRUE if len(chosen) == len(by_phase) else reduce(E.lor, chosen, E.FALSE)


def _potentials(
    entry: int,
    moves: list[tuple[SoloMove, SymbolicMove]],
    term: Mapping[Variable, int],
    copies: Mapping[Variable, Variable],
    main: bool,
) -> dict[Phase, int]:
    """Of each phase; first without telling phases apart, then by registers that hold constants."""
    try:
        return _walk(entry, moves, term, copies, main, frozenset())
    except NoPotential:
        chosen = _constant_registers(moves)
        if not chosen:
            raise
        return _walk(entry, moves, term, copies, main, chosen)


def _walk(
    entry: int,
    moves: list[tuple[SoloMove, SymbolicMove]],
    term: Mapping[Variable, int],
    copies: Mapping[Variable, Variable],
    main: bool,
    chosen: frozenset[Variable],
) -> dict[Phase, int]:
    found: dict[Phase, int] = {(entry, ()): 0}
    waiting: list[Phase] = [(entry, ())]
    while waiting:
        phase = waiting.pop()
        known = {variable: E.const(variable.type, value) for variable, value in phase[1]}
        for move, effect in moves:
            if move.source != phase[0] or any(with_values(c, known) is E.FALSE for c in effect.conditions):
                continue
            change = _change(effect, term, copies, main)
            target: Phase = (move.target, () if move.target == END else _after(effect, known, chosen))
            value = found[phase] + change
            if target not in found:
                found[target] = value
                if move.target != END:
                    waiting.append(target)
            elif found[target] != value:
                raise NoPotential
    return found


def _after(effect: SymbolicMove, known: Mapping[Variable, Expr], chosen: frozenset[Variable]) -> tuple[tuple[Variable, int], ...]:
    values = ((v, with_values(effect.after.get(v, E.var(v)), known)) for v in sorted(chosen, key=lambda v: v.name))
    return tuple((variable, int(value.payload)) for variable, value in values if value.is_const)


def _change(effect: SymbolicMove, term: Mapping[Variable, int], copies: Mapping[Variable, Variable], main: bool) -> int:
    """By how much a move changes a term. What main sets it to counts as no change: most often that is before all threads."""
    total = 0
    for variable, factor in term.items():
        value = effect.after.get(variable)
        if value is None:
            continue
        bases = [variable, *(register for register, copied in copies.items() if copied is variable)]
        changes = [change for base in bases if (change := distance(value, base)) is not None]
        if not changes and not main:
            raise NoPotential
        total += factor * _small(changes[0], variable) if changes else 0
    return total


def _small(change: int, variable: Variable) -> int:
    """The same number in the arithmetic of a type, nearest to 0."""
    half = 1 << width(variable.type) - 1
    return (change + half) % (2 * half) - half


def _constant_registers(moves: list[tuple[SoloMove, SymbolicMove]]) -> frozenset[Variable]:
    values: dict[Variable, set[Expr]] = {}
    for _, effect in moves:
        for variable, value in effect.after.items():
            if not variable.shared:
                values.setdefault(variable, set()).add(value)
    return frozenset(
        v
        for v, known in values.items()
        if isinstance(v.type, IntType) and len(known) <= VALUES and all(k.is_const for k in known)
    )
