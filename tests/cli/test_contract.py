"""What scripts rely on: the last line, the exit code, the JSON file, and that limits and signals end in a verdict."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ROOT, threadproof
from tests.clocks import children, computed, wait_until

pytestmark = pytest.mark.wall_clock

ENDLESS = """#include <pthread.h>
unsigned long long a, b;
void *count(void *p) { for (;;) { a++; b = a; } }
int main(void) { pthread_t t; pthread_create(&t, 0, count, 0); for (;;) a += b; }
"""


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    file = tmp_path / "endless.c"
    file.write_text(ENDLESS)
    return file


@pytest.mark.parametrize(
    ("file", "options", "verdict", "code"),
    [
        ("peterson.c", [], "VERDICT: TRUE", 0),
        ("counter.c", [], "VERDICT: FALSE(unreach-call)", 1),
        ("counter.c", ["--engine", "explicit", "--search", "dfs"], "VERDICT: FALSE(unreach-call)", 1),
        ("philosophers.c", ["--property", "no-deadlock"], "VERDICT: FALSE(no-deadlock)", 1),
        ("peterson.c", ["--threads", "1"], "VERDICT: UNKNOWN(", 2),
    ],
)
def test_verdict(file: str, options: list[str], verdict: str, code: int) -> None:
    run = threadproof("verify", f"examples/c/{file}", *options)
    assert (run.code, run.err) == (code, ""), run
    assert run.verdict.startswith(verdict) and re.fullmatch(r"VERDICT: (TRUE|(FALSE|UNKNOWN)\(.+\))", run.verdict)
    assert run.out.count("VERDICT") == 1


def test_quiet_prints_one_line() -> None:
    run = threadproof("verify", "examples/c/counter.c", "--quiet")
    assert run.out == "VERDICT: FALSE(unreach-call)\n" and run.err == ""


def test_false_shows_the_schedule() -> None:
    run = threadproof("verify", "examples/c/counter.c")
    assert "counter++" in run.out and "examples/c/counter.c:12" in run.out


def test_stats() -> None:
    run = threadproof("verify", "examples/c/peterson.c", "--engine", "explicit", "--stats")
    for word in ("parse time", "engine time", "total time", "states"):
        assert word in run.out


def test_json_true(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    threadproof("verify", "examples/c/peterson.c", "--engine", "explicit", "--json", out)
    found = json.loads(out.read_text())
    assert found["verdict"] == "TRUE" and found["counterexample"] is None and found["reason"] is None
    assert found["engine"] == "explicit" and found["data_model"] == "LP64" and found["property"] == "unreach-call"
    assert {"parse", "passes", "engine", "total"} <= found["times"].keys()
    assert found["counters"]["states"] > 10
    assert found["version"] and isinstance(found["notes"], list)


def test_json_false(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    threadproof("verify", "examples/c/counter.c", "--json", out)
    found = json.loads(out.read_text())
    assert found["verdict"] == "FALSE"
    assert found["counterexample"]["place"].startswith("examples/c/counter.c:12:")
    assert found["counterexample"]["schedule"][0] == {"thread": 0, "inputs": []}
    assert {step["thread"] for step in found["counterexample"]["steps"]} == {0, 1}


def test_json_who_waits_for_whom(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    threadproof(
        "verify", "tests/corpus/deadlock_beside_loop.c", "--property", "no-deadlock", "--engine", "explicit", "--json", out
    )
    one, other = json.loads(out.read_text())["counterexample"]["waits"]
    assert (one["thread"], one["for"][0]["thread"], one["for"][0]["holds"]) == (1, 2, "b")
    assert (other["thread"], other["for"][0]["thread"], other["for"][0]["holds"]) == (2, 1, "a")
    assert other["for"][0]["since"]["line"] < one["line"] and not one["for"][0]["ended"]


def test_preprocessed_files_are_ilp32(tmp_path: Path) -> None:
    for name, model in (("a.i", "ILP32"), ("a.c", "LP64")):
        (tmp_path / name).write_text("int main(void) { return sizeof(long); }\n")
        threadproof("verify", tmp_path / name, "--json", tmp_path / "out.json")
        assert json.loads((tmp_path / "out.json").read_text())["data_model"] == model


def test_timeout(endless: Path, tmp_path: Path) -> None:
    run = threadproof("verify", endless, "--engine", "explicit", "--timeout", "2", "--json", tmp_path / "out.json")
    assert (run.verdict, run.code) == ("VERDICT: UNKNOWN(timeout)", 2)
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["reason"] == "timeout" and found["verdict"] == "UNKNOWN"


def test_memory(endless: Path) -> None:
    run = threadproof("verify", endless, "--engine", "explicit", "--memory", "150", "--timeout", "250")
    assert (run.verdict, run.code) == ("VERDICT: UNKNOWN(memory)", 2)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt(endless: Path, number: int) -> None:
    argv = [sys.executable, "-m", "threadproof", "verify", str(endless), "--engine", "explicit", "--property", "unreach-call"]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    wait_until(lambda: any(computed(child) > 0.3 for child in children(process.pid)), "the engine runs")
    process.send_signal(number)
    out, err = process.communicate(timeout=200)
    assert out.splitlines()[-1] == "VERDICT: UNKNOWN(interrupted)" and process.returncode == 2 and "Traceback" not in err


SLEEPY_ENGINES = """
import os, pathlib, sys, time
import threadproof.run.pipeline as pipeline
from threadproof.app.cli import main
class Sleepy:
    def check(self, *arguments):
        pathlib.Path(os.environ["FOLDER"], str(os.getpid())).touch()
        time.sleep(1000)
