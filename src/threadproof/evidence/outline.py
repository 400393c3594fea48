"""A proof outline as data: what is known of a thread where it rests, and of shared variables always; for any number of threads.

`places` says for a template and a location what holds while a thread rests there: one of the cubes, each a conjunction of facts
about its registers, its number (`sched.solo.SELF`), the shared variables and the ghosts of `sched.solo`. What is not mentioned
is not reached. `pairs` says for two places, in this order, what holds of the registers and numbers of any two threads that rest
there: those of the second one by the names that `other` gives them. A fact that mentions EVERY holds for each of its values: of
the elements of an array. `always` are facts about shared variables and ghosts. Where deadlocks are excluded, `alive` are such
facts about the holders of locks, and `ranks` an order of the cubes in which a thread may be blocked
(`certify.outline.deadlocks`). `certify.outline.proof` says what must hold, and checks it."""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import INDEX
from threadproof.passes.invariants import ThreadInvariants
from threadproof.records import dataclass, field
from threadproof.sched.other_thread import OtherThread
from threadproof.sched.solo import Solo
from threadproof.sched.thread_counters import RestingPlace

EVERY = Variable("%index", INDEX, True)
FactCube = frozenset[Expr]
PlacePair = tuple[RestingPlace, RestingPlace]


@dataclass(frozen=True, slots=True, eq=False)
class ProofOutline:
    """`solo` owns the ghosts that facts are about."""

    program: Program
    solo: Solo
    always: tuple[Expr, ...]
    places: Mapping[RestingPlace, tuple[FactCube, ...]]
    alive: tuple[Expr, ...] = ()
    ranks: Mapping[tuple[RestingPlace, FactCube], int] = field(default_factory=dict)
    pairs: Mapping[PlacePair, FactCube] = field(default_factory=dict)
    other: OtherThread = field(default_factory=lambda: OtherThread("'"))


@dataclass(frozen=True, slots=True, eq=False)
class OutlinedInvariants:
    """Invariants of a lowered program, and the outline that shows them (`certify.outline.invariants`)."""

    outline: ProofOutline
    invariants: ThreadInvariants
