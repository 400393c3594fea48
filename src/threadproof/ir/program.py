"""Programs: memory objects, functions as control-flow automata, and notes on everything that was modelled or assumed."""

from __future__ import annotations

from collections import defaultdict
from enum import Enum

from threadproof.errors import NOWHERE, Pos
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import Layout
from threadproof.ir.op import Op
from threadproof.ir.types import DataModel, Type
from threadproof.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Init:
    """Initial value of a part of an object: a constant, or an address plus a constant. Everything not mentioned is zero."""

    offset: int
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class MemoryObject:
    """A global, a static local, a string literal, or the template of a thread-local variable. Compared by identity."""

    name: str
    size: int
    align: int
    layout: Layout | None
    init: tuple[Init, ...] = ()
    thread_local: bool = False
    constant: bool = False
    pos: Pos = NOWHERE

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A step between two locations. Before the `blocks` pass an edge has exactly one operation."""

    source: int
    target: int
    ops: tuple[Op, ...]
    pos: Pos
    back: bool = False  # closes a loop: its target is a loop head
    # From `inline` on: where each operation of `ops` comes from, as the calls on the way (outermost first) and then the edge
    # itself, all of them edges of the program before inlining. Several operations may share one; some have an empty one.
    origin: tuple[tuple[Edge, ...], ...] = ()
    scope: int = 0  # between `inline` and `memory`: number of the activation that it belongs to


@dataclass(slots=True, eq=False)
class Function:
    """A control-flow automaton. Locations are small integers; edges out of one location are alternatives.

    Where a location has several edges out, each starts with an `Assume`; in C exactly one of them holds.
    A location without edges out ends nothing by itself: every path ends in Return, ThreadExit, Halt, Cut or an
    operation that never completes.

    A pass makes a new object for the same function; the two are equal, so that `addr` expressions, which may hold an older one,
    still find it in a dictionary. The automaton to execute is always that of `Program.functions`.
    """

    name: str
    params: tuple[Variable, ...]
    result: Type | None
    entry: int = 0
    locals: list[Variable] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    loop_heads: set[int] = field(default_factory=set)
    pos: Pos = NOWHERE
    variadic: bool = False
    scopes: dict[Variable, int] = field(
        default_factory=dict
    )  # from `inline` on: register -> number of its activation (0: outermost)
    callers: list[int] = field(default_factory=list)  # from `inline` on: activation -> the one that made it
    identity: object = field(default_factory=object)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Function) and other.identity is self.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return self.name

    def successors(self) -> dict[int, list[Edge]]:
        """Edges by source location. Computed anew: keep it while the function does not change."""
        out: dict[int, list[Edge]] = defaultdict(list)
        for edge in self.edges:
            out[edge.source].append(edge)
        return dict(out)


class NoteKind(Enum):
    """What `doctor` lists."""

    UNSUPPORTED = "unsupported"
    MODELLED = "modelled"
    ASSUMED = "assumed"
    IGNORED = "ignored"
    APPROXIMATED = "approximated"


@dataclass(frozen=True, slots=True)
class Note:
    kind: NoteKind
    pos: Pos
    what: str
    effect: str  # on the verdict


class Fact(Enum):
    """What a pass, or the front end, has established of a program. The values are what files say (`export/ivl`)."""

    REACHABLE = "reachable"  # every function may be called
    LOOPS = "loops"  # loop heads and back edges are marked
    PRIVATE = "private"  # `Program.private` is known
    INLINED = "inlined"  # functions are thread templates, calls are gone
    MEMORY = "memory"  # lowered: variables instead of memory objects
    BLOCKS = "blocks"  # an edge is a step
    WEAK = "weak-synchronisation"  # data races have to be told by happens-before (`ir.happens_before`)
    PARTIAL = "partial-synchronisation"  # some synchronisation is weaker than sequential consistency asks for


@dataclass(frozen=True, slots=True)
class Pointee:
    """What a `void *` is converted to a pointer to, as it is written: for reports."""

    spelling: str
    layout: Layout | None


@dataclass(slots=True, eq=False)
class Program:
    """A whole program. `ensures`: what has been established so far (see `passes.runner`)."""

    name: str
    data_model: DataModel
    objects: list[MemoryObject]
    functions: dict[str, Function]
    main: str = "main"
    scheduler: str = "preemptive"
    sources: dict[str, str] = field(default_factory=dict)  # file name -> text, for reports
    notes: list[Note] = field(default_factory=list)
    ensures: frozenset[Fact] = frozenset()
    passes: tuple[str, ...] = ()  # that have run so far, in order
    private: set[Edge] = field(default_factory=set)  # memory accesses that no other thread can observe; default: none
    # lowered: shared variable -> initial value (array: of every element); one that is missing starts with an arbitrary value
    initial: dict[Variable, Expr] = field(default_factory=dict)
    stops: frozenset[str] = (
        frozenset()
    )  # kinds of undefined behaviour at which an execution just ends (`passes.undefined_behaviour`)
    pointees: dict[Pos, Pointee] = field(default_factory=dict)  # what calls without a type of their own return, by place
    plain: Program | None = None  # the same without store buffers, for engines that know the memory model by themselves

    @property
    def entry(self) -> Function:
        return self.functions[self.main]
