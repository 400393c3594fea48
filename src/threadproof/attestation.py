"""What a witness says of an answer: made beside the answer, while the program and the counterexample or the proof are at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.certify.replay import replay
from threadproof.engines.base import Result, Unsafe
from threadproof.frontend.c.syntax import syntax
from threadproof.ir.program import Program
from threadproof.witness.document import CORRECTNESS, VIOLATION, Witness
from threadproof.witness.waypoints import segments

if TYPE_CHECKING:
    from threadproof.frontend.c import COptions


def attested(program: Program, result: Result, file: str, options: COptions) -> Witness | None:
    """None where there is nothing that the format can say."""
    if not isinstance(result, Unsafe):
        return Witness(CORRECTNESS)
    if result.execution is not None:
        return None
    found = segments(replay(program, result), syntax(file, options))
    return Witness(VIOLATION, found) if found else None
