"""The expressions of IVL's syntax tree, and the names of types in them; `syntax` has the rest."""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class IvlNode:
    pos: Pos


@dataclass(frozen=True, slots=True)
class TypeName(IvlNode):
    """`base` followed by stars; `record`: base names a struct; `value`: of an event that has some, `room` for so many."""

    base: str
    record: bool
    stars: int = 0
    value: TypeName | None = None
    room: Expr | None = None


@dataclass(frozen=True, slots=True)
class Name(IvlNode):
    text: str


@dataclass(frozen=True, slots=True)
class Number(IvlNode):
    """`kind`: the name of its type."""

    value: int | float
    kind: str


@dataclass(frozen=True, slots=True)
class Null(IvlNode):
    pass


@dataclass(frozen=True, slots=True)
class Symbolic(IvlNode):
    """`?(T)`: any value."""

    type: TypeName


@dataclass(frozen=True, slots=True)
class Time(IvlNode):
    pass


@dataclass(frozen=True, slots=True)
class SizeOf(IvlNode):
    type: TypeName


@dataclass(frozen=True, slots=True)
class Call(IvlNode):
    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Index(IvlNode):
    base: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class MemberAccess(IvlNode):
    base: Expr
    name: str
    arrow: bool  # the base is a pointer


@dataclass(frozen=True, slots=True)
class Unary(IvlNode):
    """Operators: - + ! ~ * (what a pointer points to) & (the address)."""

    operator: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(IvlNode):
    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional(IvlNode):
    condition: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Cast(IvlNode):
    type: TypeName
    operand: Expr


@dataclass(frozen=True, slots=True)
class New(IvlNode):
    type: TypeName
    count: Expr | None


@dataclass(frozen=True, slots=True)
class TypeArgument(IvlNode):
    """A type as an argument of a call."""

    type: TypeName
    sizes: tuple[Expr | None, ...]


@dataclass(frozen=True, slots=True)
class StringLiteral(IvlNode):
    """A string as an argument of a call."""

    text: str


Expr = (
    Name | Number | Null | Symbolic | Time | SizeOf | Call | Index | MemberAccess | Unary | Binary | Conditional | Cast | New
    | TypeArgument | StringLiteral
)  # fmt: skip
