"""What a run found, in a form that crosses process boundaries and adds up."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Failure:
    seed: int
    what: str


@dataclass(slots=True)
class Report:
    """`skipped`: seeds without an answer to compare with (gcc fails on the program, or an engine does not know)."""

    passed: int = 0
    skipped: list[int] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Report) -> None:
        self.passed += other.passed
        self.skipped += other.skipped
        self.failures += other.failures

    def __str__(self) -> str:
        skipped = f", {len(self.skipped)} skipped" if self.skipped else ""
        return f"{self.passed} agree, {len(self.failures)} disagree{skipped}"


def gather(tasks: Sequence[Callable[[], Report]], jobs: int, tell: Callable[[Report], None] = lambda report: None) -> Report:
    """Run the tasks, in `jobs` processes if more than one, and add up what they found."""
    total = Report()

    def take(report: Report) -> None:
        total.add(report)
        tell(report)

    if jobs == 1:
        for task in tasks:
            take(task())
    else:
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            for future in concurrent.futures.as_completed([pool.submit(task) for task in tasks]):
                take(future.result())
    return total
