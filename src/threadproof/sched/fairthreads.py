"""The FairThreads scheduler: time is a row of instants, in each of which every thread that can run does, in a fixed
order.

Within an instant the threads take turns, round robin, until none can run any more. An event that was generated is there
for the rest of the instant: a thread that waits for it goes on in the same instant, and a later wait for it does not
wait at all. Main is the scheduler between two instants (`Advance`): it clears the events, executes the orders that were
given (stop, suspend, resume, broadcast), counts the limits of waits down and wakes the threads that cooperated.

The order of the threads is the same in every instant, but it is not specified: every one is tried. It is fixed as late
as possible. As long as a thread that can run has no place yet, any such thread may go next, and is put after those that
have one; from then on the next thread is determined. A thread that is suspended from the beginning gets its place, any
one, with the instant in which it is first there. Threads that are created later come last, from the next instant on.

*Why all orders are covered.* In the first instant a scheduler with order o runs the threads of o one after the other,
each once, before any thread has a second turn; choosing the next one of o among those without a place repeats this.
Later choices are those of o again, since the order that was recorded is o. Threads that take no part in the first
instant do not move before their place is chosen, among all places.

A suspended thread takes no part: it sees no event, and its limit does not count down. A limit of n lets a thread
wait until the end of the n-th instant, the present one included; 0: it does not wait.

`free`: any thread that can run may go next, at any time. That is more than can happen, so what is proved holds, but
what fails need not be possible; the order is no part of a state, which leaves far fewer states.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from threadproof.ir.interp.control import Act, ControlEvent, ControlEventKind, Misuse, Primitive

NEVER = -1


class FairThreadsPhase(IntEnum):
    ELABORATION = 0
    BETWEEN = 1  # two instants, or before the first
    INSTANT = 2
    ENDED = 3


class FairThreadsStatus(IntEnum):
    NEW = 0  # takes part from the next instant on
    READY = 1  # running, or could be
    WAITING = 2  # main: until the end of the instant
    ENDED = 3


class DelayedOrder(IntEnum):
    """Given to the scheduler, executed when the next instant begins."""

    STOP = 0
    SUSPEND = 1
    RESUME = 2


class FairThreadsProcess(NamedTuple):
    """A thread, as the scheduler sees it."""

    status: FairThreadsStatus
    events: tuple[int, ...] = ()  # one of them wakes it up
    joins: int = NEVER  # the thread whose end wakes it up
    timer: int = NEVER  # instants that it still waits
    suspended: bool = False
    late: bool = False  # the last wait ended because its limit was over

    @property
    def can_run(self) -> bool:
        return self.status is FairThreadsStatus.READY and not self.suspended


class FairThreadsControl(NamedTuple):
    phase: FairThreadsPhase
    processes: tuple[FairThreadsProcess, ...]  # main is 0
    order: tuple[int, ...] = ()  # of the threads that have a place
    cursor: int = NEVER  # place of the thread that runs, or ran last in this instant
    founders: int = 0  # main and the threads that were there when the first instant began; 0: it has not
    present: tuple[int, ...] = ()  # events of this instant, sorted
    coming: tuple[int, ...] = ()  # events of the next one
    orders: tuple[tuple[int, DelayedOrder], ...] = ()  # by thread; only those that change something
    left: int = NEVER  # instants until the limit
    now: int = 0  # the number of the instant; stays 0 where the program does not read it


Results = tuple[tuple[int, FairThreadsControl], ...]
_START = FairThreadsControl(FairThreadsPhase.ELABORATION, (FairThreadsProcess(FairThreadsStatus.READY),))


class FairThreads:
    """`clock`: instants are counted. `answers`: why a wait ended is part of the control. `strict`: the last instant
    does not end while threads wait for what never comes (a deadlock)."""

    def __init__(self, clock: bool = True, answers: bool = True, strict: bool = False, free: bool = False) -> None:
        self.clock = clock
        self.answers = answers
        self.strict = strict
        self.free = free
        self.acts = {
            Act.WAIT: self.wait,
            Act.JOIN: self.join,
            Act.NOTIFY: self.notify,
            Act.SIMULATE: self.simulate,
            Act.IDLE: lambda control, *_: _with(control, 0, FairThreadsProcess(FairThreadsStatus.WAITING)),
            **dict.fromkeys(ORDERS, self.give_order),
        }

    def start(self) -> FairThreadsControl:
        return _START

    # -- enabled threads ----------------------------------------------------------------------------------------------------

    def enabled(self, control: FairThreadsControl) -> tuple[int, ...]:
        if control.phase is FairThreadsPhase.INSTANT:
            ready = [t for t, process in enumerate(control.processes) if t and process.can_run]
            if ready:
                return self.turn(control, ready)
            if self.strict and self.is_stuck(control):
                return ()
        return (0,) if control.processes[0].status is not FairThreadsStatus.ENDED else ()

    def turn(self, control: FairThreadsControl, ready: list[int]) -> tuple[int, ...]:
        """The threads that may be next, of those that can run."""
        if self.free:
            return tuple(ready)
        homeless = [thread for thread in ready if thread not in control.order]
        if homeless:
            return tuple(homeless)
        size = len(control.order)
        return (min(ready, key=lambda thread: (control.order.index(thread) - control.cursor - 1) % size),)

    def is_stuck(self, control: FairThreadsControl) -> bool:
        """No thread can run, nothing will change that, and not all have ended."""
        others = control.processes[1:]
        awaited = any(p.status is FairThreadsStatus.NEW or (p.timer != NEVER and not p.suspended) for p in others)
        if awaited or control.coming or control.orders:
            return False
        return any(process.status is not FairThreadsStatus.ENDED for process in others)

    def live(self, control: FairThreadsControl) -> tuple[int, ...]:
        return tuple([t for t, process in enumerate(control.processes) if process.status is not FairThreadsStatus.ENDED])

    def ended(self, control: FairThreadsControl, thread: int) -> bool | None:
        known = 0 <= thread < len(control.processes)
        return control.processes[thread].status is FairThreadsStatus.ENDED if known else None

    def diverges(self, control: FairThreadsControl) -> bool:
        """A thread that never gives way stops everything; there is no state after that."""
        return False

    def runs_on(self, control: FairThreadsControl, thread: int) -> bool:
        return control.processes[thread].can_run

    def advance(self, control: FairThreadsControl, event: ControlEvent) -> FairThreadsControl:
        match event.happening:
            case ControlEventKind.SPAWNED:
                return control._replace(processes=(*control.processes, FairThreadsProcess(FairThreadsStatus.NEW)))
            case ControlEventKind.ENDED:
                control = _with(self.placed(control, event.thread), event.thread, FairThreadsProcess(FairThreadsStatus.ENDED))
                orders = tuple([item for item in control.orders if item[0] != event.thread])
                processes = tuple([_joined(process, control.processes) for process in control.processes])
                return control._replace(processes=processes, orders=orders)
        return control

    def placed(self, control: FairThreadsControl, thread: int) -> FairThreadsControl:
        """The thread runs: so it has a place in the order, and it is its turn."""
        if thread == 0 or self.free:
            return control
        order = control.order if thread in control.order else (*control.order, thread)
        return control._replace(order=order, cursor=order.index(thread))

    # -- primitives --------------------------------------------------------------------------------------------------------

    def perform(self, control: FairThreadsControl, thread: int, primitive: Primitive) -> Results:
        """What a primitive answers (a wait: that it does not) and the control after it; several where there is a
        choice."""
        control = self.placed(control, thread)
        match primitive.act:
            case Act.NOW:
                return ((control.now, control),)
            case Act.CAME:
                return ((not control.processes[thread].late, control),)
            case Act.PRESENT:
                return ((primitive.items[0] in control.present, control),)
            case Act.ADVANCE:
                return self.next_instant(_with(control, 0, FairThreadsProcess(FairThreadsStatus.READY)))
        if primitive.act not in self.acts:
            raise Misuse(f"'{primitive.act.value}' is not a primitive of FairThreads")
        after = self.acts[primitive.act](control, thread, primitive)
        return ((after.processes[thread].can_run, after),)

    def wait(self, control: FairThreadsControl, thread: int, primitive: Primitive) -> FairThreadsControl:
        if thread == 0:
            raise Misuse("only threads can wait")
        if primitive.flag:
            raise Misuse("a thread waits for one of several events, not for each of them")
        events = tuple(sorted(set(primitive.items)))
        came = any(event in control.present for event in events)
        return self.wait_until(control, thread, came, FairThreadsProcess(FairThreadsStatus.WAITING, events), primitive.amount)

    def join(self, control: FairThreadsControl, thread: int, primitive: Primitive) -> FairThreadsControl:
        other, process = _target(control, primitive)
        if thread == 0:
            raise Misuse("only threads can wait")
        return self.wait_until(
            control,
            thread,
            process.status is FairThreadsStatus.ENDED,
            FairThreadsProcess(FairThreadsStatus.WAITING, joins=other),
            primitive.amount,
        )

    def wait_until(
        self, control: FairThreadsControl, thread: int, came: bool, waiting: FairThreadsProcess, limit: int | None
    ) -> FairThreadsControl:
        if came or limit == 0:
            late = self.answers and not came and _is_for_something(waiting)
            return _with(control, thread, FairThreadsProcess(FairThreadsStatus.READY, late=late))
        return _with(control, thread, waiting._replace(timer=NEVER if limit is None else limit))

    def notify(self, control: FairThreadsControl, thread: int, primitive: Primitive) -> FairThreadsControl:
        (event,) = primitive.items
        if primitive.amount:
            raise Misuse("an event is generated now or in the next instant")
        if primitive.amount is None:
            if thread == 0:
                raise Misuse("only threads can generate")
            return _wake(control._replace(present=tuple(sorted({*control.present, event}))))
        return control._replace(coming=tuple(sorted({*control.coming, event})))

    def give_order(self, control: FairThreadsControl, thread: int, primitive: Primitive) -> FairThreadsControl:
        """Of several orders to one thread the last one counts; one that is stopped cannot be helped any more."""
        other, process = _target(control, primitive)
        orders, order = dict(control.orders), ORDERS[primitive.act]
        if process.status is FairThreadsStatus.ENDED or orders.get(other) is DelayedOrder.STOP:
            return control
        orders[other] = order
        if order is not DelayedOrder.STOP and process.suspended == (order is DelayedOrder.SUSPEND):
            del orders[other]
        return control._replace(orders=tuple(sorted(orders.items())))

    # -- main --------------------------------------------------------------------------------------------------------------

    def simulate(self, control: FairThreadsControl, thread: int, primitive: Primitive) -> FairThreadsControl:
        if thread != 0 or control.phase not in (FairThreadsPhase.ELABORATION, FairThreadsPhase.ENDED):
            raise Misuse("the scheduler runs already")
        return control._replace(phase=FairThreadsPhase.BETWEEN, left=NEVER if primitive.amount is None else primitive.amount)

    def next_instant(self, control: FairThreadsControl) -> Results:
        """Whether there is another instant, in which some thread can run. Those without are passed over."""
        elapsed = 1
        while control.left == NEVER or elapsed <= control.left:
            after = self.elapse(control, elapsed)
            if any(process.can_run for process in after.processes[1:]):
                return tuple((1, found._replace(phase=FairThreadsPhase.INSTANT)) for found in self.with_places(after))
            timers = [p.timer for p in after.processes if p.timer != NEVER and not p.suspended]
            if self.strict and self.is_stuck(after):
                return ((1, after._replace(phase=FairThreadsPhase.INSTANT)),)
            if not timers:
                return ((0, after._replace(phase=FairThreadsPhase.ENDED, present=(), left=NEVER, now=control.now)),)
            control, elapsed = after, min(timers)
        ended = self.elapse(control, control.left) if control.left else control
        return ((0, ended._replace(phase=FairThreadsPhase.ENDED, present=(), left=NEVER)),)

    def elapse(self, control: FairThreadsControl, instants: int) -> FairThreadsControl:
        """The last of so many instants begins."""
        orders = dict(control.orders)
        processes = [_ordered(process, orders.get(thread)) for thread, process in enumerate(control.processes)]
        after = [self.counted(_joined(process, processes), instants) for process in processes]
        created = [
            t for t, process in enumerate(after) if process.status is FairThreadsStatus.NEW and control.founders and not self.free
        ]
        return _wake(
            control._replace(
                processes=tuple(
                    [p._replace(status=FairThreadsStatus.READY) if p.status is FairThreadsStatus.NEW else p for p in after]
                ),
                order=tuple([t for t in (*control.order, *created) if after[t].status is not FairThreadsStatus.ENDED]),
                cursor=NEVER,
                founders=control.founders or len(after),
                present=control.coming,
                coming=(),
                orders=(),
                left=control.left if control.left == NEVER else control.left - instants,
                now=control.now + instants if self.clock else 0,
            )
        )

    def counted(self, process: FairThreadsProcess, instants: int) -> FairThreadsProcess:
        """The limit of a wait, after so many instants."""
        if process.timer == NEVER or process.suspended:
            return process
        if process.timer > instants:
            return process._replace(timer=process.timer - instants)
        return FairThreadsProcess(FairThreadsStatus.READY, late=self.answers and _is_for_something(process))

    def with_places(self, control: FairThreadsControl) -> list[FairThreadsControl]:
        """Threads that were there from the beginning, but suspended, come anywhere before those that were created
        later."""
        if self.free or not control.order:
            return [control]
        found = [control.order]
        for thread, process in enumerate(control.processes):
            if thread and process.status is not FairThreadsStatus.ENDED and not process.suspended and thread not in control.order:
                places = 1 + sum(other < control.founders for other in found[0])
                found = [(*order[:at], thread, *order[at:]) for order in found for at in range(places)]
        return [control._replace(order=order) for order in found]


ORDERS = {Act.STOP: DelayedOrder.STOP, Act.SUSPEND: DelayedOrder.SUSPEND, Act.RESUME: DelayedOrder.RESUME}


def _with(control: FairThreadsControl, thread: int, process: FairThreadsProcess) -> FairThreadsControl:
    return control._replace(processes=(*control.processes[:thread], process, *control.processes[thread + 1 :]))


def _target(control: FairThreadsControl, primitive: Primitive) -> tuple[int, FairThreadsProcess]:
    (thread,) = primitive.items
    if not 0 < thread < len(control.processes):
        raise Misuse(f"there is no thread {thread}")
    return thread, control.processes[thread]


def _is_for_something(process: FairThreadsProcess) -> bool:
    return bool(process.events) or process.joins != NEVER


def _ordered(process: FairThreadsProcess, order: DelayedOrder | None) -> FairThreadsProcess:
    """The process after an order was executed."""
    if order is DelayedOrder.STOP:
        return FairThreadsProcess(FairThreadsStatus.ENDED)
    return process if order is None else process._replace(suspended=order is DelayedOrder.SUSPEND)


def _joined(process: FairThreadsProcess, every: list[FairThreadsProcess] | tuple[FairThreadsProcess, ...]) -> FairThreadsProcess:
    """The process after it has looked whether the thread that it waits for has ended."""
    if process.joins == NEVER or process.suspended or every[process.joins].status is not FairThreadsStatus.ENDED:
        return process
    return FairThreadsProcess(FairThreadsStatus.READY)


def _wake(control: FairThreadsControl) -> FairThreadsControl:
    """A thread that waits for an event that is there goes on."""
    here = set(control.present)
    if not here:
        return control
    processes = [
        FairThreadsProcess(FairThreadsStatus.READY) if not process.suspended and not here.isdisjoint(process.events) else process
        for process in control.processes
    ]
    return control._replace(processes=tuple(processes))
