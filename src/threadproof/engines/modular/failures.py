"""Moves that may fail as far as abstract states know, in the words of a user."""

from __future__ import annotations

from threadproof.engines.modular.fixpoint import Fixpoint
from threadproof.engines.modular.state import AbstractThread
from threadproof.ir import op as ops
from threadproof.ir.expr import Variable
from threadproof.ir.uses import expr_variables
from threadproof.properties import checks
from threadproof.sched.branch import StepFailure
from threadproof.sched.solo import SELF, SoloMove


def first_failure(found: Fixpoint, property_: str) -> str:
    """Why the property is not shown; a violation of the property itself before anything else. Empty: no move fails."""
    open_: list[tuple[SoloMove, StepFailure, AbstractThread]] = []
    for place, states in sorted(found.states.items()):
        for state in states.values():
            for move in found.solo.moves(*place):
                if move.failure is not None and any(found.after(case, move) for case in found.words.cases(state, move)):
                    open_.append((move, move.failure, state))
    if not open_:
        return ""
    first = next((each for each in open_ if checks(property_, each[1].kind)), open_[0])
    move, failure, state = first
    where = f"{failure.pos.file}:{failure.pos.line}" if failure.pos.line else move.template
    what = failure.message or failure.kind
    if failure.kind == "cut":
        return f"{what}"
    return f"{what} ({failure.kind} at {where}) is not excluded thread by thread{_missing(found, move, state)}"


def _missing(found: Fixpoint, move: SoloMove, state: AbstractThread) -> str:
    """Which shared variables the check depends on, directly or by what was read before, and that no lock is held."""
    from threadproof.engines.modular.races import lock_names

    last = move.ops[-1] if move.ops else None
    names: set[Variable] = set(expr_variables(last.condition)) if isinstance(last, ops.Assume) else set()
    shared = sorted(v.name for v in names if v.shared and not v.name.startswith("%") and v is not SELF)
    if not shared:
        return ""
    return f": it depends on {', '.join(shared)}, accessed there {lock_names(found, state)}"
