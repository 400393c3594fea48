"""What the command line does: arguments -> Config -> pipeline -> text and exit code.

Scripts rely on: the last line on stdout is `VERDICT: ...`; exit 0 TRUE, 1 FALSE, 2 UNKNOWN, 3 bad input or usage, 70 internal
error.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from threadproof.app import arguments
from threadproof.app.failure import MEMORY, STARTED, Bug, finished, out_of_memory, supervised, trace
from threadproof.channel import Announce
from threadproof.config.engines import AUTO, ENGINES
from threadproof.config.option import BENCH, CERTIFY, DOCTOR, LOWER, REPLAY, VALIDATE, VERIFY
from threadproof.config.options import ALL, SC, Config
from threadproof.config.propertyfile import parse_properties
from threadproof.config.validation import validate
from threadproof.errors import OptionError, UserError
from threadproof.properties import PROPERTIES, RACE, UNREACH
from threadproof.records import asdict, replace
from threadproof.report.outcome import EXIT_INTERNAL, EXIT_USAGE, FALSE, UNKNOWN, Certified, Outcome, Repair
from threadproof.report.terminal import one_line, prepare, say, say_last, tell
from threadproof.run import pipeline, supervise
from threadproof.run.loading import Source

LONGEST = 500  # characters of an error message
ATTEMPT = 0.3  # of the time that is left, for each choice of fences


def main() -> NoReturn:
    """Maps every way to end to its exit code."""
    try:
        prepare()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        code = run(sys.argv[1:])
    except Exception as error:
        code = failed(error)
    except KeyboardInterrupt:
        code = ended(supervise.INTERRUPTED)
    sys.exit(code)


def failed(error: Exception) -> int:
    """The exit code of whatever went wrong, once it was said."""
    match error:
        case UserError():
            return complain(str(error), error.excerpt) if str(error) else EXIT_USAGE
        case Bug():
            return report_bug(error)
        case _ if out_of_memory(error):
            return ended(MEMORY)
    return report_bug(Bug(trace()))


def ended(reason: str) -> int:
    """No verdict, and nothing else to say."""
    try:
        return conclude(Outcome(UNKNOWN, reason=reason).line(), 2)
    except UserError as error:
        return complain(str(error)) if str(error) else EXIT_USAGE


def conclude(line: str, code: int) -> int:
    """The last line, and the exit code that belongs to it. Ctrl-C comes too late now: there is no second last line."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    say_last(line)
    return code


def complain(message: str, excerpt: str = "") -> int:
    line = one_line(" ".join(message.split()))
    tell(f"threadproof: error: {line[:LONGEST] + ' ...' if len(line) > LONGEST else line}")
    if excerpt:
        tell(excerpt)
    return EXIT_USAGE


# -- commands ----------------------------------------------------------------------------------------------------------


def run(words: Sequence[str]) -> int:
    call = arguments.read(words)
    if call is None:
        from threadproof.app import usage

        found = usage.parse(words)
        if isinstance(found, int):
            return found
        call = found
    return _COMMANDS[call.command](*call.files, **call.options)


