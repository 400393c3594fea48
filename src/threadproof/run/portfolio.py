"""`--engine auto`: several engines on one program, each in a process of its own; the first whose answer is checked ends the
others. An answer that has no proof, or whose proof could not be checked, waits a while for a better one.

The program is loaded once; the processes are forked from there. An engine that gives up, runs into its limits or
crashes makes room for the next one of the plan; one that only used up its share of the time may try again with what is
left at the end. A crash leaves the others alone, and a bug bundle. If no engine knows the answer, it is UNKNOWN with
the reason of each. Whatever is answered was checked as if its engine had been named. A violation that an engine found,
and that the interpreter does not confirm (`counterexample.claims`), contradicts TRUE as much as FALSE would: then there
is no TRUE, whichever engine says so.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable
from math import inf

from threadproof.channel import Announce
from threadproof.config.options import Config
from threadproof.evidence.task import CLEAR_BOUND, KNOWN_BOUND
from threadproof.records import asdict, dataclass, replace
from threadproof.report.outcome import TRUE, UNKNOWN, Remark, RunOutcome
from threadproof.run import pipeline, plan, supervise
from threadproof.run.contradiction import Contradiction, shrunk
from threadproof.run.ledger import ledger
from threadproof.run.loading import SourceFile

AGAIN = 0.1  # of the time must be left for an engine that used up its share to try once more
WAIT = 5.0  # seconds at least, and as long as it took so far, for an engine whose answer can be checked
RESERVE = 1.0  # seconds, to tell what the engines said before all of them are ended from outside


@dataclass(frozen=True, slots=True)
class Crash:
    """An exception in an engine, as data."""

    details: str
    schedule: tuple[object, ...] = ()
    certificate: str = ""
    violation: bool = False  # whether it is about a violation that was found
    smaller: str = ""  # a program that shows it, too


def crashed(error: Exception, details: str) -> Crash:
    """What an exception carries, if it is one of ours."""
    wrong = tuple(getattr(error, "schedule", ())), getattr(error, "certificate", ""), getattr(error, "violation", False)
    return Crash(details, *wrong, getattr(error, "smaller", ""))


Answer = RunOutcome | Crash | supervise.Stopped | supervise.Died | None


def verify(
    file: str,
    config: Config,
    announce: Announce = pipeline.quietly,
    watch: Callable[[Config], pipeline.Progress] | None = None,
    started: float | None = None,
    width: int = pipeline.WIDTH,
    source: SourceFile | None = None,
) -> RunOutcome:
    clock = pipeline.Clock(announce, started)
    source = source or SourceFile(file)  # engines that prepare the program themselves need not parse it again
    program = pipeline.prepare(file, config, clock, source)
    with clock.stage("plan"):
        found = plan.examined(program, config.property, config.unwind)
    chosen = plan.choose(found)
    jobs = config.jobs or (len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1)
    limit = clock.started + config.timeout - min(RESERVE, 0.05 * config.timeout)

    def work(run: plan.Run, last: bool) -> tuple[supervise.Work[RunOutcome | Crash], supervise.Share]:
        """Made when the turn of the run comes. The last one may use all the time that is left, and so may the check of an
        answer."""
        left = limit - time.monotonic()
        seconds = left if last else min(left * run.share, run.seconds)
        timeout = time.monotonic() - clock.started + seconds
        mine = replace(config, engine=run.engine, timeout=timeout, jobs=0, agree=1, explain_plan=False)
        mine = replace(mine, search=run.search) if run.search else mine

        def verify_one(announce: Announce) -> RunOutcome | Crash:
            own = pipeline.Clock(announce, clock.started)
            own.times = dict(clock.times)
            try:
                knows = not found.relaxed or run.engine == "ordering"  # others get the memory model as part of the program
                given = program if knows else pipeline.prepare(file, mine, own, source)
                progress = watch(mine) if watch is not None else None
                return pipeline.answer(given, file, mine, own, progress, width, votes.facts(), config.timeout)
            except MemoryError:
                raise
            except Exception as error:
                return crashed(error, traceback.format_exc())

        return verify_one, supervise.Share(seconds, max(seconds, left), pipeline.CHECKS)

    votes = Votes(config.agree, bool(config.certificate))

    def race(runs: tuple[plan.Run, ...]) -> list[Answer]:
        whole = len(runs) <= jobs
        makers = [lambda run=run, last=whole or run is runs[-1]: work(run, last) for run in runs]
        try:
            return supervise.race(makers, jobs, config.memory, votes.enough, votes.waits_until)
        except KeyboardInterrupt:
            votes.interrupted = True
            return [None for _ in runs]
        except Contradiction as found:
            announce("contradiction")
            found.smaller = shrunk(file, config, found, limit - time.monotonic())
            raise

    announce("engines")
    answers = dict(zip(chosen.runs, race(chosen.runs), strict=True))
    limited = tuple(run for run, answer in answers.items() if run.share < 1 and _out_of_time(answer))
    open_ = not (votes.decided() or votes.disputed() or votes.interrupted)
    if open_ and limited and limit - time.monotonic() > AGAIN * config.timeout:
        answers.update(zip(limited, race(limited), strict=True))  # the others have left time over
    told, given = _told(file, config, answers)
    reasons = _gathered(given)
    words = plan.explain(found, chosen, jobs)
    if votes.decided():
        winner = votes.best()
        said = {"agreed": ", ".join(votes.engines())} if config.agree > 1 else {}
        return replace(winner, plan=words, remarks=(*winner.remarks, *told), rests_on={**winner.rests_on, **said})
    if votes.disputed():
        reasons = f"{', '.join(votes.engines())}: TRUE; {reasons}"
    elif votes.given:
        told = (
            *told,
            Remark("failed", file, f"only {', '.join(votes.engines())} came to a verdict", f"{config.agree} must agree"),
        )
        reasons = f"{votes.best().verdict} by {', '.join(votes.engines())} only; {reasons}"
    if votes.interrupted:
        reasons = "interrupted"
    ended = pipeline.stopped(file, config, reasons or "no engine checks this property of such a program", clock.started)
    known = tuple(pipeline.remark(note) for note in program.notes)
    rests_on = ledger(UNKNOWN, config, program.scheduler, ended.data_model, known, "")
    counters = {**votes.bound(), **_counted(answers)}
    ended = replace(ended, times=clock.total(), remarks=(*known, *told), plan=words, counters=counters, rests_on=rests_on)
    if given and not (votes.given or votes.interrupted):
        from threadproof.report.undecided import SearchLimits, undecided

        ended = replace(ended, undecided=undecided(given, counters, SearchLimits(config.timeout, found.endless)))
    return pipeline.bundled(replace(ended, claim="\n\n".join(votes.claims)), config)


class Votes:
    """The verdicts so far. Two that contradict each other are a bug, whichever is right."""

    def __init__(self, needed: int, certificate: bool) -> None:
        self.needed, self.certificate = needed, certificate
        self.started = time.monotonic()
        self.until = inf  # an engine may come with a checked answer
        self.given: list[RunOutcome] = []
        self.claims: list[str] = []  # violations that are not confirmed
        self.wrong = False  # whether a violation turned out not to be one: its engine left a bundle
        self.clear = 0.0  # the largest bound within which an engine found that there is no violation
        self.interrupted = False

    def enough(self, answer: Answer) -> bool:
        """Takes an answer in: whether no other is needed. A certificate that was asked for belongs to the answer."""
        if isinstance(answer, RunOutcome | supervise.Stopped):
            self.clear = max(self.clear, answer.counters.get(CLEAR_BOUND, 0.0))
        if not isinstance(answer, RunOutcome):
            self.wrong = self.wrong or (isinstance(answer, Crash) and answer.violation)
            return False
        self.claims += [f"{answer.engine}: {answer.claim}"] if answer.claim else []
        if answer.verdict != UNKNOWN:
            self.given.append(answer)
            if answer.verdict != self.given[0].verdict:
                raise Contradiction(self.given[0], answer)
        if self.disputed():  # an engine may still show the violation
            self._wait()
            return False
        if answer.verdict == UNKNOWN or not self.decided() or (self.certificate and not self.best().certificate):
            return False
        if self.best().certified():
            return True
        self._wait()
        return False

    def _wait(self) -> None:
        now = time.monotonic()
        self.until = min(self.until, now + max(WAIT, now - self.started))

    def waits_until(self) -> float:
        return self.until

    def bound(self) -> dict[str, float]:
        return {CLEAR_BOUND: self.clear} if self.clear else {}

    def facts(self) -> dict[str, object]:
        """What those that begin now may know from those before."""
        return {KNOWN_BOUND: int(self.clear)} if self.clear else {}

    def decided(self) -> bool:
        return len(self.given) >= self.needed and not self.disputed()

    def disputed(self) -> bool:
        """Whether one says TRUE, and another has found a violation, if only one that is not confirmed."""
        return bool(self.claims or self.wrong) and any(outcome.verdict == TRUE for outcome in self.given)

    def best(self) -> RunOutcome:
        return max(self.given, key=lambda outcome: (bool(outcome.certificate), outcome.certified()))

    def engines(self) -> list[str]:
        return [outcome.engine for outcome in self.given]


def _out_of_time(answer: Answer) -> bool:
    return isinstance(answer, RunOutcome | supervise.Stopped) and answer.reason == "timeout"


def _counted(answers: dict[plan.Run, Answer]) -> dict[str, float]:
    """How far each engine got, by its name. The bound is that of the best."""
    counters: dict[str, float] = {}
    for run, answer in answers.items():
        if isinstance(answer, RunOutcome | supervise.Stopped):
            own = {name: value for name, value in answer.counters.items() if value and name != CLEAR_BOUND}
            counters |= {f"{run.engine}_{name}": value for name, value in own.items()}
    return counters


def _told(file: str, config: Config, answers: dict[plan.Run, Answer]) -> tuple[tuple[Remark, ...], dict[str, str]]:
    """What is worth knowing in any case: a crash leaves a bug bundle and a warning, once for each engine. And why
    no engine knew the answer."""
    remarks: list[Remark] = []
    reasons: dict[str, str] = {}  # by engine
    crashed: set[str] = set()
    for run, answer in answers.items():
        match answer:
            case RunOutcome(reason=reason) if reason:
                reasons[run.engine] = reason
            case supervise.Stopped():
                options = asdict(replace(config, engine=run.engine))
                reasons[run.engine] = supervise.noted(answer, file, options).reason
            case Crash() if run.engine in crashed:
                pass
            case Crash(details=details, schedule=schedule, certificate=certificate):
                crashed.add(run.engine)
                from threadproof.report.bundle import write_bundle

                folder = write_bundle(file, asdict(replace(config, engine=run.engine)), details, schedule, certificate)
                reasons[run.engine] = f"internal error, see {folder}"
                effect = "the other engines went on without it; please report this"
                remarks.append(Remark("failed", file, f"internal error in engine {run.engine}, see {folder}", effect))
            case supervise.Died(how=how):
                reasons[run.engine] = how
                remarks.append(
                    Remark("failed", file, f"engine {run.engine} ended: {how}", "the other engines went on without it")
                )
    return tuple(remarks), reasons


def _gathered(reasons: dict[str, str]) -> str:
    """Every reason once, with the engines that gave it; without them if all agree. Some say where, others only what."""
    engines: dict[str, list[str]] = {}
    for engine, reason in reasons.items():
        fuller = next((other for other in reasons.values() if other.startswith(f"{reason} at ")), reason)
        engines.setdefault(fuller, []).append(engine)
    if len(engines) == 1:
        return next(iter(engines))
    return "; ".join(f"{', '.join(names)}: {reason}" for reason, names in engines.items())
