"""A quick reason why a state does not cover another one: a variable takes values in the new one that it cannot take in the old.

Of a value `x + k` whose literal is only bounded by the path condition (`bounds`), the least and the greatest are known, and both
occur. If one of them lies outside the bounds of the same variable in the old state, an exact comparison would say no, too. The
bounds are computed once per state.
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
    values, here = new.values(), {place: (low, high) for place, low, high in spans(new)}
    for place, low, high in known:
        value = values[place]
        if value is None:
            continue
        if value.is_const:
            if not low <= int(value.payload) <= high:
                return True
        elif place in here:
            least, most = here[place]
            if least < low or high < most:
                return True
    return False


def spans(state: State) -> Spans:
    if state.spans is None:
        state.spans = _spans(state) if state.pc else ()
    return state.spans


def _spans(state: State) -> Spans:
    mentioning: dict[Variable, list[Expr]] = {}
    for conjunct in state.pc:
        for literal in expr_variables(conjunct):
            mentioning.setdefault(literal, []).append(conjunct)
    found = []
    for place, value in enumerate(state.values()):
        span = None if value is None or value.is_const else bounds.span(value, mentioning)
        if span is not None:
            found.append((place, *span))
    return tuple(found)
