"""Recipes: who lowers how, and what a certificate may therefore be about."""

from __future__ import annotations

from itertools import product

import pytest

from threadproof.memory_models import SC
from threadproof.passes import runner
from threadproof.passes.recipes import RECIPES, Recipe, permitted, steps
from threadproof.passes.runner import Pass
from threadproof.properties import DEADLOCK, EVIDENCE, GRAPH, ORDER, PROPERTIES, RACE, named


def names(passes: tuple[Pass, ...]) -> list[str]:
    return [step.name for step in (*runner.ANALYSE, *passes)]


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_what_engines_do_is_what_the_check_permits(recipe: Recipe) -> None:
    for kind, property_ in product(EVIDENCE, PROPERTIES):
        fits = recipe.proves(property_, kind)
        same = [r for r in RECIPES if r.proves(property_, kind)]
        assert permitted(names(steps(recipe, property_)), kind, property_, SC) == (
            fits or any(steps(r, property_) == steps(recipe, property_) for r in same)
        )


@pytest.mark.parametrize("recipe", [recipe for recipe in RECIPES if GRAPH in recipe.evidence], ids=lambda recipe: recipe.name)
def test_a_violation_is_a_check(recipe: Recipe) -> None:
    """Without the passes that make it one, a closed graph says nothing about the property."""
    for property_ in PROPERTIES:
        if property_ == DEADLOCK:
            assert not recipe.proves(property_, GRAPH)
        elif named(property_).watched_by:
            assert not permitted(names(recipe.passes), GRAPH, property_, SC)
            assert permitted(names(steps(recipe, property_)), GRAPH, property_, SC)


def test_the_order_of_events_is_about_all_accesses() -> None:
    for recipe in RECIPES:
        if ORDER not in recipe.evidence:
            for property_ in (RACE, DEADLOCK):
                made = steps(recipe, property_)
                whole = not {runner.SLICE, runner.MERGE, runner.GATHER} & set(made) and runner.BLOCKS in made
                assert permitted(names(made), ORDER, property_, SC) == whole


def test_memory_models() -> None:
    plain = names(())
    assert permitted(plain, "schedule", RACE, SC) and not permitted(plain, "schedule", RACE, "tso")
    assert permitted(["buffers", *plain], "schedule", RACE, "tso") and not permitted(["buffers", *plain], "schedule", RACE, SC)
    assert permitted(["repair", "fences", *plain], "schedule", RACE, "rmo")
