"""How long anything takes is no failure: see `clocks`. Long tests are marked `nightly` and left out unless asked for.

The collector works as in the command (`threadproof.__main__`): with a heap of thousands of tests, what it looks at again and
again is no garbage.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import clocks
from threadproof.budget import resident_mib

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
gc.set_threshold(100_000, 20, 100)
GROWTH = 50  # MiB
_after = {"collecting": 0}  # MiB that the process occupied
# Each fork copies the tables of all pages.
FORKING = ("tests/test_corpus.py", "tests/unit/run/test_portfolio.py", "tests/unit/witness/")


@pytest.fixture(autouse=True, scope="module")
def _clock(request: pytest.FixtureRequest) -> Iterator[None]:
    """Seconds are those of computing, also in fixtures of modules; not in modules that wait for other processes."""
    with pytest.MonkeyPatch.context() as patch:
        if not any(mark.name == "wall_clock" for mark in request.node.iter_markers()):
            patch.setattr(time, "monotonic", clocks.processor)
        yield


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What forks comes first in the share of every worker, while processes are small. (Otherwise the order is as it was;
    workers begin with equal shares, one after the other.)"""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    forking = [item for item in items if item.nodeid.startswith(FORKING)]
    others = [item for item in items if not item.nodeid.startswith(FORKING)]
    parts = [share(kind, number, workers) for number in range(workers) for kind in (forking, others)]
    items[:] = [item for part in parts for item in part]


def share(items: list[pytest.Item], number: int, of: int) -> list[pytest.Item]:
    return items[len(items) * number // of : len(items) * (number + 1) // of]


def pytest_collection_finish() -> None:
    """Thousands of tests are a large heap, and none of it is garbage: it need not be looked at again and again."""
    collect()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """The collector looks seldom, and what engines leave are cycles: gigabytes of them, which every fork would pay for."""
    if resident_mib() > _after["collecting"] + GROWTH:
        collect()


def collect() -> None:
    gc.collect()
    gc.freeze()
    _after["collecting"] = resident_mib()
