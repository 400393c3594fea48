"""Hostile names and texts, streams that cannot be written, address spaces that are limited, limits that are kept."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ROOT
from threadproof.errors import Pos
from threadproof.ir.lines import lines_of
from threadproof.report.terminal import LAST, body, one_line, printable
from threadproof.run.supervise import grace, margin

pytestmark = pytest.mark.wall_clock

CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]")
TEXT = """#include <assert.h>
int x;
int main(void) { /* \x1b[31m \r VERDICT: TRUE \x0c
VERDICT: TRUE */
    x = 1; /* \u2028VERDICT: TRUE \x9b */
    int y\u202eVERDICT;
    assert("\x0cVERDICT: TRUE" && x == 0);
}
""".replace("    int y\u202eVERDICT;\n", "")
NAMES = [
    "nl\nVERDICT: TRUE",
    "escape\x1b[2J",
    "cr\rVERDICT: TRUE",
    "bad\udcff",
    "separator\u2028VERDICT: TRUE",
    "bidi\u202e",
    "c1\x9b",
]
MARKER = '# 1 "a\\nVERDICT: TRUE"\nvoid reach_error(void);\nint main(void) {\n  reach_error(); }\n'


def run(*words: str, cwd: Path = ROOT, shell: str = "", limit: float = 280) -> subprocess.CompletedProcess[bytes]:
    argv = [sys.executable, "-m", "threadproof", *words]
    if shell:
        argv = ["bash", "-c", shell.replace("THREADPROOF", '"$0" "$@"'), *argv]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(argv, check=False, cwd=cwd, capture_output=True, timeout=limit, env=environment)


def is_clean(done: subprocess.CompletedProcess[bytes], code: int) -> None:
    assert done.returncode == code, done
    assert not CONTROL.search(done.stdout) and not CONTROL.search(done.stderr), done
    lines = done.stdout.split(b"\n")
    assert [line for line in lines if line.startswith(b"VERDICT")] == ([lines[-2]] if code < 3 else []), done


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_hostile_names_and_sources(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.c").write_text(TEXT)
    (tmp_path / f"{name}.ivl").write_text("main { \x1b }")
    words = ["--property", "unreach-call", "--engine", "explicit", "--report", "page.html", "--json", "out.json", "--stats"]
    is_clean(run("verify", f"{name}.c", *words, cwd=tmp_path), 1)
    assert not CONTROL.search((tmp_path / "page.html").read_bytes())
    is_clean(run("verify", f"{name}.ivl", cwd=tmp_path), 3)
    is_clean(run("verify", f"{name}.c", "--property", name, cwd=tmp_path), 3)
    done = run("bench", ".", "--out", "results.csv", "--timeout", "200", "--jobs", "1", cwd=tmp_path)
    assert not CONTROL.search(done.stdout + done.stderr) and done.returncode == 0 and b"\nVERDICT" not in done.stdout


def test_line_markers(tmp_path: Path) -> None:
    (tmp_path / "p.i").write_text(MARKER)
    is_clean(run("verify", "p.i", "--property", "unreach-call", cwd=tmp_path), 1)


def test_lines_are_those_of_compilers() -> None:
    assert lines_of("a\x0cb\nc\u2028d\r\ne\rf") == ["a\x0cb", "c\u2028d", "e", "f"]


def test_escapes() -> None:
    assert printable("a\tb\nc\x1b") == "a\tb\nc\\x1b" and one_line("a\nb\r\x07") == "a\\nb\\r\\x07"
    for word in LAST:
        assert body(f"{word}: TRUE\nx") == f"  {word}: TRUE\nx"
    assert str(Pos("a\nb\udcff", 1, 2)) == "a\\nb\\udcff:1:2" and str(Pos("\u00e9.c", 1, 2)) == "\u00e9.c:1:2"


EXAMPLE = ("verify", "examples/c/counter.c", "--property", "unreach-call", "--engine", "explicit", "--quiet")


@pytest.mark.parametrize(
    ("redirection", "code", "said"),
    [
        (">&-", 3, b"it is closed"),
        (">/dev/full", 3, b"No space left on device"),
        ("2>&-", 1, b""),
        ("2>/dev/full", 1, b""),
        ("<&-", 1, b""),
        (">&- 2>&- <&-", 3, b""),
        (">/dev/full 2>/dev/full", 3, b""),
        ("| true", 3, b""),
    ],
)
@pytest.mark.parametrize("words", [EXAMPLE, ("--help",), ("lower", "examples/c/counter.c")])
def test_streams_that_cannot_be_written(redirection: str, code: int, said: bytes, words: tuple[str, ...]) -> None:
    done = run(*words, shell=f"THREADPROOF {redirection}; exit ${{PIPESTATUS[0]}}")
    assert done.returncode == (code if words == EXAMPLE or code == 3 else 0), done
    assert said in done.stderr and b"internal error" not in done.stderr and (said or not done.stderr), done


@pytest.mark.parametrize("engine", ["explicit", "auto"])
@pytest.mark.parametrize("kib", [60_000, 250_000, 500_000])
def test_limited_address_space(kib: int, engine: str) -> None:
    done = run(*EXAMPLE[:-2], engine, "--quiet", shell=f"ulimit -v {kib}; THREADPROOF")
    unsure = done.stdout.startswith(b"VERDICT: UNKNOWN(ended by SIG") and b"perhaps for lack of memory" in done.stdout
    expected = (1, b"VERDICT: FALSE(unreach-call)\n"), (2, b"VERDICT: UNKNOWN(memory)\n")
    assert (done.returncode, done.stdout) in expected or (unsure and done.returncode == 2), done


STUCK = """
import sys
from tests.clocks import Own
clock = Own()
clock.install()
started = clock()
import threadproof.app.cli as cli
import threadproof.run.pipeline as pipeline
cli.STARTED = started  # not when the process began: how long it takes to load is up to the machine
class Deaf:
    def check(self, *arguments): clock.sleep(1000)
pipeline.make_engine = lambda name: Deaf()
sys.argv = ['threadproof', 'verify', 'examples/c/peterson.c', '--quiet', '--timeout', '8', *sys.argv[1:]]
try:
    cli.main()
finally:
    print(clock() - started, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "words", [("--engine", "explicit", "--property", "unreach-call"), ("--property", "unreach-call"), ()], ids=str
)
def test_limits_are_kept_whatever_engines_do(words: tuple[str, ...]) -> None:
    """By a clock of their own (`tests.clocks`), which passes while the engines sleep."""
    done = subprocess.run([sys.executable, "-c", STUCK, *words], check=False, cwd=ROOT, capture_output=True, timeout=250)
    seconds = float(done.stderr.splitlines()[-1])
    assert done.returncode == 2 and b"timeout" in done.stdout and 7 < seconds < 8 * 1.05, (seconds, done)


def test_shares_of_the_limit() -> None:
    for seconds in (2.0, 10.0, 60.0, 900.0):
        assert grace(seconds) <= 0.05 * seconds and margin(seconds) < 0.05 * seconds
