"""Proofs that assume invariants: what is not shown, or shown of another program, makes the whole certificate worthless."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from threadproof.certify import certificate
from threadproof.certify.answer import Rejected
from threadproof.certify.format import FormatError
from threadproof.certify.outline import invariants
from threadproof.config.options import Config
from threadproof.frontend.c import COptions, load
from threadproof.ir.program import Program
from threadproof.ir.types import LP64
from threadproof.passes import recipes, runner
from threadproof.properties import UNREACH
from threadproof.run.pipeline import certify, quietly, verify

TEXT = """
#include <assert.h>
#include <pthread.h>
int next = 1, last, limit, cells[8];
void __VERIFIER_atomic_take(int *at) { if (next + 1 > 8) *at = 0; else { *at = next; next += 2; } }
void __VERIFIER_atomic_done(int at) { assert(at != 0 || last == 0 || last % 2 == 1); if (at) last = at; }
void *work(void *p) { int at, most = limit; if (most > 9) last = 2;
    __VERIFIER_atomic_take(&at); if (at) cells[at] = 1; __VERIFIER_atomic_done(at); return 0;
}
int main(void) {
    pthread_t t, u; limit = 8;
    pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);
    return 0;
}
"""
ENGINES = ("abstraction", "impact", "ordering", "bmc", "predicate", "kinduction", "simulation")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("invariants") / "program.c"
    path.write_text(TEXT)
    return path


@pytest.fixture(scope="module")
def proved(file: Path) -> tuple[Program, dict[str, Any]]:
    found = verify(str(file), Config(engine="abstraction", property=UNREACH, certificate="wanted", facts="always", timeout=60.0))
    analysed = runner.run(load(str(file), COptions(data_model=LP64)), runner.ANALYSE)
    return recipes.lower(analysed, recipes.OUTLINED, UNREACH, 0), certificate.read(found.certificate)


def refused(program: Program, data: dict[str, Any]) -> str:
    with pytest.raises((Rejected, FormatError)) as why:
        invariants.check(program, data, invariants.decode(data, program))
    return str(why.value)


def certified(file: Path, folder: Path, content: dict[str, Any]) -> str:
    """Why a changed certificate is rejected."""
    path = folder / "changed.json"
    path.write_text(certificate.write({name: value for name, value in content.items() if name not in ("format", "digest")}))
    return certify(str(file), str(path), Config(), quietly).rejected


@pytest.mark.parametrize("engine", ENGINES)
def test_proofs_of_all_engines(file: Path, tmp_path: Path, engine: str) -> None:
    found = verify(str(file), Config(engine=engine, property=UNREACH, certificate="wanted", facts="always", timeout=60.0))
    content = certificate.read(found.certificate)
    assert "invariants" in content["passes"] and content["invariants"]["excluded"]
    assert not certified(file, tmp_path, content)


def test_the_invariants_hold(proved: tuple[Program, dict[str, Any]]) -> None:
    program, content = proved
    data = content["invariants"]
    assert not invariants.check(program, data, invariants.decode(data, program)).open


def test_without_them(file: Path, tmp_path: Path, proved: tuple[Program, dict[str, Any]]) -> None:
    content = {name: value for name, value in proved[1].items() if name != "invariants"}
    assert "missing" in certified(file, tmp_path, content)
    plain = [name for name in content["passes"] if name != "invariants"]
    assert certified(file, tmp_path, {**content, "passes": plain})
    assert certified(file, tmp_path, {**proved[1], "passes": plain})


def test_of_another_program(file: Path, tmp_path: Path, proved: tuple[Program, dict[str, Any]]) -> None:
    """The same text but for one number: whatever differs, the certificate is not about it."""
    other = tmp_path / "other.c"
    for text in (TEXT.replace("next + 1 > 8", "next > 8"), TEXT.replace("next = 1", "next = 2")):
        other.write_text(text)
        assert certified(other, tmp_path, proved[1])


def test_facts_that_are_not_shown(file: Path, tmp_path: Path, proved: tuple[Program, dict[str, Any]]) -> None:
    """Each fact of the outline in turn, said of each place of the thread; most of them are false there."""
    program, content = proved
    data = content["invariants"]
    refusals = 0
    for entry, fact in ((entry, fact) for entry in range(len(data["known"])) for fact in range(len(data["facts"]))):
        changed = copy.deepcopy(data)
        if fact not in changed["known"][entry]["facts"]:
            changed["known"][entry]["facts"].append(fact)
            try:
                invariants.check(program, changed, invariants.decode(changed, program))
            except (Rejected, FormatError):
                refusals += 1
    assert refusals > 10
    wrong = copy.deepcopy(data)
    wrong["facts"].append("(lt 9:i32 work.at)")
    wrong["known"][0]["facts"].append(len(wrong["facts"]) - 1)
    refused(program, wrong)
    assert certified(file, tmp_path, {**content, "invariants": wrong})


def test_a_check_that_may_fail_is_not_excluded(proved: tuple[Program, dict[str, Any]]) -> None:
    program, content = proved
    for name, function in program.functions.items():
        for number, edge in enumerate(function.edges):
            for at, op in enumerate(edge.ops):
                text = f"{name}:{number}:{at}"
                if text not in content["invariants"]["excluded"]:
                    changed = copy.deepcopy(content["invariants"])
                    changed["excluded"].append(text)
                    why = refused(program, changed)
                    assert ("not a check" in why) == (type(op).__name__ != "Check"), (text, why)


def test_an_outline_that_is_too_small(proved: tuple[Program, dict[str, Any]]) -> None:
    """A place that is not mentioned is not reached: without any of them, the threads leave the outline."""
    program, content = proved
    for entry in content["invariants"]["outline"]:
        changed = copy.deepcopy(content["invariants"])
        changed["outline"].remove(entry)
        refused(program, changed)


def test_only_registers(proved: tuple[Program, dict[str, Any]]) -> None:
    """A fact about a shared variable would be an access that the program does not have."""
    program, content = proved
    changed = copy.deepcopy(content["invariants"])
    shared = next(i for i, fact in enumerate(changed["facts"]) if "%self" in fact or "next" in fact)
    changed["known"][0]["facts"].append(shared)
    assert "other variables" in refused(program, changed)


def test_nothing_is_assumed_where_it_is_not_wanted(file: Path) -> None:
    found = verify(str(file), Config(engine="abstraction", property=UNREACH, certificate="wanted", facts="none", timeout=60.0))
    assert "invariants" not in certificate.read(found.certificate)
