"""The code of early reads and early writes: before a read, where a thread comes to an access that was done early, and
at fences. `early_accesses` says which accesses these are, and why it is sound.

The value of an early read waits in two variables per place and thread: whether there is one, and which. Both are zero
where there is none, so that states are the same whatever was tried. An early write sets a register that says so; the
straight path from there to the place of the write has no entry in between.
"""

from __future__ import annotations

from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.types import BOOL, U32, U64, IntType, Type, byte_size
from threadproof.records import replace
from threadproof.weak.buffer_slots import RELAX, WIDEST, BodyBuilder, BufferedPlace, Slots, address_of, cell_type
from threadproof.weak.early_accesses import EarlyAccesses, fences_reads
from threadproof.weak.edge_paths import EdgePaths
from threadproof.weak.speculative_reads import ReadChain, SpeculativeRead, SpeculativeReads

EARLY, FORGET = "__tp_buffer_early", "__tp_buffer_forget"  # of models/store_buffer.c, with bodies that are made here


class EarlyAccessCode(EdgePaths):
    """A function, written anew, with what is done ahead."""

    def __init__(self, program: Program, function: Function, ahead: EarlyAccesses | None) -> None:
        super().__init__(program, function)
        self.ahead = ahead
        self.issued: dict[Edge, Variable] = {}  # by write: whether it was
        self.read: dict[Edge, Variable] = {}  # by later read: whether it was

    def issue(self, write: Edge) -> list[ops.Op]:
        raise NotImplementedError

    def satisfy(self, read: Edge, op: ops.Load) -> None:
        """A read now, for a later edge."""
        raise NotImplementedError

    def prepare(self, edge: Edge) -> None:
        ahead, op = self.ahead, edge.ops[0]
        if ahead is not None:
            for read, early in ahead.further.checks.get(edge, ()):
                self.check_further(edge, read, early, ahead.further)
            if edge in ahead.cuts:
                self.cut(edge, ahead.cuts[edge])
            if edge in ahead.open and fences_reads(edge):
                self.onward(edge, [self.call("forget")])
            elif isinstance(op, ops.Load):
                self.before_read(edge, op, ahead)
            elif isinstance(op, ops.Store):
                self.before_write(edge, ahead)
        self.rewrite(edge)

    def cut(self, edge: Edge, reason: str) -> None:
        chosen = self.register(BOOL)
        self.onward(edge, [self.call("any", target=chosen)])
        goes_on = self.unless(edge, e.var(chosen))
        self.path(edge, self.at, [ops.Cut(reason)], edge.target)
        self.at = goes_on

    def before_read(self, edge: Edge, op: ops.Load, ahead: EarlyAccesses) -> None:
        writes = ahead.writes.get(edge, ())
        for write in writes:
            if ahead.begins(edge, write):
                self.onward(edge, [ops.Assign(self.was_issued(write), e.const(BOOL, False))])
        chains = ahead.further.chains.get(edge, ())
        for read in dict.fromkeys(early.edge for chain in chains for early in chain.reads()):
            if ahead.further.begins(edge, read, self.function):
                self.onward(edge, [ops.Assign(self.was_read(read), e.const(BOOL, False))])
        if edge in ahead.further.found:
            self.take_further(edge, op, ahead.further)
        place = ahead.place(edge)
        if edge in ahead.open and place is not None:
            self.take(edge, op, ahead.places.index(place))
        for write in writes:
            self.maybe_issue(edge, write, ahead)
        rounds, offered = ahead.rounds(edge), ahead.reads.get(edge, ())
        for _ in range(rounds):
            for chain in chains:
                self.maybe_read(edge, chain, ahead.further)
            for place in offered:
                self.onward(edge, [self.call(f"early{ahead.places.index(place)}")])

    def take(self, edge: Edge, op: ops.Load, number: int) -> None:
        """What was read ahead, if anything was."""
        assert self.ahead is not None
        waits, what = (self.address(item) for item in self.ahead.slots[number])
        there, word = self.register(BOOL), self.register(cell_type(self.ahead.slots[number][1]))
        self.onward(edge, [ops.Load(there, waits)])
        otherwise = self.unless(edge, e.var(there))
        value = ops.Assign(op.target, value_of(op.target.type, e.var(word)))
        self.path(edge, self.at, [ops.Load(word, what), *self.emptied(number), value], edge.target)
        self.at = otherwise

    def maybe_issue(self, edge: Edge, write: Edge, ahead: EarlyAccesses) -> None:
        issued = self.was_issued(write)
        others = [] if ahead.begins(edge, write) else [self.unless(edge, e.lnot(e.var(issued)))]
        self.onward(edge, [self.call("any", target=issued)])
        others.append(self.unless(edge, e.var(issued)))
        self.onward(write, [self.call("ahead"), *self.empty(write, ahead), *self.issue(write)])
        for other in others:
            self.path(edge, other, [ops.Skip()], self.at)

    def maybe_read(self, edge: Edge, chain: ReadChain, further: SpeculativeReads) -> None:
        """Further ahead, what is left of it."""
        chosen = self.register(BOOL)
        others = [self.unless(edge, e.lnot(e.var(self.was_read(chain.reads()[-1].edge))))]
        self.onward(edge, [self.call("any", target=chosen)])
        others.append(self.unless(edge, e.var(chosen)))
        for step in chain.steps:
            if not isinstance(step, SpeculativeRead):
                others.append(self.unless(edge, step))
                continue
            value = self.value_of(step.edge, further)
            if step.value is not None:
                self.onward(step.edge, [ops.Assign(value, step.value)])
            else:
                ends = [self.unless(edge, e.lnot(e.var(self.was_read(step.edge))))]
                for place in step.places:
                    at = address_of(place, self.pointer)
                    otherwise = self.unless(edge, e.eq(step.address, at))
                    ends += self.read_further(edge, step.edge, place, ops.Load(value, at))
                    self.at = otherwise
                others.append(self.at)
                self.at = self.location()
                for end in ends:
                    self.path(edge, end, [ops.Skip()], self.at)
            if not step.private:
                self.onward(edge, [ops.Assign(self.was_read(step.edge), e.const(BOOL, True))])
        for other in others:
            self.path(edge, other, [ops.Skip()], self.at)

    def check_further(self, edge: Edge, read: Edge, early: SpeculativeRead, further: SpeculativeReads) -> None:
        """After a read: if it was of the same place as an early one and found something else, what was early is
        forgotten."""
        op = read.ops[0]
        assert isinstance(op, ops.Load)
        others = [self.unless(edge, e.var(self.was_read(early.edge)))]
        found = e.var(self.value_of(early.edge, further))
        others.append(self.unless(edge, e.land(e.eq(op.address, early.address), e.ne(e.var(op.target), found))))
        flags = [self.was_read(read) for read in self.function.edges if read in further.found]
        self.onward(edge, [ops.Assign(flag, e.const(BOOL, False)) for flag in flags])
        for other in others:
            self.path(edge, other, [ops.Skip()], self.at)

    def read_further(self, edge: Edge, read: Edge, place: BufferedPlace, op: ops.Load) -> list[int]:
        """A read of a constant place, for a later edge, if it was not read ahead; where the two ways end."""
        assert self.ahead is not None
        ends = []
        number = next((n for n, other in enumerate(self.ahead.places) if other.same(place)), None)
        if number is not None:
            waits, what = self.ahead.slots[number]
            there, word = self.register(BOOL), self.register(cell_type(what))
            self.onward(edge, [ops.Load(there, self.address(waits))])
            otherwise = self.unless(edge, e.var(there))
            value = ops.Assign(op.target, value_of(op.target.type, e.var(word)))
            self.onward(edge, [ops.Load(word, self.address(what)), *self.emptied(number), value])
            ends.append(self.at)
            self.at = otherwise
        self.onward(read, [self.call("sooner")])
        self.satisfy(read, op)
        return [*ends, self.at]

    def take_further(self, edge: Edge, op: ops.Load, further: SpeculativeReads) -> None:
        read = self.was_read(edge)
        otherwise = self.unless(edge, e.var(read))
        taken = ops.Assign(op.target, e.var(self.value_of(edge, further)))
        self.path(edge, self.at, [ops.Assign(read, e.const(BOOL, False)), taken], edge.target)
        self.at = otherwise

    def value_of(self, read: Edge, further: SpeculativeReads) -> Variable:
        value = further.value(read)
        if value not in self.made:
            self.made.append(value)
        return value

    def was_read(self, read: Edge) -> Variable:
        if read not in self.read:
            self.read[read] = self.register(BOOL)
        return self.read[read]

    def before_write(self, edge: Edge, ahead: EarlyAccesses) -> None:
        if edge in self.issued or any(edge in found for found in ahead.writes.values()):
            otherwise = self.unless(edge, e.var(self.was_issued(edge)))
            self.path(edge, self.at, [ops.Skip()], edge.target)
            self.at = otherwise
        steps = self.empty(edge, ahead)
        if steps:
            self.onward(edge, steps)

    def empty(self, write: Edge, ahead: EarlyAccesses) -> list[ops.Op]:
        """What was read ahead is older than the own write."""
        place = ahead.place(write)
        return self.emptied(ahead.places.index(place)) if place is not None and write in ahead.open else []

    def emptied(self, number: int) -> list[ops.Op]:
        assert self.ahead is not None
        return [ops.Store(self.address(item), e.zero(cell_type(item))) for item in self.ahead.slots[number]]

    def was_issued(self, write: Edge) -> Variable:
        if write not in self.issued:
            self.issued[write] = self.register(BOOL)
        return self.issued[write]

    def address(self, item: MemoryObject) -> Expr:
        return e.addr(item, self.pointer)


