"""What the check of a proof answers: that it holds, that the check did not come to an end, or (raised) that it is refused."""

from __future__ import annotations

from threadproof.counters import Counters
from threadproof.errors import InternalError
from threadproof.records import dataclass


class Rejected(InternalError):
    """Why a proof does not hold."""


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """`open`: why the check did not come to an end; empty if the proof holds."""

    open: str
    counters: Counters
