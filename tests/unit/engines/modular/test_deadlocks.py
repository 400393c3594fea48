"""What the modular engine proves about waiting, and what it says where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.engines.modular.programs import TWO, answer
from threadproof.properties import DEADLOCK
from threadproof.report.outcome import RECHECKED, TRUE, UNKNOWN

LOOP = "for (int i = 0; i < ROUNDS; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }"
COUNTING = f"""
void *work(void *p) {{ {LOOP} return 0; }}
int main(void) {{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
    return 0;
}}
"""


@pytest.mark.parametrize("threads", ["2", "10000"])
def test_rounds_and_threads_cost_nothing(tmp_path: Path, threads: str) -> None:
    steps = set()
    for rounds in ("20000", "10000000"):
        found = answer(tmp_path, COUNTING.replace("ROUNDS", rounds).replace("THREADS", threads), DEADLOCK)
        assert found.verdict == TRUE and found.checked == RECHECKED, found
        assert found.rests_on["bounds"] == "none: any number of threads"
        steps.add((found.counters["actions"], found.counters["proof_moves"]))
    assert len(steps) == 1


ENDLESS = "int main(void) { pthread_t t; while (1) { pthread_create(&t, 0, one, 0); pthread_create(&t, 0, two, 0); } }"
BOTH = "pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);"
OTHER = "pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);"


def test_one_order_is_enough(tmp_path: Path) -> None:
    text = f"void *one(void *p) {{ while (1) {{ {BOTH} }} }} void *two(void *p) {{ {BOTH} return 0; }}" + ENDLESS
    assert answer(tmp_path, text, DEADLOCK).verdict == TRUE


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        (BOTH, OTHER, ("waiting may be circular", "one may wait", "for n, with m held", "for m, with n held")),
        (BOTH, "pthread_mutex_lock(&n); if (x) pthread_mutex_unlock(&n);", ("a thread that holds n may end",)),
        (BOTH, "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", ("for m, with m held, which it may hold already",)),
        ("pthread_mutex_lock(&m);", "pthread_mutex_init(&m, 0); pthread_mutex_lock(&m);", ("a thread that holds m may end",)),
        ("sem_wait(&w);", BOTH, ("one may wait", "it is not known who ends that")),
    ],
)
def test_what_is_missing_is_said(tmp_path: Path, one: str, two: str, said: tuple[str, ...]) -> None:
    text = f"#include <semaphore.h>\nsem_t w; void *one(void *p) {{ {one} return 0; }} void *two(void *p) {{ {two} return 0; }}"
    found = answer(tmp_path, text + TWO.replace("return 0;", "pthread_exit(0);"), DEADLOCK)
    assert found.verdict == UNKNOWN
    assert all(part in found.reason for part in said), found.reason


def test_a_phase_excludes_a_cycle(tmp_path: Path) -> None:
    """The other order before the thread exists, and after it has ended."""
    life = "{before} pthread_create(&t, 0, one, 0); {beside} pthread_join(t, 0); {after}"
    create = f"int main(void) {{{{ pthread_t t; {life} return 0; }}}}"
    one = f"void *one(void *p) {{ {BOTH} return 0; }}"
    assert answer(tmp_path, one + create.format(before=OTHER, beside=BOTH, after=OTHER), DEADLOCK).verdict == TRUE
    assert answer(tmp_path, one + create.format(before="", beside=OTHER, after=""), DEADLOCK).verdict == UNKNOWN


POOL = """
#include <semaphore.h>
sem_t w;
void *one(void *p) { while (1) { sem_wait(&w); pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); } }
int main(void) { pthread_t t; sem_init(&w, 0, 0); pthread_create(&t, 0, one, 0); pthread_create(&t, 0, one, 0); REST }
"""


@pytest.mark.parametrize(
    ("rest", "verdict"),
    [
        ("while (1) sem_post(&w);", TRUE),
        ("while (1) { pthread_mutex_lock(&m); x = 0; pthread_mutex_unlock(&m); }", TRUE),
        ("pthread_mutex_lock(&m); while (1) ;", TRUE),
        ("sem_post(&w); pthread_exit(0);", UNKNOWN),
        ("sem_post(&w); pthread_join(t, 0);", UNKNOWN),
        ("while (1) { sem_post(&w); sem_wait(&w); }", UNKNOWN),
    ],
)
def test_somebody_goes_on_for_certain(tmp_path: Path, rest: str, verdict: str) -> None:
    """Main, in an endless loop, which does not wait for those that wait for work."""
    assert answer(tmp_path, POOL.replace("REST", rest), DEADLOCK).verdict == verdict
