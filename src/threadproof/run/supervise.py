"""Runs a piece of work in a child process and keeps its limits, whatever the work does.

The child computes and sends one picklable answer; the parent stays small, waits, and is the only one that prints. So a run that
is stuck in native code, eats all memory, crashes in a library or is interrupted still ends in a verdict, and never in two.

The work checks its budget by itself and normally stops in time (`grace` is what it gets to notice); the parent's watch on time
and memory is the second line of defence, and RLIMIT_AS the third: it stops allocations that are faster than the watch.

What the work tells is in `channel`; of a work that is ended from outside, its stage and its counters are known.
"""

from __future__ import annotations

import gc
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from typing import Any, TypeVar

from threadproof.channel import Announce, Received, Sender
from threadproof.records import dataclass, field

T = TypeVar("T")
Work = Callable[[Announce], T]
GRACE = 1.0  # seconds, at most
SHARE = 0.02  # of the limit, to notice that it is over; and a moment at least
MARGIN = 0.04  # of the limit, to tell what is known when it is over
MOMENT = 0.05  # seconds
WATCH = 0.2  # seconds between two looks at the child
SLACK = 0.05  # of the memory limit: the child's own check comes first
SHORTEST = 0.005  # seconds between two looks
FASTEST = 2000  # MiB that a child may take in a second: the nearer the limit, the shorter are the looks
MARGIN_MIB = 4096  # address space that is mapped but not used: libraries, the deep stack of the front end
INTERRUPTED = "interrupted"
_LIMITED = resource.getrlimit(resource.RLIMIT_AS)[0] >= 0  # whether the user limits the address space


@dataclass(frozen=True, slots=True)
class Stopped:
    """The work was ended from outside; the reason is that of UNKNOWN. The counters are what it told last. `crash`: or
    it was a crash, which cannot be told: in which stage."""

    reason: str
    counters: dict[str, float] = field(default_factory=dict)
    crash: str = ""


def noted(answer: Stopped, file: str, options: dict[str, object]) -> Stopped:
    """What may have been a crash leaves what is needed to see it again."""
    if not answer.crash:
        return answer
    from threadproof.report.bundle import write_bundle

    folder = write_bundle(file, options, f"{answer.reason}, in stage {answer.crash}\n", ())
    return Stopped(f"{answer.reason}, see {folder}", answer.counters)


@dataclass(frozen=True, slots=True)
class Died:
    """The work ended without an answer: a crash in native code."""

    how: str
    stage: str


def grace(seconds: float) -> float:
    """Limits are met within one in twenty, together with the time that it takes to end."""
    return min(GRACE, max(MOMENT, SHARE * seconds))


def margin(seconds: float) -> float:
    """How much earlier the work stops by itself, so that it can tell what it knows."""
    return min(GRACE / 2, MARGIN * seconds)


