"""Arbitrary values: when the interpreter needs one it asks a source of inputs (`Given`, for example).

A register that was never assigned holds the marker `UNINIT`; one that a `Havoc` left without a value (a declaration
without initialiser) may hold `UNSET`. Either way it has a value of its own, which is asked for when it is first read.
An input, or the copy of such a register, may be *deferred*: a numbered `Lazy` placeholder then stands for one fixed but
still unknown value, is copied along by assignments, calls, returns, joins, loads and stores, and is replaced everywhere
at once when an operation first needs the value. Deferring changes neither which executions exist nor their order of
steps; it only spares an enumeration the values that nothing depends on.

Inputs are drawn in execution order. `Given` answers from a list, in the form that schedules have (nothing deferred).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from threadproof.errors import NOWHERE, Pos
from threadproof.ir.arith import Value
from threadproof.ir.expr import Variable
from threadproof.ir.op import Origin
from threadproof.ir.types import BOOL, BoolType, IntType, Type
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Lazy:
    """A value that is fixed but not chosen yet. The machine makes one object for the same fields, so identity compares
    them."""

    owner: int  # the thread that met it, and a number that is unused in the state: equal states have equal numbers
    number: int
    type: Type
    origin: Origin
    pos: Pos
    name: str
    variable: Variable | None  # the register that first held it


UNINIT = Lazy(-1, 0, BOOL, Origin.UNINIT, NOWHERE, "", None)
UNSET = Lazy(-2, 0, BOOL, Origin.UNINIT, NOWHERE, "", None)
"""Content of a register without a value: markers, not placeholders (every such register has its own value)."""

Stored = Value | Lazy


@dataclass(frozen=True, slots=True)
class ValueRequest:
    """What a value is needed for. With `choices` it is an index: which of several enabled edges to take."""

    type: Type
    origin: Origin
    pos: Pos
    name: str = ""
    variable: Variable | None = None
    defer: Callable[[], Lazy] | None = None  # makes a placeholder that may be returned instead of a value
    forced: Lazy | None = None  # the placeholder (or marker of the register) whose value is needed now
    choices: int = 0
    depth: int = 0  # of the calls around the register
    thread: int = -1  # that asks


def small_domain(request: ValueRequest) -> Sequence[Value] | None:
    """All values that may be answered, if they are few: choices, Booleans, bytes."""
    if request.choices:
        return range(request.choices)
    match request.type:
        case BoolType():
            return (False, True)
        case IntType(bits=bits, signed=signed) if bits <= 8:
            return range(-(1 << bits - 1), 1 << bits - 1) if signed else range(1 << bits)
    return None


class NeedInput(Exception):
    """The inputs given so far do not suffice."""

    def __init__(self, request: ValueRequest) -> None:
        super().__init__(request)
        self.request = request


class Inputs(Protocol):
    def draw(self, request: ValueRequest) -> Stored: ...


class Given:
    """Inputs from a list; asking for more raises `NeedInput`."""

    __slots__ = ("taken", "values")

    def __init__(self, values: Sequence[Stored] = ()) -> None:
        self.values = values
        self.taken = 0

    def draw(self, request: ValueRequest) -> Stored:
        if self.taken == len(self.values):
            raise NeedInput(request)
        self.taken += 1
        return self.values[self.taken - 1]
