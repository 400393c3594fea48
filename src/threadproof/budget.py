"""Limits of one run: seconds and memory. Engines and checks ask often; nobody else decides when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable

from threadproof.counters import Counters
from threadproof.records import dataclass, field

LOOK = 0.05  # seconds at most between two looks at the memory


class OutOfBudget(Exception):
    """Time or memory is used up; the message becomes the reason of UNKNOWN."""


def _now() -> float:
    """Looked up when it is called: tests have a clock of their own."""
    return time.monotonic()


@dataclass(slots=True)
class Budget:
    """Limits of one run. Engines call `check` often; it is cheap."""

    seconds: float = float("inf")
    memory_mib: int = 0  # 0: no limit
    started: float = field(default_factory=_now)
    progress: Callable[[Counters], None] | None = None  # told the counters now and then
    _calls: int = 0
    _look: float = 0.0  # when memory is looked at next
    _counters: Counters | None = None

    def left(self) -> float:
        return self.seconds - (time.monotonic() - self.started)

    def patience(self) -> float:
        """Seconds for work that is welcome but not worth waiting for much longer than the answer took."""
        return max(20.0, 4 * (time.monotonic() - self.started))

    def check(self, counters: Counters | None = None) -> None:
        now = time.monotonic()
        if now - self.started >= self.seconds:
            raise OutOfBudget("timeout")
        if counters is not None:
            self._counters = counters
        self._calls += 1
        if self._calls % 256 == 0 or now >= self._look:
            self._look = now + LOOK
            if self.memory_mib and resident_mib() > self.memory_mib:
                raise OutOfBudget("memory")
            if self.progress is not None and self._counters is not None:
                self.progress(self._counters)


def resident_mib() -> int:
    """Memory that this process occupies now (Linux; elsewhere its peak)."""
    try:
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * 4096 >> 20
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
