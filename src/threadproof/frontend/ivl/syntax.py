"""The syntax tree of IVL: one class per construct, each with its position. `parse` makes it, `translate` reads it.
Expressions are in a file of their own, and are found here, too."""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.frontend.ivl.syntax_expr import Binary as Binary
from threadproof.frontend.ivl.syntax_expr import Call as Call
from threadproof.frontend.ivl.syntax_expr import Cast as Cast
from threadproof.frontend.ivl.syntax_expr import Conditional as Conditional
from threadproof.frontend.ivl.syntax_expr import Expr as Expr
from threadproof.frontend.ivl.syntax_expr import Index as Index
from threadproof.frontend.ivl.syntax_expr import IvlNode as IvlNode
from threadproof.frontend.ivl.syntax_expr import MemberAccess as MemberAccess
from threadproof.frontend.ivl.syntax_expr import Name as Name
from threadproof.frontend.ivl.syntax_expr import New as New
from threadproof.frontend.ivl.syntax_expr import Null as Null
from threadproof.frontend.ivl.syntax_expr import Number as Number
from threadproof.frontend.ivl.syntax_expr import SizeOf as SizeOf
from threadproof.frontend.ivl.syntax_expr import StringLiteral as StringLiteral
from threadproof.frontend.ivl.syntax_expr import Symbolic as Symbolic
from threadproof.frontend.ivl.syntax_expr import Time as Time
from threadproof.frontend.ivl.syntax_expr import TypeArgument as TypeArgument
from threadproof.frontend.ivl.syntax_expr import TypeName as TypeName
from threadproof.frontend.ivl.syntax_expr import Unary as Unary
from threadproof.records import dataclass

# -- declarations ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InitList(IvlNode):
    """`{ a, b, { c } }`."""

    items: tuple[Initialiser, ...]


Initialiser = Expr | InitList


@dataclass(frozen=True, slots=True)
class Declare(IvlNode):
    """One name. `sizes`: the dimensions of an array, outermost first."""

    name: str
    type: TypeName
    sizes: tuple[Expr | None, ...] = ()
    initial: Initialiser | None = None
    constant: bool = False
    offset: int | None = None  # of a field, where it is stated


@dataclass(frozen=True, slots=True)
class Declarations(IvlNode):
    items: tuple[Declare, ...]


@dataclass(frozen=True, slots=True)
class StructDeclaration(IvlNode):
    """`size`: where it is stated, and with it the offsets."""

    name: str
    fields: tuple[Declare, ...]
    is_union: bool = False
    size: int | None = None


@dataclass(frozen=True, slots=True)
class FunctionDefinition(IvlNode):
    name: str
    result: TypeName
    params: tuple[Declare, ...]
    body: BlockStatement
    variadic: bool = False


@dataclass(frozen=True, slots=True)
class Process(IvlNode):
    """A thread, an update, or main."""

    kind: str
    name: str
    body: BlockStatement


# -- the core ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Core(IvlNode):
    """The first line of a program in which nothing is implied."""

    model: str
    scheduler: str
    main: str
    ensures: str


@dataclass(frozen=True, slots=True)
class Object(IvlNode):
    """An object in memory, by size and alignment; `initial`: values at offsets."""

    name: str
    size: int
    align: int
    layout: TypeArgument | None
    flags: frozenset[str]
    initial: tuple[tuple[int, Expr], ...]


@dataclass(frozen=True, slots=True)
class Shared(IvlNode):
    """A variable of a lowered program."""

    variable: Declare


@dataclass(frozen=True, slots=True)
class RegisterDeclaration(IvlNode):
    variable: Declare


@dataclass(frozen=True, slots=True)
class Alternative(IvlNode):
    """An edge; without a target: one that leads nowhere."""

    guard: Expr | None
    body: BlockStatement | None
    target: str | None


@dataclass(frozen=True, slots=True)
class Choose(IvlNode):
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class StepStatement(IvlNode):
    """Several operations on one edge."""

    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Private(IvlNode):
    """An access that no other thread can observe."""

    statement: Statement


@dataclass(frozen=True, slots=True)
class Stop(IvlNode):
    """Nothing follows."""


@dataclass(frozen=True, slots=True)
class SchedulerName(IvlNode):
    """The scheduler of the threads."""

    name: str


Item = SchedulerName | StructDeclaration | FunctionDefinition | Process | Declarations | Core | Object | Shared


# -- statements --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BlockStatement(IvlNode):
    body: tuple[Statement, ...]
    end: Pos


@dataclass(frozen=True, slots=True)
class Assign(IvlNode):
    """`operator`: "" or that of a compound assignment."""

    target: Expr
    operator: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Evaluate(IvlNode):
    """An expression whose value is dropped: a call."""

    value: Expr


@dataclass(frozen=True, slots=True)
class If(IvlNode):
    condition: Expr
    yes: Statement
    no: Statement | None


@dataclass(frozen=True, slots=True)
class While(IvlNode):
    condition: Expr
    body: Statement
    body_first: bool = False  # do ... while


@dataclass(frozen=True, slots=True)
class For(IvlNode):
    first: Statement | None
    condition: Expr | None
    step: Statement | None
    body: Statement


@dataclass(frozen=True, slots=True)
class Switch(IvlNode):
    value: Expr
    body: BlockStatement


@dataclass(frozen=True, slots=True)
class Case(IvlNode):
    """A label of a switch; without a value: default."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class Leave(IvlNode):
    """break or continue."""

    word: str


@dataclass(frozen=True, slots=True)
class Return(IvlNode):
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Goto(IvlNode):
    label: str


@dataclass(frozen=True, slots=True)
class Label(IvlNode):
    name: str


@dataclass(frozen=True, slots=True)
class Require(IvlNode):
    """assert or assume."""

    word: str
    condition: Expr


@dataclass(frozen=True, slots=True)
class Start(IvlNode):
    limit: Expr | None


@dataclass(frozen=True, slots=True)
class Wait(IvlNode):
    """For an event, `a | b`, `a & b`, at most some time; without events: for some time."""

    events: Expr | None
    time: Expr | None


@dataclass(frozen=True, slots=True)
class Notify(IvlNode):
    event: Expr
    delay: Expr | None


@dataclass(frozen=True, slots=True)
class Cancel(IvlNode):
    event: Expr


@dataclass(frozen=True, slots=True)
class ControlStatement(IvlNode):
    """suspend, resume, resume_now (a thread), request_update (an update)."""

    word: str
    name: str


@dataclass(frozen=True, slots=True)
class Delete(IvlNode):
    pointer: Expr


Statement = (
    BlockStatement | Declarations | Assign | Evaluate | If | While | For | Switch | Case | Leave | Return | Goto | Label
    | Require | Start | Wait | Notify | Cancel | ControlStatement | Delete
    | RegisterDeclaration | Choose | StepStatement | Private | Stop
)  # fmt: skip
