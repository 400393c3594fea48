"""Invariants of proofs are written, and checked as assertions wherever they stand."""

from __future__ import annotations

import hashlib
from pathlib import Path
from zlib import crc32

import pytest

from tests.test_corpus import ALL, ORACLE, Case
from tests.unit.witness.roundtrip import validate, verify, write
from threadproof.frontend.c import load
from threadproof.frontend.c.syntax.statements import BLOCK, DECLARATION, LABEL, LOOP, syntax
from threadproof.properties import UNREACH
from threadproof.records import replace
from threadproof.run.loading import SourceFile, c_options
from threadproof.run.pipeline import verify as verified
from threadproof.witness.document import CORRECTNESS, LOCATION_INVARIANT, LOOP_INVARIANT, Invariant, Witness
from threadproof.witness.instrument import instrumented
from threadproof.witness.invariants import summaries
from threadproof.witness.yamlwrite import write as to_yaml

LOCKED = """#include <assert.h>
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        x++;
        y++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_mutex_lock(&m);
    assert(x == y);
    pthread_mutex_unlock(&m);
    return 0;
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "p.c"
    file.write_text(LOCKED)
    return file


def test_written_with_ghosts(program: Path, tmp_path: Path) -> None:
    outcome = verify(program, UNREACH)
    assert outcome.witness is not None
    (found,) = outcome.witness.invariants
    assert (found.type, found.line, found.column) == (LOOP_INVARIANT, 6, 5)
    assert "0 <= k && k <= 2" in found.value and "(m_is_held == 1 || x == y)" in found.value
    assert [(update.line, update.value) for update in outcome.witness.updates] == [(7, "1"), (10, "0"), (18, "1"), (20, "0")]
    path = tmp_path / "w.yml"
    assert not write(outcome, path)
    assert validate(program, path).line() == "WITNESS: CONFIRMED(TRUE(unreach-call))"
    for right, wrong in (("k <= 2", "k <= 1"), ("m_is_held == 1 ||", "m_is_held == 0 ||"), ("x <= 4", "x <= 3")):
        changed = tmp_path / "changed.yml"
        changed.write_text(path.read_text().replace(right, wrong))
        assert validate(program, changed).line().startswith("WITNESS: REJECTED(the invariant at line 6 does not hold")


@pytest.mark.parametrize("engine", ["abstraction", "impact", "predicate", "kinduction", "ordering", "simulation"])
def test_of_every_engine(engine: str, tmp_path: Path) -> None:
    """Whatever proves it, the witness is confirmed; those that have a proof or are quick say something about the loop."""
    file, path = tmp_path / "p.c", tmp_path / "w.yml"
    file.write_text(LOCKED.replace("    pthread_create(&u, 0, f, 0);\n", ""))
    outcome = verify(file, UNREACH, engine)
    assert outcome.verdict == "TRUE" and not write(outcome, path)
    assert validate(file, path).exit_code() == 0


def stated(file: Path, *invariants: Invariant) -> Path:
    task = {"input_files": [str(file)], "input_file_hashes": {str(file): hashlib.sha256(file.read_bytes()).hexdigest()}}
    task |= {"specification": "CHECK( init(main()), LTL(G ! call(reach_error())) )", "data_model": "LP64", "language": "C"}
    path = file.with_suffix(".yml")
    path.write_text(to_yaml(Witness(CORRECTNESS, (), invariants), {"format_version": "2.0", "task": task}))
    return path


@pytest.mark.parametrize("value, says", [
    ("x == y", "the invariant at line 19 does not hold|CONFIRMED"),
    ("x++ >= 0", "without effects"),
    ("x = 1", "without effects"),
    ("1); x = 5; (1", "without effects"),
    ("1 } {", "without effects"),
    ("main()", "may have an effect"),
    ("(main)()", "may have an effect"),
    ("unknown == 1", "no C at its place"),
    ("k == 1", "no C at its place"),
    ("1 +", "no C at its place"),
    ('x == 0 /* "', "without effects"),
    ("", "without effects"),
    ("x == 1 // \\", "without effects"),
    ("({ x = 1; 1; })", "without effects"),
])  # fmt: skip
def test_expressions(value: str, says: str, program: Path) -> None:
    found = validate(program, stated(program, Invariant(LOCATION_INVARIANT, 19, 5, value)))
    assert any(part in found.line() for part in says.split("|")), found.line()


@pytest.mark.parametrize("type_, line, column, says", [
    (LOOP_INVARIANT, 7, 9, "no loop begins at line 7"),
    (LOCATION_INVARIANT, 5, 0, "no statement begins at line 5"),
    (LOCATION_INVARIANT, 900, 0, "no statement begins at line 900"),
])  # fmt: skip
def test_places(type_: str, line: int, column: int, says: str, program: Path) -> None:
    assert says in validate(program, stated(program, Invariant(type_, line, column, "1"))).line()


PLAIN = [c for c in ALL if c.config.engine == ORACLE and c.config.property == UNREACH and c.expected in ("TRUE", "FALSE")
         and c.file.suffix == ".c" and c.config.memory_model == "sc" and "fthread" not in c.file.read_text()]  # fmt: skip


SAMPLE = [c for c in PLAIN if crc32(c.file.stem.encode()) % 9 == 0 or c.file.stem == "undefined_unsequenced_none"]  # macros


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.file.stem)
def test_anywhere(case: Case) -> None:
    """Invariants that always hold, before every statement and in every loop, change no verdict."""
    file = str(case.file)
    options = c_options(file, case.config)
    places = syntax(file, options)
    items = [
        Invariant(LOCATION_INVARIANT, *statement.span[0], "1")
        for statement in places.statements
        if statement.kind not in (BLOCK, LABEL) and (statement.listed or statement.kind != DECLARATION)
    ]
    items += [Invariant(LOOP_INVARIANT, *s.span[0], "1") for s in places.statements if s.kind == LOOP and s.test is not None]
    text, before = instrumented(Witness(CORRECTNESS, (), tuple(items)), places, case.file.read_bytes())
    program = load(file, replace(options, replaced=(file, text), included=before))
    config = replace(case.config, properties=(UNREACH,), timeout=20.0)
    found = verified(file, config, source=SourceFile(file, {UNREACH: program}))
    assert found.verdict in (case.expected, "UNKNOWN"), found.reason


def test_summaries() -> None:
    cases = {frozenset({f"k == {n}", f"x == {n}"}) for n in range(8)}
    assert summaries(cases, {"k"}) == ["0 <= k && k <= 7 && 0 <= x && x <= 7 && k == x", "0 <= k && k <= 7"]
    assert summaries({*cases, frozenset()}, {"k"}) == [] and summaries(set(), set()) == []
    assert summaries({frozenset({"a == 1"}), frozenset({"a == 2"})}, set())[0] == "(a == 1) || (a == 2)"
