"""Limits of one run, by a clock that the test sets."""

from __future__ import annotations

import pytest

from threadproof import budget as base
from threadproof.budget import Budget, OutOfBudget


class Time:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(base, "time", found)
    return found


def test_time(clock: Time) -> None:
    budget = Budget(5.0, started=98.0)
    budget.check()
    clock.now = 102.9
    budget.check()
    clock.now = 103.0
    with pytest.raises(OutOfBudget, match="timeout"):
        budget.check()


def test_slow_steps_look_at_the_memory_each_time(clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(1000.0, memory_mib=50, started=0.0)
    monkeypatch.setattr(base, "resident_mib", lambda: 50)
    for _ in range(3):
        clock.now += 1
        budget.check()
    monkeypatch.setattr(base, "resident_mib", lambda: 51)
    budget.check()  # just looked
    clock.now += 1
    with pytest.raises(OutOfBudget, match="memory"):
        budget.check()


def test_quick_steps_look_now_and_then(clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still."""
    budget = Budget(1000.0, memory_mib=50, started=0.0)
    monkeypatch.setattr(base, "resident_mib", lambda: 50)
    budget.check()
    monkeypatch.setattr(base, "resident_mib", lambda: 51)
    calls = 0
    with pytest.raises(OutOfBudget, match="memory"):
        for calls in range(1000):  # noqa: B007
            budget.check()
    assert 0 < calls <= 256


def test_progress_is_what_was_counted_last(clock: Time) -> None:
    """Also where a check does not say."""
    told: list[dict[str, float]] = []
    counters: dict[str, float] = {"states": 1}
    budget = Budget(1000.0, started=0.0, progress=lambda now: told.append(dict(now)))
    budget.check()
    assert told == []  # nothing was counted
    clock.now += 1
    budget.check(counters)
    counters["states"] = 2
    clock.now += 1
    budget.check()
    assert told == [{"states": 1}, {"states": 2}]
