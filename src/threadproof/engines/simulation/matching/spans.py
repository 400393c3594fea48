"""A quick reason why a state does not cover another one: a variable takes values in the new one that it cannot take in the old.

Of a value `x + k` whose literal is only bounded by the path condition (`bounds`), the least and the greatest are known, and both
occur. If one of them lies outside the bounds of the same variable in the old state, an exact comparison would say no, too; so it
would if the variable is a constant in the old state and has several values in the new one. All this is computed once per state.
"""

from __future__ import annotations

from threadproof.engines.simulation import bounds
from threadproof.engines.simulation.state import Spans, State
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables


def outside(old: State, new: State) -> bool:
    """Whether the new state certainly has values that the old one has not. The control of both is the same."""
    known = spans(old)
    if not known:
        return False
    for place, (low, high) in known.items():
        span = extent(new, place)
        if span is not None and (span[0] < low or high < span[1]):
            return True
    return False


def extent(state: State, place: int) -> tuple[int, int] | None:
    """The least and the greatest value of a variable that has bounds in some state; None: not known."""
    found = spans(state).get(place)
    if found is not None:
        return found
    value = state.values()[place]
    return (int(value.payload), int(value.payload)) if value is not None and value.is_const else None


def varying(state: State) -> frozenset[int]:
    """Variables that certainly have more than one value: no constant covers them."""
    if state.varying is None:
        conditions = frozenset[Variable]().union(*map(expr_variables, state.pc))
        bounded = {place for place, (low, high) in spans(state).items() if low < high}
        free = {place for place, value in enumerate(state.values()) if value is not None and bounds.is_free(value, conditions)}
        state.varying = frozenset(bounded | free)
    return state.varying


def spans(state: State) -> Spans:
    if state.spans is None:
        state.spans = _spans(state) if state.pc else {}
    return state.spans


def _spans(state: State) -> Spans:
    mentioning: dict[Variable, list[Expr]] = {}
    for conjunct in state.pc:
        for literal in expr_variables(conjunct):
            mentioning.setdefault(literal, []).append(conjunct)
    found = {}
    for place, value in enumerate(state.values()):
        span = None if value is None or value.is_const else bounds.span(value, mentioning)
        if span is not None:
            found[place] = span
    return found
