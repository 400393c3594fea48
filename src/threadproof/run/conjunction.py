"""Several properties of one program as one answer: what `verify` does unless exactly one property is named.

Properties whose violations are failed checks are asked for together first: one lowering, one run of the engines, and one proof
that no check fails (`properties.together`). If it fails, the property of the check that failed is violated, and the others are
asked for again without it; if it is not decided, they are asked for one by one.

Otherwise each property is verified as if it had been named, in a process of its own, one after the other; the file is
parsed once (`loading.SourceFile`), and the processes are forked from there. So an answer of one never hides that of
another, a crash leaves a bug bundle and the others, and the time is shared: each may use an equal part of what is
left, so that what quick ones leave over goes to the others, at last to those that ran out of time. The answer is
FALSE with all that are violated, else UNKNOWN with all that are not decided, else TRUE.

What is verified without `--property` is what matters in nearly every program. Deadlocks of cooperative threads are not among it
(most models end with threads that wait), nor is overflow (`--overflow`): signed arithmetic wraps unless it is asked for. A
property that the options exclude (an engine that does not verify it) is not decided: it is named with the reason, and forbids
TRUE as any other that is not decided. Where there was nothing to check, a property holds, and its line says so.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from threadproof.channel import Announce
from threadproof.config.engines import AUTO, known
from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.errors import OptionError, UserError
from threadproof.memory_models import is_weak
from threadproof.properties import PREEMPTIVE, UNREACH, joinable, named, parts, together, usual
from threadproof.records import asdict, replace
from threadproof.report.bundle import write_bundle
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN, Conjunction, Remark, RunOutcome
from threadproof.run import pipeline, portfolio, supervise
from threadproof.run.ledger import ASSERTIONS
from threadproof.run.loading import SourceFile

Verify = Callable[[Config, Announce, SourceFile, float], RunOutcome]  # with what was parsed, since a moment
RESERVE = 0.02  # of the time, to tell the answer


def accepted(names: Sequence[str], config: Config) -> dict[str, str]:
    """Why a property cannot be verified with these options, by its name; empty: it can."""
    found = {}
    for name in names:
        engine = known(config.engine)
        if engine is not None and name not in engine.properties:
            found[name] = f"engine {config.engine} does not verify it"
            continue
        try:
            validate(config.alone(name))
            found[name] = ""
        except OptionError as error:
            found[name] = error.message
    return found


def verify(file: str, config: Config, each: Verify, announce: Announce, started: float) -> Conjunction:
    """In a process of its own. Raises UserError."""
    source = SourceFile(file)
    announce("parse")
    program = source.load(replace(config, property=(*config.properties, UNREACH)[0]))
    names = config.properties or usual(program.scheduler, config.adds())
    reasons = accepted(names, config)
    chosen = [name for name in names if not reasons[name]]
    run = _ConjunctionRun(file, config, each, source, started + config.timeout * (1 - RESERVE))
    try:
        if len(chosen) > 1:
            preload(config, program.scheduler)
        run.all(chosen)
    except KeyboardInterrupt:
        run.interrupted = True
    outcomes = [run.found.get(name) or run.not_begun(name) for name in chosen]
    outcomes[:1] = [replace(outcome, remarks=(*run.told, *outcome.remarks)) for outcome in outcomes[:1]]
    return Conjunction(tuple(outcomes), left_out(reasons))


def preload(config: Config, scheduler: str) -> None:
    """Loads the engine that every property begins with, and replay: the processes are forked from here. What cannot be loaded is
    said by the process that needs it."""
    usual_engine = "ordering" if scheduler == "preemptive" else "simulation"
    with suppress(ImportError, OSError, MemoryError):
        pipeline.make_engine(usual_engine if config.engine == AUTO else config.engine)


def stopped(file: str, config: Config, reason: str, started: float) -> Conjunction:
    """When the run was ended from outside before anything was known."""
    names = config.properties or usual(PREEMPTIVE, config.adds())
    reasons = accepted(names, config)
    chosen = [replace(config, property=name) for name, why in reasons.items() if not why]
    return Conjunction(tuple(pipeline.stopped(file, mine, reason, started) for mine in chosen), left_out(reasons))


def left_out(reasons: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, why) for name, why in reasons.items() if why)


class _ConjunctionRun:
    def __init__(self, file: str, config: Config, each: Verify, source: SourceFile, limit: float) -> None:
        self.file, self.config, self.each, self.source, self.limit = file, config, each, source, limit
        self.found: dict[str, RunOutcome] = {}
        self.shares: dict[str, float] = {}  # seconds that each had
        self.interrupted = False
        self.told: list[Remark] = []  # what went wrong while several were asked for together

    def all(self, names: Sequence[str]) -> None:
        self._jointly([name for name in names if joinable(name)] if self._may_join() else [], len(names))
        self._round([name for name in names if name not in self.found])
        late = [name for name in names if name in self.found and _out_of_time(self.found[name])]
        if late and self._left() / len(late) > max(self.shares[name] for name in late):
            self._round(late)  # the others have left time over

    def _round(self, names: Sequence[str]) -> None:
        for number, name in enumerate(names):
            if self.interrupted:
                return
            seconds = self.shares[name] = max(0.01, self._left() / (len(names) - number))
            self.found[name] = self._verified(name, seconds)

    def _may_join(self) -> bool:
        """A certificate or a witness is about one property; violations under weak memory models are checked for one."""
        return not (self.config.certificate or self.config.witness or is_weak(self.config.memory_model))

    def _jointly(self, names: Sequence[str], every: int) -> None:
        """Half of the time that these have is for all of them together."""
        while len(names) > 1 and not self.interrupted:
            seconds = max(0.01, self._left() * len(names) / every / 2)
            answer = self._verified(together(names), seconds)
            self.told += [note for note in answer.remarks if note.kind == "failed"]
            if answer.verdict == TRUE:
                self.found |= {name: _member(answer, name) for name in names}
            if answer.verdict != FALSE:
                return
            self.found[answer.property] = answer
            names = [name for name in names if name != answer.property]
            every -= 1

    def _left(self) -> float:
        return self.limit - time.monotonic()

    def _verified(self, name: str, seconds: float) -> RunOutcome:
        mine = replace(self.config.alone(name), timeout=seconds)
        started = time.monotonic()

        def work(announce: Announce) -> RunOutcome | portfolio.Crash | UserError:
            try:
                return self.each(mine, announce, self.source, started)
            except UserError as error:
                return error
            except MemoryError:
                raise
            except Exception as error:
                return portfolio.crashed(error, traceback.format_exc())

        answer = supervise.run(
            work, seconds, self.config.memory, lambda said: isinstance(said, portfolio.Crash), supervise.GRACE / 2
        )
        match answer:
            case UserError():
                raise answer
            case portfolio.Crash():
                folder = write_bundle(
                    self.file, asdict(mine), answer.details, answer.schedule, answer.certificate, answer.smaller
                )
                return self._failed(mine, f"internal error, see {folder}", started)
            case supervise.Died(how=how):
                return self._failed(mine, how, started)
            case supervise.Stopped(counters=counters):
                reason = supervise.noted(answer, self.file, asdict(mine)).reason
                self.interrupted = reason == supervise.INTERRUPTED
                return pipeline.stopped(self.file, mine, reason, started, counters)
        self.interrupted = answer.reason == supervise.INTERRUPTED
        return answer

    def _failed(self, mine: Config, reason: str, started: float) -> RunOutcome:
        told = Remark("failed", self.file, f"{mine.property}: {reason}", "the other properties were verified; please report this")
        return replace(pipeline.stopped(self.file, mine, reason, started), remarks=(told,))

    def not_begun(self, name: str) -> RunOutcome:
        mine = replace(self.config, property=name)
        return pipeline.stopped(self.file, mine, supervise.INTERRUPTED, time.monotonic())


def _member(answer: RunOutcome, name: str) -> RunOutcome:
    """What a proof for several properties says of one."""
    beside = tuple(other for other in parts(answer.property) if other != name)
    if named(name).nothing:
        return replace(answer, property=name, beside=beside)
    rests_on = {entry: what for entry, what in answer.rests_on.items() if entry != ASSERTIONS}
    return replace(answer, property=name, beside=beside, nothing="", rests_on=rests_on)


def _out_of_time(outcome: RunOutcome) -> bool:
    return outcome.verdict == UNKNOWN and "timeout" in outcome.reason


def whole(found: Conjunction) -> RunOutcome:
    """The answer for all of them: its line and its exit code."""
    violated = [outcome for outcome in found.outcomes if outcome.verdict == FALSE]
    if violated:
        return replace(violated[0], property=", ".join(outcome.property for outcome in violated))
    undecided = [outcome for outcome in found.outcomes if outcome.verdict == UNKNOWN]
    reasons = [*((outcome.property, outcome.reason) for outcome in undecided), *found.left_out]
    if reasons:
        told = "; ".join(f"{name}: {why}" for name, why in reasons)
        return replace((*undecided, *found.outcomes)[0], verdict=UNKNOWN, reason=told, scope="", nothing="", checked="")
    return replace(found.outcomes[0], verdict=TRUE)
