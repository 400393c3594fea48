"""What is known about each operation, in one table: a row for every class of `ir/op`.

Passes and engines ask the table (through `ir/uses`, or the groups at the end of `ir/op`, which are columns of it) instead of
listing operations themselves. Where what an operation *means* matters, they tell the classes apart in a `match` whose last case
is loud (`typing.assert_never` if mypy can see that nothing is left, `unexpected` otherwise) or safe for anything (it forgets
what the operation sets, say). So an operation that is new is an error wherever it was forgotten, and is nowhere skipped in
silence: no row, no group, no case is a failing test or a complaint of mypy (`tests/unit/ir/test_opfacts`).

Operands, and the variable that is changed, are not in the table: they are the fields of type `Expr` and `Variable`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Generic, Never, TypeVar

from threadproof.errors import InternalError
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.records import dataclass

Exprs = Callable[[Expr], Expr]
Variables = Callable[[Variable], Variable]
F = TypeVar("F")


class Role(Enum):
    DATA = "data"  # what a step does to variables
    MEMORY = "memory"  # about memory objects
    CHECK = "check"  # ends executions that are wrong, or not followed
    CONTROL = "control"  # of one thread
    THREADS = "threads"  # what preemptive threads do to each other
    KERNEL = "kernel"  # of a cooperative scheduler


class Form(Enum):
    """Which programs it occurs in."""

    SOURCE = "source"  # front end's only: `inline` or `memory` replaces it
    LOWERED = "lowered"  # made by `memory`
    EVERY = "every"


class Touch(Enum):
    """What it does to an object of memory that other threads may know."""

    NOTHING = "nothing"
    READ = "read"
    WRITE = "write"
    END = "end"


class Waiting(Enum):
    NO = "no"
    BLOCKS = "blocks"  # the step that contains it cannot be taken
    GIVES_WAY = "gives way"  # the step of a cooperative thread may end here


class End(Enum):
    """What is over after it."""

    NOTHING = "nothing"
    PATH = "path"
    THREAD = "thread"  # or the call
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class OpFacts:
    role: Role
    form: Form
    touches: Touch = Touch.NOTHING
    visible: bool = False  # a thread rests before it (if it touches memory: unless that is private)
    waits: Waiting = Waiting.NO
    fails: bool = False  # may violate a property, or be undefined, by itself
    ends: End = End.NOTHING
    enters: bool = False  # a function
    nests: int = 0  # how much deeper the atomic block is after it


# fmt: off
FACTS: dict[type, OpFacts] = {
    ops.Assign: OpFacts(Role.DATA, Form.EVERY),
    ops.Havoc: OpFacts(Role.DATA, Form.EVERY),
    ops.Load: OpFacts(Role.MEMORY, Form.SOURCE, touches=Touch.READ, visible=True, fails=True),
    ops.Store: OpFacts(Role.MEMORY, Form.SOURCE, touches=Touch.WRITE, visible=True, fails=True),
    ops.Alloc: OpFacts(Role.MEMORY, Form.SOURCE),
    ops.Free: OpFacts(Role.MEMORY, Form.SOURCE, touches=Touch.END, visible=True, fails=True),
    ops.Lifetime: OpFacts(Role.MEMORY, Form.SOURCE),
    ops.ObjectSize: OpFacts(Role.MEMORY, Form.SOURCE, fails=True),
    ops.Compared: OpFacts(Role.MEMORY, Form.SOURCE, fails=True),
    ops.Write: OpFacts(Role.DATA, Form.LOWERED),
    ops.Assume: OpFacts(Role.DATA, Form.EVERY),
    ops.Await: OpFacts(Role.THREADS, Form.EVERY, visible=True, waits=Waiting.BLOCKS),
    ops.Check: OpFacts(Role.CHECK, Form.EVERY, fails=True),
    ops.Cut: OpFacts(Role.CHECK, Form.EVERY, fails=True, ends=End.PATH),
    ops.Skip: OpFacts(Role.CONTROL, Form.EVERY),
    ops.Call: OpFacts(Role.CONTROL, Form.SOURCE, enters=True, fails=True),
    ops.Return: OpFacts(Role.CONTROL, Form.EVERY, ends=End.THREAD),
    ops.Spawn: OpFacts(Role.THREADS, Form.EVERY, visible=True, enters=True, fails=True),
    ops.Join: OpFacts(Role.THREADS, Form.EVERY, visible=True, fails=True, waits=Waiting.BLOCKS),
    ops.ThreadExit: OpFacts(Role.CONTROL, Form.EVERY, ends=End.THREAD),
    ops.Halt: OpFacts(Role.CONTROL, Form.EVERY, ends=End.PROGRAM),
    ops.AtomicBegin: OpFacts(Role.THREADS, Form.EVERY, visible=True, nests=1),
    ops.AtomicEnd: OpFacts(Role.THREADS, Form.EVERY, nests=-1),
    ops.Fence: OpFacts(Role.THREADS, Form.EVERY),
    ops.Wait: OpFacts(Role.KERNEL, Form.EVERY, waits=Waiting.GIVES_WAY),
    ops.Notify: OpFacts(Role.KERNEL, Form.EVERY),
    ops.Cancel: OpFacts(Role.KERNEL, Form.EVERY),
    ops.Suspend: OpFacts(Role.KERNEL, Form.EVERY, fails=True, waits=Waiting.GIVES_WAY),
    ops.Resume: OpFacts(Role.KERNEL, Form.EVERY, fails=True),
    ops.AwaitEnd: OpFacts(Role.KERNEL, Form.EVERY, fails=True, waits=Waiting.GIVES_WAY),
    ops.Stop: OpFacts(Role.KERNEL, Form.EVERY, fails=True),
    ops.Came: OpFacts(Role.KERNEL, Form.EVERY),
    ops.Present: OpFacts(Role.KERNEL, Form.EVERY),
    ops.RequestUpdate: OpFacts(Role.KERNEL, Form.EVERY),
    ops.Simulate: OpFacts(Role.KERNEL, Form.EVERY),
    ops.Idle: OpFacts(Role.KERNEL, Form.EVERY, waits=Waiting.GIVES_WAY),
    ops.PickUpdate: OpFacts(Role.KERNEL, Form.EVERY),
    ops.Advance: OpFacts(Role.KERNEL, Form.EVERY),
    ops.Now: OpFacts(Role.KERNEL, Form.EVERY),
}
# fmt: on
"""Operation -> what is known about it, beside what its fields say."""

# -- operands and variables: what the fields of an operation say, as functions that are made once for each class --------

# type of a field -> how its expressions are listed, and how the field is made anew; `{}` is the field
_OPERANDS = {
    "Expr": ("{},", "expr({})"),
    "Expr | None": ("*(() if {0} is None else ({0},)),", "None if {0} is None else expr({0})"),
    "tuple[Expr, ...]": ("*{},", "tuple(map(expr, {}))"),
}
_VARIABLES = {"Variable": ("", "variable({})"), "Variable | None": ("", "None if {0} is None else variable({0})")}


def variable_fields(kind: type) -> list[str]:
    """The field that holds the variable which the operation changes: `target` as a whole, `array` in one element."""
    return [name for name, type_ in kind.__annotations__.items() if type_ in _VARIABLES]


def operands(kind: type) -> Callable[[Any], tuple[Expr, ...]]:
    """Every expression that an operation of the kind evaluates, in the order of the fields."""
    parts = "".join(texts[0].format(f"op.{name}") for name, texts in _fields(kind))
    made: Callable[[Any], tuple[Expr, ...]] = eval(f"lambda op: ({parts})")
    return made


def mapping(kind: type) -> Callable[[Any, Exprs, Variables], ops.Op]:
    """The same operation over other expressions and variables."""
    fields = _fields(kind)
    changed = any(texts[1] != "{}" for _, texts in fields)
    parts = ", ".join(texts[1].format(f"op.{name}") for name, texts in fields)
    made: Callable[[Any, Exprs, Variables], ops.Op]
    made = eval(f"lambda op, expr, variable: {f'kind({parts})' if changed else 'op'}", {"kind": kind})
    return made


class ByClass(dict[type, F], Generic[F]):
    """A function for each class of operations, made when it is first asked for."""

    def __init__(self, make: Callable[[type], F]) -> None:
        self.make = make

    def __missing__(self, kind: type) -> F:
        if kind not in FACTS:
            raise InternalError(f"{kind.__name__} is no operation")
        self[kind] = self.make(kind)
        return self[kind]


def _fields(kind: type) -> list[tuple[str, tuple[str, str]]]:
    found = []
    for name, type_ in kind.__annotations__.items():
        texts = _OPERANDS.get(type_) or _VARIABLES.get(type_)
        if texts is None and ("Expr" in type_ or "Variable" in type_):
            raise InternalError(f"{kind.__name__}.{name}: no one knows where the expressions are in a field of type {type_}")
        found.append((name, texts or ("", "{}")))
    return found


def ignored(op: ops.Op, place: str, *roles: Role) -> None:
    """The last case of a `match` in which operations of these roles do nothing. All others are named, or an error."""
    if FACTS[op.__class__].role not in roles:
        unexpected(op, place)


def unexpected(op: ops.Op, place: str) -> Never:
    """The last case of a `match` that knows all it can meet; `place` is where."""
    raise InternalError(f"{place} does not know the operation {type(op).__name__}: {op}")
