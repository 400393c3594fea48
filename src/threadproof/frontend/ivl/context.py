"""What is known while a function is translated: names and their scopes, the automaton under construction, where jumps lead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from threadproof.errors import InputError, Pos
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.itype import IvlType
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Check
from threadproof.ir.program import Function, MemoryObject
from threadproof.ir.types import DataModel, PtrType, Type
from threadproof.records import dataclass, field

FAIR = "fairthreads"
CORE = "core"  # a function in which nothing is implied


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the language: an expression over registers and its type."""

    expr: Expr
    type: IvlType


@dataclass(frozen=True, slots=True)
class RegisterPlace:
    variable: Variable
    type: IvlType


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    address: Expr
    type: IvlType


@dataclass(frozen=True, slots=True)
class ArrayVariable:
    """An array of a lowered program, which has no address."""

    variable: Variable


@dataclass(frozen=True, slots=True)
class Element:
    """An element of such an array."""

    array: Variable
    index: Expr
    type: IvlType


Place = RegisterPlace | MemoryPlace | Element
"""Where a variable is."""


@dataclass(frozen=True, slots=True)
class IvlRoutine:
    """A function of the language."""

    function: Function
    result: IvlType
    params: tuple[IvlType, ...]


@dataclass(frozen=True, slots=True)
class Global:
    item: MemoryObject
    type: IvlType


@dataclass(frozen=True, slots=True)
class Numbered:
    """A thread or an update: what the kernel calls it."""

    kind: str
    number: int


Symbol = Value | RegisterPlace | MemoryPlace | ArrayVariable | IvlRoutine | Global | Numbered


@dataclass(slots=True)
class ProgramContext:
    """What all functions share."""

    options: IvlOptions
    structs: dict[str, t.IvlStruct] = field(default_factory=dict)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    updates: list[Function] = field(default_factory=list)
    scheduler: str = "systemc"

    @property
    def model(self) -> DataModel:
        return self.options.data_model

    @property
    def pointer(self) -> PtrType:
        return self.options.data_model.pointer


@dataclass(slots=True)
class LabelTarget:
    location: int
    pos: Pos
    defined: bool = False


@dataclass(slots=True)
class FunctionContext:
    """One function. `addressed`: the variables whose address is taken, which therefore live in memory."""

    world: ProgramContext
    kind: str  # function, thread, update, main, CORE
    result: IvlType
    addressed: frozenset[str]
    builder: Builder
    scopes: list[dict[str, Symbol]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    continues: list[int] = field(default_factory=list)
    switches: list[SwitchLabels] = field(default_factory=list)
    labels: dict[str, LabelTarget] = field(default_factory=dict)

    @property
    def model(self) -> DataModel:
        return self.world.model

    @property
    def pointer(self) -> PtrType:
        return self.world.pointer

    def at(self, node: s.IvlNode) -> None:
        """What is emitted from here on belongs to a node."""
        self.builder.pos = node.pos

    def find(self, name: str, pos: Pos) -> Symbol:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        found = self.world.symbols.get(name)
        if found is None:
            fail(f"'{name}' is not declared", pos)
        return found

    def declare(self, name: str, symbol: Symbol, pos: Pos) -> None:
        if name in self.scopes[-1]:
            fail(f"'{name}' is declared twice in this block", pos)
        self.scopes[-1][name] = symbol

    def value_type(self, type_: IvlType) -> Type:
        found = t.value_type(type_, self.model)
        assert found is not None, type_
        return found

    def check(self, condition: Expr, kind: str, message: str) -> None:
        """An error that the language detects. As an assertion where assertions are verified."""
        if self.kind == CORE or (condition.is_const and condition.payload):
            return
        self.builder.emit(Check(condition, "reach-error" if self.world.options.errors else kind, message))


@dataclass(slots=True)
class SwitchLabels:
    """Labels found so far: value and location; -1: no default."""

    cases: list[tuple[int, int]] = field(default_factory=list)
    default: int = -1


def fail(message: str, pos: Pos, advice: str = "") -> NoReturn:
    raise InputError(message, pos, advice)


def named_type(world: ProgramContext, name: s.TypeName, sizes: Iterable[int] = ()) -> IvlType:
    """The type that a declaration means; `sizes` of an array, outermost first."""
    found: IvlType
    if name.record:
        if name.base not in world.structs:
            fail(f"there is no struct '{name.base}'", name.pos)
        found = world.structs[name.base]
    else:
        found = t.word(name.base) if name.value is None else valued(world, name, name.value)
    for _ in range(name.stars):
        found = t.Pointer(found)
    for size in reversed(tuple(sizes)):
        found = t.IvlArray(found, size)
    return found


def valued(world: ProgramContext, name: s.TypeName, value: s.TypeName) -> IvlType:
    """The type of an event with values."""
    if name.base != "event" or world.scheduler != FAIR:
        fail(f"'{name.base}(...)' is no type", name.pos, f"events have values after: scheduler {FAIR};")
    inner = named_type(world, value)
    if not isinstance(inner, t.Scalar):
        fail(f"an event has numbers as values, not {inner}", value.pos)
    room = name.room or s.Number(name.pos, 1, "i32")
    if not isinstance(room, s.Number) or not isinstance(room.value, int) or not 0 < room.value <= 64:
        fail("expected a number from 1 to 64: how many values there can be in an instant", room.pos)
    return t.EventType(inner, room.value)


def stored_type(world: ProgramContext, name: s.TypeName, sizes: Iterable[int] = ()) -> IvlType:
    """The same, for something that needs room."""
    found = named_type(world, name, sizes)
    inner = found
    while isinstance(inner, t.IvlArray):
        inner = inner.element
    if isinstance(inner, t.Void):
        fail("nothing can have type void", name.pos)
    if isinstance(inner, t.IvlStruct) and not inner.complete:
        fail(f"struct '{inner.name}' contains itself", name.pos, "use a pointer")
    return found
