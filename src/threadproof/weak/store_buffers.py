"""Store buffers: a program that delays its own writes, as the memory models TSO and PSO allow. Under RMO and Power it has
early accesses as well (`early_accesses`, `early_access_code`).

Accesses that other threads can observe become calls of `models/store_buffer.c`, which says how writes are delayed; which
of the two models it is was decided when that file was compiled. The result runs on sequentially consistent memory, so
every engine, the reference interpreter and replay work on it as on any other program.

* A write enters the buffer of its thread. If its address is not certainly valid, memory is read there first, so that a
  bad address is an error of the write itself.
* A read takes the last write of its own thread to that address if it is still in the buffer, otherwise memory.
* Afterwards any number of writes may reach memory, each in a step of its own.
* Full fences wait until the buffer is empty: atomic blocks (so all read-modify-writes, locks and other synchronisation),
  sequentially consistent stores, creating, joining and ending threads. Inside of a block accesses go to memory.
* Where memory ends (`free`, return from a function whose objects others know) the buffer may hold writes to it; that is
  cut.
* Main delays nothing while it is alone: creating a thread is a fence, so no thread could tell.
* Only writes whose delay others could observe are delayed, and those that queue up after them (`delay_sets`). A program
  without such writes stays as it is.

Accesses that no other thread can observe stay as they are, unless a delayed write could go to the same place: delaying
them makes no difference to their own thread.
"""

from __future__ import annotations

from threadproof.analyses.phases import Moment, moments
from threadproof.analyses.points_to import PointsTo
from threadproof.errors import InternalError
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import BOOL, U64, byte_size
from threadproof.memory_models import MemoryModel, named
from threadproof.passes.dead_code import keep_reachable
from threadproof.passes.options import PassOptions
from threadproof.passes.private_accesses import find_private
from threadproof.records import replace
from threadproof.weak.buffer_slots import SPLIT, WIDEST, BufferedPlace, Slots, constant_place, distinct
from threadproof.weak.delay_sets import ACQUIRE, DRAIN, READ_FENCES, STORE_FENCES, WRITE_READ, Delays, calls
from threadproof.weak.early_access_code import EarlyAccessCode, size_of, value_of, with_bodies, with_early, word_of
from threadproof.weak.early_accesses import EarlyAccesses
from threadproof.weak.isync import without_idle
from threadproof.weak.propagation import spread

MODEL = "store_buffer.c"
MANY = 1 << 16  # slots, where the number is unknown


def hold_back(program: Program, options: PassOptions) -> Program:
    """The front end has put the functions of the model into the program, which nothing calls yet."""
    model = named(options.memory_model)
    if not followed(model):
        raise InternalError(f"no store buffers for the memory model {model.name}")
    if model.control_fences:
        program = without_idle(program, PointsTo(keep_reachable(program, options)))
    plain = find_private(keep_reachable(program, options), options)
    plan = BufferPlan(plain, options)
    if plan.ahead is not None:
        program = with_early(program, plan.ahead)
    slots = _slots(program, plan, options)
    functions = {name: function for name, function in program.functions.items() if _of_model(function)}
    for name, function in plain.functions.items():
        if name not in functions:
            functions[name] = _BufferRewriter(program, plan, slots, function).run()
    result = replace(program, functions={name: functions[name] for name in program.functions if name in functions})
    if slots is not None:
        result = slots.finish(result)
    if plan.ahead is None:
        return result
    held = {number for number, place in enumerate(plan.ahead.places) if plan.may_be_held(place)}
    result = with_bodies(result, plan.ahead, held, bool(plan.held), slots)
    return spread(result, plan.late, plan.delays, options) if plan.late else result


def followed(model: MemoryModel) -> bool:
    """Whether this pass and the functions of the model do what it allows, or cut what they lack: writes that are held back, in
    order or not; or, without any order, also accesses ahead of reads."""
    held = model.keeps in ({"RR", "RW", "WW"}, {"RR", "RW"}) and model.atomic and not (model.dependencies or model.control_fences)
    ahead = not model.keeps and model.dependencies and model.control_fences is not model.atomic and not model.simulated
    return held or ahead


