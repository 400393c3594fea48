"""`--witness`: the answer as a verification witness of SV-COMP, for other validators (YAML, format 2.2 with its threads).

FALSE is a sequence of waypoints that the violation passes, in the order of its schedule: where a thread is created
(`function_enter`, which numbers the threads), what an input is (`function_return`), which line a thread comes to (an `assumption`
that always holds), and the `target`. A waypoint that is missing makes a witness weaker, one that is at the wrong
place makes it wrong. So only lines are given, not columns (the first place that fits is meant); an input of a line with several
calls is left out, and so is where a thread goes on in the middle of a statement, which the format cannot say.

TRUE is a set of invariants, which other tools may use and need not; ours are about several threads at once, so the set is empty.
Whoever wants the proof takes the certificate.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from threadproof import __version__
from threadproof.properties import DEADLOCK, MEMSAFETY, OVERFLOW, RACE, UNREACH
from threadproof.report.outcome import FALSE, REPLAYED, UNKNOWN, Outcome

FORMAT = "2.2"
FORMULAS = {
    UNREACH: ("G ! call(reach_error())",),
    RACE: ("G ! data-race",),
    OVERFLOW: ("G ! overflow",),
    MEMSAFETY: ("G valid-free", "G valid-deref"),
    DEADLOCK: ("G ! deadlock",),
}
Waypoint = dict[str, Any]


def refusal(outcome: Outcome) -> str:
    """Why there is no witness of an answer; empty if there is one."""
    if outcome.verdict == UNKNOWN:
        return "there is no verdict"
    if not outcome.file.endswith((".c", ".i")):
        return "the format describes C programs only"
    if outcome.verdict == FALSE and outcome.checked != REPLAYED:
        return "the format describes sequentially consistent executions only"
    return ""


def to_witness(outcome: Outcome) -> str:
    """The text of the file."""
    import yaml

    false = outcome.verdict == FALSE
    entry = {
        "entry_type": "violation_sequence" if false else "invariant_set",
        "metadata": _metadata(outcome),
        "content": [{"segment": points} for points in segments(outcome)] if false else [],
    }
    text: str = yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=120)
    return text


def _metadata(outcome: Outcome) -> dict[str, Any]:
    error = "__VERIFIER_error" if outcome.message.startswith("__VERIFIER_error") else "reach_error"
    formulas = [formula.replace("reach_error", error) for formula in FORMULAS[outcome.property]]
    return {
        "format_version": FORMAT,
        "uuid": str(uuid.uuid4()),
        "creation_time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "producer": {"name": "threadproof", "version": __version__, "configuration": f"--engine {outcome.engine}"},
        "task": {
            "input_files": [outcome.file],
            "input_file_hashes": {outcome.file: hashlib.sha256(Path(outcome.file).read_bytes()).hexdigest()},
            "specification": "\n".join(f"CHECK( init(main()), LTL({formula}) )" for formula in formulas),
            "data_model": outcome.data_model,
            "language": "C",
        },
    }


def segments(outcome: Outcome) -> list[list[Waypoint]]:
    """One waypoint each; only a race ends with two targets in one."""
    numbers = {0: 0}  # threads, as the witness counts them: by their creation
    ends = _targets(outcome)
    before = tuple(step for step in outcome.steps if not any(step is end for end in ends))
    points = [*_passed(outcome.file, before, numbers)]
    for end in ends:  # a line that violates the property may have created threads before
        points += _created(outcome.file, end, numbers)
    found = [[point] for point in points]
    return [*found, [_waypoint("target", step, numbers) for step in ends]]


def _targets(outcome: Outcome) -> list[dict[str, Any]]:
    """The steps that violate the property: the last one, of a race the last one of either thread."""
    if outcome.property != RACE:
        return [outcome.steps[-1]]
    racing = [turn["thread"] for turn in outcome.schedule[-2:]]
    return [next(step for step in reversed(outcome.steps) if step["thread"] == thread) for thread in racing]


def _passed(file: str, steps: tuple[dict[str, Any], ...], numbers: dict[int, int]) -> Iterator[Waypoint]:
    for step in steps:
        if step["file"] == file and step["thread"] in numbers:
            if step["begins"]:
                yield _waypoint("assumption", step, numbers, {"value": "1", "format": "c_expression"})
            yield from _inputs(step, numbers)
        yield from _created(file, step, numbers)


def _created(file: str, step: dict[str, Any], numbers: dict[int, int]) -> Iterator[Waypoint]:
    """Threads count wherever they are created, but only places in the file are said."""
    for note in step["happened"]:
        created = re.fullmatch(r"creates thread (\d+)", note["what"]) if note["kind"] == "event" else None
        if created is not None:
            numbers[int(created[1])] = len(numbers)
            if step["file"] == file:
                yield _waypoint("function_enter", step, numbers)


def _inputs(step: dict[str, Any], numbers: dict[int, int]) -> Iterator[Waypoint]:
    drawn = [note for note in step["happened"] if note["kind"] == "input"]
    for note in drawn:
        called = note["what"].startswith("__VERIFIER_nondet_") and step["source"].count(note["what"]) == 1
        value = {"true": "1", "false": "0"}.get(note["value"], note["value"])
        if called and len(drawn) == 1 and re.fullmatch(r"-?\d+", value):
            yield _waypoint("function_return", step, numbers, {"value": rf"\result == {value}", "format": "acsl_expression"})


def _waypoint(kind: str, step: dict[str, Any], numbers: dict[int, int], constraint: dict[str, str] | None = None) -> Waypoint:
    point: Waypoint = {"type": kind, "action": "follow"}
    if constraint is not None:
        point["constraint"] = constraint
    point["location"] = {"file_name": step["file"], "line": step["line"]}
    point["thread_id"] = numbers[step["thread"]]
    return {"waypoint": point}
