"""What the command line does: arguments -> request -> answer -> text and exit code. What users of the library get is printed.

Scripts rely on: the last line on stdout is `VERDICT: ...`; exit 0 TRUE, 1 FALSE, 2 UNKNOWN, 3 bad input or usage, 70 internal
error.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from threadproof.app import arguments, configuration
from threadproof.config.engines import installed
from threadproof.config.option import BENCH, CERTIFY, DOCTOR, HARNESS, LOWER, REPLAY, VALIDATE, VERIFY
from threadproof.config.options import Config
from threadproof.errors import OptionError, UserError
from threadproof.properties import PROPERTIES
from threadproof.report import outcome as answers
from threadproof.report.outcome import EXIT_INTERNAL, EXIT_USAGE, UNKNOWN
from threadproof.report.terminal import one_line, prepare, say, say_last, tell
from threadproof.run import supervise
from threadproof.run.guarded import MEMORY, Bug, out_of_memory, trace
from threadproof.run.pipeline import WIDTH
from threadproof.run.verification import Observer
from threadproof.service.outcome import Outcome
from threadproof.service.request import SURVEY, Request, configured, is_whole_build, perform

STARTED = supervise.process_start()
LONGEST = 500  # characters of an error message


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
        return conclude(answers.RunOutcome(UNKNOWN, reason=reason).line(), 2)
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
    call = configuration.applied(call)
    if not arguments.enough(call):
        raise OptionError("Missing argument 'FILE...'.")
    return _COMMANDS[call.command](*call.files, **call.options)


def ask(command: str, files: Sequence[str], given: Mapping[str, Any], view: Observer) -> tuple[Any, Config]:
    """The answer, worked out by processes that are forked from this one; and the options."""
    config = configured(given)
    return perform(Request(command, tuple(files), config, STARTED), view), config


def verify_command(*files: str, **given: Any) -> int:
    view, end = _view(given)
    try:
        answer, config = ask(VERIFY, files, given, view)
    finally:
        end()
    if config.harness and not config.quiet:
        from threadproof.harness import command

        say(f"Harness: {command.path(files[0], config)}")
    outcome = Outcome(answer)
    for missing in outcome.unwritten:
        tell(f"threadproof: warning: {one_line(missing)}")
    if not config.quiet:
        for warning in outcome.warnings:
            tell(f"threadproof: warning: {one_line(warning)}")
        say(outcome.text(config.explain_plan, config.stats))
    return conclude(outcome.line(), outcome.exit_code())


def certify_command(*files: str, **given: Any) -> int:
    return _checked(CERTIFY, files, given, lambda text, found: [text.certified(found)])


def validate_command(*files: str, **given: Any) -> int:
    return _checked(VALIDATE, files, given, lambda text, found: [text.validated(found)])


def replay_command(*files: str, **given: Any) -> int:
    return _checked(REPLAY, files, given, lambda text, found: found.notes)


def _checked(command: str, files: Sequence[str], given: Mapping[str, Any], words: Callable[[Any, Any], Iterable[str]]) -> int:
    found, config = ask(command, files, given, Observer())
    if not config.quiet:
        from threadproof.report import text

        for line in words(text, found):
            say(line)
    return conclude(found.line(), found.exit_code())


def lower_command(*files: str, **given: Any) -> int:
    say(ask(LOWER, files, given, Observer())[0].rstrip("\n"))
    return 0


def harness_command(*files: str, **given: Any) -> int:
    text, config = ask(HARNESS, files, given, Observer())
    if config.output == "-":
        say(text.rstrip("\n"))
        return 0
    from threadproof.harness import command

    command.write(files[0], text, config)
    say(f"Written: {command.path(files[0], config)}. Next: {command.verified(files, config)}")
    return 0


def doctor_command(*files: str, **given: Any) -> int:
    if is_whole_build(files, configured(given)):
        from threadproof.report import survey

        say(survey.to_text(ask(SURVEY, files, given, Observer())[0], terminal_width()))
        return 0
    from threadproof.report import text

    say(text.remarks(ask(DOCTOR, files, given, Observer())[0], terminal_width()))
    return 0


def bench_command(*roots: str, **given: Any) -> int:
    from threadproof.bench.command import bench

    return bench(roots, configured(given))


def compiler_command(*words: str) -> int:
    from threadproof.compilation.wrapper import main as compile_and_record

    return compile_and_record(words)


def engines_command() -> int:
    from threadproof.report import text

    rows = [(e.name, e.answers, "all" if e.properties == PROPERTIES else ", ".join(e.properties), e.idea) for e in installed()]
    say(text.table(rows, ("engine", "answers", "properties", "how"), limit=terminal_width()))
    return 0


_COMMANDS: dict[str, Callable[..., int]] = {
    VERIFY: verify_command,
    CERTIFY: certify_command,
    REPLAY: replay_command,
    VALIDATE: validate_command,
    LOWER: lower_command,
    DOCTOR: doctor_command,
    HARNESS: harness_command,
    BENCH: bench_command,
    arguments.COMPILER: compiler_command,
    arguments.ENGINES: engines_command,
}


def terminal_width() -> int:
    """0 where it is no terminal: files and pipes get whole lines."""
    if not sys.stdout.isatty():
        return 0
    import shutil

    return shutil.get_terminal_size().columns


def _view(given: Mapping[str, Any]) -> tuple[Observer, Callable[[], None]]:
    """Who watches, and what ends that."""
    width = max(terminal_width(), 60) if sys.stdout.isatty() else WIDTH
    if given.get("quiet") or not (given.get("progress") or (sys.stderr is not None and sys.stderr.isatty())):
        return Observer(width), lambda: None
    from threadproof.report.progress import ProgressDisplay
    from threadproof.run import observed

    display = ProgressDisplay(sys.stderr.isatty(), STARTED, configured(given).timeout)
    return observed.over(display.writer, width), display.end


def report_bug(bug: Bug) -> int:
    folder = bug.bundle()
    tell(f"threadproof: internal error: {one_line(bug.last_line()[:LONGEST])}")
    tell(f"threadproof: please report this; program, options and traceback are in {folder}")
    return EXIT_INTERNAL
