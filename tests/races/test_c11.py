"""Data races of programs that synchronise weakly: every engine against the relations of C11, one execution at a time."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.fuzz.engines import Prepared, configure
from tests.races import shapes
from tests.races.c11 import HOMES, Thread, racy, source
from tests.races.generate import program
from threadproof.certify.format import FormatError
from threadproof.certify.order.unrolled import asked
from threadproof.config.engines import AUTO, ENGINES
from threadproof.events.world import UnrollingLimits
from threadproof.ir.happens_before import is_weak
from threadproof.passes import recipes, runner
from threadproof.passes.options import DEFAULTS
from threadproof.properties import RACE
from threadproof.run.pipeline import certify, quietly, verify

ABLE = [e.name for e in ENGINES if RACE in e.properties and "preemptive" in e.schedulers and not e.modular]
EXACT = ("explicit", "ordering")  # these are asked for more, because they are fast
SECONDS = 20
SAMPLE = {"explicit": 6, "ordering": 3}
SAMPLE_NIGHTLY = {"explicit": 24, "ordering": 12}
SEEDS = {"explicit": range(15), "ordering": range(10)}
SEEDS_NIGHTLY = {"explicit": range(15, 80), "ordering": range(10, 50)}


def sample(shape: shapes.Shape, most: int) -> list[tuple[tuple[str, ...], list[Thread]]]:
    """Some mixes of orders, always the same; all of them if there are few."""
    every = list(shapes.programs(shape))
    return every if len(every) <= most else random.Random(shape.__name__).sample(every, most)


def prepared(threads: list[Thread], home: str = "global") -> Prepared:
    return loaded(source(threads, home))


@cache
def loaded(text: str) -> Prepared:
    """Once for all engines."""
    return Prepared(text, configure("explicit", RACE, (), SECONDS))


def check(ready: Prepared, engine: str, expected: str, about: object) -> None:
    found = ready.verdict(configure(engine, RACE, (), SECONDS))
    assert found == expected, f"{engine}: {about}: expected {expected}\n{ready.text}"


def expected(threads: list[Thread]) -> str:
    return "FALSE" if racy(threads) else "TRUE"


@pytest.mark.parametrize("engine", EXACT)
@pytest.mark.parametrize("shape", shapes.MIXES, ids=lambda shape: shape.__name__)
def test_mixes_of_orders(shape: shapes.Shape, engine: str) -> None:
    for orders, threads in sample(shape, SAMPLE[engine]):
        check(prepared(threads), engine, expected(threads), orders)


@pytest.mark.nightly
@pytest.mark.parametrize("engine", EXACT)
@pytest.mark.parametrize("shape", shapes.MIXES, ids=lambda shape: shape.__name__)
def test_more_mixes_of_orders(shape: shapes.Shape, engine: str) -> None:
    for orders, threads in sample(shape, SAMPLE_NIGHTLY[engine]):
        check(prepared(threads), engine, expected(threads), orders)


@pytest.mark.parametrize("engine", [name for name in ABLE if name not in EXACT])
def test_every_engine_on_every_shape(engine: str) -> None:
    for shape in shapes.MIXES:
        for orders, threads in sample(shape, 1):
            check(prepared(threads), engine, expected(threads), (shape.__name__, orders))


@pytest.mark.parametrize("home", HOMES[1:])
@pytest.mark.parametrize("engine", ABLE)
def test_wherever_the_variables_are(engine: str, home: str) -> None:
    """Main writes to them first; accesses come with checks and indices; what is on the heap is freed."""
    for shape in shapes.MIXES if engine in EXACT else (shapes.mp, shapes.fenced):
        for orders, threads in sample(shape, 1 if engine in EXACT else 2):
            check(prepared(threads, home), engine, expected(threads), (home, shape.__name__, orders))


@pytest.mark.nightly
@pytest.mark.parametrize("home", HOMES[1:])
@pytest.mark.parametrize("engine", EXACT)
def test_more_wherever_the_variables_are(engine: str, home: str) -> None:
    for shape in shapes.MIXES:
        for orders, threads in sample(shape, 6):
            check(prepared(threads, home), engine, expected(threads), (home, shape.__name__, orders))


@pytest.mark.parametrize("engine", EXACT)
def test_random_programs(engine: str) -> None:
    for seed in SEEDS[engine]:
        threads = program(random.Random(seed))
        check(prepared(threads), engine, expected(threads), seed)


@pytest.mark.nightly
@pytest.mark.parametrize("engine", EXACT)
def test_more_random_programs(engine: str) -> None:
    for seed in SEEDS_NIGHTLY[engine]:
        threads = program(random.Random(seed))
        check(prepared(threads), engine, expected(threads), seed)


def test_the_shapes_are_worth_something() -> None:
    """Most shapes depend on their orders, both verdicts are there, and so are programs on both sides of `is_weak`."""
    found = {shape: {racy(threads) for _, threads in sample(shape, 30)} for shape in shapes.MIXES}
    assert sum(len(answers) == 2 for answers in found.values()) >= 10
    assert {True} in found.values() and {False} in found.values()
    weak = {is_weak(prepared(threads).program) for _, threads in shapes.programs(shapes.mp)}
    assert weak == {True, False}
    assert len(ABLE) > 5 and AUTO not in ABLE


def test_the_text_of_c11() -> None:
    """Examples whose answer is known, for the oracle itself."""
    assert (
        racy(shapes.mp("relaxed", "relaxed")) and racy(shapes.mp("release", "relaxed")) and racy(shapes.mp("relaxed", "acquire"))
    )
    assert not racy(shapes.mp("release", "acquire")) and not racy(shapes.mp("seq_cst", "consume"))
    assert not racy(shapes.sequence("release", "relaxed", "acquire")) and racy(shapes.sequence("relaxed", "acq_rel", "acquire"))
    assert not racy(shapes.own_sequence("release", "relaxed", "acquire"))
    assert not racy(shapes.fenced("release", "relaxed", "relaxed", "acquire"))
    assert racy(shapes.late_fence("release", "relaxed", "relaxed", "acquire"))
    assert racy(shapes.attempted("")) and not racy(shapes.attempted_inside(""))


def test_adjacent_accesses_prove_nothing_here() -> None:
    """A proof that no two threads are about to race must not be taken for one that there is no race."""
    weak = prepared(shapes.mp("relaxed", "relaxed")).program
    lowered = runner.run(weak, recipes.steps(recipes.ORDERED, RACE), recipes.limits(DEFAULTS, RACE))
    with pytest.raises(FormatError, match="at the same time"):
        list(asked(lowered, RACE, UnrollingLimits(1, 64), float("inf")))
    tracked = runner.run(weak, recipes.steps(recipes.TRACKED, RACE), recipes.limits(DEFAULTS, RACE))
    assert list(asked(tracked, RACE, UnrollingLimits(1, 64), float("inf")))


@pytest.mark.parametrize("engine", ABLE)
def test_certificates(engine: str, tmp_path: Path) -> None:
    """Both verdicts, checked by another run."""
    for orders, verdict in ((("relaxed", "acquire"), "FALSE"), (("release", "acquire"), "TRUE")):
        threads = shapes.mp(*orders)
        threads[0].append(("st", "z", 1, "relaxed"))  # makes it a matter of happens-before
        file, certificate = tmp_path / f"{engine}.c", tmp_path / "certificate"
        file.write_text(source(threads))
        config = replace(configure(engine, RACE, (), SECONDS), certificate=str(certificate))
        found = verify(str(file), config, quietly)
        assert found.verdict == verdict
        if not found.certificate:
            assert engine == "explicit" and verdict == "TRUE"
            continue
        certificate.write_text(found.certificate)
        confirmed = certify(str(file), str(certificate), config, quietly)
        assert (confirmed.claim, confirmed.rejected, confirmed.open) == (verdict, "", ""), engine
