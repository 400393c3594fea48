"""What can be verified: a property is one record of `TABLE`, and whatever treats properties differently asks a field of it.

Other modules know properties by their names (`Config.property`, `Task.property`, certificates, outputs). None of them compares
names: `named` leads to the record, and what depends on how a violation looks is a `match` over `Shape` that forgets none.
A failed check has a kind; `KINDS` says which property it violates.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import assert_never

from threadproof.records import dataclass, replace

UNREACH = "unreach-call"
RACE = "no-data-race"
OVERFLOW = "no-overflow"
MEMSAFETY = "valid-memsafety"
DEADLOCK = "no-deadlock"
NONE = "none"  # where a program is run and nothing is verified

PREEMPTIVE, COOPERATIVE = "preemptive", ("systemc", "fairthreads")
SCHEDULERS = (PREEMPTIVE, *COOPERATIVE)
SCHEDULE, STATES, ORDER, GRAPH, OUTLINE = "schedule", "states", "order", "graph", "outline"
EVIDENCE = (SCHEDULE, STATES, ORDER, GRAPH, OUTLINE)
"""What an answer rests on (see `passes.recipes`). A graph shows that no check fails; an outline, that
no accesses race and no thread waits for ever, too."""


class Shape(Enum):
    """How an execution shows a violation."""

    STEP = "step"  # its last step fails a check of a kind that the property is about
    RACE = "race"  # it ends where two accesses race: at the same time, or because nothing orders the first before the second
    DEADLOCK = "deadlock"  # it ends in a state in which threads wait for ever

    @property
    def last_turns(self) -> int:
        """How many turns at the end of a schedule belong to the violation, and not to the way that leads to it."""
        match self:
            case Shape.STEP:
                return 1
            case Shape.RACE:
                return 2
            case Shape.DEADLOCK:
                return 0
            case _:
                assert_never(self)


@dataclass(frozen=True, slots=True)
class Property:
    """Every field is given for every property: none has a default that might be wrong for a new one.

    name            as users, certificates and outputs write it
    about           what it forbids or promises, in the words of reports and help
    formulas        of SV-COMP's property files and witnesses: a witness names all of them, a file at least one
    aliases         other formulas that mean the same
    kinds           failed checks (`ir.op.Check`) that violate it
    shape           how an execution shows a violation
    evidence        what may prove it; with a graph, its violations are checks of the lowered program
    watched_by      passes that make its violations checks, where they are none of the program itself
    usual           schedulers under which it is verified without `--property`
    turn            its place among what is verified without `--property`
    option          the option that adds it to that, where `usual` does not
    accesses        it is about accesses of the program's text: what is printed is read, too
    all_accesses    no pass may drop or join accesses, not even those of which it is known what they find
    handlers        signal handlers run (`models/signal.c`)
    interleavings   interleavings decide it, whatever the memory model (`run.memory_models.race_verdict`); no fence repairs it
    nothing         said where TRUE means that the program has nothing to check; empty: that is not said
    enforced        `threadproof replay` can make the compiled program show a violation
    """

    name: str
    about: str
    formulas: tuple[str, ...]
    aliases: tuple[str, ...]
    kinds: tuple[str, ...]
    shape: Shape
    evidence: tuple[str, ...]
    watched_by: tuple[str, ...]
    usual: tuple[str, ...]
    turn: int
    option: str
    accesses: bool
    all_accesses: bool
    handlers: bool
    interleavings: bool
    nothing: str
    enforced: bool


TABLE = (
    Property(
        name=UNREACH,
        about="assertions",
        formulas=("G ! call(reach_error())",),
        aliases=("G ! call(__VERIFIER_error())",),
        kinds=("reach-error",),  # reach_error, __VERIFIER_error, assert
        shape=Shape.STEP,
        evidence=(SCHEDULE, STATES, ORDER, GRAPH, OUTLINE),
        watched_by=(),
        usual=SCHEDULERS,
        turn=1,
        option="",
        accesses=False,
        all_accesses=False,
        handlers=True,
        interleavings=False,
        nothing="main reaches no assertion that could fail",
        enforced=True,
    ),
    Property(
        name=RACE,
        about="data races",
        formulas=("G ! data-race",),
        aliases=(),
        kinds=("data-race",),
        shape=Shape.RACE,
        evidence=(SCHEDULE, STATES, ORDER, GRAPH, OUTLINE),
        watched_by=("watch",),
        usual=(PREEMPTIVE,),
        turn=2,
        option="",
        accesses=True,
        all_accesses=True,
        handlers=False,
        interleavings=True,
        nothing="",
        enforced=True,
    ),
    Property(
        name=OVERFLOW,
        about="signed overflow",
        formulas=("G ! overflow",),
        aliases=(),
        kinds=("overflow",),  # signed arithmetic; but for division, checked only when the property asks for it
        shape=Shape.STEP,
        evidence=(SCHEDULE, STATES, ORDER, GRAPH, OUTLINE),
        watched_by=(),
        usual=(),
        turn=5,
        option="overflow",
        accesses=False,
        all_accesses=False,
        handlers=True,
        interleavings=False,
        nothing="",
        enforced=False,
    ),
    Property(
        name=MEMSAFETY,
        about="memory safety",
        formulas=("G valid-free", "G valid-deref"),
        aliases=(),
        kinds=(
            "invalid-deref",  # null, out of bounds, freed or dead object
            "invalid-free",
            "invalid-function",  # call through a pointer to no function
            "invalid-copy",  # memcpy, strcpy, ... between blocks that overlap
        ),
        shape=Shape.STEP,
        evidence=(SCHEDULE, STATES, ORDER, GRAPH, OUTLINE),
        watched_by=(),
        usual=SCHEDULERS,
        turn=4,
        option="",
        accesses=True,
        all_accesses=False,
        handlers=True,
        interleavings=False,
        nothing="",
        enforced=False,
    ),
    Property(
        name=DEADLOCK,
        about="deadlocks",
        formulas=("G ! deadlock",),
        aliases=(),
        kinds=("deadlock",),
        shape=Shape.DEADLOCK,
        evidence=(SCHEDULE, STATES, ORDER, OUTLINE),
        watched_by=(),
        usual=(PREEMPTIVE,),
        turn=3,
        option="",
        accesses=False,
        all_accesses=False,
        handlers=False,
        interleavings=False,
        nothing="",
        enforced=True,
    ),
)

PROPERTIES = tuple(found.name for found in TABLE)

UNDEFINED = (
    "division-by-zero",
    "invalid-shift",  # by a negative number of bits, or by the width or more
    "invalid-conversion",  # of a floating-point number to an integer type that does not hold it
    "invalid-length",  # of a variable-length array: negative (GNU C allows none at all)
    "invalid-call",  # join of no thread, a mutex that was destroyed, ...
    "unreachable",  # __builtin_unreachable, end of a non-void function whose result is used
)
"""Kinds of failed checks that no property is about: they are always undefined behaviour."""

KINDS = {**{kind: found.name for found in TABLE for kind in found.kinds}, **dict.fromkeys(UNDEFINED, "")}
"""Kind of a failed check -> the property that it violates."""

_BY_NAME = {found.name: found for found in TABLE}
AND = "+"


def named(name: str) -> Property:
    """The record of a property, or of several together (`together`); a name that is none is an error of the caller."""
    found = _BY_NAME.get(name)
    if found is None:
        found = _BY_NAME[name] = _union([_BY_NAME[part] for part in parts(name)])
    return found


def parts(name: str) -> tuple[str, ...]:
    """The properties that a question is about."""
    return tuple(name.split(AND))


def together(names: Sequence[str]) -> str:
    """Several properties as one question, where a violation of each is a failed check: is there an execution in which one of
    these checks fails? If not, all of the properties hold. If so, the one whose check fails first on that execution is violated,
    as it is when it is asked for alone: up to there no other check has failed."""
    return AND.join(names)


def joinable(name: str) -> bool:
    """Whether a property may be asked for together with others: the same program, with more checks."""
    found = named(name)
    return found.shape is Shape.STEP and not (found.watched_by or found.all_accesses or found.interleavings)


def _union(members: Sequence[Property]) -> Property:
    if len(members) < 2 or not all(joinable(found.name) for found in members):
        raise KeyError(together([found.name for found in members]))
    return replace(
        members[0],
        name=together([found.name for found in members]),
        about=in_words(tuple(found.name for found in members)),
        formulas=tuple(formula for found in members for formula in found.formulas),
        aliases=(),
        kinds=tuple(kind for found in members for kind in found.kinds),
        evidence=tuple(kind for kind in EVIDENCE if all(kind in found.evidence for found in members)),
        usual=(),
        option="",
        accesses=any(found.accesses for found in members),
        handlers=any(found.handlers for found in members),
        nothing="",
        enforced=all(found.enforced for found in members),
    )


def shape(name: str) -> Shape:
    """How violations of a property look. Where nothing is verified, nothing but the steps matters."""
    return Shape.STEP if name == NONE else named(name).shape


def checks(name: str, kind: str) -> bool:
    """Whether a failed check of that kind violates the property."""
    return name != NONE and kind in named(name).kinds


def usual(scheduler: str, options: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What is verified without `--property`. `options`: those that are given and add a property."""
    found = [each for each in TABLE if scheduler in each.usual or each.option in options]
    return tuple(each.name for each in sorted(found, key=lambda each: each.turn))


def in_words(names: tuple[str, ...]) -> str:
    """What these properties are about."""
    *some, last = (named(name).about for name in names)
    return f"{', '.join(some)} and {last}" if some else last
