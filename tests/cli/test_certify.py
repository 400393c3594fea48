"""Certificates as users meet them: written, checked in another process, tampered with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import ROOT, threadproof
from threadproof.budget import Budget
from threadproof.certify import certificate
from threadproof.config.options import Config
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Unsafe
from threadproof.evidence.task import Task
from threadproof.passes import runner
from threadproof.report.outcome import Certified
from threadproof.report.text import certified
from threadproof.run.checks import subject
from threadproof.run.pipeline import Clock, certify, prepare, quietly, verify

EXAMPLES = ROOT / "examples" / "c"
CORPUS = ROOT / "tests" / "corpus"


def written(file: Path, **options: Any) -> str:
    return verify(str(file), Config(**{"engine": "explicit", "certificate": "wanted", "timeout": 60, **options})).certificate


def checked(tmp_path: Path, file: Path, text: str) -> Certified:
    path = tmp_path / "certificate.json"
    path.write_text(text)
    return certify(str(file), str(path), Config(timeout=60), quietly)


def changed(text: str, **entries: Any) -> str:
    """Other content, properly signed."""
    return certificate.write({**certificate.read(text), **entries})


def test_a_proof(tmp_path: Path) -> None:
    out, report = tmp_path / "proof.json", tmp_path / "out.json"
    run = threadproof("verify", "examples/c/peterson.c", "--engine", "abstraction", "--certificate", out, "--json", report)
    assert run.verdict == "VERDICT: TRUE" and "Proof: re-checked.\n" in run.out
    assert json.loads(report.read_text())["certificate"] == "re-checked"
    run = threadproof("certify", "examples/c/peterson.c", out)
    assert (run.code, run.verdict) == (0, "CERTIFICATE: TRUE(unreach-call)"), run
    run = threadproof("certify", "examples/c/dekker.c", out, "--quiet")
    assert (run.code, run.out) == (1, "CERTIFICATE: REJECTED(it is about another program, or another version of it)\n")


@pytest.mark.parametrize("property_", ["unreach-call", "no-data-race", "no-deadlock"])
def test_an_outline(tmp_path: Path, property_: str) -> None:
    out, file = tmp_path / "proof.json", CORPUS / "deadlock_start_signal.c"
    run = threadproof("verify", file, "--property", property_, "--engine", "modular", "--certificate", out)
    assert run.verdict == "VERDICT: TRUE" and "Proof: re-checked.\n" in run.out
    run = threadproof("certify", file, out)
    assert (run.code, run.verdict) == (0, f"CERTIFICATE: TRUE({property_})") and " moves).\n" in run.out, run


def test_a_schedule(tmp_path: Path) -> None:
    out, report = tmp_path / "schedule.json", tmp_path / "out.json"
    run = threadproof("verify", "examples/c/counter.c", "--certificate", out, "--json", report)
    assert run.code == 1 and json.loads(report.read_text())["certificate"] == "replayed"
    run = threadproof("certify", "examples/c/counter.c", out)
    assert (run.code, run.verdict) == (0, "CERTIFICATE: FALSE(unreach-call)"), run


def test_no_certificate(tmp_path: Path) -> None:
    """Only where the proof cannot be written down, nor all states be enumerated."""
    out, report = tmp_path / "proof.json", tmp_path / "out.json"
    (tmp_path / "inputs.c").write_text(
        "#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\nint x;\n"
        "void *work(void *p) { x = __VERIFIER_nondet_int(); return 0; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); if (x * x == 2) while (1); }\n"
    )
    words = ("--engine", "simulation", "--property", "no-deadlock", "--certificate", out, "--json", report)
    run = threadproof("verify", tmp_path / "inputs.c", *words)
    assert run.code == 0 and "no certificate is written: engine simulation gives no proof" in run.err
    assert not out.exists() and json.loads(report.read_text())["certificate"] == "none"


def test_a_set_of_states(tmp_path: Path) -> None:
    """Of `explicit`, and where an engine has no proof of its own."""
    for engine, property_ in (("explicit", "no-data-race"), ("simulation", "no-deadlock")):
        out, file = tmp_path / "proof.json", "examples/c/philosophers_ordered.c"
        run = threadproof("verify", file, "--engine", engine, "--property", property_, "--certificate", out)
        assert run.verdict == "VERDICT: TRUE" and "Proof: re-checked.\n" in run.out
        run = threadproof("certify", file, out)
        assert (run.code, run.verdict) == (0, f"CERTIFICATE: TRUE({property_})") and " states, " in run.out


def test_bad_files(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("")
    run = threadproof("certify", "examples/c/peterson.c", tmp_path / "empty.json")
    assert run.code == 1 and run.verdict.startswith("CERTIFICATE: REJECTED(not JSON: ")
    run = threadproof("certify", "examples/c/peterson.c", tmp_path / "missing.json")
    assert (run.code, run.out) == (3, "") and "cannot read the certificate: No such file or directory" in run.err
    run = threadproof("verify", "examples/c/peterson.c", "--certificate", tmp_path)
    assert run.code == 3 and "cannot write --certificate: is a directory" in run.err


@pytest.mark.parametrize(
    ("file", "options"),
    [
        (EXAMPLES / "lost_wakeup.c", {"property": "no-deadlock"}),
        (EXAMPLES / "data_race.c", {"property": "no-data-race"}),
        (EXAMPLES / "overflow.c", {"property": "no-overflow"}),
        (EXAMPLES / "use_after_free.c", {"property": "valid-memsafety"}),
        (CORPUS / "input_small_wrong.c", {}),
        (CORPUS / "lang_integers_wrong.c", {}),
        (CORPUS / "lang_integers_ilp32.c", {"data_model": "ILP32", "engine": "abstraction"}),
        (CORPUS / "lang_float.c", {"engine": "abstraction"}),
        (CORPUS / "memory_threads_safe.c", {"engine": "abstraction", "property": "valid-memsafety"}),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else value.get("property", ""),
)
def test_all_kinds(tmp_path: Path, file: Path, options: dict[str, Any]) -> None:
    text = written(file, **options)
    assert text, "no verdict"
    found = checked(tmp_path, file, text)
    assert found.exit_code() == 0, found
    assert found.property in certified(found)


def test_the_options_are_those_of_the_certificate(tmp_path: Path) -> None:
    file = tmp_path / "deep.c"
    file.write_text(
        "#include <assert.h>\nint down(int n) { return n ? down(n - 1) : N; }\nint main(void) { assert(down(9) == 3); }\n"
    )
    text = written(file, engine="abstraction", unwind=12, define=("N=3",))
    assert checked(tmp_path, file, text).exit_code() == 0
    assert checked(tmp_path, file, text).line() == "CERTIFICATE: TRUE(unreach-call, with -D N=3 --unwind 12)"
    for option, value in (("unwind", 0), ("define", ["N=4"]), ("define", ["N"])):
        options = {**certificate.read(text)["options"], option: value}
        assert checked(tmp_path, file, changed(text, options=options)).rejected


@pytest.fixture(scope="module")
def proof() -> str:
    return written(EXAMPLES / "peterson.c", engine="abstraction")


@pytest.fixture(scope="module")
def schedule() -> str:
    return written(CORPUS / "input_small_wrong.c")


def test_every_line_counts(tmp_path: Path, proof: str, schedule: str) -> None:
    for file, text in ((EXAMPLES / "peterson.c", proof), (CORPUS / "input_small_wrong.c", schedule)):
        lines = text.splitlines(keepends=True)
        for number, line in enumerate(lines):
            for other in ("", line.replace("1", "2").replace("0", "1"), line * 2):
                if other != line:
                    found = checked(tmp_path, file, "".join([*lines[:number], other, *lines[number + 1 :]]))
                    assert found.rejected, f"line {number + 1}: {line.strip()} -> {other.strip()}"


def test_forged_proofs(tmp_path: Path, proof: str) -> None:
    content = certificate.read(proof)
    forged: list[dict[str, Any]] = [
        {"verdict": "FALSE"},
        {"verdict": "MAYBE"},
        {"property": "no-deadlock"},
        {"property": "no-data-race"},
        {"property": "everything"},
        {"options": {}},
        {"options": {**content["options"], "data_model": "ILP32"}},
        {"options": {**content["options"], "extern": "guess"}},
        {"options": {**content["options"], "unwind": "0"}},
        {"passes": []},
        {"passes": ["blocks"]},
        {"passes": ["magic"]},
        {"passes": None},
        {"passes": [["reachable"]]},
        {"options": {**content["options"], "define": [5]}},
        {"variables": [[]]},
        {"facts": [*content["facts"], f"(eq turn@{'9' * 5000} 0:i32)"]},
        {"threads": 2},
        {"threads": "many"},
        {"facts": content["facts"][1:]},
        {"nodes": content["nodes"][1:]},
    ]
    for entries in forged:
        assert checked(tmp_path, EXAMPLES / "peterson.c", changed(proof, **entries)).rejected, entries


def test_a_proof_about_something_else(tmp_path: Path) -> None:
    """No assertion fails, as the closed graph shows. That there is no data race, or no deadlock, is another matter."""
    file = EXAMPLES / "data_race.c"
    for engine in ("abstraction", "impact", "bmc", "simulation"):
        content = certificate.read(written(file, engine=engine, facts="none"))
        for property_ in ("no-data-race", "no-deadlock"):
            config = Config(property=property_)
            program = runner.run(prepare(str(file), config, Clock(quietly)), runner.named(content["passes"][3:]))
            text = changed(certificate.write(content), **subject(program, config))
            assert "the passes are not those" in checked(tmp_path, file, text).rejected, (engine, property_)


def test_forged_schedules(tmp_path: Path, schedule: str) -> None:
    turns = certificate.read(schedule)["schedule"]
    forged: list[Any] = [None, [], turns[:-1], turns[1:], [*turns, turns[-1]], [{**turns[0], "thread": 1}, *turns[1:]]]
    for number, turn in enumerate(turns):
        for position in range(len(turn["inputs"])):
            for value in (1000, -1000, 0.5, "0", None, {"float": "x"}):
                inputs = [*turn["inputs"][:position], value, *turn["inputs"][position + 1 :]]
                forged.append([*turns[:number], {**turn, "inputs": inputs}, *turns[number + 1 :]])
        forged.append([*turns[:number], {**turn, "inputs": [*turn["inputs"], 0]}, *turns[number + 1 :]])
    assert len(forged) > len(turns) + 7, "no input is drawn"
    for entry in forged:
        assert checked(tmp_path, CORPUS / "input_small_wrong.c", changed(schedule, schedule=entry)).rejected, entry


def test_a_schedule_of_another_program(tmp_path: Path) -> None:
    """With threads in any order there is a violation, but not in the program, whose threads keep their order."""
    file, config = CORPUS / "ivl_fair_order_kept.ivl", Config(engine="explicit")
    program = runner.run(prepare(str(file), config, Clock(quietly)), [runner.FREE])
    found = ExplicitEngine().check(program, Task(config.property), Budget(), {})
    assert isinstance(found, Unsafe)
    what = {"message": found.message, "place": str(found.pos), "schedule": certificate.encode_schedule(found.schedule)}
    text = certificate.write({"verdict": "FALSE", **subject(program, config), **what})
    assert "the passes are not those" in checked(tmp_path, file, text).rejected


LIAR = """
import threadproof.run.pipeline as pipeline
from threadproof.engines.abstraction.engine import AbstractionEngine
from threadproof.evidence.result import Safe
from threadproof.evidence.graph import Proof
class Liar:
    def check(self, *arguments):
        proof = AbstractionEngine().check(*arguments).proof
        return Safe(Proof(proof.system, proof.nodes[:-1]))