def _slots(program: Program, plan: BufferPlan, options: PassOptions) -> Slots | None:
    """If all places are constants."""
    places = plan.places()
    if not places:
        return None
    depth = plan.delays.depth(plan.held)
    count = options.buffer if depth is None else min(depth, options.buffer)
    fences = any(calls(edge, *plan.delays.fences) for edge in plan.reached)
    plan.follow(places)
    return Slots(program, places, count, count == depth, named(options.memory_model).reorders_writes, fences)


def _of_model(function: Function) -> bool:
    return function.pos.file.endswith(MODEL)


class BufferPlan:
    """What is to be done at each edge."""

    def __init__(self, program: Program, options: PassOptions) -> None:
        self.points = PointsTo(program)
        self.private = program.private
        self.moments = moments(self.points)
        self.main = program.main
        self.spawned = set(self.points.spawned)
        own = {name: edges for name, edges in self.points.edges.items() if not _of_model(program.functions[name])}
        self.everywhere = [edge for edges in own.values() for edge in edges]
        self.own = set(self.everywhere)
        self.targets: set[object] = set()  # what may be written to while it is held back
        self.anything = False
        model = named(options.memory_model)
        self.atomic = model.atomic
        fences = STORE_FENCES if self.atomic else (*STORE_FENCES, ACQUIRE)
        self.delays = Delays(self.points, model.reorders_writes, self._observable, self._may_hold, fences)
        self.ahead: EarlyAccesses | None = None
        if model.delays_reads:
            ahead = EarlyAccesses(program, self.points, self.delays, self._plain, options)
            self.ahead = ahead if ahead.relevant else None
        self.late = [] if self.ahead is None else self.ahead.late
        self.held = self.delays.delayed | (self.ahead.issued if self.ahead else set())
        self.ways = self.ahead.ways(self.ahead.issued) if self.ahead else set()  # where a write may have been issued already
        self.reached: set[Edge] = set()  # edges where something may be held back
        self.pending: dict[Edge, set[int]] = {}  # ... to which places, if these are constants
        self.depths: dict[str, int] = {}
        self._queue_up()
        self.counts = any(map(self.unclear, self.held))
        self.called = {name for edge in self.everywhere for name in self._callees(edge)}

    def _queue_up(self) -> None:
        """What is written while something is held back is held back, too. More places that those writes may go to make more
        accesses relaxed, until nothing changes."""
        size = -1
        while len(self.held) > size:
            size = len(self.held)
            for edge in self.held:
                op = edge.ops[0]
                assert isinstance(op, ops.Store)
                pointees = self.points.of(op.address)
                self.targets |= pointees.targets
                self.anything = self.anything or pointees.unknown
            self.reached = self.delays.while_held(self.held)
            self.held |= {edge for edge in self.everywhere if edge in self.reached and self._may_hold(edge)}

    def _callees(self, edge: Edge) -> list[str]:
        return self.points.callees(edge) if isinstance(edge.ops[0], ops.Call) else []

    def _observable(self, edge: Edge) -> bool:
        return edge in self.own and edge not in self.private and any(several for _, several in self._at(edge))

    def _plain(self, edge: Edge) -> bool:
        """Whether it never happens inside of an atomic block, or before there are other threads."""
        return self.relaxed(edge) and all(several and not open_ for open_, several in self._at(edge))

    def _may_hold(self, edge: Edge) -> bool:
        return isinstance(edge.ops[0], ops.Store) and not edge.ops[0].atomic and self.relaxed(edge)

    def relaxed(self, edge: Edge) -> bool:
        """Whether an access may happen outside of atomic blocks while there are other threads, and is one that others can
        notice, or goes where a write that others can notice may have gone, too, and be held back."""
        if not any(several and not open_ for open_, several in self._at(edge)):
            return False
        op = edge.ops[0]
        return isinstance(op, ops.Access) and (edge not in self.private or self.forwards(op))

    def unclear(self, edge: Edge) -> bool:
        """Whether it may also happen inside of an atomic block."""
        return any(open_ for open_, _ in self._at(edge))

    def _at(self, edge: Edge) -> set[Moment]:
        return self.moments.get(edge, {(0, True)})

    def places(self) -> list[BufferedPlace] | None:
        """Where writes that are held back go, if all of that is known exactly."""
        writes = [op for op in (edge.ops[0] for edge in self.everywhere if edge in self.held) if isinstance(op, ops.Store)]
        loads = [edge for edge in self.everywhere if self.outside(edge) and isinstance(edge.ops[0], ops.Load)]
        reads = [op for op in (edge.ops[0] for edge in loads if self.relaxed(edge)) if isinstance(op, ops.Load)]
        return distinct(
            [constant_place(op.address, op.value.type) for op in writes],
            [constant_place(op.address, op.target.type) for op in reads if self.forwards(op)],
        )

    def follow(self, places: list[BufferedPlace]) -> None:
        """To which of these places writes may be held back, by edge; and how many, by thread."""
        for thread, order in self.delays.orders.items():
            depth = order.depth(self.held)
            self.depths[thread] = MANY if depth is None else depth
        for number, place in enumerate(places):
            writes = {edge for edge in self.held if _same(edge, place)}
            edges = self.delays.while_held(writes) | writes
            if self.ahead is not None:
                edges |= self.ahead.ways(writes)
            for edge in edges:
                self.pending.setdefault(edge, set()).add(number)

    def use(self, edge: Edge) -> tuple[frozenset[int], int]:
        """The numbers of these places, and how many writes may be held back."""
        most = max(self.depths[thread] for thread, order in self.delays.orders.items() if edge in order.owner)
        return frozenset(self.pending[edge]), most

    def outside(self, edge: Edge) -> bool:
        """Whether writes may be held back here."""
        return edge in self.reached and any(several and not open_ for open_, several in self._at(edge))

    def forwards(self, op: ops.Access) -> bool:
        """Whether a write may be held back that goes to the same place."""
        pointees = self.points.of(op.address)
        return self.anything or pointees.unknown or not self.targets.isdisjoint(pointees.targets)

    def may_be_held(self, place: BufferedPlace) -> bool:
        return self.anything or place.target in self.targets

    def ends_memory(self, function: Function) -> bool:
        """Whether objects end with an activation to which writes may be delayed."""
        stack = (edge for edge in function.edges if isinstance(edge.ops[0], ops.Alloc) and edge.ops[0].stack)
        return function.name != self.main and (self.anything or any(edge in self.targets for edge in stack))


