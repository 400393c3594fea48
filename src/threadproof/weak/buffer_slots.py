"""Store buffers with slots for known places: the functions of `models/store_buffer.c`, specialised for one program.

They are used where every delayed write goes to a constant place of a global, and every read that may meet one is of
exactly such a place. Then a buffer needs no arithmetic on addresses: a slot is empty or holds one of a few constants,
and draining a write is a choice among as many stores. The slots are variables of their own, and loops are unrolled.
There are only as many slots as writes on any path between two full fences (`depth`), so that buffers of small programs
hold one or two writes and never run full. Every use knows which places its thread may have delayed writes to, so that
there is nothing to choose among the others. The executions are those of the general buffers. Symbolic engines can
follow them, and plain enumeration has less to do.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analyses.graph import with_edges
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.types import BOOL, IntType, PtrType, Type, byte_size
from threadproof.records import dataclass, replace

WIDEST = 8  # bytes of a write that can be held back
LET_GO, RELAX, DRAIN, SETTLE, PUT = SPLIT = (  # of models/store_buffer.c
    "__tp_let_one_go",
    "__tp_buffer_relax",
    "__tp_buffer_drain",
    "__tp_buffer_settle",
    "__tp_buffer_put",
)
FULL = "a store buffer is full (--buffer)"
ENDS = "memory ends while writes are held back in a store buffer"


@dataclass(frozen=True, slots=True)
class BufferedPlace:
    target: MemoryObject
    offset: int
    type: Type

    def overlaps(self, other: BufferedPlace) -> bool:
        distance = other.offset - self.offset
        return self.target is other.target and -byte_size(other.type) < distance < byte_size(self.type)

    def same(self, other: BufferedPlace) -> bool:
        sizes = byte_size(self.type) == byte_size(other.type)
        return sizes and self.target is other.target and self.offset == other.offset


def constant_place(address: Expr, type_: Type) -> BufferedPlace | None:
    """A place in an object that lives as long as the program."""
    offset = 0
    if address.op == "add" and address.args[1].is_const:
        address, offset = address.args[0], address.args[1].payload
    item = address.payload
    if address.op != "addr" or not isinstance(item, MemoryObject) or item.thread_local:
        return None
    return BufferedPlace(item, offset, type_) if 0 <= offset <= item.size - byte_size(type_) else None


def address_of(place: BufferedPlace, pointer: PtrType) -> Expr:
    return e.add(e.addr(place.target, pointer), e.const(pointer, place.offset))


def distinct(writes: Iterable[BufferedPlace | None], reads: Iterable[BufferedPlace | None]) -> list[BufferedPlace] | None:
    """The places that are written, or None if something is not known or meets only a part of one."""
    found: list[BufferedPlace] = []
    for place in writes:
        if place is None or byte_size(place.type) > WIDEST or _partly(place, found):
            return None
        if not any(place.same(other) for other in found):
            found.append(place)
    for place in reads:
        if place is None or _partly(place, found):
            return None
    return found


def _partly(place: BufferedPlace, others: list[BufferedPlace]) -> bool:
    return any(place.overlaps(other) and not place.same(other) for other in others)


class Slots:
    """Buffers for these places. `count`: of slots; `ample`: as many as ever needed; `fences`: whether some are between writes.

    Functions are made per use (`function`): for the places to which writes may be held back there, and as many slots as
    the threads that come there may fill. Without a use in mind they are for everything, under the names of the model."""

    def __init__(self, program: Program, places: list[BufferedPlace], count: int, ample: bool, pso: bool, fences: bool) -> None:
        self.places, self.ample, self.pso = places, ample, pso
        self.stubs, self.pointer = program.functions, program.data_model.pointer
        self.word = IntType(8 * max(byte_size(place.type) for place in places), False)
        self.objects: list[MemoryObject] = []
        self.where = [self.object(f"__tp_where{n}", self.pointer) for n in range(count)]
        self.what = [self.object(f"__tp_what{n}", self.word) for n in range(count)]
        fences = fences and pso
        self.behind = [self.object(f"__tp_behind{n}", BOOL) for n in range(count)] if fences else []
        self.fenced = self.object("__tp_fenced0", BOOL) if fences else None
        self.uses: dict[tuple[frozenset[int], int], dict[str, Function]] = {}

    def object(self, name: str, type_: Type) -> MemoryObject:
        size = byte_size(type_)
        self.objects.append(MemoryObject(name, size, size, type_, thread_local=True))
        return self.objects[-1]

    def function(self, name: str, places: frozenset[int], count: int) -> Function:
        """`places`: their numbers."""
        key = (places, min(count, len(self.where)))
        if key not in self.uses:
            suffix = f"#{len(self.uses) + 1}"
            stubs = {name: self.stubs[name] for name in SPLIT}
            self.uses[key] = {name: replace(stub, name=name + suffix, identity=object()) for name, stub in stubs.items()}
        return self.uses[key][name]

    def finish(self, program: Program) -> Program:
        """With the bodies of all functions."""
        every = {name: program.functions[name] for name in SPLIT}
        made = [*_SlotFunctions(self, program, every, self.places, len(self.where)).functions(), self.fence(program)]
        for (places, count), functions in self.uses.items():
            chosen = [place for number, place in enumerate(self.places) if number in places]
            made += _SlotFunctions(self, program, functions, chosen, count).functions()
        functions = {**program.functions, **{function.name: function for function in made}}
        return replace(program, functions=functions, objects=[*program.objects, *self.objects])

    def fence(self, program: Program) -> Function:
        code = BodyBuilder(self.pointer, program.functions["__tp_buffer_fence"])
        if self.fenced is not None:
            code.write(self.fenced, e.ne(code.read(self.where[0]), e.zero(self.pointer)))
        return code.done()


class _SlotFunctions:
    """The functions for one use."""

    def __init__(
        self, slots: Slots, program: Program, functions: dict[str, Function], places: list[BufferedPlace], count: int
    ) -> None:
        self.slots, self.program, self.made, self.places = slots, program, functions, places
        self.pointer, self.pso, self.fenced = slots.pointer, slots.pso, slots.fenced
        self.where, self.what, self.behind = slots.where[:count], slots.what[:count], slots.behind[:count]
        self.rows = [row for row in (self.where, self.what, self.behind) if row]

    def functions(self) -> list[Function]:
        return [self.let_one_go(), self.relax(), self.drain(), self.settle(), self.put()]

    def begin(self, name: str) -> BodyBuilder:
        return BodyBuilder(self.pointer, self.made[name])

    # -- the functions ---------------------------------------------------------------------------------------------------

    def let_one_go(self) -> Function:
        """Something is held back. With TSO the oldest goes; with PSO any that no older one to its place or fence is before."""
        code = self.begin(LET_GO)
        for number in range(1, len(self.where)) if self.pso else ():
            mine = code.read(self.where[number])
            free = e.ne(mine, e.zero(self.pointer))
            for older in range(number):
                free = e.land(free, e.ne(code.read(self.where[older]), mine))
                if self.behind:
                    free = e.land(free, e.lnot(code.read(self.behind[older + 1])))
            others = [code.unless(free), code.unless(code.any())]
            self.go(code, number)
            code.join(others)
        self.go(code, 0)
        return code.done(closed=True)

    def go(self, code: BodyBuilder, number: int) -> None:
        """One write reaches memory, and those after it move up."""
        where, what = code.read(self.where[number]), code.read(self.what[number])
        ends = []
        for place in self.places[:-1]:
            other = code.unless(e.eq(where, address_of(place, self.pointer)))
            self.commit(code, place, what)
            ends.append(code.here)
            code.here = other
        self.commit(code, self.places[-1], what)
        code.join(ends)
        for slot in range(number, len(self.where) - 1):
            for row in self.rows:
                first = row is self.behind and slot == 0
                code.write(row[slot], e.zero(BOOL) if first else code.read(row[slot + 1]))
        for row in self.rows:
            code.write(row[-1], e.zero(cell_type(row[-1])))
        if self.fenced is not None:
            some = e.ne(code.read(self.where[0]), e.zero(self.pointer))
            code.write(self.fenced, e.land(code.read(self.fenced), some))
        code.give_back()

    def commit(self, code: BodyBuilder, place: BufferedPlace, what: Expr) -> None:
        code.do(ops.Store(address_of(place, self.pointer), _value(place.type, what)))

    def relax(self) -> Function:
        code = self.begin(RELAX)
        ends = []
        for _ in self.where:
            ends += [code.unless(self.some(code)), code.unless(code.any())]
            code.call(self.made[LET_GO])
        code.join(ends)
        return code.done()

    def drain(self) -> Function:
        code = self.begin(DRAIN)
        ends = []
        for _ in self.where:
            ends.append(code.unless(self.some(code)))
            code.call(self.made[LET_GO])
        code.join(ends)
        return code.done()

    def some(self, code: BodyBuilder) -> Expr:
        return e.ne(code.read(self.where[0]), e.zero(self.pointer))

    def settle(self) -> Function:
        code = self.begin(SETTLE)
        others = [code.unless(self.some(code)), code.unless(code.any())]
        code.do(ops.Cut(ENDS))
        code.join(others)
        code.call(self.made[DRAIN])
        return code.done()

    def put(self) -> Function:
        code = self.begin(PUT)
        where, _, what = (e.var(param) for param in code.function.params)
        if not self.slots.ample:
            others = [code.unless(e.ne(code.read(self.where[-1]), e.zero(self.pointer)))]
            room = code.unless(code.any())
            code.do(ops.Cut(FULL))
            code.here = room
            code.call(self.made[LET_GO])
            code.join(others)
        ends = []
        for slot, address in enumerate(self.where):
            last = slot == len(self.where) - 1
            other = -1 if last else code.unless(e.eq(code.read(address), e.zero(self.pointer)))
            code.write(address, where)
            code.write(self.what[slot], e.cast(self.slots.word, what))
            if self.fenced is not None:
                code.write(self.behind[slot], code.read(self.fenced))
            ends.append(code.here)
            code.here = ends.pop() if last else other
        code.join(ends)
        if self.fenced is not None:
            code.write(self.fenced, e.zero(BOOL))
        code.call(self.made[RELAX])
        return code.done()


class BodyBuilder:
    """The body of a function, built from its beginning; `here` is the location that the next operation leaves."""

    def __init__(self, pointer: PtrType, function: Function) -> None:
        self.pointer, self.function = pointer, function
        self.edges: list[Edge] = []
        self.made: list[Variable] = []
        self.here, self.fresh = function.entry, function.entry

    def do(self, op: ops.Op) -> None:
        self.edges.append(Edge(self.here, self.location(), (op,), self.function.pos))
        self.here = self.fresh

    def location(self) -> int:
        self.fresh += 1
        return self.fresh

    def unless(self, condition: Expr) -> int:
        """Goes on where the condition holds; the location where it does not."""
        source, yes, no = self.here, self.location(), self.location()
        for target, guard in ((yes, condition), (no, e.lnot(condition))):
            self.edges.append(Edge(source, target, (ops.Assume(guard),), self.function.pos))
        self.here = yes
        return no

    def join(self, others: list[int]) -> None:
        for other in others:
            self.edges.append(Edge(other, self.here, (ops.Skip(),), self.function.pos))

    def register(self, type_: Type) -> Variable:
        self.made.append(Variable(f"%{len(self.made)}", type_))
        return self.made[-1]

    def read(self, item: MemoryObject) -> Expr:
        target = self.register(cell_type(item))
        self.do(ops.Load(target, e.addr(item, self.pointer)))
        return e.var(target)

    def write(self, item: MemoryObject, value: Expr) -> None:
        self.do(ops.Store(e.addr(item, self.pointer), value))

    def any(self) -> Expr:
        chosen = self.register(BOOL)
        self.do(ops.Havoc(chosen, ops.Origin.INPUT, "__VERIFIER_nondet_bool"))
        return e.var(chosen)

    def call(self, function: Function, *args: Expr, target: Variable | None = None) -> None:
        self.do(ops.Call(target, e.addr(function, self.pointer), args))

    def give_back(self, value: Expr | None = None) -> None:
        self.do(ops.Return(value))

    def done(self, closed: bool = False) -> Function:
        if not closed:
            self.give_back()
        result = with_edges(self.function, self.edges, set())
        result.locals[:] = self.made
        return result


def cell_type(item: MemoryObject) -> Type:
    """Of an object that holds one value."""
    assert isinstance(item.layout, Type)
    return item.layout


def _value(type_: Type, word: Expr) -> Expr:
    return e.cast(BOOL, word) if type_ is BOOL else e.bitcast(type_, e.cast(IntType(8 * byte_size(type_), False), word))
