"""Limits hold whatever the work does: it spins, sleeps in native code, eats memory, crashes, or is interrupted."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import time
from collections.abc import Callable

import pytest

from tests.clocks import MOMENT, Own
from threadproof.run import supervise
from threadproof.run.supervise import Died, Stopped, run

pytestmark = pytest.mark.wall_clock

Announce = Callable[[str], None]
LARGE = 20_000  # MiB: the work begins with what the process occupies that runs the tests


def test_answer() -> None:
    assert run(lambda announce: {"answer": 42}, 10, LARGE) == {"answer": 42}


def test_large_answer() -> None:
    assert len(run(lambda announce: b"\x01" * 5_000_000, 10, LARGE)) == 5_000_000  # type: ignore[arg-type]


def spin(announce: Announce) -> None:
    while True:
        pass


def sleep(announce: Announce) -> None:
    ctypes.CDLL(None).sleep(1000)


@pytest.mark.parametrize("work", [spin, sleep])
def test_timeout(work: Callable[[Announce], None]) -> None:
    assert run(work, 0.2, LARGE) == Stopped("timeout")


def test_nobody_gets_more_than_his_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that passes while everybody sleeps."""
    clock = Own()
    clock.install(monkeypatch.setattr)
    for seconds in (0.5, 5.0, 20.0):
        started = clock()
        assert run(lambda announce: clock.sleep(1e6), seconds, LARGE) == Stopped("timeout")
        assert seconds < clock() - started <= seconds + supervise.grace(seconds) + 2 * MOMENT


def eat_slowly(announce: Announce) -> None:
    hoard = []
    while True:
        hoard.append(bytearray(4 << 20))
        time.sleep(0.005)


def eat_fast(announce: Announce) -> None:
    bytearray(16 << 30)


@pytest.mark.parametrize("work", [eat_slowly, eat_fast])
def test_memory(work: Callable[[Announce], None]) -> None:
    assert run(work, 60, 200) == Stopped("memory")


def crash(announce: Announce) -> None:
    announce("parse")
    announce("passes")
    faulthandler.disable()  # of the test runner
    os.kill(os.getpid(), signal.SIGSEGV)


def test_crash_names_the_stage() -> None:
    assert run(crash, 10, LARGE) == Died("the verification process was ended by SIGSEGV", "passes")


def kill_itself(announce: Announce) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_killed_by_somebody_else() -> None:
    assert run(kill_itself, 10, LARGE) == Stopped("killed" if supervise.kills_for_memory() is not None else "memory")


@pytest.mark.parametrize("counts", [(3, 4), (None, None)])
def test_killed_for_memory(monkeypatch: pytest.MonkeyPatch, counts: tuple[int | None, ...]) -> None:
    """The system's last resort when memory runs out; so we say where it does not count them."""
    answers = iter(counts)
    monkeypatch.setattr(supervise, "kills_for_memory", lambda: next(answers))
    assert run(kill_itself, 10, LARGE) == Stopped("memory")


def interrupt_parent(announce: Announce) -> None:
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(1000)


def interrupt_deaf(announce: Announce) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(1000)


@pytest.mark.parametrize("work", [interrupt_parent, interrupt_deaf])
def test_interrupt(work: Callable[[Announce], None]) -> None:
    before = signal.getsignal(signal.SIGINT)
    assert run(work, 1000, LARGE) == Stopped("interrupted")
    assert signal.getsignal(signal.SIGINT) is before
