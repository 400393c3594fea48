"""What a fresh process says about a request, by way of a `channel`: a line of JSON for each progress, with the property, the
engine, the stage and the counters; then one reply.
"""

from __future__ import annotations

from typing import Any

from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; or an exception in its place; or why the work was stopped, before there was either."""

    answer: Any = None
    error: Exception | None = None
    stopped: str = ""
