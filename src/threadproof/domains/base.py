"""The protocol of abstract domains: what explores abstract states needs to know of them, and no more.

**Laws** (`tests/unit/domains/test_contract` runs them on every class that says it is a `Domain`). `covers` is reflexive and
transitive, and `top` covers everything. What covers a state contains every concrete state of it. `post` is sound: where a
concrete state is in the abstract one, so is its successor in the successor; it is None only if there is none. `post` is
monotone: the successor of what covers a state covers its successor.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from threadproof.domains.precision import Precision
from threadproof.domains.state import Knowledge, State
from threadproof.ir import op as ops
from threadproof.smt.oracle import Oracle


class Domain(Protocol):
    top: State

    def __init__(self, oracle: Oracle, local: bool = False) -> None:
        """`local`: the precision differs from place to place."""

    def post(self, state: State, steps: Iterable[ops.DataOp], precision: Precision) -> State | None:
        """The state after the operations, as far as the precision tells states apart; None where they cannot be executed."""

    def covers(self, big: State, small: State) -> bool:
        """Whether every concrete state of `small` is one of `big`."""
        ...

    def known(self, state: State) -> Knowledge:
        """What takes no solver to know."""
        ...
