"""Proofs for any number of threads that were changed: rejected, unless what is left is still right."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.certify.views.few_threads import FewThreads
from tests.unit.certify.views.many_threads import SAFE, UNSAFE
from tests.unit.certify.views.test_views import PROOFS, Proved, lowered
from threadproof.certify.answer import Rejected
from threadproof.certify.views.document import encode
from threadproof.certify.views.proof import check
from threadproof.evidence.graph import PairProof

Data = dict[str, Any]
TRIES = 15


@pytest.fixture
def proofs() -> dict[str, Proved]:
    return PROOFS


@pytest.mark.parametrize("name", SAFE)
def test_without_a_place(proofs: dict[str, Proved], name: str) -> None:
    proof = proofs[name]
    for view in proof.data["views"]:
        rest = [other for other in proof.data["views"] if other is not view]
        with pytest.raises(Rejected):
            proof.check({**proof.data, "views": rest})


@pytest.mark.parametrize("name", SAFE)
def test_an_empty_place(proofs: dict[str, Proved], name: str) -> None:
    proof = proofs[name]
    for number in range(len(proof.data["views"])):
        data = copy.deepcopy(proof.data)
        data["views"][number]["cubes"] = []
        with pytest.raises(Rejected):
            proof.check(data)


@pytest.mark.parametrize("name", SAFE)
def test_without_a_cube(proofs: dict[str, Proved], name: str) -> None:
    """Only a cube that nothing real leads to may go."""
    proof, rejected = proofs[name], 0
    for data in smaller(proof.data):
        try:
            proof.check(data)
        except Rejected:
            rejected += 1
        else:
            assert proof.few(3).outside(data) == ""
    assert rejected * 10 >= 9 * sum(len(view["cubes"]) for view in proof.data["views"])


def smaller(data: Data) -> Iterator[Data]:
    for number, view in enumerate(data["views"]):
        for cube in view["cubes"]:
            changed = copy.deepcopy(data)
            changed["views"][number]["cubes"].remove(cube)
            yield changed


@pytest.mark.parametrize("name", SAFE)
def test_without_any_facts(proofs: dict[str, Proved], name: str) -> None:
    data = copy.deepcopy(proofs[name].data)
    for view in data["views"]:
        view["cubes"] = [[]]
    with pytest.raises(Rejected, match="reach-error"):
        proofs[name].check(data)


def test_each_rule_is_needed(proofs: dict[str, Proved]) -> None:
    """Dropping cubes makes moves of all kinds complain."""
    complaints = []
    for data in smaller(proofs["flag"].data):
        with pytest.raises(Rejected) as error:
            proofs["flag"].check(data)
        complaints.append(str(error.value))
    assert any("two other threads" in complaint for complaint in complaints)
    assert any("initial state" in complaint for complaint in complaints)
    assert any("the move" in complaint and "two other" not in complaint for complaint in complaints)


@pytest.mark.parametrize("name", SAFE)
def test_random_changes(proofs: dict[str, Proved], name: str) -> None:
    proof, choose = proofs[name], random.Random(name)
    for _ in range(TRIES):
        data = mutated(proof.data, choose)
        try:
            proof.check(data)
        except Rejected:
            continue
        assert proof.few(3).outside(data) == ""


@pytest.mark.parametrize("name", UNSAFE)
def test_random_proofs_of_what_is_wrong(tmp_path: Path, proofs: dict[str, Proved], name: str) -> None:
    """Whatever the sets are, they do not prove a program with an error."""
    choose = random.Random(name)
    program = lowered(tmp_path, UNSAFE[name])
    few = FewThreads(program, 2, 300)
    concrete = encode(PairProof(program, few.system, few.claims()))
    for _ in range(TRIES):
        for data in (proofs[name].data, concrete):
            with pytest.raises(Rejected):
                check(program, mutated(data, choose))


def mutated(data: Data, choose: random.Random) -> Data:
    """One to four changes."""
    data = copy.deepcopy(data)
    for _ in range(choose.randint(1, 4)):
        change = choose.choice([drop_fact, drop_facts, add_fact, copy_cube, negate, drop_cube, swap_places])
        change(data, choose)
    return data


def cubes_of(data: Data, choose: random.Random) -> list[list[int]]:
    """Of some place; with one cube at least."""
    view = choose.choice([view for view in data["views"] if view["cubes"]] or [{"cubes": [[]]}])
    cubes: list[list[int]] = view["cubes"]
    return cubes


def drop_fact(data: Data, choose: random.Random) -> None:
    cube = choose.choice(cubes_of(data, choose))
    if cube:
        cube.remove(choose.choice(cube))


def drop_facts(data: Data, choose: random.Random) -> None:
    """The same fact everywhere."""
    if data["facts"]:
        fact = choose.randrange(len(data["facts"]))
        for view in data["views"]:
            view["cubes"] = [[number for number in cube if number != fact] for cube in view["cubes"]]


def add_fact(data: Data, choose: random.Random) -> None:
    """One that is known to other cubes of the place."""
    cubes = cubes_of(data, choose)
    known = {fact for cube in cubes for fact in cube}
    if known:
        choose.choice(cubes).append(choose.choice(sorted(known)))


def copy_cube(data: Data, choose: random.Random) -> None:
    cubes = cubes_of(data, choose)
    cubes.append(list(choose.choice(cubes)))


def negate(data: Data, choose: random.Random) -> None:
    cube = choose.choice(cubes_of(data, choose))
    if cube:
        place = choose.randrange(len(cube))
        data["facts"].append(f"(lnot {data['facts'][cube[place]]})")
        cube[place] = len(data["facts"]) - 1


def drop_cube(data: Data, choose: random.Random) -> None:
    cubes = cubes_of(data, choose)
    cubes.remove(choose.choice(cubes))


def swap_places(data: Data, choose: random.Random) -> None:
    one, two = choose.choice(data["views"]), choose.choice(data["views"])
    one["cubes"], two["cubes"] = two["cubes"], one["cubes"]