def with_early(program: Program, ahead: EarlyAccesses) -> Program:
    """One function per place that is read ahead; their bodies come later."""
    stub = program.functions[EARLY]
    made = [replace(stub, name=f"{EARLY}{number}", identity=object()) for number in range(len(ahead.places))]
    return replace(program, functions={**program.functions, **{function.name: function for function in made}})


def with_bodies(program: Program, ahead: EarlyAccesses, held: set[int], buffers: bool, slots: Slots | None) -> Program:
    """`held`: numbers of the places to which writes may be held back. `buffers`: whether any write may; `slots`:
    where."""
    maker = _EarlyAccessFunctions(program, ahead, buffers, slots)
    functions = [maker.forget(), *(maker.early(number, place, number in held) for number, place in enumerate(ahead.places))]
    objects = [*program.objects, *(item for slot in ahead.slots for item in slot)]
    return replace(program, functions={**program.functions, **{f.name: f for f in functions}}, objects=objects)


class _EarlyAccessFunctions:
    def __init__(self, program: Program, ahead: EarlyAccesses, buffers: bool, held: Slots | None) -> None:
        self.program, self.slots, self.buffers, self.held = program, ahead.slots, buffers, held
        self.pointer = program.data_model.pointer

    def forget(self) -> Function:
        code = BodyBuilder(self.pointer, self.program.functions[FORGET])
        for slot in self.slots:
            for item in slot:
                code.write(item, e.zero(cell_type(item)))
        return code.done()

    def early(self, number: int, place: BufferedPlace, held: bool) -> Function:
        """A read of the place, unless there was one already."""
        functions = self.program.functions
        code = BodyBuilder(self.pointer, functions[f"{EARLY}{number}"])
        waits, what = self.slots[number]
        type_ = cell_type(what)
        others = [code.unless(e.lnot(code.read(waits))), code.unless(code.any())]
        word = code.register(type_)
        at = address_of(place, self.pointer)
        joins = []
        if held and self.held is not None:
            for where, what_ in zip(reversed(self.held.where), reversed(self.held.what), strict=True):
                other = code.unless(e.eq(code.read(where), at))
                code.do(ops.Assign(word, e.cast(type_, code.read(what_))))
                joins.append(code.here)
                code.here = other
        elif held:
            own, found = code.register(BOOL), code.register(U64)
            code.call(functions["__tp_buffer_has"], at, size_of(type_), target=own)
            memory = code.unless(e.var(own))
            code.call(functions["__tp_buffer_get"], target=found)
            code.do(ops.Assign(word, e.cast(type_, e.var(found))))
            joins, code.here = [code.here], memory
        code.do(ops.Load(word, at))
        code.join(joins)
        code.write(what, e.var(word))
        code.write(waits, e.const(BOOL, True))
        if self.buffers:
            code.call(functions[RELAX])
        code.join(others)
        return code.done()


def size_of(type_: Type) -> Expr:
    return e.const(U32, byte_size(type_))


def word_of(value: Expr) -> Expr:
    """The bytes of a value, as the low ones of a word."""
    if value.type is BOOL:
        return e.cast(U64, value)
    return e.cast(U64, e.bitcast(IntType(8 * byte_size(value.type), False), value))


def value_of(type_: Type, word: Expr) -> Expr:
    if byte_size(type_) > WIDEST:
        return e.zero(type_)  # no write that is held back is as large
    return e.cast(BOOL, word) if type_ is BOOL else e.bitcast(type_, e.cast(IntType(8 * byte_size(type_), False), word))
