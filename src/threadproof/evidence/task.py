"""The question that an engine is given: a property, options, and what has been claimed about the program so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from threadproof.counters import Name
from threadproof.evidence.result import Unknown
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.evidence.outline import OutlinedInvariants
    from threadproof.passes.invariants import ThreadInvariants

T = TypeVar("T")
CLEAR_BOUND: Name = "clear_bound"
"""A counter: no violation was found in executions in which loops repeat that often at most, and all of those were searched."""
KNOWN_BOUND = "known_bound"
"""The same as an option of a task: what an earlier run has found out. An engine may begin after it, and need not believe it."""


@dataclass(slots=True)
class Task:
    """What is to be verified, and the engine's options by name (see `config.options.OPTIONS`).

    `claims`: violations that the engine found, and that the reference interpreter did not confirm. One of them is right and the
    other is wrong, so that TRUE is forbidden, whatever the engine does afterwards. `facts`: what is known of the program; a proof
    may assume it, and then holds only with the outline that shows it.
    """

    property: str
    options: dict[str, object] = field(default_factory=dict)
    claims: list[str] = field(default_factory=list)
    facts: OutlinedInvariants | None = None

    def invariants(self) -> ThreadInvariants | None:
        """For lowering."""
        return None if self.facts is None else self.facts.invariants

    def unconfirmed(self, reason: str, details: Iterable[object] = ()) -> Unknown:
        """A violation that could not be shown; `details` is for a search for the defect."""
        if not any(claim.split("\n")[0] == reason for claim in self.claims):
            self.claims.append("\n".join([reason, *map(str, details)]))
        return Unknown(reason)


def chosen(kind: type[T], task: Task) -> T:
    """The options that an engine knows, typed: a data class whose fields are named like them. What is empty keeps its default."""
    return kind(**{name: task.options[name] for name in kind.__annotations__ if task.options.get(name, "") != ""})
