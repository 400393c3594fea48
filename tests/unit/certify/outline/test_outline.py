"""Proof outlines that are wrong are refused, each for its reason: nothing about locks, threads or phases is believed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from threadproof.certify import certificate
from threadproof.certify.answer import Rejected
from threadproof.certify.outline.proof import check
from threadproof.config.options import Config
from threadproof.frontend.c import COptions, load
from threadproof.ir.program import Program
from threadproof.ir.types import LP64
from threadproof.passes import recipes, runner
from threadproof.properties import RACE
from threadproof.run.pipeline import verify

TEXT = """
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *work(void *p) { pthread_mutex_lock(&m); x = 5; x = 0; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; x = 0; while (1) pthread_create(&t, 0, work, 0); }
"""
HELD = "(eq m.__words[0] (add (cast i32 %self) 1:i32))"


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, dict[str, Any]]:
    path = tmp_path_factory.mktemp("outline") / "program.c"
    path.write_text(TEXT)
    found = verify(str(path), Config(engine="modular", property=RACE, certificate="wanted", timeout=60.0))
    analysed = runner.run(load(str(path), COptions(data_model=LP64)), runner.ANALYSE)
    return recipes.lower(analysed, recipes.OUTLINED, RACE, 0), certificate.read(found.certificate)


def refused(program: Program, data: dict[str, Any]) -> str:
    with pytest.raises(Rejected) as why:
        check(program, data, True)
    return str(why.value)


def number(data: dict[str, Any], fact: str) -> int:
    """The number of a fact, which is added if nothing says it."""
    if fact not in data["facts"]:
        data["facts"].append(fact)
    found: int = data["facts"].index(fact)
    return found


def places(data: dict[str, Any], template: str) -> list[dict[str, Any]]:
    return [entry for entry in data["outline"] if entry["at"].startswith(f"{template}:")]


def test_the_outline_holds(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved
    assert not check(program, data, True).open


def test_a_lock_that_is_not_held(proved: tuple[Program, dict[str, Any]]) -> None:
    """Said of the first location of the thread: nobody establishes it."""
    program, data = proved[0], copy.deepcopy(proved[1])
    held = number(data, HELD)
    entry = min(places(data, "work"), key=lambda place: int(place["at"].split(":")[1]))
    entry["cubes"] = [sorted([*cube, held]) for cube in entry["cubes"]]
    assert "outside of the outline" in refused(program, data)


def test_protection_that_is_forgotten(proved: tuple[Program, dict[str, Any]]) -> None:
    """Without the fact that the lock is held, accesses race, or the thread may unlock what it does not hold."""
    program, data = proved[0], copy.deepcopy(proved[1])
    held = [i for i, fact in enumerate(data["facts"]) if "%self" in fact and "m.__words[0]" in fact]
    assert held
    for place in places(data, "work"):
        place["cubes"] = [[fact for fact in cube if fact not in held] for cube in place["cubes"]]
    refused(program, data)


def test_a_fact_that_others_change(proved: tuple[Program, dict[str, Any]]) -> None:
    """x = 0 holds wherever x is not protected by the thread itself, as long as only that thread runs."""
    program, data = proved[0], copy.deepcopy(proved[1])
    zero = number(data, "(eq x 0:i32)")
    for place in data["outline"]:
        if place["at"].startswith("main:"):
            place["cubes"] = [sorted({*cube, zero}) for cube in place["cubes"]]
    data["variables"] = sorted({*data["variables"], "x"})
    assert "changes what holds at main:" in refused(program, data)


def test_a_place_that_is_left_out(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved[0], copy.deepcopy(proved[1])
    for place in places(data, "work"):
        fewer = {**data, "outline": [entry for entry in data["outline"] if entry is not place]}
        refused(program, fewer)


def test_what_always_holds_is_shown(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved[0], copy.deepcopy(proved[1])
    data["always"] = sorted({*data["always"], number(data, "(le x 3:i32)")})
    data["variables"] = sorted({*data["variables"], "x"})
    assert "breaks what always holds" in refused(program, data)


def test_numbers_of_threads_are_not_to_be_set(proved: tuple[Program, dict[str, Any]]) -> None:
    """That there is only one instance of the thread is false in the second round."""
    program, data = proved[0], copy.deepcopy(proved[1])
    one = number(data, "(eq %count.work 1:u8)")
    for place in places(data, "work"):
        place["cubes"] = [sorted({*cube, one}) for cube in place["cubes"]]
    data["variables"] = sorted({*data["variables"], "%count.work"})
    refused(program, data)


def test_facts_are_about_one_thread(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved[0], copy.deepcopy(proved[1])
    foreign = number(data, "(eq main.pthread_create.%3 0:u32)")
    data["variables"] = sorted({*data["variables"], "main.pthread_create.%3"})
    places(data, "work")[0]["cubes"][0].append(foreign)
    assert "is about" in refused(program, data)
