"""The syntax tree: values, instructions, functions, modules. Names are without their signs; unnamed ones are numbers."""

from __future__ import annotations

from typing import NamedTuple

from threadproof.frontend.llvm.text.types import VOID, LType
from threadproof.records import dataclass, field


class IrOperand:
    """Base of operands."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class LocalName(IrOperand):
    name: str


@dataclass(frozen=True, slots=True)
class GlobalName(IrOperand):
    name: str


@dataclass(frozen=True, slots=True)
class NumberConstant(IrOperand):
    value: int


@dataclass(frozen=True, slots=True)
class Decimal(IrOperand):
    value: float


@dataclass(frozen=True, slots=True)
class Zero(IrOperand):
    """`null`, `zeroinitializer`, `none`."""


@dataclass(frozen=True, slots=True)
class UndefinedConstant(IrOperand):
    """`undef`, `poison`."""


@dataclass(frozen=True, slots=True)
class Parts(IrOperand):
    """An aggregate of constants."""

    items: tuple[Typed, ...]


@dataclass(frozen=True, slots=True)
class TextConstant(IrOperand):
    data: bytes


@dataclass(frozen=True, slots=True)
class Folded(IrOperand):
    """A constant expression. `type`: of the elements that `getelementptr` counts in, or what is converted to."""

    op: str
    operands: tuple[Typed, ...]
    type: LType = VOID


@dataclass(frozen=True, slots=True)
class Other(IrOperand):
    """What is not followed: inline assembly, addresses of blocks."""

    what: str


class Typed(NamedTuple):
    type: LType
    value: IrOperand
    by_value: LType | None = None  # an argument that the caller copies, as which type
    result: bool = False  # an argument that is the place of the result


@dataclass(slots=True, eq=False)
class Instr:
    op: str
    result: str = ""
    type: LType = VOID  # what is loaded, allocated, converted to or counted in; the result of a call
    operands: list[Typed] = field(default_factory=list)
    words: frozenset[str] = frozenset()  # flags, and the predicate of a comparison
    targets: list[str] = field(default_factory=list)  # blocks
    cases: list[tuple[int, str]] = field(default_factory=list)
    incoming: list[tuple[IrOperand, str]] = field(default_factory=list)
    indices: list[int] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)  # of memory
    callee: IrOperand | None = None
    signature: LType | None = None  # of a callee that is called through its whole type
    clauses: list[tuple[str, Typed]] = field(default_factory=list)  # of a landing pad
    meta: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Declared(Instr):
    """A debug record: the variable that lives at an address, or has a value."""

    variable: str = ""


@dataclass(slots=True, eq=False)
class BasicBlock:
    name: str
    body: list[Instr] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Param:
    name: str
    type: LType
    by_value: LType | None = None
    result: bool = False


@dataclass(slots=True, eq=False)
class FunctionSource:
    """A function; its body is parsed when it is asked for."""

    name: str
    result: LType
    params: list[Param]
    variadic: bool
    words: frozenset[str]  # linkage and the like
    debug: str = ""  # !dbg
    lines: list[str] = field(default_factory=list)  # of the body
    personality: str = ""


@dataclass(slots=True, eq=False)
class GlobalSource:
    name: str
    type: LType
    initial: IrOperand | None
    words: frozenset[str]
    align: int = 0
    section: str = ""
    debug: list[str] = field(default_factory=list)

    @property
    def constant(self) -> bool:
        return "constant" in self.words


@dataclass(slots=True, eq=False)
class ModuleSource:
    file: str
    types: dict[str, LType] = field(default_factory=dict)
    globals: dict[str, GlobalSource] = field(default_factory=dict)
    functions: dict[str, FunctionSource] = field(default_factory=dict)  # with bodies
    declared: dict[str, FunctionSource] = field(default_factory=dict)
    aliases: dict[str, Typed] = field(default_factory=dict)
    metadata: dict[str, str] = field(default_factory=dict)  # "!12" -> text, parsed when it is asked for
    attributes: dict[str, frozenset[str]] = field(default_factory=dict)  # "#3" -> words
    assembly: bool = False
    is_library: bool = False  # models, which give way to what the program defines
    triple: str = ""