pipeline.make_engine = lambda name: Liar()
import sys
sys.argv = ['threadproof', 'verify', 'examples/c/peterson.c', '--engine', 'abstraction', '--property', 'unreach-call']
from threadproof.app.cli import main
main()
"""


def test_a_wrong_proof_is_an_internal_error(tmp_path: Path) -> None:
    environment = {"TMPDIR": str(tmp_path), "PATH": "", "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run([sys.executable, "-c", LIAR], check=False, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert run.returncode == 70 and run.stdout == "" and "the proof does not re-check: " in run.stderr
    (bundle,) = tmp_path.glob("threadproof-bug-*")
    assert checked(tmp_path, EXAMPLES / "peterson.c", (bundle / "certificate.json").read_text()).rejected


def test_too_little_time() -> None:
    """The verdict stands, the report is honest, and the certificate is there for later."""
    from threadproof.budget import Budget
    from threadproof.engines.abstraction.engine import AbstractionEngine
    from threadproof.evidence.result import Safe
    from threadproof.evidence.task import Task
    from threadproof.run.checks import rechecked
    from threadproof.run.loading import load, run_passes

    config = Config(engine="abstraction", certificate="wanted")
    program = run_passes(load(str(EXAMPLES / "peterson.c"), config), config)
    found = AbstractionEngine().check(program, Task("unreach-call", config.task_options()), Budget(60), {})
    assert isinstance(found, Safe) and found.proof is not None
    result = rechecked(found.proof, config, Budget(0.0), {})
    assert result.status == "not re-checked (time)" and result.certificate


def test_a_program_with_marks_has_no_certificate(tmp_path: Path) -> None:
    words = ("--memory-model", "tso", "--suggest-fences", "--certificate", tmp_path / "out.json", "--property", "unreach-call")
    run = threadproof("verify", "examples/c/peterson.c", *words)
    assert run.code == 3 and "--certificate needs a run without it" in run.err
