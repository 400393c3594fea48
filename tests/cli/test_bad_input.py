"""Whatever a user gets wrong: one line on stderr that says where and what, exit code 3, nothing on stdout, no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ROOT, Run, threadproof

GOOD = "int main(void) { return 0; }\n"
MAIN = "int main(void) {{ {} return 0; }}\n"


def refused(run: Run, message: str) -> None:
    assert run.code == 3, run
    assert run.out == ""
    assert run.err.count("\n") == 1 and run.err.startswith("threadproof: error: "), run.err
    assert message in run.err
    assert len(run.err) < 800


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.c"
    file.write_text(GOOD)
    return file


@pytest.mark.parametrize("command", ["verify", "lower", "doctor"])
@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.c", None, "missing.c: cannot read the file: No such file or directory"),
        ("empty.c", b"", "empty.c: the file is empty"),
        ("blank.i", b" \n\t\n", "blank.i: the file is empty"),
        ("binary.c", b"\x7fELF\x02\x01\x00\x00", "binary.c: this is a binary file, not C"),
        ("program.py", GOOD.encode(), "program.py: unknown kind of file (expected .c, .i, .ivl, .ll, .cpp, .cc or .cxx)"),
        ("syntax.c", b"int main(void) {\n  retrun 0;\n}\n", "syntax.c:2:3: "),
        ("unclosed.c", b"int main(void) {\n", "unclosed.c:1:17: expected '}'"),
        ("nomain.c", b"int f(void) { return 0; }\n", "nomain.c"),
        ("latin.c", b'char *s = "\xe9";\nint main(void) { return x; }\n', "latin.c:2:25: "),
        ("line.c", b"int main(void) { return " + b"x + " * 250_000 + b"1; }\n", "line.c:1:"),
        ("parens.c", MAIN.format("int x = " + "(" * 5000 + "1" + ")" * 5000 + ";").encode(), "parens.c:"),
        ("blocks.c", MAIN.format("{" * 5000 + "}" * 5000).encode(), "blocks.c:"),
        ("include.c", b'#include "nowhere.h"\n' + GOOD.encode(), "include.c:1:10: "),
        ("error.c", b"#error stop here\n" + GOOD.encode(), "error.c:1:2: stop here"),
    ],
)
def test_file(tmp_path: Path, command: str, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    refused(threadproof(command, name, cwd=tmp_path), message)


@pytest.mark.parametrize("expression", ["- " * 5_000 + "1", "1" + " + 1" * 5_000, "0 ? 1 : " * 2_000 + "1"])
def test_deep_expressions_are_no_problem(tmp_path: Path, expression: str) -> None:
    (tmp_path / "deep.c").write_text(MAIN.format(f"int x = {expression};"))
    run = threadproof("verify", "deep.c", cwd=tmp_path)
    assert (run.code, run.verdict) == (0, "VERDICT: TRUE"), run


def test_crash_of_the_parser(tmp_path: Path) -> None:
    """libclang overflows its stack on inputs that are nested deeply enough."""
    script = (
        "import os, signal, sys, threadproof.run.loading as p\n"
        "p.load = lambda *_, **__: os.kill(os.getpid(), signal.SIGSEGV)\n"
        "sys.argv = ['threadproof', 'verify', 'x.c', '--property', 'unreach-call']\n"
        "from threadproof.app.cli import main; main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, cwd=tmp_path, capture_output=True, text=True)
    refused(Run(done.returncode, done.stdout, done.stderr), "x.c: the C parser gave up")


UNSUPPORTED = MAIN.format('\n  __asm__("cli");')
BEHIND = MAIN.format('\n  if (0) __asm__("cli");')


@pytest.mark.parametrize(
    ("content", "code", "effect"),
    [(UNSUPPORTED, 2, "TRUE only if no execution gets there"), (BEHIND, 0, "nothing that main calls gets there")],
)
def test_unsupported(tmp_path: Path, content: str, code: int, effect: str) -> None:
    (tmp_path / "assembly.c").write_text(content)
    asked = threadproof("verify", "assembly.c", "--engine", "explicit", "--property", "unreach-call", cwd=tmp_path)
    assert asked.code == code and ("UNKNOWN(unsupported: inline assembly (cli) at assembly.c:2)" in asked.out) == (code == 2), (
        asked
    )
    listed = threadproof("doctor", "assembly.c", cwd=tmp_path)
    assert listed.code == 0 and "unsupported" in listed.out and effect in listed.out, listed


def test_directory(tmp_path: Path) -> None:
    refused(threadproof("verify", tmp_path), "unknown kind of file")


def test_unreadable() -> None:
    refused(
        threadproof("verify", "examples/c/peterson.c/x.c"), "examples/c/peterson.c/x.c: cannot read the file: Not a directory"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--timeout", "soon"], "'soon' is not a valid float"),
        (["--timeout", "0"], "--timeout 0.0: must be at least 0.01"),
        (["--memory", "-1"], "--memory -1: must be at least 0"),
        (["--threads", "-1"], "--threads -1: must be at least 0"),
        (["--engine", "magic"], "'magic' is not"),
        (["--data-model", "LP128"], "'LP128' is not one of"),
        (["--property", "no-bugs"], "--property no-bugs: choose one of unreach-call"),
        (["--property", "missing.prp"], "missing.prp: cannot read the property file"),
        (["--nonsense"], "No such option"),
        (["--timeout"], "requires an argument"),
        (["extra.c"], "extra.c: cannot read the file"),
        (["--quiet", "--stats"], "exclude each other"),
        (["--json", "no/such/folder/out.json"], "no/such/folder/out.json: cannot write --json: no such directory"),
        (["--json", "."], "cannot write --json: is a directory"),
    ],
)
def test_option(good: Path, options: list[str], message: str) -> None:
    refused(threadproof("verify", good, *options, cwd=good.parent), message)


@pytest.mark.parametrize("arguments", [["verify"], ["lower"], ["frobnicate"], ["--frobnicate"]])
def test_usage(arguments: list[str]) -> None:
    refused(threadproof(*arguments), "")


def test_no_arguments_shows_help() -> None:
    run = threadproof()
    assert run.code == 3 and "Usage: " in run.out and run.err == ""


def test_long_names_are_cut() -> None:
    refused(threadproof("verify", "x" * 3000 + ".c", cwd=ROOT), "...")


@pytest.mark.parametrize("name", ["-fplugin=x.c", "--help.c", "@list.c", "-.c"])
def test_names_that_look_like_options(tmp_path: Path, name: str) -> None:
    """What stands for a file is a file, also for the C parser."""
    (tmp_path / name).write_text("#include <assert.h>\nint main(void) {\n    assert(0);\n}\n")
    run = threadproof("verify", "--engine", "explicit", "--", name, cwd=tmp_path)
    assert run.verdict == "VERDICT: FALSE(unreach-call)" and f"{name}:3" in run.out, run
