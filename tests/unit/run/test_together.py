"""Several properties as one question: every engine says what it says of them one by one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from threadproof.config.engines import ENGINES, verifies
from threadproof.config.options import Config
from threadproof.properties import (
    DEADLOCK,
    MEMSAFETY,
    OVERFLOW,
    PROPERTIES,
    RACE,
    UNREACH,
    checks,
    joinable,
    named,
    parts,
    together,
)
from threadproof.run import pipeline

HEAD = (
    "".join(f"#include <{name}.h>\n" for name in ("assert", "limits", "pthread", "stdlib")) + "int __VERIFIER_nondet_int(void);\n"
)
PROGRAMS = {
    "safe": "int x; int main(void) { int *p = malloc(4); *p = 3; x = *p + 1; assert(x == 4); free(p); }",
    "assertion": "int main(void) { int n = __VERIFIER_nondet_int(); assert(n != 5); }",
    "memory": "int main(void) { int a[4]; int n = __VERIFIER_nondet_int(); if (n >= 0 && n < 5) a[n] = 1; assert(n == n); }",
    "overflow": "int main(void) { int n = __VERIFIER_nondet_int(); if (n > 7) n = n + INT_MAX - 7; assert(n != 5 || n == 5); }",
    "both": "int main(void) { int *p = malloc(4); int n = __VERIFIER_nondet_int(); "
    "if (n == 3) { free(p); free(p); } assert(n != 5); }",
    "behind": "int main(void) { int *p = 0; int n = __VERIFIER_nondet_int(); if (n) *p = 1; assert(!n); }",
    "threads": "int x; void *f(void *p) { x = 1; return 0; } int main(void) { pthread_t t; int *q = malloc(4); "
    "pthread_create(&t, 0, f, 0); if (x) free(q); *q = 2; pthread_join(t, 0); assert(x); }",
}
TOGETHER = [names for count in (2, 3) for names in combinations([name for name in PROPERTIES if joinable(name)], count)]


def answers(file: Path, engine: str, property_: str) -> tuple[str, str]:
    config = Config(engine=engine, timeout=60, memory=40_000).alone(property_)
    found = pipeline.verify(str(file), config)
    return found.verdict, found.property


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("engine", [row.name for row in ENGINES if "preemptive" in row.schedulers])
def test_as_one_by_one(tmp_path: Path, engine: str, program: str) -> None:
    file = tmp_path / "p.c"
    file.write_text(HEAD + PROGRAMS[program])
    row = next(row for row in ENGINES if row.name == engine)
    alone = {name: answers(file, engine, name)[0] for name in PROPERTIES if joinable(name) and name in row.properties}
    for names in TOGETHER:
        if not verifies(row, together(names)):
            continue
        verdict, property_ = answers(file, engine, together(names))
        if verdict == "FALSE":
            assert property_ in names and alone[property_] == "FALSE"
        elif verdict == "TRUE":
            assert property_ == together(names) and {alone[name] for name in names} == {"TRUE"}
        else:
            assert "UNKNOWN" in {alone[name] for name in names}


def test_records() -> None:
    assert TOGETHER[0] == (UNREACH, OVERFLOW) and len(TOGETHER) == 4
    for names in TOGETHER:
        record = named(together(names))
        assert parts(record.name) == names and set(record.kinds) == {kind for name in names for kind in named(name).kinds}
        assert all(checks(record.name, kind) for kind in record.kinds) and not checks(record.name, "cut")


@pytest.mark.parametrize("names", [(UNREACH, RACE), (MEMSAFETY, DEADLOCK), (UNREACH, "nothing")])
def test_others_cannot_be_asked_for_together(names: tuple[str, ...]) -> None:
    with pytest.raises(KeyError):
        named(together(names))
