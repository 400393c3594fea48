"""`--witness` and `--report`: the answer as a file for other validators, and as a page."""

from __future__ import annotations

import hashlib
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from tests.cli.command import threadproof

PROGRAM = """#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x, y;
int next(int i) {
    return i + x;
}
void *f(void *p) {
    int i = __VERIFIER_nondet_int();
    x = i;
    y = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    if (y == 1 &&
        x == 7)
    {
        int a = next(
            y);
        reach_error();
    }
    return 0;
}
"""


def witness(tmp_path: Path, *words: str, text: str = PROGRAM) -> dict[str, Any]:
    file, out = tmp_path / "p.c", tmp_path / "out.yml"
    file.write_text(text)
    threadproof("verify", file, "--witness", out, *words)
    (entry,) = yaml.safe_load(out.read_text())
    assert isinstance(entry, dict)
    return entry


def points(entry: dict[str, Any]) -> list[list[tuple[str, int, int]]]:
    """Kind, line and thread of every waypoint, by segments."""
    found = [[item["waypoint"] for item in part["segment"]] for part in entry["content"]]
    assert all(point["action"] == "follow" for segment in found for point in segment)
    return [[(point["type"], point["location"]["line"], point["thread_id"]) for point in segment] for segment in found]


def test_witness_of_a_violation(tmp_path: Path) -> None:
    entry = witness(tmp_path)
    assert entry["entry_type"] == "violation_sequence" and entry["metadata"]["format_version"] == "2.2"
    task = entry["metadata"]["task"]
    assert task["specification"] == "CHECK( init(main()), LTL(G ! call(reach_error())) )" and task["data_model"] == "LP64"
    (name,) = task["input_files"]
    assert task["input_file_hashes"] == {name: hashlib.sha256(PROGRAM.encode()).hexdigest()}
    assert points(entry) == [
        [("assumption", 16, 0)],
        [("function_enter", 16, 0)],
        [("assumption", 9, 1)],
        [("function_return", 9, 1)],
        [("assumption", 10, 1)],
        [("assumption", 11, 1)],
        [("assumption", 12, 1)],
        [("assumption", 17, 0)],  # not 18, the rest of the condition, nor 21, the rest of a call
        [("branching", 17, 0)],
        [("assumption", 20, 0)],
        [("assumption", 6, 0)],  # and 20, to which the thread comes back, not again
        [("assumption", 22, 0)],
        [("target", 22, 0)],
    ]
    found = [item["waypoint"] for part in entry["content"] for item in part["segment"]]
    assert [point["location"]["column"] for point in found] == [5, 31, 5, 35, 5, 5, 5, 5, 5, 9, 5, 9, 9]
    said = [point.get("constraint", {}).get("value") for point in found]
    assert said[:7] == ["1", None, "1", r"\result == 7", "x == 0 && i == 7", "y == 0", "1"]
    assert said[7:] == ["y == 1 && x == 7", "true", "y == 1", "x == 7", "1", None]


def test_witness_of_a_race_ends_with_both_accesses(tmp_path: Path) -> None:
    entry = witness(tmp_path, "--property", "no-data-race", "--engine", "explicit")
    *_, last = points(entry)
    assert set(last) in ({("target", 17, 0), ("target", 11, 1)}, {("target", 17, 0), ("target", 10, 1)})
    assert "data-race" in entry["metadata"]["task"]["specification"]


CREATES = """#include <pthread.h>
void *thread(void *p) { (*(int *)p)++; return 0; }
int main(void) {
    pthread_t t;
    for (int i = 0; i < 1; i++) pthread_create(&t, 0, thread, &i);
    pthread_join(t, 0);
}
"""


def test_witness_of_a_race_on_the_line_that_creates_the_thread(tmp_path: Path) -> None:
    entry = witness(tmp_path, "--property", "no-data-race", text=CREATES)
    points = [point["waypoint"] for part in entry["content"] for point in part["segment"]]
    ends = [(point["type"], point["location"]["line"], point["location"]["column"], point["thread_id"]) for point in points][-2:]
    assert ends == [("target", 5, 5, 0), ("target", 2, 25, 1)]  # the step of the loop, not its body


def test_witness_of_a_proof_has_no_invariants(tmp_path: Path) -> None:
    entry = witness(tmp_path, text="int main(void) { return 0; }")
    assert entry["entry_type"] == "invariant_set" and entry["content"] == []


