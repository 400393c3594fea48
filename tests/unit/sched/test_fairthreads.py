"""The FairThreads scheduler on its own: what each primitive does to the control, instant by instant."""

from __future__ import annotations

from itertools import permutations

import pytest

from threadproof.ir.interp.control import Act, ControlEvent, ControlEventKind, CooperativeScheduler, Misuse, Primitive
from threadproof.sched.fairthreads import FairThreads, FairThreadsControl, FairThreadsPhase

A, B = 100, 200  # events


class Driver:
    """Threads from 1 on, and main, which is 0. Threads are ordered by their numbers unless a test takes other turns."""

    def __init__(self, threads: int = 2, limit: int | None = None, **options: bool) -> None:
        self.kernel = FairThreads(**options)
        self.control: FairThreadsControl = self.kernel.start()
        for _ in range(threads):
            self.create()
        self.limit = limit

    def create(self) -> None:
        self.control = self.kernel.advance(self.control, ControlEvent(ControlEventKind.SPAWNED, len(self.control.processes)))

    def end(self, thread: int) -> None:
        self.control = self.kernel.advance(self.control, ControlEvent(ControlEventKind.ENDED, thread))

    def do(self, thread: int, act: Act, *items: int, amount: int | None = None) -> int:
        ((value, self.control),) = self.kernel.perform(self.control, thread, Primitive(act, items, amount))
        return value

    def begin(self) -> Driver:
        self.do(0, Act.SIMULATE, amount=self.limit)
        self.instant()
        return self

    def instant(self) -> bool:
        """The next one; False: there is none."""
        going = bool(self.do(0, Act.ADVANCE))
        if going:
            self.do(0, Act.IDLE)
        return going

    def await_(self, thread: int, event: int, limit: int | None = None) -> bool:
        """Whether the thread goes on at once."""
        self.do(thread, Act.WAIT, event, amount=limit)
        return self.kernel.runs_on(self.control, thread)

    def cooperate(self, *threads: int) -> None:
        for thread in threads:
            assert self.kernel.runs_on(self.control, thread)
            self.do(thread, Act.WAIT, amount=1)

    @property
    def enabled(self) -> tuple[int, ...]:
        return self.kernel.enabled(self.control)


def test_it_is_a_kernel() -> None:
    assert isinstance(FairThreads(), CooperativeScheduler)


def test_only_main_moves_before_the_start() -> None:
    driver = Driver()
    assert driver.enabled == (0,)
    assert driver.begin().enabled == (1, 2)


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_any_order_at_first_then_always_the_same(order: tuple[int, ...]) -> None:
    driver = Driver(3).begin()
    for number, thread in enumerate(order):
        assert set(driver.enabled) == set(order[number:])
        driver.cooperate(thread)
    for _ in range(3):
        assert driver.enabled == (0,) and driver.instant()
        for thread in order:
            assert driver.enabled == (thread,)
            driver.cooperate(thread)


def test_round_robin_within_an_instant() -> None:
    driver = Driver(3).begin()
    assert not driver.await_(2, A)
    driver.do(1, Act.NOTIFY, A)
    driver.cooperate(1)
    assert driver.enabled == (3,), "thread 2 can run, but it is not its turn before all had one"
    assert not driver.await_(3, B)
    assert driver.enabled == (2,)
    driver.do(2, Act.NOTIFY, B)
    assert not driver.await_(2, 300)
    assert driver.enabled == (3,)


def test_turns_go_round_behind_the_last() -> None:
    """With order 1, 2, 3: thread 2 wakes 1 and 3, and 3 comes first."""
    driver = Driver(3).begin()
    for thread in (1, 2, 3):
        driver.cooperate(thread)
    driver.instant()
    assert not driver.await_(1, A)
    driver.do(2, Act.NOTIFY, A)
    driver.cooperate(2)
    assert driver.enabled == (3,)
    driver.cooperate(3)
    assert driver.enabled == (1,)


def test_an_event_is_there_until_the_end_of_the_instant() -> None:
    driver = Driver().begin()
    driver.do(1, Act.NOTIFY, A)
    assert driver.await_(1, A), "its own"
    driver.cooperate(1)
    assert driver.await_(2, A) and driver.do(2, Act.PRESENT, A) == 1
    driver.cooperate(2)
    assert driver.instant() and driver.control.present == ()
    assert not driver.await_(1, A) and driver.do(2, Act.PRESENT, A) == 0


