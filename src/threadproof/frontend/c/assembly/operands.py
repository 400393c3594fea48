"""The operands of an `asm` statement: where each of them is.

A constraint that allows memory gets the place itself, if that is in memory; otherwise it is a register, into which an input
is read before the first instruction, and from which an output is written after the last one.

Memory is read or written by its address only where the compiler is told: by the clobber "memory", or by an operand that is an
array or a structure, the way to name a part of memory. Otherwise the compiler may have its value elsewhere.

An output without `&` may have the same register as an input, or as an address that an operand needs. So what reads one of
those after an earlier instruction has written the output is not understood.
"""

from __future__ import annotations

from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.registers import ProcessorState, RegisterCell, unsigned
from threadproof.frontend.c.assembly.statement import ONLY_MEMORY, AsmStatement, WrittenOperand
from threadproof.frontend.c.assembly.template import Address, Argument, Hard, Immediate, Operand, hard_register
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.place import Memory, Place, Register
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Assign
from threadproof.ir.types import FloatType, IntType, Type, width
from threadproof.records import dataclass, replace

_GENERAL = frozenset("rqQRlgXp")
_FAMILIES = {"a": "a", "b": "b", "c": "c", "d": "d", "S": "si", "D": "di"}
_IN_MEMORY = frozenset("moVgX")
_NUMBERS = frozenset("inIJKLMNOZesEFgX")
_MODIFIERS = {"b": 8, "h": 8, "w": 16, "k": 32, "q": 64}


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A register or some bits of it; `shared`: perhaps the register of an output, too."""

    cell: RegisterCell
    bits: int
    shift: int = 0
    shared: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class InMemory:
    """`reads`, `writes`: whether the compiler is told so. Without that, it may have the value elsewhere."""

    address: Expr
    type: CType | None = None
    shared: bool = False
    reads: bool = True
    writes: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class ConstantOperand:
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Elsewhere:
    """In a segment whose base is not known."""

    segment: str


Where = Part | InMemory | ConstantOperand | Elsewhere


def places(context: Context, statement: AsmStatement) -> list[Place]:
    """Of the outputs, which are evaluated once and before anything else."""
    found: list[Place] = []
    for given in statement.outputs:
        place = context.place(given.node)
        found.append(Memory(context.hold(place.address), place.type) if isinstance(place, Memory) else place)
    return found


def values(context: Context, statement: AsmStatement) -> list[Expr | Place | None]:
    """Of the inputs: the place where only memory will do, otherwise the value; None for a constant that is no number."""
    found: list[Expr | Place | None] = []
    for given in statement.inputs:
        place = context.place(given.node) if given.letters and given.letters <= ONLY_MEMORY else None
        if place is not None:
            found.append(
                Memory(context.hold(place.address), place.type)
                if isinstance(place, Memory)
                else context.hold(context.read(place))
            )
        elif given.letters and given.letters <= frozenset("insEF"):
            number = given.node.evaluate() if given.node.type.value is not None else None
            found.append(e.const(given.node.type.value, number) if isinstance(number, int) and given.node.type.value else None)
        else:
            found.append(context.hold(context.value(given.node)))
    return found


class Operands:
    """The operands of a statement in a state."""

    def __init__(
        self, state: ProcessorState, statement: AsmStatement, outputs: list[Place], inputs: list[Expr | Place | None]
    ) -> None:
        self.state = state
        self.context = state.context
        self.statement = statement
        self.conditions: dict[int, str] = {}  # outputs that are flags: which
        self._outputs = outputs
        self._found: list[Where | None] = []
        self._written: list[RegisterCell] = []  # by earlier instructions
        self._read: list[RegisterCell | None] = []  # shared registers that were read; None: not known which
        for given, place in zip(statement.outputs, outputs, strict=True):
            self._found.append(self._output(given, place))
        for given, value in zip(statement.inputs, inputs, strict=True):
            self._found.append(self._input(given, value))
        parts = [place for place in self._found if isinstance(place, InMemory) and not (place.type and place.type.value)]
        self.writes_memory = statement.clobbers_memory or any(place.writes for place in parts)
        self.reads_memory = statement.clobbers_memory or any(place.reads for place in parts)
        for clobber in statement.clobbers:
            hard = hard_register(clobber)
            if hard is not None:
                state.clobber(hard.family)

    # -- binding -----------------------------------------------------------------------------------------------------------

    def _output(self, given: WrittenOperand, place: Place) -> Where | None:
        if given.constraint.startswith("=@cc"):
            self.conditions[len(self._found)] = given.constraint[4:]
            return None
        if isinstance(place, Memory) and given.letters & _IN_MEMORY:
            changed = self.statement.clobbers_memory or given.constraint.startswith("+")
            return InMemory(place.address, place.type, self._needs_register(place.address), changed)
        type_ = place.type.value
        cell = self._register(given, type_)
        cell.free = True
        cell.early = "&" in given.constraint or given.constraint.startswith("+")
        if given.constraint.startswith("+"):
            self._fill(cell, self.context.hold(self.context.read(place)))
        assert type_ is not None
        return Part(cell, _bits(type_))

    def _input(self, given: WrittenOperand, value: Expr | Place | None) -> Where | None:
        if isinstance(value, Memory):
            return self._input_in_memory(given, value)
        tied = given.constraint.strip("%")
        number = int(tied) if tied.isdigit() else self.statement.number(tied[1:-1]) if tied[:1] == "[" else None
        if number is not None:
            return self._tied(number, value)
        if not isinstance(value, Expr):
            return None
        if value.is_const and isinstance(value.payload, int) and given.letters & _NUMBERS:
            return ConstantOperand(value.payload)
        cell = self._register(given, value.type)
        self._fill(cell, value)
        if not cell.free:
            self.state.keep(cell)
        return Part(cell, _bits(value.type), shared=not cell.free)

    def _input_in_memory(self, given: WrittenOperand, place: Memory) -> InMemory:
        """What is an output, too, is read and written."""
        changed = self.statement.clobbers_memory
        for number, output in enumerate(self.statement.outputs):
            other = self._found[number]
            if isinstance(other, InMemory) and output.node.pretty() == given.node.pretty():
                self._found[number], changed = replace(other, reads=True), True
        return InMemory(place.address, place.type, self._needs_register(place.address), True, changed)

    def _tied(self, number: int, value: Expr | Place | None) -> Where:
        """An input in the place of an output."""
        output = self._found[number] if number < len(self._found) else None
        if isinstance(output, InMemory):
            found = self._found[number] = replace(output, reads=True)
            return found
        if not isinstance(output, Part) or not isinstance(value, Expr):
            raise NotKnown("a constraint")
        output.cell.early = True
        self._fill(output.cell, value)
        return Part(output.cell, _bits(value.type))

    def _register(self, given: WrittenOperand, type_: Type | None) -> RegisterCell:
        if type_ is None or isinstance(type_, FloatType) or _bits(type_) > self.state.bits:
            raise NotKnown(f"the constraint '{given.constraint}' here")
        families = [_FAMILIES[letter] for letter in given.letters if letter in _FAMILIES]
        name = f"%[{given.name}]" if given.name else f"%{len(self._found)}"
        if given.letters & _GENERAL:
            return self.state.cell(name, _declared(given.node))
        if len(families) != 1:
            raise NotKnown(f"the constraint '{given.constraint}'")
        return self.state.cell(name, families[0])

    def _fill(self, cell: RegisterCell, value: Expr) -> None:
        """Only what the type has is known of a wider register."""
        bits = _bits(value.type)
        converted = e.cast(unsigned(bits), value) if not isinstance(value.type, IntType) or value.type.signed else value
        if cell.variable is None:
            cell.value, cell.valid = e.cast(self.state.word, converted), bits
        else:
            rest = e.const(self.state.word, ((1 << self.state.bits) - 1) >> bits << bits)
            upper = e.binary("and", self.state.arbitrary(self.state.bits), rest)
            whole = e.binary("or", upper, e.cast(self.state.word, converted)) if bits < self.state.bits else converted
            self.state.builder.emit(Assign(cell.variable, whole))

    def _needs_register(self, address: Expr) -> bool:
        """Variables of the function and of the program lie where no operand's register is needed."""
        while address.op == "add" and address.args[1].is_const:
            address = address.args[0]
        return address.op != "addr" and address not in self.context.objects.values()

    # -- use ---------------------------------------------------------------------------------------------------------------

    def where(self, argument: Argument) -> Where:
        match argument:
            case Immediate(value=value):
                return ConstantOperand(value)
            case Hard(family=family, bits=bits, shift=shift):
                return Part(self._by_name(family), bits, shift)
            case Address():
                return self._at(argument)
            case Operand(number=number, modifier=modifier):
                found = self._found[number] if 0 <= number < len(self._found) else None
                if isinstance(found, Part):
                    self._look(found)
                    bits = _MODIFIERS.get(modifier, found.bits if not modifier else 0)
                    if not bits or bits > self.state.bits:
                        raise NotKnown(f"the modifier '{modifier}'")
                    return Part(found.cell, bits, 8 if modifier == "h" else 0, found.shared)
                if isinstance(found, InMemory):
                    self._look(found)
                    return found
                if isinstance(found, ConstantOperand):
                    return found
        raise NotKnown("an operand")

    def _by_name(self, family: str) -> RegisterCell:
        if family in ("sp", "bp"):
            raise NotKnown("the stack is used")
        return self.state.named(family)

    def _at(self, address: Address) -> Where:
        if address.segment in ("fs", "gs"):
            return Elsewhere(f"%{address.segment}")
        if isinstance(address.displacement, Operand):
            distance = self.where(address.displacement)
            if not isinstance(distance, ConstantOperand):
                raise NotKnown("a displacement that is no number")
            offset = distance.value
        else:
            offset = address.displacement
        pointer = self.context.pointer
        total = e.zero(pointer)
        for part, scale in ((address.base, 1), (address.index, address.scale)):
            if part is not None:
                where = self.where(part)
                if not isinstance(where, Part) or where.bits != self.state.bits:
                    raise NotKnown("a part of an address that is no whole register")
                term = e.cast(pointer, self.state.get(where.cell, where.bits))
                total = e.add(total, term if scale == 1 else e.mul(term, e.const(pointer, scale)))
        target = e.add(total, e.const(pointer, offset & ((1 << pointer.bits) - 1)))
        return InMemory(target, reads=self.reads_memory, writes=self.writes_memory)

    def halves(self, place: InMemory, bits: int) -> tuple[InMemory, InMemory]:
        """Two neighbours in memory. An operand may name the first one only; then the other one is memory that is clobbered."""
        size = bits // 8
        whole = place.type is not None and place.type.size >= 2 * size
        reads, writes = (place.reads, place.writes) if whole else (self.reads_memory, self.writes_memory)
        first = replace(place, type=None) if place.type is not None and place.type.size != size else place
        address = e.add(place.address, e.const(self.context.pointer, size))
        return first, InMemory(address, None, place.shared, reads, writes)

    def _look(self, found: Part | InMemory) -> None:
        """An input, or an address, is looked at: no earlier instruction has written what may have its register."""
        if not found.shared:
            return
        cell = found.cell if isinstance(found, Part) else None
        self._read.append(cell)
        self._distinct([cell])

    def _distinct(self, read: list[RegisterCell | None]) -> None:
        for cell in read:
            for other in self._written:
                if cell is None or not cell.family or not other.family or cell.family == other.family:
                    raise NotKnown(f"an input is read after {other.name} was written, which may have the same register (no '&')")

    def executed(self, back: bool = False) -> None:
        """The end of an instruction; `back`: a jump to an earlier one."""
        self._written += self.state.written
        self.state.written.clear()
        if back:
            self._distinct(self._read)

    def write_back(self) -> None:
        """Of all outputs; what nothing has set is arbitrary."""
        state, made = self.state, []
        for number, place in enumerate(self._outputs):
            found = self._found[number]
            type_ = place.type.value
            if number in self.conditions and type_ is not None:
                made.append((place, e.cast(type_, self.condition(self.conditions[number]))))
            elif isinstance(found, Part) and type_ is not None:
                made.append((place, e.cast(type_, self._result(found.cell, _bits(type_)))))
        for place, value in made:
            if isinstance(place, Register):
                state.builder.emit(Assign(place.variable, value))
            else:
                self.context.write(place, value)

    def condition(self, code: str) -> Expr:
        name, positive = condition(code)
        value = self.state.flag(name)
        return value if positive else e.lnot(value)

    def _result(self, cell: RegisterCell, bits: int) -> Expr:
        state = self.state
        valid = min(cell.valid, bits)
        upper = state.arbitrary(bits) if valid < bits else e.zero(unsigned(bits))
        if not valid:
            return upper
        low = e.cast(unsigned(bits), state.get(cell, valid))
        if valid == bits:
            return low
        rest = e.const(unsigned(bits), ((1 << bits) - 1) >> valid << valid)
        return e.binary("or", e.binary("and", upper, rest), low)


