"""The processor as far as one `asm` statement sees it: registers and flags.

Each operand that is a register gets one of its own. Which one the compiler takes is not known, so what depends on that is
not understood: bits of a register that nothing has set, a register or an input that is changed without being declared.
(That an output without `&` may share its register with an input: see `operands`.)

Values are unsigned integers. If the template jumps, registers and flags are variables of the function; otherwise they are
expressions, and only what reaches memory or an output leaves an operation.
"""

from __future__ import annotations

from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Assign, Origin
from threadproof.ir.types import BOOL, IntType, width
from threadproof.records import dataclass

FLAGS = ("c", "z", "s", "o", "l", "le", "be")


def unsigned(bits: int) -> IntType:
    return IntType(bits, False)


@dataclass(slots=True, eq=False)
class RegisterCell:
    """A register, of which the `valid` low bits are known."""

    name: str
    family: str = ""  # of a register by its name
    value: Expr | None = None
    valid: int = 0
    variable: Variable | None = None
    kept: Expr | None = None  # what it holds at the beginning, and must hold at the end unless it is declared as changed
    free: bool = False  # ... which it is: an output, or a clobber
    early: bool = True  # no input has the same register


class ProcessorState:
    def __init__(self, context: Context, jumps: bool, conditions: frozenset[str]) -> None:
        """`conditions`: the flags that the template asks for."""
        self.context = context
        self.builder = context.builder
        self.bits = context.pointer.bits
        self.word = unsigned(self.bits)
        self.jumps = jumps
        self.stack: list[Expr] = []
        self.written: list[RegisterCell] = []  # by the present instruction: cells that an input may have, too
        self._hard: dict[str, RegisterCell] = {}
        self._cells: list[RegisterCell] = []
        self._flags: dict[str, Expr | None] = {}
        self._conditions = {name: self.builder.temporary(BOOL) for name in sorted(conditions)} if jumps else {}

    # -- registers ---------------------------------------------------------------------------------------------------------

    def cell(self, name: str, family: str = "") -> RegisterCell:
        """A register for an operand; by its name, it may be that of another operand, too."""
        found = self._hard.get(family)
        if found is not None:
            return found
        found = RegisterCell(name, family)
        self._cells.append(found)
        if family:
            self._hard[family] = found
        if self.jumps:
            found.variable = self.builder.temporary(self.word)
            self.builder.emit(Assign(found.variable, self.arbitrary(self.bits)))
            found.valid = self.bits
        return found

    def named(self, family: str) -> RegisterCell:
        """A register that is no operand."""
        found = self._hard.get(family)
        if found is None:
            found = self.cell(f"%{family}", family)
            self.set(found, self.arbitrary(self.bits))
            found.kept = self._whole(found)
        return found

    def get(self, cell: RegisterCell, bits: int, shift: int = 0) -> Expr:
        if cell.valid < bits + shift:
            raise NotKnown(f"{cell.name} is read, of which not all was set")
        value = self._whole(cell) if cell.variable is None else self.builder.freeze(self._whole(cell))
        if shift:
            value = e.binary("shr", value, e.const(self.word, shift))
        return e.cast(unsigned(bits), value)

    def set(self, cell: RegisterCell, value: Expr, shift: int = 0) -> None:
        """Writing 32 of 64 bits clears the others, writing 8 or 16 keeps them."""
        assert isinstance(value.type, IntType)
        bits = value.type.bits
        placed = e.cast(self.word, value)
        if bits < 32 and cell.valid > shift:
            rest = e.const(self.word, ~(((1 << bits) - 1) << shift) & ((1 << self.bits) - 1))
            raised = e.binary("shl", placed, e.const(self.word, shift)) if shift else placed
            placed = e.binary("or", e.binary("and", self._whole(cell), rest), raised)
        elif shift:
            raise NotKnown(f"a part of {cell.name} is set")
        cell.valid = max(cell.valid, bits + shift) if bits < 32 else self.bits
        if not cell.early:
            self.written.append(cell)
        if cell.variable is None:
            cell.value = placed
        elif cell.kept is not None and not cell.free:
            raise NotKnown(f"{cell.name} is changed, which is not declared")
        else:
            self.builder.emit(Assign(cell.variable, placed))

    def set_low(self, cell: RegisterCell, value: Expr) -> None:
        """What the bits above are then is not known."""
        bits = width(value.type)
        if cell.variable is not None and bits < self.bits:
            upper = e.const(self.word, ((1 << self.bits) - 1) >> bits << bits)
            rest = e.binary("and", self.arbitrary(self.bits), upper)
            value = e.binary("or", rest, e.cast(self.word, value))
        self.set(cell, value)
        if cell.variable is None:
            cell.valid = bits

    def _whole(self, cell: RegisterCell) -> Expr:
        value = cell.value if cell.variable is None else e.var(cell.variable)
        assert value is not None
        return value

    def keep(self, cell: RegisterCell) -> None:
        """An input that is no output."""
        cell.kept = self._whole(cell)

    def clobber(self, family: str) -> None:
        self.cell(f"%{family}", family).free = True

    def arbitrary(self, bits: int, origin: Origin = Origin.UNINIT, name: str = "") -> Expr:
        return self.builder.havoc(unsigned(bits), origin, name)

    def finish(self) -> None:
        if self.stack:
            raise NotKnown("something is left on the stack")
        for cell in self._cells:
            if cell.kept is not None and not cell.free and self._whole(cell) is not cell.kept and cell.variable is None:
                raise NotKnown(f"{cell.name} is changed, which is not declared")

    # -- flags -------------------------------------------------------------------------------------------------------------

    def flag(self, name: str) -> Expr:
        """`c` carry, `z` zero, `s` sign, `o` overflow; `l`, `le`, `be`: less, less or equal (signed), below or equal."""
        if name in self._conditions:
            return self.builder.freeze(e.var(self._conditions[name]))
        found = self._flags.get(name)
        if found is None:
            raise NotKnown("a flag that no instruction has set")
        return found

    def unknown_flags(self, *names: str) -> None:
        """They mean something, but it is not computed here."""
        for name in names:
            if name in self._conditions:
                raise NotKnown("a flag that is not computed")
            self._flags[name] = None

    def set_flags(self, **given: Expr | None) -> None:
        """None: undefined, for the processor, too."""
        for name, value in given.items():
            if not self.jumps:
                self._flags[name] = value
            elif name in self._conditions:
                self.builder.emit(
                    Assign(self._conditions[name], self.builder.havoc(BOOL, Origin.UNINIT) if value is None else value)
                )

    def flags(self, c: Expr | None, z: Expr, s: Expr | None, o: Expr | None) -> None:
        """The four that there are, and what follows."""
        less = None if s is None or o is None else s if o.is_const and not o.payload else e.ne(s, o)
        below = None if c is None else e.lor(c, z)
        self.set_flags(c=c, z=z, s=s, o=o, l=less, le=None if less is None else e.lor(less, z), be=below)
