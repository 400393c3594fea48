"""Interval refutation of subsumption: a variable takes values in the new state that it cannot take in the old one.

Of a value `x + k` whose literal is only bounded by the path condition (`bounds`), the least and the greatest are known, and both
occur. If one of them lies outside the bounds of the same variable in the old state, an exact comparison would say no, too; so it
would if the variable is a constant in the old state and has several values in the new one. Another reason: two variables have
the same distance in all of the old state (`x + 1` and `x + 3`), and another one in all of the new. All this is computed once per
state.
"""

from __future__ import annotations

from functools import lru_cache

from threadproof.engines.simulation import bounds
from threadproof.engines.simulation.state import Offsets, Spans, SymbolicState
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import width
from threadproof.ir.uses import expr_variables


def outside(old: SymbolicState, new: SymbolicState) -> bool:
    """Whether the new state certainly has values that the old one has not. The control of both is the same."""
    known = spans(old)
    if not known:
        return False
    for place, (low, high) in known.items():
        span = extent(new, place)
        if span is not None and (span[0] < low or high < span[1]):
            return True
    return False


def unlike(old: SymbolicState, new: SymbolicState) -> bool:
    """Whether two variables have one distance in the old state, and another in the new one. The control of both is the
    same."""
    groups = _offsets(old)[1]
    if not groups:
        return False
    known, there, values = _offsets(old)[0], _offsets(new)[0], old.values()
    for places in groups:
        seen: dict[Expr | None, int] = {}
        for place in places:
            if place in there:
                atom, offset = there[place]
                distance = known[place][1] - offset
                value = values[place]
                assert value is not None
                if (seen.setdefault(atom, distance) - distance) % (1 << width(value.type)):
                    return True
    return False


def _offsets(state: SymbolicState) -> tuple[Offsets, list[list[int]]]:
    """Of the variables that are numbers; and those that differ by constants from each other."""
    if state.offsets is None:
        found: Offsets = {}
        groups: dict[Expr, list[int]] = {}
        for place, value in enumerate(state.values()):
            if value is None or not value.type.integral:
                continue
            if value.is_const:
                found[place] = (None, int(value.payload))
                continue
            term, offset = value, 0
            if value.op == "add" and value.args[1].is_const:
                term, offset = value.args[0], int(value.args[1].payload)
            found[place] = (term, offset)
            groups.setdefault(term, []).append(place)
        state.offsets = found, [places for places in groups.values() if len(places) > 1]
    return state.offsets


def extent(state: SymbolicState, place: int) -> tuple[int, int] | None:
    """The least and the greatest value of a variable that has bounds in some state; None: not known."""
    found = spans(state).get(place)
    if found is not None:
        return found
    value = state.values()[place]
    return (int(value.payload), int(value.payload)) if value is not None and value.is_const else None


def varying(state: SymbolicState) -> frozenset[int]:
    """Variables that certainly have more than one value: no constant covers them."""
    if state.varying is None:
        conditions = frozenset[Variable]().union(*map(expr_variables, state.pc))
        bounded = {place for place, (low, high) in spans(state).items() if low < high}
        free = {place for place, value in enumerate(state.values()) if value is not None and bounds.is_free(value, conditions)}
        state.varying = frozenset(bounded | free)
    return state.varying


def spans(state: SymbolicState) -> Spans:
    if state.spans is None:
        state.spans = _spans(state) if state.pc else {}
    return state.spans


def _spans(state: SymbolicState) -> Spans:
    found, left = {}, _left(state.pc)
    for place, value in enumerate(state.values()):
        span = None if value is None or value.is_const else bounds.span(value, left)
        if span is not None:
            found[place] = span
    return found


@lru_cache(1 << 12)
def _left(pc: frozenset[Expr]) -> dict[Variable, bounds.LiteralRange]:
    """What a path condition leaves of literals that it bounds. Many states have the same."""
    mentioning: dict[Variable, list[Expr]] = {}
    for conjunct in pc:
        for literal in expr_variables(conjunct):
            mentioning.setdefault(literal, []).append(conjunct)
    domains = {literal: bounds.domain(conjuncts) for literal, conjuncts in mentioning.items()}
    return {literal: domain for literal, domain in domains.items() if domain is not None and not domain.empty}
