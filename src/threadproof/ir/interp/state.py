"""The state between steps: one immutable, hashable value. Equal states behave alike.

Two things identify states whose difference is not observable: registers that are dead at the place where a frame rests
hold `UNINIT` (see `liveness`), and float registers are stored as their bits, because +0 and -0 are equal to Python and
a NaN is not equal to itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from threadproof.ir.interp.values import Lazy
from threadproof.ir.layout import Layout
from threadproof.ir.program import MemoryObject
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.ir.interp.code import Code

HEAP, STACK, THREAD = "heap", "stack", "thread"


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """The `Alloc` operation that made an object: its name in reports."""

    name: str
    layout: Layout | None


class LiveObject(NamedTuple):
    """A live object that was made at run time. `mask` has a 1 for every initialised byte; None: all are."""

    address: int
    data: bytes
    mask: bytes | None
    kind: str  # HEAP, STACK or THREAD (a thread-local variable)
    site: Site | MemoryObject


class Frame(NamedTuple):
    """An activation of a function. A frame that waits for a call to return rests at the source of the call's edge."""

    code: Code
    location: int
    registers: tuple[Any, ...]
    objects: tuple[int, ...]  # addresses of its stack objects


class Thread(NamedTuple):
    frames: tuple[Frame, ...]  # outermost first; empty when the thread has ended
    locals: tuple[int, ...]  # addresses of its thread-local variables, in program order
    result: Any  # once it has ended: what `Join` gets


class State(NamedTuple):
    control: Any  # the scheduler's
    threads: tuple[Thread, ...]
    cells: tuple[bytes, ...]  # globals that are not constant, in program order
    blocks: tuple[LiveObject, ...]  # by address
    deferred: tuple[tuple[int, Lazy], ...]  # undecided values in memory, by address; the bytes there are zero
    shared: tuple[Any, ...]  # lowered programs: cells and arrays, in the order of `Program.initial`
    paused: int = -1  # the thread whose step is not complete (only where the machine was told to pause)


class Array(NamedTuple):
    """Value of an array variable: `default` everywhere except at `items`, which are sorted and differ from it."""

    default: Any
    items: tuple[tuple[int, Any], ...] = ()

    def get(self, index: int) -> Any:
        for at, value in self.items:
            if at == index:
                return value
        return self.default

    def put(self, index: int, value: Any) -> Array:
        items = [item for item in self.items if item[0] != index]
        if value != self.default or value.__class__ is not self.default.__class__:
            items.append((index, value))
            items.sort(key=lambda item: item[0])
        return Array(self.default, tuple(items))
