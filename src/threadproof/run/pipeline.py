"""The whole flow: load -> passes -> engine -> check -> outcome. Nothing here prints, and nothing here knows the command
line.

Parts are imported where they are used, so that a run loads only what it needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from threadproof.channel import Announce
from threadproof.config.engines import ENGINES, ORDERED, OURS
from threadproof.config.options import Config
from threadproof.counters import Counters, plain
from threadproof.errors import InputError, InternalError, OptionError, Pos, UnsupportedError
from threadproof.properties import UNREACH, checks, named, parts
from threadproof.records import asdict, replace
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN, Certified, Remark, RunOutcome, confirmed
from threadproof.run.checks import RESERVE, CheckedAnswer, confirm, enumerated, examined, proved, replayed
from threadproof.run.engines import make_engine as make_engine
from threadproof.run.facts import found as found_facts
from threadproof.run.facts import wanted as told_facts
from threadproof.run.ledger import ASSERTIONS, SCOPES, SYNCHRONISATION, ledger
from threadproof.run.loading import SourceFile, accepted, c_options, data_model, load, run_passes
from threadproof.run.supervise import margin

if TYPE_CHECKING:
    from threadproof.budget import Budget
    from threadproof.engines.base import Engine
    from threadproof.engines.ordering.fencing import Demands
    from threadproof.evidence.result import Result
    from threadproof.evidence.task import Task
    from threadproof.ir.program import Note, Program
    from threadproof.witness.document import Witness

Progress = Callable[[Counters], None]
SEARCH = 0.6  # of the time that is left goes to the search for fences
PASSES = "passes"
CHECKS = frozenset({"replay", "proof", "plain search", "enumeration", "witness"})  # stages after an answer
quietly = Announce()
WIDTH = 120  # characters per line of a counterexample, unless a terminal says otherwise


def verify(
    file: str,
    config: Config,
    announce: Announce = quietly,
    progress: Progress | None = None,
    started: float | None = None,
    width: int = WIDTH,
    source: SourceFile | None = None,
) -> RunOutcome:
    """Verify one file. Raises UserError for bad input and InternalError when a check of our own answer fails."""
    clock = Clock(announce, started)
    return bundled(answer(prepare(file, config, clock, source), file, config, clock, progress, width), config)


def bundled(found: RunOutcome, config: Config) -> RunOutcome:
    """With a bug bundle for a violation that was claimed and not confirmed."""
    if not found.claim:
        return found
    told = failed(found.file, config, found.claim, "a violation that is not confirmed", "never TRUE after it")
    return replace(found, remarks=(*found.remarks, told))


def failed(file: str, config: Config, details: str, what: str, effect: str) -> Remark:
    """A defect of ours that does not end the run: it leaves a bug bundle."""
    from threadproof.report.bundle import write_bundle

    folder = write_bundle(file, asdict(config), details + "\n", ())
    return Remark("failed", file, f"{what}, see {folder}", f"{effect}; please report this")


def prepare(file: str, config: Config, clock: Clock, source: SourceFile | None = None) -> Program:
    """The program, as engines expect it."""
    with clock.stage("parse"):
        program = load(file, config) if source is None else source.load(config)
        accepted(program, config)
    with clock.stage(PASSES):
        return run_passes(program, config)


def answer(
    program: Program,
    file: str,
    config: Config,
    clock: Clock,
    progress: Progress | None = None,
    width: int = WIDTH,
    facts: Mapping[str, object] | None = None,
    patience: float = 0.0,
) -> RunOutcome:
    """What one engine says, checked. `facts`: what others have found out, as options of the task. `patience`: seconds
    that the check of an answer may use, where the search had only a share of them. When interrupted, it is what is
    known so far."""
    from threadproof.budget import Budget, OutOfBudget
    from threadproof.evidence.result import Safe, Unknown, Unsafe
    from threadproof.evidence.task import Task

    def told(counters: Counters) -> None:
        clock.announce.count(counters)
        if progress is not None:
            progress(counters)

    budget = Budget(config.timeout - margin(config.timeout), config.memory, clock.started, told)
    task = Task(config.property, {**config.task_options(), **(facts or {})})
    counters: Counters = {}
    checked = CheckedAnswer()
    result: Result
    try:
        budget.check(counters)
        if told_facts(program, config):
            with clock.stage("facts"):
                task.facts = found_facts(program, config, budget)
        with clock.stage("engine"):
            result = searched(program, config, task, budget, counters)
        budget.seconds = max(budget.seconds, patience - margin(patience))
        if isinstance(result, Unsafe):
            with clock.stage("replay"):
                checked = replayed(program, result, config, width) if result.execution is None else examined(result)
                result = checked.found or result
                if checked.status == "":
                    result = task.unconfirmed(f"a counterexample that is not confirmed: {checked.trace}")
        elif task.claims:
            result = Unknown(claimed(task))
        elif isinstance(result, Safe):
            checked = proved(result, config, budget, counters, clock.stage, task.facts)
            if not confirmed(checked.status) or (config.certificate and not checked.certificate):
                with clock.stage("enumeration"):
                    checked = enumerated(program, config, budget, counters) or checked
            if needs_check(config.engine) and not confirmed(checked.status):
                result = Unknown(f"{config.engine} says that it holds, and gives no proof that was checked")
    except OutOfBudget as stop:
        clock.announce.keep(stop)  # and with it all that the engine made
        result = Unknown(claimed(task) if task.claims else str(stop))
    except UnsupportedError as limit:  # of this engine; others may go on
        at = f" at {limit.pos.file}:{limit.pos.line}" if limit.pos.line else ""
        result = Unknown(claimed(task) if task.claims else f"{limit.message}{at}")
    except KeyboardInterrupt as interrupt:
        clock.announce.keep(interrupt)
        result = Unknown("interrupted")
    found = outcome(file, config, result, clock, counters, program, checked)
    if config.witness and found.verdict != UNKNOWN and file.endswith((".c", ".i")):
        with clock.stage("witness"):
            found = replace(found, witness=witnessed(program, result, file, config, clock))
    return replace(found, claim=task.claims[0]) if task.claims and found.verdict != FALSE else found


def witnessed(program: Program, result: Result, file: str, config: Config, clock: Clock) -> Witness | None:
    """What a witness says of the answer; invariants are verified by the same engine."""
    from threadproof.frontend.c import load as load_c
    from threadproof.run import attestation

    plain = replace(config, witness="", certificate="", property=UNREACH, properties=(UNREACH,), undefined="report")

    def verify(changed: Program, seconds: float) -> tuple[str, str]:
        for engine in dict.fromkeys(("explicit", config.engine)):  # small programs are enumerated in no time
            mine = replace(plain, engine=engine, timeout=seconds / 2)
            found = answer(run_passes(changed, mine), file, mine, Clock(quietly))
            if found.verdict != UNKNOWN:
                break
        return found.verdict, found.message

    taken = time.monotonic() - clock.started
    seconds = min(max(attestation.LEAST, taken), attestation.SHARE * (config.timeout - taken))
    helpers = attestation.Helpers(lambda options: load_c(file, options), verify)
    return attestation.attested(program, config.property, result, file, c_options(file, config), helpers, seconds)


def needs_check(engine: str) -> bool:
    """Whether what an engine says counts only when its proof was checked."""
    row = next((row for row in ENGINES if row.name == engine), None)
    return engine not in OURS or (row is not None and row.modular)


def claimed(task: Task) -> str:
    """The violation that an engine has found and not shown, in one line; see `counterexample.claims`."""
    return task.claims[0].partition("\n")[0]


def searched(program: Program, config: Config, task: Task, budget: Budget, counters: Counters) -> Result:
    """What the engine finds. FairThreads: with half of the time it tries to do without their order
    (`passes.free_order`)."""
    from threadproof.evidence.result import Unknown
    from threadproof.passes.free_order import FIXED

    engine = make_engine(config.engine)
    if program.scheduler == FIXED and config.engine in ORDERED and config.order != "fixed":
        found = without_order(program, engine, task, budget, counters, 0.5 if config.order == "both" else 1.0)
        if config.order == "free" or not isinstance(found, Unknown):
            return found
    return engine.check(program, task, budget, counters)


def without_order(program: Program, engine: Engine, task: Task, budget: Budget, counters: Counters, share: float) -> Result:
    """What holds in any order at any time holds; what fails then counts if it is possible in one order, too."""
    from threadproof.budget import Budget, OutOfBudget
    from threadproof.certify.replay.follow import replay
    from threadproof.evidence.result import Unknown, Unsafe
    from threadproof.passes import runner

    part = Budget(budget.left() * share, budget.memory_mib, progress=budget.progress)
    try:
        found = engine.check(runner.run(program, [runner.FREE]), task, part, counters)
    except OutOfBudget as stop:
        if budget.left() <= 0:
            raise
        return Unknown(str(stop))
    if isinstance(found, Unsafe):
        try:
            replay(program, found)
        except InternalError:
            return Unknown("there is a counterexample in which threads change their order")
    return found


def certify(file: str, path: str, config: Config, announce: Announce, started: float | None = None) -> Certified:
    """Check a certificate, with nothing but the program at hand. Raises UserError for a bad program and an unreadable
    file."""
    from threadproof.certify.certificate import read
    from threadproof.certify.format import FormatError
    from threadproof.run.stated_options import stated_config

    clock = Clock(announce, started)
    try:
        content = read(certificate_text(path))
        stated = stated_config(content, config)
        with clock.stage("parse"):
            program = load(file, stated)
        with clock.stage("certify"):
            found = confirm(program, stated, content, clock.started + RESERVE * config.timeout)
        return replace(found, options=tuple(stated.spoken(data_model(file, Config()))))
    except (FormatError, InternalError, OptionError) as error:
        return Certified("", rejected=str(error))


def certificate_text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as certificate:
            return certificate.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the certificate: {getattr(error, 'strerror', None) or 'not text'}", Pos(path)) from None


def lower(file: str, config: Config, announce: Announce) -> str:
    """The program as text, or in IVL."""
    clock = Clock(announce)
    with clock.stage("parse"):
        program = load(file, config)
    with clock.stage(PASSES):
        program = run_passes(program, config, "lowered" if config.sequentialise else config.stage)
    if config.sequentialise:
        from threadproof.export.sequential.program import sequentialised

        return sequentialised(program)
    if config.format == "dependence":
        from threadproof.sched.por.describe import dependence_text

        return dependence_text(program)
    if config.format == "ivl":
        from threadproof.export.ivl import program_ivl

        return program_ivl(program)
    from threadproof.ir.text import program_text

    return program_text(program)


def demanded(file: str, config: Config, announce: Announce = quietly) -> tuple[Demands, dict[str, dict[str, object]]]:
    """For `repair`: of which places one must get a fence, and the places as people know them."""
    from threadproof.budget import Budget
    from threadproof.engines.ordering.fencing import demands
    from threadproof.evidence.task import Task
    from threadproof.weak.fence_insertion import places

    program = prepare(file, config, Clock(announce))
    task = Task(config.property, {"memory_model": config.memory_model, "threads": config.threads})
    return demands(program, task, Budget(config.timeout * SEARCH, config.memory)), places(program.plain or program)


# -- the stages --------------------------------------------------------------------------------------------------------


class Clock:
    """Seconds per stage. Passes count as such wherever they run: engines and checks lower programs, too. `started` may
    lie before: what the user waits for begins with the process."""

    def __init__(self, announce: Announce, started: float | None = None) -> None:
        self.announce = announce
        self.started = time.monotonic() if started is None else started
        self.times: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        from threadproof.passes import runner

        self.announce(name)
        begin, lowering = time.monotonic(), runner.Spent.seconds
        try:
            yield
        finally:
            passes = runner.Spent.seconds - lowering
            self.times[name] = self.times.get(name, 0.0) + time.monotonic() - begin - passes
            self.times[PASSES] = self.times.get(PASSES, 0.0) + passes

    def total(self) -> dict[str, float]:
        return {**self.times, "total": time.monotonic() - self.started}


# -- the answer --------------------------------------------------------------------------------------------------------


def outcome(
    file: str,
    config: Config,
    result: Result,
    clock: Clock,
    counters: Counters,
    program: Program,
    checked: CheckedAnswer,
) -> RunOutcome:
    from threadproof.evidence.result import Safe, Unknown, Unsafe
    from threadproof.ir.happens_before import is_total

    verdict = {Safe: TRUE, Unsafe: FALSE, Unknown: UNKNOWN}[type(result)]
    remarks = tuple(remark(note) for note in program.notes)
    if checked.unexplained:
        remarks += (failed(file, config, checked.unexplained, "a counterexample that cannot be shown", "it was replayed"),)
    nothing = next(filter(None, (nothing_to_check(program, part) for part in parts(config.property))), "")
    rests_on = ledger(verdict, config, program.scheduler, data_model(file, config), remarks, checked.status, plain(counters))
    if named(config.property).interleavings and not is_total(program):
        rests_on[SYNCHRONISATION] = "weaker than sequentially consistent"
    undecided_ = None
    if isinstance(result, Unknown):
        from threadproof.report.undecided import SearchLimits, undecided

        undecided_ = undecided({config.engine: result.reason}, plain(counters), SearchLimits(config.timeout))
    return RunOutcome(
        verdict,
        result.property if isinstance(result, Unsafe) else config.property,
        config.engine,
        data_model(file, config),
        file,
        reason=result.reason if isinstance(result, Unknown) else "",
        undecided=undecided_,
        message=result.message if isinstance(result, Unsafe) else "",
        place=str(result.pos) if isinstance(result, Unsafe) else "",
        times=clock.total(),
        counters=plain(counters),
        remarks=remarks,
        schedule=tuple(asdict(turn) for turn in result.schedule) if isinstance(result, Unsafe) else (),
        steps=checked.steps,
        waits=checked.waits,
        trace=checked.trace,
        explanation=checked.explanation,
        checked=checked.status,
        certificate=checked.certificate,
        passed=checked.passed,
        nothing=nothing if verdict == TRUE else "",
        scope=SCOPES[config.undefined] if verdict == TRUE else "",
        rests_on={**rests_on, **({ASSERTIONS: "none: nothing to check"} if nothing else {})},
    )


def nothing_to_check(program: Program, property_: str) -> str:
    """Why the property holds whatever the program does; empty where there is something to check."""
    from threadproof.ir.op import Check

    nothing = named(property_).nothing
    if not nothing:
        return ""
    edges = (edge for function in program.functions.values() for edge in function.edges)
    some = any(isinstance(op, Check) and checks(property_, op.kind) for edge in edges for op in edge.ops)
    return "" if some else nothing


def stopped(file: str, config: Config, reason: str, started: float, counters: Mapping[str, float] | None = None) -> RunOutcome:
    """What is left to say when the run was ended from outside."""
    times, model = {"total": time.monotonic() - started}, data_model(file, config)
    found = RunOutcome(UNKNOWN, config.property, config.engine, model, file, reason=reason, times=times)
    return replace(found, counters=dict(counters or {}))


def remark(note: Note) -> Remark:
    return Remark(note.kind.value, str(note.pos), note.what, note.effect)
