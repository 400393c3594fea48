"""`--engine ordering` through the pipeline: bounds, counters, and the same verdict whatever solves the order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.config.options import Config
from threadproof.report.outcome import RunOutcome
from threadproof.run.pipeline import Clock, answer, prepare, quietly, verify

WAYS = [("eager", "on"), ("basic", "off"), ("basic", "on"), ("prop", "off"), ("prop", "on"), ("zprop", "on")]
LOOP = """
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x;
void *thread(void *arg) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x = x + 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, thread, 0); if (x == LIMIT) reach_error(); return 0; }
"""

THREADS = """
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *thread(void *arg) { pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); return 0; }
int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, thread, 0); return 0; }
"""

CREATE = """
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void both(pthread_mutex_t *one, pthread_mutex_t *other) {
    pthread_mutex_lock(one); pthread_mutex_lock(other); pthread_mutex_unlock(other); pthread_mutex_unlock(one);
}
void *forth(void *arg) { both(&a, &b); return 0; }
void *back(void *arg) { both(&b, &a); return 0; }
int main(void) {
    for (int i = 0; i < 1000; i++) {
        pthread_t t, u;
        pthread_create(&t, 0, forth, 0), pthread_create(&u, 0, back, 0);
        pthread_join(t, 0), pthread_join(u, 0);
    }
    return 0;
}
"""


@pytest.mark.parametrize(("solver", "conflicts"), WAYS)
@pytest.mark.parametrize(
    ("name", "verdict"),
    [("litmus_wsc", "TRUE"), ("litmus_wsc_five", "FALSE"), ("litmus_sb", "TRUE"), ("mutex_counter", "TRUE"), ("cond_if", "")],
)
def test_order_solvers_agree(name: str, verdict: str, solver: str, conflicts: str) -> None:
    config = Config(engine="ordering", order_solver=solver, conflicts=conflicts, timeout=60.0)
    expected = verdict or verify(str(CORPUS / f"{name}.c"), Config(engine="explicit", timeout=60.0)).verdict
    assert verify(str(CORPUS / f"{name}.c"), config).verdict == expected


def loop(folder: Path, limit: int, **options: object) -> tuple[str, str]:
    file = folder / "loop.c"
    file.write_text(LOOP.replace("LIMIT", str(limit)))
    outcome = verify(str(file), Config(engine="ordering", timeout=60.0, **options))  # type: ignore[arg-type]
    return outcome.verdict, outcome.reason


def test_a_fixed_bound_is_said(tmp_path: Path) -> None:
    assert loop(tmp_path, 6, unwind=2) == ("UNKNOWN", "bound 2")
    assert loop(tmp_path, 6, unwind=8)[0] == "FALSE"


def test_loops_that_create_threads_begin_short(tmp_path: Path) -> None:
    file = tmp_path / "create.c"
    file.write_text(CREATE)
    outcome = verify(str(file), Config(engine="ordering", property="no-deadlock", timeout=60.0))
    assert outcome.verdict == "FALSE"
    assert outcome.counters["nodes"] < 100  # of two iterations, not of all that 64 threads allow


def test_bounds_are_deepened(tmp_path: Path) -> None:
    assert loop(tmp_path, 6)[0] == "FALSE"


def test_what_is_known_is_not_searched_again(tmp_path: Path) -> None:
    """Up to 4 iterations there is nothing: the first round has 8, and finds the violation that takes 6."""
    file = tmp_path / "loop.c"
    file.write_text(LOOP.replace("LIMIT", "6"))
    config = Config(engine="ordering", timeout=60.0)
    assert "clear_bound" not in (known := verified(file, config, {"known_bound": 4})).counters
    assert (known.verdict, known.counters["bound"]) == ("FALSE", 8)
    assert verified(file, config, {}).counters["clear_bound"] == 4
    assert verified(file, Config(engine="ordering", unwind=2, timeout=60.0), {}).counters["clear_bound"] == 2


def verified(file: Path, config: Config, facts: dict[str, object]) -> RunOutcome:
    clock = Clock(quietly)
    return answer(prepare(str(file), config, clock), str(file), config, clock, facts=facts)


def test_counters() -> None:
    outcome = verify(str(CORPUS / "mutex_counter.c"), Config(engine="ordering", timeout=60.0))
    for name in ("events", "nodes", "rf_candidates", "ws_variables", "decisions", "solver_seconds", "encode_seconds", "bound"):
        assert name in outcome.counters, name
    assert 0 < outcome.counters["nodes"] <= outcome.counters["events"]


@pytest.mark.parametrize(("compared", "verdict"), [("<", "TRUE"), ("<=", "FALSE")])
def test_floats(tmp_path: Path, compared: str, verdict: str) -> None:
    """A large number does not change when 1 is added."""
    file = tmp_path / "float.c"
    file.write_text(
        "extern double __VERIFIER_nondet_double(void); extern void reach_error(void);\n"
        f"int main(void) {{ double a = __VERIFIER_nondet_double(); if (a + 1.0 {compared} a) reach_error(); return 0; }}"
    )
    outcome = verify(str(file), Config(engine="ordering", timeout=60.0))
    assert outcome.verdict == verdict


@pytest.mark.parametrize("unwind", [0, 1])
def test_what_cannot_be_followed_does_not_hide_a_violation(unwind: int) -> None:
    """With few iterations there is no race, but a reason why the answer cannot be TRUE."""
    file = CORPUS / "race_undefined_later.c"
    outcome = verify(str(file), Config(engine="ordering", property="no-data-race", unwind=unwind, timeout=60.0))
    assert (outcome.verdict, outcome.reason[:13]) == (("UNKNOWN", "limit of size") if unwind else ("FALSE", ""))


@pytest.mark.parametrize("solver", ["basic", "prop", "eager"])
def test_clauses_about_the_order_are_derived_again(solver: str) -> None:
    outcome = verify(str(CORPUS / "mutex_counter.c"), Config(engine="ordering", order_solver=solver, timeout=60.0))
    assert (outcome.verdict, outcome.checked) == ("TRUE", "order re-checked")


def test_the_thread_limit_is_said(tmp_path: Path) -> None:
    """Where it is certain to be reached, nothing is known about other failures, and none of them is blamed."""
    file = tmp_path / "threads.c"
    file.write_text(THREADS)
    outcome = verify(str(file), Config(engine="ordering", threads=3, timeout=60.0))
    assert (outcome.verdict, outcome.reason) == ("UNKNOWN", "thread limit 3 (--threads)")
