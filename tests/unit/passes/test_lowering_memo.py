"""Lowering once: what recipes share is the same program, and the result is that of lowering from scratch."""

from __future__ import annotations

import pytest

from tests.unit.passes.c import source
from threadproof.ir.text import program_text
from threadproof.passes import lowering_memo, recipes, runner
from threadproof.properties import RACE, UNREACH

PROGRAM = """#include <assert.h>
#include <pthread.h>
int x; void *f(void *p) { x++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); assert(x > 0); }
"""


@pytest.mark.parametrize("property_", [UNREACH, RACE])
@pytest.mark.parametrize("recipe", recipes.RECIPES, ids=lambda recipe: recipe.name)
def test_as_from_scratch(recipe: recipes.Recipe, property_: str) -> None:
    if not any(recipe.proves(property_, kind) for kind in recipe.evidence):
        pytest.skip("the recipe does not keep violations of this property")
    program = runner.run(source(PROGRAM), runner.ANALYSE)
    for other in recipes.RECIPES:
        recipes.lower(program, other, property_, 0)
    plain = runner.run(program, recipes.steps(recipe, property_), recipes.lowering(property_))
    found = recipes.lower(program, recipe, property_, 0)
    assert program_text(found) == program_text(plain)
    assert (found.passes, found.ensures) == (plain.passes, plain.ensures)


def test_nothing_is_lowered_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    run = runner.run

    def noted(program: object, passes: object, options: object) -> object:
        ran.extend(step.name for step in passes)  # type: ignore[attr-defined]
        return run(program, passes, options)  # type: ignore[arg-type]

    program = run(source(PROGRAM), runner.ANALYSE)
    monkeypatch.setattr(runner, "run", noted)
    for recipe in (recipes.ORDERED, recipes.SLICED, recipes.GATHERED, recipes.ORDERED):
        recipes.lower(program, recipe, UNREACH, 0)
    assert ran.count("inline") == ran.count("memory") == 1
    assert ran.count("blocks") == 3  # slicing comes before them


def test_another_program_is_another() -> None:
    first, second = (runner.run(source(PROGRAM), runner.ANALYSE) for _ in range(2))
    assert recipes.lower(first, recipes.ORDERED, UNREACH, 0) is recipes.lower(first, recipes.ORDERED, UNREACH, 0)
    assert recipes.lower(first, recipes.ORDERED, UNREACH, 0) is not recipes.lower(second, recipes.ORDERED, UNREACH, 0)
    assert recipes.lower(second, recipes.ORDERED, UNREACH, 1) is not recipes.lower(second, recipes.ORDERED, UNREACH, 0)
    assert lowering_memo.run(second, (), recipes.lowering(UNREACH)) is second
