"""The SystemC kernel (IEEE 1666): threads run one at a time, each until it waits; main is the kernel between them.

What the kernel knows is the control: per thread whether it can run, what it waits for and whether it is suspended; per
event its pending notification; the updates and resumptions that were asked for; how much time is left. Times are
*relative* to now, so that a model which repeats itself has repeating controls, and the time itself is part of it only
where the program reads it.

| phase | what happens | thread that moves |
|---|---|---|
| elaboration | main runs up to `Simulate` | main |
| initialisation | updates; every thread becomes ready; delta notifications | main |
| evaluation | any ready thread runs until it waits, suspends itself or ends; immediate notifications | threads |
| update | the updates that were asked for, in any order | main, when no thread is ready |
| notification | delta notifications and resumptions; if still no thread is ready, time advances to what is due next | main |
| end | nothing is due, or not before the limit; main goes on after `Simulate` | main |

Update and notification are one step of main. An event has at most one pending notification: the earlier one wins, and an
immediate one cancels it. Time never passes the limit: what is due exactly then still happens. After a simulation with a limit the
time is the limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from threadproof.ir.interp.control import Act, ControlEvent, ControlEventKind, Misuse, Primitive

NEVER = -1


class SystemCPhase(IntEnum):
    ELABORATION = 0
    INITIALISATION = 1
    EVALUATION = 2  # and what follows until the next one
    ENDED = 3


class SystemCStatus(IntEnum):
    NEW = 0  # waits for the simulation to begin
    READY = 1  # running, or could be
    WAITING = 2  # main: until no thread is ready
    ENDED = 3


class SystemCProcess(NamedTuple):
    """A thread, as the kernel sees it."""

    status: SystemCStatus
    events: tuple[int, ...] = ()  # one of them wakes it up; `every`: those that are still missing
    every: bool = False
    timer: int = NEVER  # 0: with the next delta notifications
    suspended: bool = False

    @property
    def can_run(self) -> bool:
        return self.status is SystemCStatus.READY and not self.suspended


class SystemCControl(NamedTuple):
    phase: SystemCPhase
    processes: tuple[SystemCProcess, ...]  # main is 0
    pending: tuple[tuple[int, int], ...] = ()  # event, time until it is notified (0: delta); by event
    resumed: tuple[int, ...] = ()  # threads whose suspension ends with the next delta notifications
    updates: tuple[int, ...] = ()  # that were asked for, in order of their numbers
    left: int = NEVER  # time until the limit
    now: int = 0  # stays 0 where the program does not read it


Results = tuple[tuple[int, SystemCControl], ...]
_START = SystemCControl(SystemCPhase.ELABORATION, (SystemCProcess(SystemCStatus.READY),))


class SystemC:
    """`clock`: the time is part of the control. `strict`: a simulation does not end while threads wait for what never
    comes (a deadlock)."""

    def __init__(self, clock: bool = True, strict: bool = False) -> None:
        self.clock = clock
        self.strict = strict
        self.acts = {
            Act.WAIT: self.wait,
            Act.NOTIFY: self.notify,
            Act.CANCEL: self.cancel,
            Act.SUSPEND: self.suspend,
            Act.RESUME: self.resume,
            Act.REQUEST_UPDATE: self.request_update,
            Act.SIMULATE: self.simulate,
            Act.IDLE: self.idle,
        }

    def start(self) -> SystemCControl:
        return _START

    # -- enabled threads ----------------------------------------------------------------------------------------------------

    def enabled(self, control: SystemCControl) -> tuple[int, ...]:
        if control.phase is SystemCPhase.EVALUATION:
            ready = tuple([t for t, process in enumerate(control.processes) if t and process.can_run])
            if ready:
                return ready
            if self.strict and self.is_stuck(control):
                return ()
        return (0,) if control.processes[0].status is not SystemCStatus.ENDED else ()

    def is_stuck(self, control: SystemCControl) -> bool:
        """No thread can run, nothing will change that, and not all have ended."""
        timers = any(process.timer != NEVER for process in control.processes)
        if timers or control.pending or control.updates or control.resumed:
            return False
        return any(process.status is not SystemCStatus.ENDED for process in control.processes[1:])

    def live(self, control: SystemCControl) -> tuple[int, ...]:
        return tuple([t for t, process in enumerate(control.processes) if process.status is not SystemCStatus.ENDED])

    def ended(self, control: SystemCControl, thread: int) -> bool | None:
        known = 0 <= thread < len(control.processes)
        return control.processes[thread].status is SystemCStatus.ENDED if known else None

    def diverges(self, control: SystemCControl) -> bool:
        """A thread that loops for ever between two waits stops everything; there is no state after that."""
        return False

    def runs_on(self, control: SystemCControl, thread: int) -> bool:
        return control.processes[thread].can_run

    def advance(self, control: SystemCControl, event: ControlEvent) -> SystemCControl:
        match event.happening:
            case ControlEventKind.SPAWNED:
                status = SystemCStatus.READY if control.phase is SystemCPhase.EVALUATION else SystemCStatus.NEW
                return control._replace(processes=(*control.processes, SystemCProcess(status)))
            case ControlEventKind.ENDED:
                return _with(control, event.thread, SystemCProcess(SystemCStatus.ENDED))
        return control

    # -- primitives --------------------------------------------------------------------------------------------------------

    def perform(self, control: SystemCControl, thread: int, primitive: Primitive) -> Results:
        """What a primitive answers, and the control after it. Several where the kernel may choose."""
        match primitive.act:
            case Act.NOW:
                return ((control.now, control),)
            case Act.PICK_UPDATE:
                return self.pick_update(_with(control, 0, SystemCProcess(SystemCStatus.READY)), primitive.items)
            case Act.ADVANCE:
                return (self.advance_time(_with(control, 0, SystemCProcess(SystemCStatus.READY))),)
        return ((0, self.acts[primitive.act](control, thread, primitive)),)

    def wait(self, control: SystemCControl, thread: int, primitive: Primitive) -> SystemCControl:
        if thread == 0:
            raise Misuse("only threads can wait")
        timer = NEVER if primitive.amount is None else primitive.amount
        events = tuple(sorted(set(primitive.items)))
        return _with(control, thread, SystemCProcess(SystemCStatus.WAITING, events, primitive.flag, timer))

    def notify(self, control: SystemCControl, thread: int, primitive: Primitive) -> SystemCControl:
        (event,) = primitive.items
        due = dict(control.pending)
        if primitive.amount is None:
            if thread == 0 and control.phase in (SystemCPhase.INITIALISATION, SystemCPhase.EVALUATION):
                raise Misuse("an update cannot notify immediately")
            due.pop(event, None)
            return _wake(control, {event})._replace(pending=_sorted(due))
        due[event] = min(primitive.amount, due.get(event, primitive.amount))
        return control._replace(pending=_sorted(due))

    def cancel(self, control: SystemCControl, thread: int, primitive: Primitive) -> SystemCControl:
        return control._replace(pending=tuple([item for item in control.pending if item[0] not in primitive.items]))

    def suspend(self, control: SystemCControl, thread: int, primitive: Primitive) -> SystemCControl:
        other, process = _target(control, primitive)
        return control if process.status is SystemCStatus.ENDED else _with(control, other, process._replace(suspended=True))

    def resume(self, control: SystemCControl, thread: int, primitive: Primitive) -> SystemCControl:
        other, process = _target(control, primitive)
        if not process.suspended:
            return control
        if primitive.flag:
            return _with(control, other, process._replace(suspended=False))
        return control._replace(resumed=tuple(sorted({*control.resumed, other})))

    def request_update(self, control: SystemCControl, thread: int, primitive: Primitive) -> SystemCControl:
        if thread == 0 and control.phase in (SystemCPhase.INITIALISATION, SystemCPhase.EVALUATION):
            raise Misuse("an update cannot ask for updates")
        return control._replace(updates=tuple(sorted({*control.updates, *primitive.items})))

    # -- main --------------------------------------------------------------------------------------------------------------

    def simulate(self, control: SystemCControl, thread: int, primitive: Primitive) -> SystemCControl:
        if thread != 0 or control.phase in (SystemCPhase.INITIALISATION, SystemCPhase.EVALUATION):
            raise Misuse("the simulation runs already")
        left = NEVER if primitive.amount is None else primitive.amount
        if control.phase is SystemCPhase.ELABORATION:
            return control._replace(phase=SystemCPhase.INITIALISATION, left=left)
        return _all_ready(control)._replace(phase=SystemCPhase.EVALUATION, left=left)

    def idle(self, control: SystemCControl, thread: int, primitive: Primitive) -> SystemCControl:
        return _with(control, 0, SystemCProcess(SystemCStatus.WAITING))

    def pick_update(self, control: SystemCControl, free: tuple[int, ...]) -> Results:
        if not control.updates or _anyone(control):
            return ((0, control),)
        first = [update for update in control.updates if update in free][:1]
        choices = first or control.updates
        return tuple((u, control._replace(updates=tuple([v for v in control.updates if v != u]))) for u in choices)

    def advance_time(self, control: SystemCControl) -> tuple[int, SystemCControl]:
        """Whether the simulation goes on. One that does has a thread that can run, or is just beginning."""
        if control.phase is SystemCPhase.INITIALISATION:
            return True, _fire(_all_ready(control))._replace(phase=SystemCPhase.EVALUATION)
        if _anyone(control):
            return True, control
        control = _fire(control)
        while not _anyone(control):
            due = min(
                [*(due for _, due in control.pending), *(p.timer for p in control.processes if p.timer != NEVER)], default=None
            )
            if due is None or (control.left != NEVER and due > control.left):
                ended = control if control.left == NEVER else self.elapse(control, control.left)
                return False, ended._replace(phase=SystemCPhase.ENDED, left=NEVER)
            control = _fire(self.elapse(control, due))
        return True, control

    def elapse(self, control: SystemCControl, time: int) -> SystemCControl:
        processes = tuple([p if p.timer == NEVER else p._replace(timer=p.timer - time) for p in control.processes])
        return control._replace(
            processes=processes,
            pending=tuple([(event, due - time) for event, due in control.pending]),
            left=control.left if control.left == NEVER else control.left - time,
            now=control.now + time if self.clock else 0,
        )


def _sorted(due: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(due.items()))


def _with(control: SystemCControl, thread: int, process: SystemCProcess) -> SystemCControl:
    return control._replace(processes=(*control.processes[:thread], process, *control.processes[thread + 1 :]))


def _target(control: SystemCControl, primitive: Primitive) -> tuple[int, SystemCProcess]:
    (thread,) = primitive.items
    if not 0 < thread < len(control.processes):
        raise Misuse(f"there is no thread {thread}")
    return thread, control.processes[thread]


def _anyone(control: SystemCControl) -> bool:
    return any(process.can_run for process in control.processes[1:])


def _all_ready(control: SystemCControl) -> SystemCControl:
    """Threads that were created before the simulation began can run."""
    processes = [p._replace(status=SystemCStatus.READY) if p.status is SystemCStatus.NEW else p for p in control.processes]
    return control._replace(processes=tuple(processes))


def _fire(control: SystemCControl) -> SystemCControl:
    """Notify everything that is due now: delta notifications and resumptions, or what time has brought about."""
    processes = []
    for thread, process in enumerate(control.processes):
        suspended = process.suspended and thread not in control.resumed
        processes.append(SystemCProcess(SystemCStatus.READY) if process.timer == 0 else process)
        processes[-1] = processes[-1]._replace(suspended=suspended)
    pending = tuple([item for item in control.pending if item[1] != 0])
    events = {event for event, due in control.pending if due == 0}
    return _wake(control._replace(processes=tuple(processes), pending=pending, resumed=()), events)


def _wake(control: SystemCControl, events: Iterable[int]) -> SystemCControl:
    """Events happen."""
    happened = set(events)
    if not happened:
        return control
    processes = []
    for process in control.processes:
        if not happened.isdisjoint(process.events):
            missing = tuple([event for event in process.events if event not in happened])
            wakes = not (process.every and missing)
            process = (
                SystemCProcess(SystemCStatus.READY, suspended=process.suspended) if wakes else process._replace(events=missing)
            )
        processes.append(process)
    return control._replace(processes=tuple(processes))
