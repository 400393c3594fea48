"""The wait-for graph: the largest set of threads that wait for each other, and what the models say about holders."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.ir.interp import Limits, Machine, State
from threadproof.ir.interp.outcome import Next
from threadproof.properties import DEADLOCK
from threadproof.run.pipeline import load
from threadproof.sched import waits
from threadproof.sched.base import scheduler_of


@pytest.mark.parametrize(
    ("graph", "ended", "expected"),
    [
        ({1: [(2,)], 2: [(1,)]}, (), {1, 2}),
        ({1: [(1,)]}, (), {1}),  # a thread that waits for itself
        ({1: [(2,)], 2: [(3,)]}, (), set()),  # thread 3 can move
        ({1: [(2,)], 2: [(3,)]}, (3,), {1, 2}),  # ... or has ended
        ({1: [(2,)], 2: [(1,)], 3: [(1,)]}, (), {1, 2, 3}),  # one that waits for them
        ({1: [(2, 9)], 2: [(1,)]}, (), {1, 2}),  # one of the holders suffices
        ({1: [(2,), (3,)], 2: [(1,)]}, (), set()),  # but of every step
        ({1: [(2,), ()], 2: [(1,)]}, (), set()),
        ({1: []}, (), set()),
        ({}, (), set()),
    ],
)
def test_deadlocked(graph: waits.Waits, ended: tuple[int, ...], expected: set[int]) -> None:
    assert waits.deadlocked(graph, lambda thread: thread in ended) == expected


CROSSED = """#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, mine;
int turns;
static void *again(void *arg) { pthread_mutex_init(&a, 0); return 0; }
static void *one(void *arg) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); return 0; }
static void *other(void *arg) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, other, 0);
    while (1)
        THEN;
}
"""


def crossed(tmp_path: Path, then: str) -> tuple[Machine, State]:
    """After both threads have taken their first lock."""
    file = tmp_path / "t.c"
    file.write_text(CROSSED.replace("THEN", then))
    program = load(str(file), Config(property=DEADLOCK))
    machine = Machine(program, DEADLOCK, scheduler_of(program, DEADLOCK), Limits())
    outcome = machine.start(waits.UndecidedInputs())
    while isinstance(outcome, Next) and len(outcome.state.threads) < 3:
        outcome = machine.step(outcome.state, 0, waits.UndecidedInputs())
    for thread in (1, 2):
        before = machine.where(outcome.state, thread) if isinstance(outcome, Next) else ()
        while isinstance(outcome, Next) and machine.where(outcome.state, thread) == before:
            outcome = machine.step(outcome.state, thread, waits.UndecidedInputs())
    assert isinstance(outcome, Next)
    return machine, outcome.state


@pytest.mark.parametrize(
    ("then", "lasts"),
    [
        (";", True),
        ("pthread_mutex_trylock(&a)", True),
        ("pthread_mutex_unlock(&a)", False),  # undefined
        ("pthread_mutex_init(&a, 0)", False),
        ("if (++turns == 1000) pthread_mutex_init(&a, 0)", False),
        ("if (++turns == 1000) *(int *)&b = 0", False),
        ("if (++turns == 1000) pthread_create(&t, 0, again, 0)", False),
        ("if (++turns == 1000) pthread_mutex_init(&mine, 0)", True),
        ("turns++, pthread_mutex_lock(&mine), pthread_mutex_unlock(&mine)", True),
        ("a = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER", False),
    ],
)
def test_what_breaks_the_rules_of_locks_is_no_deadlock(tmp_path: Path, then: str, lasts: bool) -> None:
    machine, state = crossed(tmp_path, then)
    assert waits.hopeless(machine, state) == {1, 2}
    assert waits.deadlocked_threads(machine, state) == ({1, 2} if lasts else set())


def test_holders_are_for_deadlocks_alone(tmp_path: Path) -> None:
    """Other properties do not pay for them."""
    file = tmp_path / "t.c"
    file.write_text(CROSSED.replace("THEN", ";"))
    program = load(str(file), Config())
    found = [op for f in program.functions.values() for edge in f.edges for op in edge.ops if getattr(op, "holders", ())]
    assert not found
