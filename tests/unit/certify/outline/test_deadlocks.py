"""Ranks and holders that are wrong are refused, each for its reason."""

from __future__ import annotations

import copy
import random
import re
from pathlib import Path
from typing import Any

import pytest

from threadproof.budget import Budget
from threadproof.certify import certificate
from threadproof.certify.answer import Rejected
from threadproof.certify.outline import document
from threadproof.certify.outline.proof import check
from threadproof.config.options import Config
from threadproof.engines.modular.deadlocks import WaitOrder
from threadproof.engines.modular.export import export
from threadproof.engines.modular.fixpoint import Fixpoint
from threadproof.frontend.c import COptions, load
from threadproof.ir.program import Program
from threadproof.ir.types import LP64
from threadproof.passes import recipes, runner
from threadproof.properties import DEADLOCK
from threadproof.run.pipeline import verify

TEXT = """
#include <pthread.h>
pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) {
    pthread_mutex_lock(&g); pthread_mutex_lock(&m); pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); pthread_mutex_unlock(&g);
    return 0;
}
void *back(void *p) {
    pthread_mutex_lock(&g); pthread_mutex_lock(&n); pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); pthread_mutex_unlock(&g);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0); pthread_create(&t, 0, back, 0); pthread_create(&t, 0, back, 0);
    pthread_join(t, 0);
    return 0;
}
"""


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, dict[str, Any]]:
    path = tmp_path_factory.mktemp("outline") / "program.c"
    path.write_text(TEXT)
    found = verify(str(path), Config(engine="modular", property=DEADLOCK, certificate="wanted", timeout=60.0))
    analysed = runner.run(load(str(path), COptions(data_model=LP64, blocking=True)), runner.ANALYSE)
    return recipes.lower(analysed, recipes.OUTLINED, DEADLOCK, 0), certificate.read(found.certificate)


def refused(program: Program, data: dict[str, Any]) -> str:
    with pytest.raises(Rejected) as why:
        check(program, data, False, deadlocks=True)
    return str(why.value)


