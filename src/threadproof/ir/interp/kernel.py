"""Operations of a cooperative kernel: their operands are evaluated here, what they mean is the scheduler's business.

A cooperative step is executed like an atomic block: no other thread moves until the kernel says that the thread gives
way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from threadproof.errors import InternalError
from threadproof.ir import arith
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.interp.control import Act, CooperativeScheduler, Misuse, Primitive
from threadproof.ir.interp.outcome import Performed
from threadproof.ir.interp.values import ValueRequest
from threadproof.ir.op import Origin
from threadproof.ir.types import INDEX, U32
from threadproof.ir.uses import op_target

if TYPE_CHECKING:
    from threadproof.ir.interp.execute import Execute, Translator
    from threadproof.ir.interp.run import StepRun

_WITHOUT_OPERANDS: dict[type, Act] = {
    ops.Idle: Act.IDLE,
    ops.Advance: Act.ADVANCE,
    ops.Now: Act.NOW,
    ops.Came: Act.CAME,
}


def operands(op: ops.Kernel) -> tuple[Act, tuple[Expr, ...], Expr | None, bool]:
    """(act, items, amount, flag) as in `Primitive`, not evaluated yet."""
    match op:
        case ops.Wait(events, every, timeout):
            return Act.WAIT, events, timeout, every
        case ops.Notify(event, delay):
            return Act.NOTIFY, (event,), delay, False
        case ops.Cancel(event):
            return Act.CANCEL, (event,), None, False
        case ops.Suspend(thread):
            return Act.SUSPEND, (thread,), None, False
        case ops.Resume(thread, now):
            return Act.RESUME, (thread,), None, now
        case ops.AwaitEnd(thread, timeout):
            return Act.JOIN, (thread,), timeout, False
        case ops.Stop(thread):
            return Act.STOP, (thread,), None, False
        case ops.Present(event=event):
            return Act.PRESENT, (event,), None, False
        case ops.RequestUpdate(update):
            return Act.REQUEST_UPDATE, (update,), None, False
        case ops.Simulate(limit):
            return Act.SIMULATE, (), limit, False
        case ops.PickUpdate(free=free):
            return Act.PICK_UPDATE, tuple(e.const(U32, update) for update in free), None, False
        case ops.Idle() | ops.Advance() | ops.Now() | ops.Came():
            return _WITHOUT_OPERANDS[type(op)], (), None, False
        case _:
            assert_never(op)


def translate(translator: Translator, op: ops.Kernel) -> Execute:
    act, items, amount, flag = operands(op)
    evaluated = [translator.compiler.compile(item) for item in items]
    limited = None if amount is None else translator.compiler.compile(amount)
    target = op_target(op)
    put: Callable[[list[Any], StepRun, Any], None] | None = None if target is None else translator.setter(target)

    def execute(registers: list[Any], run: StepRun) -> None:
        given = tuple([item(registers, run) for item in evaluated])
        value = perform(run, Primitive(act, given, None if limited is None else limited(registers, run), flag))
        if put is not None and target is not None:
            put(registers, run, arith.cast(target.type, INDEX, value))

    return execute


def perform(run: StepRun, primitive: Primitive) -> int:
    kernel = run.machine.kernel
    if kernel is None:
        raise InternalError(f"{primitive.act.value} needs a cooperative scheduler")
    before = run.control
    try:
        found = kernel.perform(before, run.thread, primitive)
    except Misuse as error:
        raise run.broken("invalid-call", str(error)) from None
    index = 0
    if len(found) > 1:
        chosen = run.draw(ValueRequest(INDEX, Origin.INPUT, run.pos, "choice", choices=len(found), thread=run.thread))
        assert isinstance(chosen, int)
        index = chosen
    value, run.control = found[index]
    if primitive.act is Act.ADVANCE:
        _end_stopped(run, kernel)
    if run.machine.trace:
        ((time, _),) = kernel.perform(run.control, run.thread, Primitive(Act.NOW))
        run.note(Performed(run.thread, primitive, value, _woken(kernel, before, run.control), time))
    if not kernel.runs_on(run.control, run.thread):
        run.depth = 0
    return value


def _woken(kernel: CooperativeScheduler, before: Any, after: Any) -> tuple[int, ...]:
    """Threads that can run now and could not before."""
    return tuple(t for t in kernel.live(after) if t and kernel.runs_on(after, t) and not kernel.runs_on(before, t))


def _end_stopped(run: StepRun, kernel: CooperativeScheduler) -> None:
    """Threads that the kernel has ended are gone for the machine, too."""
    for number, thread in enumerate(run.threads):
        if number != run.thread and thread.frames and kernel.ended(run.control, number):
            run.stop(number)
