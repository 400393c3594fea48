"""An inductive invariant as data, independent of the engine that found it: a closed graph of abstract states.

Every node says where all threads are and what is known about the variables there: a conjunction of facts. The invariant of a
control is the disjunction of its nodes. Node 0 contains the initial states. From each node the steps of `threads` were followed
(of all threads, if it is None); `targets` names the node that contains the states after a step, steps without a target cannot
be taken from the node or end the program. `certify.graph.proof` says what must hold, and checks it. Proofs for any number of
threads (`PairProof`) have a claim for every two of them instead.

Facts may mention *ghosts*: variables that no program has, and that only the proof sets, with any step (`Ghosts`). They remember
values that no variable holds any more. A node then stands for the states in which its facts hold for some values of the ghosts.
"""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.records import dataclass, field
from threadproof.sched.system import Control, System, SystemStep

Values = tuple[tuple[Variable, Expr], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ghosts:
    """What a step gives to ghosts: first what `before` says, in terms of the state before it; then, all at once, what
    `after` says, in terms of the state after it."""

    before: Values
    after: Values


@dataclass(frozen=True, slots=True, eq=False)
class ProofNode:
    control: Control
    facts: frozenset[Expr]
    threads: frozenset[int] | None
    targets: Mapping[SystemStep, int]
    persistent: frozenset[int] | None = None  # of a cooperative program: the set that `threads` comes from; None: the same
    asleep: frozenset[int] = frozenset()  # threads that need not be followed, since they were before
    inner: bool = False  # inside of a block
    ghosts: Mapping[SystemStep, Ghosts] = field(default_factory=dict)
    again: Mapping[SystemStep, tuple[int, ...]] = field(
        default_factory=dict
    )  # of blocks: nodes that have been where a step leads


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """`system` owns the variables that the facts are about. `monotonic`: threads were left out after independent steps
    of greater ones (`certify.graph.monotonic`), not because of what they can do in the future
    (`certify.graph.reduction`). `blocks`: the facts of a node that is not `inner` are preserved by blocks of steps,
    through inner nodes, and not by each step (`certify.blocks.proof`). `depth`: by induction, no failure is possible
    after that many blocks. `tentative`: threads may have been left out for reasons that the check does not know; then
    it has no answer. `ghosts`: all that are used."""

    system: System
    nodes: tuple[ProofNode, ...]
    monotonic: bool = False
    blocks: bool = False
    depth: int = 0
    tentative: bool = False
    ghosts: tuple[Variable, ...] = ()


Place = tuple[int, int]
"""Template number and location, as in `sched.system.Control.at`."""


@dataclass(frozen=True, slots=True, eq=False)
class PairClaim:
    """What main and one or two other threads can be doing at the same time, for main alone as long as there is no other
    thread. Facts are about thread 0, which is main, and threads 1 and 2, in the order of `others`; one of `cubes`
    holds."""

    main: Place
    others: tuple[Place, ...]  # ascending
    cubes: tuple[frozenset[Expr], ...]


@dataclass(frozen=True, slots=True, eq=False)
class PairProof:
    """For any number of threads: what holds of every two of them. `certify.views.proof` says what must hold, and checks
    it. `program` is the lowered program, `system` owns the variables of the facts; in it threads do not know their
    numbers."""

    program: Program
    system: System
    claims: tuple[PairClaim, ...]
