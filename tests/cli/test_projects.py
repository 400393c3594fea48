"""From a build to a verdict: with a compilation database, and with what stands in for the compiler."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.command import Run, threadproof

QUEUE = """
#include <pthread.h>
#include <queue.h>
static int data[SIZE], count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void push(int x) { pthread_mutex_lock(&lock); data[count++] = x; pthread_mutex_unlock(&lock); }
int pop(void) { pthread_mutex_lock(&lock); int x = count ? data[--count] : -1; pthread_mutex_unlock(&lock); return x; }
"""
APP = """
#include <assert.h>
#include <pthread.h>
#include <queue.h>
static void *thread(void *unused) { push(1); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    push(2);
    pthread_join(t, 0);
    assert(pop() + pop() == TOTAL);
}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("THREADPROOF_CC", "")
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "queue.h").write_text("void push(int); int pop(void);\n")
    (tmp_path / "queue.c").write_text(QUEUE)
    (tmp_path / "app.c").write_text(APP)
    (tmp_path / "wrong.c").write_text(APP)
    rows = {"queue.c": "-DSIZE=2", "app.c": "-DTOTAL=3", "wrong.c": "-DTOTAL=4 -funknown-option"}
    entries = [{"directory": "..", "file": name, "command": f"cc -Iinclude {rest} -c {name}"} for name, rest in rows.items()]
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "compile_commands.json").write_text(json.dumps(entries))
    return tmp_path


def run(*words: str) -> Run:
    return threadproof(*words, cwd=Path.cwd(), every=True)


def test_with_a_database(project: Path) -> None:
    done = run("verify", "-p", "build", "app.c", "--property", "unreach-call", "--certificate", "c.json", "--json", "a.json")
    assert done.verdict == "VERDICT: TRUE"
    rests_on = json.loads(Path("a.json").read_text())["rests_on"]
    assert rests_on["program"] == "app.c and 1 more, as build/compile_commands.json says"
    assert run("certify", "-p", "build", "app.c", "c.json").verdict == "CERTIFICATE: TRUE(unreach-call)"
    assert run("certify", "-p", "build", "wrong.c", "c.json").code == 1
    assert "pthread_create" in run("doctor", "-p", "build", "app.c").out
    assert "pop" in run("lower", "-p", "build", "app.c", "--stage", "source").out


def test_a_violation_in_spite_of_a_doubt(project: Path) -> None:
    done = run("verify", "-p", "build", "wrong.c", "--property", "unreach-call")
    assert done.verdict == "VERDICT: FALSE(unreach-call)"
    assert "the compiler's option -funknown-option: not understood" in done.out


def test_which_program(project: Path) -> None:
    done = run("verify", "-p", "build")
    assert done.code == 3 and "2 files have a main: name the one to verify (app.c, wrong.c)" in done.err
    assert run("verify").err.startswith("threadproof: error: Missing argument 'FILE...'")
    assert "there is one build already" in run("verify", "-p", "build", "other.tp").err


def test_recorded(project: Path) -> None:
    for words in ("-DSIZE=2 -c queue.c", "-DTOTAL=3 app.c queue.o -o app", "-DTOTAL=4 wrong.c queue.o -o wrong"):
        assert run("cc", "-Iinclude", *words.split()).code == 0
    assert os.path.exists("build.tp")
    assert "choose one with --target (app, wrong)" in run("verify", "build.tp").err
    for target, verdict in (("app", "TRUE"), ("wrong", "FALSE(unreach-call)")):
        done = run("verify", "build.tp", "--target", target, "--property", "unreach-call", "--quiet")
        assert done.out == f"VERDICT: {verdict}\n"


def test_configured(project: Path) -> None:
    Path("threadproof.toml").write_text(
        """
files = ["app.c"]
compile-commands = "build"
property = "unreach-call"
[target.wrong]
files = ["wrong.c"]
"""
    )
    done = run("verify", "--json", "a.json")
    assert done.verdict == "VERDICT: TRUE"
    assert json.loads(Path("a.json").read_text())["rests_on"]["configuration"] == "threadproof.toml"
    assert "options of threadproof.toml;" in done.out
    assert run("verify", "--target", "wrong").verdict == "VERDICT: FALSE(unreach-call)"
    assert "Missing argument 'FILE...'" in run("verify", "--no-config").err
    Path("threadproof.toml").write_text("tiemout = 3\n")
    done = run("doctor", "app.c")
    assert (done.code, done.err) == (
        3,
        "threadproof: error: threadproof.toml:1:1: there is no option 'tiemout' (the nearest one is 'timeout')\n",
    )


def test_doctor_of_a_build(project: Path) -> None:
    done = run("doctor", "-p", "build", "--json", "all.json")
    assert done.code == 0 and done.out.splitlines()[-1].startswith("2 programs of build/compile_commands.json: 2 with nothing")
    assert [row["name"] for row in json.loads(Path("all.json").read_text())["programs"]] == ["app.c", "wrong.c"]
    run("doctor", "-p", "build", "app.c", "--json", "one.json")
    assert any(note["what"] == "library function pthread_create" for note in json.loads(Path("one.json").read_text())["notes"])
