"""Cooperative threads in a transition system with explicit control: a kernel as a scheduler that knows which thread
runs.

A kernel (`ir.interp.control.CooperativeScheduler`) is asked only where a thread rests. Between two edges of one step
no other thread may move, so the control is what the kernel knows together with the thread that is inside its step:
while there is one, only that thread is enabled; where it does not run on, the threads that the kernel names.

`outcomes` executes an operation of the kernel. Operands must be constants for that. One that is not is split: one outcome for
each value that it can have (`analyses.constant_sets`), guarded by an equation, and one for all others. Of a number of a thread
the others are those that do not exist; of events, updates and times the answer is unknown there: the path is cut, unless the
guards say that this never happens. Whatever the list of values, all executions are covered, so it needs to be good and not
right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.interp.control import Act, ControlEvent, ControlEventKind, CooperativeScheduler, Misuse, Primitive
from threadproof.ir.interp.kernel import operands

NO_THREAD = -1
NUMBERS = (Act.SUSPEND, Act.RESUME, Act.JOIN, Act.STOP)  # their items are numbers of threads

Values = Callable[[Expr], Sequence[Expr] | None]
"""The constants that an expression may evaluate to; None: unknown."""


class RunningThread(NamedTuple):
    """`thread` is inside its step; NO_THREAD: all threads rest."""

    kernel: Any
    thread: int

    def __repr__(self) -> str:
        return f"{_plain(self.kernel)!r} {self.thread}"


@lru_cache(1 << 14)
def _plain(known: Any) -> Any:
    """Without the names of fields and values. The parts are few, and a control has one for every thread."""
    if isinstance(known, tuple):
        return tuple([_plain(part) for part in known])
    return int(known) if isinstance(known, int) else known


class KernelOutcome(NamedTuple):
    """What an operation does where the guards hold. `control` is None where it fails; then `kind` and `message` say how."""

    guards: tuple[Expr, ...]
    control: RunningThread | None
    value: int = 0  # the answer, for the target of the operation
    choice: int = -1  # which of several answers it is; -1: there is one
    kind: str = ""
    message: str = ""


class Cooperative:
    """A scheduler for `sched.system`."""

    def __init__(self, kernel: CooperativeScheduler) -> None:
        self.kernel = kernel

    def start(self) -> RunningThread:
        return RunningThread(self.kernel.start(), 0)

    def enabled(self, control: RunningThread) -> tuple[int, ...]:
        return self.kernel.enabled(control.kernel) if control.thread == NO_THREAD else (control.thread,)

    def live(self, control: RunningThread) -> tuple[int, ...]:
        return self.kernel.live(control.kernel)

    def ended(self, control: RunningThread, thread: int) -> bool | None:
        return self.kernel.ended(control.kernel, thread)

    def diverges(self, control: RunningThread) -> bool:
        return self.kernel.diverges(control.kernel)

    def enter(self, control: RunningThread, thread: int) -> RunningThread:
        """The thread begins its step, or goes on with it."""
        return control if control.thread == thread else RunningThread(control.kernel, thread)

    def advance(self, control: RunningThread, event: ControlEvent) -> RunningThread:
        return self._after(self.kernel.advance(control.kernel, event), control, event.happening is ControlEventKind.ENDED)

    def _after(self, kernel: Any, before: RunningThread, ended: bool = False) -> RunningThread:
        goes_on = before.thread != NO_THREAD and not ended and self.kernel.runs_on(kernel, before.thread)
        return RunningThread(kernel, before.thread if goes_on else NO_THREAD)

    # -- primitives --------------------------------------------------------------------------------------------------------

    def outcomes(
        self, control: RunningThread, op: ops.Kernel, value: Callable[[Expr], Expr], values: Values
    ) -> Iterator[KernelOutcome]:
        """Everything that the operation may do. `value`: an operand in terms of the state before it."""
        act, items, amount, flag = operands(op)
        exprs = [value(operand) for operand in (*items, *(() if amount is None else (amount,)))]
        known: list[Sequence[Expr]] = []
        for number, expr in enumerate(exprs):
            is_thread = act in NUMBERS and number < len(items)
            known.append(self._candidates(control, expr, is_thread, values))
            if not expr.is_const:
                yield from self._others(control, expr, known[-1], Primitive(act, (), None, flag), is_thread)
        for chosen in product(*known):
            guards = tuple([E.eq(e, v) for e, v in zip(exprs, chosen, strict=True) if not e.is_const])
            given = [int(v.payload) for v in chosen]
            made = Primitive(act, tuple(given[: len(items)]), None if amount is None else given[-1], flag)
            yield from self._perform(control, made, guards)

    def _candidates(self, control: RunningThread, expr: Expr, is_thread: bool, values: Values) -> Sequence[Expr]:
        if expr.is_const:
            return (expr,)
        if is_thread:
            return [E.const(expr.type, thread) for thread in range(self._threads(control))]
        return values(expr) or ()

    def _threads(self, control: RunningThread) -> int:
        number = 0
        while self.kernel.ended(control.kernel, number) is not None:
            number += 1
        return number

    def _others(
        self, control: RunningThread, expr: Expr, values: Sequence[Expr], primitive: Primitive, is_thread: bool
    ) -> Iterator[KernelOutcome]:
        """Where the operand has none of the values."""
        guards = tuple([E.lnot(E.eq(expr, value)) for value in values])
        if not is_thread:
            yield KernelOutcome(guards, None, kind="cut", message=f"an operand of {primitive.act.value} that is not constant")
            return
        missing = Primitive(primitive.act, (self._threads(control),), None, primitive.flag)
        for found in self._perform(control, missing, guards):
            failed = found.control is None
            yield (
                found if failed else found._replace(control=None, kind="cut", message="a number of a thread that does not exist")
            )

    def _perform(self, control: RunningThread, primitive: Primitive, guards: tuple[Expr, ...]) -> Iterator[KernelOutcome]:
        try:
            found = self.kernel.perform(control.kernel, control.thread, primitive)
        except Misuse as error:
            yield KernelOutcome(guards, None, kind="invalid-call", message=str(error))
            return
        for index, (answer, kernel) in enumerate(found):
            yield KernelOutcome(guards, self._after(kernel, control), answer, index if len(found) > 1 else -1)


def conjunction(guards: Sequence[Expr]) -> Expr:
    found = E.TRUE
    for guard in guards:
        found = E.land(found, guard)
    return found