@pytest.mark.parametrize("name, words, why", [
    ("p.ivl", (), "C programs only"),
    ("p.c", ("--timeout", "0.01"), "there is no verdict"),
    ("p.c", ("--memory-model", "rmo", "--engine", "ordering"), "sequentially consistent executions only"),
])  # fmt: skip
def test_no_witness(name: str, words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    file, out = tmp_path / name, tmp_path / "out.yml"
    file.write_text("thread a { assert false; } main { start; }" if name == "p.ivl" else PROGRAM)
    run = threadproof("verify", file, "--witness", out, *words)
    assert "no witness is written: " in run.err and why in run.err and not out.exists()


class Page(HTMLParser):
    """Well-formed as far as our own elements go, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("file, words, expected", [
    ("examples/c/counter.c", (), ("counter.c: FALSE", "thread 1", "reads counter = 0", "VIOLATION", "It takes that", "replayed")),
    ("examples/c/peterson.c", (), ("peterson.c: TRUE", "holds in every execution", "sequentially consistent")),
    ("examples/c/peterson.c", ("--timeout", "0.01"), ("peterson.c: UNKNOWN", "timeout")),
    ("examples/c/peterson.c", ("--memory-model", "rmo"), ("peterson.c: FALSE", "reads ", "early")),
    ("bench/ivl/models/toy-bug-1.ivl", (), ("FALSE", "VIOLATION")),
])  # fmt: skip
def test_report(file: str, words: tuple[str, ...], expected: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    threadproof("verify", file, "--report", out, *words)
    page = Page(out.read_text())
    for word in expected:
        assert word in page.words


def test_progress_on_a_pipe() -> None:
    """A line at once, then one every few seconds; nothing unless it is asked for."""
    text = "unsigned __VERIFIER_nondet_uint(void);\nvoid __VERIFIER_assert(int c);\nint main(void) {\n"
    text += "  unsigned a = __VERIFIER_nondet_uint(), b = a;\n  while (__VERIFIER_nondet_uint()) b = b * b + a;\n"
    text += "  __VERIFIER_assert(b != 77 || a > 3);\n}\n"
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write(text)
        file.flush()
        run = threadproof("verify", file.name, "--engine", "ordering", "--timeout", "4", "--progress")
        other = threadproof("verify", file.name, "--engine", "ordering", "--timeout", "1")
    assert "threadproof: progress: unreach-call: ordering: " in run.err and "left)" in run.err
    assert "threadproof: progress: " not in other.err and run.out.splitlines()[-1].startswith("VERDICT: ")


@pytest.mark.parametrize("words", [("--property", "unreach-call"), ("--property", "unreach-call", "--property", "no-overflow")])
def test_junit(words: tuple[str, ...], tmp_path: Path) -> None:
    """A test case for each property; names that XML does not have, and what looks like XML, are data."""
    file = tmp_path / "a<b>&\x01.c"
    file.write_text('#include <assert.h>\nint x;\nint main(void) { assert(x > 1 && "]]>\\"<&"); }\n')
    threadproof("verify", file, *words, "--engine", "explicit", "--quiet", "--junit", tmp_path / "out.xml")
    suite = ElementTree.parse(tmp_path / "out.xml").getroot()[0]
    cases = {case.get("name"): case for case in suite}
    assert list(cases) == [word for word in words if not word.startswith("--")]
    failure = cases["unreach-call"].find("failure")
    assert failure is not None and "assertion fails: x > 1" in failure.get("message", "")
    assert "  x = 0" in (failure.text or "") and "x > 1 is false" in (failure.text or "")
    assert (suite.get("failures"), suite.get("errors"), suite.get("tests")) == ("1", "0", str(len(cases)))
    if len(cases) == 2:
        assert cases["no-overflow"].find("system-out") is not None


def test_junit_of_what_is_not_decided(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text('int main(int n, char **v) { if (n > 3) asm("hlt"); }\n')
    threadproof("verify", file, "--property", "no-overflow", "--engine", "explicit", "--junit", tmp_path / "out.xml")
    error = ElementTree.parse(tmp_path / "out.xml").getroot()[0][0].find("error")
    assert error is not None and "hlt" in error.get("message", "") and "In the way: " in (error.text or "")
