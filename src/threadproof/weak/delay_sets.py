"""Delay-set analysis (Shasha and Snir): which writes must be delayed to show all that a memory model allows, and which may
reach memory at once.

The idea: a delay can only be observed through a critical cycle, one that returns through other threads to the thread of
the write. A write on no such cycle is never delayed.

A write that reaches memory at once, while its store buffer is empty, is a write followed by a full fence. That rules
out an execution only if the execution has a cycle of three kinds of pairs: preserved program order of the model, the
extra pairs (the write, a later access of its thread), and communication between threads (reads-from, coherence,
from-read). Take such a cycle with the fewest steps.

* Preserved order together with the extra pairs is transitive within a thread, because a write that is not delayed finds
  the buffer empty. So the cycle never stays in a thread for more than one pair of accesses at a time.
* It comes to the thread t of an extra pair (w, c) only once. For another pair (a, b) of t, either w does not come after
  b in program order, and (w, b) is preserved or extra, or (a, c) is, since nothing passes w. Each gives a shorter cycle.
* So there is a path from c to w that begins and ends with a conflict between threads and does not come to t in between.
* The pair is not in order in the model: c is a read (or a `free`, which counts as both), or with PSO a write with no
  store fence in between; no full fence lies between them; and they are not certainly about the same place (a write there
  follows w in coherence; a read there communicates only with writes that do).

Writes without such a path are never delayed; the others are *delayed*. What is written while a delayed write may be in
the buffer has to queue up after it, and is delayed, too (the first item above). Where no write may be delayed, accesses
stay as they are.

The graph is static: accesses of thread functions, twice if several threads may run one, conflicts by points-to sets,
program order by paths of the automata in which a call may return to any of its callers. All of that only adds paths.
Accesses before main creates a thread, and those that no other thread can observe, take part in no conflict.

Where there are early reads, too (`early_accesses`), an access may pass a write that is not delayed. Then the cycle may
come to t more than once: the path from c to w may lead through t (`through`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd

from threadproof.analyses.graph import components
from threadproof.analyses.points_to import Pointees, PointsTo
from threadproof.analyses.unique_threads import single_threads
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, MemoryObject
from threadproof.ir.types import byte_size
from threadproof.passes.private_accesses import threads_of
from threadproof.records import dataclass

# of models/store_buffer.c: full fences, fences between writes, a place where a fence might be
DRAIN, FENCE, PLACE = "__tp_buffer_drain", "__tp_buffer_fence", "__tp_buffer_place"
WRITE_READ = "__tp_buffer_write_read"  # orders less, but drains the buffers all the same
ACQUIRE = "__tp_buffer_acquire"  # keeps writes in order as well where writes may be seen by some threads first (power)
STORE_FENCES = (FENCE, "__tp_buffer_release", "__tp_buffer_light")
READ_FENCES = tuple(f"__tp_buffer_{name}" for name in ("acquire", "light", "instructions", "acquired"))  # reads do not pass them
OF_MODEL = (DRAIN, WRITE_READ, PLACE, *STORE_FENCES, *READ_FENCES)  # what the program calls of it
Pair = tuple[Edge, Edge]
Access = ops.Touching
_Spot = tuple[str, int]  # function, location


class Delays:
    """`observable`: whether others may notice an access, at a time when there are others. `may_delay`: writes in question.
    `fences`: what the program keeps writes in order by."""

    def __init__(
        self,
        points: PointsTo,
        pso: bool,
        observable: Callable[[Edge], bool],
        may_delay: Callable[[Edge], bool],
        fences: tuple[str, ...] = STORE_FENCES,
    ) -> None:
        self.points, self.pso, self.through, self.fences = points, pso, False, fences
        self.may_delay = may_delay
        runs_in = threads_of(points)
        self.orders = {thread: _Order(points, thread, runs_in) for thread in (points.program.main, *points.spawned)}
        self.graph = _Conflicts(points, self.orders, observable)
        self._find()

    def widen(self) -> None:
        """From now on with paths through the thread itself."""
        self.through = True
        self._find()

    def _find(self) -> None:
        self.pairs: list[Pair] = list({pair: None for thread in self.orders for pair in self._pairs(thread)})
        self.delayed = {write for write, _ in self.pairs}

    def _pairs(self, thread: str) -> Iterable[Pair]:
        order = self.orders[thread]
        for write in order.edges:
            if self.may_delay(write) and self.graph.known(thread, write):
                for later in order.after([write], stores=self.fences if self.pso else ()):
                    known = self.graph.known(thread, later) and self._relaxed(write, later)
                    if known and self.critical(thread, write, later):
                        yield write, later

    def critical(self, thread: str, first: Edge, second: Edge) -> bool:
        """Whether a path leads from the second access of a thread to the first one, by conflicts between threads."""
        if not self.graph.known(thread, first) or not self.graph.known(thread, second):
            return False
        return self.graph.conflicts(thread, second) & self.graph.leading_to(thread, first, self.through) != 0

    def unfenced(self) -> Iterable[Pair]:
        """Critical pairs without a full fence in between."""
        for thread, order in self.orders.items():
            for first in order.edges:
                if self.graph.known(thread, first) and not is_full_fence(first):
                    others = [edge for edge in order.after([first]) if not is_full_fence(edge)]
                    for second in others:
                        if self.critical(thread, first, second) and not same_place(self._at(first), self._at(second)):
                            yield first, second

    def _relaxed(self, write: Edge, later: Edge) -> bool:
        wanted = Access if self.pso else ops.Load | ops.Free
        apart = not same_place(self._at(write), self._at(later))
        return apart and isinstance(later.ops[0], wanted) and not is_full_fence(later)

    def _at(self, edge: Edge) -> AccessFootprint:
        return self.graph.footprints[edge]

    def while_held(self, writes: set[Edge]) -> set[Edge]:
        """Edges that a thread may take while one of these writes is held back."""
        found: set[Edge] = set()
        for order in self.orders.values():
            found.update(order.after([edge for edge in order.edges if edge in writes]))
        return found

    def once(self, edge: Edge) -> bool:
        """Whether at most one thread takes an edge, at most once."""
        orders = [(thread, order) for thread, order in self.orders.items() if edge in order.owner]
        if len(orders) != 1 or orders[0][0] not in self.graph.single:
            return False
        return edge not in orders[0][1].after([edge], stops=lambda _: False)

    def depth(self, writes: set[Edge]) -> int | None:
        """How many of these writes a thread can issue without a full fence in between; None if there is no bound."""
        depths = [order.depth(writes) for order in self.orders.values()]
        known = [depth for depth in depths if depth is not None]
        return max(known, default=0) if len(known) == len(depths) else None


class _Order:
    """Program order in one thread: paths through the functions that it may run."""

    def __init__(self, points: PointsTo, thread: str, runs_in: dict[str, set[str]]) -> None:
        self.points = points
        functions = [name for name in points.edges if thread in runs_in[name]]
        self.edges = [edge for name in functions for edge in points.edges[name]]
        self.owner = {edge: name for name in functions for edge in points.edges[name]}
        self.out = {name: points.program.functions[name].successors() for name in functions}
        self.back: dict[str, list[_Spot]] = {name: [] for name in functions}
        for edge in self.edges:
            if isinstance(edge.ops[0], ops.Call):
                for callee in points.callees(edge):
                    self.back[callee].append((self.owner[edge], edge.target))

    def after(
        self, writes: Iterable[Edge], stores: tuple[str, ...] = (), stops: Callable[[Edge], bool] | None = None
    ) -> list[Edge]:
        """Edges that may follow, up to full fences (inclusive), or what else stops. `stores`: without writes after one of these
        fences between writes."""
        ends = stops or is_full_fence
        found: dict[Edge, None] = {}
        work = [(self.owner[write], write.target, False) for write in writes]
        seen = set(work)
        while work:
            name, location, fenced = work.pop()
            for edge in self.out[name].get(location, ()):
                if not (fenced and isinstance(edge.ops[0], ops.Store | ops.Free)):
                    found[edge] = None
                if ends(edge):
                    continue
                behind = fenced or calls(edge, *stores)
                for spot in self.following(name, edge):
                    state = (*spot, behind)
                    if state not in seen:
                        seen.add(state)
                        work.append(state)
        return list(found)

    def following(self, name: str, edge: Edge) -> list[_Spot]:
        op = edge.ops[0]
        if isinstance(op, ops.Return):
            return self.back[name]
        if isinstance(op, ops.Call) and not calls(edge, *OF_MODEL):
            found = [(callee, self.points.program.functions[callee].entry) for callee in self.points.callees(edge)]
            return found if found and not self.points.of(op.callee).unknown else [*found, (name, edge.target)]
        return [(name, edge.target)]

    def depth(self, writes: set[Edge]) -> int | None:
        numbers: dict[_Spot, int] = {}
        links: list[list[tuple[int, bool]]] = []

        def number(spot: _Spot) -> int:
            if spot not in numbers:
                numbers[spot] = len(links)
                links.append([])
            return numbers[spot]

        for edge in self.edges:
            name = self.owner[edge]
            if not is_full_fence(edge):
                for spot in self.following(name, edge):
                    target = number(spot)
                    links[number((name, edge.source))].append((target, edge in writes))
        most: dict[int, int] = {}
        for component in components({node: [target for target, _ in found] for node, found in enumerate(links)}):
            inside = set(component)
            if any(counts and target in inside for node in component for target, counts in links[node]):
                return None
            leaving = [most[target] + counts for node in component for target, counts in links[node] if target not in inside]
            most.update(dict.fromkeys(component, max(leaving, default=0)))
        return max(most.values(), default=0)

    def before(self, number: dict[Edge, int]) -> dict[Edge, int]:
        """For each numbered edge the set of those that may come before it, or are it, as bits."""
        held: dict[_Spot, int] = {}
        starts = [(name, self.points.program.functions[name].entry) for name in self.out]
        work, result = list(starts), dict.fromkeys(number, 0)
        while work:
            name, location = work.pop()
            bits = held.setdefault((name, location), 0)
            for edge in self.out[name].get(location, ()):
                here = bits
                if edge in number:
                    here = result[edge] = bits | 1 << number[edge]
                for spot in self.following(name, edge):
                    if spot not in held or here & ~held[spot]:
                        held[spot] = held.get(spot, 0) | here
                        work.append(spot)
        return result


@dataclass(frozen=True, slots=True)
class AccessFootprint:
    """The bytes that an access may touch."""

    pointees: Pointees
    size: int
    write: bool

    def overlaps(self, other: AccessFootprint) -> bool:
        if self.pointees.unknown or other.pointees.unknown:
            return True
        for a in self.pointees.places:
            for b in other.pointees.places:
                if a.target == b.target:
                    step, distance = gcd(a.stride, b.stride), b.offset - a.offset
                    if step == 0 and -other.size < distance < self.size:
                        return True
                    if step and (distance % step < self.size or -distance % step < other.size):
                        return True
        return False


class _Conflicts:
    """Accesses of all threads as bits, and sets of them: what each is in conflict with, what may come before it."""

    def __init__(self, points: PointsTo, orders: dict[str, _Order], observable: Callable[[Edge], bool]) -> None:
        self.footprints: dict[Edge, AccessFootprint] = {}
        self.numbers: dict[str, dict[Edge, int]] = {}  # by thread: the first of its copies
        self.own: dict[str, int] = {}
        self.before: list[int] = []
        self.nodes: list[Edge] = []
        self.copies: list[int] = []  # the bits of the thread that a node belongs to
        self.single = single = single_threads(points)
        for thread, order in orders.items():
            sites = [edge for edge in order.edges if isinstance(edge.ops[0], Access) and observable(edge)]
            for edge in sites:
                self.footprints.setdefault(edge, _footprint(points, edge))
            for copy in range(1 if thread in single else 2):
                first = len(self.nodes)
                number = {edge: first + i for i, edge in enumerate(sites)}
                bits = ((1 << len(sites)) - 1) << first
                if copy == 0:
                    self.numbers[thread], self.own[thread] = number, bits
                before = order.before(number)
                self.before.extend(before[edge] for edge in sites)
                self.nodes.extend(sites)
                self.copies.extend([bits] * len(sites))
        self._meeting: dict[Edge, int] = {}
        self._leading: dict[tuple[str, int, bool], int] = {}

    def known(self, thread: str, edge: Edge) -> bool:
        return edge in self.numbers[thread]

    def conflicts(self, thread: str, edge: Edge) -> int:
        """Accesses of other threads."""
        return self._meets(edge) & ~self.own[thread]

    def _meets(self, edge: Edge) -> int:
        found = self._meeting.get(edge)
        if found is None:
            mine, found = self.footprints[edge], 0
            for number, other in enumerate(self.nodes):
                theirs = self.footprints[other]
                if (mine.write or theirs.write) and mine.overlaps(theirs):
                    found |= 1 << number
            self._meeting[edge] = found
        return found

    def leading_to(self, thread: str, access: Edge, through: bool = False) -> int:
        """Accesses of other threads from which a path leads to this one, without its thread in between (`through`: or with)."""
        key = (thread, self.conflicts(thread, access), through)
        if key not in self._leading:
            left, done = key[1], 0
            barred = 0 if through else self.own[thread]
            while left:
                bit = left & -left
                number = bit.bit_length() - 1
                done |= bit
                into = self.before[number] | (self._meets(self.nodes[number]) & ~self.copies[number])
                left = (left | into) & ~done & ~barred
            self._leading[key] = done
        return self._leading[key]


def _footprint(points: PointsTo, edge: Edge) -> AccessFootprint:
    op = edge.ops[0]
    assert isinstance(op, Access)
    if isinstance(op, ops.Free):
        pointees = points.of(op.address)
        return AccessFootprint(
            Pointees(pointees.places, pointees.number, True), 1, True
        )  # all of the object; of any, for simplicity
    type_ = op.target.type if isinstance(op, ops.Load) else op.value.type
    return AccessFootprint(points.of(op.address), byte_size(type_), isinstance(op, ops.Store))


def same_place(a: AccessFootprint, b: AccessFootprint) -> bool:
    if a.size != b.size or a.pointees.unknown or b.pointees.unknown or len(a.pointees.places) != 1:
        return False
    place = a.pointees.places[0]
    exact = isinstance(place.target, MemoryObject) and not place.target.thread_local and place.stride == 0
    return exact and b.pointees.places == a.pointees.places


def calls(edge: Edge, *names: str) -> bool:
    """Whether it is a direct call of one of these functions."""
    op = edge.ops[0]
    return isinstance(op, ops.Call) and op.callee.op == "addr" and getattr(op.callee.payload, "name", "") in names


def is_full_fence(edge: Edge) -> bool:
    """Whether nothing is held back any more when the operation takes effect."""
    match edge.ops[0]:
        case ops.AtomicBegin() | ops.Spawn() | ops.Join() | ops.Await() | ops.ThreadExit():
            return True
        case ops.Store(atomic=atomic):
            return atomic
        case ops.Call():
            return calls(edge, DRAIN, WRITE_READ)
        case _:
            return False  # to know of fewer fences is safe
