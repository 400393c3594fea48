"""Which programs synchronise weakly in nothing but attempts at spin locks; and that this changes no verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.ir.happens_before import is_weak
from threadproof.passes import recipes, runner
from threadproof.passes.attempts import traceless
from threadproof.passes.options import DEFAULTS
from threadproof.properties import RACE
from threadproof.run.loading import load
from threadproof.run.pipeline import verify

ENDS = "atomic_store_explicit(&lock, 0, memory_order_release);"
TAKEN = "atomic_exchange_explicit(&lock, 1, memory_order_acquire)"
BLOCK, END = "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"
SEEN = "atomic_load_explicit(&lock, memory_order_relaxed)"
SWAP = "atomic_compare_exchange_strong_explicit(&lock, &e, 1, memory_order_acquire, memory_order_relaxed)"

ATTEMPTS = {
    "exchange": (f"while ({TAKEN}) {{}} x++; {ENDS}", "TRUE"),
    "sync": ("while (__sync_lock_test_and_set((int *)&lock, 1)) {} x++; __sync_lock_release((int *)&lock);", "TRUE"),
    "looks while it is taken": (f"while ({TAKEN}) while ({SEEN}) {{}} x++; {ENDS}", "TRUE"),
    "compare and exchange": (f"for (;;) {{ int e = 0; if ({SWAP}) break; }} x++; {ENDS}", "TRUE"),
    "any but one value": (f"while ({TAKEN} == 1) {{}} x++; {ENDS}", "TRUE"),
    "trylock": ("while (pthread_mutex_trylock(&mutex)) {} x++; pthread_mutex_unlock(&mutex);", "TRUE"),
    "after the section": (f"while ({TAKEN}) {{}} {ENDS} x++;", "FALSE"),
    "before the section": (f"x++; while ({TAKEN}) {{}} {ENDS}", "FALSE"),
    "released first": (f"while ({TAKEN}) {{}} {ENDS} x++; {ENDS}", "FALSE"),
}
"""What both threads do, and whether it has no data race."""

OTHERS = {
    "not again": (f"if (!{TAKEN}) {{ x++; {ENDS} }}", "TRUE"),
    "gives up": (f"int n = 0; while ({TAKEN}) if (++n > 1) return 0; x++; {ENDS}", "TRUE"),
    "goes on": (f"int n = 0; while ({TAKEN}) if (++n > 1) break; x++; {ENDS}", "FALSE"),
    "waits for what is taken": (
        f"x = 1; {TAKEN}; while (!atomic_load_explicit(&lock, memory_order_acquire)) {{}} x = 2;",
        "FALSE",
    ),
    "relaxed": (f"while (atomic_exchange_explicit(&lock, 1, memory_order_relaxed)) {{}} x++; {ENDS}", "FALSE"),
    "relaxed release": (f"while ({TAKEN}) {{}} x++; atomic_store_explicit(&lock, 0, memory_order_relaxed);", "FALSE"),
    "another value": ("while (atomic_exchange_explicit(&lock, 2, memory_order_acquire) == 1) {} x++;", "FALSE"),
    "stores meanwhile": (
        f"while ({TAKEN}) atomic_store_explicit(&other, 1, memory_order_relaxed); x++; {ENDS} "
        "if (atomic_load_explicit(&other, memory_order_acquire)) x++;",
        "FALSE",
    ),
    "looks by plain reads": (f"while ({TAKEN}) while (*(int *)&lock) {{}} x++; {ENDS}", "FALSE"),
    "frees it in a block": (f"while ({TAKEN}) {{}} x++; {BLOCK} *(int *)&lock = 0; {END}", "FALSE"),
    "reads where it is taken": (f"for (;;) {{ {BLOCK} if (*(int *)&lock) other = x; {END} x = 1; {TAKEN}; }}", "FALSE"),
    "releases within a block": (f"{BLOCK} {ENDS} x = 1; {END} while ({TAKEN}) {{}} x = 2; {ENDS}", "FALSE"),
    "looks first": (f"while ({SEEN}) {{}} x++; {ENDS}", "FALSE"),
}


HEAP = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct box { atomic_int lock; int x; };
void *thread(void *arg) { struct box *b = arg; BODY return 0; }
int main(void) {
    struct box *b = malloc(sizeof *b);
    b->x = 0;
    atomic_init(&b->lock, 0);
    pthread_t one, two;
    pthread_create(&one, 0, thread, b);
    pthread_create(&two, 0, thread, b);
    pthread_join(one, 0);
    pthread_join(two, 0);
    free(b);
    return 0;
}
"""
ON_THE_HEAP = {
    "right": (f"while ({TAKEN}) {{}} b->x++; {ENDS}", True, "TRUE"),
    "late": (f"while ({TAKEN}) {{}} {ENDS} b->x++;", True, "FALSE"),
    "told by a value that any write may have written": (
        f"if (atomic_load_explicit(&lock, memory_order_acquire) == 1) b->x = 2; else {{ b->x = 1; {TAKEN}; }}",
        False,
        "FALSE",
    ),
}


def program(folder: Path, body: str) -> str:
    file = folder / "p.c"
    file.write_text(f"""
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x;
atomic_int lock, other;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *thread(void *arg) {{ {body} return 0; }}
int main(void) {{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return x;
}}
""")
    return str(file)


def has_no_trace(file: str) -> bool:
    limits = recipes.limits(DEFAULTS, RACE)
    analysed = runner.run(load(file, Config(property=RACE)), runner.ANALYSE, limits)
    assert is_weak(analysed)
    steps = recipes.steps(recipes.STEPWISE, RACE)
    return traceless(runner.run(analysed, steps[: steps.index(runner.WATCH)], limits))


def verdict(file: str, engine: str) -> str:
    return verify(file, validate(Config(property=RACE, engine=engine, timeout=60.0))).verdict


@pytest.mark.parametrize("name", ATTEMPTS)
def test_attempts(name: str, tmp_path: Path) -> None:
    body, expected = ATTEMPTS[name]
    file = program(tmp_path, body)
    assert has_no_trace(file)
    assert [verdict(file, engine) for engine in ("explicit", "simulation", "bmc")] == [expected] * 3


@pytest.mark.parametrize("name", ON_THE_HEAP)
def test_on_the_heap(name: str, tmp_path: Path) -> None:
    body, expected, answer = ON_THE_HEAP[name]
    file = tmp_path / "p.c"
    file.write_text(HEAP.replace("BODY", body.replace("&lock", "&b->lock")))
    assert has_no_trace(str(file)) == expected
    assert [verdict(str(file), engine) for engine in ("explicit", "simulation")] == [answer] * 2


@pytest.mark.parametrize("name", OTHERS)
def test_others(name: str, tmp_path: Path) -> None:
    body, expected = OTHERS[name]
    file = program(tmp_path, body)
    assert not has_no_trace(file)
    assert verdict(file, "explicit") == expected
