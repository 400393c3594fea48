"""Events as a question to an order solver: reads-from candidates of each read, the conditions under which they hold,
and the writes that must not come in between.

Only what the goal depends on is encoded: a read becomes part of the question when one of its bits is asked for, and
brings in the writes that it may see (values, guards) and their rivals. Reads that nothing depends on may see anything;
leaving them out takes no execution away and adds none, since every write that an encoded read may see is encoded.

A write is no candidate of a read if it comes after it in the fixed order, or if another write to the same address, which
happens whenever the read does (or the first write), lies between the two in the fixed order, or between them because of a lock
(`locks`). A read with a single candidate sees that one whenever it happens. A read of what the thread has read before, with no
write possible in between, has the value of that read and is no event.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.events.arrays import Anything, Choice, KnownArray, Stored
from threadproof.events.event import Disturbance, EventNode, Guard, Instance, ReadEvent, WriteEvent, order
from threadproof.events.locks import Locks
from threadproof.events.problem import Clash, OrderEdge, Problem, Reads, Rival
from threadproof.events.program_order import PreservedOrder
from threadproof.events.world import Unrolling
from threadproof.ir.expr import Variable
from threadproof.ir.types import INDEX, ArrayType
from threadproof.smt.bitblast import Value, unpack
from threadproof.smt.gates import FALSE, TRUE, Literal

if TYPE_CHECKING:
    from threadproof.events.power import Power
    from threadproof.events.relaxed import Relaxed


class EventEncoder:
    """Questions about one unrolled program; each adds to what was encoded for those before."""

    def __init__(self, world: Unrolling) -> None:
        self.world, self.gates, self.blaster = world, world.gates, world.blaster
        self.sets = LiteralSets()
        preserved = None if world.model is None else PreservedOrder(self, world.model)
        self.before = order(world.nodes) if preserved is None else preserved.before
        self.writes: dict[Variable, list[WriteEvent]] = {}
        self.nodes: list[EventNode] = []  # of the last question, as it numbers them
        self.candidates: list[tuple[Literal, WriteEvent, ReadEvent]] = []
        self._owner: dict[int, ReadEvent] = {}
        self._reads: dict[tuple[Instance, Variable], list[ReadEvent]] = {}  # in the order of the thread
        self._seen: set[ReadEvent] = set()
        self._asked = 0
        self._whole = False
        self._holds: dict[WriteEvent, Literal] = {}
        self._hits: dict[ReadEvent, list[tuple[WriteEvent, Literal]]] = {}
        self._competing: dict[ReadEvent, list[Rival]] = {}
        self._accessing: dict[Variable, list[EventNode]] = {}
        self.orders: list[OrderEdge] = [] if preserved is None else preserved.orders
        self.relaxed = None if world.model is None or not world.model.atomic else _relaxed(self)
        self.power = None if world.model is None or world.model.atomic else _power(self)
        for node in world.nodes:
            for variable in dict.fromkeys((*(w.variable for w in node.writes), *(key[0] for key in node.reads))):
                self._accessing.setdefault(variable, []).append(node)
            for write in node.writes:
                self.writes.setdefault(write.variable, []).append(write)
            for read in node.reads.values():
                self._owner.update((bit, read) for bit in read.value)
                self._reads.setdefault((node.thread, read.variable), []).append(read)
        self.locks = Locks(self)

    def question(self, goal: Literal) -> Problem:
        """The executions in which the goal holds."""
        self.gates.emit(goal)
        for join in self.world.joined:
            self.gates.emit(join.when)
        self._saturate()
        reads = [
            (Reads(literal, write.node.number, read.node.number, self._rivals(write, read)), read)
            for literal, write, read in self.candidates
        ]
        clashes = list(self._clashes(reads))
        if self.relaxed is not None:
            self.relaxed.coherent()
        layers = [] if self.power is None else self.power.layers(self._whole)
        self._saturate()  # guards of rivals may depend on more
        while len(reads) < len(self.candidates):
            return self.question(goal)
        return self._problem(goal, [candidate for candidate, _ in reads], clashes, layers)

    def ask_everything(self) -> None:
        """From now on every read is part of the question; under weak memory every node, since all of them pass the buffers."""
        self._whole = True
        for bit in self._owner:
            self.gates.emit(bit)

    def _saturate(self) -> None:
        asked = self.gates.asked
        while self._asked < len(asked):
            self.world.budget.check()
            number = asked[self._asked]
            self._asked += 1
            read = self._owner.get(number)
            if read is not None and read not in self._seen:
                self._seen.add(read)
                self._encode(read)
            if number in self.world.disturbances:
                self._disturb(number, self.world.disturbances[number])

    # -- which write a read sees -------------------------------------------------------------------------------------------

    def _encode(self, read: ReadEvent) -> None:
        gates = self.gates
        happens = self.world.holds(read.node.guard)
        before = None if self.power is not None else self._repeated(read)
        if before is not None:
            self._equal(happens, read.value, before.value)
            return
        possible = list(self._possible(read))
        some = [-happens]
        for write, match in possible:
            early = self.relaxed if self.relaxed is not None and self.relaxed.early(write, read) else None
            literal = happens if len(possible) == 1 and early is None else gates.input()
            some.append(literal)
            self._sees(literal, write, match, read)
            self.candidates.append((literal, write, read))
            if self.relaxed is not None:
                self.relaxed.from_memory(literal, write, read)
            if early is not None:
                some.append(gates.input())
                self._sees(some[-1], write, match, read)
                early.forwarded(some[-1], write, read)
        gates.add(some)

    def _sees(self, literal: Literal, write: WriteEvent, match: Literal, read: ReadEvent) -> None:
        """What the literal says about conditions and values."""
        for condition in (self.when(write), match):
            self.gates.add([-literal, condition])
        type_ = read.variable.type
        value = write.value
        if isinstance(value, KnownArray | Choice | Stored | Anything):
            assert read.index is not None and isinstance(type_, ArrayType)
            value = self.world.arrays.select(value, read.index)
        self._equal(literal, read.value, value)

    def _equal(self, literal: Literal, bits: tuple[Literal, ...], value: Value) -> None:
        for x, y in zip(bits, unpack(value, len(bits)), strict=True):
            self.gates.add([-literal, x, -y])
            self.gates.add([-literal, -x, y])

    def when(self, write: WriteEvent) -> Literal:
        found = self._holds.get(write)
        if found is None:
            found = self._holds[write] = self.world.holds(write.guard)
        return found

    def match(self, a: Value | None, b: Value | None) -> Literal:
        """Whether two accesses to one variable hit the same element. No index: the whole variable."""
        return TRUE if a is None or b is None else self.blaster.equal(a, b, INDEX)

    def _possible(self, read: ReadEvent) -> Iterator[tuple[WriteEvent, Literal]]:
        here, before = read.node.number, self.before
        certain: list[WriteEvent] = []  # earlier ones that certainly hit the address
        hidden = 0  # nodes before one that also certainly happens
        found: list[tuple[WriteEvent, Literal]] = []
        guard = self.sets.of(read.node.guard)
        for write, match in self.hitting(read):
            found.append((write, match))
            if match == TRUE and (before[here] >> write.node.number & 1 or write.node.thread is read.node.thread):
                certain.append(write)
                if not self.sets.of(write.guard) & ~guard:
                    hidden |= before[write.node.number]
        for write, match in found:
            number = write.node.number
            if hidden >> number & 1 or any(
                before[other.node.number] >> number & 1 and not self.sets.of(other.guard) & ~self.sets.of(write.guard)
                for other in certain
            ):
                continue
            if not self.locks.hides(write, read):
                yield write, match

    def _repeated(self, read: ReadEvent) -> ReadEvent | None:
        """An earlier read by the same thread that certainly happened and saw the same."""
        guard = self.sets.of(read.node.guard)
        for found in reversed(self._reads[read.node.thread, read.variable]):
            earlier = found.node.number < read.node.number and not self.sets.of(found.node.guard) & ~guard
            if earlier and self.match(found.index, read.index) == TRUE:
                known = self.before[found.node.number]
                writes = (write for write, _ in self.hitting(read))
                return found if all(known >> w.node.number & 1 or self.locks.outside(w, found, read) for w in writes) else None
        return None

    def hitting(self, read: ReadEvent) -> list[tuple[WriteEvent, Literal]]:
        """Writes of other nodes to the address, other than later ones, that can happen together with the read."""
        found = self._hits.get(read)
        if found is None:
            found = self._hits[read] = []
            here, guard = read.node.number, self.sets.negated(read.node.guard)
            for write in self.writes.get(read.variable, ()):
                number = write.node.number
                later = number > here and write.node.thread is read.node.thread
                if write.node is read.node or later or self.before[number] >> here & 1:
                    continue
                match = self.match(write.index, read.index)
                if match != FALSE and not self.sets.of(write.guard) & guard:
                    found.append((write, match))
        return found

    def _disturb(self, literal: Literal, disturbance: Disturbance) -> None:
        """The literal implies that a node of another thread that accesses a variable lies in its window."""
        some = [-literal]
        for window in disturbance.windows:
            first, last = window.first.number, window.last.number
            for node in self._accessing.get(window.variable, ()):
                if (
                    node.thread is disturbance.thread
                    or self.before[first] >> node.number & 1
                    or self.before[node.number] >> last & 1
                ):
                    continue
                inside = self.gates.input()
                some.append(inside)
                done = [self.world.holds(guard) for guard in node.completed or [node.guard]]
                self.gates.add([-inside, self.gates.any(done)])
                self.orders += (OrderEdge(inside, first, node.number), OrderEdge(inside, node.number, last))
        self.gates.add(some)

    # -- order -------------------------------------------------------------------------------------------------------------

    def _rivals(self, write: WriteEvent, read: ReadEvent) -> tuple[Rival, ...]:
        """Those of a read, without those that are always before the write."""
        all_ = self._competing.get(read)
        if all_ is None:
            all_ = self._competing[read] = [
                Rival(other.node.number, self._literals(self.when(other), match)) for other, match in self.hitting(read)
            ]
        first = write.node.number
        earlier = self.before[first] | 1 << first
        return tuple(rival for rival in all_ if not earlier >> rival.node & 1)

    def _literals(self, *literals: Literal) -> tuple[Literal, ...]:
        return tuple(self.gates.emit(literal) for literal in literals if literal != TRUE)

    def _clashes(self, reads: list[tuple[Reads, ReadEvent]]) -> Iterator[Clash]:
        for variable in dict.fromkeys(read.variable for _, read in reads):
            writes = self.writes[variable]
            for i, one in enumerate(writes):
                for other in writes[:i]:
                    a, b = one.node.number, other.node.number
                    match = self.match(one.index, other.index)
                    if a != b and match != FALSE and not (self.before[a] >> b & 1 or self.before[b] >> a & 1):
                        yield Clash(b, a, self._literals(self.when(other), self.when(one), match))

    def _problem(self, goal: Literal, reads: list[Reads], clashes: list[Clash], layers: list[list[OrderEdge]]) -> Problem:
        joins = [(join, join.thread.last) for join in self.world.joined]
        orders = [OrderEdge(join.when, last.number, join.node.number) for join, last in joins if last is not None] + self.orders
        used = {n for c in reads for n in (c.write, c.read, *(r.node for r in c.rivals))}
        used.update(n for o in orders for n in (o.first, o.second))
        used.update(n for c in clashes for n in (c.first, c.second))
        if self.world.model is not None and self._whole:
            used.update(range(len(self.world.nodes)))
        numbers = sorted(used)
        self.nodes = [self.world.nodes[number] for number in numbers]
        index = {number: i for i, number in enumerate(numbers)}
        fixed = [0] * len(numbers)
        for j, number in enumerate(numbers):
            for i in range(j):
                if self.before[number] >> numbers[i] & 1:
                    fixed[i] |= 1 << j
        behind = [order for layer in layers for order in _layer(fixed, layer)]
        return Problem(
            self.gates.last,
            [*self.gates.clauses, [goal]],
            len(fixed),
            fixed,
            [
                Reads(c.literal, index[c.write], index[c.read], tuple(Rival(index[r.node], r.when) for r in c.rivals))
                for c in reads
            ],
            [*(OrderEdge(o.literal, index[o.first], index[o.second]) for o in orders), *behind],
            [Clash(index[c.first], index[c.second], c.when) for c in clashes],
        )


def _relaxed(encoder: EventEncoder) -> Relaxed:
    from threadproof.events.relaxed import Relaxed

    return Relaxed(encoder)


def _power(encoder: EventEncoder) -> Power:
    from threadproof.events.power import Power

    return Power(encoder)


def _layer(fixed: list[int], orders: list[OrderEdge]) -> Iterator[OrderEdge]:
    """Copies of nodes, after all that are there; their orders."""
    numbers: dict[int, int] = {}
    first = len(fixed)
    for pair in orders:
        for node in (pair.first, pair.second):
            numbers.setdefault(node, first + len(numbers))
    fresh = ((1 << len(numbers)) - 1) << first
    fixed[:] = [*(after | fresh for after in fixed), *([0] * len(numbers))]
    return (OrderEdge(pair.literal, numbers[pair.first], numbers[pair.second]) for pair in orders)


class LiteralSets:
    """Guards as bit sets, so that one operation tells whether one implies or excludes another."""

    def __init__(self) -> None:
        self._place: dict[Literal, int] = {}
        self.sets: dict[Guard, int] = {}
        self._negated: dict[Guard, int] = {}

    def _bit(self, literal: Literal) -> int:
        place = self._place.setdefault(abs(literal), len(self._place))
        return 1 << (2 * place + (literal < 0))

    def of(self, guard: Guard) -> int:
        found = self.sets.get(guard)
        if found is None:
            found = self.sets[guard] = sum(map(self._bit, set(guard)))
        return found

    def negated(self, guard: Guard) -> int:
        found = self._negated.get(guard)
        if found is None:
            found = self._negated[guard] = sum(self._bit(-literal) for literal in set(guard))
        return found
