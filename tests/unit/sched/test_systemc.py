"""The SystemC kernel on its own: what each primitive does to the control, phase by phase."""

from __future__ import annotations

import pytest

from threadproof.ir.interp.control import Act, ControlEvent, ControlEventKind, CooperativeScheduler, Misuse, Primitive
from threadproof.sched.systemc import SystemC, SystemCControl, SystemCPhase

A, B = 100, 200  # events


class Driver:
    """Two threads, 1 and 2, and main, which is 0."""

    def __init__(self, threads: int = 2, limit: int | None = None, **options: bool) -> None:
        self.kernel = SystemC(**options)
        self.control: SystemCControl = self.kernel.start()
        for thread in range(1, threads + 1):
            self.control = self.kernel.advance(self.control, ControlEvent(ControlEventKind.SPAWNED, thread))
        self.limit = limit

    def do(self, thread: int, act: Act, *items: int, amount: int | None = None, flag: bool = False) -> int:
        ((value, self.control),) = self.kernel.perform(self.control, thread, Primitive(act, items, amount, flag))
        return value

    def begin(self) -> Driver:
        self.do(0, Act.SIMULATE, amount=self.limit)
        self.turn()
        return self

    def turn(self) -> bool:
        """Notification phase."""
        going = bool(self.do(0, Act.ADVANCE))
        if going:
            self.do(0, Act.IDLE)
        return going

    @property
    def enabled(self) -> tuple[int, ...]:
        return self.kernel.enabled(self.control)

    @property
    def time(self) -> int:
        return self.do(0, Act.NOW)


def test_it_is_a_kernel() -> None:
    assert isinstance(SystemC(), CooperativeScheduler)


def test_only_main_moves_before_the_start() -> None:
    driver = Driver()
    assert driver.enabled == (0,)
    assert driver.begin().enabled == (1, 2)


def test_main_moves_when_no_thread_can() -> None:
    driver = Driver().begin()
    driver.do(1, Act.WAIT, A)
    assert driver.enabled == (2,) and not driver.kernel.runs_on(driver.control, 1)
    driver.do(2, Act.WAIT, B)
    assert driver.enabled == (0,)


def test_immediate_notification_wakes_and_cancels() -> None:
    driver = Driver().begin()
    driver.do(1, Act.WAIT, A)
    driver.do(2, Act.NOTIFY, A, amount=5)
    driver.do(2, Act.NOTIFY, A)
    assert driver.enabled == (1, 2) and driver.control.pending == ()


def test_the_earlier_notification_counts() -> None:
    driver = Driver().begin()
    driver.do(1, Act.NOTIFY, A, amount=5)
    driver.do(1, Act.NOTIFY, A, amount=3)
    driver.do(1, Act.NOTIFY, A, amount=7)
    driver.do(1, Act.NOTIFY, B, amount=2)
    assert driver.control.pending == ((A, 3), (B, 2))
    driver.do(1, Act.CANCEL, A)
    assert driver.control.pending == ((B, 2),)


def test_times_are_relative() -> None:
    driver = Driver(clock=False).begin()
    seen = set()
    for _ in range(5):
        driver.do(1, Act.WAIT, amount=1)
        driver.do(2, Act.WAIT, amount=2)
        driver.turn()
        driver.do(1, Act.WAIT, amount=1)
        driver.turn()
        seen.add(driver.control)
    assert len(seen) == 1


def test_the_clock() -> None:
    driver = Driver(threads=1).begin()
    for _ in range(3):
        driver.do(1, Act.WAIT, amount=2)
        driver.turn()
    assert driver.time == 6


def test_delta_before_time() -> None:
    driver = Driver().begin()
    driver.do(1, Act.WAIT, A)
    driver.do(2, Act.NOTIFY, A, amount=0)
    driver.do(2, Act.WAIT, amount=1)
    driver.turn()
    assert driver.enabled == (1,) and driver.time == 0
    driver.do(1, Act.WAIT, B)
    driver.turn()
    assert driver.enabled == (2,) and driver.time == 1


def test_events_without_waiters_pass() -> None:
    driver = Driver(threads=1).begin()
    driver.do(1, Act.NOTIFY, A, amount=1)
    driver.do(1, Act.WAIT, amount=4)
    assert driver.turn() and driver.time == 4


@pytest.mark.parametrize(("limit", "goes_on"), [(2, False), (3, True), (None, True)])
def test_limit(limit: int | None, goes_on: bool) -> None:
    driver = Driver(threads=1, limit=limit).begin()
    driver.do(1, Act.WAIT, amount=3)
    assert driver.turn() == goes_on
    assert driver.time == (3 if goes_on else limit)


