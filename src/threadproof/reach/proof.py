"""A closed graph as data: what a proof consists of, whoever found it.

Every node says where all threads are and what is known about the variables there: a conjunction of facts. The invariant of a
control is the disjunction of its nodes. Node 0 contains the initial states. From each node the steps of `threads` were
followed (of all threads, if it is None); `targets` names the node that contains the states after a step, steps without a
target cannot be taken from the node or end the program. `certify.proof` says what must hold, and checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from threadproof.ir.expr import Expr
from threadproof.sched.system import Control, Step, System


@dataclass(frozen=True, slots=True, eq=False)
class ProofNode:
    control: Control
    facts: frozenset[Expr]
    threads: frozenset[int] | None
    targets: Mapping[Step, int]


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """`system` owns the variables that the facts are about."""

    system: System
    nodes: tuple[ProofNode, ...]
