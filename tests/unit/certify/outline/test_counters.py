"""Outlines that count threads, and that compare registers of two threads: what they state is checked, not believed."""

from __future__ import annotations

import copy
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from threadproof.certify import certificate
from threadproof.certify.answer import Rejected
from threadproof.certify.outline.document import StatedOutline, decode
from threadproof.certify.outline.knowledge import KnownFacts, unpaired
from threadproof.certify.outline.proof import check
from threadproof.config.options import Config
from threadproof.frontend.c import COptions, load
from threadproof.ir import expr as E
from threadproof.ir.program import Program
from threadproof.ir.types import LP64
from threadproof.passes import recipes, runner
from threadproof.properties import UNREACH
from threadproof.run.pipeline import verify
from threadproof.sched.other_thread import OtherThread
from threadproof.sched.solo import Solo
from threadproof.sched.thread_counters import RestingPlace

CORPUS = Path(__file__).parents[3] / "corpus"


def outline(name: str) -> tuple[Program, dict[str, Any]]:
    path = str(CORPUS / name)
    found = verify(path, Config(engine="modular", property=UNREACH, certificate="wanted", timeout=60.0))
    assert found.verdict == "TRUE"
    analysed = runner.run(load(path, COptions(data_model=LP64)), runner.ANALYSE)
    return recipes.lower(analysed, recipes.OUTLINED, UNREACH, 0), certificate.read(found.certificate)


@pytest.fixture(scope="module")
def readers() -> tuple[Program, dict[str, Any]]:
    return outline("modular_readers.c")


def refused(program: Program, data: dict[str, Any]) -> str:
    with pytest.raises(Rejected) as why:
        check(program, data, False)
    return str(why.value)


def test_the_outline_holds(readers: tuple[Program, dict[str, Any]]) -> None:
    program, data = readers
    assert not check(program, data, False).open


def test_every_counter_is_that_of_its_places(readers: tuple[Program, dict[str, Any]]) -> None:
    """A place more or less in one of the sets, and what was said of the number is wrong."""
    program, data = readers
    reading = next(set_ for set_ in data["counters"] if len(set_["in"]) == min(len(each["in"]) for each in data["counters"]))
    number = data["counters"].index(reading)
    less = copy.deepcopy(data)
    less["counters"][number]["in"] = ["reader:end"]
    refused(program, less)
    more = copy.deepcopy(data)
    more["counters"][number]["in"] = sorted({*reading["in"], "main:0"})
    refused(program, more)


def test_a_counter_that_is_missing_is_no_variable(readers: tuple[Program, dict[str, Any]]) -> None:
    program, data = readers
    assert "proof of this program" in refused(program, {**data, "counters": []})


def test_sets_of_places_are_read_with_care(readers: tuple[Program, dict[str, Any]]) -> None:
    program, data = readers
    for wrong in ({"in": [], "where": {}}, {"in": ["nobody:1"], "where": {}}, {"in": ["reader:1"], "where": {"reader:2": 0}}, {}):
        assert "not a" in refused(program, {**data, "counters": [*data["counters"], wrong]})


def test_threads_are_known_by_the_kind_of_their_place() -> None:
    """Answers are remembered by kinds: what is used of a kind without its pairs is known of each place of it."""
    program, data = outline("modular_status.c")
    other = OtherThread("'")
    stated = decode(data, Solo(program), other)
    facts, ghosts = KnownFacts(stated, other), frozenset(stated.solo.ghosts())
    counted = [facts.kind(place).counted for place in stated.places]
    assert len(set(counted)) > 1 and any(condition is not E.TRUE for around in counted for _, condition in around)
    for one, cubes in stated.places.items():
        for two, others in stated.places.items():
            near = facts.ghosts_near(two, ghosts)
            assert near is not None
            known = facts.of_two(facts.kind(one), cubes[0], facts.kind(two), others[0], ghosts)
            assert facts.of_two(unpaired(facts.kind(one)), cubes[0], near, others[0], ghosts) <= known
    assert all(facts.kind(one) != facts.kind(two) for one, two in combinations(stated.places, 2) if _differ(stated, one, two))


def _differ(stated: StatedOutline, one: RestingPlace, two: RestingPlace) -> bool:
    """Whether threads there are counted in other ways."""
    return one[0] != two[0] or stated.solo.counters.around(one) != stated.solo.counters.around(two)


@pytest.mark.nightly
def test_pairs_are_shown_and_only_about_registers() -> None:
    program, data = outline("modular_tickets.c")
    number = next(n for n, pair in enumerate(data["pairs"]) if pair["two"].startswith("work:"))  # of main there is one
    made = copy.deepcopy(data)
    made["facts"].append("false")
    made["pairs"][number]["facts"] = [len(made["facts"]) - 1]
    refused(program, made)
    shared = next(number for number, fact in enumerate(data["facts"]) if "serving" in fact)
    made = copy.deepcopy(data)
    made["pairs"][number]["facts"] = [shared]
    assert "others may change" in refused(program, made)
    made = copy.deepcopy(data)
    made["pairs"][number]["one"] = "work:0"
    refused(program, made)
