"""Plans: every program has one, and it names only engines that can do the work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.config.engines import ENGINES
from threadproof.config.options import Config
from threadproof.properties import PROPERTIES
from threadproof.run import plan
from threadproof.run.loading import load, run_passes


@pytest.mark.parametrize("property_", PROPERTIES)
@pytest.mark.parametrize("scheduler", ["preemptive", "systemc"])
@pytest.mark.parametrize("unbounded", [True, False])
@pytest.mark.parametrize("loops", [0, 1])
@pytest.mark.parametrize("open_", [0, 1])
@pytest.mark.parametrize("buffers", [False, True])
def test_every_program_has_a_plan(property_: str, scheduler: str, unbounded: bool, loops: int, open_: int, buffers: bool) -> None:
    chosen = plan.choose(plan.Features(scheduler, property_, 2, unbounded, loops, open_, 9, 10, 0, buffers=buffers))
    assert chosen.runs
    for run in chosen.runs:
        info = next(engine for engine in ENGINES if engine.name == run.engine)
        assert property_ in info.properties and scheduler in info.schedulers
    assert chosen.runs[-1].share == 1


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mutex_counter.c", {"unbounded": False, "threads": 2}),
        ("thread_unbounded.c", {"unbounded": False}),  # six
        ("thread_nested.c", {"unbounded": True}),
        ("race_read_read.c", {"loops": 0, "inputs": 0}),
        ("input_large.c", {"inputs": 1}),
    ],
)
def test_features(name: str, expected: dict[str, object]) -> None:
    config = Config()
    program = run_passes(run_passes(load(str(CORPUS / name), config), config), config, "lowered")
    found = plan.features(program, "unreach-call")
    assert {key: getattr(found, key) for key in expected} == expected


def test_any_number_of_threads(tmp_path: Path) -> None:
    file = tmp_path / "threads.c"
    file.write_text("""#include <pthread.h>
    void *f(void *p) { return p; }
    int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }""")
    config = Config()
    found = plan.features(run_passes(run_passes(load(str(file), config), config), config, "lowered"), "unreach-call")
    assert found.unbounded and plan.choose(found).name == "any number of threads"


RECURSIVE = """#include <assert.h>
#include <pthread.h>
int x, y;
int sum(int n) { return n ? sum(n - 1) + sum(n - 1) + sum(n - 1) : 1; }
void *f(void *p) { x = 1; assert(!y || sum(2) == 9); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 1; return x; }
"""


@pytest.mark.parametrize(("model", "relaxed"), [("sc", False), ("rmo", True)])
def test_large_programs_are_not_examined_further(tmp_path: Path, model: str, relaxed: bool) -> None:
    """But whether engines have to know the memory model is: others would take it for sequentially consistent."""
    file = tmp_path / "recursive.c"
    file.write_text(RECURSIVE)
    config = Config(memory_model=model)
    found = plan.examined(run_passes(load(str(file), config), config), "unreach-call")
    assert found.large and found.relaxed == relaxed and plan.choose(found).name == "large"


def test_loops_are_explained(tmp_path: Path) -> None:
    file = tmp_path / "loops.c"
    file.write_text("int n; int main(void) { for (int i = 0; i < 10; i++) n += i; while (n > 3) n--; }")
    config = Config()
    found = plan.features(run_passes(run_passes(load(str(file), config), config), config, "lowered"), "unreach-call")
    assert "2 loops (1 without bound, others at most 10 iterations)" in str(found)
    assert plan.choose(found).name == "one thread, without inputs"
    assert plan.choose(replace(found, inputs=1)).name == "one thread"
    assert plan.choose(replace(found, threads=1)).name == "loops"
    file.write_text("int n; int main(void) { for (int i = 0; i < 10; i++) n += i; }")
    found = plan.features(run_passes(run_passes(load(str(file), config), config), config, "lowered"), "unreach-call")
    assert "1 loop (at most 10 iterations)" in str(found)
    assert plan.choose(replace(found, threads=1)).name == "loops with constant bounds"
    long = plan.choose(replace(found, threads=1, iterations=100))
    assert long.name == "long loops with constant bounds" and long.runs[0].engine == "bmc"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x = any(); check(2 * x + 1 != 7);", "linear data"),
        ("unsigned x = any(); check(((x << 1) ^ (x & 5)) != 7);", "data with bits"),
        ("int x = any(), y = any(); check(x * y != 7);", "data with products"),
        ("int a[4] = {1}, x = 0; for (int i = 0; i < 4; i++) x += a[i & 3 & any()]; check(x != 7);", "data with arrays and bits"),
        ("float x = any(); check(x + 1 != 7);", "data with floats"),
        ("static int x, *p; p = any() ? &x : 0; check(p != &x);", "linear data"),
    ],
)
def test_data(text: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "data.c"
    declared = "extern int any(void);\nextern void reach_error(void);\n#define check(c) if (!(c)) reach_error()\n"
    file.write_text(f"{declared}int main(void) {{ {text} }}")
    config = Config()
    found = plan.features(run_passes(run_passes(load(str(file), config), config), config, "lowered"), "unreach-call")
    assert str(found).endswith(expected)
    short = replace(found, threads=1, loops=1, unbounded_loops=0, iterations=4)
    assert (plan.choose(short).runs[0].engine == "bmc") == ("arrays" in expected)
