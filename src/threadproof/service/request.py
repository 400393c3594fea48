"""What can be asked for, as data, and how it is answered in a process that belongs to us.

The command answers its own request; a user of the library sends it to a fresh process (`process`), since answers are worked
out in processes that are forked (`run.supervise`), and it is unknown what the threads of a user's program hold at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from threadproof.config.option import CERTIFY, DOCTOR, HARNESS, LOWER, REPLAY, VALIDATE, VERIFY
from threadproof.config.options import ALL, OPTIONS, Config
from threadproof.config.propertyfile import parse_properties
from threadproof.config.validation import harness_options, validate
from threadproof.errors import OptionError
from threadproof.properties import DEADLOCK, PROPERTIES, UNREACH
from threadproof.records import dataclass, replace
from threadproof.report.outcome import UNKNOWN, Certified, Replayed, Validated
from threadproof.run import pipeline, supervise, verification
from threadproof.run.guarded import finished, supervised
from threadproof.run.verification import Observer, Verified

SURVEY = "survey"  # `doctor` about a whole build
OUTPUTS = ("json", "certificate", "witness", "report", "junit")


@dataclass(frozen=True, slots=True)
class Request:
    """A command with its files. `started`: when the time began, as `time.monotonic` counts."""

    command: str
    files: tuple[str, ...]
    config: Config
    started: float


def configured(given: Mapping[str, Any], base: Config | None = None) -> Config:
    """Typed and checked options; nothing of the program was read yet. What is None is not given."""
    changes = {name: value for name, value in given.items() if value is not None}
    if "properties" in changes:
        changes["properties"] = parse_properties(changes["properties"])
    config = replace(base, **changes) if base else Config(**changes)
    for name in config.properties or (UNREACH,):
        validate(replace(config, property=name))
    config = replace(config, property=(*config.properties, UNREACH)[0])
    return replace(config, memory=config.memory or supervise.physical_mib() * 3 // 4)


def typed(command: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Options by name, as a program gives them: a single text where there may be several, paths, whole numbers of seconds. What
    does not fit is an OptionError, as on the command line."""
    table = {option.name.replace("-", "_"): option for option in OPTIONS if command in option.commands}
    changes: dict[str, Any] = {}
    for name, value in given.items():
        if name not in table:
            raise OptionError(f"there is no option {name!r}", advice=f"{command} knows: {', '.join(sorted(table))}")
        if value is not None:
            changes[table[name].attribute] = fitting(name, value, type(table[name].default))
    return changes


def fitting(name: str, value: Any, kind: type) -> Any:
    """The value as an option of that type has it. Raises OptionError."""
    if kind is tuple and not isinstance(value, bytes):
        items = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, Iterable) else (None,)
        if all(isinstance(item, str) for item in items):
            return items
    elif kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    elif kind is str and hasattr(value, "__fspath__"):
        return fitting(name, value.__fspath__(), kind)
    elif type(value) is kind:
        return value
    expected = {tuple: "a text, or several", str: "a text", float: "a number", int: "a whole number", bool: "True or False"}
    raise OptionError(f"{name}={value!r}: expected {expected[kind]}")


def perform(request: Request, view: Observer) -> Any:
    """The answer. Only in a process that has one thread. Raises UserError and Bug."""
    return _WAYS[request.command](request, view)


def stopped(request: Request, reason: str) -> Any:
    """The answer when the work was ended from outside. Raises UserError where that is no answer."""
    file, config = (*request.files, request.config.compile_commands)[0], request.config
    match request.command:
        case "verify":
            return verification.stopped(file, config, reason, request.started)
        case "certify":
            return Certified("", open=reason)
        case "validate":
            return Validated("", open=reason)
        case "replay":
            return Replayed(UNKNOWN, reason)
    return finished(file, supervise.Stopped(reason))


# -- commands ----------------------------------------------------------------------------------------------------------


def is_whole_build(files: Sequence[str], config: Config) -> bool:
    """Whether a build is named, and no program of it."""
    return not config.target and all(file.endswith(".tp") for file in files) and bool(files or config.compile_commands)