def test_the_order_holds(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved
    assert not check(program, data, False, deadlocks=True).open


def test_without_an_order(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved
    assert "which is no lower" in refused(program, {**data, "ranks": []})


def test_every_rank_counts(proved: tuple[Program, dict[str, Any]]) -> None:
    """A set in which a thread waits for others must not be as low as these."""
    program, data = proved
    above = [(number, rank) for number, entry in enumerate(data["ranks"]) for rank in set(entry["ranks"]) if rank > 0]
    assert above
    for number, rank in above:
        changed = copy.deepcopy(data)
        changed["ranks"][number]["ranks"] = [0 if old == rank else old for old in changed["ranks"][number]["ranks"]]
        assert "which is no lower" in refused(program, changed)


def test_turned_around(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved
    most = max(rank for entry in data["ranks"] for rank in entry["ranks"])
    ranks = [{"at": entry["at"], "ranks": [most - rank for rank in entry["ranks"]]} for entry in data["ranks"]]
    assert "which is no lower" in refused(program, {**data, "ranks": ranks})


def test_holders_are_there(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved
    assert data["alive"]
    for number in range(len(data["alive"])):
        changed = {**data, "alive": data["alive"][:number] + data["alive"][number + 1 :]}
        refused(program, changed)


def test_strangers_are_shown(proved: tuple[Program, dict[str, Any]]) -> None:
    """Each fact about a lock at a place matters to somebody: without all of them there is no order."""
    program, data = proved
    said = [f"(lnot (eq {word}.__words[0] (add (cast i32 %self) 1:i32)))" for word in "gmn"]
    foreign = {number for number, fact in enumerate(data["facts"]) if _spelt(data, fact) in said}
    assert foreign
    changed = copy.deepcopy(data)
    for entry in changed["outline"]:
        entry["cubes"] = [[n for n in cube if n not in foreign] for cube in entry["cubes"]]
    refused(program, changed)


def _spelt(data: dict[str, Any], text: str) -> str:
    """A fact without references to the table of terms."""
    while "$" in text:
        text = re.sub(r"\$(\d+)", lambda found: data["terms"][int(found[1])], text)
    return text


def test_ranks_fit_the_outline(proved: tuple[Program, dict[str, Any]]) -> None:
    program, data = proved
    changed = copy.deepcopy(data)
    changed["ranks"][0]["ranks"].append(0)
    assert "not a rank for each set" in refused(program, changed)
    for wrong in ([{"at": "work", "ranks": [0]}], [{"at": "work:1"}], [{"at": "work:1", "ranks": [-1]}], {}):
        assert "not a proof" in refused(program, {**data, "ranks": wrong})


POOL = """
#include <pthread.h>
#include <semaphore.h>
sem_t w;
void *work(void *p) { while (1) sem_wait(&w); }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); REST }
"""


def test_who_goes_on_is_not_believed(tmp_path: Path) -> None:
    """An outline in which main goes on for ever, as one of the program in which main ends."""
    programs = {}
    for name, rest in (("goes on", "while (1) ;"), ("ends", "pthread_exit(0);"), ("joins", "pthread_join(t, 0); return 0;")):
        path = tmp_path / f"{name}.c"
        path.write_text(POOL.replace("REST", rest))
        analysed = runner.run(load(str(path), COptions(data_model=LP64, blocking=True)), runner.ANALYSE)
        programs[name] = recipes.lower(analysed, recipes.OUTLINED, DEADLOCK, 0)
    found = verify(str(tmp_path / "goes on.c"), Config(engine="modular", property=DEADLOCK, certificate="wanted", timeout=60.0))
    data = certificate.read(found.certificate)
    assert not check(programs["goes on"], data, False, deadlocks=True).open
    for name in ("ends", "joins"):
        refused(programs[name], data)


HEAD = """
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; sem_t w; int x;
void *one(void *p) { ONE return 0; } void *two(void *p) { TWO return 0; }
int main(void) {
    pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
    MAIN pthread_join(s, 0); pthread_join(t, 0);
    return 0;
}
"""
TAKE_M, TAKE_N = ("pthread_mutex_lock(&m); IN pthread_mutex_unlock(&m);", "pthread_mutex_lock(&n); IN pthread_mutex_unlock(&n);")
DEADLOCKS = {
    "opposite orders": (TAKE_M.replace("IN", TAKE_N), TAKE_N.replace("IN", TAKE_M), ""),
    "a join with the lock": (TAKE_M, TAKE_N, "pthread_mutex_lock(&m);"),
    "a lock that is kept": (TAKE_M, "pthread_mutex_lock(&m);", ""),
    "a lock taken twice": (TAKE_M.replace("IN", "pthread_mutex_lock(&m);"), TAKE_N, ""),
    "nobody posts": ("sem_wait(&w);", "if (x) sem_post(&w);", ""),
}


@pytest.mark.parametrize("name", DEADLOCKS)
def test_no_ranks_exclude_a_deadlock(tmp_path: Path, name: str) -> None:
    """All that the engine finds out about a program with a deadlock, and any ranks."""
    one, two, main = (part.replace("IN", "") for part in DEADLOCKS[name])
    path = tmp_path / "program.c"
    path.write_text(HEAD.replace("ONE", one).replace("TWO", two).replace("MAIN", main))
    analysed = runner.run(load(str(path), COptions(data_model=LP64, blocking=True)), runner.ANALYSE)
    program = recipes.lower(analysed, recipes.OUTLINED, DEADLOCK, 0)
    found = Fixpoint(program, Budget(60.0), {})
    found.run()
    order = WaitOrder(found)
    assert order.run()
    choose = random.Random(name)
    for _ in range(12):
        order.ranks = {each.node: choose.randrange(4) for each in order.blocks}
        with pytest.raises(Rejected):
            check(program, document.encode(export(found, order)), False, deadlocks=True)
    assert not check(program, document.encode(export(found, order)), False).open