def process_start() -> float:
    """When this process began, as `time.monotonic` counts: what a user waits for begins there. Now, where that is not
    known."""
    now = time.monotonic()
    try:
        with open("/proc/self/stat", "rb") as stat:
            ticks = int(stat.read().rpartition(b")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
        return now - age if 0 < age < 60 else now
    except (OSError, ValueError, IndexError, AttributeError):
        return now


def physical_mib() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20


def resident_mib(process: int) -> int:
    try:
        with open(f"/proc/{process}/statm") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, IndexError):
        return 0  # ended just now, or not Linux


def run(
    work: Work[T],
    seconds: float,
    memory_mib: int,
    failed: Callable[[T], bool] = lambda answer: False,
    patience: float = GRACE,
) -> T | Stopped | Died:
    """The work's answer. `work` catches its own exceptions; KeyboardInterrupt and MemoryError become `Stopped` here,
    and so does an answer that says that the work `failed` after an interrupt: libraries have exceptions of their own
    for that. `patience`: seconds to answer after an interrupt."""
    killed = kills_for_memory()
    interrupts = _Interrupts(patience)
    child, reader = _forked(work, memory_mib)
    heard = Received()
    try:
        interrupts.forward_to(child)
        reason = _listen(child, reader, heard, time.monotonic() + seconds + grace(seconds), memory_mib, interrupts)
        status = _ended(child) if reason or heard.complete() else os.waitpid(child, 0)[1]
    except BaseException:  # no other process would end it
        with suppress(OSError):
            _ended(child)
        raise
    finally:
        interrupts.restore()
        os.close(reader)
    if not reason and heard.complete():
        answer: T | Stopped = _answer(heard)
        late = bool(interrupts.since) and not isinstance(answer, Stopped) and failed(answer)
        return Stopped(INTERRUPTED, heard.counters()) if late else answer
    if reason or interrupts.since:
        return Stopped(reason or INTERRUPTED, heard.counters())
    return _post_mortem(status, heard, killed)


@dataclass(frozen=True, slots=True)
class Share:
    """Seconds that a piece of work gets, and those until it must be over if it is in one of some stages by then: an
    answer that was found is worth more than the share of the one that found it."""

    seconds: float
    late: float = 0.0
    stages: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Runner:
    number: int
    process: int
    share: Share
    started: float
    memory_mib: int
    killed: int | None  # `kills_for_memory` before it started
    heard: Received = field(default_factory=Received)

    def deadline(self) -> float:
        """When it is over, as far as is known now."""
        seconds = self.share.seconds
        if self.share.late > seconds and time.monotonic() > self.started + seconds and self.heard.stage() in self.share.stages:
            seconds = self.share.late
        return self.started + seconds + grace(seconds)

    def gone(self) -> float:
        """Until when it is waited for once it was ended."""
        return self.deadline() + 2 * grace(self.share.seconds)


def race(
    works: Sequence[Callable[[], tuple[Work[T], Share]]],
    jobs: int,
    memory_mib: int,
    decides: Callable[[T | Stopped | Died], bool],
    until: Callable[[], float] = lambda: inf,
) -> list[T | Stopped | Died | None]:
    """Several pieces of work, in order, `jobs` at a time; those that run when an answer decides, or when it is later
    than `until`, are ended, the others are not begun (None). Each piece is made when its turn comes, and says how many
    seconds it gets; memory is shared out."""
    answers: list[T | Stopped | Died | None] = [None] * len(works)
    running: dict[int, _Runner] = {}
    share = memory_mib // max(1, min(jobs, len(works)))
    following = 0
    try:
        while running or following < len(works):
            while following < len(works) and len(running) < jobs:
                reader, runner = _start(following, *works[following](), share)
                running[reader] = runner
                following += 1
            ended = _some(running)
            for reader, answer in ended:
                answers[running.pop(reader).number] = answer
                os.close(reader)
            deciding = [decides(answer) for _, answer in ended]
            if any(deciding) or time.monotonic() > until():
                break
        return answers
    finally:
        for runner in running.values():
            os.kill(runner.process, signal.SIGKILL)
        for reader, runner in running.items():
            _ended(runner.process, runner.gone())
            os.close(reader)


def _forked(work: Work[T], memory_mib: int) -> tuple[int, int]:
    """(the child, where it can be heard)."""
    _flush()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _child(work, writer, memory_mib)
    os.close(writer)
    return child, reader


def _start(number: int, work: Work[T], share: Share, memory_mib: int) -> tuple[int, _Runner]:
    killed = kills_for_memory()
    child, reader = _forked(work, memory_mib)
    return reader, _Runner(number, child, share, time.monotonic(), memory_mib, killed)


def _some(running: dict[int, _Runner]) -> list[tuple[int, Any]]:
    """Waits a moment; the answers of those that ended, or had to be."""
    found: list[tuple[int, Any]] = []
    pause = min(_pause(runner.process, runner.deadline(), runner.memory_mib) for runner in running.values())
    ready, _, _ = select.select(list(running), [], [], pause)
    for reader, runner in running.items():
        part = os.read(reader, 1 << 20) if reader in ready else None
        heard = runner.heard
        heard.add(part or b"")
        if heard.complete():
            _ended(runner.process, runner.gone())
            found.append((reader, _answer(heard)))
        elif part == b"":
            _, status = os.waitpid(runner.process, 0)
            found.append((reader, _post_mortem(status, heard, runner.killed)))
        elif not heard.begun() and (reason := _exceeded(runner.process, runner.deadline(), runner.memory_mib)):
            _ended(runner.process, runner.gone())
            found.append((reader, Stopped(reason, heard.counters())))
    return found


def _child(work: Work[T], writer: int, memory_mib: int) -> None:
    """Never returns. What was there before the fork is not looked at by the collector, which would copy every page of
    it. Leaves by os._exit: a heap of millions of states is not worth taking apart, now or earlier (`keep`). An
    interrupt that is lost in a callback of a solver or in a destructor is no news there; the parent ends us soon."""
    try:
        gc.freeze()
        die_with_parent()
        signal.signal(signal.SIGINT, _interrupt_once)
        sys.unraisablehook = lambda what: None if what.exc_type is KeyboardInterrupt else sys.__unraisablehook__(what)
        sys.excepthook = lambda kind, *rest: None if kind is KeyboardInterrupt else sys.__excepthook__(kind, *rest)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _limit_address_space((memory_mib + MARGIN_MIB) << 20)
        sender = Sender(writer)
        try:
            answer: T | Stopped = work(sender)
        except KeyboardInterrupt as interrupt:
            sender.keep(interrupt)
            answer = Stopped(INTERRUPTED)
        except MemoryError:
            answer = Stopped("memory")
        _flush()
        sender.answer(answer)
    finally:
        os._exit(0)


def _limit_address_space(limit: int) -> None:
    """Not beyond what the user allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (min([limit, *(bound for bound in (soft, hard) if bound >= 0)]), hard))


def _flush() -> None:
    """Nothing is to be printed twice; a stream that is closed or full is the matter of the code that prints."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()


def _pause(child: int, deadline: float, memory_mib: int) -> float:
    """Seconds until the next look."""
    shortest = max(SHORTEST, (memory_mib - resident_mib(child)) / FASTEST)
    return max(0.0, min(WATCH, deadline - time.monotonic(), shortest))


def _exceeded(child: int, deadline: float, memory_mib: int) -> str:
    """The limit that a child does not keep, if any."""
    if time.monotonic() > deadline:
        return "timeout"
    return "memory" if resident_mib(child) > memory_mib * (1 + SLACK) else ""


def _ended(child: int, gone: float = 0.0) -> int:
    """Its status, if it ends in time: taking apart gigabytes may last longer than the limit allows, and is not waited
    for."""
    os.kill(child, signal.SIGKILL)
    now = time.monotonic()
    until = max(now + MOMENT, min(now + GRACE, gone))
    while True:
        process, status = os.waitpid(child, os.WNOHANG)
        if process or time.monotonic() > until:
            return status
        time.sleep(0.002)


def _answer(heard: Received) -> Any:
    """What was answered; with the counters that were told before, if it was stopped."""
    answer = heard.answer()
    return Stopped(answer.reason, heard.counters(), answer.crash) if isinstance(answer, Stopped) else answer


def _interrupt_once(number: int, frame: object) -> None:
    """Ctrl-C arrives twice, from the terminal and from the parent; the second must not disturb the answer to the
    first."""
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def die_with_parent() -> None:
    """Linux: be killed when the parent is, so that nothing goes on computing in vain."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)


class _Interrupts:
    """Ctrl-C and SIGTERM end the child as Ctrl-C would; it gets some time to answer. Made before there is a child."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.child = 0
        self.since = 0.0
        self.old = {number: signal.signal(number, self._note) for number in (signal.SIGINT, signal.SIGTERM)}

    def _note(self, number: int, frame: object) -> None:
        if not self.since:
            self.since = time.monotonic()
            if self.child:
                os.kill(self.child, signal.SIGINT)

    def forward_to(self, child: int) -> None:
        self.child = child
        if self.since:
            os.kill(child, signal.SIGINT)

    def overdue(self) -> bool:
        return bool(self.since) and time.monotonic() > self.since + self.patience

    def restore(self) -> None:
        for number, handler in self.old.items():
            signal.signal(number, handler)


def _listen(child: int, reader: int, heard: Received, deadline: float, memory_mib: int, interrupts: _Interrupts) -> str:
    """Until all was heard; why the child must be stopped, or ""."""
    while not heard.complete():
        ready, _, _ = select.select([reader], [], [], _pause(child, deadline, memory_mib))
        if ready:
            if not (part := os.read(reader, 1 << 20)):
                break
            heard.add(part)
        if heard.begun():
            continue
        if interrupts.overdue():
            return INTERRUPTED
        if reason := _exceeded(child, deadline, memory_mib):
            return reason
    return ""


def kills_for_memory() -> int | None:
    """How many processes the system has ended so far because memory ran out; None where it does not tell."""
    try:
        with open("/proc/vmstat") as counts:
            return next((int(line.split()[1]) for line in counts if line.startswith("oom_kill ")), None)
    except OSError:
        return None


def _post_mortem(status: int, heard: Received, killed: int | None) -> Stopped | Died:
    """`killed`: the system's count of processes that it ended for memory, before the child started."""
    stage, counters = heard.stage(), heard.counters()
    if not os.WIFSIGNALED(status):
        return Died("the verification process ended without an answer", stage)
    number = os.WTERMSIG(status)
    if number in (signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS) and _LIMITED:
        # libraries do not always ask whether they got some; those that do say so, and end with a MemoryError
        reason = f"ended by {signal.Signals(number).name}, perhaps for lack of memory (ulimit -v is set)"
        return Stopped(reason, counters, stage or "start")
    if number == signal.SIGKILL:
        return Stopped("killed" if killed is not None and kills_for_memory() == killed else "memory", counters)
    return Died(f"the verification process was ended by {signal.Signals(number).name}", stage)
