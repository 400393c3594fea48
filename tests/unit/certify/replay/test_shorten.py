"""Shorter counterexamples are still counterexamples, and as short as they can be; the causes named are the right ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.concurrent import Knobs, concurrent
from tests.places import EXAMPLES
from threadproof.budget import Budget
from threadproof.certify.replay import shorten as shortening
from threadproof.certify.replay.follow import recorder, replay, take
from threadproof.certify.replay.shorten import cost, shorten
from threadproof.config.options import Config
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Turn, Unsafe
from threadproof.evidence.task import Task
from threadproof.ir.interp.outcome import Next, Violation
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


LOST = """#include <assert.h>
#include <pthread.h>
int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *p) {
    pthread_mutex_lock(&m);
    int seen = counter;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    counter = seen + 1;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t t[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 8; i++)
        pthread_join(t[i], 0);
    assert(counter == 8);
}
"""


def test_many_threads_need_no_more_switches_than_they_must(tmp_path: Path) -> None:
    """Eight threads that are joined, and one that is interrupted: nine blocks after the first one, and one more."""
    file = tmp_path / "t.c"
    file.write_text(LOST)
    config = Config(property=UNREACH)
    program = run_passes(load(str(file), config), config)
    longer = _round_robin(program)
    assert cost(longer.schedule)[0] > 15
    shorter = shorten(program, longer)
    assert cost(shorter.schedule)[0] == 10
    replay(program, shorter)


def _round_robin(program: Program) -> Unsafe:
    """Main as far as it gets, then each thread for three steps."""
    machine = recorder(program, UNREACH)
    outcome = take(machine, None, Turn(0))
    turns = [Turn(0)]
    while isinstance(outcome, Next):
        state, moved = outcome.state, False
        for thread in machine.enabled(state):
            for _ in range(3 if thread else 200):
                step = take(machine, state, Turn(thread)) if thread in machine.enabled(state) else outcome
                if not isinstance(step, Next | Violation) or step is outcome:
                    break
                outcome, moved = step, True
                turns.append(Turn(thread))
                if isinstance(outcome, Violation):
                    return Unsafe(UNREACH, outcome.message, tuple(turns), outcome.pos)
                state = outcome.state
        assert moved
    raise AssertionError("no violation")
