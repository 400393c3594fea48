"""The table of properties is complete, and the only place where properties are told apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import CORPUS, ROOT
from threadproof.bench.tasks import single
from threadproof.config.engines import ENGINES
from threadproof.config.options import OPTIONS, Config
from threadproof.config.propertyfile import parse_properties, specified
from threadproof.config.validation import validate
from threadproof.errors import NOWHERE, OptionError
from threadproof.passes import runner
from threadproof.passes.recipes import RECIPES, permitted, steps
from threadproof.properties import (
    EVIDENCE,
    GRAPH,
    KINDS,
    NONE,
    PREEMPTIVE,
    PROPERTIES,
    SCHEDULE,
    SCHEDULERS,
    TABLE,
    UNDEFINED,
    UNREACH,
    Property,
    Shape,
    checks,
    in_words,
    named,
    shape,
    usual,
)
from threadproof.records import fields, replace
from threadproof.run.plan import PLANS, Features, choose

EVERY = pytest.mark.parametrize("found", TABLE, ids=lambda found: found.name)
SOURCES = ROOT / "src" / "threadproof"
CONSTANTS = ("UNREACH", "RACE", "OVERFLOW", "MEMSAFETY", "DEADLOCK")


@EVERY
def test_fields_mean_something(found: Property) -> None:
    assert named(found.name) is found and shape(found.name) is found.shape
    assert found.about and found.formulas and found.kinds
    assert set(found.evidence) <= set(EVIDENCE) and SCHEDULE in found.evidence, "a violation is a schedule"
    assert set(found.usual) <= set(SCHEDULERS)
    assert {step.name for step in runner.named(found.watched_by)} == set(found.watched_by)
    assert not found.watched_by or GRAPH in found.evidence, "a pass makes violations checks for the sake of graphs"
    assert not found.option or isinstance(getattr(Config(), found.option), bool)


@pytest.mark.parametrize(
    "values",
    [
        [found.name for found in TABLE],
        [found.about for found in TABLE],
        [formula for found in TABLE for formula in (*found.formulas, *found.aliases)],
        [*UNDEFINED, *(kind for found in TABLE for kind in found.kinds)],
        [found.turn for found in TABLE],
        [found.option for found in TABLE if found.option],
    ],
    ids=["name", "about", "formula", "kind", "turn", "option"],
)
def test_nothing_belongs_to_two_properties(values: list[object]) -> None:
    assert sorted({value for value in values if values.count(value) > 1}, key=str) == []


def test_no_field_has_a_default() -> None:
    """Who adds a property has to say all of it: a field that is left out is an error of the type checker, and a TypeError."""
    with pytest.raises(TypeError):
        Property("new")  # type: ignore[call-arg]
    for left_out in fields(Property):
        given = {field.name: getattr(TABLE[0], field.name) for field in fields(Property) if field is not left_out}
        with pytest.raises(TypeError):
            Property(**given)


@EVERY
def test_users_can_name_it(found: Property, tmp_path: Path) -> None:
    for number, formula in enumerate((*found.formulas, *found.aliases)):
        file = tmp_path / f"{number}.prp"
        file.write_text(f"CHECK( init(main()), LTL({formula}) )\n")
        assert parse_properties([found.name, str(file)]) == (found.name,)
    quoted = "\n".join(f"CHECK( init(main()), LTL({formula}) )" for formula in found.formulas)
    assert specified(quoted, NOWHERE) == found.name
    assert found.name in next(option.help for option in OPTIONS if option.attribute == "properties")
    file = tmp_path / f"task_false-{found.name}.i"
    file.touch()
    assert single(file, found.name).expected == "FALSE"


@EVERY
def test_every_scheduler_has_its_usual_properties(found: Property) -> None:
    for scheduler in SCHEDULERS:
        assert (found.name in usual(scheduler)) == (scheduler in found.usual)
        assert found.name in usual(scheduler, (found.option,)) or not found.option


@pytest.mark.parametrize("found", [found for found in TABLE if found.option], ids=lambda found: found.name)
def test_an_option_adds_it(found: Property) -> None:
    (option,) = (option for option in OPTIONS if option.attribute == found.option)
    assert found.name in option.help and option.default is False
    config = replace(Config(), **{found.option: True})
    assert config.adds() == (found.option,) and validate(config)
    assert config.alone(UNREACH) == Config(properties=(UNREACH,))
    with pytest.raises(OptionError, match=f"give --property {found.name} instead"):
        validate(replace(config, properties=(UNREACH,)))


def test_the_usual_properties_in_words() -> None:
    assert in_words(usual(PREEMPTIVE)) == "assertions, data races, deadlocks and memory safety"
    assert in_words(usual("systemc")) == "assertions and memory safety"
    assert in_words(("no-deadlock",)) == "deadlocks"


@EVERY
def test_engines_verify_it(found: Property) -> None:
    able = [engine for engine in ENGINES if found.name in engine.properties]
    assert "explicit" in {engine.name for engine in able}, "the oracle of all engines"
    for engine in able:
        assert validate(Config(engine=engine.name, property=found.name, properties=(found.name,)))
    for features in (Features(scheduler, found.name, 1, False, 1, 0, 1, 1, 1) for scheduler in SCHEDULERS):
        assert {run.engine for run in choose(features).runs} <= {engine.name for engine in able}
    assert any(plan.runs for plan in PLANS)


@EVERY
def test_recipes_permit_what_proves_it(found: Property) -> None:
    for kind in EVIDENCE:
        made = [steps(recipe, found.name) for recipe in RECIPES if recipe.proves(found.name, kind)]
        assert bool(made) == (kind in found.evidence)
        names = [[step.name for step in (*runner.ANALYSE, *passes)] for passes in made]
        assert all(permitted(passes, kind, found.name, "sc") for passes in names)
        if kind == GRAPH:
            assert all(set(found.watched_by) <= set(passes) for passes in names)


@EVERY
def test_it_is_documented_and_tried(found: Property) -> None:
    for page in ("README.md", "docs/cli.md"):
        assert f"`{found.name}`" in (ROOT / page).read_text(), f"{page} does not name it"
    verdicts = {verdict for file in CORPUS.rglob("*.c") for name, verdict in heading(file) if name == found.name}
    assert verdicts >= {"TRUE", "FALSE"}, "the corpus has no program in which it holds, or none in which it is violated"


def heading(file: Path) -> list[tuple[str, str]]:
    """Properties and verdicts in the first lines of a program of the corpus."""
    return re.findall(r"^// property: (\S+)\n// verdict: (\w+)", file.read_text(errors="replace"), re.MULTILINE)


def test_kinds() -> None:
    assert {name for name in KINDS.values() if name} == set(PROPERTIES)
    for kind, about in KINDS.items():
        assert [name for name in PROPERTIES if checks(name, kind)] == ([about] if about else [])
    assert not any(checks(NONE, kind) for kind in KINDS)


def test_the_turns_of_a_violation() -> None:
    assert {look: look.last_turns for look in Shape} == {Shape.STEP: 1, Shape.RACE: 2, Shape.DEADLOCK: 0}


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
            return name in CONSTANTS and not isinstance(node, ast.Attribute)
        case ast.Constant(value=value):
            return value in PROPERTIES
    return False


FILES = sorted(SOURCES.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCES)))
def test_only_the_table_tells_properties_apart(file: Path) -> None:
    """Elsewhere a field of the record is asked for, so that a new property is forgotten nowhere."""
    found = [node for node in compared(ast.parse(file.read_text())) if tells_apart(node)]
    lines = [node.lineno for node in found if isinstance(node, ast.expr)]
    assert not lines, f"lines {lines} compare with the name of a property: ask for a field of `properties.named(...)`"
