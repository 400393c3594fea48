"""`threadproof validate`: whether a witness shows what it claims about a program, whichever tool wrote it.

A **violation** is confirmed only by an execution that violates the property at the target, after passing every waypoint in
order, replayed on the reference interpreter. A search that the waypoints steer looks for it first (`witness.search`); then
the engines look for any violation, and theirs counts if it happens to go along the witness. It is rejected if the property
holds, if it speaks of another program, or of a place that the program does not have. Anything else is unknown.

A **proof** is confirmed if every invariant holds whenever it is reached, and the property holds. The invariants become
assertions of the program (`witness.instrument`), which the engines verify. Where the property is unreach-call, and no ghost
variable is involved, that one run shows both; otherwise the property is verified on the program as it is. It is rejected if
an invariant fails or the property is violated, each time by a replayed execution.
"""

from __future__ import annotations

import hashlib
import os
import time
from typing import TYPE_CHECKING

from threadproof.budget import Budget, OutOfBudget
from threadproof.channel import Announce
from threadproof.config.options import Config
from threadproof.config.propertyfile import specified
from threadproof.config.validation import validate
from threadproof.errors import InputError, Pos
from threadproof.evidence.result import Turn, Unsafe
from threadproof.frontend.c.syntax.statements import Syntax, syntax
from threadproof.properties import UNREACH, checks
from threadproof.records import replace
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN, RunOutcome, Validated
from threadproof.run import pipeline, portfolio
from threadproof.run.loading import SourceFile, c_options, data_model
from threadproof.witness import files
from threadproof.witness.document import VIOLATION, Witness, WitnessError

if TYPE_CHECKING:
    from threadproof.ir.program import Program
    from threadproof.witness.monitor import Monitor

STEERED = 0.4  # of the time goes to the search along the witness


def validated(file: str, path: str, config: Config, announce: Announce, started: float) -> Validated:
    """Raises UserError for a bad program, and for a file that is no witness."""
    source = _source(file)
    witness = files.read(path, source)
    if not file.endswith((".c", ".i")):
        raise InputError("witnesses are about C programs", Pos(file), "expected .c or .i")
    if witness.language.upper() != "C":
        raise WitnessError(f"the witness is about a program in {witness.language[:40]}", Pos(path))
    property_ = specified(witness.specification, Pos(path))
    config = replace(config, property=property_, properties=(property_,), witness="", certificate="")
    wrong = _foreign(source, witness, config)
    if wrong:
        return Validated("", rejected=wrong)
    if witness.data_model in ("ILP32", "LP64"):
        config = replace(config, data_model=witness.data_model)
    options = config.spoken(data_model(file, Config()))
    given = f", with {' '.join(options)}" if options else ""
    claim = f"{FALSE if witness.kind == VIOLATION else TRUE}({property_}{given})"
    run = _Validation(file, path, validate(config), witness, claim, announce, started)
    try:
        return run.violation() if witness.kind == VIOLATION else run.proof()
    except WitnessError as error:
        return Validated(claim, rejected=str(error))


def _source(file: str) -> bytes:
    try:
        with open(file, "rb") as source:
            return source.read()
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", Pos(file)) from None


def _foreign(data: bytes, witness: Witness, config: Config) -> str:
    """Why the witness is about another task; empty if it is not."""
    known = {hashlib.sha256(data).hexdigest(), hashlib.sha1(data, usedforsecurity=False).hexdigest()}
    if not witness.hashes:
        return "it does not say which program it is about: it has no hash"
    if not known & {value.lower() for value in witness.hashes.values()}:
        return "it is about another program, or another version of it: the hash differs"
    if config.data_model and witness.data_model and config.data_model != witness.data_model:
        return f"it is about the data model {witness.data_model[:20]}"
    return ""


