"""Closed views as a proof (`evidence.graph`). Of two views that are mirror images of each other one is enough."""

from __future__ import annotations

from threadproof.engines.abstraction.views.closure import Views
from threadproof.engines.abstraction.views.moves import NO_THREAD, Key
from threadproof.engines.abstraction.views.post import Facts
from threadproof.engines.abstraction.views.view_predicates import Vocabulary
from threadproof.evidence.graph import PairClaim, PairProof
from threadproof.ir.program import Program


def export(program: Program, views: Views) -> PairProof:
    """`program`: the lowered one, whose threads still know their numbers."""
    claims = [_claim(key, list(known), views.words) for key, known in views.sets.items()]
    return PairProof(program, views.moves.system, tuple(claims))


def _claim(key: Key, cubes: list[Facts], words: Vocabulary) -> PairClaim:
    main, one, two = key
    if one == NO_THREAD != two:  # the only thread is in slot 2
        return PairClaim(main, (two,), tuple(words.back(facts, (2, 1)) for facts in cubes))
    kept: dict[Facts, None] = {}
    for facts in cubes:
        if one != two or words.back(facts, (2, 1)) not in kept:
            kept[facts] = None
    return PairClaim(main, tuple(at for at in (one, two) if at != NO_THREAD), tuple(kept))
