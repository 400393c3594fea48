"""Shorter counterexamples are still counterexamples, and as short as they can be; the causes named are the right ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.concurrent import Knobs, concurrent
from tests.places import EXAMPLES
from threadproof.budget import Budget
from threadproof.certify.replay import shorten as shortening
from threadproof.certify.replay.follow import replay
from threadproof.certify.replay.shorten import cost, shorten
from threadproof.config.options import Config
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Unsafe
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.properties import DEADLOCK, RACE, UNREACH
from threadproof.report.causes import causes
from threadproof.run.loading import load, run_passes

PETERSON = [
    "thread 1 writes turn at line 11 before thread 2 writes it at line 11",
    "thread 2 reads wants[0] at line 13 before thread 1 writes it at line 12",
    "thread 2 writes inside at line 15 before thread 1 reads it at line 15",
]
COUNTER = [
    "thread 0 reads counter at line 10 before thread 1 writes it at line 6",
    "thread 1 writes counter at line 6 before thread 0 writes it at line 10",
]


def found(file: Path, property_: str, search: str) -> tuple[Program, Unsafe | None]:
    config = Config(property=property_)
    program = run_passes(load(str(file), config), config)
    result = ExplicitEngine().check(program, Task(property_, {"search": search}), Budget(60), {})
    return program, result if isinstance(result, Unsafe) else None


@pytest.mark.parametrize(("name", "switches", "expected"), [("counter", 2, COUNTER), ("peterson_broken", 3, PETERSON)])
def test_every_way_to_search_ends_in_the_same_counterexample(name: str, switches: int, expected: list[str]) -> None:
    shown = []
    for search in ("bfs", "dfs"):
        program, unsafe = found(EXAMPLES / f"{name}.c", UNREACH, search)
        assert unsafe is not None
        short = shorten(program, unsafe)
        assert cost(short.schedule)[0] == switches
        assert list(causes(replay(program, short))) == expected
        shown.append(short.schedule)
    assert shown[0] == shown[1]


def test_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many interleavings, what is superfluous in the given one is left out."""
    program, unsafe = found(EXAMPLES / "peterson_broken.c", UNREACH, "dfs")
    assert unsafe is not None

    def exhausted(search: object) -> None:
        raise shortening.Exhausted

    monkeypatch.setattr(shortening._ShorterSchedules, "cheapest", exhausted)
    short = shorten(program, unsafe)
    replay(program, short)
    assert cost(short.schedule) < cost(unsafe.schedule)


@pytest.mark.parametrize("property_", [UNREACH, DEADLOCK, RACE])
@pytest.mark.parametrize("steps", [60, 4000])
def test_random_programs(property_: str, steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways, with inputs: whatever comes out is replayed and is not longer. Some of them do get shorter."""
    monkeypatch.setattr(shortening, "STEPS", steps)
    shorter = 0
    for seed in range(12):
        file = tmp_path / f"{seed}.c"
        file.write_text(concurrent(seed, Knobs(states=100, assertions=1.0)).tree.text())
        program, unsafe = found(file, property_, "dfs")
        if unsafe is not None:
            short = shorten(program, unsafe)
            replay(program, short)
            assert short.property == property_ and cost(short.schedule) <= cost(unsafe.schedule)
            shorter += cost(short.schedule) < cost(unsafe.schedule)
    assert shorter or steps < 100 or property_ == DEADLOCK
