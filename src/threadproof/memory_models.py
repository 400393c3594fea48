"""When accesses to memory take effect: a memory model is one record of `TABLE`.

Other modules know models by their names (`Config.memory_model`, certificates, outputs). None of them compares names: `named`
leads to the record. The fields say what a model is. How it is followed is said where that is done: as operations of the
program by `weak.store_buffers`, as an order of events by `events.program_order` and `events.power`. A model that these do not
follow is an error there, so that a new one is never taken for an old one.

The table goes from the strongest to the weakest: no model is as strong as one before it. These five are a chain, so a violation
under one is one under all that come later, and a proof is one under all that come earlier.
"""

from __future__ import annotations

from threadproof.records import dataclass

KINDS = ("RR", "RW", "WR", "WW")


@dataclass(frozen=True, slots=True)
class MemoryModel:
    """Every field is given for every model: none has a default that might be wrong for a new one.

    name            as users, certificates and outputs write it
    words           what reports call it
    keeps           pairs of accesses of one thread to different addresses whose order is preserved: first kind, second kind
    dependencies    the order of an access after a read is preserved where it depends on that read: of writes by address, value
                    or branch, of reads by address
    atomic          multi-copy atomic: a write reaches all other threads at once
    control_fences  fences of instructions (`isync`) order what follows them after reads that branches before them depend on
    passes          passes that make it part of a program, each alone: `buffers` for any engine (`weak.store_buffers`), `fences`
                    for those that know the order of weak memory
    simulated       with store buffers in the program every engine sees all executions; otherwise some are cut
    """

    name: str
    words: str
    keeps: frozenset[str]
    dependencies: bool
    atomic: bool
    control_fences: bool
    passes: tuple[str, ...]
    simulated: bool

    @property
    def weak(self) -> bool:
        """Whether it allows more than interleavings."""
        return bool(self.passes)

    @property
    def reorders_writes(self) -> bool:
        return "WW" not in self.keeps

    @property
    def delays_reads(self) -> bool:
        """Whether accesses may take effect ahead of earlier reads."""
        return not {"RR", "RW"} <= self.keeps


BUFFERS, FENCES = "buffers", "fences"

TABLE = (
    MemoryModel(
        name="sc",
        words="sequentially consistent",
        keeps=frozenset(KINDS),
        dependencies=False,
        atomic=True,
        control_fences=False,
        passes=(),
        simulated=True,
    ),
    MemoryModel(
        name="tso",
        words="total store order (TSO)",
        keeps=frozenset({"RR", "RW", "WW"}),
        dependencies=False,
        atomic=True,
        control_fences=False,
        passes=(BUFFERS, FENCES),
        simulated=True,
    ),
    MemoryModel(
        name="pso",
        words="partial store order (PSO, read-modify-writes as full fences)",
        keeps=frozenset({"RR", "RW"}),
        dependencies=False,
        atomic=True,
        control_fences=False,
        passes=(BUFFERS, FENCES),
        simulated=True,
    ),
    MemoryModel(
        name="rmo",
        words="relaxed memory order (RMO, with dependencies, coherent reads, read-modify-writes as full fences)",
        keeps=frozenset(),
        dependencies=True,
        atomic=True,
        control_fences=False,
        passes=(BUFFERS, FENCES),
        simulated=False,
    ),
    MemoryModel(
        name="power",
        words="Power (as in Herding Cats, read-modify-writes as full fences, seq_cst accesses behind full fences)",
        keeps=frozenset(),
        dependencies=True,
        atomic=False,
        control_fences=True,
        passes=(BUFFERS, FENCES),
        simulated=False,
    ),
)

SC = TABLE[0].name
MODELS = tuple(found.name for found in TABLE)
WEAK = tuple(found.name for found in TABLE if found.weak)

_BY_NAME = {found.name: found for found in TABLE}


def named(name: str) -> MemoryModel:
    """The record of a memory model; a name that is none is an error of the caller."""
    return _BY_NAME[name]


def is_weak(name: str) -> bool:
    return named(name).weak


def relaxed(name: str) -> MemoryModel | None:
    """The record of a model that allows more than interleavings; None for one that does not."""
    found = named(name)
    return found if found.weak else None
