"""An execution under RMO or Power is accepted as it was found, and refused when anything in it is changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.litmus import power
from tests.litmus.shapes import SHAPES
from threadproof.budget import Budget
from threadproof.certify.weak.execution import check
from threadproof.certify.weak.history import ExecutionRefused
from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.evidence.execution import Execution
from threadproof.evidence.result import Unsafe
from threadproof.evidence.task import Task
from threadproof.memory_models import named
from threadproof.properties import OVERFLOW, UNREACH
from threadproof.run import pipeline


def found(name: str, folder: Path, model: str = "rmo") -> Execution:
    return execution(next(shape for shape in SHAPES if shape.name == name).c(), folder, model)


def execution(text: str, folder: Path, model: str) -> Execution:
    file = folder / "p.c"
    file.write_text(text)
    config = validate(Config(engine="ordering", memory_model=model))
    program = pipeline.prepare(str(file), config, pipeline.Clock(pipeline.quietly))
    answer = pipeline.make_engine("ordering").check(program, Task(UNREACH, config.task_options()), Budget(60), {})
    assert isinstance(answer, Unsafe) and answer.execution is not None
    return answer.execution


@pytest.fixture(scope="module")
def load_buffering(tmp_path_factory: pytest.TempPathFactory) -> Execution:
    return found("LB", tmp_path_factory.mktemp("execution"))


def test_accepted(load_buffering: Execution, tmp_path: Path) -> None:
    assert [event.thread for event in check(load_buffering, UNREACH)] == [thread for thread, _ in load_buffering.order]
    for name in ("SB+forwarding", "WRC+po+addr", "MP+store-fence+ctrl"):
        check(found(name, tmp_path), UNREACH)


def test_model(load_buffering: Execution) -> None:
    with pytest.raises(ExecutionRefused, match="order of the access"):
        check(replace(load_buffering, model=named("pso")), UNREACH)


def test_power(tmp_path: Path) -> None:
    """Writes that reach two threads in different orders: allowed by the relations, by no one order."""
    given = found("IRIW+addrs", tmp_path, "power")
    check(given, UNREACH)
    with pytest.raises(ExecutionRefused):
        check(replace(given, model=named("rmo")), UNREACH)
    with pytest.raises(ExecutionRefused):
        check(replace(given, order=given.order[::-1]), UNREACH)


HANDLES = """
#include <assert.h>
#include <pthread.h>
int x, y, a, b;
void *left(void *arg) { x = 1; a = y; return 0; }
void *right(void *arg) { y = 1; b = x; return 0; }
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, left, 0);
    pthread_create(&threads[1], 0, right, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(a || b);
}
"""


def test_handles(tmp_path: Path) -> None:
    """An array that starts with anything, and is written before it is read."""
    for model in ("rmo", "power"):
        check(execution(HANDLES, tmp_path, model), UNREACH)


def test_relations(load_buffering: Execution, tmp_path: Path) -> None:
    """The same execution with a fence in each thread."""
    check(replace(load_buffering, model=named("power")), UNREACH)
    for name, axiom in (("LB+fences", "no thin air"), ("IRIW+fences", "propagation"), ("WRC+lwsync+addr", "observation")):
        test = power.build(next(shape for shape in SHAPES if shape.name == name))
        wanted = next(shape for shape in SHAPES if shape.name == name).outcome.split("|")
        values = [int(word) for part in wanted for word in part.split()]
        broken = [
            power.broken(candidate)
            for seen, _, candidate in power.candidates(test)
            if [test.events[write][2] for _, write in sorted(seen.items())] == values
        ]
        assert axiom in broken and "" not in broken


def test_order(load_buffering: Execution) -> None:
    order = load_buffering.order
    for i in range(len(order)):
        with pytest.raises(ExecutionRefused, match="not one of its events"):
            check(replace(load_buffering, order=order[:i] + order[i + 1 :]), UNREACH)
    with pytest.raises(ExecutionRefused):
        check(replace(load_buffering, order=order[::-1]), UNREACH)


def test_values(load_buffering: Execution) -> None:
    for number, run in enumerate(load_buffering.threads):
        for i, reads in enumerate(run.reads):
            for place in reads:
                other = (*run.reads[:i], {**reads, place: 0 if reads[place] else 2}, *run.reads[i + 1 :])
                runs = list(load_buffering.threads)
                runs[number] = replace(run, reads=other)
                with pytest.raises(ExecutionRefused):
                    check(replace(load_buffering, threads=tuple(runs)), UNREACH)


def test_paths_and_property(load_buffering: Execution) -> None:
    with pytest.raises(ExecutionRefused):
        check(load_buffering, OVERFLOW)
    for number, run in enumerate(load_buffering.threads):
        runs = list(load_buffering.threads)
        runs[number] = replace(run, edges=run.edges[1:])
        with pytest.raises(ExecutionRefused):
            check(replace(load_buffering, threads=tuple(runs)), UNREACH)


def test_report(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(next(shape for shape in SHAPES if shape.name == "LB").c())
    outcome = pipeline.verify(str(file), validate(Config(engine="ordering", memory_model="rmo")))
    assert "early write: before line" in outcome.trace and outcome.checked.startswith("checked against")
    assert any(step["early"] for step in outcome.steps)
