"""One function being lowered: what its values are, and where its variables live.

A value is a pure expression over registers, as in the C front end, and a tuple of values for an aggregate. Clang's code without
optimisation keeps every variable in memory (`alloca`); one whose address is used by plain loads and stores only becomes a
register (`promotion`). A value that mentions such a register is saved into a temporary before the register is assigned, unless it
was used for the last time (`assign`). A value that other blocks use has a register of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.llvm.text.tree import (
    BasicBlock,
    Decimal,
    Folded,
    GlobalName,
    Instr,
    IrOperand,
    LocalName,
    NumberConstant,
    Other,
    Parts,
    TextConstant,
    Typed,
    UndefinedConstant,
    Zero,
)  # fmt: skip
from threadproof.frontend.llvm.text.types import LArray, LType, LVector, Struct
from threadproof.ir import expr as e
from threadproof.ir.displacement import elements, moved
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Alloc, Origin
from threadproof.ir.types import BOOL, IntType, Type, is_integral, width
from threadproof.ir.walk import variables
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.link import Linker
    from threadproof.frontend.c.options import COptions
    from threadproof.frontend.llvm.lower.linkage import Linkage, LlvmModule, Signature
    from threadproof.ir.layout import Layout
    from threadproof.ir.types import PtrType

Tree = Expr | tuple["Tree", ...]
"""A value: a scalar, or the parts of an aggregate."""


@dataclass(slots=True, eq=False)
class FunctionFrame:
    linkage: Linkage
    signature: Signature
    builder: Builder
    blocks: dict[str, BasicBlock] = field(default_factory=dict)
    values: dict[str, Tree] = field(default_factory=dict)
    slots: dict[str, Variable] = field(default_factory=dict)  # variables in registers, by the name of their address
    phis: dict[str, tuple[Variable, ...]] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)  # that are still to come
    pending: dict[str, None] = field(default_factory=dict)  # values of the present block that mention registers
    shared: set[str] = field(default_factory=set)  # values that other blocks use
    locations: dict[str, int] = field(default_factory=dict)
    makers: dict[str, Instr] = field(default_factory=dict)  # of addresses: `alloca`, `getelementptr`
    loads: dict[str, Instr] = field(default_factory=dict)  # by the name of what was loaded
    indices: dict[str, Expr] = field(default_factory=dict)  # the last one of a `getelementptr`
    layouts: dict[str, Layout] = field(default_factory=dict)  # of variables, by the name of their address
    records: dict[str, str] = field(default_factory=dict)  # the debug record of a variable, by the name of its address
    makers_of_objects: dict[str, Alloc] = field(default_factory=dict)  # of those that are new each time
    marked: set[str] | None = None  # variables whose lifetimes are marked
    cyclic: dict[str, bool] = field(default_factory=dict)  # blocks that control may come to again
    entered: set[str] = field(default_factory=set)  # blocks that something leads to
    block: str = ""
    result: Expr | None = None  # where an aggregate result goes
    varargs: Expr | None = None

    @property
    def unit(self) -> LlvmModule:
        return self.signature.unit

    @property
    def linker(self) -> Linker:
        return self.linkage.linker

    @property
    def options(self) -> COptions:
        return self.linkage.linker.options

    @property
    def pointer(self) -> PtrType:
        return self.linkage.pointer

    # -- results -----------------------------------------------------------------------------------------------------------

    def define(self, instruction: Instr, value: Tree) -> None:
        name = instruction.result
        if not name:
            return
        if name in self.shared:
            value = self._kept(name, value)
        self.values[name] = value
        if self.uses.get(name):
            self.pending[name] = None

    def _kept(self, name: str, value: Tree) -> Tree:
        if isinstance(value, tuple):
            return tuple(self._kept(name, part) for part in value)
        if value.is_const or value.op == "addr":
            return value
        register = self.builder.register(f"%{name}", value.type)
        self.builder.assign(register, value)
        return e.var(register)

    def assign(self, register: Variable, value: Expr) -> None:
        """`register := value`; values that mention the register, and are used later, stay what they are."""
        self.save(register)
        self.builder.assign(register, value)

    def save(self, register: Variable) -> None:
        for name in list(self.pending):
            self.values[name] = self._saved(self.values[name], register)

    def _saved(self, value: Tree, register: Variable) -> Tree:
        if isinstance(value, tuple):
            return tuple(self._saved(part, register) for part in value)
        return self.builder.freeze(value) if register in variables(value) else value

    # -- operands ----------------------------------------------------------------------------------------------------------

    def tree(self, typed: Typed) -> Tree:
        value = typed.value
        if isinstance(value, LocalName):
            found = self.values.get(value.name)
            if found is None:
                raise UnsupportedError(f"unsupported: the value %{value.name}")
            left = self.uses[value.name] = self.uses.get(value.name, 1) - 1
            if left <= 0:
                self.pending.pop(value.name, None)
            return found
        return self.constant(typed.type, value)

    def value(self, typed: Typed) -> Expr:
        found = self.tree(typed)
        if isinstance(found, tuple):
            raise UnsupportedError(f"unsupported: {typed.type} as a scalar")
        return found

    def constant(self, type_: LType, value: IrOperand) -> Tree:
        target = self.unit.target
        if isinstance(value, UndefinedConstant | Zero | Parts | TextConstant):
            scalar = target.value(type_)
            if scalar is None:
                return self._aggregate(type_, value)
            if isinstance(value, UndefinedConstant):
                return self.builder.havoc(scalar, Origin.UNINIT)
            return e.zero(scalar)
        return constant(self.linkage, self.unit, type_, value)

    def _aggregate(self, type_: LType, value: IrOperand) -> Tree:
        parts = self.unit.target.parts(type_)
        if len(parts) > 64:
            raise UnsupportedError("unsupported: a large aggregate as a value")
        if isinstance(value, Parts):
            return tuple(self.constant(item.type, item.value) for item in value.items)
        if isinstance(value, TextConstant):
            return tuple(e.const(IntType(8, True), byte) for byte in value.data)
        return tuple(self.constant(part, value) for _, part in parts)

    def undefined(self, type_: Type) -> Expr:
        return self.builder.havoc(type_, Origin.UNINIT)


# -- constants ---------------------------------------------------------------------------------------------------------


def constant(linkage: Linkage, unit: LlvmModule, type_: LType, value: IrOperand) -> Expr:
    """A scalar that no operation is needed for."""
    match value:
        case NumberConstant(value=number):
            return e.const(unit.target.scalar(type_), number)
        case Decimal(value=decimal):
            return e.const(unit.target.scalar(type_), decimal)
        case Zero():
            return e.zero(unit.target.scalar(type_))
        case GlobalName(name=name):
            return linkage.address(unit, name)
        case Folded():
            return _folded(linkage, unit, type_, value)
        case Other(what=what):
            raise UnsupportedError(f"unsupported: {what}")
    raise UnsupportedError("unsupported: a constant of this form")


def _folded(linkage: Linkage, unit: LlvmModule, type_: LType, value: Folded) -> Expr:
    operands = [constant(linkage, unit, each.type, each.value) for each in value.operands]
    if value.op == "getelementptr":
        return offset_address(unit, value.type, operands[0], operands[1:], plain=True)
    if value.op in ("ptrtoint", "inttoptr", "bitcast", "addrspacecast", "trunc", "ptrtoaddr"):
        return converted(unit.target.scalar(value.type), operands[0])
    if value.op in ("add", "sub", "mul", "xor", "and", "or"):
        return e.binary(value.op, operands[0], operands[1])
    raise UnsupportedError(f"unsupported: the constant expression {value.op}")


def converted(type_: Type, value: Expr) -> Expr:
    """The low bits of an integer or address, or the same with zeros in front."""
    if type_ is value.type:
        return value
    if type_ is BOOL:
        return truth(value)
    if value.type is BOOL:
        return e.cast(type_, value)
    if is_integral(type_) and is_integral(value.type) and width(type_) > width(value.type):
        value = e.cast(IntType(width(value.type), False), value)
    return e.cast(type_, value)


def truth(value: Expr) -> Expr:
    """The lowest bit."""
    if value.type is BOOL:
        return value
    if value.op == "cast" and value.args[0].type is BOOL:
        return value.args[0]
    return e.ne(e.land(value, e.const(value.type, 1)), e.zero(value.type))


def offset_address(unit: LlvmModule, element: LType, base: Expr, indices: list[Expr], plain: bool = False) -> Expr:
    """`getelementptr`: the first index counts elements, each further one a member or element of what was reached."""
    target, address, of = unit.target, base, element
    for number, index in enumerate(indices):
        if number:
            of = target.resolve(of)
            if isinstance(of, Struct):
                member = int(index.payload)
                distance = target.offsets(of)[member]
                address = e.add(address, e.const(address.type, distance)) if plain else moved(address, distance)
                of = of.fields[member]
                continue
            if not isinstance(of, LArray | LVector):
                raise UnsupportedError(f"unsupported: getelementptr into {of}")
            of = of.element
        address = _stepped(address, index, target.size(of), plain)
    return address


def _stepped(address: Expr, index: Expr, size: int, plain: bool) -> Expr:
    if index.is_const and not index.payload:
        return address
    if index.op == "cast" and isinstance(index.args[0].type, IntType) and width(index.args[0].type) < width(index.type):
        index = index.args[0]  # what it was before it was extended
    elif index.op == "cast" and index.args[0].type is BOOL:
        index = e.cast(IntType(32, True), index.args[0])
    distance = elements(index, size)
    if plain or address.is_const:
        return e.add(address, e.narrowed(address.type, distance))
    return e.displace(address, distance)
