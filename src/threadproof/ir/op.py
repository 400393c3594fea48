"""Operations on the edges of a control-flow automaton.

A front end produces memory operations (`Load`, `Store`, `Alloc`, ...) and calls; passes replace them until only what the engines
work on is left (the part called *lowered* below). `ir/interp` executes both forms.

Blocking and pruning differ. `Assume(False)` discards the execution; `Await(False)` means that the step which contains it
cannot be taken now (an atomic block is retried as a whole), so a thread that waits forever is a deadlock.

What all operations have in common stands in one table, `ir/opfacts`. The groups at the end of the file are columns of it that
mypy understands (`tests/unit/ir/test_opfacts` compares them). An operation that is new gets a row there, and joins the groups.
"""

from __future__ import annotations

from enum import Enum

from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import Layout
from threadproof.records import dataclass


class Origin(Enum):
    """Where an arbitrary value comes from."""

    INPUT = "input"  # __VERIFIER_nondet_*, rand, ...
    UNINIT = "uninit"  # a local without initialiser: the value is fixed when first read
    EXTERN = "extern"  # result of an unknown function


class Sync(Enum):
    """What an operation on an atomic variable or a lock does for happens-before (`ir.happens_before`)."""

    ACQUIRE = "acquire"  # a read: what was released into the object happens before what follows
    OBSERVE = "observe"  # a relaxed read: only an acquire fence that follows makes it so
    RELEASE = "release"  # a write: what came before is released into the object, whose earlier content ends
    PUBLISH = "publish"  # a relaxed write: what came before the last release fence
    EXTEND = "extend"  # the write of a read-modify-write, or an unlock: what came before is released in addition
    CARRY = "carry"  # the relaxed write of a read-modify-write: what came before the last release fence, in addition
    LOOK = "look"  # the state of a lock is seen, by an attempt that fails: no order at all
    PEEK = "peek"  # nothing: a value is read here that is accessed later in the same step

    @property
    def weak(self) -> bool:
        """Whether a thread learns what another one has done without any order between the two."""
        return self not in (Sync.ACQUIRE, Sync.RELEASE, Sync.EXTEND, Sync.PEEK)


# -- data --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign:
    target: Variable
    value: Expr


@dataclass(frozen=True, slots=True)
class Havoc:
    """The target takes any value of its type."""

    target: Variable
    origin: Origin
    name: str = ""  # the function that asked


@dataclass(frozen=True, slots=True)
class Load:
    """Read `target.type` at an address; undefined behaviour where no live object covers it."""

    target: Variable
    address: Expr
    atomic: bool = False  # a sequentially consistent access: no data race with others of that kind, and it synchronises
    sync: Sync | None = None  # no access of the program: what the indivisible step around it does for happens-before
    total: bool = True  # of `sync`: as strong as sequential consistency asks for


@dataclass(frozen=True, slots=True)
class Store:
    address: Expr
    value: Expr
    atomic: bool = False


@dataclass(frozen=True, slots=True)
class Alloc:
    """A new object of `size` bytes; stack objects die when the function that made them returns."""

    target: Variable
    size: Expr
    stack: bool
    name: str
    layout: Layout | None = None
    zeroed: bool = False


@dataclass(frozen=True, slots=True)
class Free:
    """End a heap object; undefined behaviour unless the address is null or the start of a live heap object."""

    address: Expr


@dataclass(frozen=True, slots=True)
class Lifetime:
    """A stack object, by its start, ends before its function returns, since its block is left; or it lives on (`alive`)
    and holds anything, since its declaration is reached again."""

    address: Expr
    alive: bool


@dataclass(frozen=True, slots=True)
class ObjectSize:
    """Bytes of the live object that starts at an address (for realloc)."""

    target: Variable
    address: Expr


@dataclass(frozen=True, slots=True)
class Compared:
    """An address was compared with one that it does not equal: undefined if it is the start of an object that has
    ended, since a new object may be there by now. (Addresses of dead objects are not given out again as long as they
    are stored somewhere.)"""

    address: Expr


@dataclass(frozen=True, slots=True)
class Write:
    """Lowered: `array[index] := value` (index u64)."""

    array: Variable
    index: Expr
    value: Expr


# -- conditions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assume:
    """`branch`: the guard of a branch, whose sibling edges cover the other cases. Otherwise the program asked to
    discard."""

    condition: Expr
    branch: bool = True


@dataclass(frozen=True, slots=True)
class Await:
    """Block until the condition holds. `holders`: threads (by number; one that does not exist is none) such that, as
    long as one of them takes no step, the condition stays as it is: the thread that holds the lock that is waited
    for."""

    condition: Expr
    holders: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """Where the condition fails: a violation if `kind` belongs to the property that is verified, otherwise undefined
    behaviour (the execution stops and the verdict cannot be TRUE). Kinds are the keys of `properties.KINDS`."""

    condition: Expr
    kind: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """The path is cut, for a reason that forbids the verdict TRUE (recursion bound, unresolved pointer, ...)."""

    reason: str


# -- control and threads -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Skip:
    pass


@dataclass(frozen=True, slots=True)
class Call:
    target: Variable | None
    callee: Expr  # `addr` of a Function for a direct call
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Return:
    """From the outermost function of a thread it ends the thread with that result; from main it ends the program."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Spawn:
    """Start a thread at `function(argument)`; the target gets its number (u32), the next one unused so far."""

    target: Variable
    function: Expr
    argument: Expr


@dataclass(frozen=True, slots=True)
class Join:
    """Block until thread `thread` (u32) has ended; the target (an address) gets its result."""

    target: Variable | None
    thread: Expr


@dataclass(frozen=True, slots=True)
class ThreadExit:
    """End the running thread. Main may do so too; the program ends when the last thread has."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Halt:
    """End the whole program, normally (exit, abort, return from main)."""


