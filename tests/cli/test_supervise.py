"""Limits hold whatever the work does: it spins, sleeps in native code, eats memory, crashes, or is interrupted."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import ROOT
from tests.clocks import MOMENT, Own, children, ended, wait_until
from threadproof import channel
from threadproof.budget import Budget, OutOfBudget
from threadproof.channel import Announce
from threadproof.config.options import Config
from threadproof.evidence.result import Result
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.run import pipeline, supervise
from threadproof.run.supervise import Died, Stopped, run

pytestmark = pytest.mark.wall_clock

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


def test_crash_where_the_user_limits_the_address_space(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It may be for lack of memory, or a defect: both are said, and a bundle is left. A MemoryError is no such case."""
    monkeypatch.setattr(supervise, "_LIMITED", True)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    found = run(crash, 10, LARGE)
    reason = "ended by SIGSEGV, perhaps for lack of memory (ulimit -v is set)"
    assert found == Stopped(reason, crash="passes")
    told = supervise.noted(found, "p.c", {"engine": "bmc"})
    folder = Path(told.reason.removeprefix(f"{reason}, see "))
    assert folder.parent == tmp_path and "SIGSEGV" in (folder / "traceback.txt").read_text()
    assert supervise.noted(told, "p.c", {}) is told


def no_memory(announce: Announce) -> None:
    raise MemoryError


def test_lack_of_memory_leaves_no_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "_LIMITED", True)
    found = run(no_memory, 10, LARGE)
    assert found == Stopped("memory") and supervise.noted(found, "p.c", {}) is found


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


def tell_and_sleep(announce: Announce) -> None:
    announce("engine")
    announce.count({"states": 7, "seconds": 0.5})
    announce("proof")
    ctypes.CDLL(None).sleep(1000)


def tell_and_be_killed(announce: Announce) -> None:
    announce.count({"states": 7, "seconds": 0.5})
    os.kill(os.getpid(), signal.SIGKILL)


def tell_and_starve(announce: Announce) -> None:
    announce.count({"states": 7, "seconds": 0.5})
    raise MemoryError


@pytest.mark.parametrize("work", [tell_and_sleep, tell_and_be_killed, tell_and_starve])
def test_counters_of_a_work_that_is_ended(monkeypatch: pytest.MonkeyPatch, work: Callable[[Announce], None]) -> None:
    """Also of one of several."""
    Own().install(monkeypatch.setattr)
    alone = run(work, 0.5, LARGE)
    (one,) = supervise.race([lambda: (work, supervise.Share(0.5))], 1, LARGE, lambda answer: False)
    for stopped in (alone, one):
        assert isinstance(stopped, Stopped)
        assert stopped.counters == {"states": 7, "seconds": 0.5}


@pytest.mark.parametrize(("stage", "answer"), [("proof", "checked"), ("engine", Stopped("timeout"))])
def test_the_check_of_an_answer_may_use_the_time_of_all(monkeypatch: pytest.MonkeyPatch, stage: str, answer: object) -> None:
    clock = Own()
    clock.install(monkeypatch.setattr)

    def work(announce: Announce) -> str:
        announce(stage)
        clock.sleep(2.0)
        return "checked"

    share = supervise.Share(0.5, 10.0, frozenset({"proof"}))
    assert supervise.race([lambda: (work, share)], 1, LARGE, lambda answer: False) == [answer]


def test_stage_of_a_work_that_counted() -> None:
    def work(announce: Announce) -> None:
        announce("engine")
        announce.count({"states": 7})
        crash_now()

    assert run(work, 10, LARGE) == Died("the verification process was ended by SIGSEGV", "engine")


def test_an_exception_leaves_nobody_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(child: int, *_: object) -> str:
        raise LookupError

    before = children(os.getpid())
    monkeypatch.setattr(supervise, "_exceeded", refuse)
    with pytest.raises(LookupError):
        run(sleep, 60, LARGE)
    wait_until(lambda: all(map(ended, {*children(os.getpid())} - {*before})), "the child ends")


