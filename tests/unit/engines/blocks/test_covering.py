"""Points that repeat a state are covered: what may wait for ever is proved, what would be postponed for ever is still found."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.run.pipeline import verify

HEAD = """
#include <pthread.h>
int reach_error(void);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, go;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
"""
MAIN = """
int main(void) {{
  pthread_t t, u;
  {first}
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  {last}
}}
"""

WAITING = {  # what two threads do
    "spin": ("while (!go) {} if (x != 1) reach_error();", "x = 1; go = 1;"),
    "condition variable": (
        "pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); if (x != 1) reach_error(); pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&m); x = 1; go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
    ),
    "tries again": (
        "int done = 0; while (!done) { __VERIFIER_atomic_begin(); if (go) { done = 1; go = 0; x++; } __VERIFIER_atomic_end(); }"
        " if (x != 1) reach_error();",
        "go = 1;",
    ),
    "both": ("go = 1; while (!y) {} if (!go) reach_error();", "while (!go) {} y = 1;"),
    "a loop in an atomic block": (
        "__VERIFIER_atomic_begin(); while (__VERIFIER_nondet_bool()) {} x = 1; __VERIFIER_atomic_end(); if (!x) reach_error();",
        "y = x;",
    ),
    "there and back": (
        "while (__VERIFIER_nondet_bool()) { __VERIFIER_atomic_begin(); x = 5 - x; __VERIFIER_atomic_end(); }",
        "int seen = x; if (seen != 2 && seen != 3) reach_error();",
    ),
}
CONFIGURATIONS = list(product(("on", "off"), ("static", "none")))


def write(folder: Path, one: str, two: str, first: str = "x = 0;", last: str = "") -> str:
    threads = f"void *one(void *a) {{ {one} return 0; }}\nvoid *two(void *a) {{ {two} return 0; }}\n"
    file = folder / "program.c"
    file.write_text(HEAD + threads + MAIN.format(first=first, last=last))
    return str(file)


@pytest.mark.parametrize(("values", "por"), CONFIGURATIONS)
@pytest.mark.parametrize("name", WAITING)
def test_waiting_for_ever_is_no_obstacle(tmp_path: Path, name: str, values: str, por: str) -> None:
    first = "x = 2;" if name == "there and back" else "x = 0;"
    file = write(tmp_path, *WAITING[name], first=first)
    outcome = verify(file, Config(engine="bmc", values=values, por=por, timeout=30.0))
    assert (outcome.verdict, outcome.checked) == ("TRUE", "re-checked")


def test_a_solver_is_asked_at_the_bound(tmp_path: Path) -> None:
    """What the variables hold is the same only by arithmetic."""
    one = (
        "while (__VERIFIER_nondet_bool()) { __VERIFIER_atomic_begin(); x = 9 - 3 * x; x = (9 - x) / 3; __VERIFIER_atomic_end(); }"
    )
    file = write(tmp_path, one, "y = 1;", "x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0; y = x;")
    outcome = verify(file, Config(engine="bmc", bound=2, timeout=30.0))
    assert (outcome.verdict, outcome.checked) == ("TRUE", "re-checked")


CHECK = "if (x > 5) reach_error();"
POSTPONED = {  # the first thread goes round for ever; what it does is its own business
    "nothing changes": (f"while (1) {{ {CHECK} x = 0; }}", "y = 2; if (y) reach_error();"),
    "in atomic blocks": (
        f"while (1) {{ __VERIFIER_atomic_begin(); x = 1; {CHECK} x = 0; __VERIFIER_atomic_end(); }}",
        "y++; if (y) reach_error();",
    ),
    "there and back": (f"while (1) {{ x = 1; {CHECK} x = 0; }}", "y = 1; if (y) reach_error();"),
    "both repeat": (f"while (1) {{ x = 1; {CHECK} x = 0; }}", "for (int i = 0; i < 3; i++) y = i; if (y == 2) reach_error();"),
    "from a loop in an atomic block": (
        "while (1) { __VERIFIER_atomic_begin(); while (__VERIFIER_nondet_bool()) x = 1;"
        f" {CHECK} x = 0; __VERIFIER_atomic_end(); }}",
        "y = 1; go = y; if (go) reach_error();",
    ),
}


@pytest.mark.parametrize(("values", "por"), CONFIGURATIONS)
@pytest.mark.parametrize("name", POSTPONED)
def test_no_thread_is_postponed_for_ever(tmp_path: Path, name: str, values: str, por: str) -> None:
    outcome = verify(write(tmp_path, *POSTPONED[name]), Config(engine="bmc", values=values, por=por, timeout=30.0))
    assert outcome.verdict == "FALSE"


@pytest.mark.parametrize(("values", "por"), CONFIGURATIONS)
def test_what_changes_is_not_covered(tmp_path: Path, values: str, por: str) -> None:
    file = write(tmp_path, "while (__VERIFIER_nondet_bool()) x++;", "if (x == 7) reach_error();")
    config = Config(engine="bmc", values=values, por=por, timeout=30.0, bound=4)
    outcome = verify(file, config)
    assert (outcome.verdict, outcome.reason) == ("UNKNOWN", "bound 4")
    assert verify(file, Config(engine="bmc", values=values, por=por, timeout=30.0, bound=8)).verdict == "FALSE"


def test_a_register_that_is_read_later_counts(tmp_path: Path) -> None:
    """Only a counter of the thread itself changes."""
    one = "int tries = 0; while (!go) { tries++; if (tries == 3) reach_error(); }"
    assert verify(write(tmp_path, one, "go = 1;"), Config(engine="bmc", timeout=30.0)).verdict == "FALSE"