class _Validation:
    def __init__(
        self, file: str, path: str, config: Config, witness: Witness, claim: str, announce: Announce, started: float
    ) -> None:
        self.file, self.path, self.config, self.witness, self.claim = file, path, config, witness, claim
        self.announce, self.started = announce, started

    def left(self) -> float:
        return max(0.1, self.config.timeout - (time.monotonic() - self.started))

    def syntax(self) -> Syntax:
        names = {os.path.basename(self.file), ""}
        said = [(point.file, point.origin) for segment in self.witness.segments for point in segment]
        said += [(item.file, item.origin) for item in self.witness.invariants]
        said += [(item.file, item.origin) for item in self.witness.updates]
        for name, origin in said:
            if os.path.basename(name) not in names:
                raise WitnessError(f"it speaks of another file: {name[:80]}", origin)
        return syntax(self.file, c_options(self.file, self.config))

    # -- violations ------------------------------------------------------------------------------------------------------

    def violation(self) -> Validated:
        from threadproof.certify.replay.follow import replay
        from threadproof.witness.search import along, search

        source = SourceFile(self.file)
        program = pipeline.prepare(self.file, self.config, pipeline.Clock(self.announce, self.started), source)
        fresh = self.monitor(program)
        self.announce("search")
        budget = Budget(STEERED * self.left(), self.config.memory)
        try:
            found = search(program, self.config.property, fresh.copy(), budget)
        except OutOfBudget:
            found = None
        if found is None:
            outcome = self.verified(self.config, source)
            if outcome.verdict == TRUE:
                return Validated(self.claim, rejected=f"{self.config.property} holds in every execution")
            if outcome.verdict == UNKNOWN or not outcome.schedule:
                return Validated(self.claim, open=f"no violation was found: {outcome.reason}")
            found = _unsafe(outcome)
        run, monitor = replay(program, found), fresh.copy()
        if not along(run, monitor):
            why = f": {monitor.why}" if monitor.why else ""
            reason = f"{self.config.property} is violated, but no violation was found along the witness{why}"
            return Validated(self.claim, open=reason)
        passed = len(self.witness.segments) - 1
        text = f"An execution that passes all {passed} waypoints violates {self.config.property} at the target; it was replayed."
        return Validated(self.claim, shown=text)

    def monitor(self, program: Program) -> Monitor:
        from threadproof.witness.monitor import Monitor, resolved
        from threadproof.witness.passage import Globals, Passage

        found = self.syntax()
        passage = Passage(found, Globals(program, found))
        return Monitor(resolved(self.witness, found), passage, program.data_model.long_bits)

    def verified(self, config: Config, source: SourceFile | None = None) -> RunOutcome:
        """By all engines, in the time that is left."""
        begin = time.monotonic()
        return portfolio.verify(self.file, replace(config, timeout=self.left()), self.announce, started=begin, source=source)

    # -- proofs ----------------------------------------------------------------------------------------------------------

    def proof(self) -> Validated:
        from threadproof.witness.instrument import failing

        asserted = replace(self.config, property=UNREACH, properties=(UNREACH,))
        own = checks(self.config.property, "reach-error") and not self.witness.ghosts
        count = len(self.witness.invariants)
        if count:
            outcome = self.verified(asserted, SourceFile(self.file, {asserted.property: self.instrumented(asserted)}))
            number = failing(outcome.message)
            if outcome.verdict == FALSE and number is not None:
                wrong = self.witness.invariants[number]
                return Validated(self.claim, rejected=f"the invariant at line {wrong.line} does not hold: {wrong.value}")
            if outcome.verdict == FALSE:
                return Validated(self.claim, rejected=f"{self.config.property} is violated at {outcome.place}")
            if outcome.verdict == UNKNOWN:
                return Validated(self.claim, open=f"whether the invariants hold is not known: {outcome.reason}")
        if not count or not own:
            outcome = self.verified(self.config)
            if outcome.verdict == FALSE:
                return Validated(self.claim, rejected=f"{self.config.property} is violated at {outcome.place}")
            if outcome.verdict == UNKNOWN:
                return Validated(self.claim, open=f"whether {self.config.property} holds is not known: {outcome.reason}")
        held = f"Each of {count} invariants holds whenever it is reached, and" if count else "There is no invariant to check;"
        return Validated(self.claim, shown=f"{held} {self.config.property} holds in every execution ({outcome.engine}).")

    def instrumented(self, config: Config) -> Program:
        """The program with its assertions. Those of its own count only if they are what is verified."""
        from threadproof.frontend.c import load
        from threadproof.witness.instrument import effects, instrumented

        text, before = instrumented(self.witness, self.syntax(), _source(self.file))
        options = replace(c_options(self.file, config), replaced=(self.file, text), included=before)
        options = replace(options, errors=checks(self.config.property, "reach-error"))
        self.announce("parse")
        try:
            for number in sorted(effects(self.file, options)):
                raise WitnessError("evaluating the invariant may have an effect", self.witness.invariants[number].origin)
            return load(self.file, options)
        except InputError as error:
            if isinstance(error, WitnessError):
                raise
            raise WitnessError(f"an invariant or ghost is no C at its place: {error.message}", Pos(self.path)) from None


def _unsafe(outcome: RunOutcome) -> Unsafe:
    turns = tuple(Turn(turn["thread"], tuple(turn["inputs"])) for turn in outcome.schedule)
    return Unsafe(outcome.property, outcome.message, turns)
