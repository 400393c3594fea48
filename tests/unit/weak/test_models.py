"""The table of memory models is complete and ordered, and the only place that tells models apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.places import ROOT
from threadproof.config.engines import ENGINES
from threadproof.config.options import OPTIONS, Config
from threadproof.config.validation import validate
from threadproof.errors import InternalError
from threadproof.events import program_order
from threadproof.frontend.c import load
from threadproof.frontend.c.options import COptions
from threadproof.ir.program import Program
from threadproof.memory_models import KINDS, MODELS, SC, TABLE, WEAK, MemoryModel, is_weak, named, relaxed
from threadproof.passes import runner
from threadproof.passes.options import DEFAULTS
from threadproof.passes.recipes import models, permitted
from threadproof.properties import EVIDENCE, UNREACH
from threadproof.properties import TABLE as PROPERTIES
from threadproof.records import fields, replace
from threadproof.run.ledger import ledger
from threadproof.weak.store_buffers import followed

EVERY = pytest.mark.parametrize("model", TABLE, ids=lambda model: model.name)
RELAXED = pytest.mark.parametrize("model", [model for model in TABLE if model.weak], ids=lambda model: model.name)
SOURCES = ROOT / "src" / "threadproof"
DOCS = ROOT / "docs"
BUFFERING = """
#include <pthread.h>
#include <assert.h>
int x, y, a, b;
void *f(void *p) { x = 1; a = y; return p; }
void *g(void *p) { y = 1; b = x; return p; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);
    pthread_join(s, 0); pthread_join(t, 0);
    assert(a || b);
}
"""


@EVERY
def test_fields_mean_something(model: MemoryModel) -> None:
    assert named(model.name) is model and model.words
    assert model.keeps <= set(KINDS)
    assert model.weak == is_weak(model.name) == (model.name in WEAK) == (relaxed(model.name) is not None)
    assert {step.name for step in runner.named(model.passes)} == set(model.passes)
    assert model.atomic or not model.keeps, "what other threads see in another order is not kept for them"


def test_names_and_words_are_different() -> None:
    assert len({model.name for model in TABLE}) == len({model.words for model in TABLE}) == len(TABLE)
    assert [model.name for model in TABLE if not model.weak] == [SC], "where nothing is relaxed, interleavings say it all"


def test_no_field_has_a_default() -> None:
    """Who adds a model has to say all of it: a field that is left out is an error of the type checker, and a TypeError."""
    for left_out in fields(MemoryModel):
        given = {field.name: getattr(TABLE[0], field.name) for field in fields(MemoryModel) if field is not left_out}
        with pytest.raises(TypeError):
            MemoryModel(**given)


def test_the_table_goes_from_the_strongest_to_the_weakest() -> None:
    """No model is as strong as one before it. Two of them need not be comparable."""
    for before, behind in combinations(TABLE, 2):
        orders = behind.keeps > before.keeps or (behind.keeps == before.keeps and behind.dependencies >= before.dependencies)
        assert not (orders and behind.atomic >= before.atomic), f"{behind.name} allows no more than {before.name}"


@RELAXED
def test_whoever_follows_models_follows_it(model: MemoryModel) -> None:
    """Otherwise it would be an error of a run, or worse, be taken for another model."""
    assert followed(model), "weak.store_buffers: as operations of the program"
    assert program_order.followed(model), "events.program_order: as an order of events"
    assert set(model.passes) == {runner.BUFFERS.name, runner.FENCES.name}
    assert "WR" not in model.keeps, "writes may always be late: store buffers are what all of them have"


@RELAXED
@pytest.mark.parametrize("field", ["keeps", "dependencies", "atomic", "control_fences"])
def test_a_model_that_nobody_follows_is_refused(model: MemoryModel, field: str) -> None:
    """A model with another value is another one of the table, or one that is not known."""
    value = frozenset({"RR"}) if field == "keeps" else not getattr(model, field)
    other = replace(model, name="new", **{field: value})
    same = [each for each in TABLE if each.weak and _semantics(each) == _semantics(other)]
    assert followed(other) == bool(same)
    if not program_order.followed(other):
        assert not same
        with pytest.raises(InternalError, match="no order of events for the memory model new"):
            program_order.PreservedOrder(None, other)  # type: ignore[arg-type]


def _semantics(model: MemoryModel) -> tuple[object, ...]:
    return model.keeps, model.dependencies, model.atomic, model.control_fences


def program(model: str, tmp_path: Path) -> Program:
    file = tmp_path / "program.c"
    file.write_text(BUFFERING)
    return load(str(file), COptions(memory_model=model))


@RELAXED
@pytest.mark.parametrize("step", [runner.BUFFERS, runner.FENCES], ids=lambda step: step.name)
def test_passes_make_it_part_of_a_program(model: MemoryModel, step: runner.Pass, tmp_path: Path) -> None:
    source = program(model.name, tmp_path)
    made = runner.run(source, [step], replace(DEFAULTS, memory_model=model.name))
    assert (step,) in models(model.name) and step.name in made.passes
    if step is runner.BUFFERS:
        assert made.functions != source.functions, "a program that every weak model breaks"


@EVERY
def test_certificates_are_about_it(model: MemoryModel) -> None:
    plain = [step.name for step in runner.ANALYSE]
    for about in PROPERTIES:
        for kind in EVIDENCE[:2]:
            assert permitted(plain, kind, about.name, model.name) == (not model.weak and kind in about.evidence)
            assert all(permitted([step, *plain], kind, about.name, model.name) for step in model.passes)


@EVERY
def test_users_can_choose_it(model: MemoryModel) -> None:
    option = next(option for option in OPTIONS if option.attribute == "memory_model")
    assert model.name in option.choices and model.name in option.help
    assert validate(Config(memory_model=model.name))
    told = ledger("TRUE", Config(memory_model=model.name), "preemptive", "LP64", (), "")
    assert told["memory model"] == model.words
    assert f"`{model.name}`" in (DOCS / "memory-models.md").read_text()
    assert option.choices[: len(MODELS)] == MODELS, "offered from the strongest to the weakest"


def test_some_engine_sees_all_executions_of_every_model() -> None:
    assert any(engine.knows_order for engine in ENGINES) or all(model.simulated for model in TABLE)
    assert all(UNREACH in engine.properties for engine in ENGINES if engine.knows_order)


# -- nobody else tells models apart ---------------------------------------------------------------------------------------


def compared(tree: ast.AST) -> Iterator[ast.AST]:
    """What stands beside a comparison, is matched, or is the key of a dictionary."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                for side in (left, *others):
                    yield from side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else (side,)
            case ast.MatchValue(value=value):
                yield value
            case ast.Dict(keys=keys):
                yield from (key for key in keys if key is not None)


def tells_apart(node: ast.AST) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name == "SC"
        case ast.Constant(value=value):
            return value in MODELS
    return False


FILES = sorted(SOURCES.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCES)))
def test_only_the_table_tells_models_apart(file: Path) -> None:
    """Elsewhere a field of the record is asked for, so that a new model is never taken for an old one."""
    found = [node for node in compared(ast.parse(file.read_text())) if tells_apart(node)]
    lines = [node.lineno for node in found if isinstance(node, ast.expr)]
    assert not lines, f"lines {lines} compare with the name of a memory model: ask for a field of `memory_models.named(...)`"
