"""Abstract states as a proof outline: intervals, strides and links become facts.

Of shared variables, a place says only what is not known everywhere (`flat`): what is said there must be shown to be stable under
what others do. Registers whose values are never read again are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from threadproof.engines.modular import strided
from threadproof.engines.modular.fixpoint import Fixpoint
from threadproof.engines.modular.state import AbstractThread
from threadproof.engines.modular.strided import Strided
from threadproof.evidence.outline import FactCube, ProofOutline, RestingPlace
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL
from threadproof.sched.solo import LARGEST, SELF

FEW = 8  # values that a fact lists


def export(found: Fixpoint) -> ProofOutline:
    flat = everywhere(found)
    always = [fact for variable, num in flat.items() for fact in facts(variable, num)]
    for (word, value), known in found.guarded.known.items():
        other = E.lnot(facts_of_value(word, value))
        for variable, num in known.items():
            if not strided.within(flat.get(variable, strided.whole(variable.type)), num):
                always += [E.lor(other, fact) for fact in facts(variable, num)]
    places: dict[RestingPlace, tuple[FactCube, ...]] = {}
    for place, states in found.states.items():
        cubes = {frozenset(_cube(state, flat)): None for state in states.values()}
        places[place] = tuple(cubes)
    return ProofOutline(found.program, found.solo, tuple(dict.fromkeys(always)), places)


def everywhere(found: Fixpoint) -> dict[Variable, Strided]:
    """What shared variables may be at any time."""
    flat: dict[Variable, Strided] = {}
    for variable in (*found.variables, *found.ghosts):
        flat[variable] = found.first.num(variable)
    for interference in found.interferences.values():
        for variable, num in interference.written.items():
            flat[variable] = strided.join(flat[variable], num)
    return {variable: num for variable, num in flat.items() if num != strided.whole(variable.type)}


def _cube(state: AbstractThread, flat: dict[Variable, Strided]) -> Iterator[Expr]:
    for variable in dict.fromkeys((*state.nums, *state.links)):
        num = state.num(variable)
        if variable is SELF and (num.low, num.high) == (1, LARGEST):
            continue
        if not (variable.shared and variable in flat and strided.within(flat[variable], num)):
            yield from facts(variable, num)
    for variable, (base, number) in state.links.items():
        value = E.add(E.cast(variable.type, E.var(base)), E.const(variable.type, number))
        yield E.eq(E.var(variable), value)


def facts_of_value(variable: Variable, value: int) -> Expr:
    if variable.type is BOOL:
        return E.var(variable) if value else E.lnot(E.var(variable))
    return E.eq(E.var(variable), E.const(variable.type, value))


def facts(variable: Variable, num: Strided) -> Iterable[Expr]:
    """That a variable has one of these values."""
    limits = strided.whole(variable.type)
    if num.constant is not None:
        return [facts_of_value(variable, num.low)]
    term = E.var(variable)
    found: list[Expr] = []
    if variable.type is BOOL:
        return found
    if num.low > limits.low:
        found.append(E.le(E.const(variable.type, num.low), term))
    if num.high < limits.high:
        found.append(E.le(term, E.const(variable.type, num.high)))
    if num.step > 1:
        found.append(_stepwise(term, num))
    return found


def _stepwise(term: Expr, num: Strided) -> Expr:
    """That a term, which is in the interval, is one of the values."""
    if (num.high - num.low) // num.step < FEW:
        values = range(num.low, num.high + 1, num.step)
        return reduce(E.lor, [E.eq(term, E.const(term.type, value)) for value in values])
    apart = E.sub(term, E.const(term.type, num.low))
    if not num.step & (num.step - 1):
        return E.eq(E.land(apart, E.const(term.type, num.step - 1)), E.zero(term.type))
    if not strided.exact(strided.single(num.high - num.low), term.type):
        return E.TRUE
    return E.eq(E.binary("rem", apart, E.const(term.type, num.step)), E.zero(term.type))
