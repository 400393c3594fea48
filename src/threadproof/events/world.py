"""The shared part of an unrolling (bounded unwinding) of a program: gates, nodes, thread instances, failures, and which
variables are worth an event.

A shared variable gets events if several threads access it and one of them writes, after main has created its first thread. The
others are values that a thread keeps to itself and hands down to the threads that it creates. The number of threads, from which
a new thread gets its own number, is such a variable too: if main alone creates and joins threads it is a value, otherwise every
creation reads and writes it.
"""

from __future__ import annotations

from threadproof.analyses.accesses import observable, only_checked
from threadproof.analyses.liveness import Liveness
from threadproof.analyses.weak_topological_order import WeakOrder
from threadproof.budget import Budget
from threadproof.events.arrays import Array, BlastedArrays, KnownArray
from threadproof.events.event import (
    BlockedThread,
    Disturbance,
    EventNode,
    Guard,
    Instance,
    Joined,
    PossibleFailure,
    Ran,
    WriteEvent,
)
from threadproof.events.program_order import FULL
from threadproof.events.state import Merger
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import U32, ArrayType
from threadproof.memory_models import MemoryModel
from threadproof.records import dataclass
from threadproof.smt.bitblast import Bits, Blaster, Value, raw
from threadproof.smt.floatblast import FloatBlaster
from threadproof.smt.gates import TRUE, Gates, Literal

THREADS = Variable("#threads", U32, shared=True)


@dataclass(frozen=True, slots=True)
class UnrollingLimits:
    unwind: int  # iterations of a loop that could have been left
    threads: int
    static: int = 1 << 12  # iterations of a loop whose end is decided by constants


