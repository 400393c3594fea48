"""`--witness`: the answer as a verification witness of SV-COMP, for other validators and for `threadproof validate`.

What it says is found beside the answer itself (`witness.waypoints`, `witness.invariants`); here it gets the form of a file:
GraphML 1.0 if that is its suffix, otherwise YAML, format 2.2, which has threads.
"""

from __future__ import annotations

import hashlib
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from threadproof.properties import Shape, named, shape
from threadproof.report.outcome import FALSE, REPLAYED, UNKNOWN, RunOutcome
from threadproof.version import __version__
from threadproof.witness.yamlwrite import FORMAT

GRAPHML = ".graphml"


def refusal(outcome: RunOutcome, path: str) -> str:
    """Why there is no witness of an answer; empty if there is one."""
    if outcome.verdict == UNKNOWN:
        return "there is no verdict"
    if not outcome.file.endswith((".c", ".i")):
        return "the format describes C programs only"
    if outcome.verdict == FALSE and outcome.checked != REPLAYED:
        return "the format describes sequentially consistent executions only"
    if outcome.verdict == FALSE and shape(outcome.property) is Shape.RACE and path.endswith(GRAPHML):
        return "GraphML has no data races: they have two targets; YAML can say that"
    if outcome.witness is None:
        return "the violation is at a place that the format cannot name"
    return ""


def to_witness(outcome: RunOutcome, path: str) -> str:
    """The text of the file."""
    assert outcome.witness is not None
    metadata = _metadata(outcome)
    if path.endswith(GRAPHML):
        from threadproof.witness import graphmlwrite

        return graphmlwrite.write(outcome.witness, metadata, Path(outcome.file).read_bytes())
    from threadproof.witness import yamlwrite

    return yamlwrite.write(outcome.witness, metadata)


def _metadata(outcome: RunOutcome) -> dict[str, Any]:
    error = "__VERIFIER_error" if outcome.message.startswith("__VERIFIER_error") else "reach_error"
    formulas = [formula.replace("reach_error", error) for formula in named(outcome.property).formulas]
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