class _BufferRewriter(EarlyAccessCode):
    """One function."""

    def __init__(self, program: Program, plan: BufferPlan, slots: Slots | None, function: Function) -> None:
        super().__init__(program, function, plan.ahead)
        self.plan, self.slots = plan, slots

    def call(self, name: str, *args: Expr, target: Variable | None = None) -> ops.Call:
        if self.slots is None or f"__tp_buffer_{name}" not in SPLIT:
            return super().call(name, *args, target=target)
        function = self.slots.function(f"__tp_buffer_{name}", *self.plan.use(self.now))
        return ops.Call(target, e.addr(function, self.pointer), args)

    def rewrite(self, edge: Edge) -> None:
        plan, op = self.plan, edge.ops[0]
        fence = calls(edge, DRAIN, WRITE_READ, *STORE_FENCES, *READ_FENCES)
        match op:
            case ops.Store() if edge in plan.held:
                self.store(edge, op)
            case ops.Load(atomic=True) if plan.outside(edge) and not plan.atomic:
                self.first(edge, "drain")
            case ops.Load() if plan.outside(edge) and plan.relaxed(edge):
                self.load(edge, op, plan.forwards(op))
            case ops.AtomicBegin() | ops.AtomicEnd():
                self.block(edge, op)
            case ops.Call() if fence and not plan.outside(edge):
                self.path(edge, self.at, [op if plan.late else ops.Skip()], edge.target)
            case ops.Call() if calls(edge, DRAIN):
                self.path(edge, self.at, [self.call("drain")], edge.target)
            case ops.Return() if plan.outside(edge) and self.function.name in plan.spawned:
                self.first(edge, "settle" if self.function.name in plan.called else "drain")
            case ops.Return() if plan.outside(edge) and plan.ends_memory(self.function):
                self.first(edge, "settle")
            case ops.Free() if plan.outside(edge):
                self.first(edge, "settle")
            case ops.Store(atomic=True) | ops.Spawn() | ops.Join() | ops.Await() | ops.ThreadExit() if plan.outside(edge):
                self.first(edge, "drain")
            case _:
                self.path(edge, self.at, [op], edge.target)

    def issue(self, write: Edge) -> list[ops.Op]:
        op = write.ops[0]
        assert isinstance(op, ops.Store)
        return self.held(op) if write in self.plan.held else [op]

    def satisfy(self, read: Edge, op: ops.Load) -> None:
        after = self.location()
        edge = Edge(self.at, after, (op,), read.pos)
        original = read.ops[0]
        assert isinstance(original, ops.Load)
        if self.plan.outside(self.now) and self.plan.relaxed(self.now):
            self.load(edge, op, self.plan.forwards(original))
        else:
            issued = [self.call("relax")] if self.now in self.plan.ways else []
            self.path(edge, self.at, [op, *issued], after)
        self.at = after

    # -- accesses --------------------------------------------------------------------------------------------------------

    def store(self, edge: Edge, op: ops.Store) -> None:
        """Inside of an atomic block it stays as it was."""
        source = self.at
        if self.plan.unclear(edge):
            inside, there, source, block = self.register(BOOL), self.location(), self.location(), self.location()
            self.path(edge, self.at, [self.call("inside", target=inside)], there)
            self.path(edge, there, [ops.Assume(e.var(inside))], block)
            self.path(edge, there, [ops.Assume(e.lnot(e.var(inside)))], source)
            self.path(edge, block, [op], edge.target)
        self.path(edge, source, self.held(op), edge.target)

    def held(self, op: ops.Store) -> list[ops.Op]:
        type_ = op.value.type
        if byte_size(type_) > WIDEST:
            return [ops.Cut(f"a write of more than {WIDEST} bytes is held back in a store buffer")]
        steps: list[ops.Op] = []
        if constant_place(op.address, type_) is None:
            steps.append(ops.Load(self.register(type_), op.address))
        steps.append(self.call("put", op.address, size_of(type_), word_of(op.value)))
        return steps

    def load(self, edge: Edge, op: ops.Load, forwards: bool) -> None:
        """Inside of an atomic block nothing is held back, so that it need not be told apart. `forwards`: whether a write to the
        same place may be."""
        if self.slots is not None:
            self.take_own(edge, op, self.slots)
        memory = self.at
        if self.slots is None and forwards:
            own, word, there, held, memory = self.register(BOOL), self.register(U64), *(self.location() for _ in range(3))
            self.path(edge, self.at, [self.call("has", op.address, size_of(op.target.type), target=own)], there)
            self.path(edge, there, [ops.Assume(e.var(own))], held)
            self.path(edge, there, [ops.Assume(e.lnot(e.var(own)))], memory)
            taken = ops.Assign(op.target, value_of(op.target.type, e.var(word)))
            self.path(edge, held, [self.call("get", target=word), taken], edge.target)
        self.path(edge, memory, [op, self.call("relax")], edge.target)

    def take_own(self, edge: Edge, op: ops.Load, slots: Slots) -> None:
        """The newest write to the place that is still held back."""
        place = constant_place(op.address, op.target.type)
        numbers, count = self.plan.use(self.now)
        if place is None or not any(slots.places[number].same(place) for number in numbers):
            return
        for where, what in list(zip(slots.where, slots.what, strict=True))[:count][::-1]:
            here, word = self.register(self.pointer), self.register(slots.word)
            self.onward(edge, [ops.Load(here, self.address(where))])
            otherwise = self.unless(edge, e.eq(e.var(here), op.address))
            taken = ops.Assign(op.target, value_of(op.target.type, e.var(word)))
            self.path(edge, self.at, [ops.Load(word, self.address(what)), taken], edge.target)
            self.at = otherwise

    def block(self, edge: Edge, op: ops.Bracket) -> None:
        begins = isinstance(op, ops.AtomicBegin)
        steps: list[ops.Op] = [op]
        if self.plan.counts:
            steps.append(self.call("begin" if begins else "end"))
        if begins and self.plan.outside(edge):
            steps.insert(0, self.call("drain"))
        self.path(edge, self.at, steps if begins else steps[::-1], edge.target)


def _same(edge: Edge, place: BufferedPlace) -> bool:
    op = edge.ops[0]
    assert isinstance(op, ops.Store)
    mine = constant_place(op.address, op.value.type)
    return mine is not None and mine.same(place)
