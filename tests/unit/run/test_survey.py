"""What `doctor` says about a whole build."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.unit.compilation.builds import written
from threadproof.config.options import Config
from threadproof.report.survey import BuildSurvey, summary, to_json, to_text
from threadproof.run.survey import survey

FILES = {
    "app.c": "int f(int); int g(void); int main(void) { return f(1) + g(); }",
    "f.c": 'int f(int n) { if (n > 2) asm("hlt"); return n; } void h(void) { asm("hlt"); }',
    "tool.c": "int f(int); int main(int n, char **v) { return n; }",
    "lost.c": "#include <there.h>\nint main(void) { return 0; }",
    "also.c": '#include "there.h"\nint also;',
    "bad.c": "int bad = x;",
    "inc/there.h": "",
}
pytestmark = pytest.mark.wall_clock


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildSurvey:
    monkeypatch.chdir(tmp_path)
    Path(".git").mkdir()
    written(Path(), FILES, {**{name: "" for name in FILES if name.endswith(".c")}, "gone.c": ""})
    return survey((), Config(compile_commands=".", timeout=300, memory=4000), time.monotonic())


def test_programs(found: BuildSurvey) -> None:
    rows = {
        each.name: (each.files, len(each.unsupported(reached=False)), len(each.unsupported(reached=True)))
        for each in found.programs
    }
    assert rows == {"app.c": (("app.c", "f.c"), 2, 1), "tool.c": (("tool.c",), 0, 0), "lost.c": ((), 0, 0)}
    assert {each.name: each.problem for each in found.programs if each.problem} == {
        "lost.c": "lost.c:1:10: 'there.h' file not found (-I inc would do)"
    }
    assert summary(found).startswith(
        "3 programs of compile_commands.json: 1 with nothing unsupported that main may reach, 1 with"
    )


def test_what_they_have_in_common(found: BuildSurvey) -> None:
    counts = {each.what: (each.kind, each.places, each.programs, each.reached) for each in found.constructs}
    assert counts.pop("external function g") == ("assumed", 1, 1, 1)
    (asm,) = counts.values()
    assert asm == ("unsupported", 2, 1, 1)
    assert [(each.header, each.files, each.advice) for each in found.headers] == [
        ("there.h", ("lost.c", "also.c"), "-I inc would do")
    ]
    assert found.broken == (("bad.c", "bad.c:1:11: use of undeclared identifier 'x'"),)
    assert (found.missing, found.unused) == (("gone.c",), ("lost.c", "also.c", "bad.c"))


def test_as_text_and_data(found: BuildSurvey) -> None:
    text = to_text(found)
    assert "Not there: gone.c" in text and "In no program: lost.c, also.c, bad.c" in text and text.endswith(summary(found))
    data = json.loads(to_json(found))
    assert [(row["name"], row["unsupported"], row["reached"]) for row in data["programs"]] == [
        ("app.c", 2, 1),
        ("tool.c", 0, 0),
        ("lost.c", 0, 0),
    ]
    assert data["headers"][0]["files"] == ["lost.c", "also.c"]
