"""Early accesses: accesses that take effect before earlier reads of their thread. This is what RMO and Power allow
beyond store buffers, as far as a program can do it without guessing values.

A thread still executes its operations in order, and has the store buffers of PSO. In addition, right before a read a

* a later read b of a constant place may be satisfied. Its value waits in a slot of the place until the thread comes to a
  read of that place, which takes it;
* a later write b on the same straight path may be issued, if its value is known by then and nothing on the path accesses
  its place. It is left out where the thread comes to it. Under RMO the path may have accesses whose addresses are not
  constant, if they are certainly inside of another object (`ranges`). The write goes to the store buffer, so that it
  reaches memory before or after early reads.

Every execution satisfies the axioms of RMO (`events/program_order`). Take the order in which reads are satisfied and
writes reach memory. Apart from what store buffers do (PSO), only an early access comes before an access that precedes it
in program order. If b was early before a read a, the order of a and b is not preserved:

* No fence that orders reads lies between: slots are emptied at fences, and the straight path has none.
* b depends on no read from a on: its address is constant, its value is known before a, and there is no branch on the
  straight path (a read does not wait for branches).
* A write does not pass accesses to its place.

Coherence: the slot of a place is emptied when the thread writes it, and a read takes the value in the slot if there is
one. So reads of one place see writes in coherence order, and nothing older than the thread's own write. A value of the
thread's own buffer is forwarded from there, after everything which that write depends on. Nothing stops a thread on a
straight path, so a write that was issued also happens.

Every execution satisfies the axioms of Power, too (`weak/power_axioms`). They are about cycles in relations that are
all part of the order above, where a write propagates to all other threads at once, if preserved program order is part
of it. Preserved program order leads to b from the same sources as long as nothing between a and b has an address that
depends on a read: the straight path accesses constant places only. `isync` and acquire accesses count as fences after
reads.

All executions? Under RMO, those in which no other pair of accesses is out of order: the thread follows their order step
by step, and what is early before one read may happen in any order. A slot holds one value per place, so that only the
first read of a place after a may pass a. Other reads have no slot; some of them are `speculative_reads`, and some of
these may be satisfied wherever the model allows. If an execution is not followed, adding the pairs that the program
keeps in order closes a cycle with one of them in it (`delay_sets`, with paths through the thread). Pairs on such a cycle
that the model does not preserve are therefore cuts: TRUE is impossible where one is reached. If no pair that the model
relaxes lies on a critical cycle at all, the program stays as it is. Under Power writes may propagate to threads at
different times, too, which `storage` adds as far as it can. There is a cut for every cycle that the axioms do not forbid
and that the program without `storage` lacks (`preserved_order`, `critical_cycles`), or, where these are not known one by
one, for every pair on a cycle without a full fence in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.analyses.points_to import PointsTo
from threadproof.analyses.ranges import inside, note
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.types import BOOL, IntType, Type, byte_size
from threadproof.ir.uses import expr_variables, op_target
from threadproof.memory_models import named
from threadproof.passes.options import PassOptions
from threadproof.weak.buffer_slots import WIDEST, BufferedPlace, constant_place
from threadproof.weak.delay_sets import READ_FENCES, WRITE_READ, Delays, Pair, calls, is_full_fence
from threadproof.weak.preserved_order import PreservedPairs
from threadproof.weak.relaxed_accesses import Preservation, depends, unkept
from threadproof.weak.speculative_reads import SpeculativeReads

MOST = 3  # places that may be read ahead at one point, in any order


class EarlyAccesses:
    """`places`: what may be read ahead. `reads`: of which places, right before which read; `writes`: which ones.
    `cuts`: why TRUE is impossible, by access. `open`: edges where something may have been read ahead."""

    def __init__(
        self, program: Program, points: PointsTo, delays: Delays, plain: Callable[[Edge], bool], options: PassOptions
    ) -> None:
        self.points, self.delays, self.plain, self.model = points, delays, plain, named(options.memory_model)
        self.reads: dict[Edge, list[BufferedPlace]] = {}
        self.writes: dict[Edge, list[Edge]] = {}
        self.cuts: dict[Edge, str] = {}
        self.open: set[Edge] = set()
        self.left: list[Pair] = []  # out of order, in no such way
        self.late: list[tuple[str, Edge, Edge]] = []  # threads, their reads, and writes that reach them late (`storage`)
        self.slots: list[tuple[MemoryObject, MemoryObject]] = []  # by place: whether it was read ahead, and what was found
        # by read: writes that may be issued before it, and how far away they are
        self.straight = dict(found for name in points.edges for found in self._straight(program.functions[name]))
        self.owners = {edge: program.functions[name] for name, edges in points.edges.items() for edge in edges}
        self.missing = [edge for edges in points.edges.values() for edge in edges if calls(edge, WRITE_READ)]
        found = unkept(program, options)
        if found is None:
            self.missing.append(program.entry.successors()[program.entry.entry][0])
        pairs = list(self._pairs(found or {}))
        unfenced = [] if self.model.atomic else list(delays.unfenced())
        critical = any(delays.critical(thread, a, b) for thread, a, b, _ in pairs)
        self.relevant = bool(delays.pairs or unfenced or critical or self.missing)
        self.places: list[BufferedPlace] = []
        if self.relevant:
            self.places = self._exact()
            delays.widen()
            for thread, a, b, how in pairs:
                if delays.critical(thread, a, b):
                    self._relax(a, b, how)
            self._finish(program, options, found or {}, unfenced)

    @property
    def issued(self) -> set[Edge]:
        """Writes that may be."""
        return {write for writes in self.writes.values() for write in writes}

    def begins(self, a: Edge, write: Edge) -> bool:
        """Whether it is the first read on its way before which the write may be issued."""
        return not any(write in found and self.straight[b][write] > self.straight[a][write] for b, found in self.writes.items())

    def ways(self, writes: set[Edge]) -> set[Edge]:
        """The edges between reads and these writes that may be issued before them."""
        found = set()
        for a, others in self.writes.items():
            edges = {edge.source: edge for edge in self.owners[a].edges}
            for write in writes.intersection(others):
                edge = a
                while edge is not write:
                    found.add(edge)
                    edge = edges[edge.target]
        return found

    def place(self, edge: Edge) -> BufferedPlace | None:
        """What is accessed, if it may be read ahead."""
        mine = _place(edge)
        return next((place for place in self.places if mine is not None and place.same(mine)), None)

    def _pairs(self, found: dict[Edge, dict[Edge, Preservation]]) -> Iterator[tuple[str, Edge, Edge, Preservation]]:
        for thread, order in self.delays.orders.items():
            mine = set(order.edges)
            for a, others in found.items():
                if a in mine:
                    yield from ((thread, a, b, how) for b, how in others.items() if b in mine)

    def _relax(self, a: Edge, b: Edge, how: Preservation) -> None:
        place = self.place(b)
        if how is Preservation.FIRST and b in self.straight.get(a, ()):
            if b not in self.writes.setdefault(a, []):
                self.writes[a].append(b)
        elif how is Preservation.FIRST and place is not None and self.plain(a) and _reads(b):
            if place not in self.reads.setdefault(a, []):
                self.reads[a].append(place)
        else:
            self.left.append((a, b))

    def _finish(
        self, program: Program, options: PassOptions, unkept: dict[Edge, dict[Edge, Preservation]], unfenced: list[Pair]
    ) -> None:
        for a, places in self.reads.items():
            if len(places) > MOST:
                self.cuts[a] = (
                    f"{self.model.name}: more than {MOST} reads may be early before line {a.pos.line}; use --engine ordering"
                )
                del places[MOST:]
        self.further = SpeculativeReads(
            self.points, self.plain, program.private, self.issued, not self.model.atomic, self.delays.once
        )
        self._go_further()
        followed = {(a, b) for a, b in self.left if self._followed(a, b, unkept)}
        open_ = [pair for pair in self.left if pair not in followed] if self.model.atomic else []
        if unfenced:
            kept = PreservedPairs(self.delays, self._relaxes(unkept, followed), unkept, depends(program, options))
            pairs = kept.open()
            self.late = kept.missing
            open_ = unfenced if pairs is None else pairs
            self.left += pairs or ()
            self._go_further()
            open_ = [*open_, *(pair for pair in followed if not self._followed(*pair, unkept))]  # there may be more to order now
        self.cuts |= {b: self._reason(a, b) for a, b in open_}
        for edge in self.missing:
            self.cuts[edge] = f"{self.model.name}: what may follow line {edge.pos.line} is only known to --engine ordering"
        for order in self.delays.orders.values():
            starts = [edge for edge in order.edges if edge in self.reads]
            self.open |= {*order.after(starts, stops=fences_reads), *starts}
        offered = [place for places in self.reads.values() for place in places]
        self.places = [place for place in self.places if place in offered]
        for number, place in enumerate(self.places):
            type_ = IntType(8 * byte_size(place.type), False)
            self.slots.append((_object(f"__tp_waits{number}", BOOL), _object(f"__tp_early{number}", type_)))

    def _go_further(self) -> None:
        """Reads that have no slot, because their addresses are computed, or others of the same object."""
        for a, b in dict.fromkeys(self.left):
            reads = isinstance(a.ops[0], ops.Load) and isinstance(b.ops[0], ops.Load)
            if reads and self.place(b) is None and self.owners[a] is self.owners[b]:
                self.further.add(a, b, self.owners[a])

    def _followed(self, a: Edge, b: Edge, unkept: dict[Edge, dict[Edge, Preservation]]) -> bool:
        """Whether a program with more early accesses may do all that the model allows."""

        def kept(one: Edge, other: Edge) -> bool:
            return other not in unkept.get(one, {})

        return not _atomic(b) and self._rounds(a) <= MOST and self.further.followed(a, b, self.owners[a], kept)

    def rounds(self, a: Edge) -> int:
        """How often what may be early before a read is offered, so that it may happen in any order if it is not too
        much."""
        rounds = self._rounds(a)
        return rounds if rounds <= MOST else max(1, len(self.reads.get(a, ())))

    def _rounds(self, a: Edge) -> int:
        chains, places = len(self.further.chains.get(a, ())), len(self.reads.get(a, ()))
        if places and chains:
            return places + chains
        return self.further.rounds(a) if chains else places

    def _relaxes(self, unkept: dict[Edge, dict[Edge, Preservation]], followed: set[Pair]) -> Callable[[Edge, Edge], bool]:
        """Whether two accesses may be out of order in the program."""
        late = set(self.delays.pairs) | followed

        def relaxes(a: Edge, b: Edge) -> bool:
            if (a, b) not in followed and unkept.get(a, {}).get(b) is Preservation.FIRST:
                return b in self.writes.get(a, ()) or (_reads(b) and self.place(b) in self.reads.get(a, ()))
            return (a, b) in late

        return relaxes

    def _reason(self, a: Edge, b: Edge) -> str:
        """Of a cut at the second one."""
        what = f"accesses at lines {a.pos.line} and {b.pos.line} out of order"
        return f"{self.model.name}: {what} are only followed as far as values are known; use --engine ordering"

    def _exact(self) -> list[BufferedPlace]:
        """Places that every access meets as a whole or not at all."""
        kinds = ops.Touching
        accesses = [edge for edges in self.points.edges.values() for edge in edges if isinstance(edge.ops[0], kinds)]
        found: list[BufferedPlace] = []
        for place in map(_place, accesses):
            if place is not None and not any(place.same(other) for other in found) and byte_size(place.type) <= WIDEST:
                found.append(place)
        return [place for place in found if all(self._meets(place, edge) for edge in accesses)]

    def _meets(self, place: BufferedPlace, edge: Edge) -> bool:
        other = _place(edge)
        if other is not None:
            return place.same(other) or not place.overlaps(other)
        pointees = self.points.of(edge.ops[0].address)  # type: ignore[union-attr]
        return not pointees.unknown and place.target not in pointees.targets

    def _straight(self, function: Function) -> Iterator[tuple[Edge, dict[Edge, int]]]:
        into: dict[int, int] = {function.entry: 2}
        for edge in function.edges:
            into[edge.target] = into.get(edge.target, 0) + 1
        out = function.successors()
        for edge in function.edges:
            if isinstance(edge.ops[0], ops.Load) and not _atomic(edge) and _place(edge) is not None and self.plain(edge):
                found = self._writes(edge, into, out)
                if found:
                    yield edge, found

    def _writes(self, start: Edge, into: dict[int, int], out: dict[int, list[Edge]]) -> dict[Edge, int]:
        found: dict[Edge, int] = {}
        changed: set[Variable] = set()
        touched: list[BufferedPlace] = []
        values: dict[Variable, Expr] = {}
        edge, distance = start, 0
        while not _atomic(edge) and isinstance(edge.ops[0], ops.Load | ops.Store | ops.Assign | ops.Havoc | ops.Skip):
            op, place = edge.ops[0], _place(edge)
            if isinstance(op, ops.Access):
                if place is None:
                    item = inside(op, values) if self.model.atomic else None
                    if item is None:
                        break
                    place = BufferedPlace(item, 0, IntType(8 * item.size, False))
                    touched.append(place)
                free = isinstance(op, ops.Store) and not any(place.overlaps(other) for other in touched)
                if isinstance(op, ops.Store) and free and self.plain(edge) and changed.isdisjoint(expr_variables(op.value)):
                    found[edge] = distance
                touched.append(place)
            target = op_target(op)
            changed |= set() if target is None else {target}
            note(op, values)
            following = out.get(edge.target, ())
            if into[edge.target] != 1 or len(following) != 1:
                break
            edge, distance = following[0], distance + 1
        return found


def _object(name: str, type_: Type) -> MemoryObject:
    return MemoryObject(name, byte_size(type_), byte_size(type_), type_, thread_local=True)


def _place(edge: Edge) -> BufferedPlace | None:
    op = edge.ops[0]
    if isinstance(op, ops.Load):
        return constant_place(op.address, op.target.type)
    return constant_place(op.address, op.value.type) if isinstance(op, ops.Store) else None


def _reads(edge: Edge) -> bool:
    """Whether it is a plain read."""
    return isinstance(edge.ops[0], ops.Load) and not _atomic(edge)


def _atomic(edge: Edge) -> bool:
    op = edge.ops[0]
    return isinstance(op, ops.Access) and op.atomic


def fences_reads(edge: Edge) -> bool:
    """Whether nothing that was read ahead passes it."""
    return is_full_fence(edge) or _atomic(edge) or calls(edge, *READ_FENCES)