def condition(code: str) -> tuple[str, bool]:
    """The flag of a condition code, and whether it is asked for set."""
    name = _CONDITIONS.get(code)
    if name is None:
        raise NotKnown(f"the condition '{code}'")
    return name.removeprefix("!"), name[0] != "!"


_CONDITIONS = {
    "o": "o", "no": "!o", "b": "c", "c": "c", "nae": "c", "nb": "!c", "nc": "!c", "ae": "!c", "e": "z", "z": "z", "ne": "!z",
    "nz": "!z", "be": "be", "na": "be", "nbe": "!be", "a": "!be", "s": "s", "ns": "!s", "l": "l", "nge": "l", "nl": "!l",
    "ge": "!l", "le": "le", "ng": "le", "nle": "!le", "g": "!le",
}  # fmt: skip


def is_condition(code: str) -> bool:
    return code in _CONDITIONS


def _bits(type_: Type) -> int:
    return max(8, width(type_))


def _declared(node: Node) -> str:
    """The register of `register int x asm("eax")`."""
    inner = node.strip()
    while inner.kind == k.UNEXPOSED_EXPR and inner.expressions:
        inner = inner.expressions[0].strip()
    if inner.kind != k.DECL_REF:
        return ""
    label = next((child.spelling for child in inner.referenced.children if child.kind == k.ASM_LABEL), "")
    hard = hard_register(label)
    if label and hard is None:
        raise NotKnown(f"the register {label}")
    return hard.family if hard is not None else ""
