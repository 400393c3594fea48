"""Writes witnesses in YAML, format 2.2 (which has threads)."""

from __future__ import annotations

from typing import Any

from threadproof.witness import document as d
from threadproof.witness.document import Witness

FORMAT = "2.2"


def write(witness: Witness, metadata: dict[str, Any]) -> str:
    import yaml

    entries: list[dict[str, Any]] = []
    if witness.kind == d.VIOLATION:
        content: Any = [{"segment": [_waypoint(point) for point in segment]} for segment in witness.segments]
        entries.append({"entry_type": "violation_sequence", "metadata": metadata, "content": content})
    else:
        entries.append({"entry_type": "invariant_set", "metadata": metadata, "content": [*map(_invariant, witness.invariants)]})
        if witness.ghosts:
            ghosts = {"ghost_variables": [*map(_ghost, witness.ghosts)], "ghost_updates": [*map(_update, witness.updates)]}
            entries.append({"entry_type": "ghost_instrumentation", "metadata": dict(metadata), "content": ghosts})
    dumper: Any = yaml.SafeDumper
    dumper = type("Plain", (dumper,), {"ignore_aliases": lambda self, data: True})
    text: str = yaml.dump(entries, Dumper=dumper, sort_keys=False, allow_unicode=True, width=120)
    return text


def _location(file: str, line: int, column: int, function: str) -> dict[str, Any]:
    place: dict[str, Any] = {"file_name": file, "line": line}
    if column:
        place["column"] = column
    if function:
        place["function"] = function
    return place


def _waypoint(point: d.Waypoint) -> dict[str, Any]:
    found: dict[str, Any] = {"type": point.type, "action": point.action}
    if point.constraint:
        found["constraint"] = {"value": point.constraint}
        if point.type != d.BRANCHING:
            found["constraint"]["format"] = "ext_c_expression" if point.type == d.RETURN else "c_expression"
    found["location"] = _location(point.file, point.line, point.column, point.function)
    if point.thread is not None:
        found["thread_id"] = point.thread
    return {"waypoint": found}


def _invariant(invariant: d.Invariant) -> dict[str, Any]:
    place = _location(invariant.file, invariant.line, invariant.column, invariant.function)
    return {"invariant": {"type": invariant.type, "location": place, "value": invariant.value, "format": "c_expression"}}


def _ghost(ghost: d.Ghost) -> dict[str, Any]:
    initial = {"value": ghost.initial, "format": "c_expression"}
    return {"name": ghost.name, "type": ghost.type, "scope": "global", "initial": initial}


def _update(update: d.Update) -> dict[str, Any]:
    change = {"variable": update.variable, "value": update.value, "format": "c_expression"}
    return {"location": _location(update.file, update.line, update.column, update.function), "updates": [change]}
