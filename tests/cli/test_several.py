"""Several properties as one answer: every combination, what is verified without --property, files, limits, faults."""

from __future__ import annotations

import json
import re
import tempfile
import time
from itertools import combinations, product
from pathlib import Path

import pytest

from tests.cli.command import Run, threadproof
from threadproof.config.engines import AUTO, ENGINES
from threadproof.config.options import Config
from threadproof.properties import DEADLOCK, MEMSAFETY, OVERFLOW, PROPERTIES, RACE, UNREACH, parts, together
from threadproof.records import replace
from threadproof.report import conjunction as several
from threadproof.report.outcome import EXIT, Conjunction, RunOutcome
from threadproof.run import conjunction, pipeline
from threadproof.run.loading import SourceFile

USUAL = (UNREACH, RACE, DEADLOCK, MEMSAFETY)
BOTH = together((UNREACH, MEMSAFETY))
EVERYTHING = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x = 2147483647;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) { if (x == 5) assert(0); if (x == 6) { int *q = malloc(4); free(q); *q = 1; } x = 5; x = 6; return p; }
int main(int argc, char **argv) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int y = x;
    if (argc == 2) { x = 5; return 0; }
    if (argc == 3) { x = 6; return 0; }
    if (argc == 4) return y + 1;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
}
"""
SAFE = "int main(void) { return 0; }\n"


def lines(run: Run) -> dict[str, str]:
    """What is said about each property."""
    return dict(re.findall(rf"^({'|'.join(PROPERTIES)})  +(.*)$", run.out, re.M))


def test_all_that_matters_without_a_property() -> None:
    run = threadproof("verify", "examples/c/counter.c", every=True)
    said = lines(run)
    assert tuple(said) == USUAL and (run.code, run.err) == (1, "")
    assert run.verdict == "VERDICT: FALSE(unreach-call, no-data-race)" and run.out.count("VERDICT") == 1
    assert "VIOLATION: assertion fails" in run.out and "Data race: both of these" in run.out
    assert [said[name].startswith("is violated, as shown above") for name in USUAL] == [True, True, False, False]
    assert said[DEADLOCK].startswith("holds in every execution")
    quiet = threadproof("verify", "examples/c/counter.c", "--quiet", every=True)
    assert quiet.out == run.verdict + "\n"


def test_one_violation_does_not_hide_another(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(EVERYTHING)
    run = threadproof("verify", file, "--overflow", "--timeout", "100", every=True)
    assert run.verdict == f"VERDICT: FALSE({', '.join((*USUAL, OVERFLOW))})" and run.code == 1, run.out


def test_naming_one_is_what_it_was(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(SAFE)
    run = threadproof("verify", file, "--property", UNREACH, "--json", tmp_path / "out.json")
    assert run.out.startswith(
        "unreach-call holds in every execution: nothing to check, main reaches no assertion that could fail ("
    )
    assert run.verdict == "VERDICT: TRUE"
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["nothing_to_check"] == "main reaches no assertion that could fail" and "properties" not in found
    assert found["rests_on"]["assertions"] == "none: nothing to check"
    file.write_text("#include <assert.h>\nint x; int main(void) { assert(!x); }\n")
    run = threadproof("verify", file, "--property", UNREACH, "--json", tmp_path / "out.json")
    assert "nothing to check" not in run.out and json.loads((tmp_path / "out.json").read_text())["nothing_to_check"] is None


@pytest.mark.parametrize(
    ("file", "names"),
    [("examples/ivl/delta_notification.ivl", (UNREACH, MEMSAFETY)), ("tests/corpus/fair_deadlock.c", (UNREACH, MEMSAFETY))],
)
def test_cooperative_threads(file: str, names: tuple[str, ...]) -> None:
    assert tuple(lines(threadproof("verify", file, every=True))) == names


def test_an_engine_that_does_not_check_all_of_them(tmp_path: Path) -> None:
    words = ("--json", str(tmp_path / "out.json"), "--report", str(tmp_path / "out.html"))
    run = threadproof("verify", "examples/c/ticket_lock.c", "--engine", "abstraction", *words, every=True)
    why = "engine abstraction does not verify it"
    assert lines(run)[DEADLOCK] == f"not verified: {why}"
    assert (run.verdict, run.code) == (f"VERDICT: UNKNOWN(no-deadlock: {why})", 2)
    found = json.loads((tmp_path / "out.json").read_text())
    assert (found["verdict"], found["reason"], found["not_verified"]) == ("UNKNOWN", f"no-deadlock: {why}", {DEADLOCK: why})
    assert {found["properties"][name]["verdict"] for name in (UNREACH, RACE, MEMSAFETY)} == {"TRUE"}
    page = (tmp_path / "out.html").read_text()
    assert f"not verified: {why}" in page and '<span class="unknown">UNKNOWN</span>' in page
    violated = threadproof("verify", "examples/c/counter.c", "--engine", "bmc", every=True)
    assert (violated.verdict, violated.code) == ("VERDICT: FALSE(unreach-call, no-data-race)", 1)
    refused = threadproof("verify", "x.c", "--engine", "abstraction", "--property", UNREACH, "--property", DEADLOCK)
    assert refused.code == 3 and "does not check that property" in refused.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--property", UNREACH, "--property", RACE, "--memory-model", "all"], "are about one property"),
        (["--property", UNREACH, "--property", DEADLOCK, "--memory-model", "tso", "--suggest-fences"], "are about one property"),
        (["--property", UNREACH, "--overflow"], "give --property no-overflow instead"),
        (["--property", UNREACH, "--property", "no-bugs"], "--property no-bugs: choose one of"),
    ],
)
def test_refused(words: list[str], message: str) -> None:
    run = threadproof("verify", "examples/c/counter.c", *words)
    assert run.code == 3 and message in run.err


def test_files(tmp_path: Path) -> None:
    names = ("json", "certificate", "witness", "report")
    words = [word for name in names for word in (f"--{name}", str(tmp_path / f"{name}.out"))]
    run = threadproof("verify", "examples/c/data_race.c", *words, "--engine", "ordering", every=True)
    assert run.verdict == "VERDICT: FALSE(no-data-race)"
    found = json.loads((tmp_path / "json.out").read_text())
    assert tuple(found["properties"]) == USUAL and found["verdict"] == "FALSE"
    assert found["properties"][RACE]["counterexample"] and found["properties"][DEADLOCK]["verdict"] == "TRUE"
    for name in USUAL:
        claim = f"FALSE({name})" if name == RACE else f"TRUE({name})"
        certified = threadproof("certify", "examples/c/data_race.c", tmp_path / f"certificate.{name}.out")
        assert certified.out.splitlines()[-1] == f"CERTIFICATE: {claim}"
        assert (tmp_path / f"witness.{name}.out").exists() or f"{name}: no witness is written" in run.err
    page = (tmp_path / "report.out").read_text()
    assert all(f"<h1>{name}: " in page for name in USUAL) and page.count("<!doctype") == 1


def test_property_files_name_several(tmp_path: Path) -> None:
    file = tmp_path / "p.prp"
    file.write_text("CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G ! data-race) )\n")
    run = threadproof("verify", "examples/c/counter.c", "--property", file, "--property", RACE)
    assert tuple(lines(run)) == (OVERFLOW, RACE) and run.verdict == "VERDICT: FALSE(no-data-race)"


# -- without the command line ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, len(PROPERTIES) + 1))
def test_every_combination_of_properties_and_verdicts(count: int) -> None:
    for names in combinations(PROPERTIES, count):
        for verdicts in product(("TRUE", "FALSE", "UNKNOWN"), repeat=count):
            pairs = list(zip(names, verdicts, strict=True))
            found = Conjunction(tuple(RunOutcome(v, p, reason="why" if v == "UNKNOWN" else "", trace="t") for p, v in pairs))
            whole = conjunction.whole(found)
            violated, unknown = ([p for p, v in pairs if v == verdict] for verdict in ("FALSE", "UNKNOWN"))
            expected = f"FALSE({', '.join(violated)})" if violated else "TRUE"
            if unknown and not violated:
                expected = f"UNKNOWN({'; '.join(f'{p}: why' for p in unknown)})"
            assert whole.line() == f"VERDICT: {expected}" and whole.exit_code() == EXIT[expected.partition("(")[0]]
            assert [row.split("  ")[0] for row in several.text(whole, found, False, False).splitlines() if row[:2] in
                    {name[:2] for name in names}] == list(names)  # fmt: skip


def run_all(tmp_path: Path, each: conjunction.Verify, timeout: float = 20.0, **options: object) -> Conjunction:
    file = tmp_path / "p.c"
    file.write_text(SAFE)
    config = replace(Config(timeout=timeout, memory=40_000, engine="explicit"), **options)
    return conjunction.verify(str(file), config, each, lambda stage: None, time.monotonic())


@pytest.mark.parametrize("engine", [AUTO, *(engine.name for engine in ENGINES)])
def test_every_engine_without_a_property(tmp_path: Path, engine: str) -> None:
    """TRUE only if each of them was verified: whatever an engine leaves out is in the last line, also when nothing was done."""
    known = next((row.properties for row in ENGINES if row.name == engine), PROPERTIES)

    def each(mine: Config, announce: pipeline.Announce, source: SourceFile, started: float) -> RunOutcome:
        return RunOutcome("TRUE", mine.property)

    missing = [name for name in (*USUAL, OVERFLOW) if name not in known]
    told = "; ".join(f"{name}: engine {engine} does not verify it" for name in missing)
    found = run_all(tmp_path, each, engine=engine, overflow=True)
    assert conjunction.whole(found).line() == (f"VERDICT: UNKNOWN({told})" if told else "VERDICT: TRUE")
    assert [o.property for o in found.outcomes] == [name for name in (*USUAL, OVERFLOW) if name in known]
    ended = conjunction.stopped("p.c", Config(engine=engine, overflow=True), "timeout", 0.0)
    assert {name for name, _ in ended.left_out} == set(missing)
    assert all(f"{name}: " in conjunction.whole(ended).line() for name in (*USUAL, OVERFLOW))


def test_what_options_exclude_is_not_decided() -> None:
    why = conjunction.accepted(USUAL, Config(memory_model="tso", fence=("after:1",)))
    assert [name for name, reason in why.items() if reason] == [RACE]
    found = Conjunction(
        (RunOutcome("TRUE", UNREACH), RunOutcome("UNKNOWN", DEADLOCK, reason="timeout")), conjunction.left_out(why)
    )
    assert conjunction.whole(found).line() == f"VERDICT: UNKNOWN({DEADLOCK}: timeout; {RACE}: {why[RACE]})"


@pytest.mark.parametrize("count", range(1, len(PROPERTIES) + 1))
def test_every_combination_is_verified(tmp_path: Path, count: int) -> None:
    for names in combinations(PROPERTIES, count):

        def each(mine: Config, announce: pipeline.Announce, source: SourceFile, started: float) -> RunOutcome:
            assert mine.properties == (mine.property,) and source.load(mine)
            return pipeline.verify(source.file, mine, announce, source=source)

        found = run_all(tmp_path, each, properties=names)
        assert [(outcome.property, outcome.verdict) for outcome in found.outcomes] == [(name, "TRUE") for name in names]


def test_time_is_shared(tmp_path: Path) -> None:
    """Quick ones leave theirs to the others, and what is left at the end is for those that had too little. Those that are asked
    for together first have half of what they have."""

    def each(mine: Config, announce: pipeline.Announce, source: SourceFile, started: float) -> RunOutcome:
        if UNREACH in mine.property and mine.timeout < 4:
            return RunOutcome("UNKNOWN", mine.property, reason="timeout")
        return RunOutcome("TRUE", mine.property, counters={"seconds": mine.timeout})

    outcomes = run_all(tmp_path, each, 10.0).outcomes
    first, *others = [outcome.counters["seconds"] for outcome in outcomes]
    assert first > 8 and others == sorted(others) and 2 < others[0] < 4 and others[-1] > 8


@pytest.mark.parametrize(
    ("violated", "asked"),
    [
        ((), [BOTH, RACE, DEADLOCK]),
        ((UNREACH,), [BOTH, RACE, DEADLOCK, MEMSAFETY]),
        ((MEMSAFETY,), [BOTH, UNREACH, RACE, DEADLOCK]),
        ((UNREACH, MEMSAFETY), [BOTH, RACE, DEADLOCK, MEMSAFETY]),
    ],
)
def test_what_is_asked_for_together(tmp_path: Path, violated: tuple[str, ...], asked: list[str]) -> None:
    """One proof for all of them; a violation is one of a property, and the others are asked for again."""
    seen = tmp_path / "asked"

    def each(mine: Config, announce: pipeline.Announce, source: SourceFile, started: float) -> RunOutcome:
        with seen.open("a") as file:
            file.write(mine.property + "\n")
        bad = [name for name in parts(mine.property) if name in violated]
        return RunOutcome("FALSE", bad[0]) if bad else RunOutcome("TRUE", mine.property)

    found = run_all(tmp_path, each).outcomes
    assert [outcome.property for outcome in found] == list(USUAL)
    assert [outcome.property for outcome in found if outcome.verdict == "FALSE"] == [n for n in USUAL if n in violated]
    assert seen.read_text().split() == asked
    if not violated:
        assert [outcome.beside for outcome in found] == [(MEMSAFETY,), (), (), (UNREACH,)]


@pytest.mark.parametrize("options", [{"certificate": "c"}, {"witness": "w.yml"}, {"memory_model": "tso"}])
def test_what_is_asked_for_alone(tmp_path: Path, options: dict[str, object]) -> None:
    def each(mine: Config, announce: pipeline.Announce, source: SourceFile, started: float) -> RunOutcome:
        assert mine.property in PROPERTIES
        return RunOutcome("TRUE", mine.property)

    assert [outcome.beside for outcome in run_all(tmp_path, each, **options).outcomes] == [()] * 4


def test_a_crash_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def each(mine: Config, announce: pipeline.Announce, source: SourceFile, started: float) -> RunOutcome:
        if mine.property == RACE:
            raise RuntimeError("on purpose")
        return RunOutcome("TRUE", mine.property)

    found = run_all(tmp_path, each)
    verdicts = [outcome.verdict for outcome in found.outcomes]
    assert verdicts == ["TRUE", "UNKNOWN", "TRUE", "TRUE"]
    (bundle,) = tmp_path.glob("threadproof-bug-*")
    assert found.outcomes[1].reason == f"internal error, see {bundle}" and str(bundle) in several.warnings(found)[0]
    assert "on purpose" in (bundle / "traceback.txt").read_text()
