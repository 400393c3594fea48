"""Tables of bench/ are those of their rows, and every table says which commit it was measured with."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from bench import figures

COMMIT = re.compile(r"`([0-9a-f]{7,40})`")
DOCUMENTS = [*sorted(figures.HERE.glob("*.md")), figures.HERE / "ivl" / "README.md"]


def test_tables_are_those_of_their_rows() -> None:
    known = figures.commits()
    for document in DOCUMENTS:
        text = document.read_text()
        assert figures.rewritten(text, known) == text, f"{document.name}: make figures"


def test_every_figure_is_shown() -> None:
    shown = {name for document in DOCUMENTS for name in re.findall(r"<!-- table ([\w-]+) -->", document.read_text())}
    assert shown == figures.FIGURES.keys()


def test_rows_that_change_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "HERE", tmp_path)
    monkeypatch.setattr(figures, "MEASURED", tmp_path / "measured.csv")
    rows = tmp_path / "rows.csv"
    rows.write_text("a,b\n1,2\n")
    figures.record(["rows.csv"], "0123abcd")
    assert figures.commits() == {"rows.csv": "0123abcd"}
    rows.write_text("a,b\n1,3\n")
    with pytest.raises(SystemExit, match="other rows than those measured at 0123abcd"):
        figures.commits()
    (tmp_path / "more.csv").write_text("a\n")
    figures.record(["rows.csv"], "4567abcd")
    with pytest.raises(SystemExit, match=r"more\.csv: with which commit"):
        figures.commits()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_table_has_a_commit(document: Path) -> None:
    for section in re.split(r"(?m)^(?=## )", document.read_text()):
        if any(re.search(r"\d", line) for line in section.splitlines() if line.startswith("|")):
            assert COMMIT.search(section), f"{document.name}: no commit in {section.splitlines()[0]}"


def test_commits_exist() -> None:
    found = {commit for document in DOCUMENTS for commit in COMMIT.findall(document.read_text())}
    asked = "".join(f"{commit}^{{commit}}\n" for commit in sorted(found | set(figures.commits().values())))
    command, folder = ["git", "cat-file", "--batch-check"], figures.HERE
    done = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode:
        pytest.skip("no repository here")
    missing = [line for line in done.stdout.splitlines() if not re.search(r" commit \d+$", line)]
    if len(missing) > 3 and (figures.HERE.parent / ".git" / "shallow").exists():
        pytest.skip("a part of the history")
    assert not missing