def configure(given: dict[str, Any]) -> Config:
    """Typed and checked options; nothing of the program was read yet."""
    given = {name: value for name, value in given.items() if value is not None}
    if "properties" in given:
        given["properties"] = parse_properties(given["properties"])
    config = Config(**given)
    for name in config.properties or (UNREACH,):
        validate(replace(config, property=name))
    config = replace(config, property=(*config.properties, UNREACH)[0])
    return replace(config, memory=config.memory or supervise.physical_mib() * 3 // 4)


def verify_command(file: str, **given: Any) -> int:
    config = configure(given)
    paths = {kind: getattr(config, kind) for kind in ("json", "certificate", "witness", "report")}
    several = len(config.properties) != 1 and config.memory_model != ALL and not config.suggest_fences
    if any(paths.values()):
        from threadproof.report import outputs

        for kind, path in paths.items():
            for name in (config.properties or PROPERTIES) if several else ("",):
                outputs.ensure_writable(outputs.path_for(kind, path, name), f"--{kind}")
    if several:
        return every_property(file, config, paths)
    if config.memory_model == ALL:
        return every_model(file, config)
    outcome, repair = verified(file, config), None
    if config.suggest_fences and outcome.verdict == FALSE:
        from threadproof.run.memory_models import under

        plain = replace(under(config, SC), timeout=left(config))
        repair = mended(file, config, outcome, lambda: verified(file, plain, time.monotonic()))
    if any(paths.values()):
        for missing in outputs.write_all(outcome, repair, paths):
            tell(f"threadproof: warning: {one_line(missing)}")
    show_outcome(outcome, config, repair)
    return conclude(outcome.line(), outcome.exit_code())


def verified(file: str, config: Config, started: float = STARTED) -> Outcome:
    """One verification, in a process of its own."""
    answer = supervised(file, config, lambda announce: verify_one(file, config, announce, None, started), started)
    if isinstance(answer, supervise.Stopped):
        if answer.reason == supervise.INTERRUPTED and started != STARTED:
            raise KeyboardInterrupt  # one of several: the others are not wanted any more either
        return pipeline.stopped(file, config, answer.reason, started, answer.counters)
    return answer


def verify_one(file: str, config: Config, announce: Announce, source: Source | None, started: float) -> Outcome:
    """In the process that was made for it. `source`: the file, if it is parsed already."""
    if config.property == RACE and config.memory_model != SC:
        from threadproof.run.memory_models import race_verdict, under

        return race_verdict(config, verify_one(file, under(config, SC), announce, None, started))
    from threadproof.report import progress

    width = max(terminal_width(), 60) if sys.stdout.isatty() else pipeline.WIDTH
    show, clear = progress.live(config.engine) if progress.wanted(config.quiet) else (None, None)
    try:
        if config.engine == AUTO:
            from threadproof.run import portfolio

            return portfolio.verify(file, config, announce, show, started, width, source)
        return pipeline.verify(file, config, announce, show, started, width, source)
    finally:
        if clear is not None:
            clear()


def every_property(file: str, config: Config, paths: dict[str, str]) -> int:
    from threadproof.report import conjunction as several
    from threadproof.report import outputs
    from threadproof.run import conjunction

    def one(mine: Config, announce: Announce, source: Source, started: float) -> Outcome:
        return verify_one(file, mine, announce, source, started)

    answer = supervised(file, config, lambda announce: conjunction.verify(file, config, one, announce, STARTED))
    found = conjunction.stopped(file, config, answer.reason, STARTED) if isinstance(answer, supervise.Stopped) else answer
    whole = conjunction.whole(found)
    for missing in outputs.write_several(whole, found, paths):
        tell(f"threadproof: warning: {one_line(missing)}")
    if not config.quiet:
        for warning in several.warnings(found):
            tell(f"threadproof: warning: {one_line(warning)}")
        say(several.text(whole, found, config.explain_plan, config.stats))
    return conclude(whole.line(), whole.exit_code())


def left(config: Config) -> float:
    """Seconds until the time of the whole command is over."""
    return max(0.01, config.timeout - (time.monotonic() - STARTED))


def mended(file: str, config: Config, outcome: Outcome, under_sc: Callable[[], Outcome]) -> Repair:
    """Fences that repair it; each attempt may use a share of the time that is left, since some are never decided."""
    from threadproof.engines.ordering.fencing import Demands
    from threadproof.run.repair import repair

    whole = replace(config, certificate="", json="")

    def verify(places: tuple[str, ...], seconds: float) -> Outcome:
        timeout = min(seconds, ATTEMPT * left(config))
        return verified(file, replace(whole, fence=(*config.fence, *places), timeout=timeout), time.monotonic())

    def demanded() -> tuple[Demands, dict[str, dict[str, object]]]:
        limited = replace(whole, timeout=left(config))
        answer = supervised(file, limited, lambda announce: pipeline.demanded(file, limited, announce), time.monotonic())
        return (Demands((), answer.reason), {}) if isinstance(answer, supervise.Stopped) else answer

    return repair(outcome, verify, under_sc, demanded)


def every_model(file: str, config: Config) -> int:
    from threadproof.report import fences, jsonfile, outputs
    from threadproof.run import memory_models as memorymodels

    rows = memorymodels.verify_all(
        config,
        lambda mine, share: verified(file, replace(mine, timeout=left(config) * share), time.monotonic()),
        lambda mine, outcome, under_sc: mended(file, replace(mine, timeout=config.timeout), outcome, under_sc),
    )
    whole = memorymodels.summary(rows)
    if config.json:
        outputs.write(config.json, jsonfile.models_json(whole, rows), "--json")
    if not config.quiet:
        say(fences.rows_text(rows))
        for row in rows:
            if row.repair is not None:
                say(fences.repair_text(row.repair, row.model))
    return conclude(whole.line(), whole.exit_code())


def show_outcome(outcome: Outcome, config: Config, repair: Repair | None = None) -> None:
    if not config.quiet:
        from threadproof.report import text

        for warning in text.warnings(outcome.remarks):
            tell(f"threadproof: warning: {one_line(warning)}")
        if outcome.trace:
            say(outcome.trace.rstrip("\n") + "\n")
        if config.explain_plan:
            say(outcome.plan)
        say(text.explanation(outcome))
        if repair is not None:
            from threadproof.report.fences import repair_text

            say(repair_text(repair, config.memory_model))
        if config.stats:
            say(text.statistics(outcome))


def certify_command(file: str, certificate: str, **given: Any) -> int:
    config = configure(given)
    answer = supervised(file, config, lambda announce: pipeline.certify(file, certificate, config, announce, STARTED))
    found: Certified = Certified("", open=answer.reason) if isinstance(answer, supervise.Stopped) else answer
    if not config.quiet:
        from threadproof.report import text

        say(text.certified(found))
    return conclude(found.line(), found.exit_code())


def validate_command(file: str, witness: str, **given: Any) -> int:
    from threadproof.report.outcome import Validated
    from threadproof.run.validator import validated

    config = configure(given)
    answer = supervised(file, config, lambda announce: validated(file, witness, config, announce, STARTED))
    found = Validated("", open=answer.reason) if isinstance(answer, supervise.Stopped) else answer
    if not config.quiet:
        from threadproof.report import text

        say(text.validated(found))
    return conclude(found.line(), found.exit_code())


def replay_command(file: str, certificate: str, **given: Any) -> int:
    import tempfile

    from threadproof.native.command import UNKNOWN as OPEN
    from threadproof.native.command import Replayed, replay

    config = configure(given)
    with tempfile.TemporaryDirectory(prefix="threadproof-") as folder:
        answer = supervised(file, config, lambda announce: replay(file, certificate, folder, config.define, announce))
    found: Replayed = Replayed(OPEN, answer.reason) if isinstance(answer, supervise.Stopped) else answer
    if not config.quiet:
        for note in found.notes:
            say(note)
    return conclude(found.line(), found.exit_code())


def lower_command(file: str, **given: Any) -> int:
    config = configure(given)
    if config.memory_model == ALL:
        raise OptionError("--memory-model all is for verify: one program is printed")
    say(finished(file, supervised(file, config, lambda announce: pipeline.lower(file, config, announce))).rstrip("\n"))
    return 0


def doctor_command(file: str, **given: Any) -> int:
    from threadproof.report import text

    config = configure(given)
    remarks = finished(file, supervised(file, config, lambda announce: pipeline.diagnose(file, config, announce)))
    say(text.remarks(remarks, terminal_width()))
    return 0


def bench_command(*roots: str, **given: Any) -> int:
    from threadproof.bench.command import bench

    return bench(roots, configure(given))


def engines_command() -> int:
    from threadproof.report import text

    rows = [(e.name, e.answers, "all" if e.properties == PROPERTIES else ", ".join(e.properties), e.idea) for e in ENGINES]
    say(text.table(rows, ("engine", "answers", "properties", "how"), limit=terminal_width()))
    return 0


_COMMANDS: dict[str, Callable[..., int]] = {
    VERIFY: verify_command,
    CERTIFY: certify_command,
    REPLAY: replay_command,
    VALIDATE: validate_command,
    LOWER: lower_command,
    DOCTOR: doctor_command,
    BENCH: bench_command,
    arguments.ENGINES: engines_command,
}


def terminal_width() -> int:
    """0 where it is no terminal: files and pipes get whole lines."""
    if not sys.stdout.isatty():
        return 0
    import shutil

    return shutil.get_terminal_size().columns


def report_bug(bug: Bug) -> int:
    from threadproof.report.bundle import write_bundle

    options = asdict(bug.config) if bug.config else {}
    folder = write_bundle(bug.file, options, bug.details, bug.failure.schedule, bug.failure.certificate, bug.failure.smaller)
    last = bug.details.strip().splitlines()[-1]
    tell(f"threadproof: internal error: {one_line(last[:LONGEST])}")
    tell(f"threadproof: please report this; program, options and traceback are in {folder}")
    return EXIT_INTERNAL
