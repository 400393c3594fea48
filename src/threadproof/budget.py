"""Limits of one run: seconds and memory. Engines and checks ask often; nobody else decides when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable

from threadproof.records import dataclass, field


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
    progress: Callable[[dict[str, float]], None] | None = None
    _calls: int = 0

    def left(self) -> float:
        return self.seconds - (time.monotonic() - self.started)

    def patience(self) -> float:
        """Seconds for work that is welcome but not worth waiting for much longer than the answer took."""
        return max(20.0, 4 * (time.monotonic() - self.started))

    def check(self, counters: dict[str, float] | None = None) -> None:
        if self.left() <= 0:
            raise OutOfBudget("timeout")
        self._calls += 1
        if self._calls % 256 == 0:
            if self.memory_mib and resident_mib() > self.memory_mib:
                raise OutOfBudget("memory")
            if self.progress is not None and counters is not None:
                self.progress(counters)


def resident_mib() -> int:
    """Memory that this process occupies now (Linux; elsewhere its peak)."""
    try:
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * 4096 >> 20
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
