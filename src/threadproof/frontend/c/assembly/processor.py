"""Executes the instructions of one `asm` statement: reading and writing operands, memory accesses, jumps.

One instruction that only reads or only writes memory (`mov`) is one access, as the processor makes it: where data races are
looked for it is atomic, a read acquires and a write releases. With a lock prefix (`xchg` needs none) reading and writing are
one indivisible step and a full fence. Otherwise they are two accesses, which others may come between, and ordinary ones.
For the compiler, a statement without the clobber "memory" orders nothing but itself, so its accesses are relaxed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from threadproof.errors import InternalError
from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.operands import ConstantOperand, Elsewhere, InMemory, Operands, Part, Where
from threadproof.frontend.c.assembly.registers import ProcessorState, unsigned
from threadproof.frontend.c.assembly.template import Instruction
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import synchronise
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import AtomicBegin, AtomicEnd, Call, Load, Origin, Store, Sync
from threadproof.ir.types import Type, width


class Processor:
    def __init__(self, context: Context, node: Node, state: ProcessorState, operands: Operands, ordered: bool) -> None:
        """`ordered`: the compiler moves nothing across the statement."""
        self.context = context
        self.node = node
        self.builder = context.builder
        self.state = state
        self.operands = operands
        self.ordered = ordered
        self.instruction = Instruction("", (), frozenset())
        self.suffix = 0  # bits that the last letter of the instruction's name says
        self._locked = False
        self._stored = set[Expr]()  # by the instructions so far

    # -- operands ----------------------------------------------------------------------------------------------------------

    def places(self, count: int) -> list[Where]:
        given = self.instruction.arguments
        if len(given) != count:
            raise NotKnown(f"{self.instruction.name} with {len(given)} operands")
        return [self.operands.where(argument) for argument in given]

    def width(self, *places: Where) -> int:
        """The size that the name and the registers say."""
        found = {place.bits for place in places if isinstance(place, Part)} | ({self.suffix} if self.suffix else set())
        if len(found) != 1:
            raise NotKnown(f"the size of {self.instruction.name}")
        bits = found.pop()
        if bits > self.state.bits:
            raise NotKnown(f"{self.instruction.name} of {bits} bits")
        return bits

    def read(self, place: Where, bits: int, alone: bool = False) -> Expr:
        """`alone`: the instruction makes no other access."""
        match place:
            case Part(cell=cell, shift=shift):
                return self.state.get(cell, bits, shift)
            case ConstantOperand(value=value):
                return e.const(unsigned(bits), value & ((1 << bits) - 1))
            case InMemory():
                return self.load(place, bits, alone)
            case Elsewhere(segment=segment):
                return self.state.arbitrary(bits, Origin.EXTERN, segment)

    def write(self, place: Where, value: Expr, alone: bool = False) -> None:
        match place:
            case Part(cell=cell, shift=shift):
                self.state.set(cell, value, shift)
            case InMemory():
                self.store(place, value, alone)
            case _:
                raise NotKnown(f"{self.instruction.name}, which writes to {getattr(place, 'segment', 'a number')}")

    # -- memory ------------------------------------------------------------------------------------------------------------

    def load(self, place: InMemory, bits: int, alone: bool = False) -> Expr:
        self.context.at(self.node)
        type_ = _accessed(place, bits)
        if not place.reads and place.address not in self._stored:
            raise NotKnown("memory is read that is neither an input nor clobbered")
        target = self.builder.temporary(type_)
        with self._access(place, type_, Sync.ACQUIRE if self.ordered else Sync.OBSERVE, None, alone):
            self.builder.emit(Load(target, place.address))
        return e.cast(unsigned(bits), e.var(target))

    def store(self, place: InMemory, value: Expr, alone: bool = False) -> None:
        self.context.at(self.node)
        bits = width(value.type)
        type_ = _accessed(place, bits)
        if not place.writes or (not place.reads and place.type is not None and bits < 8 * place.type.size):
            raise NotKnown("memory is written that is neither an output nor clobbered")
        if not self.state.jumps:
            self._stored.add(place.address)
        with self._access(place, type_, None, Sync.RELEASE if self.ordered else Sync.PUBLISH, alone):
            self.builder.emit(Store(place.address, e.cast(type_, value)))

    @contextmanager
    def _access(self, place: InMemory, type_: Type, before: Sync | None, after: Sync | None, alone: bool) -> Iterator[None]:
        """A single access that is atomic."""
        section = alone and not self._locked and self.context.options.races
        if section:
            self.builder.emit(AtomicBegin())
        if section and before is not None:
            synchronise.emit(self.context, place.address, type_, before, False)
        yield
        if section and after is not None:
            synchronise.emit(self.context, place.address, type_, after, False)
        if section:
            self.builder.emit(AtomicEnd())

    @contextmanager
    def updating(self, place: Where, bits: int, locked: bool | None = None, others: tuple[InMemory, ...] = ()) -> Iterator[None]:
        """An operand is read and written: in one step if that is locked. `others`: of that size, with it."""
        locked = self.instruction.locked if locked is None else locked
        if not locked or not isinstance(place, InMemory):
            if self.instruction.locked:
                raise NotKnown("a lock prefix without memory")
            yield
            return
        self.context.at(self.node)
        every = [(each.address, _accessed(each, bits)) for each in (place, *others)] if self.context.options.races else []
        self.builder.emit(AtomicBegin())
        for address, type_ in every:
            synchronise.emit(self.context, address, type_, Sync.ACQUIRE if self.ordered else Sync.OBSERVE)
        self._locked = True
        yield
        self._locked = False
        for address, type_ in every:
            synchronise.emit(self.context, address, type_, Sync.EXTEND if self.ordered else Sync.CARRY)
        self.builder.emit(AtomicEnd())

    def address(self, place: Where) -> Expr:
        if not isinstance(place, InMemory):
            raise NotKnown(f"the address of an operand of {self.instruction.name}")
        return place.address

    # -- what is done elsewhere -----------------------------------------------------------------------------------------------

    def call(self, name: str, *arguments: Expr) -> Expr:
        """A function of the library's models."""
        definition = self.context.linker.definition(self.context.module, name, self.node.pos)
        if definition is None or definition.result.value is None:
            raise InternalError(f"no model of {name}")
        target = self.builder.temporary(definition.result.value)
        self.builder.emit(Call(target, e.addr(definition.function, self.context.pointer), arguments))
        return e.var(target)


def _accessed(place: InMemory, bits: int) -> Type:
    """Addresses stay addresses."""
    declared = None if place.type is None else place.type.value
    return declared if declared is not None and declared.integral and width(declared) == bits else unsigned(bits)
