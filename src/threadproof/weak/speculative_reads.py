"""Speculative reads: early reads (`early_accesses`) past branches that are not decided yet, and early reads whose addresses
are computed from other early reads or from what the thread itself is about to write.

From a read a, one path leads to a later read b, with no call, fence or entry in between. What happens on it is evaluated
in terms of what is known right before a: registers, what the thread writes to constant places, and early reads. If the
address of b is known that way, b may be satisfied before a, after the reads that its address needs, in their order. Each
leaves its value and a flag in registers, and is left out where the thread comes to it. If the thread leaves the path at
a branch, the values are never looked at: the speculation is squashed.

RMO and Power allow it. There is no fence on the path, and b depends on no read but early ones. A read of what the thread
writes on the path is satisfied by that write (store forwarding). The value and the address of the write depend on no
other read either, and the write cannot have reached memory yet. Under RMO no undecided branch comes before that write,
which Power does not ask for (a branch orders the write, not the reads of its thread that it is forwarded to).

Coherence: no access on the path may be of the same place, except for early reads, for that write, or for a read that
finds the same value: if each write to the place has a value of its own, that was the same write. Otherwise all early
values are discarded. So two reads of a place are in order, and what Power preserves because reads see different writes
does not arise. Memory is read only at places of global objects, so that no address is looked at which the program would
not have.

`followed`: b is satisfied before a in every execution that has it there. Take the moments of such an execution, with a
as the first access of the thread that is still to come. What b's address needs was satisfied before b. If that comes
after a in program order, it was an early read, too: each read of the path may be one by itself, and whatever is early
before a may happen in any order. All places that b may be of are tried. Nothing is discarded that the model allows: an
access in between that is not early and may be of the same place certainly takes effect after a (otherwise it might have
been early before b, and seen an older write), so that it comes after b here. If it is of the same place, it sees the
same write, because moments agree with coherence; and values tell.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

from threadproof.analyses.points_to import PointsTo
from threadproof.analyses.ranges import offsets
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable, var
from threadproof.ir.program import Edge, Function, MemoryObject
from threadproof.ir.types import IntType, byte_size
from threadproof.ir.uses import expr_variables, op_target
from threadproof.ir.walk import substitute
from threadproof.records import dataclass
from threadproof.weak.buffer_slots import WIDEST, BufferedPlace, constant_place

LONGEST = 60  # edges of a way
PLACES = 4  # that a read may be of
Pair = tuple[Edge, Edge]


@dataclass(frozen=True, slots=True, eq=False)
class SpeculativeRead:
    """A read on the way. `value`: what the thread itself wrote; otherwise it is one of `places`, by its address."""

    edge: Edge
    address: Expr
    value: Expr | None
    places: tuple[BufferedPlace, ...]
    whole: bool  # whether it reads nowhere else
    private: bool  # other threads cannot observe when it happens


@dataclass(frozen=True, slots=True, eq=False)
class ReadChain:
    """Reads, in their order, and conditions of branches that must hold before the next one."""

    first: Edge
    steps: tuple[SpeculativeRead | Expr, ...]

    def reads(self) -> list[SpeculativeRead]:
        return [step for step in self.steps if isinstance(step, SpeculativeRead) and not step.private]


class SpeculativeReads:
    """`plain`: whether an access is outside of blocks, with others around. `issued`: writes that may be ahead.
    `branches`: whether what is written after one may be read before it is decided. `once`: whether an edge is taken at most
    once."""

    def __init__(
        self,
        points: PointsTo,
        plain: Callable[[Edge], bool],
        private: set[Edge],
        issued: set[Edge],
        branches: bool,
        once: Callable[[Edge], bool],
    ) -> None:
        self.once = once
        self.points, self.plain, self.private, self.issued, self.branches = points, plain, private, issued, branches
        self.checks: dict[Edge, list[tuple[Edge, SpeculativeRead]]] = {}  # right after a read: what must have found the same
        self.chains: dict[Edge, list[ReadChain]] = {}
        self.values: dict[Edge, Variable] = {}  # by read: what it found

    def add(self, a: Edge, b: Edge, function: Function) -> bool:
        """Whether b may be ahead of a."""
        if self.chain(a, b) is not None:
            return True
        way = _way(a, b, function)
        if way is None or not self.plain(a):
            return False
        needed: set[Edge] | None = None
        for _ in range(2):  # first with all reads, then with those that are needed
            found = _Evaluation(self, way, needed)
            if not found.ends_well:
                return False
            needed = found.needed
        chain = ReadChain(a, tuple(found.found))
        if not self._coherent(way, chain):
            return False
        for step in chain.reads()[:-1]:
            self.add(a, step.edge, function)
        self.chains.setdefault(a, []).append(chain)
        return True

    def chain(self, a: Edge, b: Edge) -> ReadChain | None:
        return next((chain for chain in self.chains.get(a, ()) if chain.reads()[-1].edge is b), None)

    def followed(self, a: Edge, b: Edge, function: Function, kept: Callable[[Edge, Edge], bool]) -> bool:
        """Whether b is ahead of a in every way that there is. `kept`: whether accesses of the thread are always in order."""
        chain, way = self.chain(a, b), _way(a, b, function)
        if chain is None or way is None:
            return False
        early = [step.edge for step in chain.reads()]
        if not all(step.whole and self.chain(a, step.edge) is not None for step in chain.reads()):
            return False
        for edge in way[1:-1]:
            if isinstance(edge.ops[0], ops.Access) and edge not in early and edge not in self.private:
                later = (other for other in early if way.index(other) > way.index(edge))
                if not kept(a, edge) and any(self._touch(edge, other) for other in later):
                    return False
        return True

    def rounds(self, a: Edge) -> int:
        """How often each chain is offered before a, so that their reads may be in any order: once, if each goes on with the
        one before."""
        chains = self.chains.get(a, ())
        reads = [{step.edge for step in chain.reads()} for chain in chains]
        return 1 if all(one <= other for one, other in pairwise(reads)) else len(chains)

    def begins(self, a: Edge, read: Edge, function: Function) -> bool:
        """Whether no other way to this read starts before a."""
        others = [first for first, chains in self.chains.items() if any(read is e.edge for c in chains for e in c.reads())]
        return not any(a is not first and _way(first, a, function) is not None for first in others)

    @cached_property
    def found(self) -> set[Edge]:
        """Reads that may be early."""
        return {early.edge for chains in self.chains.values() for chain in chains for early in chain.reads()}

    def value(self, edge: Edge) -> Variable:
        if edge not in self.values:
            op = edge.ops[0]
            assert isinstance(op, ops.Load)
            self.values[edge] = Variable(f"%further{len(self.values)}", op.target.type)
        return self.values[edge]

    def _coherent(self, way: list[Edge], chain: ReadChain) -> bool:
        early = {step.edge for step in chain.steps if isinstance(step, SpeculativeRead)}
        checks: list[tuple[Edge, Edge, SpeculativeRead]] = []
        for step in chain.reads():
            mine = self._targets(step.edge)
            if mine is None:
                return False
            for edge, following in pairwise(way[: way.index(step.edge) + 1]):
                if isinstance(edge.ops[0], ops.Access) and edge not in early and edge not in self.private:
                    theirs = self._targets(edge)
                    own = isinstance(edge.ops[0], ops.Store) and step.value is not None
                    if theirs is None:
                        return False
                    if not own and not theirs.isdisjoint(mine):
                        if not self._comparable(edge, following, step):
                            return False
                        checks.append((following, edge, step))
        for following, edge, step in checks:
            known = self.checks.setdefault(following, [])
            if not any(edge is other and step.edge is early.edge for other, early in known):
                known.append((edge, step))
        return True

    def _touch(self, one: Edge, other: Edge) -> bool:
        """Whether they may access the same object."""
        mine, theirs = self._targets(one), self._targets(other)
        return mine is None or theirs is None or not mine.isdisjoint(theirs)

    def _comparable(self, edge: Edge, following: Edge, step: SpeculativeRead) -> bool:
        """Whether values tell if a read and a later one that was early see the same write."""
        op, later = edge.ops[0], step.edge.ops[0]
        assert isinstance(later, ops.Load)
        if not isinstance(op, ops.Load) or step.value is not None or op.target.type != later.target.type:
            return False
        place = constant_place(later.address, later.target.type)
        simple = not isinstance(following.ops[0], ops.Assume) and op.target not in expr_variables(op.address)
        return simple and place is not None and self.distinct(place)

    def distinct(self, place: BufferedPlace) -> bool:
        """Whether each write to the place has a value of its own, which it does not hold at first, either."""
        values = [0]
        if place.target.init or not isinstance(place.type, IntType):
            return False
        for edges in self.points.edges.values():
            for edge in edges:
                op = edge.ops[0]
                if isinstance(op, ops.Free) and self._meets(op.address, place):
                    return False
                if isinstance(op, ops.Store) and self._meets(op.address, place):
                    mine = constant_place(op.address, op.value.type)
                    if mine is None or not mine.same(place) or not op.value.is_const or not self.once(edge):
                        return False
                    values.append(op.value.payload)
        return len(set(values)) == len(values)

    def _meets(self, address: Expr, place: BufferedPlace) -> bool:
        pointees = self.points.of(address)
        return pointees.unknown or place.target in pointees.targets

    def _targets(self, edge: Edge) -> set[object] | None:
        op = edge.ops[0]
        assert isinstance(op, ops.Access)
        pointees = self.points.of(op.address)
        return None if pointees.unknown else set(pointees.targets)


def _way(a: Edge, b: Edge, function: Function) -> list[Edge] | None:
    """The edges from a to b, both included, if there is no other way to b."""
    into: dict[int, list[Edge]] = {}
    for edge in function.edges:
        into.setdefault(edge.target, []).append(edge)
    way = [b]
    while way[-1] is not a:
        before = into.get(way[-1].source, ())
        if len(before) != 1 or way[-1].source == function.entry or len(way) > LONGEST or not _simple(before[0]):
            return None
        way.append(before[0])
    return way[::-1]


def _simple(edge: Edge) -> bool:
    op = edge.ops[0]
    if isinstance(op, ops.Access):
        return not op.atomic
    return isinstance(op, ops.Assign | ops.Havoc | ops.Skip) or (isinstance(op, ops.Assume) and op.branch)


class _Evaluation:
    """Of a way, up to its end. `only`: reads that may be early; None: all."""

    def __init__(self, further: SpeculativeReads, way: list[Edge], only: set[Edge] | None) -> None:
        self.further, self.way, self.only = further, way, only
        self.known: dict[Variable, Expr] = {}
        self.lost: set[Variable] = set()
        self.written: list[tuple[BufferedPlace, Expr | None, bool]] = []  # what, whether after an undecided branch; latest last
        self.undecided, self.anywhere = False, False
        self.found: list[SpeculativeRead | Expr] = []
        self._lose(op_target(way[0].ops[0]))
        for edge in way[1:]:
            self._edge(edge)

    @property
    def ends_well(self) -> bool:
        last = self.found[-1] if self.found else None
        return isinstance(last, SpeculativeRead) and last.edge is self.way[-1] and not last.private

    @cached_property
    def needed(self) -> set[Edge]:
        """Reads that the last one needs."""
        by_value = {self.further.value(step.edge): step for step in self.found if isinstance(step, SpeculativeRead)}
        last = self.found[-1]
        assert isinstance(last, SpeculativeRead)
        work, found = [last], {last.edge}
        while work:
            step = work.pop()
            for expr in (step.address, *(() if step.value is None else (step.value,))):
                for variable in expr_variables(expr):
                    other = by_value.get(variable)
                    if other is not None and other.edge not in found:
                        found.add(other.edge)
                        work.append(other)
        return found

    def _edge(self, edge: Edge) -> None:
        match edge.ops[0]:
            case ops.Assign(target, value):
                self._set(target, self._value(value))
            case ops.Assume(condition):
                holds = self._value(condition)
                if holds is None:
                    self.undecided = True
                else:
                    self.found.append(holds)
            case ops.Store() as op:
                self._store(edge, op)
            case ops.Load() as op:
                self._load(edge, op)
            case op:
                self._lose(op_target(op))

    def _load(self, edge: Edge, op: ops.Load) -> None:
        private = edge in self.further.private
        address = self._value(op.address)
        chosen = self.only is None or edge in self.only
        if address is None or self.anywhere or not chosen or not (private or self.further.plain(edge)):
            return self._lose(op.target)
        own, value = self._own(address, op)
        places, whole = ([], False) if private else self._places(op, address)
        if value is None if own else not places:
            return self._lose(op.target)
        self.found.append(SpeculativeRead(edge, address, value, tuple(places), whole and not own, private))
        self._set(op.target, var(self.further.value(edge)))

    def _own(self, address: Expr, op: ops.Load) -> tuple[bool, Expr | None]:
        """Whether the thread wrote there, or may have, and what, if that is known."""
        place = constant_place(address, op.target.type)
        for other, value, undecided in reversed(self.written):
            if place is None:
                if other.target in self.further.points.of(op.address).targets:
                    return True, None
            elif place.same(other):
                usable = value is not None and value.type == op.target.type and (self.further.branches or not undecided)
                return True, value if usable else None
            elif place.overlaps(other):
                return True, None
        return False, None

    def _store(self, edge: Edge, op: ops.Store) -> None:
        place = constant_place(op.address, op.value.type)
        if place is not None:
            value = None if edge in self.further.issued else self._value(op.value)
            self.written.append((place, value, self.undecided))
            return
        pointees = self.further.points.of(op.address)
        self.anywhere = self.anywhere or pointees.unknown
        for target in pointees.targets:
            if isinstance(target, MemoryObject):
                self.written.append((BufferedPlace(target, 0, IntType(8 * target.size, False)), None, True))

    def _places(self, op: ops.Load, address: Expr) -> tuple[list[BufferedPlace], bool]:
        """Where it may read, of global objects; whether that is all."""
        size = byte_size(op.target.type)
        pointees = self.further.points.of(op.address)
        found, whole = [], not pointees.unknown
        between = offsets(address)
        for at in pointees.places:
            item = at.target
            if not isinstance(item, MemoryObject) or item.thread_local or size > min(item.size, WIDEST):
                whole = False
                continue
            first = at.offset % at.stride if at.stride else at.offset
            for offset in range(first, item.size - size + 1, at.stride or item.size):
                if offset >= 0 and (between is None or between[0] <= offset <= between[1]):
                    found.append(BufferedPlace(item, offset, op.target.type))
        return found[:PLACES], whole and len(found) <= PLACES

    def _value(self, expr: Expr) -> Expr | None:
        if any(variable in self.lost for variable in expr_variables(expr)):
            return None
        return substitute(expr, lambda part: self.known.get(part.payload) if part.op == "var" else None)

    def _set(self, target: Variable, value: Expr | None) -> None:
        if value is None:
            return self._lose(target)
        self.known[target] = value
        self.lost.discard(target)

    def _lose(self, target: Variable | None) -> None:
        if target is not None:
            self.known.pop(target, None)
            self.lost.add(target)
