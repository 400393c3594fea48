"""Events: the shared reads and writes of an unrolled program, the nodes that they belong to, and the fixed order of
nodes.

A node is one step: an access outside of atomic blocks, or a block with everything in it. Inside a node only two things
matter to others: what it reads first (one read per address, shared by all paths through the block) and what it writes
last (one write per address, with the condition under which a path that completes the block wrote it). Reads after the
block's own writes are values, not events.

Every node whose guard holds is *attempted* once, at a moment of the solver's choice. An attempt that meets an `Await`
or an assumption that does not hold, undefined behaviour or a cut, has no effect, and its thread does nothing any more.
That describes every prefix of an execution: a thread that has not got to its next step yet makes the attempt after
everything that matters, and one that was blocked for a while makes its attempt when it is not any more. So no literal
is needed that says how far a thread gets.

Fixed order: the nodes of a thread in the order in which they were unrolled (branches that exclude each other are laid out one
after the other), what a parent did before it created a thread, and what a thread did before it was joined. A node that does not
happen orders nothing that happens: see `order`.
"""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.events.arrays import Array
from threadproof.ir.expr import Variable
from threadproof.ir.op import Origin
from threadproof.ir.program import Edge, Function
from threadproof.records import dataclass, field
from threadproof.smt.bitblast import Bits, Value
from threadproof.smt.gates import Literal

Guard = tuple[Literal, ...]
"""A conjunction. Where paths meet again, the literals of the branches between disappear, so later guards extend earlier
ones."""


@dataclass(slots=True, eq=False)
class ReadEvent:
    node: EventNode
    variable: Variable
    index: Value | None  # of an array
    value: Bits


@dataclass(slots=True, eq=False)
class WriteEvent:
    """`guard` implies that it happens, and the other way round; a whole array has no index."""

    node: EventNode
    variable: Variable
    index: Value | None
    guard: Guard
    value: Value | Array


@dataclass(frozen=True, slots=True, eq=False)
class RacingAccess:
    """An access of the program before lowering that may be part of a data race; see `races`."""

    node: EventNode
    variable: Variable
    index: Value | None
    guard: Guard
    write: bool
    atomic: bool
    edge: Edge  # of the program before inlining
    pos: Pos


@dataclass(slots=True, eq=False)
class EventNode:
    thread: Instance
    number: int  # in the order of unrolling, over all threads
    guard: Guard
    after: list[EventNode]  # fixed predecessors
    block: bool = False  # an atomic block
    # under weak memory (`program_order`): the kinds of accesses before and after that it orders, and (as sets of nodes) reads
    # that its address, its value, and branches before it depend on
    fence: tuple[str, str] | None = None
    address: int = 0
    data: int = 0
    control: int = 0
    reads: dict[tuple[Variable, Value | None], ReadEvent] = field(default_factory=dict)
    writes: list[WriteEvent] = field(default_factory=list)
    # to arrays, while the block is unrolled: variable, index (None: all of it), guard, value
    stores: list[tuple[Variable, Value | None, Guard, Value | Array]] = field(default_factory=list)
    completed: list[Guard] = field(default_factory=list)  # ways out of the block
    # only if data races are looked for:
    accesses: list[RacingAccess] = field(default_factory=list)
    stop: Literal = 0  # the thread gets here and no farther
    exits: list[Guard] = field(default_factory=list)  # ways out of an atomic block, not counting `stop`

    @property
    def deps(self) -> int:
        """Reads that come before it where dependencies are preserved: a branch keeps back writes only."""
        return self.address | self.data | self.control if self.writes else self.address


@dataclass(slots=True, eq=False)
class DrawnInput:
    """A value that the program draws: the register of the program before inlining that gets it, if known."""

    register: Variable | None
    origin: Origin
    variable: Variable
    value: Value


@dataclass(slots=True, eq=False)
class Ran:
    """An edge that a thread executes completely when `guard` holds. `node`: of which it is (a part of) the step."""

    edge: Edge
    guard: Guard
    node: EventNode | None
    closes: bool  # the node is complete
    inputs: list[DrawnInput] = field(default_factory=list)
    spawned: list[Instance] = field(default_factory=list)
    joined: list[tuple[Literal, Instance]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Joined:
    """A node that comes after the end of a thread if `when` holds. `guard` implies `when`, if one is known."""

    node: EventNode
    thread: Instance
    when: Literal
    guard: Guard | None


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """The time between two writes of one thread to a variable."""

    variable: Variable
    first: EventNode
    last: EventNode


@dataclass(frozen=True, slots=True, eq=False)
class Disturbance:
    """That another thread accesses a variable in one of the windows; see `repeat`."""

    thread: Instance
    windows: tuple[Window, ...]


@dataclass(slots=True, eq=False)
class Instance:
    """A thread: one per unrolled creation."""

    index: int
    function: Function
    number: Value  # what the program calls it
    guard: Guard
    parent: Instance | None
    nodes: list[EventNode] = field(default_factory=list)
    before: EventNode | None = None  # the parent's last node before the creation
    ran: list[Ran] = field(default_factory=list)
    ended: Literal = -1
    result: Value = 0

    @property
    def last(self) -> EventNode | None:
        return self.nodes[-1] if self.nodes else self.before


@dataclass(frozen=True, slots=True, eq=False)
class PossibleFailure:
    """A place where an execution ends early: `kind` is that of a check, or "cut", or "bound" (a loop is not followed
    any more)."""

    kind: str
    message: str
    pos: Pos
    when: Literal
    thread: Instance
    node: EventNode | None
    steps: int  # how much of `thread.ran` is before it
    edge: Edge
    upto: int  # operations of the edge, the failing one included
    inputs: tuple[DrawnInput, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class BlockedThread:
    """A place where a thread may wait for ever. `node`: whose reads decide it; `holders`: see `ir.op.Await`."""

    thread: Instance
    node: EventNode | None
    when: Literal
    pos: Pos
    holders: tuple[Value, ...]


def order(nodes: list[EventNode]) -> list[int]:
    """For each node the set of nodes that come before it in every execution.

    Predecessors have smaller numbers. Why a chain through a node that does not happen is harmless: within a thread, what is laid
    out earlier and happens does come earlier. A created thread's nodes happen only if its creation does, and then what is laid
    out before the creation is before it. An unconditional `Joined` is one whose node is passed by everything that comes after it.
    """
    before: list[int] = []
    for node in nodes:
        found = 0
        for other in node.after:
            found |= before[other.number] | 1 << other.number
        before.append(found)
    return before
