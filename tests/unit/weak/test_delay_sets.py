"""Which writes are held back: those on a critical cycle with a pair that the model relaxes, and what queues up behind them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.litmus.shapes import SHAPES, Litmus
from threadproof.config.options import Config
from threadproof.passes.runner import BUFFERS, run
from threadproof.run import loading, pipeline
from threadproof.run.checks import pass_options
from threadproof.weak.delay_sets import calls

HEAD = """#include <pthread.h>
#include <stdatomic.h>
int x, y, z, a[2]; pthread_mutex_t m;
"""
MAIN = """
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, f, (void *)0);
  pthread_create(&t, 0, g, (void *)1);
  return 0;
}
"""


def held(text: str, model: str, tmp_path: Path) -> list[int]:
    """Lines of writes that are held back."""
    file = tmp_path / "p.c"
    file.write_text(text)
    config = Config(engine="explicit", memory_model=model)
    program = run(loading.load(str(file), config), [BUFFERS], pass_options(config))
    edges = [edge for function in program.functions.values() for edge in function.edges]
    return sorted(
        {
            edge.pos.line
            for edge in edges
            if any(calls(edge, name) for name in program.functions if name.startswith("__tp_buffer_put"))
        }
    )


def statements(f: str, g: str, model: str, tmp_path: Path) -> list[int]:
    """... of `f`, as the numbers of its statements."""
    rows = f.split(" / ")
    text = "\n".join([*rows, f"return 0; }} void *g(void *p) {{ {g} return 0; }}"])
    found = held(f"{HEAD}void *f(void *p) {{\n{text}\n{MAIN}", model, tmp_path)
    first = HEAD.count("\n") + 2
    return [line - first for line in found if line - first < len(rows)]


@pytest.mark.parametrize("shape", [s for s in SHAPES if "X" not in s.threads], ids=lambda shape: shape.name)
def test_litmus_shapes_without_weak_behaviour_cost_nothing(shape: Litmus, tmp_path: Path) -> None:
    """The outcome of a shape is its only critical cycle, if main does not look at variables in the end, and every thread that
    reads is part of the outcome (one that is not may close other cycles)."""
    threads, seen = shape.threads.split("|"), shape.outcome.partition(";")[0].split("|")
    looks_on = any("R" in thread and not values.strip() for thread, values in zip(threads, seen, strict=True))
    for model in ("tso", "pso"):
        if model not in shape.allowed and not looks_on and not re.search(r"\w=", shape.outcome):
            assert held(re.sub(r".* last_.*\n", "", shape.c()), model, tmp_path) == [], model


@pytest.mark.parametrize("f, g, tso, pso", [
    ("x = 1; / int r = y;", "y = 1; int r = x;", [0], [0]),
    ("x = 1; / int r = y;", "int r = y; r = x;", [], []),  # g writes nothing
    ("x = 1; / int r = y;", "int r = y; y = 1; r = x;", [0], [0]),
    ("x = 1; / int r = y;", "y = 1; z = x;", [0], [0]),
    ("x = 1; / y = 1;", "int r = y; r = x;", [], [0, 1]),  # y queues up behind x
    ("x = 1; / atomic_thread_fence(memory_order_release); / y = 1;", "int r = y; r = x;", [], []),
    ("x = 1; / int r = x;", "x = 2; int r = x;", [], []),
    ("x = 1; / __sync_synchronize(); / int r = y;", "y = 1; int r = x;", [], []),
    ("x = 1; / z = 1; / int r = y;", "y = 1; int r = x + z;", [0, 1], [0, 1]),
    ("z = 1; / x = 1; / int r = y;", "y = 1; int r = x;", [1], [1]),
    ("z = 1; / x = 1; / __sync_synchronize(); / z = 2; / int r = y;", "y = 1; int r = x;", [], []),
    ("pthread_mutex_lock(&m); / pthread_mutex_unlock(&m); / x = 1;", "y = 1; int r = x;", [], []),
    ("x = 1; / pthread_mutex_lock(&m); / int r = y; / pthread_mutex_unlock(&m);", "y = 1; int r = x;", [], []),
    ("int *q = (long)p ? &x : &z; / *q = 1; / int r = y;", "y = 1; int r = x;", [1], [1]),
    ("if ((long)p) / x = 1; / int r = y;", "y = 1; int r = x;", [1], [1]),
    ("a[0] = 1; / int r = a[1];", "a[1] = 1; int r = a[0];", [0], [0]),
    ("a[0] = 1; / int r = a[1];", "y = 1; int r = a[0];", [], []),
])  # fmt: skip
def test_writes_on_a_critical_cycle(f: str, g: str, tso: list[int], pso: list[int], tmp_path: Path) -> None:
    assert statements(f, g, "tso", tmp_path) == tso
    assert statements(f, g, "pso", tmp_path) == pso


def test_one_function_in_two_threads(tmp_path: Path) -> None:
    text = HEAD + "void *f(void *p) { long n = (long)p;\na[n] = 1;\nint r = a[!n]; return 0; }\n"
    assert held(text + MAIN.replace("g,", "f,"), "tso", tmp_path) == [5]
    assert held(text + "void *g(void *p) { return 0; }" + MAIN, "tso", tmp_path) == []


def test_calls(tmp_path: Path) -> None:
    """Program order goes through functions."""
    text = HEAD + "void set(int *p) {\n*p = 1; }\nint get(int *p) { return *p; }\n"
    text += "void *f(void *p) { set(&x); get(&y); return 0; }\nvoid *g(void *p) { set(&y); get(&x); return 0; }\n"
    assert held(text + MAIN, "tso", tmp_path) == [5]
    assert held(text.replace("; get", "; __sync_synchronize(); get") + MAIN, "tso", tmp_path) == []


def test_no_held_write_no_difference(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(next(shape for shape in SHAPES if shape.name == "IRIW").c())
    states = set()
    for model in ("sc", "tso", "pso"):
        states.add(pipeline.verify(str(file), Config(engine="explicit", memory_model=model)).counters["states"])
    assert len(states) == 1
