"""Where the propagation of writes is modelled (`storage`): which threads may miss writes to which places, and the
accesses, fences and blocks of the program with store buffers, each with its effect on propagation.

A read that is satisfied, or a write that reaches memory, becomes a block together with its effect on propagation. Only
places that every access meets as a whole are followed, and only programs whose accesses are certainly inside of atomic
blocks, or certainly not.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analyses.phases import moments
from threadproof.analyses.points_to import PointsTo
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.types import BOOL, U32, U64, IntType, byte_size
from threadproof.passes.dead_code import keep_reachable
from threadproof.passes.options import PassOptions
from threadproof.passes.private_accesses import find_private, threads_of
from threadproof.records import replace
from threadproof.weak.buffer_slots import SETTLE, WIDEST, BufferedPlace, constant_place
from threadproof.weak.delay_sets import ACQUIRE, DRAIN, STORE_FENCES, WRITE_READ, AccessFootprint, Delays
from threadproof.weak.early_access_code import value_of
from threadproof.weak.edge_paths import EdgePaths
from threadproof.weak.storage import MOST, Pair, Storage, StorageFunction

FULL_FENCES = (DRAIN, WRITE_READ, SETTLE)
LIGHT_FENCES = (*STORE_FENCES, ACQUIRE)
Late = Iterable[tuple[str, Edge, Edge]]


def places_of(delays: Delays) -> list[BufferedPlace]:
    """Places that every access meets as a whole or not at all."""
    found: list[BufferedPlace] = []
    footprints = delays.graph.footprints.values()
    for footprint in footprints:
        for at in footprint.pointees.places:
            target, end = at.target, at.offset + footprint.size
            if not isinstance(target, MemoryObject) or target.thread_local or footprint.size > WIDEST:
                continue
            if at.offset >= 0 and end <= target.size:
                place = BufferedPlace(target, at.offset, IntType(8 * footprint.size, False))
                if not any(place.same(other) for other in found):
                    found.append(place)
    return [place for place in found if all(_whole(place, footprint) for footprint in footprints)]


def pairs_of(late: Late, places: list[BufferedPlace], delays: Delays) -> list[Pair]:
    """Threads, and places where they may miss writes."""
    found: list[Pair] = []
    for thread, read, write in late:
        for place in places:
            new = not any(thread == other and place.same(at) for other, at in found)
            if new and _meets(place, read, delays) and _meets(place, write, delays):
                found.append((thread, place))
    return found


def _whole(place: BufferedPlace, footprint: AccessFootprint) -> bool:
    size = byte_size(place.type)
    if footprint.pointees.unknown:
        return False
    mine = [at for at in footprint.pointees.places if at.target is place.target]
    return not mine or (footprint.size == size and all((at.offset - place.offset) % size == 0 == at.stride % size for at in mine))


def _meets(place: BufferedPlace, edge: Edge, delays: Delays) -> bool:
    pointees = delays.graph.footprints[edge].pointees
    found = [(at.stride, at.offset - place.offset) for at in pointees.places if at.target is place.target]
    return any(distance == 0 or (stride and distance % stride == 0) for stride, distance in found)


def spread(program: Program, late: Late, delays: Delays, options: PassOptions) -> Program:
    """The program with store buffers, with a storage in which writes reach threads at different times."""
    places = places_of(delays)
    pairs = pairs_of(late, places, delays)
    threads = list(delays.orders)
    if not pairs or max(len(places), len(threads)) > MOST:
        return program
    plain = find_private(keep_reachable(program, options), options)
    points = PointsTo(plain)
    runs_in = threads_of(points)
    fenced = {thread for name, edges in points.edges.items() if any(map(_light, edges)) for thread in runs_in[name]}
    storage = Storage(program, threads, fenced, places, pairs)
    situation = _Situation(plain, points, storage, runs_in)
    if situation.unclear():
        return program
    functions = {name: _PropagationRewriter(program, function, situation).run() for name, function in plain.functions.items()}
    for number, thread in enumerate(threads):
        functions[thread] = _numbered(functions[thread], number, storage)
    return storage.finish(replace(program, functions={**program.functions, **functions}))


def _numbered(function: Function, number: int, storage: Storage) -> Function:
    """A thread that first notes its number."""
    first = 1 + max([function.entry, *(end for edge in function.edges for end in (edge.source, edge.target))])
    store = ops.Store(e.addr(storage.me, storage.pointer), e.const(U32, number))
    start = Edge(first, function.entry, (store,), function.pos)
    return replace(function, entry=first, edges=[start, *function.edges])


class _Situation:
    """What is known about the edges."""

    def __init__(self, program: Program, points: PointsTo, storage: Storage, runs_in: dict[str, set[str]]) -> None:
        self.program, self.points, self.storage, self.runs_in = program, points, storage, runs_in
        self.moments = moments(points)
        self.edges = [edge for edges in points.edges.values() for edge in edges]

    def followed(self, edge: Edge) -> bool:
        """Whether it is an access that others may notice, outside of blocks."""
        op = edge.ops[0]
        if not isinstance(op, ops.Access) or edge in self.program.private:
            return False
        return any(several and not open_ for open_, several in self.moments.get(edge, ()))

    def several(self, edge: Edge) -> bool:
        """Whether there may be other threads."""
        return any(several for _, several in self.moments.get(edge, ()))

    def unclear(self) -> bool:
        """Whether some access may be inside of a block, or not."""
        return any(open_ for edge in self.edges if self.followed(edge) for open_, _ in self.moments[edge])

    def thread(self, function: Function) -> int | None:
        found = self.runs_in.get(function.name, set())
        return self.storage.threads.index(next(iter(found))) if len(found) == 1 else None

    def at(self, op: ops.Access) -> list[int]:
        """The numbers of the places that are followed, and that it may access."""
        type_ = op.target.type if isinstance(op, ops.Load) else op.value.type
        mine = constant_place(op.address, type_)
        pointees = self.points.of(op.address)
        if mine is not None:
            return [n for n, place in enumerate(self.storage.places) if place.same(mine)]
        return [n for n, place in enumerate(self.storage.places) if pointees.unknown or place.target in pointees.targets]


class _PropagationRewriter(EdgePaths):
    """One function."""

    def __init__(self, program: Program, function: Function, situation: _Situation) -> None:
        super().__init__(program, function)
        self.situation, self.storage = situation, situation.storage
        self.thread = situation.thread(function)
        self.model = function.pos.file.endswith("store_buffer.c")

    def do(self, kind: StorageFunction, *args: Expr, place: int | None = None, target: Variable | None = None) -> ops.Call:
        function = self.storage.function(kind, None if kind == StorageFunction.ALL else self.thread, place)
        return ops.Call(target, e.addr(function, self.pointer), args)

    def block(self, *steps: ops.Op) -> list[ops.Op]:
        return [ops.AtomicBegin(), *steps, ops.AtomicEnd()]

    def rewrite(self, edge: Edge) -> None:
        op = edge.ops[0]
        match op:
            case ops.Load() | ops.Store() if not self.situation.followed(edge):
                steps: list[ops.Op] = [op]
            case ops.Load(atomic=True) | ops.Store(atomic=True):
                steps = self.block(self.do(StorageFunction.ALL), op)
            case ops.Load():
                return self.read(edge, op)
            case ops.Store():
                steps = self.write(op)
            case ops.AtomicBegin() if self.situation.several(edge):
                steps = [op, self.do(StorageFunction.ALL)]
            case ops.Spawn() | ops.Free() if self.situation.several(edge):
                steps = [*self.block(self.do(StorageFunction.ALL)), op]
            case ops.Join() | ops.Await():
                steps = [op, *self.block(self.do(StorageFunction.ALL))]
            case ops.Call() if not self.model and _calls(edge, FULL_FENCES):
                steps = [op, *self.block(self.do(StorageFunction.FULL))]
            case ops.Call() if not self.model and _light(edge):
                steps = [op, *self.block(self.do(StorageFunction.LIGHT))]
            case _:
                steps = [op]
        self.path(edge, self.at, steps, edge.target)

    def write(self, op: ops.Store) -> list[ops.Op]:
        places = self.situation.at(op)
        if not places:
            return self.block(self.do(StorageFunction.ELSEWHERE), op)
        return self.block(self.do(StorageFunction.REACHES, op.address, place=_only(places, op.address)), op)

    def read(self, edge: Edge, op: ops.Load) -> None:
        places = self.situation.at(op)
        if not places:
            self.path(edge, self.at, [op], edge.target)
            return
        place, misses, word, ends = _only(places, op.address), self.register(BOOL), self.register(U64), self.location()
        self.onward(edge, [ops.AtomicBegin(), self.do(StorageFunction.MISSES, op.address, place=place, target=misses)])
        memory = self.unless(edge, e.var(misses))
        taken = ops.Assign(op.target, value_of(op.target.type, e.var(word)))
        self.path(edge, self.at, [self.do(StorageFunction.OLDER, op.address, place=place, target=word), taken], ends)
        self.path(edge, memory, [op], ends)
        self.path(edge, ends, [ops.AtomicEnd()], edge.target)


def _only(places: list[int], address: Expr) -> int | None:
    """The place that is certainly accessed."""
    constant = address.op == "addr" or (address.op == "add" and address.args[1].is_const and address.args[0].op == "addr")
    return places[0] if len(places) == 1 and constant else None


def _calls(edge: Edge, names: tuple[str, ...]) -> bool:
    """Whether it calls one of these functions, however it was made."""
    op = edge.ops[0]
    name = getattr(op.callee.payload, "name", "") if isinstance(op, ops.Call) and op.callee.op == "addr" else ""
    return name.split("#")[0] in names


def _light(edge: Edge) -> bool:
    return _calls(edge, LIGHT_FENCES)
