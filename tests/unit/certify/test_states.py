"""Closed sets of states: explored again by other code, and refused where they are not what the certificate says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from threadproof.budget import Budget
from threadproof.certify import states
from threadproof.certify.answer import Rejected
from threadproof.certify.format import FormatError
from threadproof.config.options import Config
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Safe
from threadproof.evidence.state_set import StateSet
from threadproof.evidence.task import Task
from threadproof.ir.interp import Limits
from threadproof.ir.program import Program
from threadproof.properties import DEADLOCK, MEMSAFETY, OVERFLOW, PROPERTIES, RACE, UNREACH
from threadproof.run.pipeline import Clock, prepare, quietly

HEAD = """
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
int x, y; pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
"""
MAIN = "int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); pthread_join(s, 0); %s }"
LOCKED = "void *one(void *p) { pthread_mutex_lock(&a); x++; pthread_mutex_unlock(&a); return 0; }\n#define two one\n"
TRUE = {
    UNREACH: LOCKED + MAIN % "pthread_join(t, 0); assert(x == 2);",
    RACE: LOCKED + MAIN % "pthread_join(t, 0); return x;",
    OVERFLOW: LOCKED + MAIN % "return INT_MAX - 2 + x;",
    MEMSAFETY: LOCKED + MAIN % "int *q = malloc(12); q[x] = 1; free(q);",
    DEADLOCK: LOCKED + MAIN % "",
}
FALSE = {
    UNREACH: LOCKED + MAIN % "pthread_join(t, 0); assert(x == 1);",
    RACE: LOCKED + MAIN % "return x;",
    OVERFLOW: LOCKED + MAIN % "pthread_join(t, 0); return INT_MAX - 1 + x;",
    MEMSAFETY: LOCKED + MAIN % "pthread_join(t, 0); int *q = malloc(8); q[x] = 1; free(q);",
    DEADLOCK: "void *one(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); return 0; }\n"
    "void *two(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); return 0; }\n" + MAIN % "pthread_join(t, 0);",
}
LOOPS = (
    """
void *one(void *p) { x = 1; while (__VERIFIER_nondet_bool()); x = 2; return 0; }
void *two(void *p) { int n = __VERIFIER_nondet_int(); if (n > 3) y = 1; return 0; }
"""
    + MAIN % "assert(x == 2); assert(y == 0 || y == 1);"
)


def program(folder: Path, text: str, property_: str = UNREACH) -> Program:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    return prepare(str(path), Config(engine="explicit", property=property_), Clock(quietly))


def proved(program: Program, property_: str = UNREACH, **options: object) -> dict[str, Any]:
    found = ExplicitEngine().check(program, Task(property_, options), Budget(60), {})
    assert isinstance(found, Safe) and isinstance(found.proof, StateSet)
    return states.encode(found.proof)


@pytest.mark.parametrize("property_", PROPERTIES)
def test_the_set_of_the_engine(tmp_path: Path, property_: str) -> None:
    made = program(tmp_path, TRUE[property_], property_)
    data = proved(made, property_)
    assert not states.check(made, property_, data).open and data == proved(made, property_, search="dfs")
    assert states.explore(made, property_, Limits(), float("inf"))[0] is not None


@pytest.mark.parametrize("property_", PROPERTIES)
def test_a_violation(tmp_path: Path, property_: str) -> None:
    data = proved(program(tmp_path, TRUE[property_], property_), property_)
    made = program(tmp_path, FALSE[property_], property_)
    with pytest.raises(Rejected, match=r"possible|deadlock|race|wait"):
        states.check(made, property_, data)
    with pytest.raises(Rejected):
        states.explore(made, property_, Limits(), float("inf"))


def test_local_loops_over_inputs(tmp_path: Path) -> None:
    """Who stays in the loop for ever depends on the order of the search; the set does not."""
    made = program(tmp_path, LOOPS)
    data = proved(made)
    assert not states.check(made, UNREACH, data).open and proved(made, search="dfs") == data


def test_inputs_with_many_values(tmp_path: Path) -> None:
    made = program(tmp_path, "int main(void) { int n = __VERIFIER_nondet_int(); assert(n * n != 3); }")
    assert states.explore(made, UNREACH, Limits(), float("inf"))[0] is None


@pytest.mark.parametrize(
    "entries",
    [
        {"states": 0},
        {"states": 10**6},
        {"states": True},
        {"states": "all"},
        {"set": "blake2b:00"},
        {"set": None},
        {"threads": 2},
        {"threads": 0},
        {"threads": 10**9},
        {"depth": 0},
        {"depth": 1},
        {"depth": None},
        {"reuse": True},
        {"reuse": 1},
        {"reuse": "yes"},
    ],
    ids=str,
)
def test_other_claims(tmp_path: Path, entries: dict[str, Any]) -> None:
    made = program(tmp_path, TRUE[UNREACH])
    with pytest.raises((Rejected, FormatError)):
        states.check(made, UNREACH, {**proved(made), **entries})


EVER = """#include <pthread.h>
static void *thread(void *arg) { return 0; }
int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int()) {
        pthread_create(&t, 0, thread, 0);
        pthread_join(t, 0);
        AFTER;
    }
}
"""


def test_numbers_of_threads_that_are_given_again(tmp_path: Path) -> None:
    made = program(tmp_path, EVER.replace("AFTER", ""))
    data = proved(made)
    assert data["reuse"] is True and not states.check(made, UNREACH, data).open
    with pytest.raises(Rejected, match="threads: more than"):
        states.check(made, UNREACH, {name: value for name, value in data.items() if name != "reuse"})
    with pytest.raises(Rejected, match="cannot be given again"):
        states.check(program(tmp_path, EVER.replace("AFTER", "pthread_detach(pthread_self())")), UNREACH, data)


def test_too_little_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "OFTEN", 1)
    made = program(tmp_path, TRUE[UNREACH])
    assert states.check(made, UNREACH, proved(made), deadline=0.0).open == "time"
    assert states.check(made, UNREACH, proved(made), memory_mib=1).open == "memory"


SHOW = """
import sys
from threadproof.config.options import Config
from threadproof.budget import Budget; from threadproof.evidence.task import Task
from threadproof.engines.explicit import ExplicitEngine
from threadproof.run.pipeline import Clock, prepare, quietly
made = prepare(sys.argv[1], Config(engine="explicit"), Clock(quietly))
print(ExplicitEngine().check(made, Task("unreach-call", {}), Budget(60), {}).proof.number)
"""


def test_the_number_of_a_set_is_the_same_everywhere(tmp_path: Path) -> None:
    expected = proved(program(tmp_path, LOOPS))["set"]
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        words = [sys.executable, "-c", SHOW, str(tmp_path / "program.c")]
        assert subprocess.run(words, capture_output=True, text=True, check=True, env=environment).stdout.strip() == expected
