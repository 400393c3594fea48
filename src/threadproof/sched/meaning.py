"""The meaning of a step of a lowered program, for everything that executes steps: by formulas (`sched.system`), on
symbolic stores (`engines.simulation`), and thread by thread as events (`events`).

They differ in what they compute with, and in how far they go at once. They must not differ in what is said here: what memory
holds at first, how threads come and go in what the scheduler knows, what is refused, and where a failure lies.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from threadproof.errors import Pos
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.control import ControlEvent, ControlEventKind, Scheduler
from threadproof.ir.program import Edge, Program
from threadproof.ir.types import ArrayType

NOT_BEGUN = "end of an atomic block that was not begun"
NO_SUCH_THREAD = "join of no thread"


def too_many_threads(limit: int) -> str:
    """Why a path is cut that creates one more."""
    return f"thread limit {limit} (--threads)"


def initial_values(program: Program) -> Iterator[tuple[Variable, Expr]]:
    """Of shared variables; those that are missing start with any value. An array has the same value everywhere."""
    for variable, value in program.initial.items():
        yield variable, E.fill(variable.type, value) if isinstance(variable.type, ArrayType) else value


def position(program: Program, edge: Edge, upto: int) -> Pos:
    """Where the last of so many operations of an edge is, or the call in the user's file that led to it."""
    trail = edge.origin[upto - 1] if edge.origin else ()
    places = [origin.pos for origin in trail if origin.pos.file == program.entry.pos.file]
    return places[-1] if places else edge.pos


def created(scheduler: Scheduler, control: Hashable, thread: int) -> Hashable:
    """What the scheduler knows after a thread was created."""
    return scheduler.advance(control, ControlEvent(ControlEventKind.SPAWNED, thread))


def ended(scheduler: Scheduler, control: Hashable, thread: int) -> Hashable:
    """And after it ended, whatever atomic blocks it was in."""
    return scheduler.advance(control, ControlEvent(ControlEventKind.ENDED, thread))