def crash_now() -> None:
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)


def linger(announce: Announce) -> int:
    """Answers, while another process still has the pipe open: as one does whose gigabytes are being taken apart."""
    child = os.fork()
    if child == 0:
        time.sleep(120)
        os._exit(0)
    return child


def test_an_answer_needs_no_end_of_the_pipe() -> None:
    alone = run(linger, 60, LARGE)
    (one,) = supervise.race([lambda: (linger, supervise.Share(60))], 1, LARGE, lambda answer: False)
    for process in (alone, one):
        assert isinstance(process, int)
        os.kill(process, signal.SIGKILL)  # it is still there


class Heavy:
    """What lasts for ever to be taken apart."""

    def __del__(self) -> None:
        time.sleep(120)


class Hoarder:
    name = "explicit"

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        hoard = [Heavy() for _ in range(10)]
        counters["states"] = len(hoard)
        raise OutOfBudget("timeout")


class Interrupted(Hoarder):
    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        hoard = [Heavy() for _ in range(10)]
        counters["states"] = len(hoard)
        raise KeyboardInterrupt


@pytest.mark.parametrize(("engine", "reason"), [(Hoarder, "timeout"), (Interrupted, "interrupted")])
def test_nothing_is_taken_apart_before_the_answer(monkeypatch: pytest.MonkeyPatch, engine: type[Hoarder], reason: str) -> None:
    monkeypatch.setattr(pipeline, "make_engine", lambda name: engine())
    config = Config(engine="explicit", memory=LARGE, timeout=30.0)
    outcome = run(lambda announce: pipeline.verify(str(ROOT / "examples" / "c" / "counter.c"), config, announce), 30, LARGE)
    assert not isinstance(outcome, Stopped | Died)
    assert (outcome.reason, outcome.counters) == (reason, {"states": 10})


def test_parts_of_an_answer() -> None:
    """In whatever pieces it arrives."""
    reader, writer = os.pipe()
    sender = channel.Sender(writer)
    sender("parse")
    sender.count({"states": 1})
    sender.count({"states": 2})  # too soon to be told
    sender.answer(["\x01", {"a": b"{\n"}])
    data = os.read(reader, 1 << 16)
    os.close(reader)
    for size in (1, 7, len(data)):
        heard = channel.Received()
        for start in range(0, len(data), size):
            assert not heard.complete()
            heard.add(data[start : start + size])
        assert heard.complete()
        assert (heard.answer(), heard.stage(), heard.counters()) == (["\x01", {"a": b"{\n"}], "parse", {"states": 1})


def test_looks_are_rare_far_from_the_limit_of_memory_and_frequent_near_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    for resident, pause in ((0, supervise.WATCH), (900, 100 / supervise.FASTEST), (1049, supervise.SHORTEST)):
        monkeypatch.setattr(supervise, "resident_mib", lambda child, resident=resident: resident)
        assert supervise._pause(1, 200.0, 1000) == pause
        assert supervise._exceeded(1, 200.0, 1000) == ""
    assert supervise._pause(1, 100.0, 1000) == 0.0
    assert supervise._exceeded(1, 99.0, 1000) == "timeout"
    monkeypatch.setattr(supervise, "resident_mib", lambda child: 1051)
    assert supervise._exceeded(1, 200.0, 1000) == "memory"


@pytest.mark.parametrize("seconds", [2.0, 5.0, 10.0, 20.0, 100.0, 900.0])
def test_limits_of_time_are_kept_to_one_in_twenty(seconds: float) -> None:
    """Whoever notices it: the work itself before the limit, its parent after it, when it has waited for the end of the work."""
    assert supervise.margin(seconds) >= supervise.grace(seconds) or seconds > 20
    assert supervise.grace(seconds) + supervise.MOMENT <= 0.05 * seconds
