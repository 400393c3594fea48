"""The answer of an engine: a proof, a schedule that violates the property, or the reason why it does not know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.errors import NOWHERE, Pos
from threadproof.ir.arith import Value
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.budget import Budget
    from threadproof.evidence.execution import Execution
    from threadproof.evidence.graph import PairProof, Proof
    from threadproof.evidence.outline import ProofOutline
    from threadproof.evidence.refutation import Refutation
    from threadproof.evidence.state_set import StateSet


@dataclass(frozen=True, slots=True)
class Turn:
    """One step of one thread, with the input values it drew, in order."""

    thread: int
    inputs: tuple[Value, ...] = ()


Schedule = tuple[Turn, ...]
"""The first turn is the initial one: thread 0's leading local operations. See docs/architecture.md, Steps."""


@dataclass(frozen=True, slots=True)
class Safe:
    """The search closed and nothing was cut. `proof` is re-checked before the answer is shown; some engines have none."""

    proof: Proof | PairProof | StateSet | ProofOutline | None = None
    refutation: Refutation | None = None  # of the ordering engine: the questions that have no answer

    caveat: str = ""  # what is shown unless a proof is confirmed, where the answer rests on something that is not proved
    plainer: Callable[[Budget], Result] | None = None  # the same search with no reduction but those that the check knows


@dataclass(frozen=True, slots=True)
class Unsafe:
    property: str
    message: str
    schedule: Schedule
    pos: Pos = NOWHERE
    execution: Execution | None = None  # in place of a schedule, under memory models that no interpreter runs


@dataclass(frozen=True, slots=True)
class Unknown:
    reason: str


Result = Safe | Unsafe | Unknown