pipeline.make_engine = lambda name: Sleepy()
sys.argv = ['threadproof', 'verify', 'examples/c/peterson.c', '--jobs', '2', *sys.argv[1:]]
main()
"""


ALL_INTERRUPTED = "; ".join(f"{name}: interrupted" for name in ("unreach-call", "no-data-race", "no-deadlock", "valid-memsafety"))


@pytest.mark.parametrize(("words", "reason"), [(["--property", "unreach-call"], "interrupted"), ([], ALL_INTERRUPTED)])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_interrupt_of_several_engines_leaves_nobody_behind(tmp_path: Path, number: int, words: list[str], reason: str) -> None:
    argv = [sys.executable, "-c", SLEEPY_ENGINES, *words]
    environment = {**os.environ, "FOLDER": str(tmp_path)}
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
    wait_until(lambda: len(list(tmp_path.iterdir())) >= 2, "two engines run")
    process.send_signal(number)
    out, _ = process.communicate(timeout=200)
    if number != signal.SIGKILL:
        assert out.splitlines()[-1] == f"VERDICT: UNKNOWN({reason})" and process.returncode == 2
    engines = [int(path.name) for path in tmp_path.iterdir()]
    assert len(engines) == 2
    wait_until(lambda: not any(map(runs, engines)), "nobody is left")


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{process}/stat") as stat:
        return stat.read().rsplit(")", 1)[1].split()[0] != "Z"


def test_version_and_help() -> None:
    assert re.fullmatch(r"threadproof \d+\.\d+\.\d+\n", threadproof("--version").out)
    for arguments in (["--help"], ["verify", "-h"], ["lower", "--help"], ["doctor", "--help"]):
        run = threadproof(*arguments)
        assert run.code == 0 and run.out.startswith("Usage: ")


def test_engines() -> None:
    assert "explicit" in threadproof("engines").out


@pytest.mark.parametrize("stage", ["source", "analysed", "lowered"])
def test_lower(stage: str) -> None:
    run = threadproof("lower", "examples/c/peterson.c", "--stage", stage)
    assert run.code == 0 and run.err == "" and "worker" in run.out and "VERDICT" not in run.out


def test_doctor_names_external_functions(tmp_path: Path) -> None:
    file = tmp_path / "external.c"
    file.write_text("int mystery(int *p);\nint main(void) { int x = 0;\n  mystery(&x);\n  return x; }\n")
    run = threadproof("doctor", file)
    assert run.code == 0 and "mystery" in run.out and "external.c:3:" in run.out
    assert "mystery" in threadproof("verify", file).err
    rejected = threadproof("verify", file, "--extern", "reject")
    assert rejected.code == 3 and "external.c:3:" in rejected.err


BROKEN_PASSES = """
import threadproof.run.pipeline as pipeline
def broken(*arguments): raise RuntimeError('deliberate')
pipeline.run_passes = broken
"""
BROKEN_ENGINE = """
import threadproof.run.pipeline as pipeline
from threadproof.evidence.result import Turn, Unsafe
class Liar:
    def check(self, *arguments): return Unsafe('unreach-call', 'not so', (Turn(0), Turn(0, (7,))))
pipeline.make_engine = lambda name: Liar()
"""
RUN = """
import sys
from threadproof.app.cli import main
sys.argv = ['threadproof', 'verify', 'examples/c/peterson.c', '--engine', 'explicit', '--property', 'unreach-call']
main()
"""


@pytest.mark.parametrize(
    ("change", "message", "schedule"),
    [
        (BROKEN_PASSES, "RuntimeError: deliberate", []),
        (BROKEN_ENGINE, "Unconfirmed: ", [{"thread": 0, "inputs": []}, {"thread": 0, "inputs": [7]}]),
    ],
)
def test_internal_errors_leave_a_bundle(tmp_path: Path, change: str, message: str, schedule: list[object]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", change + RUN],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"TMPDIR": str(tmp_path), "PATH": "", "PYTHONPATH": str(ROOT / "src")},
    )
    assert run.returncode == 70 and run.stdout == "" and message in run.stderr
    (bundle,) = tmp_path.glob("threadproof-bug-*")
    assert str(bundle) in run.stderr and run.stderr.count("\n") == 2
    assert {path.name for path in bundle.iterdir()} == {"peterson.c", "options.json", "schedule.json", "traceback.txt"}
    assert message in (bundle / "traceback.txt").read_text()
    assert json.loads((bundle / "schedule.json").read_text()) == schedule
    assert json.loads((bundle / "options.json").read_text())["options"]["engine"] == "explicit"


def test_start_up_loads_only_what_it_needs() -> None:
    argv = [sys.executable, "-X", "importtime", "-m", "threadproof", "verify", "examples/c/peterson.c"]
    argv += ["--engine", "explicit", "--property", "unreach-call"]
    run = subprocess.run(argv, check=True, capture_output=True, text=True, cwd=ROOT)
    loaded = {line.split("|")[-1].strip().split(".")[0] for line in run.stderr.splitlines() if line.startswith("import time:")}
    assert "ctypes" in loaded and "threadproof" in loaded
    assert not loaded & {"click", "inspect", "dataclasses", "pathlib"}
    assert not loaded & {"rich", "json", "hypothesis", "z3", "bitwuzla", "yaml", "jinja2", "lark"}
