"""Whatever is verified with a witness is confirmed by `validate`, in both formats; what is changed is never confirmed wrongly."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.test_corpus import ALL, ORACLE, Case
from tests.unit.witness.roundtrip import transplant, validate, verify, write
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.syntax.statements import syntax
from threadproof.properties import PROPERTIES, RACE
from threadproof.witness import files

EXAMPLES = sorted((ROOT / "examples" / "c").glob("*.c"))
SUFFIXES = (".yml", ".graphml")
ENUMERATED = 4.0  # seconds; what has more states is proved by abstraction


def stated(file: Path) -> list[tuple[str, str]]:
    """Verdicts and properties; the first is what the program is about."""
    return re.findall(r"(TRUE|FALSE)\(([\w-]+)\)", file.read_text().splitlines()[0])


STATED = [(file, *each) for file in EXAMPLES for each in stated(file)]


@pytest.mark.parametrize("file, verdict, property_", STATED, ids=[f"{file.stem}-{property_}" for file, _, property_ in STATED])
def test_examples(file: Path, verdict: str, property_: str, tmp_path: Path) -> None:
    confirm(file, property_, verdict, tmp_path)


def confirm(file: Path, property_: str, verdict: str, tmp_path: Path) -> None:
    outcome = verify(file, property_, "explicit", ENUMERATED)
    if outcome.verdict == "UNKNOWN":
        outcome = verify(file, property_, "abstraction")
    assert outcome.verdict == verdict
    for suffix in SUFFIXES:
        path = tmp_path / f"witness{suffix}"
        why = write(outcome, path)
        if suffix == ".graphml" and (verdict, property_) == ("FALSE", RACE):
            assert "GraphML has no data races" in why
            continue
        assert not why
        found = validate(file, path)
        assert found.line() == f"WITNESS: CONFIRMED({verdict}({property_}))", suffix


def plain(case: Case) -> bool:
    """Without options, which a witness does not state."""
    return case.file.suffix == ".c" and "// options" not in case.file.read_text() and "fthread" not in case.file.read_text()


ASKED = [c for c in ALL if c.config.engine == ORACLE and plain(c)]


@pytest.mark.parametrize("verdict", ["TRUE", "FALSE"])
@pytest.mark.parametrize("property_", PROPERTIES)
def test_every_property(property_: str, verdict: str, tmp_path: Path) -> None:
    """Some programs of the corpus each, spread over it."""
    cases = [c for c in ASKED if c.config.property == property_ and c.expected == verdict]
    assert len(cases) >= 3
    for case in cases[:: len(cases) // 3][:3]:
        confirm(case.file, property_, verdict, tmp_path)


@pytest.mark.parametrize("name", ["race_fence_early", "race_cas_failure_relaxed"])
def test_a_race_whose_accesses_are_apart(name: str, tmp_path: Path) -> None:
    """By happens-before the first access may lie long before the second."""
    confirm(ROOT / "tests" / "corpus" / f"{name}.c", RACE, "FALSE", tmp_path)


RACES = [c for c in ASKED if c.config.property == RACE and c.expected == "FALSE"]


@pytest.mark.parametrize("case", RACES, ids=lambda case: case.file.stem)
def test_targets_of_a_race_are_the_accesses(case: Case, tmp_path: Path) -> None:
    outcome = verify(case.file, RACE)
    path = tmp_path / "w.yml"
    assert not write(outcome, path)
    ends = files.read(str(path), b"").segments[-1]
    said = re.findall(rf"^  thread \d+ .* at {re.escape(str(case.file))}:(\d+):", outcome.trace, re.M)
    statements = syntax(str(case.file), COptions())
    assert len(ends) == len(said) == 2
    for end, line in zip(ends, said, strict=True):
        assert end.column
        (place,) = {s.span for s in statements.starting(end.line, end.column)[-1:]}
        assert place[0][0] <= int(line) <= place[1][0], (end, line)


PAIRS = [("peterson.c", "peterson_broken.c"), ("philosophers_ordered.c", "philosophers.c"),
         ("double_checked.c", "double_checked_broken.c")]  # fmt: skip


@pytest.mark.parametrize("right, wrong", PAIRS)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_transplanted(right: str, wrong: str, suffix: str, tmp_path: Path) -> None:
    good, bad = ROOT / "examples" / "c" / right, ROOT / "examples" / "c" / wrong
    _, property_ = stated(bad)[0]
    for source, target in ((good, bad), (bad, good)):
        path = tmp_path / f"{source.stem}{suffix}"
        assert not write(verify(source, property_), path)
        assert validate(source, path).exit_code() == 0
        assert validate(target, path).line().startswith("WITNESS: REJECTED(it is about another program")
        found = validate(target, transplant(path, source, target))
        assert found.exit_code() == 1, found.line()


SAFE = """#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x, y;
void *f(void *p) {
    y = 1;
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    pthread_create(&t, 0, f, 0);
    if (x == 1)
        if (y == 0 && n == 5)
            reach_error();
    pthread_join(t, 0);
    return 0;
}
"""
UNSAFE = SAFE.replace("    y = 1;\n    x = 1;", "    x = 1;\n    y = 1;")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_mutations(suffix: str, tmp_path: Path) -> None:
    """A violation of the one program is none of the other, however its lines, columns, threads and constraints are changed."""
    safe, unsafe = tmp_path / "safe.c", tmp_path / "unsafe.c"
    safe.write_text(SAFE)
    unsafe.write_text(UNSAFE)
    path = tmp_path / f"w{suffix}"
    assert not write(verify(unsafe, "unreach-call"), path)
    assert validate(unsafe, path).exit_code() == 0
    text, rng, confirmed = transplant(path, unsafe, safe).read_text(), random.Random(22), 0
    pattern = r"(?:line: |column: |thread_id: |startline\">|startoffset\">|threadId\">|== )(\d+)"
    numbers = [found.span(1) for found in re.finditer(pattern, text)]
    assert len(numbers) > 15
    for _ in range(6):
        start, end = rng.choice(numbers)
        changed = text[:start] + str(max(0, int(text[start:end]) + rng.choice([-2, -1, 1, 2, 5]))) + text[end:]
        path.write_text(changed)
        assert validate(safe, path).exit_code() != 0, changed[start - 20 : end + 20]
        path.write_text(transplant(path, safe, unsafe).read_text())
        confirmed += validate(unsafe, path).exit_code() == 0
    assert confirmed < 6  # some of them are not followed by any violation
