"""Abstract states as a proof outline: intervals, strides and links become facts.

Of shared variables, a place says only what is not known everywhere (`flat`): what is said there must be shown to be stable under
what others do. Registers whose values are never read again are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING

from threadproof.engines.modular import strided
from threadproof.engines.modular.arrays import size_of
from threadproof.engines.modular.fixpoint import Fixpoint
from threadproof.engines.modular.state import AbstractThread, AffineLink, image
from threadproof.engines.modular.strided import Strided
from threadproof.engines.modular.summaries import ArraySummary
from threadproof.evidence.outline import EVERY, FactCube, ProofOutline
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, INDEX, Type, width
from threadproof.sched.solo import LARGEST, MANY, SELF
from threadproof.sched.thread_counters import RestingPlace

if TYPE_CHECKING:
    from threadproof.engines.modular.deadlocks import WaitOrder

FEW = 8  # values that a fact lists


def export(found: Fixpoint, order: WaitOrder | None = None, split: bool = False) -> ProofOutline:
    """`order`: of threads that wait, where deadlocks are excluded. `split`: parts of the sets are wanted, so what some facts of a
    set say of others is stated, too."""
    flat = everywhere(found)
    always = [fact for variable, num in flat.items() for fact in _about(found, variable, num)]
    for flag in found.words.flags:
        always.append(reduce(E.lor, [facts_of_value(E.var(flag), value) for value in found.words.values[flag]]))
    for (word, value), known in found.guarded.known.items():
        other = E.lnot(facts_of_value(E.var(word), value))
        for variable, num in known.items():
            if not strided.within(flat.get(variable, strided.whole(variable.type)), num):
                always += [E.lor(other, fact) for fact in _about(found, variable, num)]
    places: dict[RestingPlace, tuple[FactCube, ...]] = {}
    ranks: dict[tuple[RestingPlace, FactCube], int] = {}
    for place, states in found.states.items():
        cubes: dict[FactCube, None] = {}
        for held, state in states.items():
            more = order.facts((place, held)) if order is not None else ()
            cube = frozenset((*_cube(found, place[0], state, flat, split), *more))
            cubes[cube] = None
            if order is not None and (place, held) in order.ranks:
                ranks[place, cube] = max(order.ranks[place, held], ranks.get((place, cube), 0))
        places[place] = tuple(cubes)
    alive = order.alive if order is not None else ()
    return ProofOutline(found.program, found.solo, tuple(dict.fromkeys(always)), places, alive, ranks)


def everywhere(found: Fixpoint) -> dict[Variable, Strided]:
    """What shared variables may be at any time."""
    flat: dict[Variable, Strided] = {}
    for variable in (*found.variables, *found.ghosts):
        flat[variable] = found.first.num(variable)
    for variable, written in found.effects.written.items():
        if variable in flat:
            flat[variable] = reduce(strided.join, written.values(), flat[variable])
    return {variable: num for variable, num in flat.items() if num != strided.whole(variable.type)}


def _about(found: Fixpoint, variable: Variable, num: Strided) -> Iterable[Expr]:
    """That a variable, or all elements of an array, are one of these values."""
    array = next((each for each in found.summaries.values() if each is not None and each.every is variable), None)
    return facts(E.var(variable) if array is None else _element(array.array), num)


def _cube(found: Fixpoint, template: str, state: AbstractThread, flat: dict[Variable, Strided], split: bool) -> Iterator[Expr]:
    hidden = {part for each in found.summaries.values() if each is not None for part in (each.every, each.front, each.size)}
    own, numbers = found.solo.instances[template].count, strided.made(1, LARGEST, 1)
    for variable in dict.fromkeys((*state.nums, *state.links)):
        num = state.num(variable)
        known = flat.get(variable) if variable.shared else None
        if variable in hidden or (variable is SELF and num == numbers):
            continue
        if not split and _follows(state, variable, num, hidden):
            continue
        if variable is own and (num.low, num.high) == (1, MANY):
            continue
        limit = numbers if known is None else known
        if (
            variable is found.solo.total
            and template != found.program.main
            and num.low <= 1 >= num.step
            and num.high >= limit.high
        ):
            continue  # there is a thread
        if known is None or not strided.within(known, num):
            yield from facts(E.var(variable), num)
    for variable, link in state.links.items():
        if variable not in hidden and link.base not in hidden:
            yield E.eq(E.var(variable), linked(link, variable.type))
    yield from _through_sizes(found, state)
    for summary in found.summaries.values():
        if summary is not None:
            yield from _elements(state, summary, flat)


def _follows(state: AbstractThread, variable: Variable, num: Strided, hidden: set[Variable]) -> bool:
    """Whether a link of the variable says as much."""
    link = state.links.get(variable)
    if num.constant is not None or link is None or link.base in hidden or not state.exact(link, variable.type):
        return False
    return strided.within(image(state.num(link.base), link), num)


def linked(link: AffineLink, type_: Type) -> Expr:
    scaled = E.mul(E.cast(type_, E.var(link.base)), E.const(type_, link.scale))
    return E.add(scaled, E.const(type_, link.number))


def _through_sizes(found: Fixpoint, state: AbstractThread) -> Iterator[Expr]:
    """Equalities of variables that are linked to the size of an array, which no program has."""
    for summary in found.summaries.values():
        members = [] if summary is None else sorted(state.members(summary.size), key=lambda v: v.name)
        known = [m for m in members if not m.name.endswith(".size") and state.links[m].scale == 1]
        for one, two in pairwise(known):
            if width(one.type) >= width(two.type) or state.exact(state.links[two], two.type):
                apart = state.links[two].number - state.links[one].number
                yield E.eq(E.var(two), linked(AffineLink(one, apart), two.type))


def _elements(state: AbstractThread, summary: ArraySummary, flat: dict[Variable, Strided]) -> Iterator[Expr]:
    every = state.num(summary.every)
    shared = summary.array.shared
    if not (shared and summary.every in flat and strided.within(flat[summary.every], every)):
        yield from facts(_element(summary.array), every)
    size = size_of(state, summary.array)
    front = state.num(summary.front)
    if front is strided.NONE:
        return
    link = size.link
    if link is None:
        members = sorted(state.members(summary.size), key=lambda v: v.name)
        visible = [m for m in members if not m.name.endswith(".size") and state.links[m].scale == 1]
        link = AffineLink(visible[0], -state.links[visible[0]].number) if visible else None
    if link is not None and link.base.name.endswith(".size"):
        link = None
    end = E.const(INDEX, size.num.low) if link is None else linked(link, INDEX)
    if end is E.zero(INDEX):
        return
    beyond = E.le(end, E.var(EVERY))
    element = _element(summary.array)
    said = list(facts(element, front))
    shift = state.shifts.get(summary.array)
    if shift is not None:
        said.append(E.eq(element, E.add(E.cast(element.type, E.var(EVERY)), E.const(element.type, shift))))
    for fact in said:
        yield E.lor(beyond, fact)


def _element(array: Variable) -> Expr:
    return E.select(E.var(array), E.var(EVERY))


def facts_of_value(term: Expr, value: int) -> Expr:
    if term.type is BOOL:
        return term if value else E.lnot(term)
    return E.eq(term, E.const(term.type, value))


def facts(term: Expr, num: Strided) -> Iterable[Expr]:
    """That a term has one of these values."""
    limits = strided.whole(term.type)
    if num.constant is not None:
        return [facts_of_value(term, num.low)]
    found: list[Expr] = []
    if term.type is BOOL:
        return found
    if num.low > limits.low:
        found.append(E.le(E.const(term.type, num.low), term))
    if num.high < limits.high:
        found.append(E.le(term, E.const(term.type, num.high)))
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
