"""A proof for any number of threads as plain data, and back; the facts are written as those of other proofs
(`certify.graph.document`).

    views      at: where main and none, one or two other threads are; cubes: lists of numbers of facts, one of which holds as
               a whole whenever they are there

In the facts main is thread 0, the others are 1 and 2 in the order of `at`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from threadproof.certify.fields import as_list, as_numbers, as_text
from threadproof.certify.format import FormatError
from threadproof.certify.graph.document import decode_facts, encode_facts
from threadproof.certify.names import places_text
from threadproof.certify.views.unions import FactSet
from threadproof.evidence.graph import PairProof
from threadproof.sched.system import System


def encode(proof: PairProof) -> dict[str, Any]:
    data, place, _ = encode_facts(proof.system, (cube for claim in proof.claims for cube in claim.cubes))
    views = []
    for claim in proof.claims:
        at = places_text(proof.system, (claim.main, *claim.others))
        views.append({"at": at, "cubes": sorted(sorted(place[fact] for fact in cube) for cube in claim.cubes)})
    return {**data, "views": views}


def decode(data: Mapping[str, Any], system: System) -> dict[str, list[FactSet]]:
    """The cubes by place. Raises FormatError for whatever `encode` cannot have written."""
    facts, _, _ = decode_facts(data, system)
    found: dict[str, list[FactSet]] = {}
    for view in as_list(data.get("views"), "views"):
        if not isinstance(view, dict) or view.keys() != {"at", "cubes"}:
            raise FormatError(f"not a view: {view!r:.80}")
        cubes = found.setdefault(as_text(view["at"]), [])
        for cube in as_list(view["cubes"], "cubes"):
            cubes.append(tuple(facts[number] for number in as_numbers(cube, 0, len(facts))))
    return found
