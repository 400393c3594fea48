"""Files that a run writes beside what it prints: refused before the work if they cannot be written, written after it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from threadproof.errors import OptionError, Pos
from threadproof.report.outcome import TRUE, Conjunction, Repair, RunOutcome


def write_all(outcome: RunOutcome, repair: Repair | None, paths: Mapping[str, str]) -> list[str]:
    """What was asked for, by the name of the option; the answer says what is not written, and why."""
    missing = []
    for option, path in paths.items():
        if not path:
            continue
        text, why = content(option, outcome, repair, path)
        if why:
            missing.append(f"no {option} is written: {why}")
        else:
            write(path, text, f"--{option}")
    return missing


def path_for(option: str, path: str, property_: str) -> str:
    """Where an output about one of several properties goes: certificates and witnesses are about one, so their names say which;
    JSON and the page hold all of them."""
    if not path or not property_ or option not in ("certificate", "witness"):
        return path
    stem, suffix = os.path.splitext(path)
    return f"{stem}.{property_}{suffix}"


def write_several(whole: RunOutcome, found: Conjunction, paths: Mapping[str, str]) -> list[str]:
    """What was asked for about several properties; the answer says what is not written, and why."""
    missing = []
    for outcome in found.outcomes:
        mine = {option: path_for(option, paths[option], outcome.property) for option in ("certificate", "witness")}
        missing += [f"{outcome.property}: {why}" for why in write_all(outcome, None, mine)]
    if paths["json"]:
        from threadproof.report.jsonfile import properties_json

        write(paths["json"], properties_json(whole, found), "--json")
    if paths["junit"]:
        from threadproof.report.junit import to_junit

        write(paths["junit"], to_junit(whole.file, found.outcomes, found.left_out), "--junit")
    if paths["report"]:
        from threadproof.report.page import pages

        write(paths["report"], pages(whole, found), "--report")
    return missing


def content(option: str, outcome: RunOutcome, repair: Repair | None, path: str) -> tuple[str, str]:
    """The text, or why there is none. Modules are loaded when they are asked for: start-up counts."""
    match option:
        case "json":
            from threadproof.report.jsonfile import to_json

            return to_json(outcome, repair), ""
        case "junit":
            from threadproof.report.junit import to_junit

            return to_junit(outcome.file, (outcome,)), ""
        case "certificate":
            why = f"engine {outcome.engine} gives no proof" if outcome.verdict == TRUE else "there is no verdict"
            return outcome.certificate, "" if outcome.certificate else why
        case "witness":
            from threadproof.report.witness import refusal, to_witness

            why = refusal(outcome, path)
            return "" if why else to_witness(outcome, path), why
    from threadproof.report.page import page

    return page(outcome), ""


def ensure_writable(path: str, option: str) -> None:
    """Refuse a bad target before the work, not after it. No path means that nothing is to be written."""
    if not path:
        return
    target = Path(path)
    if target.is_dir():
        raise OptionError(f"cannot write {option}: is a directory", Pos(path))
    if not target.parent.is_dir():
        raise OptionError(f"cannot write {option}: no such directory", Pos(path))
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise OptionError(f"cannot write {option}: permission denied", Pos(path))


def ensure_new(path: str, text: str, option: str) -> None:
    """A file that was not asked for by its name is not written over another one, which may have been edited."""
    target = Path(path)
    if target.exists() and target.read_text(encoding="utf-8", errors="replace") != text:
        raise OptionError("there is such a file already, with another text", Pos(path), f"name the file to write with {option}")


def write(path: str, text: str, option: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise OptionError(f"cannot write {option}: {error.strerror}", Pos(path)) from None
