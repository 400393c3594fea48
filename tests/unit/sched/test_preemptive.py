"""The preemptive scheduler alone."""

from __future__ import annotations

import pytest

from tests.unit.ir.interp.build import Build
from threadproof.errors import UnsupportedError
from threadproof.sched.base import ControlEvent, ControlEventKind, scheduler_of
from threadproof.sched.preemptive import Preemptive, PreemptiveControl, PreemptiveStatus


def after(*events: tuple[ControlEventKind, int]) -> PreemptiveControl:
    scheduler = Preemptive()
    control = scheduler.start()
    for happening, thread in events:
        control = scheduler.advance(control, ControlEvent(happening, thread))
    return control


def test_threads_come_and_go() -> None:
    scheduler = Preemptive()
    assert scheduler.enabled(scheduler.start()) == (0,)
    control = after((ControlEventKind.SPAWNED, 1), (ControlEventKind.SPAWNED, 2), (ControlEventKind.ENDED, 1))
    assert scheduler.enabled(control) == scheduler.live(control) == (0, 2)
    assert [scheduler.ended(control, n) for n in (0, 1, 2, 3, -1)] == [False, True, False, None, None]


def test_a_diverging_thread_lives_but_does_not_move() -> None:
    scheduler, control = Preemptive(), after((ControlEventKind.SPAWNED, 1), (ControlEventKind.DIVERGED, 1))
    assert scheduler.enabled(control) == (0,) and scheduler.live(control) == (0, 1) and scheduler.diverges(control)
    assert not scheduler.diverges(scheduler.start())


def test_inside_an_atomic_block_only_its_owner_moves() -> None:
    scheduler = Preemptive()
    inside = after((ControlEventKind.SPAWNED, 1), (ControlEventKind.ENTERED, 1))
    assert scheduler.enabled(inside) == (1,)
    assert scheduler.enabled(scheduler.advance(inside, ControlEvent(ControlEventKind.LEFT, 1))) == (0, 1)
    assert scheduler.enabled(scheduler.advance(inside, ControlEvent(ControlEventKind.ENDED, 1))) == (0,)


def test_controls_are_values() -> None:
    assert after((ControlEventKind.SPAWNED, 1)) == PreemptiveControl((PreemptiveStatus.RUNNING, PreemptiveStatus.RUNNING))
    assert hash(after((ControlEventKind.SPAWNED, 1))) == hash(after((ControlEventKind.SPAWNED, 1)))


def test_choice_by_program() -> None:
    build = Build()
    build.function("main").ret()
    assert isinstance(scheduler_of(build.program), Preemptive)
    build.program.scheduler = "unheard-of"
    with pytest.raises(UnsupportedError):
        scheduler_of(build.program)