@dataclass(frozen=True, slots=True)
class AtomicBegin:
    """No other thread runs until the matching end. Nests."""


@dataclass(frozen=True, slots=True)
class AtomicEnd:
    pass


@dataclass(frozen=True, slots=True)
class Fence:
    """Earlier accesses of the kinds `before` ("R", "W" or "RW") come before later ones of the kinds `after`, in engines
    that do not keep the order of accesses (`events/program_order`). Sequentially consistent memory does: then it says
    nothing. Before `no-data-race` is decided, it is one of C11: ("R", "RW") acquires, ("RW", "W") releases, ("RW",
    "RW") does both. `before` may also be "C", the reads that branches so far depend on, or "L", the last read. With a
    `place` it is not there yet: one might help (`weak/fence_insertion`)."""

    before: str
    after: str
    place: str = ""


# -- the kernel of a cooperative scheduler (docs/architecture.md, Cooperative steps) ------------------------------------
# An event is identified by the address of an object that stands for it; nothing is ever read or written there. Delays and times
# are u64, in whatever unit the program means.


@dataclass(frozen=True, slots=True)
class Wait:
    """Give way until one of the events (`every`: each of them) has been notified, or the time is over. Without events:
    only the time counts; without both: for ever."""

    events: tuple[Expr, ...]
    every: bool = False
    timeout: Expr | None = None


@dataclass(frozen=True, slots=True)
class Notify:
    """Without a delay: at once, lost if none waits. Delay 0: after the update phase. Otherwise: when that time has
    passed."""

    event: Expr
    delay: Expr | None = None


@dataclass(frozen=True, slots=True)
class Cancel:
    """Drop the pending notification of an event."""

    event: Expr


@dataclass(frozen=True, slots=True)
class Suspend:
    """Thread `thread` (u32) does not run, whatever it waits for, until it is resumed. It may be the running one."""

    thread: Expr


@dataclass(frozen=True, slots=True)
class Resume:
    """Lift a suspension, together with the next delta notifications or (`now`) at once."""

    thread: Expr
    now: bool = False


@dataclass(frozen=True, slots=True)
class AwaitEnd:
    """Give way until thread `thread` (u32) has ended, or the time is over."""

    thread: Expr
    timeout: Expr | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """End thread `thread` (u32) when the present instant is over."""

    thread: Expr


@dataclass(frozen=True, slots=True)
class Came:
    """The target (bool): whether the last `Wait` or `AwaitEnd` of the running thread got what it was for in time."""

    target: Variable


@dataclass(frozen=True, slots=True)
class Present:
    """The target (bool): whether the event has been notified in the present instant."""

    target: Variable
    event: Expr


@dataclass(frozen=True, slots=True)
class RequestUpdate:
    """Ask for an update in the next update phase. Updates are numbered, or named by an address; 0 is none."""

    update: Expr


@dataclass(frozen=True, slots=True)
class Simulate:
    """Main only: begin the simulation, or go on with it, until the time `limit` from now has passed; without limit: for
    ever."""

    limit: Expr | None = None


@dataclass(frozen=True, slots=True)
class Idle:
    """Main only: give way until no other thread can run."""


@dataclass(frozen=True, slots=True)
class PickUpdate:
    """Main only: take any one of the updates that were asked for; 0 when there is none left. `free`: updates whose
    order does not matter, because they neither depend on any other nor can end the execution; those come first."""

    target: Variable
    free: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Advance:
    """Main only: notify what is due next, so that threads can run again. The target (bool): whether the simulation goes
    on."""

    target: Variable


@dataclass(frozen=True, slots=True)
class Now:
    """The target (u64) gets the time."""

    target: Variable


# -- groups: columns of the table in `ir/opfacts` ----------------------------------------------------------------------------

Access = Load | Store  # of a value, by address
Touching = Load | Store | Free  # other threads can notice it, unless it is private (`Program.private`)
Ordering = AtomicBegin | Spawn | Join | Await  # a thread rests before it, like before `Touching`
Blocking = Await | Join  # preemptive threads cannot take the step until something holds
Yielding = Wait | AwaitEnd | Suspend | Idle  # cooperative threads may give way here
Bracket = AtomicBegin | AtomicEnd
Condition = Assume | Await | Check
ThreadEnd = Return | ThreadExit
Ending = Return | ThreadExit | Halt | Cut  # nothing follows in the function
Entering = Call | Spawn  # of a function
Failing = Check | Cut | Spawn | Join  # lowered, preemptive: may violate a property, or be undefined
EventOp = Notify | Cancel | Present  # about one event

ControlOp = Skip | Call | Return | Spawn | Join | ThreadExit | Halt | AtomicBegin | AtomicEnd | Fence
Kernel = (
    Wait | Notify | Cancel | Suspend | Resume | AwaitEnd | Stop | Came | Present
    | RequestUpdate | Simulate | Idle | PickUpdate | Advance | Now
)  # fmt: skip

DataOp = Assign | Havoc | Write | Assume  # what a step of a lowered program does to data, once its control is explicit

Op = (
    Assign | Havoc | Load | Store | Alloc | Free | Lifetime | ObjectSize | Compared | Write
    | Assume | Await | Check | Cut
    | ControlOp | Kernel
)  # fmt: skip
