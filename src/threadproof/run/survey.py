"""What `doctor` says about a whole build: what each of its programs contains that is not supported, and what does not compile.

Every file is parsed once to see which ones compile and which ones have a `main`; then each program is diagnosed as if it was the
only one (`diagnosis`), in a process of its own with a limit of time. A program that cannot be put together has the reason in
place of remarks.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from threadproof.channel import Announce
from threadproof.config.options import Config
from threadproof.errors import UserError
from threadproof.records import dataclass, replace
from threadproof.report.outcome import NEVER, Remark
from threadproof.report.survey import UNSUPPORTED, BuildSurvey, MissingHeader, SurveyedConstruct, SurveyedProgram
from threadproof.run import projects, supervise
from threadproof.run.diagnosis import diagnose
from threadproof.run.guarded import Bug, supervised

if TYPE_CHECKING:
    from threadproof.compilation.selection import FileSelection
    from threadproof.frontend.c.project import Project

_LIMIT = 120.0  # seconds for a program
_HEADER = re.compile(r"'([^']+)' file not found")
_COUNTED = (UNSUPPORTED, "approximated", "assumed")


@dataclass(frozen=True, slots=True)
class _ListedPrograms:
    """Programs by name, each with what stands for it; errors by file."""

    build: str
    programs: tuple[tuple[str, tuple[str, ...], str], ...]  # name, files, target
    files: tuple[str, ...]
    errors: tuple[tuple[str, str, str], ...]  # file, message, advice
    missing: tuple[str, ...]


def survey(files: tuple[str, ...], config: Config, started: float) -> BuildSurvey:
    """In the process that supervises: it starts one for each program."""
    named = projects.named(files, config)
    found = supervised(named, config, lambda announce: _contents(files, config), started)
    if isinstance(found, supervise.Stopped):
        raise UserError(f"not finished: {found.reason}")
    programs = tuple(_program(name, mine, target, files, config) for name, mine, target in found.programs)
    used = {file for each in programs for file in each.files}
    headers, broken = _sorted(found.errors)
    unused = tuple(file for file in found.files if file not in used)
    return BuildSurvey(found.build, programs, _constructs(programs), headers, broken, found.missing, unused)


def _contents(files: tuple[str, ...], config: Config) -> _ListedPrograms:
    selection, _ = projects.selection(files, config)
    build = selection.build
    if build.programs:
        programs: Iterable[tuple[str, tuple[str, ...], str]] = [(each.name, (), each.name) for each in build.programs]
    else:
        programs = [(each.target or each.file, (each.file,), each.target) for each in selection.mains()]
    every = tuple(dict.fromkeys(each.file for each in build.compilations))
    return _ListedPrograms(build.place, tuple(dict.fromkeys(programs)), every, _errors(selection), build.missing)


def _errors(selection: FileSelection) -> tuple[tuple[str, str, str], ...]:
    found = {each.file: selection.symbols(each) for each in selection.build.compilations}
    wrong = [(file, error) for file, error in found.items() if isinstance(error, UserError)]
    return tuple((file, f"{error.pos}: {error.message}", error.advice) for file, error in wrong)


def _program(name: str, mine: tuple[str, ...], target: str, files: tuple[str, ...], config: Config) -> SurveyedProgram:
    limited = replace(config, timeout=min(config.timeout, _LIMIT), target=target)
    started = time.monotonic()

    def work(announce: Announce) -> tuple[Project, tuple[Remark, ...] | str]:
        project = projects.of_build((*(file for file in files if file.endswith(projects.RECORD)), *mine), limited)
        return project, _unless_wrong(lambda: diagnose(project.files[0], replace(limited, project=project), announce))

    def seconds() -> float:
        return round(time.monotonic() - started, 2)

    try:
        found = supervised(name, limited, work, started)
    except UserError as error:
        return SurveyedProgram(name, problem=str(error), seconds=seconds())
    except Bug as bug:
        return SurveyedProgram(name, problem=f"internal error: {bug.last_line()}", seconds=seconds())
    if isinstance(found, supervise.Stopped):
        return SurveyedProgram(name, problem=found.reason, seconds=seconds())
    project, remarks = found
    if isinstance(remarks, str):
        return SurveyedProgram(name, project.files, problem=remarks, seconds=seconds())
    return SurveyedProgram(name, project.files, remarks, seconds=seconds())


def _unless_wrong(work: Callable[[], tuple[Remark, ...]]) -> tuple[Remark, ...] | str:
    """The remarks, or what is wrong with the program: its files are known all the same."""
    try:
        return work()
    except UserError as error:
        return str(error)


def _constructs(programs: Iterable[SurveyedProgram]) -> tuple[SurveyedConstruct, ...]:
    """The most frequent ones first; what is modelled as it should be is not among them."""
    places: dict[tuple[str, str], set[str]] = {}
    inside: dict[tuple[str, str], set[str]] = {}
    reached: dict[tuple[str, str], set[str]] = {}
    for each in programs:
        for remark in each.remarks:
            if remark.kind in _COUNTED and not remark.what.startswith("library function"):
                key = remark.kind, remark.what
                places.setdefault(key, set()).add(remark.place)
                inside.setdefault(key, set()).add(each.name)
                reached.setdefault(key, set()).update([each.name] if remark.effect != NEVER else [])
    found = [
        SurveyedConstruct(what, kind, len(at), len(inside[kind, what]), len(reached[kind, what]))
        for (kind, what), at in places.items()
    ]
    return tuple(
        sorted(found, key=lambda each: (_COUNTED.index(each.kind), -each.reached, -each.programs, -each.places, each.what))
    )


def _sorted(errors: Iterable[tuple[str, str, str]]) -> tuple[tuple[MissingHeader, ...], tuple[tuple[str, str], ...]]:
    headers: dict[str, list[tuple[str, str]]] = {}
    broken = []
    for file, message, advice in errors:
        header = _HEADER.search(message)
        if header:
            headers.setdefault(header[1], []).append((file, advice))
        else:
            broken.append((file, message))
    rows = [MissingHeader(name, tuple(file for file, _ in found), found[0][1]) for name, found in headers.items()]
    return tuple(sorted(rows, key=lambda row: -len(row.files))), tuple(broken)
