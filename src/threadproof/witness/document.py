"""Witnesses as data, whatever the file format: waypoints of a violation, or invariants of a proof."""

from __future__ import annotations

from threadproof.errors import NOWHERE, InputError, Pos
from threadproof.records import dataclass, field

VIOLATION, CORRECTNESS = "violation", "correctness"
ASSUMPTION, TARGET, ENTER, RETURN, BRANCHING = "assumption", "target", "function_enter", "function_return", "branching"
TYPES = (ASSUMPTION, TARGET, ENTER, RETURN, BRANCHING)
AFTER = "after"  # GraphML: a condition that holds when the statement is over
FOLLOW, AVOID = "follow", "avoid"
LOOP_INVARIANT, LOCATION_INVARIANT = "loop_invariant", "location_invariant"
YAML, GRAPHML = "yaml", "graphml"
LARGEST = 32 << 20  # bytes of a file
DEEPEST = 64  # nested parts


@dataclass(frozen=True, slots=True)
class Waypoint:
    """`column` 0: the first that fits. `thread` None: not said. `origin`: where it stands in the witness."""

    type: str
    line: int
    column: int = 0
    file: str = ""
    constraint: str = ""
    thread: int | None = None
    action: str = FOLLOW
    origin: Pos = NOWHERE
    function: str = ""  # around it
    callee: str = ""  # of a call
    loose: bool = False  # the place may be that of an operation inside of a statement, or of nothing that is executed


@dataclass(frozen=True, slots=True)
class Invariant:
    """A C expression that holds whenever the statement is about to begin; of a loop: whenever its condition is evaluated."""

    type: str
    line: int
    column: int
    value: str
    file: str = ""
    function: str = ""
    origin: Pos = NOWHERE
    otherwise: int = 0  # the line, if nothing fits at the first one
    weaker: tuple[str, ...] = ()  # of a candidate: what to say instead if it fails


@dataclass(frozen=True, slots=True)
class Ghost:
    """A global variable of the witness."""

    name: str
    type: str
    initial: str
    origin: Pos = NOWHERE


@dataclass(frozen=True, slots=True)
class Update:
    """Made together with the statement at that place, in one step."""

    line: int
    column: int
    variable: str
    value: str
    file: str = ""
    function: str = ""
    origin: Pos = NOWHERE


@dataclass(frozen=True, slots=True)
class Witness:
    """`specification` and what follows are what the witness says about its task."""

    kind: str
    segments: tuple[tuple[Waypoint, ...], ...] = ()
    invariants: tuple[Invariant, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    updates: tuple[Update, ...] = ()
    specification: str = ""
    data_model: str = ""
    hashes: dict[str, str] = field(default_factory=dict)  # file -> hash
    producer: str = ""
    version: str = ""
    language: str = "C"


class WitnessError(InputError):
    """A file that is no witness, or none that can be read."""
