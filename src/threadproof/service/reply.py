"""What a fresh process says about a request: lines of progress, then one reply.

On the pipe: a line of JSON for each progress, `[property, engine, stage, counters]`; then the byte `ANSWER`, eight bytes with the
length of the rest, and the pickled `Reply`.
"""

from __future__ import annotations

import pickle
from typing import Any

from threadproof.records import dataclass

ANSWER = b"\x01"
INTERVAL = 0.2  # seconds between two lines with counters, at least


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; or an exception in its place; or why the work was stopped, before there was either."""

    answer: Any = None
    error: Exception | None = None
    stopped: str = ""


def framed(reply: Reply) -> bytes:
    data = pickle.dumps(reply)
    return ANSWER + len(data).to_bytes(8, "big") + data


def unframed(data: bytes) -> Reply | None:
    """None: it is not complete."""
    if len(data) < 9 or len(data) < 9 + int.from_bytes(data[1:9], "big"):
        return None
    found: Reply = pickle.loads(data[9:])
    return found
