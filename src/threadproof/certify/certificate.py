"""The file that `--certificate` writes: what was verified, under which options, and why the answer is right.

One JSON object, an entry of its lists per line. `options` are those that decide what the program means; `passes` and `program`
(a hash of the program after these passes) say what it is about; then follows the proof (`certify.graph.document`) or the
schedule of a violation. `digest` is a hash of all the rest: it tells a file that was changed from one that was written by us,
and proves nothing; the content is checked in any case. JSON is loaded only for that: checks of answers without a file need
nothing of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from threadproof.certify.format import FormatError
from threadproof.evidence.result import Schedule, Turn
from threadproof.ir.arith import Value
from threadproof.ir.program import Program
from threadproof.properties import GRAPH, ORDER, OUTLINE, SCHEDULE, STATES

FORMAT = "threadproof certificate 1"


def write(content: Mapping[str, Any]) -> str:
    """The text of a certificate."""
    import json

    document = {"format": FORMAT, **content}
    document["digest"] = _digest(document)
    entries = [f"{json.dumps(key)}: {_lines(value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(entries) + "\n}\n"


def read(text: str) -> dict[str, Any]:
    """The content of a certificate; FormatError if it is none, or was changed."""
    import json

    try:
        document = json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FormatError(f"not a {FORMAT!r}")
    try:
        digest = _digest({name: value for name, value in document.items() if name != "digest"})
    except RecursionError:
        raise FormatError("it is nested too deeply") from None
    if document.pop("digest", None) != digest:
        raise FormatError("it was changed: the digest is not that of the content")
    return document


KINDS = {"schedule": SCHEDULE, "states": STATES, "questions": ORDER, "nodes": GRAPH, "views": GRAPH, "outline": OUTLINE}
"""The entry by which each kind of evidence is known."""


def evidence(content: Mapping[str, Any]) -> str:
    """What a certificate rests on; FormatError unless it is exactly one thing, and one that shows the verdict."""
    found = [kind for entry, kind in KINDS.items() if entry in content]
    if len(found) != 1 or content.get("verdict") != ("FALSE" if found[0] == SCHEDULE else "TRUE"):
        raise FormatError("it claims nothing that can be checked")
    return found[0]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON allows to say things twice; a certificate does not."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an entry occurs twice")
    return found


def _digest(document: Mapping[str, Any]) -> str:
    import json

    return "sha256:" + hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def _lines(value: object) -> str:
    """Lists of long entries get a line per entry."""
    import json

    if isinstance(value, list) and any(isinstance(entry, dict | str) for entry in value):
        return "[\n" + ",\n".join(json.dumps(entry) for entry in value) + "\n]"
    return json.dumps(value)


def fingerprint(program: Program) -> str:
    """Of a program in one of its forms."""
    from threadproof.ir.text import program_text

    return "sha256:" + hashlib.sha256(program_text(program).encode()).hexdigest()


# -- schedules ---------------------------------------------------------------------------------------------------------


def encode_schedule(schedule: Schedule) -> list[dict[str, Any]]:
    return [{"thread": turn.thread, "inputs": [_encode_value(value) for value in turn.inputs]} for turn in schedule]


def decode_schedule(data: object) -> Schedule:
    """FormatError for whatever `encode_schedule` cannot have written."""
    if not isinstance(data, list):
        raise FormatError("the schedule is missing")
    turns = []
    for entry in data:
        if not isinstance(entry, dict) or entry.keys() != {"thread", "inputs"} or type(entry["thread"]) is not int:
            raise FormatError(f"not a turn: {entry!r:.80}")
        if not isinstance(entry["inputs"], list) or entry["thread"] < 0:
            raise FormatError(f"not a turn: {entry!r:.80}")
        turns.append(Turn(entry["thread"], tuple(map(_decode_value, entry["inputs"]))))
    return tuple(turns)


def _encode_value(value: Value) -> object:
    """Floats as text: JSON has neither all of them nor all their digits."""
    return {"float": value.hex()} if isinstance(value, float) else value


def _decode_value(value: object) -> Value:
    if isinstance(value, bool | int):
        return value
    if isinstance(value, dict) and value.keys() == {"float"} and isinstance(value["float"], str):
        with suppress(ValueError, OverflowError):
            return float.fromhex(value["float"])
    raise FormatError(f"not an input: {value!r:.80}")