def test_generate_wakes_in_the_same_instant() -> None:
    driver = Driver().begin()
    assert not driver.await_(1, A)
    driver.do(2, Act.NOTIFY, A)
    driver.cooperate(2)
    assert driver.enabled == (1,)


def test_one_of_several_events() -> None:
    driver = Driver().begin()
    driver.do(1, Act.WAIT, A, B)
    driver.do(2, Act.NOTIFY, B)
    driver.cooperate(2)
    assert driver.enabled == (1,)
    driver.do(1, Act.WAIT, A, B)
    assert driver.kernel.runs_on(driver.control, 1)


def test_broadcast_is_there_in_the_next_instant() -> None:
    driver = Driver().begin()
    assert not driver.await_(1, A)
    driver.do(2, Act.NOTIFY, A, amount=0)
    driver.cooperate(2)
    assert driver.enabled == (0,) and driver.instant() and driver.enabled == (1,)
    assert not driver.await_(1, B)
    assert driver.await_(2, A)


def test_main_broadcasts_before_the_start() -> None:
    driver = Driver()
    driver.do(0, Act.NOTIFY, A, amount=0)
    assert driver.begin().await_(2, A)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_limit_of_await(limit: int) -> None:
    driver = Driver().begin()
    assert not driver.await_(1, A, limit)
    for _ in range(limit):
        driver.cooperate(2)
        assert driver.enabled == (0,) and driver.instant()
    assert driver.enabled == (1,) and driver.do(1, Act.CAME) == 0
    driver.do(1, Act.NOTIFY, A)
    assert driver.await_(1, A, limit) and driver.do(1, Act.CAME) == 1


def test_event_within_the_limit() -> None:
    driver = Driver().begin()
    assert not driver.await_(1, A, 2)
    driver.cooperate(2)
    driver.instant()
    driver.do(2, Act.NOTIFY, A)
    driver.cooperate(2)
    assert driver.enabled == (1,) and driver.do(1, Act.CAME) == 1


def test_limit_zero_does_not_wait() -> None:
    driver = Driver().begin()
    assert driver.await_(1, A, 0) and driver.do(1, Act.CAME) == 0
    driver.do(1, Act.WAIT, amount=0)
    assert driver.kernel.runs_on(driver.control, 1) and driver.do(1, Act.CAME) == 1


def test_instants_in_which_nobody_runs_are_passed_over() -> None:
    driver = Driver(1).begin()
    driver.do(1, Act.WAIT, amount=1000)
    assert driver.instant() and driver.do(1, Act.NOW) == 1001


def test_answers_are_kept_only_for_those_who_ask() -> None:
    driver = Driver(answers=False, clock=False).begin()
    driver.await_(1, A, 1)
    driver.cooperate(2)
    driver.instant()
    assert not driver.control.processes[1].late and driver.do(1, Act.NOW) == 0


def test_join() -> None:
    driver = Driver().begin()
    driver.do(1, Act.JOIN, 2)
    assert driver.enabled == (2,)
    driver.end(2)
    assert driver.enabled == (1,), "in the same instant"
    driver.do(1, Act.JOIN, 2)
    assert driver.kernel.runs_on(driver.control, 1)


def test_join_with_limit() -> None:
    driver = Driver().begin()
    driver.do(1, Act.JOIN, 2, amount=1)
    driver.cooperate(2)
    driver.instant()
    assert driver.enabled == (1,) and driver.do(1, Act.CAME) == 0


def test_stop_comes_into_force_with_the_next_instant() -> None:
    driver = Driver(3).begin()
    driver.do(1, Act.JOIN, 2)
    driver.do(3, Act.STOP, 2)
    driver.do(3, Act.RESUME, 2)
    driver.do(3, Act.SUSPEND, 2)
    driver.cooperate(3)
    assert driver.enabled == (2,)
    driver.cooperate(2)
    driver.instant()
    assert driver.kernel.ended(driver.control, 2) and driver.enabled == (1,), "who joins it goes on"