def _program(request: Request, files: Sequence[str]) -> tuple[str, Config]:
    """The file that names the program, and the options with all of its files."""
    config = request.config
    if len(files) == 1 and not config.compile_commands and not files[0].endswith(".tp"):
        return files[0], config
    from threadproof.run import projects

    if projects.is_build(files, config):
        found = supervised(
            projects.named(files, config), config, lambda announce: projects.of_build(files, config), request.started
        )
        project = finished(projects.named(files, config), found)
    else:
        project = projects.of_files(files)
    return project.files[0], replace(config, project=project)


def _verify(request: Request, view: Observer) -> Verified:
    harness_options(request.config)
    if request.config.harness:
        request = _with_harness(request, view)
    file, config = _program(request, request.files)
    paths = {kind: getattr(config, kind) for kind in OUTPUTS}
    if not any(paths.values()):
        return verification.verify(file, config, request.started, view)
    from threadproof.report import jsonfile, outputs

    for kind, path in paths.items():
        for name in (config.properties or PROPERTIES) if verification.several(config) else ("",):
            outputs.ensure_writable(outputs.path_for(kind, path, name), f"--{kind}")
    answer = verification.verify(file, config, request.started, view)
    if answer.rows:
        outputs.write(config.json, jsonfile.models_json(answer.whole, list(answer.rows)), "--json")
        return answer
    if answer.found is not None:
        return replace(answer, missing=tuple(outputs.write_several(answer.whole, answer.found, paths)))
    return replace(answer, missing=tuple(outputs.write_all(answer.whole, answer.repair, paths)))


def _certify(request: Request, view: Observer) -> Any:
    (*files, certificate) = request.files
    file, config = _program(request, files)
    return _limited(request, lambda announce: pipeline.certify(file, certificate, config, announce, request.started))


def _validate(request: Request, view: Observer) -> Any:
    from threadproof.run.validator import validated

    (*files, witness) = request.files
    file, config = _program(request, files)
    return _limited(request, lambda announce: validated(file, witness, config, announce, request.started))


def _replay(request: Request, view: Observer) -> Any:
    import tempfile

    from threadproof.native.command import replay

    (*files, certificate) = request.files
    file, config = _program(request, files)
    with tempfile.TemporaryDirectory(prefix="threadproof-") as folder:
        return _limited(request, lambda announce: replay(file, certificate, folder, config, announce))


def _lower(request: Request, view: Observer) -> Any:
    if request.config.memory_model == ALL:
        raise OptionError("--memory-model all is for verify: one program is printed")
    file, config = _program(request, request.files)
    return _limited(request, lambda announce: pipeline.lower(file, config, announce))


def _diagnose(request: Request, view: Observer) -> Any:
    from threadproof.run.diagnosis import diagnose

    file, config = _program(request, request.files)
    found = _limited(request, lambda announce: diagnose(file, config, announce))
    if config.json:
        from threadproof.report import outputs, survey

        outputs.write(config.json, survey.remarks_json(found), "--json")
    return found


def _survey(request: Request, view: Observer) -> Any:
    from threadproof.run.survey import survey

    found = survey(request.files, request.config, request.started)
    if request.config.json:
        from threadproof.report import outputs
        from threadproof.report.survey import to_json

        outputs.write(request.config.json, to_json(found), "--json")
    return found


def _harness(request: Request, view: Observer) -> Any:
    from threadproof.harness.command import generated

    return _limited(request, lambda announce: generated(request.files, request.config))


def _with_harness(request: Request, view: Observer) -> Request:
    """The program that a library is with a harness, which is written for it."""
    from threadproof.harness.command import path, write

    text = _harness(request, view)
    write(request.files[0], text, request.config)
    files = (path(request.files[0], request.config), *request.files[1:])
    config = replace(request.config, threads=0)
    if config.linearizable and not config.properties:  # runs of its own may wait for ever: then nothing was compared
        config = replace(config, properties=(UNREACH, DEADLOCK))
    return replace(request, files=files, config=config)


def _limited(request: Request, work: supervise.Work[Any]) -> Any:
    named = (*request.files, request.config.compile_commands)[0]
    answer = supervised(named, request.config, work, request.started)
    return stopped(request, answer.reason) if isinstance(answer, supervise.Stopped) else answer


_WAYS: dict[str, Callable[[Request, Observer], Any]] = {
    VERIFY: _verify,
    CERTIFY: _certify,
    VALIDATE: _validate,
    REPLAY: _replay,
    LOWER: _lower,
    DOCTOR: _diagnose,
    SURVEY: _survey,
    HARNESS: _harness,
}