class UnrolledTemplate:
    """What is needed of a function again and again."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.out: dict[int, list[Edge]] = function.successors()
        self.order = WeakOrder(function.entry, function.edges)
        self._liveness = Liveness(function.edges)
        self._live: dict[int, tuple[Variable, ...]] = {}

    def live(self, location: int) -> tuple[Variable, ...]:
        found = self._live.get(location)
        if found is None:
            found = self._live[location] = tuple(self._liveness.registers(self._liveness.at(location)))
        return found


@dataclass(slots=True, eq=False)
class LateJoin:
    """A join of a thread that may not have been unrolled yet; `ended` and `result` get their meaning at the end."""

    node: EventNode
    ran: Ran
    guard: Guard
    number: Value
    ended: Literal
    result: Bits


class Unrolling:
    """`races`: variables whose accesses may race, empty if not asked for; `optional`: where fences may be, by place: if
    they are, None if they are not asked for; `model`: None is sequentially consistent."""

    def __init__(
        self,
        program: Program,
        limits: UnrollingLimits,
        budget: Budget,
        model: MemoryModel | None = None,
        races: frozenset[Variable] = frozenset(),
        optional: dict[str, Literal] | None = None,
    ) -> None:
        self.program, self.limits, self.budget, self.model = program, limits, budget, model
        self.races, self.optional = races, optional
        self.gates = Gates()
        self.nodes: list[EventNode] = []
        self.threads: list[Instance] = []
        self.failures: list[PossibleFailure] = []
        self.joined: list[Joined] = []
        self.blocked: list[BlockedThread] = []
        self.late: list[LateJoin] = []
        self.disturbances: dict[int, Disturbance] = {}  # input -> what it implies
        self.edges = 0  # executed
        self.long = False  # some loop needs more than `UnrollingLimits.static` iterations
        self.blaster: Blaster = FloatBlaster(self.gates)
        self.arrays = BlastedArrays(self.blaster)
        self.merger = Merger(self.gates, self.blaster, self.arrays, self.nodes)
        self.templates = {name: UnrolledTemplate(function) for name, function in program.functions.items()}
        self.observable = observable(program) | ({THREADS} if self._others_create() else frozenset())
        weak = model is not None and not model.atomic
        self.lives = only_checked(program) if weak else frozenset()  # whether objects are alive must not order accesses there
        self._initial: dict[Variable, Value | Array] = {THREADS: 1}
        self._holds: dict[Guard, Literal] = {(): TRUE}

    def _others_create(self) -> bool:
        """Whether a thread other than main creates or joins threads."""
        return any(
            isinstance(op, ops.Spawn | ops.Join)
            for name, function in self.program.functions.items()
            if name != self.program.main
            for edge in function.edges
            for op in edge.ops
        )

    def initial(self, variable: Variable) -> Value | Array:
        """Of a shared variable, or what a register holds that was never set."""
        found = self._initial.get(variable)
        if found is None:
            found = self._initial[variable] = self._first(variable)
        return found

    def initials(self) -> dict[Variable, Value | Array]:
        """What shared variables start with that may start with anything, as far as it was asked for."""
        return {v: value for v, value in self._initial.items() if v is not THREADS and v not in self.program.initial}

    def _first(self, variable: Variable) -> Value | Array:
        start: Expr | None = self.program.initial.get(variable)
        if isinstance(variable.type, ArrayType):
            if start is None:
                return self.arrays.anything(variable.type)
            return KnownArray(variable.type.element, raw(start.type, start.payload), {})
        return self.blaster.fresh(variable.type) if start is None else raw(start.type, start.payload)

    def node(self, thread: Instance, guard: Guard) -> EventNode:
        """A new one, after all others of its thread so far."""
        before = thread.last
        node = EventNode(thread, len(self.nodes), guard, [] if before is None else [before])
        self.nodes.append(node)
        thread.nodes.append(node)
        return node

    def fence(self, thread: Instance, guard: Guard, kinds: tuple[str, str] = FULL) -> EventNode:
        """A node that nothing but the order notices."""
        node = self.node(thread, guard)
        node.fence = kinds
        return node

    def holds(self, guard: Guard) -> Literal:
        """The conjunction. Guards grow at their ends, so most of one is known."""
        known, memo = len(guard), self._holds
        while known and guard[:known] not in memo:
            known -= 1
        result = memo[guard[:known]]
        for literal in guard[known:]:
            known += 1
            result = memo[guard[:known]] = self.gates.and_(result, literal)
        return result

    # -- when all paths through a block are known --------------------------------------------------------------------------

    def finish(self, node: EventNode) -> None:
        """Make one write per address of what the paths through a block wrote."""
        if len(node.completed) > 1:
            self._merge_exits(node)
        if node.stores:
            self._merge_stores(node)

    def _merge_exits(self, node: EventNode) -> None:
        by_variable: dict[Variable, list[WriteEvent]] = {}
        for write in node.writes:
            by_variable.setdefault(write.variable, []).append(write)
        node.writes = []
        for variable, writes in by_variable.items():
            guard, value = self.holds(writes[0].guard), writes[0].value
            for other in writes[1:]:
                here = self.holds(other.guard)
                value = self.blaster.ite(here, other.value, value, variable.type)  # type: ignore[arg-type]
                guard = self.gates.or_(guard, here)
            node.writes.append(WriteEvent(node, variable, None, writes[0].guard if len(writes) == 1 else (guard,), value))

    def _merge_stores(self, node: EventNode) -> None:
        """Of several writes to one element, the last that happens counts."""
        complete = node.completed[0] if len(node.completed) == 1 else (self.gates.any([self.holds(g) for g in node.completed]),)
        later: list[tuple[Variable, Value | None, Literal]] = []
        for array, index, guard, value in reversed(node.stores):
            here = tuple(dict.fromkeys(complete + guard))
            for other, at, when in later:
                if other is array:
                    hit = TRUE if at is None else self._same(at, index)
                    masked = self.gates.and_(hit, when)
                    if masked != -TRUE:
                        here = (*here, -masked)
            if self.holds(here) != -TRUE:
                node.writes.append(WriteEvent(node, array, index, here, value))
                later.append((array, index, self.holds(here)))
        node.stores = []

    def _same(self, at: Value, index: Value | None) -> Literal:
        from threadproof.ir.types import INDEX

        return -TRUE if index is None else self.blaster.equal(at, index, INDEX)
