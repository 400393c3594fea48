"""Compilation databases in all their forms, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.compilation.builds import written
from threadproof.compilation.database import load
from threadproof.errors import InputError
from threadproof.frontend.c.project import CompileCommand


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def entry(**given: object) -> str:
    Path("a.c").write_text("int a;")
    Path("compile_commands.json").write_text(json.dumps([given]))
    return "compile_commands.json"


@pytest.mark.parametrize(
    "form",
    [
        {"command": "gcc -DN='\"a b\"' -c a.c"},
        {"arguments": ["gcc", '-DN="a b"', "-c", "a.c"]},
        {"arguments": ["ccache", "gcc", '-DN="a b"', "-c", "a.c"], "output": "CMakeFiles/app.dir/a.c.o"},
        {"command": "gcc -DN='\"a b\"' -c a.c -o app.p/a.c.o"},
    ],
)
def test_forms(form: dict[str, object]) -> None:
    build = load(entry(directory=".", file="a.c", **form))
    (found,) = build.compilations
    assert found.command == CompileCommand("a.c", ('-DN="a b"',))
    assert found.target == ("app" if "app" in str(form) else "")


def test_folders_of_the_commands(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    Path("a.c").write_text("int a;")
    rows = [{"directory": "/nowhere", "file": str(tmp_path / "a.c"), "command": "cc -Iinc a.c"}]
    rows.append({"directory": "sub", "file": "../../a.c", "command": "cc -I../../inc ../../a.c"})  # relative to the database
    Path("build/compile_commands.json").write_text(json.dumps(rows))
    found = load("build").compilations
    assert [each.command for each in found] == [CompileCommand("a.c", ("-I/nowhere/inc",)), CompileCommand("a.c", ("-Iinc",))]


def test_duplicates_missing_files_and_other_languages(tmp_path: Path) -> None:
    commands = {"a.c": "-DA", "gen.c": "", "b.cpp": "", "s.S": ""}
    build = written(tmp_path, {"a.c": "", "b.cpp": ""}, commands)
    rows = json.loads(Path("compile_commands.json").read_text())
    Path("compile_commands.json").write_text(json.dumps([*rows, *rows]))
    assert load(".") == build
    assert [each.command for each in build.compilations] == [CompileCommand("a.c", ("-DA",))]
    assert (build.missing, build.other) == (("gen.c",), ("b.cpp", "s.S"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[{]", "compile_commands.json:1:1: this is not JSON (expected a compilation database)"),
        ("{}", "compile_commands.json: this is not a compilation database (expected a list of commands)"),
        ("[{}]", "compile_commands.json: entry 1 has no 'file' or 'directory'"),
        ('[{"directory": ".", "file": "a.c"}]', "compile_commands.json: entry 1 has neither 'arguments' nor 'command'"),
        (
            '[{"directory": ".", "file": "a.c", "command": "cc \'a"}]',
            "compile_commands.json: a command is not understood: no closing quotation",
        ),
    ],
)
def test_complaints(text: str, message: str) -> None:
    Path("compile_commands.json").write_text(text)
    with pytest.raises(InputError) as caught:
        load(".")
    assert str(caught.value) == message


def test_no_database(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"neither compile_commands.json nor build.tp .*make CC=\"threadproof cc\""):
        load(".")