def test_it_goes_on_where_it_stopped() -> None:
    driver = Driver(threads=1, limit=2).begin()
    driver.do(1, Act.WAIT, amount=3)
    assert not driver.turn() and driver.control.phase is SystemCPhase.ENDED
    driver.do(0, Act.SIMULATE, amount=1)
    assert driver.turn() and driver.enabled == (1,) and driver.time == 3


def test_all_and_any() -> None:
    driver = Driver(threads=3).begin()
    driver.do(1, Act.WAIT, A, B, flag=True)
    driver.do(2, Act.WAIT, A, B)
    driver.do(3, Act.NOTIFY, A)
    assert driver.enabled == (2, 3)
    driver.do(3, Act.NOTIFY, B)
    assert driver.enabled == (1, 2, 3)


def test_timeout_and_event() -> None:
    driver = Driver().begin()
    driver.do(1, Act.WAIT, A, amount=2)
    driver.do(2, Act.NOTIFY, A)
    assert driver.enabled == (1, 2)
    driver.do(1, Act.WAIT, B)
    driver.do(2, Act.WAIT, B)
    assert not driver.turn()  # the timer went with the event


def test_suspension_and_waiting_are_two_things() -> None:
    driver = Driver().begin()
    driver.do(1, Act.WAIT, A)
    driver.do(2, Act.SUSPEND, 1)
    driver.do(2, Act.NOTIFY, A)
    assert driver.enabled == (2,)
    driver.do(2, Act.RESUME, 1, flag=True)
    assert driver.enabled == (1, 2)


def test_resume_is_a_delta_notification() -> None:
    driver = Driver().begin()
    driver.do(1, Act.SUSPEND, 1)
    assert driver.enabled == (2,)
    driver.do(2, Act.RESUME, 1)
    driver.do(2, Act.WAIT, A)
    assert driver.enabled == (0,)
    assert driver.turn() and driver.enabled == (1,)


def test_updates_in_any_order_unless_they_are_free() -> None:
    driver = Driver().begin()
    driver.do(1, Act.REQUEST_UPDATE, 2)
    driver.do(1, Act.REQUEST_UPDATE, 3)
    driver.do(1, Act.REQUEST_UPDATE, 2)
    for thread in (1, 2):
        driver.do(thread, Act.WAIT, A)
    picked = driver.kernel.perform(driver.control, 0, Primitive(Act.PICK_UPDATE))
    assert [value for value, _ in picked] == [2, 3]
    assert [control.updates for _, control in picked] == [(3,), (2,)]
    assert [value for value, _ in driver.kernel.perform(driver.control, 0, Primitive(Act.PICK_UPDATE, (3,)))] == [3]


def test_new_threads_during_the_simulation_can_run() -> None:
    driver = Driver(threads=1).begin()
    driver.control = driver.kernel.advance(driver.control, ControlEvent(ControlEventKind.SPAWNED, 2))
    assert driver.enabled == (1, 2)


def test_deadlock_is_the_end_only_where_it_does_not_count() -> None:
    for strict, enabled in ((False, (0,)), (True, ())):
        driver = Driver(threads=1, strict=strict).begin()
        driver.do(1, Act.WAIT, A)
        assert driver.enabled == enabled and driver.kernel.live(driver.control) == (0, 1)


def test_no_deadlock_while_something_is_pending_or_all_have_ended() -> None:
    driver = Driver(threads=1, strict=True).begin()
    driver.do(1, Act.NOTIFY, B, amount=1)
    driver.do(1, Act.WAIT, A)
    assert driver.enabled == (0,)
    driver = Driver(threads=1, strict=True).begin()
    driver.control = driver.kernel.advance(driver.control, ControlEvent(ControlEventKind.ENDED, 1))
    assert driver.enabled == (0,) and driver.kernel.ended(driver.control, 1)


@pytest.mark.parametrize(
    ("thread", "act", "items"),
    [(0, Act.WAIT, (A,)), (0, Act.NOTIFY, (A,)), (0, Act.REQUEST_UPDATE, (1,)), (0, Act.SIMULATE, ()), (1, Act.SUSPEND, (9,))],
)
def test_misuse(thread: int, act: Act, items: tuple[int, ...]) -> None:
    with pytest.raises(Misuse):
        Driver().begin().do(thread, act, *items)
