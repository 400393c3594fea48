"""What a feasible failing step means: a violation of the property is an answer, anything else forbids TRUE.

An execution that does what is not defined, or that was cut off, may have gone on to violate the property. So the search goes on
for a violation, but its end is no proof any more; more failures of that kind add nothing, and need not be looked at.
"""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.properties import checks
from threadproof.sched.system import SystemStep


def forbids(kind: str, message: str, pos: Pos) -> str:
    """Why a failure that is no violation forbids TRUE."""
    return message if kind == "cut" else f"undefined behaviour: {kind} at {pos}"


class Failures:
    def __init__(self, property_: str) -> None:
        self.property = property_
        self.trouble = ""  # why the answer cannot be TRUE any more: the first reason

    def violates(self, step: SystemStep) -> bool:
        return step.failure is not None and checks(self.property, step.failure.kind)

    def ignored(self, step: SystemStep) -> bool:
        """Whether a step fails in a way that adds nothing to what is known."""
        return step.failure is not None and bool(self.trouble) and not self.violates(step)

    def possible(self, step: SystemStep) -> None:
        """A failing step that is possible, and no violation."""
        assert step.failure is not None
        self.trouble = self.trouble or forbids(step.failure.kind, step.failure.message, step.failure.pos)
