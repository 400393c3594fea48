"""What `doctor` says about a whole build, as data and as text: its programs, and what they have in common."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from threadproof.records import asdict, dataclass
from threadproof.report.outcome import NEVER, Remark
from threadproof.report.text import table
from threadproof.version import __version__

UNSUPPORTED = "unsupported"
_SHOWN = 40  # rows of a table


@dataclass(frozen=True, slots=True)
class SurveyedProgram:
    """`name`: that of the target, or the file with main. `problem`: why there are no remarks."""

    name: str
    files: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    problem: str = ""
    seconds: float = 0.0

    def unsupported(self, reached: bool) -> list[Remark]:
        """Only those that an execution may get to, or all."""
        return [each for each in self.remarks if each.kind == UNSUPPORTED and not (reached and each.effect == NEVER)]


@dataclass(frozen=True, slots=True)
class SurveyedConstruct:
    """What is not supported, or not known, over all programs."""

    what: str
    kind: str
    places: int
    programs: int
    reached: int  # programs in which an execution may get there


@dataclass(frozen=True, slots=True)
class MissingHeader:
    header: str
    files: tuple[str, ...]
    advice: str


@dataclass(frozen=True, slots=True)
class BuildSurvey:
    """All programs of a build, and what stands in the way of a proof. Files have the names that positions show."""

    build: str
    programs: tuple[SurveyedProgram, ...]
    constructs: tuple[SurveyedConstruct, ...]
    headers: tuple[MissingHeader, ...]
    broken: tuple[tuple[str, str], ...]  # files that do not compile for other reasons, and the first error
    missing: tuple[str, ...]  # files that do not exist
    unused: tuple[str, ...]  # files that are in no program

    def data(self) -> dict[str, Any]:
        """For scripts."""
        found = asdict(self)
        for row, each in zip(found["programs"], self.programs, strict=True):
            row["unsupported"] = len(each.unsupported(reached=False))
            row["reached"] = len(each.unsupported(reached=True))
        return found


def to_json(survey: BuildSurvey) -> str:
    return json.dumps({"tool": "threadproof", "version": __version__, **survey.data()}, indent=2, ensure_ascii=False) + "\n"


def remarks_json(remarks: tuple[Remark, ...]) -> str:
    """The same for one program."""
    document = {"tool": "threadproof", "version": __version__, "notes": [asdict(each) for each in remarks]}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def to_text(survey: BuildSurvey, limit: int = 0) -> str:
    parts = [_programs(survey, limit)]
    if survey.constructs:
        rows = [(each.what, each.kind, str(each.places), str(each.programs), str(each.reached)) for each in survey.constructs]
        parts.append(_cut(rows, ("what", "kind", "places", "programs", "reached in"), limit))
    if survey.headers:
        headers = [(each.header, str(len(each.files)), each.advice) for each in survey.headers]
        parts.append(_cut(headers, ("missing header", "files", "what helps"), limit))
    if survey.broken:
        parts.append(_cut(list(survey.broken), ("does not compile", "because"), limit))
    for title, files in (("Not there", survey.missing), ("In no program", survey.unused)):
        if files:
            more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
            parts.append(f"{title}: {', '.join(files[:_SHOWN])}{more}")
    return "\n\n".join([*parts, summary(survey)])


def _programs(survey: BuildSurvey, limit: int) -> str:
    rows = []
    for each in survey.programs:
        counts = [str(len(each.unsupported(reached))) if not each.problem else "" for reached in (False, True)]
        rows.append((each.name, str(len(each.files)), *counts, f"{each.seconds:.1f} s", each.problem))
    return table(rows, ("program", "files", "unsupported", "reached", "time", "problem"), limit=limit)


def _cut(rows: Sequence[tuple[str, ...]], header: tuple[str, ...], limit: int) -> str:
    more = f"\n... and {len(rows) - _SHOWN} more (--json has all)" if len(rows) > _SHOWN else ""
    return table(rows[:_SHOWN], header, limit=limit) + more


def summary(survey: BuildSurvey) -> str:
    """One line about all programs."""
    whole = [each for each in survey.programs if not each.problem]
    reached = [each for each in whole if each.unsupported(reached=True)]
    count = len(survey.programs)
    return (
        f"{count} program{'' if count == 1 else 's'} of {survey.build}: {len(whole) - len(reached)} with nothing unsupported "
        f"that main may reach, {len(reached)} with something, {count - len(whole)} not read."
    )
