"""`threadproof bench`: tasks and what is expected of them, limits, going on, other tools, comparison, the page."""

from __future__ import annotations

import csv
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.command import threadproof
from threadproof.bench import results
from threadproof.bench.measure import BenchRow, ProcessGroups, RunLimits, Tool, measure
from threadproof.bench.page import page
from threadproof.bench.tasks import BenchTask, find
from threadproof.errors import InputError

pytestmark = pytest.mark.wall_clock

GOOD = "int main(void) { return 0; }\n"
BAD = "#include <assert.h>\nint main(void) { assert(0); }\n"
DEFINITION = """format_version: '2.0'
input_files: '{file}'
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: {verdict}
  - property_file: ../properties/no-data-race.prp
    expected_verdict: true
  - property_file: ../properties/coverage-branches.prp
options:
  language: C
  data_model: ILP32
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "set"
    made.mkdir()
    (made / "name_false-unreach-call.c").write_text(BAD)
    (made / "head.c").write_text("// property: unreach-call\n// verdict: TRUE\n" + GOOD)
    (made / "other.c").write_text("// verdict: FALSE(no-deadlock)\n" + GOOD)
    (made / "defined.c").write_text(GOOD)
    (made / "defined.yml").write_text(DEFINITION.format(file="defined.c", verdict="true"))
    (made / "silent.c").write_text(GOOD)
    return made


def test_expected_verdicts(folder: Path) -> None:
    found = {task.file.name: (task.expected, task.data_model) for task in find([str(folder)], "unreach-call")}
    assert found == {
        "name_false-unreach-call.c": ("FALSE", ""),
        "head.c": ("TRUE", ""),
        "defined.c": ("TRUE", "ILP32"),
        "silent.c": ("", ""),
    }
    assert {task.file.name for task in find([str(folder)], "no-deadlock")} >= {"other.c", "silent.c"}
    assert [task.expected for task in find([str(folder / "defined.yml")], "no-data-race")] == ["TRUE"]


def test_a_program_and_its_preprocessed_form_are_one_task(folder: Path) -> None:
    (folder / "head.i").write_text("// verdict: TRUE\n" + GOOD)
    names = [task.file.name for task in find([str(folder)], "unreach-call")]
    assert "head.i" in names and "head.c" not in names


def test_older_result_files(tmp_path: Path) -> None:
    """Files from before there were engines and checks in them."""
    (tmp_path / "old.csv").write_text(
        "tool,task,property,expected,verdict,reason,seconds,cpu,peak_mib\nauto,a/b.i,unreach-call,TRUE,TRUE,,1.0,1.0,40\n"
    )
    (row,) = results.read(tmp_path / "old.csv")
    assert (row.grade(), row.engine, row.check) == ("correct", "", "")


def test_bad_sets(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        find([str(tmp_path / "missing")], "unreach-call")
    (tmp_path / "bad.yml").write_text("a: [")
    with pytest.raises(InputError, match="not YAML"):
        find([str(tmp_path)], "unreach-call")
    (tmp_path / "bad.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="not a result file"):
        results.read(tmp_path / "bad.csv")


def test_a_whole_set(folder: Path, tmp_path: Path) -> None:
    out, html = tmp_path / "out.csv", tmp_path / "page.html"
    arguments = ("bench", folder, "--out", out, "--timeout", "250", "--options", "--engine explicit")
    run = threadproof(*arguments, "--html", html)
    assert run.code == 0 and "4 to do" in run.err and "[4/4" in run.err
    rows = results.read(out)
    assert sorted((row.task, row.grade()) for row in rows) == [
        ("set/defined.c", "correct"),
        ("set/head.c", "correct"),
        ("set/name_false-unreach-call.c", "correct"),
        ("set/silent.c", "ok"),
    ]
    assert all(row.seconds > 0 and row.cpu > 0 and row.peak_mib > 5 for row in rows)
    assert re.search(r"threadproof --engine explicit +set +4 +3 +0 +0 +0 +1", run.out)
    Parser().feed(html.read_text())

    out.write_text("\n".join(out.read_text().splitlines()[:-1]) + "\nthreadproof,cut o")  # it crashed while writing
    (folder / "wrong_true-unreach-call.c").write_text(BAD)
    run = threadproof(*arguments)
    assert run.code == 1 and "2 to do" in run.err and "WRONG" in run.out and "set/wrong_true-unreach-call.c" in run.out
    assert len(results.read(out)) == 5


class Parser(HTMLParser):
    """Whatever is opened is closed; two plots."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass


def row(tool: str, task: str, verdict: str, seconds: float) -> BenchRow:
    return BenchRow(tool, f"set/{task}", "unreach-call", "TRUE", verdict, "", seconds, seconds, 50)


def test_page_and_comparison() -> None:
    old = [row("a", "1.c", "UNKNOWN", 10), row("a", "2.c", "TRUE", 5), row("a", "3.c", "TRUE", 1), row("a", "4.c", "TRUE", 1)]
    new = [row("a", "1.c", "TRUE", 2), row("a", "2.c", "TRUE", 1), row("a", "3.c", "TRUE", 1.2), row("b", "1.c", "FALSE", 1)]
    assert results.differences(old, new[:3]) == [
        ("set/1.c", "UNKNOWN", "TRUE", "10.00", "2.00"),
        ("set/2.c", "TRUE", "TRUE", "5.00", "1.00"),
    ]
    text = page("<title>", new, old)
    parser = Parser()
    parser.feed(text)
    assert not parser.open and text.count("<svg") == 3 and "&lt;title&gt;" in text and "set/1.c: 10.00 s, 2.00 s" in text
    assert text.count("<circle") == 3 + 1 + 1 and 'class="wrong"' in text


@pytest.mark.parametrize(
    ("code", "verdict", "reason"),
    [
        ("print('VERIFICATION SUCCESSFUL')", "TRUE", ""),
        ("print('maybe UNKNOWN'); print('result: FALSE')", "FALSE", ""),
        ("import sys; sys.exit('no such option')", "ERROR", "exit 1: no such option"),
        ("import time; time.sleep(1000)", "UNKNOWN", "timeout"),
    ],
)
def test_other_tools(tmp_path: Path, code: str, verdict: str, reason: str) -> None:
    tool = Tool("other", (sys.executable, "-c", code, "{file}", "{timeout}"))
    found = measure(
        BenchTask(tmp_path / "x.c", "unreach-call", "TRUE"),
        tool,
        RunLimits(2 if reason == "timeout" else 100, 1000),
        ProcessGroups(),
    )
    assert (found.verdict, found.reason) == (verdict, reason)


def test_a_tool_that_is_not_there(tmp_path: Path) -> None:
    found = measure(
        BenchTask(tmp_path / "x.c", "unreach-call"), Tool("other", ("/nowhere/verifier",)), RunLimits(2, 1000), ProcessGroups()
    )
    assert (found.verdict, found.reason) == ("ERROR", "No such file or directory")
    run = threadproof("bench", tmp_path, "--tool", "nameless", "--out", tmp_path / "out.csv")
    assert run.code == 3 and "expected NAME=COMMAND" in run.err


def test_the_columns_are_those_of_the_file(tmp_path: Path) -> None:
    results.write(tmp_path / "a.csv", [row("a", "1.c", "TRUE", 2)])
    with (tmp_path / "a.csv").open() as file:
        assert next(csv.reader(file)) == list(results.NAMES)
    assert results.read(tmp_path / "a.csv") == [row("a", "1.c", "TRUE", 2)]
