"""Conditional dependence: steps that meet only in different elements of an array are not tried in both orders."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.budget import Budget
from threadproof.certify.graph.monotonic import MonotonicCheck as Rule
from threadproof.certify.implication import Cube, Implications
from threadproof.config.options import Config
from threadproof.engines.impact.engine import ImpactEngine
from threadproof.evidence.graph import Proof
from threadproof.evidence.result import Safe
from threadproof.evidence.task import Task
from threadproof.run.pipeline import Clock, prepare, quietly, verify
from threadproof.sched.por.monotonic import Monotonic

SAFE = CORPUS / "cells_apart_safe.c"


def nodes() -> tuple[float, float]:
    outcome = verify(str(SAFE), Config(engine="impact", timeout=30.0))
    assert (outcome.verdict, outcome.checked) == ("TRUE", "re-checked")
    return outcome.counters["nodes"], outcome.counters["apart"]


def test_saves_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    fewer, apart = nodes()
    monkeypatch.setattr(Monotonic, "alias", lambda *_: None)
    more, none = nodes()
    assert apart > none == 0
    assert fewer < more


def test_rule_needs_the_label() -> None:
    program = prepare(str(SAFE), Config(engine="impact"), Clock(quietly))
    result = ImpactEngine().check(program, Task("unreach-call", {}), Budget(30), {})
    assert isinstance(result, Safe) and isinstance(result.proof, Proof)
    rule = Rule(result.proof.system, Implications())

    def objections(labels: bool) -> int:
        found = 0
        for node in result.proof.nodes:
            for step, target in node.targets.items():
                after = result.proof.nodes[target]
                if after.threads is not None:
                    cube = Cube(node.facts if labels else ())
                    found += rule.objection(after.control, step, after.threads, cube) != ""
        return found

    assert objections(labels=True) == 0
    assert objections(labels=False) > 0


STATEMENTS = [
    "v[i] = 1;",
    "v[j] = 2;",
    "v[i] = v[i] + 1;",
    "v[j] = v[j] + 1;",
    "v[i] = v[j];",
    "v[v[k]] = 3;",
    "i = j;",
    "x = v[k];",
]


QUICK = (0, 2, 3)


@pytest.mark.parametrize("seed", [pytest.param(n, marks=[] if n in QUICK else pytest.mark.nightly) for n in range(20)])
def test_agrees_with_enumeration(seed: int, tmp_path: Path) -> None:
    choose = random.Random(seed)
    one, two = ("".join(choose.choices(STATEMENTS, k=choose.randint(1, 3))) for _ in range(2))
    text = f"""#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
int v[4], i, j, k, x;
void *one(void *arg) {{ {one} return 0; }}
void *two(void *arg) {{ {two} return 0; }}
int main(void) {{
    pthread_t a, b;
    i = __VERIFIER_nondet_bool(); j = {choose.choice(["1 - i", "__VERIFIER_nondet_bool()"])}; k = {choose.choice("ij02")};
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0); pthread_join(b, 0);
    assert(v[{choose.choice("ijk")}] {choose.choice(["!=", "<="])} {choose.randint(1, 3)});
    return 0;
}}
"""
    path = tmp_path / "cells.c"
    path.write_text(text)
    expected = verify(str(path), Config(engine="explicit", timeout=20.0)).verdict
    assert verify(str(path), Config(engine="impact", timeout=1.5)).verdict in (expected, "UNKNOWN")
