"""What a witness says of an answer: made beside the answer, while the program and the counterexample or the proof are at
hand.

A violation is told by its replay. The invariants of a proof are candidates (`witness.invariants`), which must hold on the
program with the invariants as assertions (`witness.instrument`): the same engine verifies it once more, and a candidate that
fails is dropped. If the time is not enough for that, those about ghosts are dropped first, then all: a witness without
invariants is a right one, too. Where an answer comes without such a proof (`explicit`, `ordering`), the candidates are what a
short exploration observes (`witness.observed_invariants`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.certify.replay.follow import replay
from threadproof.errors import UserError
from threadproof.evidence.graph import Proof
from threadproof.evidence.result import Result, Safe, Unsafe
from threadproof.frontend.c.syntax.statements import Syntax, syntax
from threadproof.ir.program import Program
from threadproof.records import dataclass, replace
from threadproof.witness.document import CORRECTNESS, VIOLATION, Witness
from threadproof.witness.waypoints import segments

if TYPE_CHECKING:
    from threadproof.frontend.c import COptions

ROUNDS = 12
LEAST = 6.0  # seconds for the check of invariants, or as long as the answer took
SHARE = 0.5  # of the time that is left, at most


@dataclass(frozen=True, slots=True)
class Helpers:
    """What the flow provides: how a program is loaded, and verified (verdict and message)."""

    load: Callable[[COptions], Program]
    verify: Callable[[Program, float], tuple[str, str]]


def attested(
    program: Program, property_: str, result: Result, file: str, options: COptions, helpers: Helpers, seconds: float
) -> Witness | None:
    """None where there is nothing that the format can say."""
    if isinstance(result, Unsafe):
        if result.execution is not None:
            return None
        found = segments(replay(program, result), syntax(file, options))
        return Witness(VIOLATION, found) if found else None
    if options.weak:
        return Witness(CORRECTNESS)
    return _Invariants(program, property_, file, options, helpers, time.monotonic() + seconds).found(result)


class _Invariants:
    def __init__(self, program: Program, property_: str, file: str, options: COptions, helpers: Helpers, deadline: float) -> None:
        self.program, self.property = program, property_
        self.file, self.options, self.helpers, self.deadline = file, options, helpers, deadline

    def left(self) -> float:
        return self.deadline - time.monotonic()

    def found(self, result: Result) -> Witness:
        from threadproof.witness.invariants import candidates, only

        places = syntax(self.file, self.options)
        if isinstance(result, Safe) and isinstance(result.proof, Proof):
            witness = candidates(result.proof, places)
        else:
            from threadproof.witness import observed_invariants

            witness = observed_invariants.candidates(self.program, self.property, places, self.left() / 4)
        checked = self.checked(witness, places, self.left() / 2)
        if checked is None and witness.ghosts:
            names = [ghost.name for ghost in witness.ghosts]
            witness = only(witness, lambda item: not any(name in item.value for name in names), places)
            checked = self.checked(witness, places, self.left())
        return checked or Witness(CORRECTNESS)

    def checked(self, witness: Witness, places: Syntax, seconds: float) -> Witness | None:
        """The invariants that hold; None if that was not decided in time."""
        from threadproof.witness.instrument import failing, instrumented
        from threadproof.witness.invariants import weakened

        until = time.monotonic() + seconds
        with open(self.file, "rb") as source:
            data = source.read()
        for _ in range(ROUNDS):
            if not witness.invariants:
                return witness
            if time.monotonic() >= until:
                return None
            try:
                text, before = instrumented(witness, places, data)
                program = self.helpers.load(replace(self.options, replaced=(self.file, text), included=before))
            except UserError:
                return None
            verdict, message = self.helpers.verify(program, until - time.monotonic())
            if verdict == "TRUE":
                return witness
            number = failing(message) if verdict == "FALSE" else None
            if number is None:
                return None
            witness = weakened(witness, number, places)
        return None
