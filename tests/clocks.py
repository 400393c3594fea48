"""Clocks for tests: none may depend on how fast the machine is, or on what else runs on it.

`processor`: in most tests a second is one of computing. `tests/conftest.py` sets that clock in place of `time.monotonic` for
every module that is not marked `wall_clock`; so whatever is limited inside of the process is limited in work, and a busy
machine only takes longer. Processes that it forks go on counting: each its own work, from the moment of the fork.

`Own`: for tests about limits of processes. Time passes only where a process waits for those that it has forked, and all of
them sleep, too. So nobody who computes is late, however long it takes, and nobody has to wait for real. Those that are to take
time do so by `Own.sleep`.
"""

from __future__ import annotations

import mmap
import os
import re
import select
import struct
import time
from collections.abc import Callable, Sequence
from pathlib import Path

wall, _really_sleep, _really_select = time.monotonic, time.sleep, select.select
MOMENT = 0.01  # seconds between two looks at processes that sleep
LISTED = Path("/proc/thread-self/children").exists()
_started = wall() - time.process_time()
_used = {"before": 0.0, "when forking": 0.0}  # seconds of computing: by processes that this one was forked from


def processor() -> float:
    """Seconds of computing by this process. It begins with what the wall shows: both count from the same moment."""
    return _started + _used["before"] + time.process_time()


def _forking() -> None:
    _used["when forking"] = _used["before"] + time.process_time()


def _forked() -> None:
    _used["before"] = _used["when forking"]


os.register_at_fork(before=_forking, after_in_child=_forked)


class Own:
    """Shared with all processes that are forked after it was made."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 8)
        self._set(wall())

    def __call__(self) -> float:
        found: float = struct.unpack("d", self._shared[:8])[0]
        return found

    def _set(self, moment: float) -> None:
        self._shared[:8] = struct.pack("d", moment)

    def install(self, replace: Callable[[object, str, object], None] = setattr) -> None:
        """In place of the clock on the wall; `replace` may remember what was there."""
        replace(time, "monotonic", self)
        replace(select, "select", self.select)

    def select(self, read: Sequence[int], write: Sequence[int], special: Sequence[int], timeout: float) -> object:
        """Waits for one of them, or for time to pass."""
        until = self() + max(timeout, MOMENT)  # beyond it, too: a limit is over when it has passed
        while True:
            ready = _really_select(read, write, special, MOMENT)
            if any(ready) or self() >= until:
                return ready
            asleep = not any(_computes(child) for _ in range(2) for child in children(os.getpid()))  # a list may lack one
            if asleep and not any(_really_select(read, write, special, 0)):
                self._set(until)

    def sleep(self, seconds: float) -> None:
        """Until somebody who waits for this process has let so much time pass."""
        until = self() + seconds
        while self() < until:
            _really_sleep(MOMENT)


def children(process: int) -> list[int]:
    """Of all processes those that have it as their parent. Most kernels tell; otherwise all processes are asked."""
    folder = Path(f"/proc/{process}/task")
    if LISTED:
        return [int(word) for thread in _listed(folder) for word in _read(thread / "children").split()]
    return [int(path.name) for path in _listed(Path("/proc")) if path.name.isdigit() and _stat(path)[1:2] == [str(process)]]


def _computes(process: int) -> bool:
    """Whether time stands still for it: it runs, would run, or lets time pass for processes of its own."""
    state = _stat(Path("/proc") / str(process))[:1]
    return bool(state) and (state[0] not in "SZXT" or bool(children(process)))


def ended(process: int) -> bool:
    """Though its parent may not know yet."""
    return _stat(Path("/proc") / str(process))[:1] in ([], ["Z"])


def computed(process: int) -> float:
    """Seconds; what a process has waited for does not count."""
    return sum(map(int, _stat(Path("/proc") / str(process))[11:13])) / os.sysconf("SC_CLK_TCK")


def catches(process: int, signal: int) -> bool:
    """Whether it has a handler of its own for it."""
    try:
        (mask,) = re.findall(r"^SigCgt:\s*(\w+)$", Path(f"/proc/{process}/status").read_text(), re.M)
    except OSError:
        return False
    return bool(int(mask, 16) >> (signal - 1) & 1)


def _stat(folder: Path) -> list[str]:
    """State, parent, and the rest; nothing if it ended just now."""
    return _read(folder / "stat").rpartition(")")[2].split()


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _read(file: Path) -> str:
    """Nothing if the process ended just now."""
    try:
        return file.read_text()
    except OSError:
        return ""


def wait_until(happened: Callable[[], bool], what: str, at_most: float = 200.0) -> None:
    """For what another process does; the limit only keeps a test from hanging."""
    until = wall() + at_most
    while not happened():
        assert wall() < until, f"never happened: {what}"
        _really_sleep(0.02)
