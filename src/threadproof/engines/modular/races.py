"""Pairs of accesses that may race as far as abstract states know, in the words of a user."""

from __future__ import annotations

from threadproof.analyses.raceable import raceable
from threadproof.engines.modular import strided
from threadproof.engines.modular.fixpoint import Fixpoint, Held
from threadproof.engines.modular.interference import Profile, exclude
from threadproof.engines.modular.state import AbstractThread, NoSuchState, Term
from threadproof.engines.modular.transfer import evaluate, execute
from threadproof.ir.expr import Variable
from threadproof.ir.types import INDEX
from threadproof.ir.uses import op_changed
from threadproof.records import dataclass
from threadproof.sched.solo import SELF, SoloAccess, SoloMove


@dataclass(frozen=True, slots=True, eq=False)
class AbstractAccess:
    template: str
    access: SoloAccess
    index: Term | None
    exact: bool  # whether the index is what its link says, in the integers
    profile: Profile
    state: AbstractThread


def first_race(found: Fixpoint) -> str:
    """Two accesses that are not shown to be apart; empty if all are."""
    for variable, accesses in _by_variable(found).items():
        for number, one in enumerate(accesses):
            for two in accesses[: number + 1]:
                if _conflict(one, two) and not _apart(found, one, two):
                    return _told(found, variable, one, two)
    return ""


def lock_names(found: Fixpoint, state: AbstractThread) -> str:
    held: Held = found.words.held(state)
    names = sorted(word.name.removesuffix(".__words[0]") for word, _ in held)
    return f"with {', '.join(names)} held" if names else "without a lock"


def _by_variable(found: Fixpoint) -> dict[Variable, list[AbstractAccess]]:
    racing = raceable(found.program)
    accesses: dict[Variable, list[AbstractAccess]] = {}
    for place, states in sorted(found.states.items()):
        for state in states.values():
            seen: set[tuple[Variable, bool, bool, int]] = set()
            for move in found.solo.moves(*place):
                for access in move.accesses:
                    key = (access.access.variable, access.access.write, access.plain, access.upto)
                    if access.access.variable in racing and (access.access.index is not None or key not in seen):
                        seen.add(key)
                        made = _placed(found, state, move, access)
                        if made is not None:
                            accesses.setdefault(access.access.variable, []).append(made)
    return accesses


def _placed(found: Fixpoint, state: AbstractThread, move: SoloMove, access: SoloAccess) -> AbstractAccess | None:
    now = state.copy()
    try:
        for op in move.ops[: access.upto]:
            execute(now, op)
        index = None if access.access.index is None else evaluate(now, access.access.index)
    except NoSuchState:
        return None
    exact = index is not None and index.link is not None and now.exact(index.link, INDEX)
    written = any(op_changed(op) is not None and op_changed(op).shared for op in move.ops[: access.upto])  # type: ignore[union-attr]
    return AbstractAccess(move.template, access, index, exact, found.words.profile(state if written else now), state)


def _conflict(one: AbstractAccess, two: AbstractAccess) -> bool:
    writes = one.access.access.write or two.access.access.write
    return writes and (one.access.plain or two.access.plain)


def _apart(found: Fixpoint, one: AbstractAccess, two: AbstractAccess) -> bool:
    differ = one.index is not None and two.index is not None and strided.meet(one.index.num, two.index.num) is None
    if differ or _by_number(found, one, two) or _by_number(found, two, one):
        return True
    return exclude(found.solo, found.words, one.template, one.profile, two.template, two.profile)


def _by_number(found: Fixpoint, one: AbstractAccess, two: AbstractAccess) -> bool:
    """Whether indices differ as numbers of threads do, or as the number of the next thread and one that is there."""
    first, second = (access.index.link if access.index is not None and access.exact else None for access in (one, two))
    if first is None or second is None or first.scale != second.scale:
        return False
    if first.base is SELF and second.base is SELF:
        return first.number == second.number
    total = first.base is found.solo.total and second.base is SELF
    return total and first.scale > 0 and first.number > second.number


def _told(found: Fixpoint, variable: Variable, one: AbstractAccess, two: AbstractAccess) -> str:
    def side(access: AbstractAccess) -> str:
        how = "written" if access.access.access.write else "read"
        return f"{how} by {access.template} at line {access.access.pos.line} {lock_names(found, access.state)}"

    return f"no common protection of {variable.name}: {side(two)}, {side(one)}"
