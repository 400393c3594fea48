"""Data races as checks: what is proved and found with them, by engines that know nothing but checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.config.options import Config
from threadproof.properties import RACE
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN
from threadproof.run.pipeline import verify

HEAD = """
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
int x, flag, a[8];
struct { int p, q; } s, t;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
MAIN = """
int main(void) {
    x = 1;
    pthread_t one, other;
    pthread_create(&one, 0, f, 0);
    pthread_create(&other, 0, g, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return x + a[0] + s.p;
}
"""


def answer(first: str, second: str, tmp_path: Path, engine: str = "abstraction") -> str:
    file = tmp_path / "program.c"
    threads = f"void *f(void *v) {{ {first} return 0; }}\nvoid *g(void *v) {{ {second} return 0; }}\n"
    file.write_text(HEAD + threads + MAIN)
    return verify(str(file), Config(engine=engine, property=RACE, timeout=60.0)).verdict


LOCKED = "pthread_mutex_lock(&m); {} pthread_mutex_unlock(&m);"
ATOMIC = "__VERIFIER_atomic_begin(); {} __VERIFIER_atomic_end();"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("x = 1;", "x = 2;", FALSE),
        ("return (void *)(long)x;", "int r = x;", TRUE),
        ("return (void *)(long)x;", "x = 2;", FALSE),
        (LOCKED.format("x++;"), LOCKED.format("x++;"), TRUE),
        (LOCKED.format("x++;"), "x++;", FALSE),
        (ATOMIC.format("x++;"), ATOMIC.format("x++;"), TRUE),
        (ATOMIC.format("x++;"), "x++;", FALSE),
        ("a[2] = 1;", "a[__VERIFIER_nondet_int() & 1] = 2;", TRUE),
        ("a[2] = 1;", "a[__VERIFIER_nondet_int() & 3] = 2;", FALSE),
        ("s.p = 1;", "s.q = 2;", TRUE),
        ("s = t;", "s.q = 2;", FALSE),
        ("s = t;", "t.q = 2;", FALSE),
        ("x = 2; __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);", "if (__atomic_load_n(&flag, __ATOMIC_SEQ_CST)) x++;", TRUE),
        ("__atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST); x = 2;", "if (__atomic_load_n(&flag, __ATOMIC_SEQ_CST)) x++;", FALSE),
        ("x = 2; flag = 1;", "if (__atomic_load_n(&flag, __ATOMIC_SEQ_CST)) x++;", FALSE),  # on flag
    ],
)
def test_pairs(first: str, second: str, expected: str, tmp_path: Path) -> None:
    assert answer(first, second, tmp_path, "explicit") == expected
    assert answer(first, second, tmp_path) == expected


@pytest.mark.parametrize("engine", ("impact", "bmc", "predicate", "kinduction", "simulation"))
def test_engines(engine: str, tmp_path: Path) -> None:
    assert answer(LOCKED.format("x++;"), LOCKED.format("x++;"), tmp_path, engine) == TRUE
    assert answer(LOCKED.format("x++;"), "x++;", tmp_path, engine) == FALSE


@pytest.mark.parametrize("engine", ("abstraction", "bmc", "simulation"))
@pytest.mark.parametrize("name", ("race_other_lock", "race_block_inside", "race_element_input"))
def test_the_interpreter_follows(name: str, engine: str) -> None:
    """To where both threads are about to race: in front of checks of the access, and of the atomic block that it is in."""
    outcome = verify(str(CORPUS / f"{name}.c"), Config(engine=engine, property=RACE, timeout=20.0))
    assert outcome.verdict == FALSE, outcome.reason


@pytest.mark.parametrize("engine", ("abstraction", "impact", "bmc"))
def test_bytes_apart(engine: str, tmp_path: Path) -> None:
    """What is one variable to the engine and apart in memory is no violation."""
    union = "union { int whole; char parts[4]; } u;\n"
    file = tmp_path / "program.c"
    threads = "void *f(void *v) { u.parts[0] = 1; return 0; }\nvoid *g(void *v) { u.parts[3] = 1; return 0; }\n"
    file.write_text(HEAD + union + threads + MAIN)
    assert verify(str(file), Config(engine=engine, property=RACE, timeout=60.0)).verdict in (TRUE, UNKNOWN)


def test_any_number_of_threads(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    create = "int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }"
    thread = "void *f(void *v) { " + LOCKED.format("x++;") + " return 0; }\n"
    file.write_text(HEAD + thread + create)
    outcome = verify(str(file), Config(engine="abstraction", property=RACE, timeout=60.0))
    assert outcome.verdict == TRUE and outcome.certified()
