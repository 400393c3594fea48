"""Every means of synchronisation in the order encoding: used right the property holds, used wrong it is violated."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.run.pipeline import verify

PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <threads.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int n, seen;
{globals}
void *one(void *arg) {{ {one} return 0; }}
void *two(void *arg) {{ {two} return 0; }}
int main(void) {{
    pthread_t a, b;
    {before}
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    {between}
    pthread_join(a, 0);
    pthread_join(b, 0);
    {after}
    return 0;
}}
"""
ADD = "int old = n; n = old + 1;"
SUM = "assert(n == 2);"


def both(enter: str, leave: str = "", **rest: str) -> dict[str, str]:
    """Two threads that add one each."""
    return dict.fromkeys(("one", "two"), f"{enter} {ADD} {leave}") | {"after": SUM, **rest}


MUTEX = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;"
CONDITION = MUTEX + " pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;"
LOCK, UNLOCK = "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"
SIGNAL = f"n = 1; {LOCK} ready = 1; pthread_cond_signal(&c); {UNLOCK}"
WAIT = f"{LOCK} while (!ready) pthread_cond_wait(&c, &m); {UNLOCK} assert(n == 1);"
BARRIER = {"globals": "pthread_barrier_t w;", "one": "n = 1; pthread_barrier_wait(&w);"}
READER = "pthread_rwlock_rdlock(&l); int x = n; seen = n - x; pthread_rwlock_unlock(&l);"
WRITER = "pthread_rwlock_wrlock(&l); n = 1; n = 2; pthread_rwlock_unlock(&l);"
RWLOCK = "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;"
CAS = "int e = v; while (!atomic_compare_exchange_strong(&v, &e, e + 1)) ;"
TRY = f"if (pthread_mutex_trylock(&m) == 0) {{ seen++; {UNLOCK} }}"
SPIN = {"globals": "pthread_spinlock_t s;", "before": "pthread_spin_init(&s, 0);"}
RECURSIVE = {
    "globals": "pthread_mutex_t m;",
    "before": "pthread_mutexattr_t t; pthread_mutexattr_init(&t);"
    " pthread_mutexattr_settype(&t, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &t);",
}

PAIRS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "mutex": (
        both(LOCK, UNLOCK, globals=MUTEX),
        {**both(LOCK, UNLOCK, globals=MUTEX), "two": f"{LOCK} {ADD} {UNLOCK}".replace("&m", "&k")},
    ),
    "trylock": (
        {"globals": MUTEX, "one": TRY, "two": TRY, "after": "assert(seen <= 2);"},
        {"globals": MUTEX, "one": TRY, "two": TRY, "after": "assert(seen == 2);"},
    ),
    "recursive mutex": (
        both(LOCK + LOCK, UNLOCK + UNLOCK, **RECURSIVE),
        both(LOCK + LOCK + UNLOCK + UNLOCK, **RECURSIVE),
    ),
    "spin lock": (
        both("pthread_spin_lock(&s);", "pthread_spin_unlock(&s);", **SPIN),
        both("pthread_spin_lock(&s); pthread_spin_unlock(&s);", **SPIN),
    ),
    "read-write lock": (
        {"globals": RWLOCK, "one": WRITER, "two": READER, "after": "assert(seen == 0);"},
        {"globals": RWLOCK, "one": WRITER.replace("wrlock", "rdlock"), "two": READER, "after": "assert(seen == 0);"},
    ),
    "condition": (
        {"globals": CONDITION, "one": SIGNAL, "two": WAIT},
        {"globals": CONDITION, "one": SIGNAL, "two": WAIT.replace("while", "if")},  # wakes up without a reason
    ),
    "broadcast": (
        {"globals": CONDITION, "one": WAIT, "two": WAIT, "between": SIGNAL.replace("signal", "broadcast")},
        {"globals": CONDITION, "one": WAIT, "two": WAIT, "between": SIGNAL.replace("n = 1;", "") + " n = 1;"},
    ),
    "barrier": (
        {**BARRIER, "two": "pthread_barrier_wait(&w); assert(n == 1);", "before": "pthread_barrier_init(&w, 0, 2);"},
        {**BARRIER, "two": "pthread_barrier_wait(&w); assert(n == 1);", "before": "pthread_barrier_init(&w, 0, 1);"},
    ),
    "semaphore": (
        both("sem_wait(&s);", "sem_post(&s);", globals="sem_t s;", before="sem_init(&s, 0, 1);"),
        both("sem_wait(&s);", "sem_post(&s);", globals="sem_t s;", before="sem_init(&s, 0, 2);"),
    ),
    "once": (
        {
            "globals": "pthread_once_t o = PTHREAD_ONCE_INIT; void f(void) { n++; }",
            "one": "pthread_once(&o, f);",
            "two": "pthread_once(&o, f); assert(n == 1);",
        },
        {
            "globals": "pthread_once_t o = PTHREAD_ONCE_INIT, q = PTHREAD_ONCE_INIT; void f(void) { n++; }",
            "one": "pthread_once(&o, f);",
            "two": "pthread_once(&q, f);",
            "after": "assert(n == 1);",
        },
    ),
    "create and join": ({"before": "n = 1;", "one": "assert(n == 1);"}, {"between": "n = 1;", "one": "assert(n == 1);"}),
    "atomic block": (
        both("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"),
        both("__VERIFIER_atomic_begin(); __VERIFIER_atomic_end();"),
    ),
    "atomic operations": (
        {"globals": "atomic_int v;", "one": "v++;", "two": "atomic_fetch_add(&v, 1);", "after": "assert(v == 2);"},
        {"globals": "atomic_int v;", "one": "v = v + 1;", "two": "atomic_fetch_add(&v, 1);", "after": "assert(v == 2);"},
    ),
    "compare and exchange": (
        {"globals": "atomic_int v;", "one": CAS, "two": CAS, "after": "assert(v == 2);"},
        {"globals": "atomic_int v;", "one": CAS.replace("while", "if"), "two": CAS, "after": "assert(v == 2);"},
    ),
    "C11 threads": (
        both("mtx_lock(&m);", "mtx_unlock(&m);", globals="mtx_t m;", before="mtx_init(&m, mtx_plain);"),
        both("mtx_lock(&m); mtx_unlock(&m);", globals="mtx_t m;", before="mtx_init(&m, mtx_plain);"),
    ),
}


@pytest.mark.parametrize("right", [True, False], ids=["right", "wrong"])
@pytest.mark.parametrize("name", PAIRS)
def test_primitive(tmp_path: Path, name: str, right: bool) -> None:
    parts = dict.fromkeys(("globals", "one", "two", "before", "between", "after"), "") | PAIRS[name][not right]
    file = tmp_path / "program.c"
    file.write_text(PROGRAM.format(**parts))
    outcome = verify(str(file), Config(engine="ordering", timeout=60.0))
    assert (outcome.verdict, outcome.reason or "") == ("TRUE" if right else "FALSE", "")