def test_suspension() -> None:
    driver = Driver().begin()
    driver.do(1, Act.SUSPEND, 2)
    assert not driver.await_(2, A, 2)
    driver.cooperate(1)
    driver.instant()
    driver.do(1, Act.NOTIFY, A)
    driver.cooperate(1)
    assert driver.enabled == (0,), "a suspended thread sees no event"
    driver.instant()
    driver.do(1, Act.RESUME, 2)
    driver.cooperate(1)
    driver.instant()
    driver.cooperate(1)
    assert driver.enabled == (0,), "and its limit does not count down"
    driver.instant()
    driver.cooperate(1)
    assert driver.enabled == (2,) and driver.do(2, Act.CAME) == 0


def test_orders_that_change_nothing_are_forgotten() -> None:
    driver = Driver().begin()
    driver.do(1, Act.RESUME, 2)
    assert driver.control.orders == ()
    driver.do(1, Act.SUSPEND, 2)
    driver.do(1, Act.RESUME, 2)
    assert driver.control.orders == ()


def test_the_end_of_a_joined_thread_is_seen_after_a_suspension() -> None:
    driver = Driver(3).begin()
    driver.do(1, Act.JOIN, 2)
    driver.do(3, Act.SUSPEND, 1)
    driver.cooperate(3, 2)
    driver.instant()
    driver.end(2)
    driver.do(3, Act.RESUME, 1)
    driver.cooperate(3)
    assert driver.enabled == (0,) and driver.instant()
    assert driver.kernel.runs_on(driver.control, 1)


def test_suspended_from_the_beginning_comes_anywhere() -> None:
    driver = Driver(3)
    driver.do(0, Act.SUSPEND, 2)
    driver.begin()
    assert driver.enabled == (1, 3)
    driver.do(3, Act.RESUME, 2)
    driver.cooperate(3, 1)
    found = driver.kernel.perform(driver.control, 0, Primitive(Act.ADVANCE))
    assert [control.order for _, control in found] == [(2, 3, 1), (3, 2, 1), (3, 1, 2)]


def test_created_later_comes_last() -> None:
    driver = Driver().begin()
    driver.create()
    driver.cooperate(2)
    driver.create()
    assert driver.enabled == (1,)
    driver.cooperate(1)
    assert driver.enabled == (0,) and driver.instant()
    assert driver.control.order == (2, 1, 3, 4)


def test_it_stops_when_nobody_can_run() -> None:
    driver = Driver().begin()
    driver.await_(1, A)
    driver.end(2)
    assert not driver.instant() and driver.control.phase is FairThreadsPhase.ENDED and driver.enabled == (0,)


def test_limit_of_the_start() -> None:
    driver = Driver(1, limit=2).begin()
    driver.cooperate(1)
    assert driver.instant()
    driver.cooperate(1)
    assert not driver.instant() and driver.do(0, Act.NOW) == 2
    driver.limit = 1
    driver.begin()
    assert driver.enabled == (1,)


def test_deadlock() -> None:
    driver = Driver(strict=True).begin()
    driver.do(1, Act.STOP, 1)
    driver.cooperate(1)
    driver.await_(2, A)
    assert driver.enabled == (0,), "an order is to be executed"
    driver.instant()
    assert driver.enabled == () and driver.kernel.live(driver.control) == (0, 2)


def test_all_ended_is_no_deadlock() -> None:
    driver = Driver(strict=True).begin()
    driver.end(1)
    driver.end(2)
    assert not driver.instant() and driver.enabled == (0,)


def test_free_order() -> None:
    driver = Driver(3, free=True).begin()
    driver.cooperate(2, 3, 1)
    driver.instant()
    assert driver.enabled == (1, 2, 3) and driver.control.order == ()


@pytest.mark.parametrize(
    ("thread", "primitive"),
    [
        (0, Primitive(Act.WAIT, (A,))),
        (0, Primitive(Act.NOTIFY, (A,))),
        (0, Primitive(Act.JOIN, (1,))),
        (1, Primitive(Act.JOIN, (0,))),
        (1, Primitive(Act.JOIN, (9,))),
        (1, Primitive(Act.STOP, (0,))),
        (1, Primitive(Act.WAIT, (A, B), None, True)),
        (1, Primitive(Act.NOTIFY, (A,), 3)),
        (1, Primitive(Act.CANCEL, (A,))),
        (1, Primitive(Act.SIMULATE)),
    ],
)
def test_misuse(thread: int, primitive: Primitive) -> None:
    driver = Driver().begin()
    with pytest.raises(Misuse):
        driver.kernel.perform(driver.control, thread, primitive)
