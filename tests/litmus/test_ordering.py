"""The ordering engine, which relaxes the order itself, on the shapes of the table; and on programs that are no litmus tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import weak
from tests.litmus.shapes import SHAPES, Litmus
from tests.litmus.test_axiomatic import compare
from tests.litmus.test_litmus import SB, THREADS, pair, verify
from tests.litmus.test_programs import FOLDER, FULL, STORE
from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.memory_models import WEAK, named
from threadproof.properties import DEADLOCK
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN
from threadproof.run import pipeline

RELAXED = [model for model in WEAK if not named(model).simulated]
CASES = [(shape, model) for shape in SHAPES for model in WEAK if model in RELAXED or not shape.depends()]


@pytest.mark.parametrize("shape, model", CASES, ids=lambda value: getattr(value, "name", value))
def test_shape(shape: Litmus, model: str, tmp_path: Path) -> None:
    outcome = verify(shape.c(), model, tmp_path, "ordering")
    assert outcome.verdict == (FALSE if model in shape.allowed.split() else TRUE), outcome.reason


RANDOM = [(0, "tso"), (1, "pso"), (100, "tso"), (0, "rmo"), (1000, "rmo"), (1001, "rmo"), (2000, "rmo"), (2001, "power")]


@pytest.mark.parametrize("number, model", [*RANDOM, (2002, "power"), (2003, "power")])
def test_random(number: int, model: str, tmp_path: Path) -> None:
    compare(number, model, tmp_path, "ordering")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(1, 20))])
def test_fuzz(seed: int) -> None:
    report = weak.check_batch([seed], 60.0)
    assert not report.failures and not report.skipped


def both(text: str, tmp_path: Path) -> list[str]:
    return [verify(text, model, tmp_path, "ordering").verdict for model in ("sc", "tso", "pso")]


def test_fence_on_one_path(tmp_path: Path) -> None:
    """A fence in a branch that is not taken orders nothing."""
    choice = "extern _Bool __VERIFIER_nondet_bool(void);\n"
    first = "_Bool c = __VERIFIER_nondet_bool(); x = 1; if (c) __sync_synchronize(); long r = y; {}return (void *)r;"
    fenced = "y = 1; __sync_synchronize(); return (void *)(long)x;"
    assert both(pair(first.replace("{}", ""), fenced, choice), tmp_path) == [TRUE, FALSE, FALSE]
    assert both(pair(first.replace("{}", "__VERIFIER_assume(c); "), fenced, choice), tmp_path) == [TRUE, TRUE, TRUE]


def test_access_on_one_path(tmp_path: Path) -> None:
    """Order is not handed on by a write that does not happen."""
    choice = "extern _Bool __VERIFIER_nondet_bool(void);\nint z;\n"
    first = "x = 1; if (__VERIFIER_nondet_bool()) { z = 1; __sync_synchronize(); } long r = y; return (void *)r;"
    second = "y = 1; if (z) __sync_synchronize(); long r = x; return (void *)r;"
    assert both(pair(first, second, choice), tmp_path) == [TRUE, FALSE, FALSE]


def test_pointers_and_arrays(tmp_path: Path) -> None:
    helpers = "int v[3];\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
    first = "unsigned i = __VERIFIER_nondet_uchar() % 2; v[i] = 1; return (void *)(long)v[2];"
    second = "v[2] = 1; return (void *)(long)(v[0] + v[1]);"
    assert both(pair(first, second, helpers), tmp_path) == [TRUE, FALSE, FALSE]
    own = "unsigned i = __VERIFIER_nondet_uchar() % 3; v[i] = 1; long r = v[2]; return (void *)(i == 2 && r != 1 ? 0L : 1L);"
    assert both(pair(own, "v[1] = 0; return 0;", helpers), tmp_path) == [TRUE, TRUE, TRUE]


def test_atomic_blocks_and_stores_are_fences(tmp_path: Path) -> None:
    block = "__VERIFIER_atomic_begin(); {} = 1; __VERIFIER_atomic_end(); return (void *)(long){};"
    assert both(pair(block.format("x", "y"), block.format("y", "x")), tmp_path) == [TRUE, TRUE, TRUE]
    atomic = pair(*SB).replace("int x, y;", "_Atomic int x, y;")
    assert both(atomic, tmp_path) == [TRUE, TRUE, TRUE]


def test_memory_that_was_never_written(tmp_path: Path) -> None:
    """An object is published before its content; what others find there then is anything."""
    text = f"{THREADS}int *volatile shared;\nvoid *a(void *p) {{ int *q = malloc(4); *q = 7; {{}} shared = q; return 0; }}\n"
    text += "int main(void) { __tp_spawn(a, 0); int *q = shared; if (q && *q != 7) reach_error(); return 0; }\n"
    fence = text.replace("{}", "__atomic_thread_fence(__ATOMIC_RELEASE);")
    found = {model: verify(text.replace("{}", ""), model, tmp_path, "ordering").verdict for model in ("tso", "pso", "rmo")}
    assert found == {"tso": TRUE, "pso": FALSE, "rmo": FALSE}
    assert [verify(fence, model, tmp_path, "ordering").verdict for model in ("pso", "rmo")] == [TRUE, TRUE]


@pytest.mark.parametrize(
    "name, model, fences, verdict",
    [
        ("peterson", "tso", (), FALSE),
        ("peterson", "tso", (FULL,), TRUE),
        ("peterson", "pso", (FULL,), FALSE),
        ("peterson", "pso", (FULL, STORE), TRUE),
        ("dekker", "tso", (), FALSE),
        ("seqlock", "pso", (), FALSE),
        ("ring", "tso", (), TRUE),
        ("ring", "pso", (), FALSE),
        ("ring", "pso", (STORE,), TRUE),
    ],
)
def test_program(name: str, model: str, fences: tuple[str, ...], verdict: str) -> None:
    config = validate(Config(engine="ordering", memory_model=model, define=fences, timeout=100.0))
    outcome = pipeline.verify(str(FOLDER / f"{name}.c"), config)
    assert outcome.verdict == verdict, outcome.reason


WAKE = """
#include <pthread.h>
#include <semaphore.h>
int ready, waiting;
sem_t s;
void *a(void *p) { waiting = 1; FENCE; if (!ready) sem_wait(&s); return 0; }
void *b(void *p) { ready = 1; FENCE; if (waiting) sem_post(&s); return 0; }
int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  return 0;
}
"""


@pytest.mark.parametrize("model", RELAXED)
def test_deadlock(model: str, tmp_path: Path) -> None:
    """A wake-up that is lost. Without fences there is no schedule of the interpreter that shows it."""

    def verdict(fence: str) -> str:
        text = WAKE.replace("FENCE", fence)
        return verify(text, model, tmp_path, "ordering", property=DEADLOCK, spurious="off").verdict

    assert verdict("__sync_synchronize()") == TRUE
    assert verdict("") == UNKNOWN
    assert verdict("sem_wait(&s)") == FALSE  # under sc, too


@pytest.mark.parametrize("model", ("tso", "pso"))
def test_no_room_in_the_buffers(model: str, tmp_path: Path) -> None:
    """Then the execution itself is checked."""
    first = "x = 1; z = 1; z = 2; z = 3; return (void *)(long)y;"
    text = pair(first, "y = 1; __sync_synchronize(); return (void *)(long)(z ? 1 : x);", "int z;\n")
    outcome = verify(text, model, tmp_path, "ordering", buffer=1)
    assert outcome.verdict == FALSE and "take effect" in outcome.trace


@pytest.mark.parametrize("model", RELAXED)
def test_branch_in_a_block(model: str, tmp_path: Path) -> None:
    """What a block does may depend on what it has read itself."""
    first = "__VERIFIER_atomic_begin(); if (!x) x = 1; __VERIFIER_atomic_end(); return (void *)(long)y;"
    assert verify(pair(first, "y = 1; return (void *)(long)x;"), model, tmp_path, "ordering").verdict == FALSE
    fenced = "y = 1; __sync_synchronize(); return (void *)(long)x;"
    assert verify(pair(first, fenced), model, tmp_path, "ordering").verdict == TRUE
