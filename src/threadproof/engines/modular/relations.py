"""Facts worth trying: relations between variables of one thread, shared variables and thread counters.

For each place, and for what holds always, a list of candidates over the variables that failing checks depend on: comparisons of
two of them, also plus or minus one, and of sums with the largest number of their type; comparisons with constants of the
program; the sums of `modular.counting`; the same where a flag, or a register that holds constants, has a certain value; that the
thread is the one whose number a variable holds. For two places: comparisons of registers of two threads. Which of them
hold is found out by `modular.weakening`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations

from threadproof.analyses.liveness import Liveness
from threadproof.engines.modular.counting import CountedSum, Counting
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import U32, IntType
from threadproof.ir.uses import expr_variables, op_changed, op_exprs, op_variables
from threadproof.ir.walk import subterms
from threadproof.sched.other_thread import OtherThread
from threadproof.sched.solo import Solo
from threadproof.sched.thread_counters import RestingPlace

CONSTANTS = 8  # of the program, with which variables are compared
FLAG = 3  # values of a flag
PLENTY = 60  # variables that checks may depend on


class CandidateFacts:
    def __init__(self, solo: Solo, counted: Counting, relevant: frozenset[Variable]) -> None:
        self.solo, self.program, self.counted, self.relevant = solo, solo.program, counted, relevant
        self.shared = sorted((v for v in relevant if v.shared and _number(v)), key=lambda v: v.name)
        self.constants = _constants(self.program, relevant)
        self.values = _flag_values(self.program, relevant)
        self.sums = [fact for sum_ in counted.sums for fact in self._sums(sum_)]
        self.together = _together(self.program)
        self.compared = _compared_registers(self.program) & relevant
        self._live: dict[str, Liveness] = {}
        self.common = list(dict.fromkeys(self._always()))

    def registers(self, place: RestingPlace) -> list[Variable]:
        """Relevant ones that may still be read, or were compared with something on the way: also where nobody reads a ticket any
        more, it is told apart from those of others."""
        mine = {v for v in self.compared if v in self._assigned(place[0])}
        return sorted((v for v in self.live(place) | mine if v in self.relevant and _number(v)), key=lambda v: v.name)

    def live(self, place: RestingPlace) -> frozenset[Variable]:
        template, location = place
        function = self.solo.functions[template].name
        if function not in self._live:
            self._live[function] = Liveness(self.program.functions[function].edges)
        live = self._live[function]
        return frozenset(live.registers(live.at(location)))

    def _assigned(self, template: str) -> frozenset[Variable]:
        edges = self.solo.functions[template].edges
        return frozenset(changed for edge in edges for op in edge.ops if (changed := op_changed(op)) is not None)

    def _always(self) -> Iterator[Expr]:
        plain = list(self._comparisons(self.shared, self.shared))
        yield from plain
        yield from self.sums
        for counter in self.counted.counters:
            count = E.var(counter.variable)
            yield from (E.eq(count, E.zero(U32)), E.le(count, E.const(U32, 1)))
            yield from (E.le(count, E.const(U32, value)) for value in self.constants if 1 < value < 1 << 31)
        yield from self._conditional(self.shared)

    def at(self, place: RestingPlace) -> list[Expr]:
        own = self.registers(place)
        plain = [*self._comparisons(own, (*own, *self.shared)), *self._comparisons(self.shared, self.shared)]
        counts = (E.eq(E.var(counter.variable), E.zero(U32)) for counter in self.counted.counters)
        return list(dict.fromkeys((*plain, *counts, *self._conditional(own))))

    def between(self, one: RestingPlace, two: RestingPlace, other: OtherThread) -> list[Expr]:
        """About the registers of two threads."""
        found: list[Expr] = []
        for first in self.registers(one):
            for second in self.registers(two):
                if first.type == second.type and first.type.__class__ is IntType:
                    a, b = E.var(first), E.var(other.variable(second))
                    found += [E.lnot(E.eq(a, b)), *_bounded_sum(a, b)]
                    if one != two:
                        found += [E.lt(a, b), E.lt(b, a)]
        return [fact for fact in found if not fact.is_const]

    # -- kinds of facts --------------------------------------------------------------------------------------------------

    def _comparisons(self, own: Sequence[Variable], others: Sequence[Variable]) -> Iterator[Expr]:
        seen = set()
        for one in own:
            if one not in self.values:
                for two in others:
                    if one is not two and (two, one) not in seen and one.type == two.type and self._near(one, two):
                        seen.add((one, two))
                        yield from _ordered(E.var(one), E.var(two))
                        yield from _bounded_sum(E.var(one), E.var(two))
                        if two.shared and not one.shared:
                            yield from _almost(E.var(one), E.var(two))
                for counter in self.counted.beside(one):
                    count = E.cast(one.type, E.var(counter))
                    yield from _ordered(E.var(one), count)
                    yield from _next(E.var(one), count)
                yield from self._constant(one)

    def _near(self, one: Variable, two: Variable) -> bool:
        """Registers are only related where some operation has to do with both."""
        return two not in self.values and (one.shared or two.shared or frozenset((one, two)) in self.together)

    def _constant(self, variable: Variable) -> Iterator[Expr]:
        value, type_ = E.var(variable), variable.type
        assert isinstance(type_, IntType)
        low = -(1 << type_.bits - 1) if type_.signed else 0
        high = low + (1 << type_.bits) - 1
        for number in self.constants:
            if low < number < high:
                constant = E.const(type_, number)
                yield from (E.le(value, constant), E.le(constant, value))
                if abs(number) > 1:
                    yield from (E.lt(value, constant), E.lt(constant, value))
        yield E.lnot(E.eq(value, E.zero(type_)))

    def _conditional(self, own: Sequence[Variable]) -> Iterator[Expr]:
        """What holds where a flag has a value."""
        flags = dict.fromkeys(v for v in (*own, *self.shared) if v in self.values)
        counts = [E.eq(E.var(counter.variable), E.zero(U32)) for counter in self.counted.counters]
        numbers = [E.eq(E.var(v), E.zero(v.type)) for v in dict.fromkeys((*self.shared, *own)) if v not in self.values]
        simple = [*counts, *numbers, *map(E.lnot, numbers)]
        for flag in flags:
            for value in self.values[flag]:
                otherwise = E.lnot(E.eq(E.var(flag), E.const(flag.type, value)))
                others = (E.eq(E.var(o), E.const(o.type, n)) for o in flags if o is not flag for n in self.values[o])
                for fact in (*simple, *others):
                    if any(v in own for v in (flag, *expr_variables(fact))):
                        yield E.lor(otherwise, fact)

    def _sums(self, sum_: CountedSum) -> Iterator[Expr]:
        type_ = sum_.term.type
        total = E.zero(type_)
        for factor, counter in sum_.parts:
            part = E.cast(type_, E.var(counter.variable))
            total = E.add(total, part) if factor > 0 else E.sub(total, part)
        variables = expr_variables(sum_.term)
        starts = {0, *(int(v.payload) for v in map(self.program.initial.get, variables) if v is not None and v.is_const)}
        later = _set_by_main(self.program, variables) - starts
        for start in sorted(starts | later):
            fact = E.eq(sum_.term, E.add(total, E.const(type_, start)))
            yield E.lor(E.eq(E.var(self.solo.total), E.zero(U32)), fact) if start in later else fact


def relevant(program: Program, roots: Iterable[Variable]) -> frozenset[Variable]:
    """What the values of variables depend on: through assignments, conditions of the moves in which they are changed, and, if
    that is not plenty, all conditions of functions that change them."""
    near = _closed(program, set(roots))
    functions = [f for f in program.functions.values() if any(op_changed(op) in near for edge in f.edges for op in edge.ops)]
    edges = (edge for function in functions for edge in function.edges)
    conditions = {v for edge in edges for op in edge.ops if isinstance(op, ops.Assume) for v in expr_variables(op.condition)}
    far = _closed(program, near | conditions)
    return frozenset(far if len(far) <= PLENTY else near)


def _closed(program: Program, found: set[Variable]) -> set[Variable]:
    edges = [edge for function in program.functions.values() for edge in function.edges]
    found, grown = set(found), True
    while grown:
        grown = False
        for edge in edges:
            if {op_changed(op) for op in edge.ops}.isdisjoint(found):
                continue
            for op in edge.ops:
                if op_changed(op) in found or isinstance(op, ops.Assume):
                    new = {v for expr in op_exprs(op) for v in expr_variables(expr)} - found
                    found |= new
                    grown |= bool(new)
    return found


def _number(variable: Variable) -> bool:
    return isinstance(variable.type, IntType)


def _ordered(one: Expr, two: Expr) -> list[Expr]:
    """How two terms of one type may be related; facts that are plainly true or false are left out."""
    found = [E.le(one, two), E.le(two, one), E.lt(one, two), E.lt(two, one)]
    return [fact for fact in found if not fact.is_const]


def _next(one: Expr, two: Expr) -> list[Expr]:
    step = E.const(one.type, 1)
    return [E.eq(one, E.add(two, step)), E.eq(two, E.add(one, step))]


def _almost(one: Expr, two: Expr) -> list[Expr]:
    step = E.const(one.type, 1)
    return [E.le(one, E.add(two, step)), E.le(two, E.add(one, step))]


def _bounded_sum(one: Expr, two: Expr) -> list[Expr]:
    type_ = one.type
    assert isinstance(type_, IntType)
    if not type_.signed:
        return []
    return [E.le(one, E.sub(E.const(type_, (1 << type_.bits - 1) - 1), two))]


def _compared_registers(program: Program) -> set[Variable]:
    """Registers that a condition compares with another variable."""
    found: set[Variable] = set()
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                if isinstance(op, ops.Assume):
                    for node in subterms(op.condition):
                        names = expr_variables(node) if node.op in ("eq", "lt", "le") else frozenset()
                        if len(names) > 1:
                            found |= {v for v in names if not v.shared}
    return found


def _together(program: Program) -> set[frozenset[Variable]]:
    """Pairs of registers that occur on one edge."""
    found: set[frozenset[Variable]] = set()
    for function in program.functions.values():
        for edge in function.edges:
            names = {v for op in edge.ops for v in op_variables(op) if not v.shared}
            found.update(map(frozenset, combinations(names, 2)))
    return found


def _constants(program: Program, names: frozenset[Variable]) -> list[int]:
    """Numbers that occur beside these variables, small ones first."""
    found = {0, 1}
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                roots = op_exprs(op)
                if op_changed(op) in names or any(not names.isdisjoint(expr_variables(root)) for root in roots):
                    nodes = (node for root in roots for node in subterms(root))
                    found |= {int(node.payload) for node in nodes if node.is_const and isinstance(node.type, IntType)}
    return sorted(found, key=lambda n: (abs(n), n))[:CONSTANTS]


def _flag_values(program: Program, names: frozenset[Variable]) -> dict[Variable, tuple[int, ...]]:
    """Of variables that are only ever set to few constants."""
    found: dict[Variable, set[Expr | None]] = {}
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                changed = op_changed(op)
                if changed in names and changed is not None:
                    value = op.value if isinstance(op, ops.Assign) and op.value.is_const else None
                    found.setdefault(changed, set()).add(value)
    for variable, first in program.initial.items():
        if variable in found:
            found[variable].add(first if first.is_const else None)
    values = {
        v: {int(e.payload) for e in known if e is not None} for v, known in found.items() if None not in known and _number(v)
    }
    return {variable: tuple(sorted(known)) for variable, known in values.items() if 2 <= len(known) <= FLAG}


def _set_by_main(program: Program, variables: Iterable[Variable]) -> set[int]:
    names = set(variables)
    found = (op for edge in program.entry.edges for op in edge.ops if isinstance(op, ops.Assign) and op.target in names)
    return {int(op.value.payload) for op in found if op.value.is_const}


def conjunction(facts: Iterable[Expr]) -> Expr:
    return reduce(E.land, facts, E.TRUE)
