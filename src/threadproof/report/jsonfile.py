"""`--json`: one object per run, stable names, for scripts and benchmarks."""

from __future__ import annotations

import json
from typing import Any

from threadproof.records import asdict
from threadproof.report.fences import repair_data
from threadproof.report.outcome import FALSE, UNKNOWN, Conjunction, ModelRow, Repair, RunOutcome
from threadproof.version import __version__


def to_json(outcome: RunOutcome, repair: Repair | None = None) -> str:
    document = _document(outcome)
    return _text({**document, "repair": repair_data(repair)} if repair else document)


def models_json(whole: RunOutcome, rows: list[ModelRow]) -> str:
    """`--memory-model all`: the answer as a whole, and a document for each model."""
    models = {row.model: {**_document(row.outcome), "repair": repair_data(row.repair)} for row in rows}
    known = ("tool", "version", "file", "verdict", "property", "reason")
    return _text({**{name: value for name, value in _document(whole).items() if name in known}, "models": models})


def properties_json(whole: RunOutcome, found: Conjunction) -> str:
    """Several properties: the answer as a whole, and a document for each of them."""
    known = ("tool", "version", "file", "verdict", "reason", "data_model", "notes")
    document = {name: value for name, value in _document(whole).items() if name in known}
    properties: dict[str, Any] = {outcome.property: _document(outcome) for outcome in found.outcomes}
    return _text({**document, "properties": properties, "not_verified": dict(found.left_out)})


def _text(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _document(outcome: RunOutcome) -> dict[str, Any]:
    counterexample = {
        "message": outcome.message,
        "place": outcome.place,
        "schedule": list(outcome.schedule),
        "steps": list(outcome.steps),
        **({"waits": list(outcome.waits)} if outcome.waits else {}),
        "explanation": asdict(outcome.explanation) if outcome.explanation is not None else None,
    }
    return {
        "tool": "threadproof",
        "version": __version__,
        "file": outcome.file,
        "verdict": outcome.verdict,
        "property": outcome.property,
        "reason": outcome.reason if outcome.verdict == UNKNOWN else None,
        "undecided": asdict(outcome.undecided) if outcome.undecided is not None else None,
        "engine": outcome.engine,
        "data_model": outcome.data_model,
        "scope": outcome.scope or None,
        "nothing_to_check": outcome.nothing or None,
        "certificate": outcome.checked or None,
        "rests_on": outcome.rests_on,
        "times": {stage: round(seconds, 6) for stage, seconds in outcome.times.items()},
        "counters": outcome.counters,
        "notes": [asdict(remark) for remark in outcome.remarks],
        "counterexample": counterexample if outcome.verdict == FALSE else None,
    }
