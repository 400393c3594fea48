"""Memory models and repairs for people: which model violates the property, and where fences go."""

from __future__ import annotations

from typing import Any

from threadproof.report.outcome import FALSE, ModelRow, Repair
from threadproof.report.text import table


def repair_text(repair: Repair, model: str) -> str:
    match repair.status:
        case "repaired":
            count = len(repair.places)
            words = f"{count} full fence{'' if count == 1 else 's'} repair{'s' if count == 1 else ''} it under {model} (verified"
            words += "; fewer do not suffice):" if repair.smallest else "; whether fewer suffice was not decided):"
            return "\n".join([words, *(f"  {place_text(place)}" for place in repair.places)])
        case "impossible":
            return f"No fences repair it under {model}: {repair.reason}."
        case "unknown":
            return f"No repair was found under {model}: {repair.reason or 'not decided'}."
    return f"No fence is needed under {model}."


def place_text(place: dict[str, Any]) -> str:
    kind = str(place["place"]).partition(":")[0]
    return f"{kind} line {place['line']} in {place['function']}: {place['source']}  (--fence {place['place']})"


def rows_text(rows: list[ModelRow]) -> str:
    title = f"{rows[0].outcome.property} under every memory model:\n"
    return title + table([_cells(row) for row in rows], ("memory model", "verdict", "engine", "seconds", ""))


def _cells(row: ModelRow) -> tuple[str, ...]:
    outcome = row.outcome
    what = f"{outcome.message} at {outcome.place}" if outcome.verdict == FALSE else outcome.reason
    return (row.model, outcome.verdict, outcome.engine, f"{outcome.times.get('total', 0.0):.2f}", what)


def repair_data(repair: Repair | None) -> dict[str, Any] | None:
    if repair is None:
        return None
    return {
        "status": repair.status,
        "reason": repair.reason or None,
        "fences": list(repair.places),
        "smallest": repair.smallest if repair.status == "repaired" else None,
        "tried": repair.tried,
    }
