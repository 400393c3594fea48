"""What the modular engine proves, what it says where it does not, and that rounds and threads cost nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.engines.modular.programs import TWO, answer
from threadproof.properties import OVERFLOW, RACE, UNREACH
from threadproof.report.outcome import RECHECKED, TRUE, UNKNOWN

COUNTING = """
void *work(void *p) { for (int i = 0; i < ROUNDS; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); } return 0; }
int main(void) { pthread_t t; for (int i = 0; i < THREADS; i++) pthread_create(&t, 0, work, 0); return 0; }
"""


@pytest.mark.parametrize("threads", ["2", "10000"])
def test_rounds_and_threads_cost_nothing(tmp_path: Path, threads: str) -> None:
    steps = set()
    for rounds in ("20000", "10000000"):
        found = answer(tmp_path, COUNTING.replace("ROUNDS", rounds).replace("THREADS", threads), RACE)
        assert found.verdict == TRUE and found.checked == RECHECKED, found
        assert found.rests_on["bounds"] == "none: any number of threads"
        steps.add((found.counters["actions"], found.counters["proof_moves"]))
    assert len(steps) == 1


def test_what_a_race_lacks_is_said(tmp_path: Path) -> None:
    text = """
void both(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); }
void *one(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); both(); return 0; }
void *two(void *p) { pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); both(); return 0; }
"""
    found = answer(tmp_path, text + TWO, RACE)
    assert found.verdict == UNKNOWN and found.reason.startswith("no common protection of x: ")
    assert "with m held" in found.reason and "with n held" in found.reason


def test_what_a_check_lacks_is_said(tmp_path: Path) -> None:
    text = """
void *one(void *p) { x = 1; return 0; }
void *two(void *p) { assert(x == 0); return 0; }
"""
    found = answer(tmp_path, text + TWO, UNREACH)
    assert found.verdict == UNKNOWN and "assertion fails: x == 0" in found.reason and "thread by thread" in found.reason


def test_what_a_lock_protects_is_published(tmp_path: Path) -> None:
    text = """
void *one(void *p) { pthread_mutex_lock(&m); x = 5; x = 0; pthread_mutex_unlock(&m); return 0; }
void *two(void *p) { pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m); return 0; }
"""
    assert answer(tmp_path, text + TWO, UNREACH).verdict == TRUE
    other = text.replace("assert", "pthread_mutex_unlock(&m); assert")
    assert answer(tmp_path, other.replace("x == 0); pthread_mutex_unlock(&m);", "x == 0);") + TWO, UNREACH).verdict == UNKNOWN


def test_before_the_first_thread_and_after_the_last(tmp_path: Path) -> None:
    text = """
void *one(void *p) { assert(y == 7); x = 3; return 0; }
int main(void) { pthread_t t; y = 7; x = 1; pthread_create(&t, 0, one, 0); JOIN assert(x == 3); x = 4; return 0; }
"""
    joined = text.replace("JOIN", "pthread_join(t, 0);")
    assert answer(tmp_path, joined.replace("x == 3", "x == 1 || x == 3"), UNREACH).verdict == TRUE
    assert answer(tmp_path, joined, RACE).verdict == TRUE
    assert answer(tmp_path, text.replace("JOIN", ""), RACE).verdict == UNKNOWN


def test_overflow_under_a_lock(tmp_path: Path) -> None:
    text = """
void *one(void *p) { for (;;) { pthread_mutex_lock(&m); if (x < BOUND) x++; pthread_mutex_unlock(&m); } }
void *two(void *p) { return one(p); }
"""
    assert answer(tmp_path, text.replace("BOUND", "1000") + TWO, OVERFLOW).verdict == TRUE
    assert answer(tmp_path, text.replace("x < BOUND", "1") + TWO, OVERFLOW).verdict == UNKNOWN


def test_weak_synchronisation_is_refused_for_races(tmp_path: Path) -> None:
    text = """
void *one(void *p) { if (!pthread_mutex_trylock(&m)) { x++; pthread_mutex_unlock(&m); } return 0; }
void *two(void *p) { return one(p); }
"""
    found = answer(tmp_path, text + TWO, RACE)
    assert found.verdict == UNKNOWN and "weaker than sequentially consistent" in found.reason
